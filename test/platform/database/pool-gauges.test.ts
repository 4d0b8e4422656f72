import { Registry } from 'prom-client';
import { connectDatabase } from '../../../src/platform/database/connect.ts';
import { watchPools } from '../../../src/platform/database/pool-gauges.ts';
import { createTestDatabase } from '../../support/database.ts';
import { sampleIn } from '../../support/metrics.ts';

test('connections of a pool are reported as in use or idle, and so are statements that wait for one', async () => {
  const database = await createTestDatabase();
  const { db, pool } = connectDatabase({ url: database.url, poolSize: 2, onIdleError: () => {} });
  const registry = new Registry();
  watchPools(registry, { requests: pool });
  const read = async () => {
    const text = await registry.metrics();
    const connections = (state: string) => sampleIn(text, 'database_pool_connections', { pool: 'requests', state });
    return [connections('in_use'), connections('idle'), sampleIn(text, 'database_pool_waiting', { pool: 'requests' })];
  };
  expect(await read()).toEqual([0, 0, 0]);
  const [first, second] = await Promise.all([pool.connect(), pool.connect()]);
  const third = pool.connect();
  expect(await read()).toEqual([2, 0, 1]);
  first.release();
  (await third).release();
  expect(await read()).toEqual([1, 1, 0]);
  second.release();
  expect(await read()).toEqual([0, 2, 0]);
  expect(sampleIn(await registry.metrics(), 'database_pool_connections_max')).toBe(2);
  await db.destroy();
  await database.drop();
});
