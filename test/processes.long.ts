import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { LANES } from '../src/jobs/lanes.ts';
import { newAgentKey } from './support/agent-key.ts';
import { takesAtMost } from './support/bound.ts';
import { createTestDatabase, type TestDatabase } from './support/database.ts';
import { type ServiceProcess, startServiceProcess } from './support/service-process.ts';
import { until } from './support/until.ts';

takesAtMost(200);

let folder: string;
let database: TestDatabase;
const services: ServiceProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lms-processes-'));
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.end('SIGKILL')));
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function start(env: Record<string, string>): Promise<ServiceProcess> {
  const service = await startServiceProcess({ DATABASE_URL: database.url, DATA_DIR: folder, DEMO_SEED: '0', DRAIN_NOTICE_SECONDS: '0', ...env });
  services.push(service);
  return service;
}

/** One request on a connection of its own. Workers get connections in turn. */
function ask({ port }: ServiceProcess, path: string, secret = ''): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${secret}` };
    get({ agent: new Agent(), host: '127.0.0.1', port, path, headers }, async (response) => {
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      resolve({ status: response.statusCode ?? 0, text });
    }).on('error', reject);
  });
}

const COURSES = '/api/v1/agent/courses/';
const LISTED = 'http_request_duration_seconds_count{operation="listAgentCourses",status="200"}';

async function metric(service: ServiceProcess, name: string): Promise<number | undefined> {
  const { text } = await ask(service, '/metrics');
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}

const lines = ({ log }: ServiceProcess, path: string) => log.filter(({ msg, path: asked }) => msg === 'request' && asked === path);
const pidsOf = (service: ServiceProcess) => new Set(lines(service, COURSES).map(({ pid }) => pid as number));

const isGone = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
};

test('two workers share a port, limits and metrics, one that is killed is replaced, and SIGTERM ends all of them', async () => {
  const secret = await newAgentKey(database.db, 'workers');
  const service = await start({ WORKERS: '2', AGENT_RATE_LIMIT: '30' });
  const statuses = [];
  for (let number = 0; number < 32; number++) statuses.push((await ask(service, COURSES, secret)).status);
  expect(statuses).toEqual([...Array(30).fill(200), 429, 429]);
  await until(async () => lines(service, COURSES).length === 32);
  const pids = pidsOf(service);
  expect(pids.size).toBe(2);
  expect(pids).not.toContain(service.pid);
  expect(await metric(service, LISTED)).toBe(30);
  // Two that serve, and one that runs jobs.
  expect(await metric(service, 'service_workers{state="ready"}')).toBe(3);
  expect(await metric(service, 'database_pool_connections_max{pool="requests"}')).toBe(30);
  // What all of them see alike is asked of one.
  await database.pool.query("select graphile_worker.add_job('check_domains', run_at => now() + interval '1 day')");
  expect(await metric(service, 'jobs_queue_size{task="check_domains",state="scheduled"}')).toBe(1);
  expect(await metric(service, 'database_up')).toBe(1);
  expect(await metric(service, 'service_build_info{version="1.0.0",revision="unknown"}')).toBe(1);

  const [victim = 0] = pids;
  process.kill(victim, 'SIGKILL');
  // A connection that is handed to a worker which dies at that moment is lost, so that the first request comes when the death is known.
  await until(async () => service.log.some(({ msg }) => msg === 'a worker ended; starting another'));
  await until(async () => (await metric(service, 'service_worker_restarts_total')) === 1 && (await metric(service, 'service_workers{state="ready"}')) === 3);
  expect(await metric(service, LISTED)).toBe(30);
  await until(async () => {
    await ask(service, COURSES, secret);
    return pidsOf(service).size === 3;
  });

  expect(await service.end()).toBe(0);
  expect([...pidsOf(service)].map(isGone)).toEqual([true, true, true]);
  await expect(ask(service, '/healthz')).rejects.toThrow('ECONNREFUSED');
});

test('workers end when the process that started them is killed', async () => {
  const secret = await newAgentKey(database.db, 'workers');
  const service = await start({ WORKERS: '2' });
  await until(async () => {
    await ask(service, COURSES, secret);
    return pidsOf(service).size === 2;
  });
  await service.end('SIGKILL');
  await until(async () => [...pidsOf(service)].every(isGone));
});

test('with workers and without servers, the embedded PostgreSQL starts once and the demo key works on every worker', async () => {
  const service = await start({ WORKERS: '2', DATABASE_URL: '', DEMO_SEED: '1' });
  const { apiKey } = JSON.parse(await readFile(join(folder, 'demo.json'), 'utf8')) as { apiKey: string };
  await until(async () => {
    expect((await ask(service, COURSES, apiKey)).status).toBe(200);
    return pidsOf(service).size === 2;
  });
  expect(await service.end()).toBe(0);
});

test('a web process runs no jobs, and a process for jobs serves only health and metrics, prints its own address, and warns of a misspelt setting', async () => {
  const web = await start({ ROLE: 'web' });
  await database.pool.query("select graphile_worker.add_job('forget_expired_uploads')");
  const jobs = await start({ ROLE: 'jobs', PUBLIC_URL: 'https://learn.example.org', AGENT_RATE_LIMT: '5' });
  expect(jobs.errors()).toContain(`Jobs, health  http://localhost:${jobs.port}/readyz`);
  expect(jobs.errors()).toContain('warning: AGENT_RATE_LIMT is not a setting; did you mean AGENT_RATE_LIMIT?');
  await until(async () => (await database.pool.query('select from graphile_worker._private_jobs')).rowCount === 0);
  await until(async () => (await database.pool.query('select from job_workers')).rowCount === Object.keys(LANES).length);

  const statusesOf = (service: ServiceProcess) =>
    Promise.all(['/healthz', '/readyz', '/metrics', COURSES, '/docs', '/sign-in', '/nothing'].map(async (path) => (await ask(service, path)).status));
  expect(await statusesOf(web)).toEqual([200, 200, 200, 401, 200, 200, 404]);
  expect(await statusesOf(jobs)).toEqual([200, 200, 200, 404, 404, 404, 404]);
  const prioritiesOf = async ({ pid }: ServiceProcess) => (await readdir(`/proc/${pid}/task`).catch(() => [pid])).map((id) => getPriority(Number(id)));
  expect(Math.min(...(await prioritiesOf(jobs)))).toBeGreaterThan(Math.max(...(await prioritiesOf(web))));
  expect(await jobs.end()).toBe(0);
  expect(await web.end()).toBe(0);
});
