import type { BesideRow } from './beside.ts';
import type { CertificateRow } from './certificates.ts';
import type { EnduranceRow } from './endurance.ts';
import type { FaceRow } from './faces.ts';
import {
  besideGoal,
  certificateGoals,
  enduranceGoal,
  faceGoal,
  type Goal,
  gradebookGoals,
  memoryGoal,
  notificationGoal,
  pageGoal,
  readinessGoal,
  rosterGoals,
  routingGoal,
  sheetGoal,
  sheetPrintGoals,
  throughputGoals,
  transferGoals,
} from './goals.ts';
import type { GradebookRow } from './gradebook.ts';
import { CONNECTIONS, SERVERS } from './load.ts';
import type { MemoryRow } from './memory.ts';
import type { NotificationRow } from './notifications.ts';
import type { PageRow } from './pages.ts';
import type { ReadinessRow } from './readiness.ts';
import type { RosterRow } from './roster.ts';
import type { RoutingRow } from './routing.ts';
import type { SheetPrintRow } from './sheet-print.ts';
import type { SheetRow } from './sheets.ts';
import type { Effort, Measured, ThroughputRow } from './throughput.ts';
import type { TransferRow } from './transfer.ts';
import type { WorkersRow } from './workers.ts';

export interface Results {
  throughput: ThroughputRow[];
  memory: MemoryRow[];
  routing: RoutingRow[];
  readiness: ReadinessRow[];
  gradebook: GradebookRow[];
  sheets: SheetRow[];
  sheetPrints: SheetPrintRow[];
  notifications: NotificationRow[];
  faces: FaceRow[];
  certificates: CertificateRow[];
  rosters: RosterRow[];
  transfers: TransferRow[];
  pages: PageRow[];
  beside: BesideRow[];
  workers: WorkersRow[];
  endurance: EnduranceRow[];
}

const whole = (value: number | undefined): string => (value === undefined ? '-' : Math.round(value).toLocaleString('en'));
/** Truncated and not rounded, so that a ratio that misses its goal does not look as if it met it. */
const ratio = (value: number | null): string => (value === null ? '-' : (Math.floor(value * 100) / 100).toFixed(2));
const micros = (value: number | null): string => (value === null ? '-' : value < 10 ? value.toFixed(2) : whole(value));
const goalCells = (goal: Goal | null): string[] => (goal ? [goal.text, goal.met ? 'ok' : 'MISSED'] : ['', '']);

