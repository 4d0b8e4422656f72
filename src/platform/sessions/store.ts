import connectPgSimple from 'connect-pg-simple';
import { RedisStore } from 'connect-redis';
import session, { type Store } from 'express-session';
import type { Pool } from 'pg';
import type { RedisClient } from '../redis/connect.ts';

/** Where sessions are kept: in Redis where there is one, else in Postgres. Their time is extended by the service itself, not on every request. */
export function sessionStore(pool: Pool, redis: RedisClient | null, onError: (error: unknown) => void): Store {
  const store = redis
    ? new RedisStore({ client: redis, prefix: 'session:' })
    : new (connectPgSimple(session))({ pool, tableName: 'sessions', createTableIfMissing: false, pruneSessionInterval: false, errorLog: onError });
  // express-session extends what it can on every request.
  return Object.assign(store, { touch: undefined });
}
