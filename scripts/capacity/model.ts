/** Requests of one active learner in a day, and of staff on their behalf. Each is measured by the row of `make bench` that it names. */
export const REQUESTS_A_DAY = [
  { what: 'sign-ins', row: 'session login POST', requests: 0.3, writes: 1 },
  { what: 'pages: who am I', row: 'session me GET', requests: 4, writes: 0 },
  { what: 'pages: the organisation', row: 'session config GET', requests: 4, writes: 0 },
  { what: 'outlines', row: 'curriculum of 200 lessons', requests: 4, writes: 0 },
  { what: 'courses and lessons', row: 'session get course', requests: 10, writes: 0 },
  { what: 'progress, every 15 s of 15 minutes', row: 'progress write at 10,000', requests: 60, writes: 1 },
  { what: 'discussions', row: 'topics of 1,000', requests: 1, writes: 0 },
  { what: 'lists of learners, for staff', row: 'learners of 10,000', requests: 0.05, writes: 0 },
  { what: 'gradebooks, for staff', row: 'gradebook of 500 x 100', requests: 0.02, writes: 0 },
  { what: 'lessons changed by automation', row: 'patch lesson', requests: 0.01, writes: 1 },
] as const;

export const ASSUMED = {
  /** Share of a day's requests that falls in its busiest hour. */
  busiestHour: 0.12,
  /** Share of a core that is used in the busiest hour, low enough for latencies not to grow. */
  utilisation: 0.6,
  /** Number of cores of one machine of the service. Each runs one process. */
  coresOfMachine: 16,
  /** Number of cores of the largest machine for one primary. */
  coresOfPrimary: 96,
  /** Number of people with an account for each who is active on a day. */
  registered: 5,
  /** Numbers of rows that are kept for each person with an account, and bytes of a row with its indexes, as `make load` fills them. The largest tables only. */
  rows: [
    { table: 'users', rows: 1, bytes: 1036 },
    { table: 'memberships', rows: 1, bytes: 331 },
    { table: 'enrollments', rows: 3, bytes: 1017 },
    { table: 'lesson_progress', rows: 90, bytes: 218 },
    { table: 'orders', rows: 2, bytes: 436 },
    { table: 'ledger_transactions', rows: 2, bytes: 795 },
    { table: 'ledger_entries', rows: 6, bytes: 175 },
    { table: 'audit_log', rows: 12, bytes: 797 },
  ],
} as const;

/** Cost of a request of a row, in microseconds of a core. */
export interface Cost {
  name: string;
  service: number;
  database: number;
}

export interface Need {
  learners: number;
  /** Requests per second in the busiest hour. */
  requestsPerSecond: number;
  writesPerSecond: number;
  /** Cores that are busy for the service, and the number needed so that none is used too much, which is also the number of processes. */
  busyCores: number;
  processes: number;
  machines: number;
  busyDatabaseCores: number;
  databaseCores: number;
  gigabytes: number;
  /** Number of primaries among which organisations must be spread. */
  primaries: number;
}

const SECONDS_OF_HOUR = 3600;

/**
 * Computes what this many active learners a day need.
 * @throws Error if a row was not measured, or its CPU time is unknown
 */
export function needOf(learners: number, costs: readonly Cost[]): Need {
  const { busiestHour, utilisation, coresOfMachine, coresOfPrimary, registered, rows } = ASSUMED;
  const perSecond = (perDay: number) => (learners * perDay * busiestHour) / SECONDS_OF_HOUR;
  const sum = (value: (each: (typeof REQUESTS_A_DAY)[number], cost: Cost) => number) =>
    REQUESTS_A_DAY.reduce((total, each) => total + value(each, costOf(each.row, costs)), 0);
  const busyCores = perSecond(sum(({ requests }, { service }) => requests * service)) / 1e6;
  const busyDatabaseCores = perSecond(sum(({ requests }, { database }) => requests * database)) / 1e6;
  const processes = Math.ceil(busyCores / utilisation);
  const databaseCores = Math.ceil(busyDatabaseCores / utilisation);
  return {
    learners,
    requestsPerSecond: perSecond(sum(({ requests }) => requests)),
    writesPerSecond: perSecond(sum(({ requests, writes }) => requests * writes)),
    busyCores,
    processes,
    machines: Math.ceil(processes / coresOfMachine),
    busyDatabaseCores,
    databaseCores,
    gigabytes: (learners * registered * rows.reduce((total, { rows: count, bytes }) => total + count * bytes, 0)) / 1e9,
    primaries: Math.ceil(databaseCores / coresOfPrimary),
  };
}

/** Returns the number of active learners a day up to which one primary is enough. */
export function mostOfOnePrimary(costs: readonly Cost[]): number {
  const { busiestHour, utilisation, coresOfPrimary } = ASSUMED;
  const micros = REQUESTS_A_DAY.reduce((total, { row, requests }) => total + requests * costOf(row, costs).database, 0);
  return Math.floor((coresOfPrimary * utilisation * 1e6 * SECONDS_OF_HOUR) / (micros * busiestHour));
}

export function costOf(row: string, costs: readonly Cost[]): Cost {
  const found = costs.find(({ name }) => name === row);
  if (!found) throw new Error(`"${row}" was not measured with its CPU time. Run make bench on Linux, with the embedded PostgreSQL.`);
  return found;
}
