import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { DomainError, ValidationError } from '../../kernel/errors.ts';
import { isStaff } from '../../kernel/role.ts';
import type { Tools } from '../../kernel/tools.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import { readCode, rotatingCode } from '../badges/codes.ts';
import { type AttendedCourse, type CourseKey, lockAttendance, readCourse } from '../meetings/settings.ts';
import { type PersonMark, type RecordChange, writeCheckIns, writePersonMarks } from '../records/change-records.ts';
import { ownEnrollment } from '../records/read-attendance.ts';
import { wasRecorded } from '../records/select-rows.ts';
import { isOpen, statusOf } from '../records/status.ts';
import { recordMarks } from '../records/write-record.ts';
import { correctedTime } from './device-time.ts';
import { type MeetingFacts, openMeeting, showMeeting, todaysMeetings } from './meetings-at.ts';
import { readRoster } from './roster.ts';
import { checkInByScans } from './scans.ts';

type ClassroomRoster = Page<Shape<'RosterEntry'>> & Pick<Shape<'ClassroomRoster'>, 'meeting' | 'meetings' | 'timezone'>;

/**
 * Returns the learners expected at a meeting, by default the one that is open now, and the meetings of today.
 * @throws NotFoundError when there is no such course
 * @throws ValidationError when the course has no such meeting
 */
export async function getClassroomRoster(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  { organisationId }: Caller,
  courseId: string,
  { meeting_id, search, ...paging }: Paging & { meeting_id?: string | undefined; search?: string | undefined },
): Promise<ClassroomRoster> {
  const course = await readCourse(db, { organisationId, courseId });
  const now = timeOf(clock);
  const meetings = await todaysMeetings(db, course, now);
  const meeting = meeting_id === undefined ? (openMeeting(course, meetings, now) ?? null) : await namedMeeting(db, course, meeting_id);
  const page = meeting === null ? { count: 0, results: [] } : await readRoster(db, course, meeting, { search, ...paging }, now);
  return { ...page, meeting: meeting && showMeeting(meeting), meetings: meetings.map(showMeeting), timezone: course.timezone };
}

async function namedMeeting(db: Executor, { organisationId, courseId }: CourseKey, id: string): Promise<MeetingFacts> {
  const { rows } = await sql<MeetingFacts>`
    select m.id, m.slot_id, m.date, m.starts_at, m.ends_at, m.place, s.cohort_id, s.is_for_cohort, m.is_cancelled, m.closed_at,
      ${wasRecorded} as is_recorded_afterwards
    from attendance_meetings m join attendance_slots s on s.organisation_id = m.organisation_id and s.id = m.slot_id
    where m.organisation_id = ${organisationId} and m.course_id = ${courseId} and m.id = ${id}`.execute(db);
  const [found] = rows;
  if (!found) throw new ValidationError([{ field: 'meeting_id', code: 'unknown', message: 'The course has no such meeting.' }]);
  return found;
}

/**
 * Returns the code that a classroom's screen currently shows.
 * @throws NotFoundError when there is no such course
 * @throws DomainError meeting_not_open
 * @throws ValidationError when the course has no such meeting
 */
export async function getClassroomCode(
  { db, clock, keyring }: Pick<Tools, 'db' | 'clock' | 'keyring'>,
  { organisationId }: Caller,
  courseId: string,
  { meeting_id }: { meeting_id?: string | undefined },
): Promise<Shape<'ClassroomCode'>> {
  const course = await readCourse(db, { organisationId, courseId });
  const now = timeOf(clock);
  const meeting = meeting_id === undefined ? openMeeting(course, await todaysMeetings(db, course, now), now) : await namedMeeting(db, course, meeting_id);
  if (!meeting || !isOpen(course.rules, meeting, now) || now >= meeting.ends_at || meeting.is_cancelled)
    throw new DomainError('meeting_not_open', 'No meeting is currently open.');
  return { meeting: showMeeting(meeting), ...rotatingCode(keyring, 'c', meeting.id, clock.now()) };
}

/**
 * Writes a staff member's marks for one meeting, including marks that a device stored while it was offline.
 * @throws NotFoundError when there is no such course
 * @throws DomainError meeting_not_open, meeting_cancelled
 * @throws ValidationError when the course has no such meeting
 */
export function markClassroom(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  courseId: string,
  { meeting_id, now: deviceNow, marks }: Shape<'ClassroomMarks'>,
): Promise<Shape<'ClassroomMarkResults'>> {
  return withLockedCourse(db, caller, courseId, async (trx, course) => {
    const now = timeOf(clock);
    const meeting = await namedMeeting(trx, course, meeting_id);
    if (meeting.is_cancelled) throw new DomainError('meeting_cancelled', 'The meeting has been cancelled.');
    if (!isOpen(course.rules, meeting, now) && marks.some(({ status }) => status !== 'excused' && status !== null))
      throw new DomainError('meeting_not_open', 'The meeting has not opened yet.');
    const timed = marks.map((mark) => ({ ...mark, at: correctedTime(now, deviceNow, mark.at) }));
    const latest = new Map(
      timed
        .flatMap(({ at, ...mark }) => (at === null ? [] : [{ ...mark, at }]))
        .sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
        .map((mark) => [mark.enrollment_id.toLowerCase(), mark]),
    );
    const changes = await writePersonMarks(
      trx,
      course,
      [...latest.values()].map((mark) => personMark(meeting.id, caller.actorId, mark)),
      now,
      { keepsDetails: true },
    );
    await recordMarks(trx, caller, changes);
    const known = await readMarked(trx, course, meeting.id, [...latest.keys()]);
    const changed = new Set(changes.map(({ enrollment_id }) => enrollment_id));
    const results = timed.map(({ client_id, enrollment_id, at }): Shape<'ClassroomMarkResult'> => {
      const id = enrollment_id.toLowerCase();
      const outcome = at === null ? 'out_of_time' : !known.has(id) ? 'not_enrolled' : changed.has(id) ? 'marked' : 'already_marked';
      return { client_id: client_id ?? null, enrollment_id: id, outcome, status: known.get(id) ?? null };
    });
    return { results };
  });
}

