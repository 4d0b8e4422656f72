import connectPgSimple from 'connect-pg-simple';
import { RedisStore } from 'connect-redis';
import session, { type Store } from 'express-session';
import type { Pool } from 'pg';
import type { RedisClient } from '../redis/connect.ts';

const PostgresStore = connectPgSimple(session);

/** Where sessions are kept: in Redis where there is one, else in Postgres. Their time is extended by the service itself, not on every request. */
export function sessionStore(pool: Pool, redis: RedisClient | null, onError: (error: unknown) => void): Store {
  if (redis) return new RedisStore({ client: redis, prefix: 'session:', disableTouch: true });
  return new PostgresStore({ pool, tableName: 'sessions', createTableIfMissing: false, pruneSessionInterval: false, disableTouch: true, errorLog: onError });
}
