import { BESIDE, measureBeside } from './beside.ts';
import { CERTIFICATE_WORK, measureCertificates } from './certificates.ts';
import { COURSE_CHANGE_WORK, measureCourseChanges } from './course-changes.ts';
import { ENDURANCE, measureEndurance } from './endurance.ts';
import { FACE_WORK, measureFaces } from './faces.ts';
import {
  besideGoals,
  certificateGoals,
  courseChangeGoals,
  enduranceGoals,
  faceGoals,
  type Goal,
  gradebookGoals,
  memoryGoals,
  notificationGoals,
  pageGoals,
  readinessGoals,
  rosterGoals,
  routingGoals,
  sheetGoals,
  sheetPrintGoals,
  shownPageGoals,
  throughputGoals,
  transferGoals,
} from './goals.ts';
import { GRADEBOOK_WORK, type Gradebooks, measureGradebook } from './gradebook.ts';
import { CONNECTIONS, SERVERS, WORKLOADS, type WorkloadName } from './load.ts';
import type { MemoryRow } from './memory.ts';
import { measureNotifications, NOTIFICATION_WORK } from './notifications.ts';
import { measurePages, PAGE_WORK } from './pages.ts';
import { measureReadiness, STARTS } from './readiness.ts';
import { decimal, micros, ratio, type Table, whole } from './report.ts';
import { measureRosters, ROSTER_WORK } from './roster.ts';
import { measureRouting } from './routing.ts';
import { type SeededDatabase, temporaryFolder } from './seed.ts';
import { measureSheetPrint, SHEET_PRINT } from './sheet-print.ts';
import { measureSheets, SHEET_WORK } from './sheets.ts';
import { measureShownPages, SHOWN_PAGES } from './shown-pages.ts';
import { type Effort, type Measured, measureThroughput, type ThroughputRow } from './throughput.ts';
import { measureTransfers, TRANSFER_WORK } from './transfer.ts';
import { measureWorkers, WORKERS_WORK } from './workers.ts';

export interface WholeEffort extends Effort {
  /** Duration of the rounds beside other work: a percentile of a shorter one would cover only a few pauses. */
  besideSeconds: number;
  starts: number;
  enduranceSeconds: number;
  routing: { runs: number; seconds: number };
}

/** Means by which parts measure. The database and the large gradebooks are created on first use. */
export interface Bench {
  effort: WholeEffort;
  database(): Promise<SeededDatabase>;
  gradebooks(): Promise<Gradebooks>;
}

/** Results of a part: its tables, and its rows by their names in .data/bench.json. */
export interface Outcome {
  tables: Table[];
  rows: Record<string, object[]>;
}

/** Rows that are measured together. */
export interface Part {
  names: readonly string[];
  measure(names: string[], bench: Bench): Promise<Outcome>;
}

interface Shown<Row> {
  /** The name of the rows in .data/bench.json. */
  key: string;
  title: string[];
  heads: string[];
  /** The cells between the name of a row and its goals. */
  cells(row: Row): string[];
  goals(row: Row): Goal[];
}

function show<Row extends { name: string }>(rows: readonly Row[], { key, title, heads, cells, goals }: Shown<Row>): Outcome {
  const judged = (row: Row) => goals(row).map(({ text, met }) => `${text} ${met ? 'ok' : 'MISSED'}`);
  return {
    tables: [{ title, heads: ['', ...heads, 'goals'], rows: rows.map((row) => [row.name, ...cells(row), judged(row).join('; ')]) }],
    rows: { [key]: rows.map((row) => ({ ...row, goals: goals(row) })) },
  };
}

const part = <Row extends { name: string }>(
  names: readonly string[],
  measure: (bench: Bench, names: string[]) => Promise<readonly Row[]>,
  shown: Shown<Row>,
): Part => ({ names, measure: async (wanted, bench) => show(await measure(bench, wanted), shown) });

/** Returns the columns of a row, one for each server. */
const ofServers = ({ servers }: ThroughputRow, cell: (measured: Measured | null) => string): string[] => SERVERS.map((name) => cell(servers[name]));

