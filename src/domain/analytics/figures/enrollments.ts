import { type RawBuilder, sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Tools } from '../../kernel/tools.ts';
import { type DayRange, endOf, isIn } from '../days/range.ts';
import type { DaysState } from '../days/state.ts';

/**
 * Selects, for each course of an organisation that is not deleted, the enrolments, completions and sales in a range of days, and how many enrolments are
 * active now, whatever the range. A day that has not ended yet counts what ends on it, so what ends later today is added again.
 */
export function selectCourseFigures(
  { clock }: Pick<Tools, 'clock'>,
  organisationId: string,
  { timezone, today }: DaysState,
  range: DayRange,
): RawBuilder<unknown> {
  return sql`
    select c.id, c.title, c.slug, c.status, coalesce(days.enrollments, 0) as enrollments, coalesce(days.completions, 0) as completions,
      greatest(coalesce(days.active, 0) + coalesce(later.count, 0), 0) as active_enrollments
    from courses c
    left join (
      select course_id, sum(enrolled) filter (where ${isIn(range)})::int as enrollments, sum(completed) filter (where ${isIn(range)})::int as completions,
        (sum(enrolled) - coalesce(sum(ended) filter (where day <= ${today}::date), 0))::int as active
      from analytics_enrollment_days where organisation_id = ${organisationId} group by course_id
    ) days on days.course_id = c.id
    left join (
      select course_id, count(*)::int as count from enrollments
      where organisation_id = ${organisationId} and source <> 'preview'
        and least(revoked_at, expires_at) > ${timeOf(clock)}::timestamptz
        and least(revoked_at, expires_at) < ${endOf(today, timezone)}
      group by course_id
    ) later on later.course_id = c.id
    where c.organisation_id = ${organisationId} and c.deleted_at is null`;
}
