import { forkChild } from './child.ts';
import type { Gradebooks } from './gradebook.ts';
import type { LoadOrder } from './load.ts';
import { meansOf } from './means.ts';
import { runLoad, workloadOf } from './run-load.ts';
import type { SeededDatabase } from './seed.ts';
import { startService } from './service-process.ts';
import { median, medianOf, rotate } from './statistics.ts';
import type { Effort } from './throughput.ts';

const LOADS = { 'get course with 2 workers': 'get course', 'patch course with 2 workers': 'patch course' } as const;
type Name = keyof typeof LOADS;
export const WORKERS_WORK = Object.keys(LOADS) as Name[];

/** Requests per second of a service with one worker and of one with two: medians of the rounds. */
export interface WorkersRow {
  name: Name;
  one: number;
  two: number;
  /** The median of the rounds' ratios. */
  ratio: number;
}

/**
 * Measures the gain of a second worker, in turn with one and with two. The generator and PostgreSQL share the same cores, so that the ratio holds only for this
 * machine.
 */
export async function measureWorkers(
  names: readonly Name[],
  database: SeededDatabase,
  folder: string,
  effort: Effort,
  gradebooks: () => Promise<Gradebooks>,
): Promise<WorkersRow[]> {
  const { databaseUrl, secrets } = database.seed;
  const start = (workers: string) => startService({ DATA_DIR: folder, DATABASE_URL: databaseUrl, WORKERS: workers });
  const services = { one: await start('1'), two: await start('2') };
  const generator = await forkChild('load-process.ts');
  const means = meansOf(database, services.one.url, gradebooks);
  const perSecond = async (name: Name, which: keyof typeof services, seconds: number): Promise<number> => {
    const workload = workloadOf(LOADS[name]);
    const order: LoadOrder = { url: services[which].url, secrets, seconds, load: await workload.load({ ...means, server: 'service', secrets }) };
    const result = await runLoad(generator, workload, order);
    return result.requests / result.seconds;
  };
  const rows: WorkersRow[] = [];
  for (const name of names) {
    const rounds: { one: number; two: number }[] = [];
    for (let round = -1; round < effort.rounds; round += 1) {
      const seconds = round < 0 ? effort.warmUpSeconds : effort.roundSeconds;
      const rates = { one: 0, two: 0 };
      for (const which of rotate(['one', 'two'] as const, Math.max(round, 0))) rates[which] = await perSecond(name, which, seconds);
      if (round >= 0) rounds.push(rates);
    }
    rows.push({
      name,
      one: medianOf(rounds, (rates) => rates.one),
      two: medianOf(rounds, (rates) => rates.two),
      ratio: median(rounds.map((rates) => rates.two / rates.one)),
    });
  }
  for (const { stop } of [generator, services.one, services.two]) await stop();
  return rows;
}
