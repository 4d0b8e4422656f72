import { openSessions } from '../../src/http/open-sessions.ts';
import type { RedisClient } from '../../src/platform/redis/connect.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Browser, newUser, PASSWORD, type TestUser } from '../support/browser.ts';
import { redisFound, startRedis, type TestRedis } from '../support/redis.ts';

let app: TestApp;
afterEach(() => app.close());

async function expectNoSignIn(user: TestUser): Promise<void> {
  const browser = new Browser(app);
  const { status, body, headers } = await browser.call('post', 'auth/login/', { email: user.email, password: PASSWORD });
  expect([status, body.code, headers['set-cookie']]).toEqual([503, 'service_unavailable', undefined]);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect((await browser.call('get', 'me/')).status).toBe(401);
}

async function expectSignIn(user: TestUser): Promise<void> {
  const browser = new Browser(app);
  expect((await browser.call('post', 'auth/login/', { email: user.email, password: PASSWORD })).status).toBe(200);
  expect((await browser.call('get', 'me/')).status).toBe(200);
}

const inRedis = process.env.REDIS_URL !== undefined;

(inRedis ? test.skip : test)('a session that the database cannot store is no sign-in', async () => {
  app = await startTestApp();
  const user = await newUser(app, { signedIn: false });
  const { pool } = app.database;
  await pool.query(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'disk full' using errcode = '53100'; end $$`);
  await pool.query('create trigger refuse before insert on sessions for each row execute function refuse()');
  await expectNoSignIn(user);
  await pool.query('drop trigger refuse on sessions');
  await expectSignIn(user);
});

(redisFound ? describe : describe.skip)('with a Redis', () => {
  let redis: TestRedis;
  let client: RedisClient;
  beforeEach(async () => {
    redis = await startRedis();
    client = await redis.connect();
  });
  afterEach(async () => {
    client.destroy();
    await redis.stop();
  });

  const startOnRedis = async () => {
    app = await startTestApp((services) => ({ ...services, sessions: openSessions(services.ports as never, client, () => {}) }));
  };

  test.each(['ends', 'hangs', 'takes no writes'])('that %s, a session is not stored, which is no sign-in', async (failure) => {
    await startOnRedis();
    const user = await newUser(app, { signedIn: false });
    if (failure === 'ends') await redis.stop();
    else if (failure === 'hangs') redis.freeze();
    else await client.sendCommand(['REPLICAOF', '127.0.0.1', '1']);
    await expectNoSignIn(user);
  });

  test('that hangs, a signed-in browser is told to come back, within two seconds, and stays signed in', async () => {
    await startOnRedis();
    const { browser } = await newUser(app);
    expect((await browser.call('get', 'me/')).status).toBe(200);
    redis.freeze();
    const started = performance.now();
    const answers = await Promise.all(Array.from({ length: 10 }, () => browser.call('get', 'me/')));
    for (const { status, body } of answers) expect([status, body.code]).toEqual([503, 'service_unavailable']);
    expect(performance.now() - started).toBeLessThan(2000);
    redis.thaw();
    while ((await browser.call('get', 'me/')).status !== 200) await new Promise((resolve) => setImmediate(resolve));
    expect(app.log.filter(({ level }) => level >= 50)).toEqual([]);
    expect(app.log.filter(({ msg }) => msg === 'dependency failed').length).toBeLessThan(5);
  });
});
