import type { SessionData, Store } from 'express-session';
import { type FindSession, sessionFinder, sessionUserReader } from '../domain/identity/accounts/session-user.ts';
import { sessionRegister } from '../domain/identity/accounts/user-sessions.ts';
import type { Database, DatabaseHandle } from '../platform/database/connect.ts';
import type { RedisClient } from '../platform/redis/connect.ts';
import { sessionStore } from '../platform/sessions/store.ts';
import type { SessionKeeping } from './sessions.ts';

/** Opens the session store in Redis if it is configured, otherwise in the database, where one query finds both session and user. */
export function openSessions({ db, pool }: DatabaseHandle, redis: RedisClient | null, onError: (error: unknown) => void): SessionKeeping {
  const stored = sessionStore(pool, redis, onError);
  return { ...stored, find: redis ? storedSessionFinder(stored.store, db) : sessionFinder(db), register: sessionRegister(db) };
}

function storedSessionFinder(store: Store, db: Database): FindSession {
  // promisify would warn about stores whose functions also return a promise.
  const get = (id: string) =>
    new Promise<SessionData | null | undefined>((resolve, reject) => store.get(id, (error, data) => (error ? reject(error as Error) : resolve(data))));
  const readUser = sessionUserReader(db);
  return async (id, named) => {
    const data = await get(id);
    if (!data) return undefined;
    const { userId, publicId = null, organisationId = null } = data;
    return { data, user: userId === undefined ? undefined : await readUser(userId, { ...named, sessionId: publicId, lastId: organisationId }) };
  };
}
