import { OutageError } from '../../../src/platform/outages/outage.ts';
import { connectRedis, type RedisClient } from '../../../src/platform/redis/connect.ts';
import { redisFound, startRedis, type TestRedis } from '../../support/redis.ts';

(redisFound ? describe : describe.skip)('a Redis that fails', () => {
  let redis: TestRedis;
  let client: RedisClient;
  let reports: unknown[];
  beforeEach(async () => {
    redis = await startRedis();
    reports = [];
    client = await connectRedis(redis.url, (error) => reports.push(error));
  });
  afterEach(async () => {
    client.destroy();
    await redis.stop();
  });

  const outcomeIn = async (work: Promise<unknown>) => {
    const started = performance.now();
    const error = await work.catch((caught: unknown) => caught);
    return { error, ms: performance.now() - started };
  };

  test('without a word ends commands within two seconds, then at once, and is used again when it continues', async () => {
    redis.freeze();
    const first = await Promise.all(Array.from({ length: 50 }, () => outcomeIn(client.get('key'))));
    for (const { error, ms } of first) {
      expect(error).toBeInstanceOf(OutageError);
      expect(ms).toBeLessThan(2000);
    }
    const later = await outcomeIn(client.get('key'));
    expect(later.error).toBeInstanceOf(OutageError);
    expect(later.ms).toBeLessThan(500);
    redis.thaw();
    await answered();
  });

  test('by ending fails commands at once, and reports it', async () => {
    await redis.stop();
    const { error, ms } = await outcomeIn(client.get('key'));
    expect(error).toBeInstanceOf(OutageError);
    expect(ms).toBeLessThan(500);
    expect(reports).toContainEqual(expect.objectContaining({ dependency: 'redis' }));
  });

  test('is not what a process suspects that was too busy to read the answer', async () => {
    const answer = outcomeIn(client.ping());
    // The command is sent in the meantime, and answered at once.
    await new Promise((resolve) => setImmediate(resolve));
    for (const until = performance.now() + 1500; performance.now() < until; );
    expect((await answer).error).toBe('PONG');
    expect(reports).toEqual([]);
  });

  async function answered(): Promise<void> {
    while ((await outcomeIn(client.ping())).error !== 'PONG') await new Promise((resolve) => setImmediate(resolve));
  }
});

(redisFound ? test : test.skip)('a Redis that accepts connections and says nothing is refused at the start within seconds', async () => {
  const redis = await startRedis();
  redis.freeze();
  await expect(connectRedis(redis.url, () => {})).rejects.toBeInstanceOf(OutageError);
  await redis.stop();
});
