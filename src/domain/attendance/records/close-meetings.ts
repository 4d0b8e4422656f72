import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import { systemActor } from '../../kernel/caller.ts';
import { Failures } from '../../kernel/failures.ts';
import type { Tools } from '../../kernel/tools.ts';
import { hadAccess, wasInCohort } from '../../learning/access/past-access.ts';
import { checkRates } from '../meetings/checks.ts';
import { type CourseKey, lockAttendance, readCourse } from '../meetings/settings.ts';
import { changeRecords } from './change-records.ts';

/** Maximum number of meetings in one run. The next run, a minute later, handles the rest. */
const MOST_MEETINGS = 200;

interface Due extends CourseKey {
  meetingId: string;
}

/**
 * Closes the meetings that have ended: stores the expected learners, and marks those who did not come as absent. Each meeting closes once.
 * @throws AggregateError if any failed, after all others have been closed
 */
export async function closeMeetings({ db, clock }: Pick<Tools<Database>, 'db' | 'clock'>): Promise<void> {
  const now = timeOf(clock);
  const { rows } = await sql<Due>`select m.organisation_id as "organisationId", m.course_id as "courseId", m.id as "meetingId"
    from attendance_meetings m
    join attendance_settings s on s.organisation_id = m.organisation_id and s.course_id = m.course_id and s.enabled_at < m.ends_at
    join courses c on c.organisation_id = m.organisation_id and c.id = m.course_id and c.deleted_at is null
    where m.closed_at is null and not m.is_cancelled and m.ends_at <= ${now} and m.ends_at > ${now}::timestamptz - interval '1 year'
    order by m.ends_at limit ${MOST_MEETINGS}`.execute(db);
  const failures = new Failures();
  for (const due of rows) await failures.note(due.meetingId, () => inTransaction(db, (trx) => closeMeeting(trx, due, now)));
  failures.check('meetings could not be closed');
}

async function closeMeeting(trx: Executor, { meetingId, ...key }: Due, now: string): Promise<void> {
  const { organisationId } = key;
  await lockAttendance(trx, key);
  const { numUpdatedRows } = await trx
    .updateTable('attendance_meetings')
    .set({ closed_at: now })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', meetingId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  const { rules } = await readCourse(trx, key);
  const changes = await changeRecords(
    trx,
    key,
    sql`${expectedLearners(organisationId, [meetingId])} for key share of e`,
    sql`insert into attendance_records as r (organisation_id, course_id, enrollment_id, meeting_id, is_expected, is_absent)
      select ${organisationId}, ${key.courseId}, enrollment_id, meeting_id, true, ${rules.marks_absent} from given
      on conflict (organisation_id, enrollment_id, meeting_id) do update set is_expected = true, is_absent = excluded.is_absent returning r.*`,
    now,
  );
  await checkRates(trx, key);
  await recordChange(trx, systemActor(organisationId), {
    action: 'attendance.meeting_closed',
    objectId: meetingId,
    before: null,
    after: { course_id: key.courseId, absent: changes.length },
  });
}

/** Selects the learners who had access and, if the meeting has a cohort, belonged to it at any time from the beginning of the meeting until another time. */
export const expectedLearners = (organisationId: string, meetingIds: readonly string[], by = sql`m.starts_at`) => sql`
  select e.id as enrollment_id, m.id as meeting_id
  from attendance_meetings m
  join attendance_slots s on s.organisation_id = m.organisation_id and s.id = m.slot_id
  join enrollments e on e.organisation_id = m.organisation_id and e.course_id = m.course_id
  where m.organisation_id = ${organisationId} and m.id = any(${meetingIds}::uuid[])
    and ${hadAccess({ from: sql`m.starts_at`, to: by })} and (not s.is_for_cohort or ${wasInCohort(sql`s.cohort_id`, { from: sql`m.starts_at`, to: by })})`;
