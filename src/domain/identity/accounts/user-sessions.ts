import { sql } from 'kysely';
import { type Clock, timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { browserName } from '../../kernel/browser-name.ts';
import type { Origin, User } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import { deleteInBatches } from '../../kernel/retention/batches.ts';
import type { Tools } from '../../kernel/tools.ts';
import { tellPerson } from './security-notices.ts';

const HOUR_MS = 3600_000;
/** Time without use after which a session ends. */
export const IDLE_MS = 14 * 24 * HOUR_MS;
/** Time after which a session ends, however much it is used. */
export const ABSOLUTE_MS = 60 * 24 * HOUR_MS;

/** The place from which a session is used. */
type Place = Pick<Origin, 'ip' | 'client'>;

export interface UserSession {
  /** The ID of the session outside the store. The session cannot be used with it. */
  id: string;
  userId: string;
  epoch: number;
  /** Milliseconds since 1970. */
  startedAt: number;
  seenAt: number;
}

/** Registers and removes the sessions of users. A session that is not registered has ended, whatever the store says. */
export interface SessionRegister {
  /** Registers a session that a sign-in has started, and tells the person if the browser is new to the account. */
  begin(session: UserSession, place: Place, isKnownBrowser: boolean): Promise<void>;
  /** Registers a session from before the register existed. */
  adopt(session: UserSession, place: Place): Promise<void>;
  /** Records the use of a session, and returns whether it continues. A session that has ended stays ended. */
  noteUse(session: UserSession, place: Place): Promise<boolean>;
  end(id: string): Promise<void>;
}

export const sessionRegister = (db: Database): SessionRegister => ({
  begin: (session, place, isKnownBrowser) => (isKnownBrowser ? enter(db, session, place) : inTransaction(db, (trx) => enterNew(trx, session, place))),
  adopt: (session, place) => enter(db, session, place),
  async noteUse({ id, userId, epoch, seenAt }, { ip, client }) {
    const noted = await db
      .updateTable('user_sessions')
      .set({ epoch, seen_at: time(seenAt), ip, browser: nameOf(client) })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst();
    return noted !== undefined;
  },
  async end(id) {
    await db.deleteFrom('user_sessions').where('id', '=', id).execute();
  },
});

const time = (milliseconds: number): string => new Date(milliseconds).toISOString();

const nameOf = (client: Place['client']): string | null => browserName(client?.().browser ?? '');

async function enter(db: Executor, { id, userId, epoch, startedAt, seenAt }: UserSession, { ip, client }: Place): Promise<void> {
  await db
    .insertInto('user_sessions')
    .values({ id, user_id: userId, epoch, browser: nameOf(client), ip, started_at: time(startedAt), seen_at: time(seenAt) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Registers a session of a browser that is not known to have signed in to the account. Nobody is notified of the first sign-in to an account. */
async function enterNew(trx: Executor, session: UserSession, place: Place): Promise<void> {
  const first = await trx
    .updateTable('users')
    .set({ first_signed_in_at: time(session.startedAt) })
    .where('id', '=', session.userId)
    .where('first_signed_in_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  await enter(trx, session, place);
  if (!first) await tellPerson(trx, session.userId, { kind: 'new_browser', origin: place });
}

/** Selects the sessions of a user that have not ended. */
const liveSessions = (db: Executor, clock: Clock, userId: string) =>
  db
    .selectFrom('user_sessions')
    .where('user_id', '=', userId)
    .where('epoch', '=', (eb) => eb.selectFrom('users').select('session_epoch').where('users.id', '=', userId))
    .where('seen_at', '>=', time(clock.now() - IDLE_MS))
    .where('started_at', '>=', time(clock.now() - ABSOLUTE_MS));

/** Lists the sessions in which the user is signed in, most recently used first.
 * @param currentId ID of the request's session */
export async function listSessions(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  { actorId: userId }: User,
  currentId: string | undefined,
  paging: Paging,
): Promise<Page<Shape<'OwnSession'>>> {
  const [count, results] = await Promise.all([
    countRows(liveSessions(db, clock, userId)),
    liveSessions(db, clock, userId)
      .select(['id', 'browser', sql<string | null>`host(ip)`.as('ip'), 'started_at', 'seen_at'])
      .orderBy('seen_at', 'desc')
      .orderBy('id')
      .$call(onPage(paging))
      .execute(),
  ]);
  return { count, results: results.map((session) => ({ ...session, is_current: session.id === currentId })) };
}

/** Ends one session of the user, which takes effect on its next request.
 * @throws NotFoundError */
export async function endSession({ db, clock }: Pick<Tools, 'db' | 'clock'>, { actorId: userId }: User, id: string): Promise<void> {
  requireIds(id);
  const isLive = liveSessions(db, clock, userId).select('id');
  const ended = await db.deleteFrom('user_sessions').where('id', '=', id).where('id', 'in', isLive).returning('id').executeTakeFirst();
  if (!ended) throw new NotFoundError();
}

/** Ends every session of the user except the caller's own, which continues under the returned epoch. */
export async function endOtherSessions({ db }: Pick<Tools, 'db'>, { actorId: userId }: User): Promise<number> {
  const { session_epoch } = await db
    .updateTable('users')
    .set({ session_epoch: sql<number>`session_epoch + 1` })
    .where('id', '=', userId)
    .returning('session_epoch')
    .executeTakeFirstOrThrow();
  return session_epoch;
}

/** Removes the sessions of all users that have exceeded their limits. */
export async function forgetOldSessions({ db, clock }: Pick<Tools<Database>, 'db' | 'clock'>): Promise<void> {
  await deleteInBatches(db, 'user_sessions', sql`seen_at < ${timeOf(clock)}::timestamptz - ${IDLE_MS / HOUR_MS} * interval '1 hour'`);
  await deleteInBatches(db, 'user_sessions', sql`started_at < ${timeOf(clock)}::timestamptz - ${ABSOLUTE_MS / HOUR_MS} * interval '1 hour'`);
}