export function report(
  {
    throughput,
    memory,
    routing,
    readiness,
    gradebook,
    sheets,
    sheetPrints,
    notifications,
    faces,
    certificates,
    rosters,
    transfers,
    pages,
    beside,
    workers,
    endurance,
  }: Results,
  { rounds, roundSeconds }: Effort,
): string {
  const sections = [
    throughput.length && [
      `Requests per second: median of ${rounds} interleaved rounds of ${roundSeconds} s, ${CONNECTIONS} connections`,
      '(a) node:http and one prepared statement, without checks except that of a password; (b) Express and Kysely with the same queries, without the contract;',
      '(c) Fastify, Kysely and pg as they come, with the same checks and an audit log',
      table(['', 'service', '(a)', '(b)', '(c)', 'to (a)', 'to (b)', 'to (c)', 'to', '', 'goals'], throughput.map(throughputCells)),
      '',
      'CPU time per request in microseconds, of the server and of its database, and the 99th percentile of the latency in ms',
      table(['', 'service', '(a)', '(b)', '(c)', 'database', '(a)', '(b)', '(c)', 'p99', '(a)', '(b)', '(c)', 'to (c)'], throughput.map(costCells)),
      '',
      'Resident memory after all rounds, in MB',
      table(['', 'MB', 'goal', ''], memory.map(memoryCells)),
    ],
    routing.length && [
      'Routing in microseconds per request, and the start of the contract backend, by number of operations',
      table(['', 'operations', 'hit', 'miss', 'stock hit', 'stock miss', 'start ms', 'heap KiB', 'goal', ''], routing.map(routingCells)),
    ],
    gradebook.length && [
      'Grades of 5,000 learners in 100 lessons: computing them all, and exporting them; growth of the memory in MB',
      table(['', 'cells', 'seconds', 'cells/s', 'MB', 'goals'], gradebook.map(gradebookCells)),
    ],
    sheets.length && ['Photographed answer sheets: reading them, on one core', table(['', 'sheets', 'CPU s', 'sheets/s', 'goal', ''], sheets.map(sheetCells))],
    faces.length && ['Faces: CPU time of a whole match, in ms', table(['', 'people', 'service', 'database', 'goal', ''], faces.map(faceCells))],
    certificates.length && [
      'Certificates of 10,000 learners: issuing them by a backfill; growth of the memory in MB',
      table(['', 'certificates', 'seconds', 'certificates/s', 'MB', 'goals'], certificates.map(certificateCells)),
    ],
    rosters.length && [
      'A file of 50,000 people without accounts: reading it with its preview, and committing it; growth of the memory in MB',
      table(['', 'rows', 'seconds', 'rows/s', 'MB', 'goals'], rosters.map(rosterCells)),
    ],
    transfers.length && [
      'A course with files of 500 MiB: its export, and the import of its archive; growth of the memory in MB',
      table(['', 'MB of the archive', 'seconds', 'MB', 'goals'], transfers.map(transferCells)),
    ],
    sheetPrints.length && [
      'Personal answer sheets of 50 questions: printing them in a process of its own, with the most memory that it occupied in MB',
      table(['', 'seconds', 'MB', 'goals'], sheetPrints.map(sheetPrintCells)),
    ],
    notifications.length && [
      'Notifications of the payment gateway: receiving them, each with its signature, its row and its job',
      table(['', 'notifications/s', 'p99 ms', 'goal', ''], notifications.map(notificationCells)),
    ],
    pages.length && ['Submitted PDFs: rendering their pages, on one core', table(['', 'pages', 'CPU s', 'pages/s', 'goal', ''], pages.map(pageCells))],
    beside.length && [
      'The 99th percentile of the latency in ms, while the service does other work and while it does not',
      table(['', 'idle', 'busy', 'ratio', 'goal', ''], beside.map(besideCells)),
    ],
    workers.length && ['Requests per second with one worker and with two', table(['', 'one', 'two', 'two to one'], workers.map(workersCells))],
    endurance.length && [
      'Resident memory in MB in the middle and at the end of a mixed load, with the number of requests and their seconds',
      table(['', 'requests', 'seconds', 'middle', 'end', 'goal', ''], endurance.map(enduranceCells)),
    ],
    readiness.length && [
      'Time from the start of the process to the first 200 from /readyz, on an existing database, in ms',
      table(['', 'median', 'best', 'worst', 'goal', ''], readiness.map(readinessCells)),
    ],
  ];
  return sections
    .filter((section) => section !== 0)
    .map((section) => section.join('\n'))
    .join('\n\n');
}

/** The columns of a row, one for each server. */
const ofServers = ({ servers }: ThroughputRow, cell: (measured: Measured | null) => string): string[] => SERVERS.map((name) => cell(servers[name]));

const throughputCells = (row: ThroughputRow): string[] => [
  row.name,
  ...ofServers(row, (measured) => whole(measured?.perSecond)),
  ratio(row.serviceToLimit),
  ratio(row.serviceToPlain),
  ratio(row.serviceToPeer),
  row.toOther?.name ?? '',
  row.toOther ? ratio(row.toOther.ratio) : '',
  goalsOf(throughputGoals(row)),
];

const costCells = (row: ThroughputRow): string[] => [
  row.name,
  ...ofServers(row, (measured) => micros(measured?.cpuMicros ?? null)),
  ...ofServers(row, (measured) => micros(measured?.databaseMicros ?? null)),
  ...ofServers(row, (measured) => whole(measured?.p99Ms)),
  row.p99ToPeer === null ? '-' : row.p99ToPeer.toFixed(2),
];