const personMark = (meetingId: string, personId: string, mark: Shape<'ClassroomMark'> & { at: string }): PersonMark => ({
  enrollment_id: mark.enrollment_id,
  meeting_id: meetingId,
  status: mark.status,
  method: 'classroom',
  at: mark.at,
  person_id: personId,
  arrived_at: null,
  left_at: null,
  reason: null,
  note: null,
  makes_up_for: null,
});

/** Returns the status of each of these learners who has a record in the meeting. */
async function readMarked(trx: Executor, { organisationId }: CourseKey, meetingId: string, enrollmentIds: readonly string[]) {
  const rows = await trx
    .selectFrom('attendance_records')
    .select(['enrollment_id', 'status'])
    .where('organisation_id', '=', organisationId)
    .where('meeting_id', '=', meetingId)
    .where('enrollment_id', '=', sql<string>`any(${enrollmentIds}::uuid[])`)
    .$castTo<{ enrollment_id: string; status: Shape<'AttendanceStatus'> | null }>()
    .execute();
  return new Map(rows.map(({ enrollment_id, status }) => [enrollment_id, status]));
}

/** The marking person and the marked one: staff mark learners by their badges, or learners mark themselves by the code on the screen. */
interface QrMark {
  body: Shape<'ClassroomScans'>;
  /** The browser of the request. */
  deviceId: string;
}

/**
 * @throws NotFoundError when there is no such course, or the caller is neither staff nor enrolled in it
 * @throws DomainError permission_denied for scans that a learner sends
 * @throws ValidationError
 */
export function markClassroomByQr(
  { db, clock, keyring }: Pick<Tools, 'db' | 'clock' | 'keyring'>,
  caller: Caller,
  courseId: string,
  { body: { code, scans, now: deviceNow }, deviceId }: QrMark,
): Promise<Shape<'ScanResults'>> {
  if ((code === undefined) === (scans === undefined))
    throw new ValidationError([{ field: 'body', code: 'required', message: 'Send exactly one of code and scans.' }]);
  if (scans !== undefined && !isStaff(caller)) throw new DomainError('permission_denied', 'Only staff may scan badges.');
  return withLockedCourse(db, caller, courseId, async (trx, course) => {
    const now = timeOf(clock);
    if (scans === undefined) {
      const { changes, ...result } = await markOneself(trx, course, { keyring, caller, now, deviceId }, code as string);
      await recordMarks(trx, caller, changes);
      return { results: [result] };
    }
    const { results, changes } = await checkInByScans(trx, course, { scans, now: deviceNow }, { keyring, now, nameOf: (name) => name });
    await recordMarks(trx, caller, changes);
    return { results };
  });
}

/** Checks the caller in by the code that the classroom shows. */
async function markOneself(
  trx: Executor,
  course: AttendedCourse,
  { keyring, caller, now, deviceId }: Pick<Tools, 'keyring'> & { caller: Caller; now: string; deviceId: string },
  text: string,
): Promise<Shape<'ScanResult'> & { changes: RecordChange[] }> {
  const enrollmentId = await ownEnrollment(trx, course, caller);
  const refused = (outcome: Shape<'ScanOutcome'>) => ({
    client_id: null,
    match_id: null,
    outcome,
    enrollment_id: enrollmentId,
    name: null,
    meeting_id: null,
    status: null,
    changes: [],
  });
  const code = readCode(keyring, text, Date.parse(now));
  if (code?.kind !== 'c') return refused('unknown');
  const meeting = await namedMeeting(trx, course, code.id).catch((error: unknown) => {
    if (error instanceof ValidationError) return null;
    throw error;
  });
  if (meeting === null) return refused('other_course');
  if (!code.isCurrent) return refused('expired');
  if (meeting.is_cancelled || now >= meeting.ends_at || !isOpen(course.rules, meeting, now)) return refused('outside_meeting');
  const status = statusOf(course.rules, meeting, now, null);
  const changes = await writeCheckIns(
    trx,
    course,
    [{ enrollment_id: enrollmentId, meeting_id: meeting.id, status, method: 'qr', at: now, device_id: deviceId }],
    now,
  );
  const shown = await readMarked(trx, course, meeting.id, [enrollmentId]);
  return {
    ...refused(changes.length > 0 ? 'marked' : 'already_marked'),
    meeting_id: meeting.id,
    status: shown.get(enrollmentId) ?? null,
    changes,
  };
}

/** @throws NotFoundError when there is no such course */
const withLockedCourse = <T>(
  db: Executor,
  { organisationId }: Caller,
  courseId: string,
  work: (trx: Executor, course: AttendedCourse) => Promise<T>,
): Promise<T> =>
  inTransaction(db, async (trx) => {
    const key = { organisationId, courseId };
    await requireCourse(trx, organisationId, courseId);
    await lockAttendance(trx, key);
    return work(trx, await readCourse(trx, key));
  });
