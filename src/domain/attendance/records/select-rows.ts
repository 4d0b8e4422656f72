import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { localDay } from '../../kernel/moments.ts';
import { person } from '../../kernel/person.ts';
import { daysLater } from '../../studio/schedule/days.ts';
import type { AttendedCourse, CourseKey } from '../meetings/settings.ts';
import { cell } from './columns.ts';
import { rateOf, type Tally, tally } from './rate.ts';

const LAST_DAY = '2199-12-31';
const DAYS_BACK = 400;

/** The days whose meetings are read, inclusive. */
export interface DayRange {
  from: string;
  to: string;
}

export const rangeOf = ({ timezone }: AttendedCourse, { from, to }: { from?: string | undefined; to?: string | undefined }, now: string): DayRange => ({
  from: from ?? daysLater(localDay(timezone, now), -DAYS_BACK),
  to: to ?? LAST_DAY,
});

/** Whether staff recorded a meeting `m` after it had taken place. */
export const wasRecorded: RawBuilder<boolean> = sql`m.recorded_at is not null`;

/** Reads the meetings of a range, by time, except those of deleted cohorts that have not been closed.
 * @param enrollmentId limits the meetings to those that concern this learner; null means all */
export async function readMeetings(
  db: Executor,
  { organisationId, courseId }: CourseKey,
  { from, to }: DayRange,
  enrollmentId: string | null = null,
): Promise<Shape<'Meeting'>[]> {
  const concerns = sql`not s.is_for_cohort
    or exists (select from cohort_members c where c.organisation_id = m.organisation_id and c.cohort_id = s.cohort_id and c.enrollment_id = ${enrollmentId})
    or exists (select from attendance_records r where r.organisation_id = m.organisation_id and r.meeting_id = m.id and r.enrollment_id = ${enrollmentId})`;
  const { rows } = await sql<Shape<'Meeting'>>`
    select m.id, m.slot_id, m.date, m.starts_at, m.ends_at, m.place, s.cohort_id, m.is_cancelled, m.closed_at, ${wasRecorded} as is_recorded_afterwards
    from attendance_meetings m join attendance_slots s on s.organisation_id = m.organisation_id and s.id = m.slot_id
    where m.organisation_id = ${organisationId} and m.course_id = ${courseId} and m.date between ${from}::date and ${to}::date
      and (s.cohort_id is not null or not s.is_for_cohort or m.closed_at is not null)
      and ${enrollmentId === null ? sql`true` : sql`(${concerns})`}
    order by m.starts_at, m.id`.execute(db);
  return rows;
}

/** The learners whose attendance is read, their order, and the reader. */
export interface Learners {
  /** Selects `organisation_id` and `id` of enrolments. */
  page: Expression<{ organisation_id: string; id: string }>;
  order: RawBuilder<unknown>;
  showsNotes: boolean;
}

/** Reads the attendance of these learners in the meetings of a range, with the rate that results from these meetings. */
export async function readRows(
  db: Executor,
  { organisationId, courseId, rules }: AttendedCourse,
  { from, to }: DayRange,
  { page, order, showsNotes }: Learners,
  now: string,
): Promise<Shape<'AttendanceRow'>[]> {
  type Row = Omit<Shape<'AttendanceRow'>, 'rate'> & { tallied: Tally; upcoming: number };
  const { rows } = await sql<Row>`
    with page as ${page},
    coming as materialized (
      select m.starts_at, s.is_for_cohort, s.cohort_id
      from attendance_meetings m join attendance_slots s on s.organisation_id = m.organisation_id and s.id = m.slot_id
      where m.organisation_id = ${organisationId} and m.course_id = ${courseId} and m.date between ${from}::date and ${to}::date
        and m.closed_at is null and m.ends_at > ${now} and not m.is_cancelled
    )
    select enrollments.id as enrollment_id, ${person} as user, coalesce(recorded.cells, '[]') as cells, recorded.tallied,
      (select count(*)::int from coming where (coming.starts_at < enrollments.expires_at or enrollments.expires_at is null)
        and (not coming.is_for_cohort or coming.cohort_id = any(own.cohorts))) - recorded.excused_ahead as upcoming
    from page
    join enrollments on enrollments.organisation_id = page.organisation_id and enrollments.id = page.id
    join users on users.id = enrollments.user_id
    cross join lateral (
      select array(select c.cohort_id from cohort_members c where c.organisation_id = page.organisation_id and c.enrollment_id = page.id) as cohorts
    ) own
    cross join lateral (
      select json_agg(${cell(showsNotes)} order by m.starts_at, m.id) filter (where r.status is not null or r.reason is not null or r.note is not null) as cells,
        ${tally} as tallied,
        count(*) filter (where r.status = 'excused' and m.closed_at is null and m.ends_at > ${now} and not m.is_cancelled)::int as excused_ahead
      from attendance_records r join attendance_meetings m on m.organisation_id = r.organisation_id and m.id = r.meeting_id
      where r.organisation_id = page.organisation_id and r.enrollment_id = page.id and m.date between ${from}::date and ${to}::date
    ) recorded
    order by ${order}`.execute(db);
  return rows.map(({ tallied, upcoming, cells, ...row }) => ({ ...row, rate: rateOf(rules, tallied, Math.max(0, upcoming)), cells }));
}
