import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sign } from 'cookie-signature';
import type { SessionData } from 'express-session';
import supertest from 'supertest';
import { createApp, createContentApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { newId } from '../../src/domain/kernel/ids.ts';
import type { JobName } from '../../src/domain/kernel/jobs.ts';
import type { Ports } from '../../src/domain/kernel/tools.ts';
import { openGauges } from '../../src/gauges.ts';
import { currentBase } from '../../src/http/exchange.ts';
import { createMetrics } from '../../src/http/metrics.ts';
import { openSessions } from '../../src/http/open-sessions.ts';
import { LIMITS } from '../../src/http/quotas.ts';
import { hasSecureCookies } from '../../src/http/secure-cookies.ts';
import { listen } from '../../src/http/server.ts';
import type { Services } from '../../src/http/services.ts';
import { JobCounts } from '../../src/jobs/job-counts.ts';
import { JOB_NAMES } from '../../src/jobs/tasks.ts';
import type { Clock } from '../../src/platform/clock/clock.ts';
import { readsOn } from '../../src/platform/database/stale-reads.ts';
import { RedisWindow } from '../../src/platform/limits/redis-window.ts';
import { MemoryWindow, type SlidingWindow } from '../../src/platform/limits/sliding-window.ts';
import { OutageLog } from '../../src/platform/outages/outage-log.ts';
import { connectRedis, type RedisClient } from '../../src/platform/redis/connect.ts';
import { createKeyring } from '../../src/platform/secrets/keyring.ts';
import type { Storage } from '../../src/platform/storage/storage.ts';
import { closePorts, openPorts } from '../../src/ports.ts';
import type { TestDatabase } from './database.ts';
import { jobRunner } from './jobs.ts';
import { requireKeptCounts } from './kept-counts.ts';
import { lendTestDatabase } from './lent-database.ts';
import { type LogLine, testLogger } from './log.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';
import { noteChanges } from './notes.ts';
import { OwnWindow } from './own-window.ts';
import { ReadOnlyGuard } from './read-only-guard.ts';

export const CONTRACT = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8');

export const SECRET = 'the secret of the tests, long enough';

/** A clock that stands still until a test advances it. */
export class TestClock implements Clock {
  time = Date.now();
  now(): number {
    return this.time;
  }
  advance(ms: number): void {
    this.time += ms;
  }
}

export interface TestApp {
  url: string;
  database: TestDatabase;
  clock: TestClock;
  mailbox: Mailbox;
  storage: Storage;
  /** Writes the clicks on links of affiliates that were not written yet. */
  flushClicks(): Promise<void>;
  /** Under which limits are counted in a Redis that other services have, too. */
  limitsName: string;
  /** The folder of the storage on disk. */
  files: string;
  /** Jobs that wait for ever. */
  idle: readonly JobName[];
  /** Everything logged so far. */
  log: LogLine[];
  /** Returns the cookie of a new session of this user, whose current organisation is that one. */
  signedInCookie(userId: string, organisationId?: string): Promise<string>;
  /** A supertest client for the running server. */
  http: ReturnType<typeof supertest>;
  close(): Promise<void>;
}

/** Stores a session like that of a completed sign-in. */
async function signedInCookie({ sessions: { store, register }, ports, settings }: Services, userId: string, organisationId?: string): Promise<string> {
  const now = ports.clock.now();
  const id = randomBytes(24).toString('base64url');
  const cookie = { originalMaxAge: 60 * 24 * 3600_000, httpOnly: true, sameSite: 'lax' as const, path: '/' };
  const proof = { at: now, bySecondFactor: false };
  const data = {
    cookie,
    userId,
    epoch: 0,
    stage: 'signed_in' as const,
    methods: [],
    startedAt: now,
    seenAt: now,
    publicId: newId(),
    proof,
    ...(organisationId && { organisationId }),
  };
  await new Promise<void>((resolve, reject) => store.set(id, data as unknown as SessionData, (error) => (error ? reject(error) : resolve())));
  await register.begin({ ...data, id: data.publicId }, { ip: null }, true);
  const name = hasSecureCookies(settings) ? '__Host-lms_session' : 'lms_session';
  return `${name}=${encodeURIComponent(`s:${sign(id, ports.keyring.cookieSecrets[0])}`)}`;
}

/** Limits are counted in Redis if the run has one. Processes of the same service have the same name there. */
async function openLimits(clock: Clock, name: string): Promise<{ limits: SlidingWindow; redis: RedisClient | null; close: () => void }> {
  const memory = new MemoryWindow(clock);
  if (!process.env.REDIS_URL) return { limits: memory, redis: null, close: () => {} };
  const client = await connectRedis(process.env.REDIS_URL, () => {});
  const fail = (error: unknown) => {
    throw error;
  };
  return { limits: new OwnWindow(new RedisWindow(client, memory, fail), name), redis: client, close: () => client.destroy() };
}

/** Replaces ports, as in `startTestApp(withPorts({ dns }))`. */
export const withPorts =
  (ports: Partial<Ports>) =>
  (services: Services): Services => ({ ...services, ports: { ...services.ports, ...ports } });

/** Replaces settings, as in `startTestApp(withSettings({ qaHelpers: false }))`. */
export const withSettings =
  (settings: Partial<Services['settings']>) =>
  (services: Services): Services => ({ ...services, settings: { ...services.settings, ...settings } });

interface TestAppOptions {
  /** SECRET_KEY, followed by the keys of SECRET_KEY_OLD. */
  keys?: readonly [string, ...string[]];
  /** A database to use instead of a new one. */
  database?: TestDatabase;
  /** Another process of the same service: it shares its database, its files and its clock with this one, which must be closed last. */
  beside?: TestApp;
  /** Jobs that wait for ever, because no test asks what they do. */
  idle?: readonly JobName[];
  /** Whether jobs that an earlier test of the file has left run, too, because what they leave undone takes a place in a queue. */
  runsLeftJobs?: boolean;
}

/** Returns a supertest client whose requests share connections. By default, each opens its own, which takes longer than the rest of a small request. */
function clientOf(url: string, connections: Agent): TestApp['http'] {
  const client = Object.entries(supertest(url)).map(([method, ask]) => [
    method,
    (path: string) => (ask as (path: string) => supertest.Test)(path).agent(connections),
  ]);
  return Object.fromEntries(client) as TestApp['http'];
}

/** Starts the whole HTTP surface on its own port with its own database. Every response is validated against the contract. */
export async function startTestApp(
  change: (services: Services) => Services = (services) => services,
  { keys: [secret, ...oldSecrets] = [SECRET], beside, database: own, idle = [], runsLeftJobs = false }: TestAppOptions = {},
): Promise<TestApp> {
  const database = beside?.database ?? own ?? (await lendTestDatabase());
  const clock = beside?.clock ?? new TestClock();
  const limitsName = beside?.limitsName ?? randomBytes(6).toString('hex');
  const { limits, redis, close: closeLimits } = await openLimits(clock, limitsName);
  const folder = beside ? dirname(beside.files) : await mkdtemp(join(tmpdir(), 'lms-files-'));
  const files = join(folder, 'files');
  await mkdir(files, { recursive: true });
  const mailbox = await openMailbox();
  const config = readConfig({ DATA_DIR: folder, DNS_SERVERS: '127.0.0.1:9', CNAME_TARGET: 'domains.example.org', ...mailbox.environment });
  let url = '';
  let contentPort: number | null = null;
  const ports = await openPorts(config, {
    db: database.db,
    clock,
    keyring: createKeyring(secret, oldSecrets),
    base: () => currentBase(url),
    contentPort: () => contentPort,
  });
  const { logger, lines } = testLogger();
  const metrics = createMetrics(LIMITS);
  openGauges(metrics, { pools: { requests: database.pool, jobs: database.jobPool }, jobs: database }, redis);
  const services = change({
    ports: { ...ports, sms: mailbox.sms },
    limits,
    staleReads: readsOn(database.db.withPlugin(new ReadOnlyGuard())),
    sessions: openSessions(database, redis, (error) => logger.error({ err: String(error) }, 'session store')),
    logger,
    metrics,
    outages: new OutageLog(logger, metrics.registry),
    settings: {
      publicUrl: null,
      isEmbedded: false,
      trustProxy: 1,
      contentHost: null,
      webOrigins: new Set(),
      agentQuota: { limit: 1_000_000, windowSeconds: 3600 },
      qaHelpers: true,
      scanMaxBytes: config.scanMaxBytes,
      responseValidation: 'always',
      metricsToken: null,
    },
    demoKey: () => null,
    demo: null,
    policyText: async () => null,
    readiness: async () => ({ ready: true, checks: {} }),
  });
  const { runJobs } = jobRunner(
    { ...services.ports, base: services.settings.publicUrl ?? 'http://app.example.org' },
    database.jobPool,
    logger,
    services.outages,
    new JobCounts(metrics.registry, JOB_NAMES),
    { idle, runsLeftJobs },
  );
  const server = await listen(await createApp(services, async () => CONTRACT), '127.0.0.1', 0);
  url = `http://127.0.0.1:${server.port}`;
  const connections = new Agent({ keepAlive: true });
  const contents = await listen(createContentApp(services), '127.0.0.1', 0);
  contentPort = contents.port;
  return {
    url,
    database,
    clock,
    mailbox: mailbox.after(runJobs),
    storage: services.ports.storage,
    flushClicks: () => services.ports.clicks.flush(),
    files,
    limitsName,
    idle,
    log: lines,
    http: clientOf(url, connections),
    signedInCookie: (userId, organisationId) => signedInCookie(services, userId, organisationId),
    close: async () => {
      connections.destroy();
      await server.drain(0, AbortSignal.abort());
      await contents.drain(0, AbortSignal.abort());
      await noteChanges(lines, database);
      closeLimits();
      await closePorts(services.ports);
      await mailbox.close();
      if (beside) return;
      await requireKeptCounts(database);
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
