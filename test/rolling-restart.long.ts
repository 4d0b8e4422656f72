/** @smoke */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LANES } from '../src/jobs/lanes.ts';
import { newAgentKey } from './support/agent-key.ts';
import { takesAtMost } from './support/bound.ts';
import { createTestDatabase, type TestDatabase } from './support/database.ts';
import { type Haproxy, haproxyFound, startHaproxy } from './support/haproxy.ts';
import { type ServiceProcess, startServiceProcess } from './support/service-process.ts';
import { until } from './support/until.ts';

takesAtMost(240);

const RESTARTS = 6;
const CLIENTS = 3;

let folder: string;
let database: TestDatabase;
let haproxy: Haproxy | undefined;
const services: ServiceProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lms-rolling-'));
  database = await createTestDatabase();
});
afterEach(async () => {
  haproxy?.stop();
  await Promise.all(services.splice(0).map((service) => service.end('SIGKILL')));
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** One request on a connection that is kept open. Returns the status, or what went wrong. */
function ask(agent: Agent, port: number, secret: string, body?: object): Promise<string> {
  return new Promise((resolve) => {
    const headers = { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() };
    const sent = request({ agent, host: '127.0.0.1', port, path: '/api/v1/agent/courses/', method: body ? 'POST' : 'GET', headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(String(response.statusCode)));
      response.on('error', (error) => resolve(error.message));
    });
    sent.on('error', (error) => resolve(error.message));
    sent.end(body && JSON.stringify(body));
  });
}

const serving = (services: readonly ServiceProcess[]) => services.filter(({ env }) => env.ROLE !== 'jobs');

/** Starts a process for each of these roles, and a proxy in front of those that serve requests. Returns its port. */
async function startBehindProxy(roles: readonly string[], secret: string): Promise<number> {
  for (const role of roles)
    services.push(await startServiceProcess({ DATABASE_URL: database.url, DATA_DIR: folder, DRAIN_NOTICE_SECONDS: '2', DEMO_SEED: '0', ROLE: role }));
  haproxy = await startHaproxy(serving(services).map(({ port }) => port) as [number, number]);
  const { port: front } = haproxy;
  const agent = new Agent();
  await until(async () => (await ask(agent, front, secret)) === '200');
  return front;
}

/** Restarts the processes, the oldest first, while clients send requests. Returns how often each outcome occurred. */
async function restartWhileAsked(front: number, secret: string, restarts: number, alongside = async () => {}): Promise<Record<string, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const counts: Record<string, number> = {};
  let restarting = true;
  const client = async (index: number) => {
    for (let number = 0; restarting; number++) {
      const outcome = await ask(agent, front, secret, (number + index) % 2 ? { title: 'A course' } : undefined);
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, index) => client(index));
  for (let restart = 0; restart < restarts; restart++) {
    await alongside();
    const [old] = services.splice(0, 1) as [ServiceProcess];
    expect(await old.end()).toBe(0);
    const next = await startServiceProcess({ ...old.env, PORT: String(old.port) });
    services.push(next);
    const hasServed = async () => next.log.some(({ msg, path }) => msg === 'request' && path === '/api/v1/agent/courses/');
    if (next.env.ROLE !== 'jobs') await until(hasServed);
  }
  restarting = false;
  await Promise.all(clients);
  agent.destroy();
  if (process.env.TEST_LOG) console.error(counts);
  return counts;
}

(haproxyFound ? test : test.skip)('six restarts behind a proxy, one process after the other, fail no request', async () => {
  const secret = await newAgentKey(database.db, 'rolling');
  const front = await startBehindProxy(['all', 'all'], secret);
  const counts = await restartWhileAsked(front, secret, RESTARTS);
  expect(Object.keys(counts).sort()).toEqual(['200', '201']);
  const { rows } = await database.pool.query('select count(*)::int as count from courses');
  expect(rows[0].count).toBe(counts[201]);
});

(haproxyFound ? test : test.skip)('restarting two web processes and one for jobs, one after the other, fails no request and loses no job', async () => {
  const secret = await newAgentKey(database.db, 'rolling');
  const front = await startBehindProxy(['web', 'web', 'jobs'], secret);
  const addJobs = async () => {
    await database.pool.query("select graphile_worker.add_job('forget_expired_uploads') from generate_series(1, 20)");
  };
  const counts = await restartWhileAsked(front, secret, 3, addJobs);
  expect(Object.keys(counts).sort()).toEqual(['200', '201']);
  const waiting = async () => (await database.pool.query('select count(*)::int as count from graphile_worker._private_jobs')).rows[0].count;
  await until(async () => (await waiting()) === 0);
  // One for each lane of the process for jobs: the others have none.
  await until(async () => (await database.pool.query('select from job_workers')).rowCount === Object.keys(LANES).length);
});
