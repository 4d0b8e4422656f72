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
  /** Whether its rows have the keys of rows of the first table without a reference, and go with them. */
  follows?: boolean;
}

/**
 * Tables that grow without limit and are forgotten by age, in partitions of equal time. Those of a ledger are partitioned alike, and rows that refer to one
 * another are in partitions of the same time. Each table has a partition for the rest (`_rest`), which every other one is made like.
 */
export interface Ledger {
  /** Each after the one that it refers to. */
  tables: readonly [LedgerTable, ...LedgerTable[]];
  /** What the columns of the partitions hold: a time, or an ID that begins with one. */
  by: keyof typeof BOUNDS;
  period: keyof typeof PERIODS;
  /** Number of rows of the first table that are deleted at once. */
  batch?: number;
  /** Rows that keep those of the first table from being forgotten: which, and the column that refers to it. */
  held?: { table: keyof DB; reference: string; where: RawBuilder<unknown> };
}

export interface Partition {
  /** What its name has beyond that of its table. */
  suffix: string;
  /** Its rows are older than this. Null: rows for which there is no other partition. */
  until: string | null;
  /** Whether it has the rows of one period. */
  isPeriod: boolean;
}

/** The bound of a time, and the time of a bound that stands in the catalogue. */
const BOUNDS = {
  time: { boundOf: (time: string): string => time, timeOf: (bound: RawBuilder<unknown>) => sql`${bound}::timestamptz` },
  id: {
    boundOf: (time: string): string => leastIdOf(Date.parse(time)),
    timeOf: (bound: RawBuilder<unknown>) => sql`to_timestamp(('x' || left(replace(${bound}, '-', ''), 12))::bit(48)::bigint / 1000.0)`,
  },
};

/** `ahead`: so many of them have a partition before they begin. */
const PERIODS = {
  week: { length: sql`interval '1 week'`, name: '_YYYY_MM_DD', ahead: 3 },
  month: { length: sql`interval '1 month'`, name: '_YYYY_MM', ahead: 3 },
};

const REST = '_rest';

const leadOf = ({ tables: [lead] }: Ledger): LedgerTable => lead;
const partOf = ({ name }: LedgerTable, suffix: string) => sql.id(`${name}${suffix}`);
/** The tables in which a ledger has the rows for which there is no other partition. */
export const restOf = ({ tables }: Ledger): string[] => tables.map(({ name }) => `${name}${REST}`);

/** The partitions of a ledger, the oldest first. */
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
 * Adds partitions for the time to come. Rows for which there was none have been kept in the partition for the rest, and are moved to theirs. They stay there if
 * the service has no right to create tables.
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
  // Others that add or drop partitions wait. Those that read and write do not.
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

/** The references of the partition for the rest that are not those of the whole table: to the partition of another one. */
async function referencesOf(trx: Executor, { name }: LedgerTable): Promise<string[]> {
  const { rows } = await sql<{ definition: string }>`select format('constraint %I %s', conname, pg_get_constraintdef(oid)) as definition
    from pg_constraint where conrelid = ${`${name}${REST}`}::regclass and contype = 'f' and conparentid = 0`.execute(trx);
  return rows.map(({ definition }) => definition);
}

/** Removes what is older than this number of days: rows of a partition together, when the newest of them is that old, or else in batches. */
export async function forgetPartitions({ db, clock }: Pick<Tools<Database>, 'db' | 'clock'>, ledger: Ledger, days: number): Promise<void> {
  const oldest = new Date(clock.now() - days * DAY).toISOString();
  for (const partition of await partitionsOf(db, ledger)) {
    const isOld = partition.until !== null && partition.until <= oldest;
    if (isOld && (await dropPartition(db, ledger, partition))) continue;
    if (isOld || !partition.isPeriod) await forgetIn(db, ledger, partition, oldest);
  }
}

const DAY = 24 * 3600_000;

/** Drops a partition of each table, and returns whether they are gone. Nobody writes to them from the moment at which it is known that nothing holds them. */
async function dropPartition(db: Database, ledger: Ledger, { suffix }: Partition): Promise<boolean> {
  const { tables, held } = ledger;
  const lead = leadOf(ledger);
  if (!(await isThere(db, lead, suffix))) return true;
  // Counted before anybody has to wait: nothing is added to a partition that is this old.
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

/** Deletes from a partition that also has rows that are kept. */
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
      // The oldest rows of each organisation, which an index leads to. There is none over all organisations.
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
 * Changes partitions. Others wait for this only for a moment: where something holds a table for longer, a later run tries again. This gives up before PostgreSQL
 * looks for deadlocks (after a second), which could end somebody else's transaction.
 */
const briefly = <T>(db: Database, change: (trx: Executor) => Promise<T>): Promise<T> =>
  inTransaction(db, async (trx) => {
    await sql`set local lock_timeout = '500ms'`.execute(trx);
    return change(trx);
  });
