import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ASSUMED, type Cost, costOf, mostOfOnePrimary, needOf, REQUESTS_A_DAY } from './model.ts';

const MEASURED = fileURLToPath(new URL('../../.data/bench.json', import.meta.url));
const LEARNERS = [10_000, 1_000_000, 100_000_000];

interface Bench {
  measured_at: string;
  machine: { cpus: number; model: string | null };
  throughput: { name: string; servers: { service: { cpuMicros: number | null; databaseMicros: number | null } | null } }[];
}

/** Prints what given numbers of active learners a day need, based on what `make bench` has measured on this machine. */
try {
  const { measured_at, machine, throughput }: Bench = JSON.parse(
    await readFile(MEASURED, 'utf8').catch(() => {
      throw new Error('There is no .data/bench.json. Run make bench first.');
    }),
  );
  const costs = throughput.flatMap(({ name, servers: { service } }): Cost[] =>
    service && service.cpuMicros !== null && service.databaseMicros !== null ? [{ name, service: service.cpuMicros, database: service.databaseMicros }] : [],
  );
  print(costs, `measured at ${measured_at} on ${machine.model ?? 'an unknown processor'}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function print(costs: readonly Cost[], measured: string): void {
  const needs = LEARNERS.map((learners) => needOf(learners, costs));
  const { busiestHour, utilisation, coresOfMachine, coresOfPrimary, registered, rows } = ASSUMED;
  console.log(`Requests of an active learner in a day, with microseconds of a core, ${measured}\n`);
  console.log(
    table([
      ['', 'requests', 'service', 'database', 'row of make bench'],
      ...REQUESTS_A_DAY.map(({ what, row, requests }) => [what, String(requests), shown(costOf(row, costs).service), shown(costOf(row, costs).database), row]),
    ]),
  );
  console.log(`
Assumed: the busiest hour has ${busiestHour * 100} % of a day's requests; a core is used to ${utilisation * 100} % then; a machine of the service has ${coresOfMachine} cores and
runs a process on each; the largest primary has ${coresOfPrimary}; ${registered} people have an account for each who is active; for each, these rows are kept:
${rows.map(({ table: name, rows: count, bytes }) => `${count} of ${name} (${bytes} bytes)`).join(', ')}.
`);
  console.log(
    table([
      ['active learners a day', ...needs.map(({ learners }) => shown(learners))],
      ['requests a second', ...needs.map(({ requestsPerSecond }) => shown(requestsPerSecond))],
      ['writes a second', ...needs.map(({ writesPerSecond }) => shown(writesPerSecond))],
      ['busy cores of the service', ...needs.map(({ busyCores }) => shown(busyCores))],
      ['processes', ...needs.map(({ processes }) => shown(processes))],
      ['machines of the service', ...needs.map(({ machines }) => shown(machines))],
      ['busy cores of PostgreSQL', ...needs.map(({ busyDatabaseCores }) => shown(busyDatabaseCores))],
      ['cores of PostgreSQL', ...needs.map(({ databaseCores }) => shown(databaseCores))],
      ['GB of the database', ...needs.map(({ gigabytes }) => shown(gigabytes))],
      ['primaries', ...needs.map(({ primaries }) => shown(primaries))],
    ]),
  );
  console.log(`\nOne primary is enough up to ${shown(mostOfOnePrimary(costs))} active learners a day. Beyond that, organisations must be spread.`);
}

function shown(value: number): string {
  return value < 10 ? value.toLocaleString('en', { maximumFractionDigits: 2 }) : Math.round(value).toLocaleString('en');
}

function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) => `  ${row.map((cell, column) => (column ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[0] ?? 0))).join('  ')}`.trimEnd())
    .join('\n');
}
