import { type Goal, readinessGoal, routingGoal, throughputGoal } from './goals.ts';
import { CONNECTIONS } from './load.ts';
import type { ReadinessRow } from './readiness.ts';
import type { RoutingRow } from './routing.ts';
import type { Effort, ThroughputRow } from './throughput.ts';

export interface Results {
  throughput: ThroughputRow[];
  routing: RoutingRow[];
  readiness: ReadinessRow[];
}

const whole = (value: number | undefined): string => (value === undefined ? '-' : Math.round(value).toLocaleString('en'));
/** Truncated and not rounded, so that a ratio that misses its goal does not look as if it met it. */
const ratio = (value: number | null): string => (value === null ? '-' : (Math.floor(value * 100) / 100).toFixed(2));
const micros = (value: number | null): string => (value === null ? '-' : value < 10 ? value.toFixed(2) : whole(value));
const goalCells = (goal: Goal | null): string[] => (goal ? [goal.text, goal.met ? 'ok' : 'MISSED'] : ['', '']);

export function report({ throughput, routing, readiness }: Results, { rounds, roundSeconds }: Effort): string {
  const sections = [
    throughput.length && [
      `Requests per second: median of ${rounds} interleaved rounds of ${roundSeconds} s, ${CONNECTIONS} connections`,
      '(a) node:http and one prepared statement, without checks except that of a password; (b) Express and Kysely with the same queries, without the contract',
      table(['', 'service', '(a)', '(b)', 'to (a)', 'to (b)', 'to', '', 'goal', ''], throughput.map(throughputCells)),
      '',
      'CPU time per request in microseconds, of the server and of its database, and the 99th percentile of the latency in ms',
      table(['', 'service', '(a)', '(b)', 'database', '(a)', '(b)', 'p99', '(a)', '(b)'], throughput.map(costCells)),
    ],
    routing.length && [
      'Routing in microseconds per request, and the start of the contract backend, by number of operations',
      table(['', 'operations', 'hit', 'miss', 'stock hit', 'stock miss', 'start ms', 'heap KiB', 'goal', ''], routing.map(routingCells)),
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

const throughputCells = (row: ThroughputRow): string[] => [
  row.name,
  whole(row.servers.service?.perSecond),
  whole(row.servers.limit?.perSecond),
  whole(row.servers.plain?.perSecond),
  ratio(row.serviceToLimit),
  ratio(row.serviceToPlain),
  row.toOther?.name ?? '',
  row.toOther ? ratio(row.toOther.ratio) : '',
  ...goalCells(throughputGoal(row)),
];

const costCells = ({ name, servers: { service, limit, plain } }: ThroughputRow): string[] => [
  name,
  ...[service, limit, plain].map((measured) => micros(measured?.cpuMicros ?? null)),
  ...[service, limit, plain].map((measured) => micros(measured?.databaseMicros ?? null)),
  ...[service, limit, plain].map((measured) => whole(measured?.p99Ms)),
];

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
