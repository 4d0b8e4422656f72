import { type RawBuilder, sql } from 'kysely';
import type { DB } from '../../../../generated/database.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { JobLog } from '../jobs.ts';
import { recordDeletions } from './record-deletions.ts';

const BATCH = 5000;
/** Batch size for rows that each add a job, or whose deletion also deletes many other rows. */
export const SMALL_BATCH = 500;
/** Maximum number of batches in one run. The next run handles the rest. */
const MOST_BATCHES = 1000;

/**
 * Repeats a statement that handles at most `limit` rows, each time in a transaction of its own, until it finds fewer. No statement then holds locks on
 * many rows, or writes much to the log at once, however much is waiting. A run stops after 1,000 batches.
 * @param statement returns the number of rows that it handled
 */
export async function inBatches(statement: (limit: number) => Promise<number>, limit = BATCH): Promise<void> {
  for (let batch = 0; batch < MOST_BATCHES; batch++) if ((await statement(limit)) < limit) return;
}

/**
 * Does the same for deletions by age, and records in the audit log of each organisation how many of its rows each batch deleted or emptied.
 * @param what the table, or the part of it that is deleted
 * @param statement returns the organisation of each row that it handled
 */
export const inRecordedBatches = (
  db: Database,
  what: string,
  statement: (trx: Executor, limit: number) => Promise<readonly { organisation_id: string }[]>,
  limit = BATCH,
): Promise<void> =>
  inBatches(
    (most) =>
      inTransaction(db, async (trx) => {
        const rows = await statement(trx, most);
        await recordDeletions(trx, what, rows);
        return rows.length;
      }),
    limit,
  );

/** Returns the rows in groups of at most 500, such as for statements that take a value for each row. */
export const groupsOf = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / SMALL_BATCH) }, (_, group) => rows.slice(group * SMALL_BATCH, (group + 1) * SMALL_BATCH));

interface Options {
  /** An SQL expression that is evaluated for each deleted row, such as a call that adds a job. */
  followedBy?: RawBuilder<unknown>;
  /** Number of rows deleted at once. */
  limit?: number;
  /** Whether the audit logs of the organisations say how many of their rows were deleted. */
  isRecorded?: boolean;
  /** The log that says how many rows were deleted, for tables that belong to no organisation. */
  log?: JobLog | undefined;
}

/** Tables in which rows of different partitions can have the same `ctid`. */
const PARTITIONED: ReadonlySet<string> = new Set<keyof DB>(['audit_log', 'audit_personal', 'webhook_attempts', 'webhook_deliveries', 'webhook_events']);

/** Deletes the rows that meet a condition, in batches. Rows that another transaction has locked are left for the next run. */
export async function deleteInBatches(
  db: Database,
  table: keyof DB,
  condition: RawBuilder<unknown>,
  { followedBy, limit = BATCH, isRecorded = false, log }: Options = {},
): Promise<void> {
  const deletion = (most: number) => {
    const from = sql`from ${sql.id(table)} where ${condition} limit ${most} for update skip locked`;
    return PARTITIONED.has(table)
      ? sql`delete from ${sql.id(table)} as entry using (select tableoid, ctid ${from}) old where entry.tableoid = old.tableoid and entry.ctid = old.ctid`
      : sql`delete from ${sql.id(table)} where ctid = any (array(select ctid ${from}))`;
  };
  if (isRecorded) {
    const followed = followedBy ? sql`, ${followedBy} as followed` : sql``;
    return inRecordedBatches(
      db,
      table,
      async (trx, most) =>
        (await sql<{ organisation_id: string }>`with deleted as (${deletion(most)} returning *) select organisation_id ${followed} from deleted`.execute(trx))
          .rows,
      limit,
    );
  }
  let count = 0;
  await inBatches(async (most) => {
    const { numAffectedRows, rows } = await (followedBy
      ? sql`with deleted as (${deletion(most)} returning *) select ${followedBy} from deleted`
      : deletion(most)
    ).execute(db);
    const deleted = Number(numAffectedRows ?? rows.length);
    count += deleted;
    return deleted;
  }, limit);
  if (count > 0) log?.info({ table, count }, 'deleted rows at the end of their retention period');
}
