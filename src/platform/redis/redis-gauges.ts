import { Gauge, type Registry } from 'prom-client';
import { onceAtATime } from '../metrics/once-at-a-time.ts';
import type { RedisClient } from './connect.ts';

/** Reports whether Redis answers this process, and how quickly. Of several workers, the worst one counts. */
export function watchRedis(registry: Registry, redis: RedisClient): void {
  const measure = onceAtATime(async () => {
    const began = performance.now();
    const answers = await redis.ping().then(
      () => true,
      () => false,
    );
    up.set(answers ? 1 : 0);
    if (answers) ping.set((performance.now() - began) / 1000);
    else ping.remove();
  });
  const options = { registers: [registry], collect: measure };
  const up = new Gauge({ name: 'redis_up', help: 'Whether Redis answers: 1 or 0.', aggregator: 'min', ...options });
  const ping = new Gauge({ name: 'redis_ping_seconds', help: 'Time in which Redis has answered a ping.', aggregator: 'max', ...options });
}
