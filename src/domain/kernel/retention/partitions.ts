import { type RawBuilder, sql } from 'kysely';
import type { DB } from '../../../../generated/database.ts';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { leastIdOf } from '../ids.ts';
import type { Tools } from '../tools.ts';
import { inRecordedBatches } from './batches.ts';
import { recordDeletions } from './record-deletions.ts';

interface LedgerTable {
  name: keyof DB;
  /** The column by which the table is partitioned. */
  key: string;
  /** Whether its rows have the same keys as rows of the first table, without a reference, and are deleted with them. */
  follows?: boolean;
}

/**
 * Tables that grow without limit and are pruned by age, in partitions of equal duration. The tables of a ledger are partitioned alike, and rows that refer to
 * each other are in partitions of the same period. Each table has a default partition (`_rest`), which serves as the model for all others.
 */
export interface Ledger {
  /** The tables, each after the one that it refers to. */
  tables: readonly [LedgerTable, ...LedgerTable[]];
  /** The kind of value in the partition columns: a time, or an ID that begins with one. */
  by: keyof typeof BOUNDS;
  period: keyof typeof PERIODS;
  /** Number of rows of the first table that are deleted at once. */
  batch?: number;
  /** Rows that keep rows of the first table from being deleted: their table and the column that refers to the first table. */
  held?: { table: keyof DB; reference: string; where: RawBuilder<unknown> };
}

export interface Partition {
  /** The part of the partition's name after the name of its table. */
  suffix: string;
  /** The time before which all rows of the partition lie. Null for the default partition, whose rows have no other partition. */
  until: string | null;
  /** Whether the partition holds the rows of one period. */
  isPeriod: boolean;
}

/** Conversions from a time to a bound, and from a bound in the catalogue to a time. */
const BOUNDS = {
  time: { boundOf: (time: string): string => time, timeOf: (bound: RawBuilder<unknown>) => sql`${bound}::timestamptz` },
  id: {
    boundOf: (time: string): string => leastIdOf(Date.parse(time)),
    timeOf: (bound: RawBuilder<unknown>) => sql`to_timestamp(('x' || left(replace(${bound}, '-', ''), 12))::bit(48)::bigint / 1000.0)`,
  },
};

/** Lengths of the periods. `ahead` is the number of periods for which partitions are created in advance. */
const PERIODS = {
  week: { length: sql`interval '1 week'`, name: '_YYYY_MM_DD', ahead: 3 },
  month: { length: sql`interval '1 month'`, name: '_YYYY_MM', ahead: 3 },
};

const REST = '_rest';

const leadOf = ({ tables: [lead] }: Ledger): LedgerTable => lead;
const partOf = ({ name }: LedgerTable, suffix: string) => sql.id(`${name}${suffix}`);
/** Returns the default partitions of a ledger, which hold the rows without another partition. */
export const restOf = ({ tables }: Ledger): string[] => tables.map(({ name }) => `${name}${REST}`);

/** Returns the partitions of a ledger, oldest first. */
export async function partitionsOf(db: Database, ledger: Ledger): Promise<Partition[]> {
  const { name } = leadOf(ledger);
  const until = BOUNDS[ledger.by].timeOf(sql`(regexp_match(bound, $$ TO \\('(.+)'\\)$$))[1]`);
  const { rows } = await sql<Partition>`
    select substr(relname, length(${name}::text) + 1) as suffix, ${until} as until, bound ~ $$FROM \\('$$ as "isPeriod"
    from pg_inherits join pg_class on pg_class.oid = inhrelid cross join lateral pg_get_expr(relpartbound, pg_class.oid) as bound
    where inhparent = ${name}::regclass order by until nulls last`.execute(db);
  return rows;
}

/**
 * Adds partitions for the future. Rows without a partition have been kept in the default partition and are moved to the new ones. They stay there if the
 * service has no right to create tables.
 */
