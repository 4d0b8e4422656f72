import connectPgSimple from 'connect-pg-simple';
import { RedisStore } from 'connect-redis';
import session, { type Store } from 'express-session';
import type { Pool } from 'pg';
import type { RedisClient } from '../redis/connect.ts';

/** The changed members of a stored session. Undefined removes a member. */
export type SessionChanges = Readonly<Record<string, unknown>>;

export interface StoredSessions {
  /** Store whose `set` stores a session even if there is none with this id, so it is only for sessions with a new id. */
  store: Store;
  /** Changes a stored session and keeps its lifetime. Returns false if there is none: a session that has ended in the meantime stays ended. */
  change(id: string, changes: SessionChanges): Promise<boolean>;
  /** Replaces a stored entry with a note that is kept for this long. Returns false if there is no entry. */
  replace(id: string, note: SessionChanges, seconds: number): Promise<boolean>;
  /** Stores a note beside the sessions for this long, under an id that none of them has. Replaces an existing note. */
  keepNote(id: string, note: SessionChanges, seconds: number): Promise<void>;
  /** Returns a note, or null if it no longer exists. */
  readNote(id: string): Promise<SessionChanges | null>;
}

const PREFIX = 'session:';

/** Stores sessions in Redis if it is configured, otherwise in PostgreSQL. The service itself extends their lifetime, but not on every request. */
export function sessionStore(pool: Pool, redis: RedisClient | null, onError: (error: unknown) => void): StoredSessions {
  const store = redis
    ? new RedisStore({ client: redis, prefix: PREFIX })
    : new (connectPgSimple(session))({ pool, tableName: 'sessions', createTableIfMissing: false, pruneSessionInterval: false, errorLog: onError });
  return {
    // With `touch`, express-session would extend the session on every request.
    store: Object.assign(store, { touch: undefined }),
    change: (id, changes) => (redis ? changeInRedis(redis, PREFIX + id, changes) : changeInPostgres(pool, id, changes)),
    async replace(id, note, seconds) {
      if (redis) return (await redis.set(PREFIX + id, JSON.stringify(note), { condition: 'XX', expiration: { type: 'EX', value: seconds } })) !== null;
      const { rowCount } = await pool.query('update sessions set sess = $2, expire = now() + make_interval(secs => $3) where sid = $1', [id, note, seconds]);
      return rowCount === 1;
    },
    async keepNote(id, note, seconds) {
      if (redis) return void (await redis.set(PREFIX + id, JSON.stringify(note), { expiration: { type: 'EX', value: seconds } }));
      await pool.query(
        `insert into sessions (sid, sess, expire) values ($1, $2, now() + make_interval(secs => $3))
         on conflict (sid) do update set sess = excluded.sess, expire = excluded.expire`,
        [id, note, seconds],
      );
    },
    async readNote(id) {
      if (redis) return JSON.parse((await redis.get(PREFIX + id)) ?? 'null') as SessionChanges | null;
      const { rows } = await pool.query<{ sess: SessionChanges }>('select sess from sessions where sid = $1 and expire >= now()', [id]);
      return rows[0]?.sess ?? null;
    },
  };
}

async function changeInPostgres(pool: Pool, id: string, changes: SessionChanges): Promise<boolean> {
  const removed = Object.keys(changes).filter((name) => changes[name] === undefined);
  const { rowCount } = await pool.query('update sessions set sess = (sess || $2::jsonb) - $3::text[] where sid = $1', [id, changes, removed]);
  return rowCount === 1;
}

async function changeInRedis(redis: RedisClient, key: string, changes: SessionChanges): Promise<boolean> {
  const text = await redis.get(key);
  if (text === null) return false;
  const changed = JSON.stringify({ ...(JSON.parse(text) as object), ...changes });
  return (await redis.set(key, changed, { condition: 'XX', expiration: 'KEEPTTL' })) !== null;
}
