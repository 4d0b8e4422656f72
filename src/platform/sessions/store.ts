import connectPgSimple from 'connect-pg-simple';
import { RedisStore } from 'connect-redis';
import session, { type SessionData, type Store } from 'express-session';
import type { Pool } from 'pg';
import { gathering } from '../database/gathering.ts';
import type { RedisClient } from '../redis/connect.ts';

/** Where sessions are kept: in Redis where there is one, else in Postgres. Their time is extended by the service itself, not on every request. */
export function sessionStore(pool: Pool, redis: RedisClient | null, onError: (error: unknown) => void): Store {
  const store = redis
    ? new RedisStore({ client: redis, prefix: 'session:' })
    : new GatheringStore({ pool, tableName: 'sessions', createTableIfMissing: false, pruneSessionInterval: false, errorLog: onError });
  // express-session extends what it can on every request.
  return Object.assign(store, { touch: undefined });
}

/** connect-pg-simple, but for sessions that are asked for at the same time: they are read together. */
class GatheringStore extends connectPgSimple(session) {
  readonly #read: (sid: string) => Promise<string | undefined>;

  constructor(options: { pool: Pool } & connectPgSimple.PGStoreOptions) {
    super(options);
    this.#read = gathering((sids: readonly string[]) => readSessions(options.pool, sids));
  }

  override get(sid: string, done: (error: unknown, session?: SessionData | null) => void): void {
    // Parsed for each: the session of a request is changed in place.
    this.#read(sid).then((text) => done(null, text === undefined ? null : (JSON.parse(text) as SessionData)), done);
  }
}

/** The keys as `gathered` has them. */
const SELECT_SESSIONS = 'select sid, sess::text from sessions where sid = any ((select $1::text[])::text[]) and expire >= now()';

async function readSessions(pool: Pool, sids: readonly string[]): Promise<(string | undefined)[]> {
  const { rows } = await pool.query<{ sid: string; sess: string }>(SELECT_SESSIONS, [sids]);
  const found = new Map(rows.map(({ sid, sess }) => [sid, sess]));
  return sids.map((sid) => found.get(sid));
}