export async function addPartitions({ db, clock }: Pick<Tools<Database>, 'db' | 'clock'>, ledger: Ledger): Promise<void> {
  const { rows: rights } = await sql<{ may: boolean }>`select has_schema_privilege('public', 'create') as may`.execute(db);
  if (!rights[0]?.may) return;
  const last = (await partitionsOf(db, ledger)).findLast(({ until }) => until !== null)?.until ?? null;
  const { length, name, ahead } = PERIODS[ledger.period];
  const { rows } = await sql<Period>`
    select to_char(period, ${name}::text) as suffix, period at time zone 'UTC' as begins, (period + ${length}) at time zone 'UTC' as ends
    from (select ${timeOf(clock)}::timestamptz at time zone 'UTC' as now) clock cross join lateral generate_series(
      coalesce(${last}::timestamptz at time zone 'UTC', date_trunc(${ledger.period}::text, now)), now + ${length} * ${ahead}::int, ${length}) period`.execute(
    db,
  );
  for (const period of rows) await briefly(db, (trx) => addPartition(trx, ledger, period));
}

interface Period {
  suffix: string;
  begins: string;
  ends: string;
}

async function addPartition(trx: Executor, ledger: Ledger, { suffix, begins, ends }: Period): Promise<void> {
  const { tables, by } = ledger;
  const lead = leadOf(ledger);
  // Other processes that add or drop partitions wait. Reads and writes do not.
  await sql`lock table only ${sql.id(lead.name)} in share update exclusive mode`.execute(trx);
  if (await isThere(trx, lead, suffix)) return;
  await sql`lock table ${sql.join(tables.map((table) => partOf(table, REST)))} in access exclusive mode`.execute(trx);
  const [from, to] = [begins, ends].map((time) => sql.lit(BOUNDS[by].boundOf(time)));
  for (const table of tables) {
    await sql`create table ${partOf(table, suffix)} (like ${partOf(table, REST)} including all)`.execute(trx);
    for (const reference of await referencesOf(trx, table))
      await sql`alter table ${partOf(table, suffix)} add ${sql.raw(reference.replace(`${REST}(`, `${suffix}(`))}`.execute(trx);
  }
  const isMoved = ({ key }: LedgerTable) => sql`${sql.id(key)} >= ${from} and ${sql.id(key)} < ${to}`;
  for (const table of tables) await sql`insert into ${partOf(table, suffix)} select * from ${partOf(table, REST)} where ${isMoved(table)}`.execute(trx);
  for (const table of tables.toReversed()) await sql`delete from ${partOf(table, REST)} where ${isMoved(table)}`.execute(trx);
  for (const table of tables)
    await sql`alter table ${sql.id(table.name)} attach partition ${partOf(table, suffix)} for values from (${from}) to (${to})`.execute(trx);
}

/** Returns the references of the default partition that the whole table does not have, which lead to the default partition of another table. */
async function referencesOf(trx: Executor, { name }: LedgerTable): Promise<string[]> {
  const { rows } = await sql<{ definition: string }>`select format('constraint %I %s', conname, pg_get_constraintdef(oid)) as definition
    from pg_constraint where conrelid = ${`${name}${REST}`}::regclass and contype = 'f' and conparentid = 0`.execute(trx);
  return rows.map(({ definition }) => definition);
}

/**
 * Removes rows older than this number of days. A partition is dropped once its newest row is that old. Rows are deleted in batches from old partitions that
 * cannot be dropped yet, because something holds some of their rows, and from those that are not limited to one period.
 */
export async function forgetPartitions({ db, clock }: Pick<Tools<Database>, 'db' | 'clock'>, ledger: Ledger, days: number): Promise<void> {
  const oldest = new Date(clock.now() - days * DAY).toISOString();
  for (const partition of await partitionsOf(db, ledger)) {
    const isOld = partition.until !== null && partition.until <= oldest;
    if (isOld && (await dropPartition(db, ledger, partition))) continue;
    if (isOld || !partition.isPeriod) await forgetIn(db, ledger, partition, oldest);
  }
}

const DAY = 24 * 3600_000;

/** Drops a partition of each table, and returns whether it is gone. From the check that nothing holds its rows until the end, nobody can write to it. */
async function dropPartition(db: Database, ledger: Ledger, { suffix }: Partition): Promise<boolean> {
  const { tables, held } = ledger;
  const lead = leadOf(ledger);
  if (!(await isThere(db, lead, suffix))) return true;
  // Counted before the lock makes anybody wait. Nothing is added to a partition that is this old.
  const { rows: counts } = await sql<{ organisation_id: string; count: number }>`
    select organisation_id, count(*)::int as count from ${partOf(lead, suffix)} group by organisation_id`.execute(db);
  return briefly(db, async (trx) => {
    await sql`lock table ${sql.join(tables.map(({ name }) => sql`only ${sql.id(name)}`))} in access exclusive mode`.execute(trx);
    if (!(await isThere(trx, lead, suffix))) return true;
    if (held) {
      const { rows } = await sql<{ held: boolean }>`select exists (select from ${sql.id(`${held.table}${suffix}`)} where ${held.where}) as held`.execute(trx);
      if (rows[0]?.held) return false;
    }
    await sql`drop table ${sql.join(tables.toReversed().map((table) => partOf(table, suffix)))}`.execute(trx);
    await recordDeletions(trx, lead.name, counts);
    return true;
  });
}

/** Deletes the old rows of a partition that also has rows to be kept. */
const forgetIn = (db: Database, ledger: Ledger, { suffix }: Partition, oldest: string): Promise<void> => {
  const { batch, by, held } = ledger;
  const lead = leadOf(ledger);
  const part = partOf(lead, suffix);
  const isFree = held
    ? sql`and not exists (select from ${sql.id(`${held.table}${suffix}`)} as holding where holding.organisation_id = entry.organisation_id
        and holding.${sql.id(held.reference)} = entry.id and ${held.where})`
    : sql``;
  const following = ledger.tables
    .filter(({ follows }) => follows)
    .map((table) => {
      const followers = partOf(table, suffix);
      return sql`${sql.id(`${table.name}_gone`)} as (delete from ${followers} using gone where ${followers}.organisation_id = gone.organisation_id and ${followers}.id = gone.id), `;
    });
  return inRecordedBatches(
    db,
    lead.name,
    async (trx, limit) => {
      // Reads the oldest rows of each organisation, for which there is an index. There is none across all organisations.
      const { rows } = await sql<{ organisation_id: string }>`with gone as (delete from ${part} where ctid = any (array(
        select old.ctid from organisations cross join lateral (
          select entry.ctid from ${part} as entry where entry.organisation_id = organisations.id and ${sql.id(lead.key)} < ${BOUNDS[by].boundOf(oldest)} ${isFree}
          order by ${sql.id(lead.key)} limit ${limit} for update of entry skip locked) old
        limit ${limit})) returning organisation_id, id), ${sql.join(following, sql``)}
      named as (select organisation_id from gone) select organisation_id from named`.execute(trx);
      return rows;
    },
    batch,
  );
};

async function isThere(trx: Executor, { name }: LedgerTable, suffix: string): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass(${`${name}${suffix}`}) is not null as there`.execute(trx);
  return rows[0]?.there === true;
}

/**
 * Changes partitions. Others have to wait only for a moment: if a table is locked for longer, a later run tries again. The lock timeout is shorter than
 * PostgreSQL's deadlock check (one second), which could end somebody else's transaction.
 */
const briefly = <T>(db: Database, change: (trx: Executor) => Promise<T>): Promise<T> =>
  inTransaction(db, async (trx) => {
    await sql`set local lock_timeout = '500ms'`.execute(trx);
    return change(trx);
  });
