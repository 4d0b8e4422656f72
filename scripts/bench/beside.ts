import { forkChild } from './child.ts';
import type { LoadOrder, LoadResult } from './load.ts';
import { PAGES_WORK } from './pages.ts';
import { SCANS_WORK } from './scan-queue.ts';
import { type SeededDatabase, temporaryFolder } from './seed.ts';
import { startService } from './service-process.ts';
import { median } from './statistics.ts';
import type { Effort } from './throughput.ts';

/** Jobs that a process works on while it also answers requests. */
export interface Work {
  /** Creates more jobs than a round needs, and returns once the process works on them. */
  begin(): Promise<void>;
  isUnfinished(): Promise<boolean>;
  /** Returns once the process is idle. */
  end(): Promise<void>;
}

export type PrepareWork = (database: SeededDatabase, folder: string) => Promise<Work>;

/** Kinds of work. If `isApart`, a process other than the one that answers requests runs the jobs. */
const WORK = {
  'get course while scans are read': { prepare: SCANS_WORK, isApart: false },
  'get course beside pages': { prepare: PAGES_WORK, isApart: false },
  'get course beside a process of jobs': { prepare: PAGES_WORK, isApart: true },
} as const satisfies Record<string, { prepare: PrepareWork; isApart: boolean }>;
type Name = keyof typeof WORK;
export const BESIDE = Object.keys(WORK) as Name[];

/** The 99th percentile of the latency, in ms, while nothing else happens and while the process also works: medians of the rounds. */
export interface BesideRow {
  name: Name;
  idleP99Ms: number;
  busyP99Ms: number;
  /** The median of the rounds' ratios. */
  ratio: number;
}

/** Measures how much longer reading a course takes while the service does other work, in turn with and without it. */
export async function measureBeside(names: readonly Name[], database: SeededDatabase, effort: Effort): Promise<BesideRow[]> {
  const rows: BesideRow[] = [];
  for (const name of names) rows.push(await measureOne(name, database, await temporaryFolder(), effort));
  return rows;
}

async function measureOne(name: Name, database: SeededDatabase, folder: string, effort: Effort): Promise<BesideRow> {
  const { courseIds, databaseUrl, secrets } = database.seed;
  const { prepare, isApart } = WORK[name];
  const settings = { DATA_DIR: folder, DATABASE_URL: databaseUrl };
  const service = await startService(isApart ? { ...settings, ROLE: 'web' } : settings);
  const others = isApart ? [await startService({ ...settings, ROLE: 'jobs' })] : [];
  const generator = await forkChild('load-process.ts');
  const path = `/api/v1/agent/courses/${courseIds.at(-1)}/`;
  const requests = secrets.map((secret) => ({ method: 'GET' as const, path, headers: { authorization: `Bearer ${secret}` } }));
  const read = async (seconds: number) => {
    const order: LoadOrder = { url: service.url, secrets, seconds, load: { kind: 'send', requests } };
    return (await generator.ask<LoadResult>(order)).p99Ms;
  };
  const work = await prepare(database, folder);
  await work.begin();
  await read(effort.warmUpSeconds);
  await work.end();
  const rounds: { idle: number; busy: number }[] = [];
  for (let round = 0; round < effort.rounds; round += 1) {
    const idle = await read(effort.roundSeconds);
    await work.begin();
    const busy = await read(effort.roundSeconds);
    if (!(await work.isUnfinished())) throw new Error(`${name}: the other work was done before the round was over.`);
    await work.end();
    rounds.push({ idle, busy });
  }
  for (const { stop } of [generator, service, ...others]) await stop();
  const of = (value: (round: { idle: number; busy: number }) => number) => median(rounds.map(value));
  return { name, idleP99Ms: of(({ idle }) => idle), busyP99Ms: of(({ busy }) => busy), ratio: of(({ idle, busy }) => busy / idle) };
}
