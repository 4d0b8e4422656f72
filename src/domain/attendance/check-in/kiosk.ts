import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { Origin } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, Faults, NotFoundError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import { type Kiosk, kioskActor } from '../devices/kiosk.ts';
import { checkFaces } from '../faces/descriptors.ts';
import { refusePictures } from '../faces/pictures.ts';
import { type AttendedCourse, lockAttendance, readCourse } from '../meetings/settings.ts';
import { expectedLearners } from '../records/close-meetings.ts';
import { recordMarks } from '../records/write-record.ts';
import { checkInByMarks } from './marks.ts';
import { openMeeting, showMeeting, todaysMeetings } from './meetings-at.ts';
import { checkInByScans } from './scans.ts';
import type { CheckInResults } from './settle.ts';

/** The call of a kiosk, with the kiosk and the course that the path names. */
export interface KioskCall extends Origin {
  kiosk: Kiosk;
  courseId: string;
}

type Method = Shape<'KioskMethod'>;

/**
 * Returns the meeting that is open now and, if learners check in by name, the expected learners.
 * @throws NotFoundError for a course that does not belong to the kiosk
 */
export async function getKioskRoster({ db, clock }: Pick<Tools, 'db' | 'clock'>, call: KioskCall): Promise<Shape<'KioskRoster'>> {
  const course = await readKioskCourse(db, call);
  const now = timeOf(clock);
  const meeting = openMeeting(course, await todaysMeetings(db, course, now), now);
  const { methods } = course.rules.kiosk;
  const learners = meeting && methods.includes('name') ? await readExpected(db, course, [meeting.id], now) : [];
  return {
    course: { id: course.courseId, title: course.title },
    meeting: meeting ? showMeeting(meeting) : null,
    methods,
    learners: learners.map(({ enrollment_id, name, status }) => ({ enrollment_id, name: kioskName(course, name), status })),
  };
}

/**
 * Returns the data that an offline kiosk needs to recognise badges: the hashes of the badges of everybody expected today. A hash cannot be used to check in.
 * @throws NotFoundError for a course that does not belong to the kiosk
 */
export async function getKioskQrRoster({ db, clock }: Pick<Tools, 'db' | 'clock'>, call: KioskCall): Promise<Shape<'KioskQrRoster'>> {
  const course = await readKioskCourse(db, call);
  const now = timeOf(clock);
  const meetings = await todaysMeetings(db, course, now);
  const learners = await readExpected(
    db,
    course,
    meetings.map(({ id }) => id),
    now,
  );
  const known = new Map(learners.flatMap(({ enrollment_id, name, badge_sha256 }) => (badge_sha256 === null ? [] : [[enrollment_id, { name, badge_sha256 }]])));
  return {
    meetings: meetings.map(showMeeting),
    learners: [...known].map(([enrollment_id, { name, badge_sha256 }]) => ({ enrollment_id, name: kioskName(course, name), badge_sha256 })),
  };
}

/**
 * Checks in the learners who tapped their names or whose faces are recognised.
 * @throws NotFoundError for a course that does not belong to the kiosk
 * @throws DomainError kiosk_method_off, faces_not_configured
 * @throws ValidationError
 */
export async function markKiosk(
  { db, clock, keyring }: Pick<Tools<Database>, 'db' | 'clock' | 'keyring'>,
  call: KioskCall,
  { marks, now: deviceNow }: Shape<'KioskMarks'>,
): Promise<Shape<'ScanResults'>> {
  checkMarks(marks);
  const isByName = ({ enrollment_id }: Sent) => enrollment_id !== undefined;
  const needed: Method[] = [...(marks.some(isByName) ? (['name'] as const) : []), ...(marks.every(isByName) ? [] : (['face'] as const))];
  requireMethods(await readKioskCourse(db, call), needed);
  refusePictures(marks.flatMap(({ picture }) => picture ?? []));
  return checkIn(db, call, needed, (trx, course) =>
    checkInByMarks(
      trx,
      course,
      { marks, now: deviceNow },
      { keyring, now: timeOf(clock), nameOf: (name) => kioskName(course, name), actor: kioskActor(call.kiosk, call) },
    ),
  );
}

type Sent = Shape<'KioskMark'>;

