import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueKey } from '../src/domain/identity/api-keys/issue-key.ts';
import { newId } from '../src/domain/kernel/ids.ts';
import { takesAtMost } from './support/bound.ts';
import { createTestDatabase, type TestDatabase } from './support/database.ts';
import { ALL_SCOPES } from './support/organisation.ts';
import { freePort } from './support/redis.ts';
import { type ServiceProcess, startServiceProcess } from './support/service-process.ts';

takesAtMost(150);

const RESTARTS = 6;
const CLIENTS = 3;

/** CI always has one. */
const haproxyFound = spawnSync('haproxy', ['-v']).status === 0 || process.env.CI === 'true';

/** The settings of the README, but for a faster health check. */
const configuration = (front: number, backs: readonly number[]) => `
global
  maxconn 1000
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 2s
  retries 3
  option redispatch
  retry-on conn-failure empty-response
frontend front
  bind 127.0.0.1:${front}
  default_backend service
backend service
  balance roundrobin
  option httpchk GET /readyz
  default-server check inter 200ms fall 2 rise 1
${backs.map((port, index) => `  server s${index} 127.0.0.1:${port}`).join('\n')}
`;

let folder: string;
let database: TestDatabase;
let haproxy: ChildProcess | undefined;
const services: ServiceProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lms-rolling-'));
  database = await createTestDatabase();
});
afterEach(async () => {
  haproxy?.kill('SIGKILL');
  await Promise.all(services.splice(0).map((service) => service.end('SIGKILL')));
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function newKey(): Promise<string> {
  const organisationId = newId();
  await database.db
    .insertInto('organisations')
    .values({ id: organisationId, subdomain: 'rolling', name: 'Rolling', verified_at: new Date().toISOString() })
    .execute();
  await database.db.insertInto('platform_subscriptions').values({ organisation_id: organisationId, plan_id: 'enterprise', status: 'active' }).execute();
  return (await issueKey(database.db, { organisationId, name: 'Key', scopes: ALL_SCOPES, expiresAt: null })).secret;
}

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

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve));
}

(haproxyFound ? test : test.skip)(
  'six restarts behind a proxy, one process after the other, fail no request',
  async () => {
    const secret = await newKey();
    const env = { DATABASE_URL: database.url, DATA_DIR: folder, DRAIN_NOTICE_SECONDS: '2', DEMO_SEED: '0' };
    services.push(await startServiceProcess(env), await startServiceProcess(env));
    const front = await freePort();
    const file = join(folder, 'haproxy.cfg');
    await writeFile(
      file,
      configuration(
        front,
        services.map(({ port }) => port),
      ),
    );
    haproxy = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
    const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
    await until(async () => (await ask(agent, front, secret)) === '200');

    const counts: Record<string, number> = {};
    let restarting = true;
    const client = async (index: number) => {
      for (let number = 0; restarting; number++) {
        const outcome = await ask(agent, front, secret, (number + index) % 2 ? { title: 'A course' } : undefined);
        counts[outcome] = (counts[outcome] ?? 0) + 1;
      }
    };
    const clients = Array.from({ length: CLIENTS }, (_, index) => client(index));
    for (let restart = 0; restart < RESTARTS; restart++) {
      const [old] = services.splice(0, 1) as [ServiceProcess];
      expect(await old.end()).toBe(0);
      services.push(await startServiceProcess({ ...env, PORT: String(old.port) }));
      const served = async () => services.at(-1)?.log.some(({ msg, path }) => msg === 'request' && path === '/api/v1/agent/courses/') ?? false;
      await until(served);
    }
    restarting = false;
    await Promise.all(clients);
    agent.destroy();
    if (process.env.TEST_LOG) console.error(counts);
    expect(Object.keys(counts).sort()).toEqual(['200', '201']);
    const { rows } = await database.pool.query('select count(*)::int as count from courses');
    expect(rows[0].count).toBe(counts[201]);
  },
  145_000,
);
