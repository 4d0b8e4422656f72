import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newAgentKey } from './support/agent-key.ts';
import { takesAtMost } from './support/bound.ts';
import { createTestDatabase, type TestDatabase } from './support/database.ts';
import { redisFound, startRedis, type TestRedis } from './support/redis.ts';
import { type ServiceProcess, startServiceProcess } from './support/service-process.ts';
import { startTcpProxy, type TcpProxy } from './support/tcp-proxy.ts';
import { until } from './support/until.ts';

takesAtMost(150);

let folder: string;
let database: TestDatabase;
let proxy: TcpProxy;
let service: ServiceProcess | undefined;
let redis: TestRedis | undefined;
let mailServer: Server | undefined;
let secret: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lms-outages-'));
  database = await createTestDatabase();
  const { hostname, port } = new URL(database.url);
  proxy = await startTcpProxy(hostname, Number(port || 5432));
  secret = await newAgentKey(database.db, 'outages');
});
afterEach(async () => {
  await service?.end('SIGKILL');
  service = undefined;
  redis?.thaw();
  await redis?.stop();
  redis = undefined;
  mailServer?.close();
  await proxy.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function start(env: Record<string, string> = {}): Promise<ServiceProcess> {
  const url = new URL(database.url);
  url.host = `127.0.0.1:${proxy.port}`;
  service = await startServiceProcess({ DATABASE_URL: url.href, DATA_DIR: folder, DEMO_SEED: '0', DRAIN_NOTICE_SECONDS: '0', ...env });
  return service;
}

async function ask({ url }: ServiceProcess, path: string, init: RequestInit = {}) {
  const started = performance.now();
  const response = await fetch(url + path, { ...init, headers: { Authorization: `Bearer ${secret}`, ...init.headers } });
  const body = (await response.json()) as { code?: string; checks?: Record<string, boolean> };
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body, ms: performance.now() - started };
}

const create = (from: ServiceProcess, number: number) =>
  ask(from, '/api/v1/agent/courses/', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(number % 2 ? { 'Idempotency-Key': String(number) } : {}) },
    body: JSON.stringify({ title: 'A course' }),
  });

test('a database that stops without a word ends requests with 503 within 25 seconds, /readyz within three, and both recover', async () => {
  const running = await start();
  expect((await ask(running, '/readyz')).status).toBe(200);
  proxy.freeze();
  const answers = Promise.all(Array.from({ length: 30 }, () => ask(running, '/api/v1/agent/whoami/')));
  const readiness = await ask(running, '/readyz');
  expect([readiness.status, readiness.body.checks?.database]).toEqual([503, false]);
  expect(readiness.ms).toBeLessThan(3000);
  for (const { status, body, retryAfter, ms } of await answers) {
    expect([status, body.code, retryAfter]).toEqual([503, 'service_unavailable', '5']);
    expect(ms).toBeLessThan(27_000);
  }
  proxy.thaw();
  await until(async () => (await ask(running, '/readyz')).status === 200);
  expect((await ask(running, '/api/v1/agent/whoami/')).status).toBe(200);
  expect(running.log.filter(({ level }) => level >= 50)).toEqual([]);
  expect(running.log.filter(({ msg }) => msg === 'dependency failed').length).toBeLessThan(10);
});

(redisFound ? test : test.skip)('a Redis that stops without a word is told by /readyz within two seconds, and API keys are served all the same', async () => {
  redis = await startRedis();
  const running = await start({ REDIS_URL: redis.url });
  redis.freeze();
  const [readiness, ...answers] = await Promise.all([ask(running, '/readyz'), ...Array.from({ length: 20 }, () => ask(running, '/api/v1/agent/whoami/'))]);
  expect(readiness.body.checks?.redis).toBe(false);
  expect(readiness.ms).toBeLessThan(2000);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  redis.thaw();
  await until(async () => (await ask(running, '/readyz')).body.checks?.redis === true);
});

test('two connections serve fifty requests at once, with and without Idempotency-Key', async () => {
  const running = await start({ DATABASE_POOL_SIZE: '2' });
  // The process has loaded what it needs for the fifty.
  expect((await create(running, 50)).status).toBe(201);
  const answers = await Promise.all(Array.from({ length: 50 }, (_, number) => create(running, number)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
});

test('a mail server that never answers holds up neither other jobs nor a stop', async () => {
  const sockets = new Set<Socket>();
  mailServer = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => mailServer?.listen(0, '127.0.0.1', resolve));
  const running = await start({ SMTP_URL: `smtp://127.0.0.1:${(mailServer.address() as AddressInfo).port}`, DRAIN_SECONDS: '4' });
  for (let number = 0; number < 6; number++) {
    const { status } = await ask(running, '/api/v1/auth/signup/', {
      method: 'POST',
      headers: { Authorization: '', 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin', 'X-Forwarded-For': `10.0.0.${number}` },
      body: JSON.stringify({ email: `user-${number}@example.org`, password: 'correct horse battery', name: 'User' }),
    }).catch(() => ({ status: 202 }));
    expect(status).toBe(202);
  }
  const held = async () =>
    (await database.pool.query(`select count(*)::int as held from graphile_worker._private_jobs where locked_by is not null`)).rows[0].held as number;
  await until(async () => (await held()) === 4);
  await database.pool.query(`select graphile_worker.add_job('forget_idempotency_keys')`);
  await until(async () => {
    const { rows } = await database.pool.query(`select from graphile_worker.jobs where task_identifier = 'forget_idempotency_keys'`);
    return rows.length === 0;
  });
  const started = performance.now();
  expect(await running.end()).toBe(0);
  expect(performance.now() - started).toBeLessThan(5000);
  expect(await held()).toBe(0);
  for (const socket of sockets) socket.destroy();
});
