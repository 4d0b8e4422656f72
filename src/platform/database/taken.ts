import { DatabaseError } from 'pg';
import type { Executor } from './connect.ts';
import { inSavepoint } from './savepoint.ts';

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

/** Rows that are in the way and gone before they can be named, one after the other. */
const MOST_GONE = 5;

/**
 * Stores or deletes a row in a transaction, which goes on if another row is in the way, so that the refusal can name that row.
 * @throws DatabaseError when something is in the way again and again that cannot be found
 */
export async function storeUnlessTaken<T, Other>(trx: Executor, { violated, store, find, refusal }: Store<T, Other>): Promise<T> {
  for (let gone = 0; ; gone += 1) {
    try {
      return await inSavepoint(trx, store);
    } catch (error) {
      if (gone === MOST_GONE || !(error instanceof DatabaseError && isEqual(error, violated))) throw error;
    }
    const other = await find();
    // Otherwise, it has just gone.
    if (other) throw refusal(other);
  }
}

const isEqual = (error: DatabaseError, violated: Store<unknown, unknown>['violated']): boolean =>
  'constraint' in violated ? error.constraint === violated.constraint : error.code === violated.code;
