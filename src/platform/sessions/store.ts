import connectPgSimple from 'connect-pg-simple';
import { RedisStore } from 'connect-redis';
import session, { type Store } from 'express-session';
import type { Pool } from 'pg';
import type { RedisClient } from '../redis/connect.ts';

/** Stores sessions in Redis if it is configured, otherwise in PostgreSQL. The service itself extends their lifetime, but not on every request. */
export function sessionStore(pool: Pool, redis: RedisClient | null, onError: (error: unknown) => void): Store {
  const store = redis
    ? new RedisStore({ client: redis, prefix: 'session:' })
    : new (connectPgSimple(session))({ pool, tableName: 'sessions', createTableIfMissing: false, pruneSessionInterval: false, errorLog: onError });
  // With `touch`, express-session would extend the session on every request.
  return Object.assign(store, { touch: undefined });
}
