import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { Tools } from '../tools.ts';

/** Months that have a partition before they begin. */
const AHEAD = 3;

export interface Partition {
  name: string;
  /** Its entries are older than this. Null: entries for which there is no other partition. */
  until: string | null;
  /** Whether it has the entries of one month. */
  isMonth: boolean;
}

/** The partitions of the audit log, the oldest first. */
export async function auditPartitions(db: Database): Promise<Partition[]> {
  const { rows } = await sql<Partition>`
    select relname::text as name, (regexp_match(bound, $$ TO \\('(.+)'\\)$$))[1]::timestamptz as until, bound ~ $$FROM \\('$$ as "isMonth"
    from pg_inherits join pg_class on pg_class.oid = inhrelid cross join lateral pg_get_expr(relpartbound, pg_class.oid) as bound
    where inhparent = 'audit_log'::regclass order by until nulls last`.execute(db);
  return rows;
}

/**
 * Adds partitions for the months to come. Entries for which there was none have been kept in the partition for the rest, and are moved to theirs. They stay
 * there if the service has no right to create tables.
 */
export async function addAuditPartitions({ db, clock }: Pick<Tools<Database>, 'db' | 'clock'>): Promise<void> {
  const { rows: rights } = await sql<{ may: boolean }>`select has_schema_privilege('public', 'create') as may`.execute(db);
  if (!rights[0]?.may) return;
  const last = (await auditPartitions(db)).findLast(({ until }) => until !== null)?.until;
  if (!last) return;
  const { rows } = await sql<{ name: string; begins: string; ends: string }>`
    select to_char(month, '"audit_log_"YYYY_MM') as name, month at time zone 'UTC' as begins, (month + interval '1 month') at time zone 'UTC' as ends
    from generate_series(${last}::timestamptz at time zone 'UTC', ${timeOf(clock)}::timestamptz at time zone 'UTC' + make_interval(months => ${AHEAD}::int),
      interval '1 month') month`.execute(db);
  for (const { name, begins, ends } of rows)
    await briefly(db, async (trx) => {
      await sql`create table ${sql.id(name)} (like audit_log including defaults including constraints, primary key (organisation_id, id))`.execute(trx);
      await sql`with moved as (delete from audit_log_rest where created_at >= ${begins} and created_at < ${ends} returning *)
        insert into ${sql.id(name)} select * from moved`.execute(trx);
      await sql`alter table audit_log attach partition ${sql.id(name)} for values from (${sql.lit(begins)}) to (${sql.lit(ends)})`.execute(trx);
    });
}

export const dropAuditPartition = (db: Database, { name }: Partition): Promise<unknown> => briefly(db, (trx) => sql`drop table ${sql.id(name)}`.execute(trx));

/** Changes partitions. Others wait for this only for a moment: where something holds the log for longer, a later run tries again. */
const briefly = <T>(db: Database, change: (trx: Executor) => Promise<T>): Promise<T> =>
  inTransaction(db, async (trx) => {
    await sql`set local lock_timeout = '2s'`.execute(trx);
    return change(trx);
  });
