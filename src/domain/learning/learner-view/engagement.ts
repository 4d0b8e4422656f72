import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { localDay } from '../../kernel/moments.ts';
import type { Tools } from '../../kernel/tools.ts';

/** Returns the user's own learning in the organisation. A streak lasts until a whole day has passed without learning.
 * @param days the number of days to list, ending today */
export async function getEngagement(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  { organisationId, actorId }: Caller,
  days: number,
): Promise<Shape<'Engagement'>> {
  const { timezone } = await db.selectFrom('users').select('timezone').where('id', '=', actorId).executeTakeFirstOrThrow();
  const today = localDay(timezone, timeOf(clock));
  const sums = sql<Omit<Shape<'Engagement'>, 'days'>>`
    with learned as (select day, seconds_spent, completed_lessons from learning_days where organisation_id = ${organisationId} and user_id = ${actorId}),
      -- Days in a row differ from their rank by the same day.
      islands as (select max(day) as last, count(*)::int as length from (select day, day - row_number() over (order by day)::int as island from learned) d group by island)
    select coalesce((select max(length) filter (where last >= ${today}::date - 1) from islands), 0) as current_streak_days,
      coalesce((select max(length) from islands), 0) as longest_streak_days,
      (select coalesce(sum(seconds_spent), 0)::float8 from learned) as total_seconds,
      (select coalesce(sum(completed_lessons), 0)::int from learned) as completed_lessons,
      (select count(*)::int from enrollments where organisation_id = ${organisationId} and user_id = ${actorId} and completed_at is not null
        and source <> 'preview') as completed_courses`;
  const listed = sql<Shape<'EngagementDay'>>`
    select d.day::date as date, coalesce(l.seconds_spent, 0) as seconds_spent, coalesce(l.completed_lessons, 0) as completed_lessons
    from generate_series(${today}::date - ${days - 1}::int, ${today}::date, interval '1 day') d (day)
    left join learning_days l on l.organisation_id = ${organisationId} and l.user_id = ${actorId} and l.day = d.day::date order by 1`;
  const [{ rows }, { rows: eachDay }] = await Promise.all([sums.execute(db), listed.execute(db)]);
  return { ...(rows[0] as Omit<Shape<'Engagement'>, 'days'>), days: eachDay };
}
