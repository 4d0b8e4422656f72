import { DatabaseError } from 'pg';
import type { Executor } from './connect.ts';
import { inSavepoint } from './savepoint.ts';

interface Store<T, Other> {
  /** The expected violation of a constraint, by the name of the constraint or by the kind of error. */
  violated: { constraint: string } | { code: string };
  /** Stores a row, or deletes one. */
  store: () => Promise<T>;
  /** Finds the conflicting row. */
  find: () => Promise<Other | undefined>;
  /** Returns the error with which the row is refused. */
  refusal: (other: Other) => Error;
}

/** Maximum number of conflicting rows in succession that disappear before they can be named. */
const MOST_GONE = 5;

/**
 * Stores or deletes a row in a transaction, which remains usable if another row conflicts, so that the refusal can name that row.
 * @throws DatabaseError if there is a conflict again and again, but no conflicting row is found
 */
export async function storeUnlessTaken<T, Other>(trx: Executor, { violated, store, find, refusal }: Store<T, Other>): Promise<T> {
  for (let gone = 0; ; gone += 1) {
    try {
      return await inSavepoint(trx, store);
    } catch (error) {
      if (gone === MOST_GONE || !(error instanceof DatabaseError && isEqual(error, violated))) throw error;
    }
    const other = await find();
    // If no row is found, it has just disappeared.
    if (other) throw refusal(other);
  }
}

const isEqual = (error: DatabaseError, violated: Store<unknown, unknown>['violated']): boolean =>
  'constraint' in violated ? error.constraint === violated.constraint : error.code === violated.code;
