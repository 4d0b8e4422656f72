import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './redis.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import { until } from './until.ts';

const MOMENTS = 20;

let folder: string;

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
  expect([answer.status, ((await answer.json()) as { count: number }).count]).toEqual([200, 3]);
  expect(await service.end()).toBe(0);
  expect(await leftIn(folder)).toEqual([]);
}

/**
 * The tests of one signal and of every other of twenty moments of a first start, the even or the odd ones.
 * @param signal SIGTERM must leave nothing running
 */
export function testInterruptions(signal: 'SIGTERM' | 'SIGKILL', isOdd: boolean): void {
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
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lms-interrupted-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const moments = Array.from({ length: MOMENTS }, (_, index) => (index + 0.5) / MOMENTS).filter((_, index) => (index % 2 === 1) === isOdd);
  test.each(moments)(`a first start that gets ${signal} at %d of its time leaves nothing that the next one does not heal`, async (share) => {
    await interrupt(signal, share * wholeMs);
    if (signal === 'SIGTERM') expect(await leftIn(folder)).toEqual([]);
    await heal();
    await until(async () => (await leftIn(folder)).length === 0);
  });
}
