import { type RawBuilder, sql } from 'kysely';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { Failures } from '../../kernel/failures.ts';
import { MONEY_COLUMNS, moneySums } from './money.ts';

/** Number of changes that one transaction processes. */
const STEP = 20_000;

interface Change {
  kind: 'zone' | 'money' | 'enrollments';
  at: string | null;
}

/**
 * Recounts the days in which something has changed since the last run, one organisation after another. Anything committed later leaves a change of its own, so
 * that nothing is missed. Counting a day twice gives the same figures.
 * @throws AggregateError if any failed, after all others were counted
 */
export async function countChangedDays(db: Database): Promise<void> {
  const { rows } = await sql<{ organisation_id: string }>`select distinct organisation_id from analytics_changes`.execute(db);
  const failures = new Failures();
  for (const { organisation_id } of rows) {
    await failures.note(organisation_id, async () => {
      for (let taken = STEP; taken === STEP; ) taken = await inTransaction(db, (trx) => countStep(trx, organisation_id));
    });
  }
  failures.check('organisations have days that could not be counted');
}

/** Processes one batch of changes. Returns their number. */
async function countStep(trx: Executor, organisationId: string): Promise<number> {
  if (!(await lockDays(trx, organisationId))) return 0;
  const { rows } = await sql<Change & { taken: number }>`
    with taken as (
      delete from analytics_changes where organisation_id = ${organisationId} and id in (
        select id from analytics_changes where organisation_id = ${organisationId} order by id limit ${STEP})
      returning kind, at
    )
    select distinct kind, at, (select count(*)::int from taken) as taken from taken`.execute(trx);
  const isMoved = await followZone(trx, organisationId);
  for (const kind of ['money', 'enrollments'] as const) {
    const moments = rows.flatMap((change) => (change.kind === kind && change.at !== null ? [change.at] : []));
    if (isMoved || moments.length > 0) await COUNTS[kind](trx, slotsOf(organisationId, isMoved ? null : moments));
  }
  return rows[0]?.taken ?? 0;
}

/** Keeps others from counting the days of an organisation. Returns false if somebody is already counting them: they will process its changes. */
async function lockDays(trx: Executor, organisationId: string): Promise<boolean> {
  await sql`insert into analytics_zones (organisation_id, timezone) select id, '' from organisations where id = ${organisationId} on conflict do nothing`.execute(
    trx,
  );
  const { rows } = await sql`select from analytics_zones where organisation_id = ${organisationId} for update skip locked`.execute(trx);
  return rows.length > 0;
}

/** Adopts the organisation's time zone. Returns whether the zone has changed or the days were never counted, so that all figures have to be recounted. */
async function followZone(trx: Executor, organisationId: string): Promise<boolean> {
  const { rows } = await sql`
    update analytics_zones set timezone = organisations.timezone from organisations
    where organisation_id = ${organisationId} and organisations.id = ${organisationId} and analytics_zones.timezone <> organisations.timezone
    returning organisation_id`.execute(trx);
  return rows.length > 0;
}

/** Selects the days of these moments, or all days: their first and last day, the beginning of the first, the end of the last, and the zone. */
const slotsOf = (organisationId: string, moments: readonly string[] | null): RawBuilder<unknown> =>
  moments === null
    ? sql`(select organisation_id, timezone, '-infinity'::date as first, 'infinity'::date as last, '-infinity'::timestamptz as begins,
        'infinity'::timestamptz as ends from analytics_zones where organisation_id = ${organisationId}) slot`
    : sql`(select organisation_id, timezone, day as first, day as last, day::timestamp at time zone timezone as begins,
        (day + 1)::timestamp at time zone timezone as ends
      from (select distinct organisation_id, timezone, (at at time zone timezone)::date as day
        from unnest(${moments}::timestamptz[]) change (at) join analytics_zones on organisation_id = ${organisationId}) days) slot`;

type Count = (trx: Executor, slots: RawBuilder<unknown>) => Promise<void>;

const countMoney: Count = async (trx, slots) => {
  await sql`delete from analytics_money_days d using ${slots} where d.organisation_id = slot.organisation_id and d.day between slot.first and slot.last`.execute(
    trx,
  );
  await sql`
    insert into analytics_money_days (organisation_id, day, livemode, currency, course_id, ${sql.join(MONEY_COLUMNS.map((name) => sql.ref(name)))},
      sales, renewal_count, refund_count, dispute_count, reversal_count)
    select t.organisation_id, (t.occurred_at at time zone slot.timezone)::date, t.livemode, t.currency, t.course_id, ${moneySums},
      count(distinct t.id) filter (where t.movement in ('sale', 'renewal')), count(distinct t.id) filter (where t.movement = 'renewal'),
      count(distinct t.id) filter (where t.movement = 'refund'),
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
