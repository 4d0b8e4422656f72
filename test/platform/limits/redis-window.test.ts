import { RedisWindow } from '../../../src/platform/limits/redis-window.ts';
import { MemoryWindow } from '../../../src/platform/limits/sliding-window.ts';
import type { RedisClient } from '../../../src/platform/redis/connect.ts';
import { TestClock } from '../../support/app.ts';
import { redisFound, startRedis, type TestRedis } from '../../support/redis.ts';

const QUOTA = { limit: 5, windowSeconds: 60 };

(redisFound ? describe : describe.skip)('with a Redis server,', () => {
  let redis: TestRedis;
  let clients: RedisClient[];
  beforeAll(async () => {
    redis = await startRedis();
    clients = await Promise.all([redis.connect(), redis.connect()]);
  });
  afterAll(async () => {
    for (const client of clients) client.destroy();
    await redis.stop();
  });

  const windows = (onFailure = (error: unknown) => expect(error).toBeUndefined()) =>
    clients.map((client) => new RedisWindow(client, new MemoryWindow(new TestClock()), onFailure)) as [RedisWindow, RedisWindow];

  test('processes share one quota, even with concurrent requests', async () => {
    const [one, two] = windows();
    const verdicts = await Promise.all(Array.from({ length: 20 }, (_, number) => (number % 2 ? one : two).take('shared', QUOTA)));
    expect(verdicts.filter((verdict) => verdict.allowed)).toHaveLength(5);
    const refused = await one.take('shared', QUOTA);
    expect(refused).toMatchObject({ allowed: false, remaining: 0 });
    expect(refused.resetMs).toBeGreaterThan(50_000);
    expect(refused.resetMs).toBeLessThanOrEqual(60_000);
    expect(await two.take('other', QUOTA)).toMatchObject({ allowed: true, remaining: 4 });
  });

  test('what is given back does not count for any process, and beyond the limit actions pause twice as long each time', async () => {
    const [one, two] = windows();
    for (let number = 0; number < 10; number++) {
      expect(await one.take('given', QUOTA)).toMatchObject({ allowed: true });
      await two.giveBack('given');
    }
    const quota = { limit: 2, windowSeconds: 3600, pauses: { firstSeconds: 100, longestSeconds: 300 } };
    for (const remaining of [1, 0]) expect(await one.take('paced', quota)).toMatchObject({ allowed: true, remaining });
    const [client] = clients as [RedisClient];
    for (const pause of [100, 200, 300, 300]) {
      const refused = await two.take('paced', quota);
      expect(refused).toMatchObject({ allowed: false, remaining: 0 });
      expect(refused.resetMs).toBeGreaterThan(pause * 1000 - 10_000);
      expect(refused.resetMs).toBeLessThanOrEqual(pause * 1000);
      const acts = await client.zRangeWithScores('limit:paced', 0, -1);
      await client.zAdd(
        'limit:paced',
        acts.map(({ value, score }) => ({ value, score: score - pause * 1000 })),
      );
      expect(await one.take('paced', quota)).toMatchObject({ allowed: true });
    }
  });

  test('a quota of zero rejects every request and returns a whole window as the time to wait', async () => {
    const [one] = windows();
    expect(await one.take('none', { limit: 0, windowSeconds: 60 })).toEqual({ allowed: false, remaining: 0, resetMs: 60_000 });
  });

  test('a request leaves the window when its time is over, and the Redis key expires', async () => {
    const [one] = windows();
    for (let number = 0; number < 5; number++) await one.take('sliding', QUOTA);
    const [client] = clients as [RedisClient];
    const [oldest] = await client.zRange('limit:sliding', 0, 0);
    await client.zAdd('limit:sliding', { score: Date.now() - 60_001, value: oldest as string });
    expect(await one.take('sliding', QUOTA)).toMatchObject({ allowed: true, remaining: 0 });
    expect(await one.take('sliding', QUOTA)).toMatchObject({ allowed: false });
    expect(await client.pTTL('limit:sliding')).toBeGreaterThan(0);
  });

  test('the limit still applies within the process while Redis is unavailable', async () => {
    const own = await startRedis();
    const client = await own.connect();
    const failures: unknown[] = [];
    const window = new RedisWindow(client, new MemoryWindow(new TestClock()), (error) => failures.push(error));
    await own.stop();
    const verdicts = [];
    for (let number = 0; number < 7; number++) verdicts.push(await window.take('away', QUOTA));
    expect(verdicts.map((verdict) => verdict.allowed)).toEqual([true, true, true, true, true, false, false]);
    expect(failures).toHaveLength(7);
    client.destroy();
  });
});

test('redis-server is installed in CI', () => {
  if (process.env.CI === 'true') expect(redisFound).toBe(true);
});
