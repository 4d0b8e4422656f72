import { type RawBuilder, sql } from 'kysely';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { MONEY_COLUMNS, moneySums } from './money.ts';

/** The number of changes that one transaction takes. */
const STEP = 20_000;

interface Change {
  organisation_id: string;
  kind: 'zone' | 'money' | 'enrollments';
  at: string | null;
}

/**
 * Counts the days anew in which something has changed since the last time. What is committed later has left a change of its own, so that nothing is missed;
 * counting a day twice gives the same figures.
 */
export async function countChangedDays(db: Database): Promise<void> {
  for (;;) {
    const taken = await inTransaction(db, countStep);
    if (taken < STEP) return;
  }
}

async function countStep(trx: Executor): Promise<number> {
  const { rows } = await sql<Change & { taken: number }>`
    with taken as (
      delete from analytics_changes where (organisation_id, id) in (
        select organisation_id, id from analytics_changes order by organisation_id, id limit ${STEP} for update skip locked)
      returning organisation_id, kind, at
    )
    select distinct organisation_id, kind, at, (select count(*)::int from taken) as taken from taken`.execute(trx);
  const [first] = rows;
  if (!first) return 0;
  const moved = await lockZones(trx, [...new Set(rows.map(({ organisation_id }) => organisation_id))]);
  for (const kind of ['money', 'enrollments'] as const) {
    const changes = rows.filter((change) => change.kind === kind && !moved.has(change.organisation_id));
    await COUNTS[kind](trx, slotsOf(changes, [...moved]));
  }
  return first.taken;
}

/**
 * Locks the figures of organisations, and returns those whose days lie in another zone than before, or were never counted. Their figures have to be counted
 * anew as a whole.
 */
async function lockZones(trx: Executor, organisationIds: readonly string[]): Promise<Set<string>> {
  const ids = sql`${organisationIds}::uuid[]`;
  await sql`insert into analytics_zones (organisation_id, timezone) select id, '' from organisations where id = any(${ids}) order by id
    on conflict do nothing`.execute(trx);
  await sql`select from analytics_zones where organisation_id = any(${ids}) order by organisation_id for update`.execute(trx);
  const { rows } = await sql<{ organisation_id: string }>`
    update analytics_zones set timezone = organisations.timezone from organisations
    where organisation_id = organisations.id and organisation_id = any(${ids}) and analytics_zones.timezone <> organisations.timezone
    returning organisation_id`.execute(trx);
  return new Set(rows.map(({ organisation_id }) => organisation_id));
}

/** The days of the changes, and all days of the organisations in `whole`: first and last day, when the first begins and the last ends, and the zone. */
const slotsOf = (changes: readonly Change[], whole: readonly string[]): RawBuilder<unknown> => sql`
  (select organisation_id, timezone, day as first, day as last, day::timestamp at time zone timezone as begins, (day + 1)::timestamp at time zone timezone as ends
    from (
      select distinct organisation_id, timezone, (at at time zone timezone)::date as day
      from unnest(${changes.map(({ organisation_id }) => organisation_id)}::uuid[], ${changes.map(({ at }) => at)}::timestamptz[]) change (organisation_id, at)
      join analytics_zones using (organisation_id)
    ) days
    union all
    select organisation_id, timezone, '-infinity', 'infinity', '-infinity', 'infinity' from analytics_zones where organisation_id = any(${whole}::uuid[])
  ) slot`;

type Count = (trx: Executor, slots: RawBuilder<unknown>) => Promise<void>;

const countMoney: Count = async (trx, slots) => {
  await sql`delete from analytics_money_days d using ${slots} where d.organisation_id = slot.organisation_id and d.day between slot.first and slot.last`.execute(
    trx,
  );
  await sql`
    insert into analytics_money_days (organisation_id, day, livemode, currency, course_id, ${sql.join(MONEY_COLUMNS.map((name) => sql.ref(name)))},
      sales, refund_count, dispute_count, reversal_count)
    select t.organisation_id, (t.occurred_at at time zone slot.timezone)::date, t.livemode, t.currency, t.course_id, ${moneySums},
      count(distinct t.id) filter (where t.movement = 'sale'), count(distinct t.id) filter (where t.movement = 'refund'),
      count(distinct t.id) filter (where t.movement = 'dispute'), count(distinct t.id) filter (where t.movement = 'reversal')
    from ${slots}
    join ledger_transactions t on t.organisation_id = slot.organisation_id and t.occurred_at >= slot.begins and t.occurred_at < slot.ends
    join ledger_entries e on e.organisation_id = t.organisation_id and e.transaction_id = t.id
    group by 1, 2, 3, 4, 5`.execute(trx);
};

const countEnrollments: Count = async (trx, slots) => {
  await sql`delete from analytics_enrollment_days d using ${slots} where d.organisation_id = slot.organisation_id and d.day between slot.first and slot.last`.execute(
    trx,
  );
  const moments = (moment: RawBuilder<unknown>, counted: 'enrolled' | 'completed' | 'ended') => sql`
    select e.organisation_id, (${moment} at time zone slot.timezone)::date as day, e.course_id, ${sql.lit(counted)} as counted
    from ${slots} join enrollments e on e.organisation_id = slot.organisation_id and ${moment} >= slot.begins and ${moment} < slot.ends and e.source <> 'preview'`;
  await sql`
    insert into analytics_enrollment_days (organisation_id, day, course_id, enrolled, completed, ended)
    select organisation_id, day, course_id, count(*) filter (where counted = 'enrolled'), count(*) filter (where counted = 'completed'),
      count(*) filter (where counted = 'ended')
    from (${moments(sql`e.enrolled_at`, 'enrolled')} union all ${moments(sql`e.completed_at`, 'completed')}
      union all ${moments(sql`least(e.revoked_at, e.expires_at)`, 'ended')}) moments
    group by 1, 2, 3`.execute(trx);
};

const COUNTS: Record<'money' | 'enrollments', Count> = { money: countMoney, enrollments: countEnrollments };
