import { readFileSync } from 'node:fs';
import type { SessionData, Store } from 'express-session';
import type { Pool } from 'pg';
import { RedisWindow } from '../../../src/platform/limits/redis-window.ts';
import { MemoryWindow } from '../../../src/platform/limits/sliding-window.ts';
import { connectRedis, type RedisClient } from '../../../src/platform/redis/connect.ts';
import { type StoredSessions, sessionStore } from '../../../src/platform/sessions/store.ts';
import { TestClock } from '../../support/app.ts';
import { redisFound, startRedis, type TestRedis } from '../../support/redis.ts';

const PASSWORD = 'hunter2';
/** The command of the operator's guide that creates the user. */
const [, documented = ''] = /^ACL SETUSER lms (.+)$/m.exec(readFileSync('scripts/ops/README.md', 'utf8')) ?? [];
const RULES = documented.replace(/>\S+/, `>${PASSWORD}`).split(' ');

(redisFound ? describe : describe.skip)("the user of the operator's guide", () => {
  let redis: TestRedis;
  let admin: RedisClient;
  let runs = 0;
  beforeAll(async () => {
    redis = await startRedis();
    admin = await redis.connect();
  });
  afterAll(async () => {
    admin.destroy();
    await redis.stop();
  });

  /** Does everything that the service does in Redis, as a user with these rules, and returns the commands that were refused. */
  async function refused(rules: readonly string[]): Promise<string[]> {
    await admin.aclSetUser('lms', ['reset', ...rules]);
    await admin.sendCommand(['ACL', 'LOG', 'RESET']);
    const client = await connectRedis(redis.url.replace('//', `//lms:${PASSWORD}@`), () => {});
    const errors: unknown[] = [];
    const note = (error: unknown) => void errors.push(error);
    await client.ping().catch(note);
    await useSessions(sessionStore({} as Pool, client, note)).catch(note);
    const key = `acl-${runs++}`;
    const window = new RedisWindow(client, new MemoryWindow(new TestClock()), note);
    for (let number = 0; number < 3; number++) await window.take(key, { limit: 2, windowSeconds: 60 });
    client.destroy();
    const log = (await admin.aclLog()) as { object: string }[];
    if (errors.length && !log.length) throw errors[0];
    // The client names itself to the server, and does without if it may not.
    return log.map(({ object }) => object).filter((object) => !object.startsWith('client|'));
  }

  async function useSessions({ store, change, keepNote, readNote }: StoredSessions): Promise<void> {
    const done = <T>(start: (callback: (error: unknown, value?: T) => void) => void) =>
      new Promise<T | undefined>((resolve, reject) => start((error, value) => (error ? reject(error as Error) : resolve(value))));
    const session = { cookie: { originalMaxAge: 60_000 }, userId: 'somebody' } as SessionData;
    await done((callback) => store.set('id', session, callback));
    expect(await done<SessionData | null>((callback) => store.get('id', callback as Parameters<Store['get']>[1]))).toMatchObject({ userId: 'somebody' });
    expect(await change('id', { userId: 'somebody else' })).toBe(true);
    await done((callback) => store.destroy('id', callback));
    await keepNote('note', { kept: true }, 60);
    expect([await readNote('note'), await readNote('another')]).toEqual([{ kept: true }, null]);
    expect(await done<SessionData | null>((callback) => store.get('id', callback as Parameters<Store['get']>[1]))).toBeFalsy();
  }

  test('may do everything that sessions, limits and the readiness check need', async () => {
    expect(await refused(RULES)).toEqual([]);
  });

  test('needs each of its rights', async () => {
    for (const right of RULES.filter((rule) => /^[+~]/.test(rule)))
      expect([right, await refused(RULES.filter((rule) => rule !== right))]).not.toEqual([right, []]);
  });
});
