import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import type { Executor } from './connect.ts';

interface Store<T, Other> {
  /** The error of the constraint that is in the way: its name, or its kind. */
  violated: { constraint: string } | { code: string };
  /** Stores a row, or deletes one. */
  store: () => Promise<T>;
  /** Finds the row that is in the way. */
  find: () => Promise<Other | undefined>;
  /** What it is refused with. */
  refusal: (other: Other) => Error;
}

/** Stores or deletes a row in a transaction, which goes on if another row is in the way, so that the refusal can name that row. */
export async function storeUnlessTaken<T, Other>(trx: Executor, { violated, store, find, refusal }: Store<T, Other>): Promise<T> {
  for (;;) {
    await sql`savepoint before_storing`.execute(trx);
    try {
      const stored = await store();
      await sql`release savepoint before_storing`.execute(trx);
      return stored;
    } catch (error) {
      if (!(error instanceof DatabaseError && isEqual(error, violated))) throw error;
      await sql`rollback to savepoint before_storing`.execute(trx);
    }
    const other = await find();
    // Otherwise, it has just gone.
    if (other) throw refusal(other);
  }
}

const isEqual = (error: DatabaseError, violated: Store<unknown, unknown>['violated']): boolean =>
  'constraint' in violated ? error.constraint === violated.constraint : error.code === violated.code;
