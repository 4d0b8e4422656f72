import { sql } from 'kysely';
import { validate } from 'uuid';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChanges } from '../../kernel/audit/record.ts';
import type { Actor, Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, Faults, NotFoundError, ValidationError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import { daysBetween, isDay } from '../../studio/schedule/days.ts';
import { type AttendedCourse, type CourseKey, lockAttendance, readCourse } from '../meetings/settings.ts';
import { type PersonMark, type RecordChange, writePersonMarks } from './change-records.ts';
import { readRecords } from './columns.ts';
import { isOpen, statusOf } from './status.ts';

type Write = Shape<'AttendanceRecordWrite'>;

/** Identifies the meetings of a learner on a day. */
export interface RecordPath {
  courseId: string;
  enrollmentId: string;
  date: string;
}

interface Meeting {
  id: string;
  slot_id: string;
  starts_at: string;
  ends_at: string;
  is_cancelled: boolean;
  /** Whether the meeting is for all learners or for a cohort of the learner. */
  is_own: boolean;
}

const MOST_DAYS = 366;

/**
 * Marks a learner in one meeting, or in all of a range.
 * @throws NotFoundError when there is no such learner, or no meeting on this day
 * @throws DomainError meeting_not_open, meeting_cancelled
 * @throws ValidationError
 */
export function writeRecord(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  { courseId, enrollmentId, date }: RecordPath,
  body: Write,
): Promise<Shape<'AttendanceRecords'>> {
  requireIds(courseId, enrollmentId);
  if (!isDay(date)) throw new NotFoundError();
  const { organisationId } = caller;
  const key: CourseKey = { organisationId, courseId };
  return inTransaction(db, async (trx) => {
    await requireCourse(trx, organisationId, courseId);
    await requireLearner(trx, key, enrollmentId);
    await lockAttendance(trx, key);
    const now = timeOf(clock);
    checkBody(date, body);
    const course = await readCourse(trx, key);
    const meetings = chooseMeetings(await meetingsFor(trx, key, enrollmentId, date, body.until ?? date), body);
    const madeUp = await madeUpMeeting(trx, key, meetings, body.makes_up_for);
    const marks = meetings.map((meeting) => markIn(course, meeting, body, { enrollmentId, personId: caller.actorId, madeUp }, now));
    const changes = await writePersonMarks(trx, key, marks, now);
    await recordMarks(trx, caller, changes);
    return {
      records: await readRecords(
        trx,
        organisationId,
        enrollmentId,
        meetings.map(({ id }) => id),
      ),
    };
  });
}

/** Writes changed records to the audit log. */
export const recordMarks = (trx: Executor, actor: Actor, changes: readonly RecordChange[]): Promise<void> =>
  recordChanges(
    trx,
    changes.map(({ enrollment_id, meeting_id, before, after }) => ({
      actor,
      action: 'attendance.marked' as const,
      objectId: enrollment_id,
      before,
      after: { meeting_id, ...after },
    })),
  );

/** Checks that the learner exists, and keeps the enrolment from being deleted until the transaction ends.
 * @throws NotFoundError also for a preview */
async function requireLearner(trx: Executor, { organisationId, courseId }: CourseKey, enrollmentId: string): Promise<void> {
  await trx
    .selectFrom('enrollments')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('id', '=', enrollmentId)
    .where('source', '<>', sql.lit('preview'))
    .forKeyShare()
    .executeTakeFirstOrThrow(() => new NotFoundError());
}

function checkBody(date: string, { status, arrived_at, left_at, until, makes_up_for }: Write): void {
  const faults = new Faults();
  if (arrived_at !== null && left_at !== null && left_at !== undefined && Date.parse(left_at) < Date.parse(arrived_at as string))
    faults.add('left_at', 'before_start', 'Must not be before arrived_at.');
  if (until !== undefined) {
    if (status !== 'excused' && status !== null) faults.add('until', 'not_allowed', 'Only allowed with excused or null.');
    else if (makes_up_for) faults.add('makes_up_for', 'not_allowed', 'Not allowed with until.');
    if (until < date) faults.add('until', 'before_start', 'Must not be before the day of the meeting.');
    else if (daysBetween(date, until) > MOST_DAYS) faults.add('until', 'too_late', `Must be at most ${MOST_DAYS} days after the meeting.`);
  }
  faults.check();
}

const meetingsFor = async (trx: Executor, { organisationId, courseId }: CourseKey, enrollmentId: string, from: string, to: string): Promise<Meeting[]> => {
  const { rows } = await sql<Meeting>`select m.id, m.slot_id, m.starts_at, m.ends_at, m.is_cancelled,
      not s.is_for_cohort or exists (select from cohort_members c where c.organisation_id = m.organisation_id and c.cohort_id = s.cohort_id
        and c.enrollment_id = ${enrollmentId}) as is_own
    from attendance_meetings m join attendance_slots s on s.organisation_id = m.organisation_id and s.id = m.slot_id
    where m.organisation_id = ${organisationId} and m.course_id = ${courseId} and m.date between ${from}::date and ${to}::date
    order by m.starts_at, m.id`.execute(trx);
  return rows;
};

/** Returns the meetings that a mark is for: one meeting, or those of a range that are not cancelled. */
function chooseMeetings(all: readonly Meeting[], { slot_id, until }: Write): Meeting[] {
  if (all.length === 0) throw new NotFoundError();
  const own = all.filter(({ is_own }) => is_own);
  if (until !== undefined) {
    const meant = (slot_id === undefined ? own : all.filter((meeting) => isOf(meeting, slot_id))).filter(({ is_cancelled }) => !is_cancelled);
    if (meant.length === 0) throw new NotFoundError();
    return meant;
  }
  if (slot_id !== undefined) {
    const named = all.find((meeting) => isOf(meeting, slot_id));
    if (!named) throw new ValidationError([{ field: 'slot_id', code: 'unknown', message: 'This slot has no meeting on this day.' }]);
    return [notCancelled(named)];
  }
  const meant = own.length > 0 ? own : all;
  if (meant.length > 1) throw new ValidationError([{ field: 'slot_id', code: 'slot_required', message: 'There are several meetings on this day.' }]);
  return meant.map(notCancelled);
}

const isOf = (meeting: Meeting, slotId: string): boolean => validate(slotId) && meeting.slot_id === slotId.toLowerCase();

function notCancelled(meeting: Meeting): Meeting {
  if (meeting.is_cancelled) throw new DomainError('meeting_cancelled', 'The meeting has been cancelled.');
  return meeting;
}

/** Returns the ID of the meeting that is made up for. */
async function madeUpMeeting(
  trx: Executor,
  { organisationId, courseId }: CourseKey,
  meetings: readonly Meeting[],
  named: Write['makes_up_for'],
): Promise<string | null> {
  if (!named) return null;
  const found = await trx
    .selectFrom('attendance_meetings')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('slot_id', '=', named.slot_id)
    .where('date', '=', named.date)
    .executeTakeFirst();
  if (!found || meetings.some(({ id }) => id === found.id))
    throw new ValidationError([{ field: 'makes_up_for', code: 'unknown', message: 'The course has no such other meeting.' }]);
  return found.id;
}

function markIn(
  { rules }: AttendedCourse,
  meeting: Meeting,
  { status, arrived_at = null, left_at = null, reason = null, note = null }: Write,
  { enrollmentId, personId, madeUp }: { enrollmentId: string; personId: string; madeUp: string | null },
  now: string,
): PersonMark {
  if (status !== 'excused' && status !== null && !isOpen(rules, meeting, now)) throw new DomainError('meeting_not_open', 'The meeting has not opened yet.');
  return {
    enrollment_id: enrollmentId,
    meeting_id: meeting.id,
    status: status === 'present' ? statusOf(rules, meeting, arrived_at, left_at) : status,
    method: 'manual',
    at: now,
    person_id: personId,
    arrived_at,
    left_at,
    reason,
    note,
    makes_up_for: madeUp,
  };
}
