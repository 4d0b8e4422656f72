import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, Faults, NotFoundError } from '../../kernel/errors.ts';
import { newId, requireIds } from '../../kernel/ids.ts';
import { localDay, momentOf } from '../../kernel/moments.ts';
import type { Tools } from '../../kernel/tools.ts';
import { hadAccess, wasInCohort } from '../../learning/access/past-access.ts';
import { liveCourses } from '../../studio/courses/columns.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import { daysLater } from '../../studio/schedule/days.ts';
import { checkRates } from '../meetings/checks.ts';
import { type Occurrence, occurrencesOf } from '../meetings/occurrences.ts';
import { type AttendedCourse, type CourseKey, lockAttendance, readCourse } from '../meetings/settings.ts';
import { changeRecords, type PersonMark, type RecordChange, writePersonMarks } from './change-records.ts';
import { readMeetings } from './select-rows.ts';
import { recordMarks } from './write-record.ts';

type Write = Required<Omit<Shape<'PastMeetingWrite'>, 'marks'>> & Pick<Shape<'PastMeetingWrite'>, 'marks'>;

const MOST_DAYS_BACK = 730;
const MOST_RECORDED = 500;

/**
 * Records a past meeting. It is closed from the beginning, and expects the learners who had access on its day and, if it belongs to a cohort, were in the
 * cohort on that day.
 * @throws NotFoundError when there is no such course
 * @throws DomainError meeting_exists, carrying the meeting
 * @throws ValidationError
 */
export function recordMeeting({ db, clock }: Pick<Tools, 'db' | 'clock'>, caller: Caller, courseId: string, body: Write): Promise<Shape<'Meeting'>> {
  const key: CourseKey = { organisationId: caller.organisationId, courseId };
  return inTransaction(db, async (trx) => {
    await requireCourse(trx, key.organisationId, courseId);
    await lockAttendance(trx, key);
    const now = timeOf(clock);
    const course = await readCourse(trx, key);
    const [occurrence] = occurrencesOf(course.timezone, { ...body, first_date: body.date, last_date: null, every_weeks: 1, exceptions: [] });
    const meeting = occurrence as Occurrence;
    await checkMeeting(trx, course, body, meeting, now);
    await refuseTwin(trx, key, body, meeting);
    const id = await storeMeeting(trx, key, body, meeting, now);
    const absences = await storeExpected(trx, course, body, id, now);
    const marks = await writePersonMarks(
      trx,
      key,
      (body.marks ?? []).map((mark) => markOf(id, caller.actorId, mark, now)),
      now,
    );
    const [recorded] = (await readMeetings(trx, key, { from: body.date, to: body.date })).filter((one) => one.id === id);
    const after = { ...(recorded as Shape<'Meeting'>), course_id: courseId, absent: absences.length };
    await recordChange(trx, caller, { action: 'attendance.meeting_recorded', objectId: id, before: null, after });
    await recordMarks(trx, caller, marks);
    return recorded as Shape<'Meeting'>;
  });
}

/**
 * Deletes a meeting that was recorded afterwards, with all its records.
 * @throws NotFoundError also for a meeting that was planned
 */
export function deleteRecordedMeeting({ db }: Pick<Tools, 'db'>, caller: Caller, courseId: string, id: string): Promise<void> {
  const { organisationId } = caller;
  const key: CourseKey = { organisationId, courseId };
  requireIds(courseId, id);
  return inTransaction(db, async (trx) => {
    await requireCourse(trx, organisationId, courseId);
    await lockAttendance(trx, key);
    const { rows } = await sql<Record<string, unknown>>`delete from attendance_slots s using attendance_meetings m
      where m.organisation_id = ${organisationId} and m.course_id = ${courseId} and m.id = ${id} and m.recorded_at is not null
        and s.organisation_id = m.organisation_id and s.id = m.slot_id
      returning m.course_id, s.cohort_id, m.date, m.starts_at, m.ends_at, m.place, m.recorded_at`.execute(trx);
    const [before] = rows;
    if (!before) throw new NotFoundError();
    await checkRates(trx, key);
    await recordChange(trx, caller, { action: 'attendance.meeting_deleted', objectId: id, before, after: null });
  });
}

async function checkMeeting(trx: Executor, course: AttendedCourse, { date, marks = [], ...body }: Write, { ends_at }: Occurrence, now: string): Promise<void> {
  const { organisationId, courseId, timezone, rules } = course;
  const { start_date } = await liveCourses(trx, organisationId)
    .select('courses.start_date')
    .where('courses.id', '=', courseId)
    .executeTakeFirstOrThrow(() => new NotFoundError());
  const cohort = body.cohort_id === null ? null : await readCohort(trx, course, body.cohort_id);
  const faults = new Faults();
  if (cohort === undefined) faults.add('cohort_id', 'unknown', 'The course has no such cohort.');
  // A meeting on the last day of the retention period would be deleted the same night.
  const daysBack = Math.min(MOST_DAYS_BACK, (rules.keep_days ?? Number.POSITIVE_INFINITY) - 1);
  if (body.start_time === body.end_time) faults.add('end_time', 'same_time', 'Must differ from start_time.');
  else if (ends_at > now) faults.add('date', 'not_over', 'The meeting must be over.');
  if (start_date !== null && date < start_date) faults.add('date', 'before_start', "Must not be before the course's first day.");
  else if (cohort?.starts_on && date < cohort.starts_on) faults.add('date', 'before_start', "Must not be before the cohort's first day.");
  else if (date < daysLater(localDay(timezone, now), -daysBack)) faults.add('date', 'too_early', `Must be at most ${daysBack} days ago.`);
  else if ((await countRecorded(trx, course)) >= MOST_RECORDED)
    faults.add('date', 'too_many', `A course can have at most ${MOST_RECORDED} past meetings that were recorded afterwards.`);
  await checkMarks(trx, course, marks, faults);
  faults.check();
}

