import { setTimeout as delay } from 'node:timers/promises';
import DataLoader from 'dataloader';
import { type RawBuilder, sql } from 'kysely';

const MOST_AT_ONCE = 100;
/** A question that takes longer holds up no other. */
const LONGEST_GATHERING_MS = 20;

/**
 * A look-up that many requests make at the same time. What arrives while the last question is under way is asked for together after it, so that
 * each answer is of a statement that began after the look-up did. `ask` gives the answers in the order of the keys.
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

/**
 * The keys of one question, as an array. The planner estimates a statement by the array it sees, and then finds each time that a plan of its own is
 * cheaper than the one it has; behind a `select` it sees none, and plans a prepared statement once.
 */
export const gathered = <T>(keys: readonly T[], type: 'uuid' | 'text' | 'bytea'): RawBuilder<T[]> => sql`(select ${keys}::${sql.raw(type)}[])`;
