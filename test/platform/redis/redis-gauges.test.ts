import { Registry } from 'prom-client';
import { watchRedis } from '../../../src/platform/redis/redis-gauges.ts';
import { sampleIn } from '../../support/metrics.ts';
import { redisFound, startRedis } from '../../support/redis.ts';

(redisFound ? test : test.skip)('whether Redis answers is reported, and how quickly', async () => {
  const server = await startRedis();
  const client = await server.connect();
  const registry = new Registry();
  watchRedis(registry, client);
  const read = async () => {
    const text = await registry.metrics();
    return [sampleIn(text, 'redis_up'), sampleIn(text, 'redis_ping_seconds')];
  };
  expect(await read()).toEqual([1, expect.any(Number)]);
  await server.stop();
  expect(await read()).toEqual([0, undefined]);
  client.destroy();
});