/** Returns the cohort and keeps it from being deleted until the transaction ends. */
const readCohort = (trx: Executor, { organisationId, courseId }: CourseKey, id: string): Promise<{ starts_on: string | null } | undefined> =>
  trx
    .selectFrom('cohorts')
    .select('starts_on')
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();

async function countRecorded(trx: Executor, { organisationId, courseId }: CourseKey): Promise<number> {
  const { count } = await trx
    .selectFrom('attendance_meetings')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('recorded_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}

async function checkMarks(trx: Executor, { organisationId, courseId }: CourseKey, marks: readonly Shape<'PastMark'>[], faults: Faults): Promise<void> {
  const ids = marks.map(({ enrollment_id }) => enrollment_id.toLowerCase());
  const rows = await trx
    .selectFrom('enrollments')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('source', '<>', sql.lit('preview'))
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .forKeyShare()
    .execute();
  const known = new Set(rows.map(({ id }) => id));
  ids.forEach((id, index) => {
    if (!known.has(id)) faults.add(`marks.${index}.enrollment_id`, 'unknown', 'The course has no such learner.');
    else if (ids.indexOf(id) < index) faults.add(`marks.${index}.enrollment_id`, 'duplicate', 'This learner is listed more than once.');
  });
}

/** @throws DomainError meeting_exists */
async function refuseTwin(trx: Executor, { organisationId, courseId }: CourseKey, { cohort_id }: Write, { date, starts_at }: Occurrence): Promise<void> {
  const { rows } = await sql<{ id: string }>`select m.id
    from attendance_meetings m join attendance_slots s on s.organisation_id = m.organisation_id and s.id = m.slot_id
    where m.organisation_id = ${organisationId} and m.course_id = ${courseId} and m.date between ${date}::date - 1 and ${date}::date + 1
      and m.starts_at = ${starts_at} and not m.is_cancelled
      and s.is_for_cohort = ${cohort_id !== null} and s.cohort_id is not distinct from ${cohort_id}::uuid limit 1`.execute(trx);
  const [twin] = rows;
  if (twin) throw new DomainError('meeting_exists', 'There is already a meeting for the same learners that begins at this time.', { meeting_id: twin.id });
}

/** Stores the meeting. Its slot has already ended, so that the course's meeting times do not show it. */
async function storeMeeting(
  trx: Executor,
  key: CourseKey,
  { cohort_id, start_time, end_time }: Write,
  meeting: Occurrence,
  recordedAt: string,
): Promise<string> {
  const [id, slotId] = [newId(), newId()];
  const { organisationId, courseId } = key;
  await sql`insert into attendance_slots (organisation_id, id, course_id, is_for_cohort, cohort_id, place, first_date, last_date, every_weeks, start_time, end_time,
      exceptions, ended_at)
    values (${organisationId}, ${slotId}, ${courseId}, ${cohort_id !== null}, ${cohort_id}, ${meeting.place}, ${meeting.date}, ${meeting.date}, 1, ${start_time},
      ${end_time}, '[]', ${recordedAt})`.execute(trx);
  await trx
    .insertInto('attendance_meetings')
    .values({ ...meeting, organisation_id: organisationId, id, course_id: courseId, slot_id: slotId, closed_at: recordedAt, recorded_at: recordedAt })
    .execute();
  return id;
}

/**
 * Stores the expected learners. Without any marks, nobody is absent, so that no learner is warned before staff have marked them. With marks, the learners not
 * named in them are absent, as when a meeting closes.
 */
function storeExpected(trx: Executor, course: AttendedCourse, { date, cohort_id, marks }: Write, meetingId: string, now: string): Promise<RecordChange[]> {
  const { organisationId, courseId, timezone, rules } = course;
  const day = {
    from: sql`${momentOf(timezone, date, 0, null)}::timestamptz`,
    to: sql`${momentOf(timezone, date, 1, null)}::timestamptz - interval '1 millisecond'`,
  };
  const marked = (marks ?? []).map(({ enrollment_id }) => enrollment_id);
  const isAbsent = sql`${marks !== undefined && rules.marks_absent}::boolean and enrollment_id <> all(${marked}::uuid[])`;
  return changeRecords(
    trx,
    course,
    sql`select e.id as enrollment_id, ${meetingId}::uuid as meeting_id from enrollments e
      where e.organisation_id = ${organisationId} and e.course_id = ${courseId} and ${hadAccess(day)}
        and ${cohort_id === null ? sql`true` : wasInCohort(sql`${cohort_id}::uuid`, day)} for key share of e`,
    sql`insert into attendance_records as r (organisation_id, course_id, enrollment_id, meeting_id, is_expected, is_absent)
      select ${organisationId}, ${courseId}, enrollment_id, meeting_id, true, ${isAbsent} from given returning r.*`,
    now,
  );
}

const markOf = (meetingId: string, personId: string, { enrollment_id, status }: Shape<'PastMark'>, now: string): PersonMark => ({
  enrollment_id,
  meeting_id: meetingId,
  status,
  method: 'manual',
  at: now,
  person_id: personId,
  arrived_at: null,
  left_at: null,
  reason: null,
  note: null,
  makes_up_for: null,
});
