import type { Pool } from 'pg';
import type { Metrics } from './http/metrics.ts';
import { watchBacklog } from './jobs/backlog.ts';
import { JOB_NAMES } from './jobs/tasks.ts';
import type { Database } from './platform/database/connect.ts';
import { watchPools } from './platform/database/pool-gauges.ts';
import type { RedisClient } from './platform/redis/connect.ts';
import { watchRedis } from './platform/redis/redis-gauges.ts';

interface Watched {
  /** The connection pools, by purpose. */
  pools: Readonly<Record<string, Pool>>;
  jobs: { db: Database };
}

/** Adds the gauges that are read on each scrape. The query uses a connection of the jobs, so that it works even if requests occupy all of theirs. */
export function openGauges({ registry, common }: Metrics, { pools, jobs }: Watched, redis: RedisClient | null): void {
  watchPools(registry, pools);
  watchBacklog(common, jobs.db, JOB_NAMES);
  if (redis) watchRedis(registry, redis);
}
