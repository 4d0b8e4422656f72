import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { takesAtMost } from './support/bound.ts';
import { freePort } from './support/redis.ts';
import { type ServiceProcess, startServiceProcess } from './support/service-process.ts';
import { until } from './support/until.ts';

takesAtMost(1800);

const MOMENTS = 20;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lms-interrupted-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const inherited = () => Object.fromEntries(Object.entries(process.env).filter(([name]) => !['DATABASE_URL', 'REDIS_URL', 'NODE_OPTIONS'].includes(name)));

/** The processes that work in the folder. */
async function leftIn(directory: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const places = await Promise.all(ids.map(async (id) => [id, await readlink(`/proc/${id}/cwd`).catch(() => '')] as const));
  return places.filter(([, place]) => place.startsWith(`${directory}/`)).map(([id]) => id);
}

/** Starts the service for the first time, and sends the signal after this time. */
async function interrupt(signal: NodeJS.Signals, afterMs: number): Promise<void> {
  const env = { ...inherited(), DATA_DIR: folder, HOST: '127.0.0.1', PORT: String(await freePort()) };
  const child = spawn(process.execPath, ['src/main.ts'], { env, stdio: 'ignore' });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await pause(afterMs);
  child.kill(signal);
  // Before its first line, the process is ended by the signal.
  expect([0, null]).toContain(await ended);
}

/** Starts the service again, tries the demo, and ends it. */
async function heal(): Promise<void> {
  const service: ServiceProcess = await startServiceProcess({ DATA_DIR: folder, SECRET_KEY: '' });
  const { apiKey } = JSON.parse(await readFile(join(folder, 'demo.json'), 'utf8'));
  const answer = await fetch(`${service.url}/api/v1/agent/courses/`, { headers: { Authorization: `Bearer ${apiKey}` } });
  expect([answer.status, ((await answer.json()) as { count: number }).count]).toEqual([200, 1]);
  expect(await service.end()).toBe(0);
  expect(await leftIn(folder)).toEqual([]);
}

/** How long a first start takes here. */
let wholeMs: number;
beforeAll(async () => {
  const first = await mkdtemp(join(tmpdir(), 'lms-first-'));
  const begin = performance.now();
  const service = await startServiceProcess({ DATA_DIR: first });
  wholeMs = performance.now() - begin;
  await service.end();
  await rm(first, { recursive: true, force: true });
});

const moments = Array.from({ length: MOMENTS }, (_, index) => (index + 0.5) / MOMENTS);

test.each(moments)('a first start that is told to stop at %d of its time leaves nothing running, and the next one is whole', async (share) => {
  await interrupt('SIGTERM', share * wholeMs);
  expect(await leftIn(folder)).toEqual([]);
  await heal();
});

test.each(moments)('a first start that is killed at %d of its time heals at the next one', async (share) => {
  await interrupt('SIGKILL', share * wholeMs);
  await heal();
  await until(async () => (await leftIn(folder)).length === 0);
});