const throughput: Part = {
  names: WORKLOADS.map(({ name }) => name),
  async measure(names, { effort, database, gradebooks }) {
    const { rows, memory } = await measureThroughput(names as WorkloadName[], await database(), await temporaryFolder(), effort, gradebooks);
    const rates = show(rows, {
      key: 'throughput',
      title: [
        `Requests per second: median of ${effort.rounds} interleaved rounds of ${effort.roundSeconds} s, ${CONNECTIONS} connections`,
        '(a) node:http and one prepared statement, without checks except that of a password; (b) Express and Kysely with the same queries, without the contract;',
        '(c) Fastify, Kysely and pg as they come, with the same checks and an audit log',
      ],
      heads: ['service', '(a)', '(b)', '(c)', 'to (a)', 'to (b)', 'to (c)', 'to', ''],
      cells: (row) => [
        ...ofServers(row, (measured) => whole(measured?.perSecond)),
        ratio(row.serviceToLimit),
        ratio(row.serviceToPlain),
        ratio(row.serviceToPeer),
        row.toOther?.name ?? '',
        row.toOther ? ratio(row.toOther.ratio) : '',
      ],
      goals: throughputGoals,
    });
    const costs: Table = {
      title: ['CPU time per request in microseconds, of the server and of its database, and the 99th percentile of the latency in ms'],
      heads: ['', 'service', '(a)', '(b)', '(c)', 'database', '(a)', '(b)', '(c)', 'p99', '(a)', '(b)', '(c)', 'to (c)'],
      rows: rows.map((row) => [
        row.name,
        ...ofServers(row, (measured) => micros(measured?.cpuMicros)),
        ...ofServers(row, (measured) => micros(measured?.databaseMicros)),
        ...ofServers(row, (measured) => whole(measured?.p99Ms)),
        decimal(row.p99ToPeer, 2),
      ]),
    };
    const occupied = show<MemoryRow>(memory, {
      key: 'memory',
      title: ['Resident memory after all rounds, in MB'],
      heads: ['MB'],
      cells: ({ megabytes }) => [whole(megabytes)],
      goals: memoryGoals,
    });
    return { tables: [...rates.tables, costs, ...occupied.tables], rows: { ...rates.rows, ...occupied.rows } };
  },
};

