import type { Pool } from 'pg';
import type { Metrics } from './http/metrics.ts';
import { watchBacklog } from './jobs/backlog.ts';
import { JOB_NAMES } from './jobs/tasks.ts';
import type { Database } from './platform/database/connect.ts';
import { watchPools } from './platform/database/pool-gauges.ts';
import type { RedisClient } from './platform/redis/connect.ts';
import { watchRedis } from './platform/redis/redis-gauges.ts';

interface Watched {
  /** By what they are for. */
  pools: Readonly<Record<string, Pool>>;
  jobs: { db: Database };
}

/** Adds the gauges that are read when Prometheus asks. The query has a connection of the jobs, so that requests which take all of theirs do not stop it. */
export function openGauges({ registry, common }: Metrics, { pools, jobs }: Watched, redis: RedisClient | null): void {
  watchPools(registry, pools);
  watchBacklog(common, jobs.db, JOB_NAMES);
  if (redis) watchRedis(registry, redis);
}