const MOST_FACES = 20;

/** @throws ValidationError */
function checkMarks(marks: readonly Sent[]): void {
  const faults = new Faults();
  marks.forEach(({ enrollment_id, face, picture, match }, index) => {
    const sent = [enrollment_id, face, picture, match].filter((one) => one !== undefined);
    if (sent.length !== 1) faults.add(`marks.${index}`, 'required', 'Send exactly one of enrollment_id, face and match.');
  });
  const faces = marks.flatMap(({ face }, index) => (face ? [{ face, field: `marks.${index}.face` }] : []));
  if (faces.length > MOST_FACES) faults.add('marks', 'too_many', `A request can contain at most ${MOST_FACES} faces.`);
  faults.check();
  checkFaces(faces);
}

/**
 * Checks in the learners whose badges were scanned.
 * @throws NotFoundError for a course that does not belong to the kiosk
 * @throws DomainError kiosk_method_off
 */
export const markKioskByQr = (
  { db, clock, keyring }: Pick<Tools, 'db' | 'clock' | 'keyring'>,
  call: KioskCall,
  { scans, now: deviceNow }: Shape<'KioskScans'>,
): Promise<Shape<'ScanResults'>> =>
  checkIn(db, call, ['qr'], (trx, course) =>
    checkInByScans(trx, course, { scans, now: deviceNow }, { keyring, now: timeOf(clock), nameOf: (name) => kioskName(course, name) }),
  );

function checkIn(
  db: Executor,
  call: KioskCall,
  needed: readonly Method[],
  work: (trx: Executor, course: AttendedCourse) => Promise<CheckInResults>,
): Promise<Shape<'ScanResults'>> {
  return inTransaction(db, async (trx) => {
    await readKioskCourse(trx, call);
    await lockAttendance(trx, call.kiosk);
    const course = await readKioskCourse(trx, call);
    requireMethods(course, needed);
    const { results, changes } = await work(trx, course);
    await recordMarks(trx, kioskActor(call.kiosk, call), changes);
    return { results };
  });
}

/** @throws DomainError kiosk_method_off */
function requireMethods({ rules: { kiosk, faces } }: AttendedCourse, needed: readonly Method[]): void {
  if (!needed.every((method) => kiosk.methods.includes(method) && (method !== 'face' || faces.is_enabled)))
    throw new DomainError('kiosk_method_off', 'The course settings do not allow this check-in method.');
}

/** @throws NotFoundError for a course that does not belong to the kiosk */
export async function readKioskCourse(db: Executor, { kiosk, courseId }: KioskCall): Promise<AttendedCourse> {
  if (courseId.toLowerCase() !== kiosk.courseId) throw new NotFoundError();
  return readCourse(db, { organisationId: kiosk.organisationId, courseId: kiosk.courseId });
}

interface Expected {
  enrollment_id: string;
  name: string;
  status: Shape<'AttendanceStatus'> | null;
  badge_sha256: string | null;
}

async function readExpected(db: Executor, { organisationId }: AttendedCourse, meetingIds: readonly string[], now: string): Promise<Expected[]> {
  const { rows } = await sql<Expected>`
    select e.id as enrollment_id, users.name, r.status, encode(b.token_hash, 'hex') as badge_sha256
    from (${expectedLearners(organisationId, meetingIds, sql`${now}::timestamptz`)}) expected
    join enrollments e on e.organisation_id = ${organisationId} and e.id = expected.enrollment_id
    join users on users.id = e.user_id
    left join attendance_records r on r.organisation_id = e.organisation_id and r.enrollment_id = e.id and r.meeting_id = expected.meeting_id
    left join attendance_badges b on b.organisation_id = e.organisation_id and b.user_id = e.user_id and b.revoked_at is null
    order by e.learner_name, e.id`.execute(db);
  return rows;
}

/** Returns a first name and an initial, unless the settings let kiosks show full names. */
export function kioskName({ rules }: AttendedCourse, name: string): string {
  const words = name.trim().split(/\s+/u);
  if (rules.kiosk.shows_full_names || words.length < 2) return name;
  const [initial = ''] = words.at(-1) ?? '';
  return `${words[0]} ${initial}.`;
}
