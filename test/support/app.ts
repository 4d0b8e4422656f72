import { readFileSync } from 'node:fs';
import supertest from 'supertest';
import { createApp } from '../../src/http/app.ts';
import { listen } from '../../src/http/server.ts';
import type { Services } from '../../src/http/services.ts';
import type { Clock } from '../../src/platform/clock/clock.ts';
import { MemoryWindow } from '../../src/platform/limits/sliding-window.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { type LogLine, testLogger } from './log.ts';

export const CONTRACT = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8');

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
  /** Everything logged so far. */
  log: LogLine[];
  /** A supertest client of the running server. */
  http: ReturnType<typeof supertest>;
  close(): Promise<void>;
}

/** The whole HTTP surface on a port of its own, over a database of its own, with every answer held against the contract. */
export async function startTestApp(change: (services: Services) => Services = (services) => services): Promise<TestApp> {
  const database = await createTestDatabase();
  const clock = new TestClock();
  const { logger, lines } = testLogger();
  const services = change({
    db: database.db,
    clock,
    limits: new MemoryWindow(clock),
    logger,
    settings: {
      publicUrl: null,
      trustProxy: 0,
      agentQuota: { limit: 1_000_000, windowSeconds: 3600 },
      qaHelpers: false,
      responseValidation: 'always',
      metricsToken: null,
    },
    readiness: async () => ({ ready: true, checks: {} }),
  });
  const server = await listen(await createApp(services, CONTRACT), '127.0.0.1', 0);
  const url = `http://127.0.0.1:${server.port}`;
  return {
    url,
    database,
    clock,
    log: lines,
    http: supertest(url),
    close: async () => {
      await server.drain(0);
      await database.drop();
    },
  };
}
