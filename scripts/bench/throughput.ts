import { sql } from 'kysely';
import type { Database } from '../../src/platform/database/connect.ts';
import { type Child, forkChild } from './child.ts';
import { cpuTimes, usedBetween } from './cpu-time.ts';
import type { Gradebooks } from './gradebook.ts';
import { type LoadOrder, SERVERS, type ServerName, WORKLOADS, type Workload, type WorkloadName } from './load.ts';
import { meansOf } from './means.ts';
import { type MemoryRow, residentMegabytes } from './memory.ts';
import { runLoad } from './run-load.ts';
import type { SeededDatabase } from './seed.ts';
import { startService } from './service-process.ts';
import { median, medianOf, rotate } from './statistics.ts';

export interface Effort {
  rounds: number;
  roundSeconds: number;
  warmUpSeconds: number;
}

interface Sample {
  perSecond: number;
  p99Ms: number;
  /** Microseconds of CPU per request, of the server and of the database; null if unknown. */
  cpuMicros: number | null;
  databaseMicros: number | null;
}

export interface Measured extends Sample {
  rounds: number[];
}

export interface ThroughputRow {
  name: WorkloadName;
  /** Null for a server that does not support the workload. */
  servers: Record<ServerName, Measured | null>;
  /** The median of the rounds' ratios of requests per second. */
  serviceToLimit: number | null;
  serviceToPlain: number | null;
  serviceToPeer: number | null;
  /** The median of the rounds' ratios of the 99th percentile of the latency. */
  p99ToPeer: number | null;
  /** The ratio of the service's rate to that of another row, if there is one to compare it with. */
  toOther: { name: string; ratio: number } | null;
}

interface Server {
  name: ServerName;
  pid: number;
  url: string;
}

type Samples = Map<string, Sample[]>;

const workloads: readonly (Workload & { name: WorkloadName })[] = WORKLOADS;

/** Loads the servers in turn, in a different order each round, so that disturbances of the machine affect all of them equally. */
export async function measureThroughput(
  names: WorkloadName[],
  { db, seed, isLocal }: SeededDatabase,
  folder: string,
  effort: Effort,
  gradebooks: () => Promise<Gradebooks>,
): Promise<{ rows: ThroughputRow[]; memory: MemoryRow[] }> {
  const compared = workloads.filter(({ name }) => names.includes(name)).map(({ beside }) => beside);
  const needed = workloads.filter(({ name }) => names.includes(name) || compared.includes(name));
  const servers = await startServers(seed, folder);
  const serversOf = (workload: Workload) => servers.filter(({ name }) => (workload.servers ?? SERVERS).includes(name));
  const means = meansOf({ db, seed }, servers.find(({ name }) => name === 'service')?.url ?? '', gradebooks);
  const generator = await forkChild('load-process.ts');
  const loadOnce = async (workload: Workload, server: Server, seconds: number, secrets: string[]): Promise<Sample> => {
    const load = await workload.load({ ...means, server: server.name, secrets });
    const order: LoadOrder = { url: server.url, secrets, seconds, load };
    return sample({ generator, server, workload, order, connections: async () => (isLocal ? connectionPids(db) : []) });
  };
  console.error('warming up');
  for (const workload of needed) for (const server of serversOf(workload)) await loadOnce(workload, server, effort.warmUpSeconds, seed.secrets);
  const samples: Samples = new Map();
  for (let round = 0; round < effort.rounds; round++) {
    console.error(`round ${round + 1} of ${effort.rounds}`);
    const secrets = round % 2 ? seed.secrets : seed.secrets.slice(0, 1);
    for (const workload of rotate([...needed], round)) {
      for (const server of rotate(serversOf(workload), round)) {
        const key = keyOf(workload.name, server.name);
        samples.set(key, [...(samples.get(key) ?? []), await loadOnce(workload, server, effort.roundSeconds, secrets)]);
      }
    }
  }
  const memory = await Promise.all(servers.map(async ({ name, pid }) => ({ name, megabytes: await residentMegabytes(pid) })));
  for (const stop of [generator.stop, ...servers.map(({ stop }) => stop)]) await stop();
  return { rows: needed.filter(({ name }) => names.includes(name)).map(({ name }) => rowOf(name, samples)), memory };
}

const keyOf = (workload: string, server: ServerName): string => `${workload} ${server}`;

async function startServers(seed: SeededDatabase['seed'], folder: string): Promise<(Server & { stop(): Promise<void> })[]> {
  const forked = async (name: ServerName, module: string) => {
    const { pid, ask, stop } = await forkChild(module);
    return { name, pid, url: `http://127.0.0.1:${await ask<number>(seed)}`, stop };
  };
  return Promise.all([
    startService({ DATA_DIR: folder, DATABASE_URL: seed.databaseUrl }).then((service) => ({ name: 'service' as const, ...service })),
    forked('limit', 'limit-server.ts'),
    forked('plain', 'plain-server.ts'),
    forked('peer', 'peer/server.ts'),
  ]);
}

interface Sampling {
  generator: Child;
  server: Server;
  workload: Workload;
  order: LoadOrder;
  /** Returns the processes that serve the connections of this database. */
  connections(): Promise<number[]>;
}

async function sample({ generator, server: { pid }, workload, order, connections }: Sampling): Promise<Sample> {
  const look = async () => ({ server: await cpuTimes([pid]), database: await cpuTimes(await connections()) });
  const before = await look();
  const { requests, seconds, p99Ms } = await runLoad(generator, workload, order);
  const after = await look();
  const micros = (used: number | null) => used && used / requests;
  return {
    perSecond: requests / seconds,
    p99Ms,
    cpuMicros: micros(usedBetween(before.server, after.server)),
    databaseMicros: micros(usedBetween(before.database, after.database)),
  };
}

async function connectionPids(db: Database): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`.execute(db);
  return rows.map(({ pid }) => pid);
}

function rowOf(name: WorkloadName, samples: Samples): ThroughputRow {
  const of = (server: ServerName, workload: string = name): Sample[] => samples.get(keyOf(workload, server)) ?? [];
  const ratio = (dividend: Sample[], divisor: Sample[], value: 'perSecond' | 'p99Ms' = 'perSecond'): number =>
    median(dividend.map((sample, round) => sample[value] / (divisor[round]?.[value] ?? Number.NaN)));
  const toServer = (server: ServerName, value?: 'p99Ms') => (of(server).length ? ratio(of('service'), of(server), value) : null);
  const beside = workloads.find((workload) => workload.name === name)?.beside;
  return {
    name,
    servers: Object.fromEntries(SERVERS.map((server) => [server, of(server).length ? summary(of(server)) : null])) as ThroughputRow['servers'],
    serviceToLimit: toServer('limit'),
    serviceToPlain: toServer('plain'),
    serviceToPeer: toServer('peer'),
    p99ToPeer: toServer('peer', 'p99Ms'),
    toOther: beside === undefined ? null : { name: beside, ratio: ratio(of('service'), of('service', beside)) },
  };
}

const summary = (samples: Sample[]): Measured => ({
  perSecond: medianOf(samples, ({ perSecond }) => perSecond),
  p99Ms: medianOf(samples, ({ p99Ms }) => p99Ms),
  cpuMicros: medianOfKnown(samples.map(({ cpuMicros }) => cpuMicros)),
  databaseMicros: medianOfKnown(samples.map(({ databaseMicros }) => databaseMicros)),
  rounds: samples.map(({ perSecond }) => perSecond),
});

function medianOfKnown(values: (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length ? median(known) : null;
}