/** Parts in the order in which they are measured: those that need the database come last. */
export const PARTS: readonly Part[] = [
  part(['routing and start-up'], ({ effort }) => measureRouting(effort.routing), {
    key: 'routing',
    title: ['Routing in microseconds per request, and the start of the contract backend, by number of operations'],
    heads: ['operations', 'hit', 'miss', 'stock hit', 'stock miss', 'start ms', 'heap KiB'],
    cells: ({ operations, hitMicros, missMicros, stockHitMicros, stockMissMicros, startMs, heapBytes }) => [
      whole(operations),
      ...[hitMicros, missMicros, stockHitMicros, stockMissMicros].map(micros),
      decimal(startMs),
      whole(heapBytes / 1024),
    ],
    goals: routingGoals,
  }),
  part(SHEET_WORK, ({ effort }) => measureSheets(effort.rounds), {
    key: 'sheets',
    title: ['Photographed answer sheets of 50 rows: CPU time to read them, and the most memory in MB that one reader adds to a process'],
    heads: ['sheets', 'CPU s', 'CPU s a sheet', 'MB'],
    cells: ({ sheets, cpuSeconds, megabytes }) => [whole(sheets), decimal(cpuSeconds), decimal(cpuSeconds / sheets, 2), whole(megabytes)],
    goals: sheetGoals,
  }),
  part(SHEET_PRINT, () => measureSheetPrint(), {
    key: 'sheet_prints',
    title: ['Personal answer sheets of 50 questions: printing them in a process of its own, with the most memory that it occupied in MB'],
    heads: ['seconds', 'MB'],
    cells: ({ seconds, megabytes }) => [decimal(seconds), whole(megabytes)],
    goals: sheetPrintGoals,
  }),
  part(PAGE_WORK, ({ effort }) => measurePages(effort.rounds), {
    key: 'pages',
    title: ['Submitted PDFs: rendering their pages, on one core'],
    heads: ['pages', 'CPU s', 'pages/s'],
    cells: ({ pages, cpuSeconds }) => [whole(pages), decimal(cpuSeconds), decimal(pages / cpuSeconds)],
    goals: pageGoals,
  }),
  part(SHOWN_PAGES, (_bench, names) => measureShownPages(names as typeof SHOWN_PAGES), {
    key: 'shown_pages',
    title: ['Pages that people see: CPU time of the service for one, and its size without styles and pictures'],
    heads: ['CPU ms', 'KB'],
    cells: ({ cpuMs, kilobytes }) => [decimal(cpuMs), decimal(kilobytes)],
    goals: shownPageGoals,
  }),
  part(STARTS, async ({ effort, database }) => measureReadiness((await database()).seed.databaseUrl, effort.starts), {
    key: 'readiness',
    title: ['Time from the start of the process to the first 200 from /readyz, on an existing database, in ms'],
    heads: ['median', 'best', 'worst'],
    cells: ({ medianMs, starts }) => [medianMs, Math.min(...starts), Math.max(...starts)].map(whole),
    goals: readinessGoals,
  }),
  throughput,
  part(NOTIFICATION_WORK, async ({ effort, database }) => measureNotifications(await database(), await temporaryFolder(), effort), {
    key: 'notifications',
    title: ['Notifications of the payment gateway: receiving them, each with its signature, its row and its job'],
    heads: ['notifications/s', 'p99 ms'],
    cells: ({ perSecond, p99Ms }) => [whole(perSecond), whole(p99Ms)],
    goals: notificationGoals,
  }),
  part(
    BESIDE,
    async ({ effort, database }, names) => measureBeside(names as typeof BESIDE, await database(), { ...effort, roundSeconds: effort.besideSeconds }),
    {
      key: 'beside',
      title: ['The 99th percentile of the latency in ms, while the service does other work and while it does not'],
      heads: ['idle', 'busy', 'ratio'],
      cells: ({ idleP99Ms, busyP99Ms, ratio: toIdle }) => [whole(idleP99Ms), whole(busyP99Ms), decimal(toIdle, 2)],
      goals: besideGoals,
    },
  ),
  part(
    WORKERS_WORK,
    async ({ effort, database, gradebooks }, names) =>
      measureWorkers(names as typeof WORKERS_WORK, await database(), await temporaryFolder(), effort, gradebooks),
    {
      key: 'workers',
      title: ['Requests per second with one worker and with two'],
      heads: ['one', 'two', 'two to one'],
      cells: ({ one, two, ratio: twoToOne }) => [whole(one), whole(two), decimal(twoToOne, 2)],
      goals: () => [],
    },
  ),
  part(
    ENDURANCE,
    async ({ effort, database, gradebooks }) => measureEndurance(await database(), await temporaryFolder(), effort.enduranceSeconds, gradebooks),
    {
      key: 'endurance',
      title: ['Resident memory in MB in the middle and at the end of a mixed load, with the number of requests and their seconds'],
      heads: ['requests', 'seconds', 'middle', 'end'],
      cells: ({ requests, seconds, middleMegabytes, endMegabytes }) => [requests, seconds, middleMegabytes, endMegabytes].map(whole),
      goals: enduranceGoals,
    },
  ),
  part(GRADEBOOK_WORK, async ({ database, gradebooks }) => measureGradebook(await database(), await gradebooks()), {
    key: 'gradebook',
    title: ['Grades of 5,000 learners in 100 lessons: computing them all, and exporting them; growth of the memory in MB'],
    heads: ['cells', 'seconds', 'cells/s', 'MB'],
    cells: ({ cells, seconds, megabytes }) => [whole(cells), decimal(seconds), whole(cells / seconds), whole(megabytes)],
    goals: gradebookGoals,
  }),
  part(COURSE_CHANGE_WORK, async ({ database }) => measureCourseChanges(await database()), {
    key: 'course_changes',
    title: ['Changes of a course of 50,000 learners: what the answer waits for, and counting their progress again by a job'],
    heads: ['learners', 'completing', 'answer ms', 'job s', 'learners/s'],
    cells: ({ learners, completing, answerSeconds, seconds }) => [
      whole(learners),
      whole(completing),
      whole(answerSeconds * 1000),
      decimal(seconds),
      whole(learners / seconds),
    ],
    goals: courseChangeGoals,
  }),
  part(FACE_WORK, async ({ effort, database }) => measureFaces(await database(), effort.rounds), {
    key: 'faces',
    title: ['Faces: CPU time of a whole match, in ms'],
    heads: ['people', 'service', 'database'],
    cells: ({ people, cpuMs, databaseMs }) => [whole(people), decimal(cpuMs, 2), decimal(databaseMs, 2)],
    goals: faceGoals,
  }),
  part(CERTIFICATE_WORK, async ({ database }) => measureCertificates(await database(), await temporaryFolder()), {
    key: 'certificates',
    title: ['Certificates of 10,000 learners: issuing them by a backfill; growth of the memory in MB'],
    heads: ['certificates', 'seconds', 'certificates/s', 'MB'],
    cells: ({ certificates, seconds, megabytes }) => [whole(certificates), decimal(seconds), whole(certificates / seconds), whole(megabytes)],
    goals: certificateGoals,
  }),
  part(ROSTER_WORK, async ({ database }) => measureRosters(await database()), {
    key: 'rosters',
    title: ['A file of 50,000 people without accounts: reading it with its preview, and committing it; growth of the memory in MB'],
    heads: ['rows', 'seconds', 'rows/s', 'MB'],
    cells: ({ rows, seconds, megabytes }) => [whole(rows), decimal(seconds), whole(rows / seconds), whole(megabytes)],
    goals: rosterGoals,
  }),
  part(TRANSFER_WORK, async ({ database }) => measureTransfers(await database(), await temporaryFolder()), {
    key: 'transfers',
    title: ['A course with files of 500 MiB: its export, and the import of its archive; growth of the memory in MB'],
    heads: ['MB of the archive', 'seconds', 'MB'],
    cells: ({ bytes, seconds, megabytes }) => [whole(bytes / 1e6), decimal(seconds), whole(megabytes)],
    goals: transferGoals,
  }),
];
