import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import type { JobTools } from '../../src/domain/kernel/tools.ts';
import { createApp } from '../../src/http/app.ts';
import { openSessions } from '../../src/http/open-sessions.ts';
import { listen } from '../../src/http/server.ts';
import type { Services } from '../../src/http/services.ts';
import type { Clock } from '../../src/platform/clock/clock.ts';
import { dnsResolver } from '../../src/platform/dns/dns-resolver.ts';
import { publicFetch } from '../../src/platform/fetch/public-fetch.ts';
import { publicPost } from '../../src/platform/fetch/public-post.ts';
import { openIdProviders } from '../../src/platform/identity/openid-providers.ts';
import { RedisWindow } from '../../src/platform/limits/redis-window.ts';
import { MemoryWindow, type SlidingWindow } from '../../src/platform/limits/sliding-window.ts';
import { connectRedis, type RedisClient } from '../../src/platform/redis/connect.ts';
import { createKeyring } from '../../src/platform/secrets/keyring.ts';
import { diskStorage } from '../../src/platform/storage/disk.ts';
import type { Storage } from '../../src/platform/storage/storage.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { type LogLine, testLogger } from './log.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';

export const CONTRACT = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8');

export const SECRET = 'the secret of the tests, long enough';

/** A clock that stands still until a test moves it. */
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
  /** The folder of the storage on disk. */
  files: string;
  /** Everything logged so far. */
  log: LogLine[];
  /** A supertest client of the running server. */
  http: ReturnType<typeof supertest>;
  close(): Promise<void>;
}

/** Limits count in Redis where the run has one. */
async function openLimits(clock: Clock): Promise<{ limits: SlidingWindow; redis: RedisClient | null; close: () => void }> {
  const memory = new MemoryWindow(clock);
  if (!process.env.REDIS_URL) return { limits: memory, redis: null, close: () => {} };
  const client = await connectRedis(process.env.REDIS_URL, () => {});
  const fail = (error: unknown) => {
    throw error;
  };
  return { limits: new RedisWindow(client, memory, fail), redis: client, close: () => client.destroy() };
}

/** The whole HTTP surface on a port of its own, over a database of its own, with every answer held against the contract. */
export async function startTestApp(
  change: (services: Services) => Services = (services) => services,
  tools: Pick<JobTools, 'publicPost'> = { publicPost: publicPost() },
): Promise<TestApp> {
  const database = await createTestDatabase();
  const clock = new TestClock();
  const { limits, redis, close: closeLimits } = await openLimits(clock);
  const keyring = createKeyring(SECRET);
  const folder = await mkdtemp(join(tmpdir(), 'lms-files-'));
  const storage = diskStorage({ directory: folder, secret: keyring.fileSecret, base: () => url, clock });
  let url = '';
  const dns = dnsResolver(['127.0.0.1:9']);
  const { logger, lines } = testLogger();
  const services = change({
    db: database.db,
    clock,
    limits,
    keyring,
    storage,
    dns,
    providers: openIdProviders([]),
    ai: null,
    scanner: null,
    publicFetch: publicFetch(),
    sessions: openSessions(database, redis, (error) => logger.error({ err: String(error) }, 'session store')),
    logger,
    settings: {
      publicUrl: null,
      trustProxy: 1,
      agentQuota: { limit: 1_000_000, windowSeconds: 3600 },
      cnameTarget: 'domains.example.org',
      qaHelpers: true,
      responseValidation: 'always',
      metricsToken: null,
    },
    readiness: async () => ({ ready: true, checks: {} }),
  });
  const { cnameTarget, publicUrl } = services.settings;
  const mailbox = await openMailbox({ ...services, ...tools, cnameTarget, publicUrl: publicUrl ?? 'http://app.example.org' }, database.pool);
  const server = await listen(await createApp(services, CONTRACT), '127.0.0.1', 0);
  url = `http://127.0.0.1:${server.port}`;
  return {
    url,
    database,
    clock,
    mailbox,
    storage: services.storage,
    files: folder,
    log: lines,
    http: supertest(url),
    close: async () => {
      await server.drain(0);
      closeLimits();
      await mailbox.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
