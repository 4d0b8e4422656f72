import { forkChild } from './child.ts';
import type { Gradebooks } from './gradebook.ts';
import type { LoadOrder, WorkloadName } from './load.ts';
import { meansOf } from './means.ts';
import { residentMegabytes } from './memory.ts';
import { runLoad, workloadOf } from './run-load.ts';
import type { SeededDatabase } from './seed.ts';
import { startService } from './service-process.ts';
import { median, rotate } from './statistics.ts';

export const ENDURANCE = ['memory under mixed load'] as const;

/** Workloads of agents and people that run in turn: reads, writes, sign-ins and requests that are refused. */
const MIX: readonly WorkloadName[] = [
  'get course',
  'session get course',
  'list 50 courses',
  'patch course',
  'create course in 100',
  'patch lesson',
  'session config GET',
  'session login POST',
  '404 no such course',
  '404 no such path',
];
const TURN_SECONDS = 2;
const SAMPLE_MS = 250;
/** Share of the time whose samples make up one figure. */
const WINDOW = 0.1;

export interface EnduranceRow {
  name: (typeof ENDURANCE)[number];
  requests: number;
  seconds: number;
  /** Medians of the resident memory around the middle and at the end; null if there is no /proc. */
  middleMegabytes: number | null;
  endMegabytes: number | null;
}

/** Measures by how much the memory of a service still grows in the second half of a long mixed load. */
export async function measureEndurance(
  database: SeededDatabase,
  folder: string,
  seconds: number,
  gradebooks: () => Promise<Gradebooks>,
): Promise<EnduranceRow[]> {
  const { databaseUrl, secrets } = database.seed;
  const service = await startService({ DATA_DIR: folder, DATABASE_URL: databaseUrl });
  const generator = await forkChild('load-process.ts');
  const means = meansOf(database, service.url, gradebooks);
  await means.cookies();
  const samples: { at: number; megabytes: number }[] = [];
  const started = performance.now();
  const passed = () => (performance.now() - started) / 1000 / seconds;
  const timer = setInterval(() => {
    void residentMegabytes(service.pid).then((megabytes) => megabytes !== null && samples.push({ at: passed(), megabytes }));
  }, SAMPLE_MS);
  let requests = 0;
  try {
    for (let turn = 0; passed() < 1; turn += 1) {
      const name = rotate([...MIX], turn)[0] as WorkloadName;
      const workload = workloadOf(name);
      const order: LoadOrder = { url: service.url, secrets, seconds: TURN_SECONDS, load: await workload.load({ ...means, server: 'service', secrets }) };
      requests += (await runLoad(generator, workload, order)).requests;
    }
  } finally {
    clearInterval(timer);
  }
  for (const { stop } of [generator, service]) await stop();
  const around = (from: number, to: number): number | null => {
    const within = samples.filter(({ at }) => at >= from && at <= to).map(({ megabytes }) => megabytes);
    return within.length ? median(within) : null;
  };
  return [{ name: ENDURANCE[0], requests, seconds, middleMegabytes: around(0.5 - WINDOW / 2, 0.5 + WINDOW / 2), endMegabytes: around(1 - WINDOW, Infinity) }];
}
