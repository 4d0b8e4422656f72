import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { localDay } from '../../kernel/moments.ts';
import { daysLater } from '../../studio/schedule/days.ts';
import type { AttendedCourse, CourseKey } from '../meetings/settings.ts';
import { wasRecorded } from '../records/select-rows.ts';
import { isOpen } from '../records/status.ts';

export interface MeetingFacts extends Shape<'Meeting'> {
  is_for_cohort: boolean;
}

/** Reads the meetings of a course that overlap a period and are not cancelled, by time.
 * @param opensBefore number of minutes by which a meeting counts as beginning earlier */
export async function meetingsBetween(
  db: Executor,
  { organisationId, courseId }: CourseKey,
  from: string,
  to: string,
  opensBefore: number,
): Promise<MeetingFacts[]> {
  const { rows } = await sql<MeetingFacts>`
    select m.id, m.slot_id, m.date, m.starts_at, m.ends_at, m.place, s.cohort_id, s.is_for_cohort, m.is_cancelled, m.closed_at,
      ${wasRecorded} as is_recorded_afterwards
    from attendance_meetings m join attendance_slots s on s.organisation_id = m.organisation_id and s.id = m.slot_id
    where m.organisation_id = ${organisationId} and m.course_id = ${courseId} and not m.is_cancelled
      and m.starts_at <= ${to}::timestamptz + make_interval(mins => ${opensBefore}) and m.ends_at > ${from}
      and (s.cohort_id is not null or not s.is_for_cohort)
    order by m.starts_at, m.id`.execute(db);
  return rows;
}

/** Reads the meetings of today, in the time zone of the course, that have not ended, and those of yesterday that last past midnight. */
export async function todaysMeetings(db: Executor, course: AttendedCourse, now: string): Promise<MeetingFacts[]> {
  const day = localDay(course.timezone, now);
  const meetings = await meetingsBetween(db, course, new Date(Date.parse(now) - 1).toISOString(), `${daysLater(day, 1)}T12:00:00Z`, 0);
  return meetings.filter((meeting) => meeting.date <= day);
}

/** Returns the open meeting. If there are several, returns the one that began last. */
export const openMeeting = ({ rules }: AttendedCourse, meetings: readonly MeetingFacts[], now: string): MeetingFacts | undefined =>
  meetings.filter((meeting) => isOpen(rules, meeting, now) && now < meeting.ends_at).at(-1);

/** Removes the fields of a meeting that the contract does not show. */
export const showMeeting = ({ is_for_cohort: _cohort, ...meeting }: MeetingFacts): Shape<'Meeting'> => meeting;

/** Returns the cohorts of each of these enrolments. */
export async function cohortsOf(db: Executor, organisationId: string, enrollmentIds: readonly string[]): Promise<Map<string, Set<string>>> {
  const rows = await db
    .selectFrom('cohort_members')
    .select(['enrollment_id', 'cohort_id'])
    .where('organisation_id', '=', organisationId)
    .where('enrollment_id', '=', sql<string>`any(${enrollmentIds}::uuid[])`)
    .execute();
  return new Map([...Map.groupBy(rows, (row) => row.enrollment_id)].map(([id, own]) => [id, new Set(own.map(({ cohort_id }) => cohort_id))]));
}