const memoryCells = (row: MemoryRow): string[] => [row.name, whole(row.megabytes ?? undefined), ...goalCells(memoryGoal(row))];

const routingCells = (row: RoutingRow): string[] => [
  row.name,
  whole(row.operations),
  micros(row.hitMicros),
  micros(row.missMicros),
  micros(row.stockHitMicros),
  micros(row.stockMissMicros),
  row.startMs.toFixed(1),
  whole(row.heapBytes / 1024),
  ...goalCells(routingGoal(row)),
];

const goalsOf = (goals: readonly Goal[]): string => goals.map(({ text, met }) => `${text} ${met ? 'ok' : 'MISSED'}`).join('; ');

const gradebookCells = (row: GradebookRow): string[] => [
  row.name,
  whole(row.cells),
  row.seconds.toFixed(1),
  whole(row.cells / row.seconds),
  row.megabytes === null ? '-' : whole(row.megabytes),
  goalsOf(gradebookGoals(row)),
];

const sheetCells = (row: SheetRow): string[] => [
  row.name,
  whole(row.sheets),
  row.cpuSeconds.toFixed(1),
  (row.sheets / row.cpuSeconds).toFixed(1),
  ...goalCells(sheetGoal(row)),
];

const faceCells = (row: FaceRow): string[] => [
  row.name,
  whole(row.people),
  row.cpuMs.toFixed(2),
  row.databaseMs?.toFixed(2) ?? '',
  ...goalCells(faceGoal(row)),
];

const certificateCells = (row: CertificateRow): string[] => [
  row.name,
  whole(row.certificates),
  row.seconds.toFixed(1),
  whole(row.certificates / row.seconds),
  whole(row.megabytes),
  goalsOf(certificateGoals(row)),
];

const rosterCells = (row: RosterRow): string[] => [
  row.name,
  whole(row.rows),
  row.seconds.toFixed(1),
  whole(row.rows / row.seconds),
  whole(row.megabytes),
  goalsOf(rosterGoals(row)),
];

const transferCells = (row: TransferRow): string[] => [
  row.name,
  whole(row.bytes / 1e6),
  row.seconds.toFixed(1),
  whole(row.megabytes),
  goalsOf(transferGoals(row)),
];

const sheetPrintCells = (row: SheetPrintRow): string[] => [row.name, row.seconds.toFixed(1), whole(row.megabytes ?? undefined), goalsOf(sheetPrintGoals(row))];

const notificationCells = (row: NotificationRow): string[] => [row.name, whole(row.perSecond), whole(row.p99Ms), ...goalCells(notificationGoal(row))];

const pageCells = (row: PageRow): string[] => [
  row.name,
  whole(row.pages),
  row.cpuSeconds.toFixed(1),
  (row.pages / row.cpuSeconds).toFixed(1),
  ...goalCells(pageGoal(row)),
];

const besideCells = (row: BesideRow): string[] => [row.name, whole(row.idleP99Ms), whole(row.busyP99Ms), row.ratio.toFixed(2), ...goalCells(besideGoal(row))];

const workersCells = (row: WorkersRow): string[] => [row.name, whole(row.one), whole(row.two), row.ratio.toFixed(2)];

const enduranceCells = (row: EnduranceRow): string[] => [
  row.name,
  whole(row.requests),
  whole(row.seconds),
  whole(row.middleMegabytes ?? undefined),
  whole(row.endMegabytes ?? undefined),
  ...goalCells(enduranceGoal(row)),
];

const readinessCells = (row: ReadinessRow): string[] => [
  row.name,
  whole(row.medianMs),
  whole(Math.min(...row.starts)),
  whole(Math.max(...row.starts)),
  ...goalCells(readinessGoal(row)),
];

function table(heads: string[], rows: string[][]): string {
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (cells: string[]) => cells.map((cell, column) => (column ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[0] ?? 0))).join('  ');
  return [heads, ...rows].map((cells) => `  ${line(cells)}`.trimEnd()).join('\n');
}
