import { type RawBuilder, sql } from 'kysely';
import type { Executor } from './connect.ts';

/**
 * Namespaces of the locks of transactions that have no row to lock. All are listed here, so that no two uses take the same number. A number never gets
 * another meaning, because processes of two releases may run at the same time.
 */
const NAMESPACES = {
  /** An identity at a provider. */
  provided_identity: 0,
  /** A lesson whose attempts are scored, or scored anew. */
  regrades: 35,
  /** The queue of photos of answer sheets. */
  sheet_scans: 36,
  /** A learner whose grades are computed. */
  grades: 45,
  /** A buyer whose payments are entered. */
  payments: 47,
  /** A browser that buys for an address. */
  guest: 48,
  /** An address for which guests have paid. */
  paid_address: 49,
  /** An organisation whose roster imports look for people without an address. */
  pupils: 50,
  /** A course in which attempts with a deadline begin, or deadlines move. */
  deadlines: 51,
  /** A lesson for which an AI grading job is started or resumed. */
  ai_grading: 52,
} as const;

export type LockNamespace = keyof typeof NAMESPACES;

/**
 * Waits until no other transaction holds this lock, and holds it until the transaction ends.
 * @param key text, or an expression for it
 * @param rows what follows `select`, to take one lock for each row, in the order of the rows
 */
export const lockUntilEnd = (
  trx: Executor,
  namespace: LockNamespace,
  key: string | RawBuilder<unknown>,
  { isShared = false, rows = sql`` }: { isShared?: boolean; rows?: RawBuilder<unknown> } = {},
): Promise<unknown> =>
  sql`select ${sql.raw(isShared ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock')}(hashtextextended(${key}, ${sql.lit(NAMESPACES[namespace])})) ${rows}`.execute(
    trx,
  );
