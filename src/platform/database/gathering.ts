import { setTimeout as delay } from 'node:timers/promises';
import DataLoader from 'dataloader';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from './connect.ts';

const MOST_AT_ONCE = 100;
/** The next query waits for the previous one for this long at most. */
const LONGEST_GATHERING_MS = 20;

/**
 * Batches a lookup that many requests make at the same time. Keys that arrive while the previous query runs are queried together after it, so that
 * every result comes from a statement that started after its lookup. `ask` returns the results in the order of the keys.
 */
export function gathering<Key, Answer>(ask: (keys: readonly Key[]) => Promise<Answer[]>): (key: Key) => Promise<Answer> {
  let last: Promise<unknown> = Promise.resolve();
  const loader = new DataLoader<Key, Answer>(
    (keys) => {
      const asked = ask(keys);
      last = asked.catch(() => {});
      return asked;
    },
    {
      cache: false,
      maxBatchSize: MOST_AT_ONCE,
      batchScheduleFn: (go) => void Promise.race([last, delay(LONGEST_GATHERING_MS)]).then(() => setImmediate(go)),
    },
  );
  return (key) => loader.load(key);
}

/** Batches a lookup as `gathering` does, separately for each pool. Within a transaction each lookup is a query of its own. */
export function gatheringOn<Key, Answer>(ask: (db: Executor, keys: readonly Key[]) => Promise<Answer[]>): (db: Executor, key: Key) => Promise<Answer> {
  const loaders = new WeakMap<Executor, (key: Key) => Promise<Answer>>();
  const loaderOf = (db: Executor) => {
    const known = loaders.get(db) ?? gathering((keys: readonly Key[]) => ask(db, keys));
    loaders.set(db, known);
    return known;
  };
  return async (db, key) => (db.isTransaction ? ((await ask(db, [key]))[0] as Answer) : loaderOf(db)(key));
}

/**
 * Returns the keys of one query as an array. When the planner sees the array, it bases its cost estimate on it and decides each time that a new plan is
 * cheaper than the existing one. Behind a `select` it does not see the array, and plans a prepared statement once.
 */
export const gathered = <T>(keys: readonly T[], type: 'uuid' | 'text' | 'bytea'): RawBuilder<T[]> => sql`(select ${keys}::${sql.raw(type)}[])`;
