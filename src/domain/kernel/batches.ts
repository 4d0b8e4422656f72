import { type RawBuilder, sql } from 'kysely';
import type { DB } from '../../../generated/database.ts';
import type { Database } from '../../platform/database/connect.ts';

const BATCH = 5000;
/** For rows that each take many others with them, or add a job. */
export const SMALL_BATCH = 500;
/** What one run leaves behind, the next one takes. */
const MOST_BATCHES = 1000;

/**
 * Repeats a statement that handles at most `limit` rows, each time in a transaction of its own, until it finds fewer. No statement then holds locks on
 * many rows, or writes much to the log at once, however much is waiting. A run stops after 1,000 batches.
 * @param statement returns the number of rows that it handled
 */
export async function inBatches(statement: (limit: number) => Promise<number>, limit = BATCH): Promise<void> {
  for (let batch = 0; batch < MOST_BATCHES; batch++) if ((await statement(limit)) < limit) return;
}

/** Returns the rows in groups of at most 500, such as for statements that take a value for each row. */
export const groupsOf = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / SMALL_BATCH) }, (_, group) => rows.slice(group * SMALL_BATCH, (group + 1) * SMALL_BATCH));

interface Options {
  /** An SQL expression that is evaluated for each deleted row, such as a call that adds a job. */
  followedBy?: RawBuilder<unknown>;
  /** Number of rows deleted at once. */
  limit?: number;
}

/** Rows of different partitions can have the same place. */
const PARTITIONED: ReadonlySet<string> = new Set<keyof DB>(['audit_log', 'webhook_attempts', 'webhook_deliveries', 'webhook_events']);

/** Deletes the rows that meet a condition, in batches. Rows that another transaction has locked are left for the next run. */
export const deleteInBatches = (db: Database, table: keyof DB, condition: RawBuilder<unknown>, { followedBy, limit = BATCH }: Options = {}): Promise<void> =>
  inBatches(async (most) => {
    const from = sql`from ${sql.id(table)} where ${condition} limit ${most} for update skip locked`;
    const deletion = PARTITIONED.has(table)
      ? sql`delete from ${sql.id(table)} as entry using (select tableoid, ctid ${from}) old where entry.tableoid = old.tableoid and entry.ctid = old.ctid`
      : sql`delete from ${sql.id(table)} where ctid = any (array(select ctid ${from}))`;
    const { numAffectedRows, rows } = await (followedBy ? sql`with deleted as (${deletion} returning *) select ${followedBy} from deleted` : deletion).execute(
      db,
    );
    return Number(numAffectedRows ?? rows.length);
  }, limit);
