import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import type { Shape } from '../../kernel/contract.ts';
import { enrollmentState } from '../../learning/access/state.ts';
import { type ReadCode, readCode } from '../badges/codes.ts';
import { recognize } from '../faces/match.ts';
import type { AttendedCourse, CourseKey } from '../meetings/settings.ts';
import { type CheckIn, noteUnconfirmed, type RecordChange, writeCheckIns } from '../records/change-records.ts';
import { isOpen, statusOf } from '../records/status.ts';
import { correctedTime } from './device-time.ts';
import { cohortsOf, type MeetingFacts, meetingsBetween } from './meetings-at.ts';

type Result = Shape<'ScanResult'>;
type Outcome = Shape<'ScanOutcome'>;

/** Scans that a device sends, with the time of its clock. */
export interface ScanBatch {
  scans: readonly Shape<'BadgeScan'>[];
  now?: string | undefined;
}

/** Learners who tapped their names or looked at the device, with the time of the device's clock. */
export interface TapBatch {
  marks: readonly Shape<'KioskMark'>[];
  now?: string | undefined;
}

export interface CheckInContext {
  now: string;
  /** How a learner is named in the result. */
  nameOf: (name: string) => string;
}

export interface CheckInResults {
  results: Result[];
  changes: RecordChange[];
}

/** A learner who was recognized. */
interface Learner {
  name: string;
  enrollment_id: string | null;
  /** Whether the learner can attend the course. */
  is_active: boolean;
}

/** A badge that was scanned, and whose it is. */
interface Badge extends Learner {
  id: string;
  user_id: string;
  hash: string;
  revoked_at: string | null;
  /** Whether the learner is enrolled in another course of the organisation. */
  is_elsewhere: boolean;
}

/** What a check-in comes to, before anything is written. */
interface Verdict {
  clientId: string | null;
  method: CheckIn['method'];
  at: string;
  outcome: Outcome;
  learner?: Learner;
  meeting?: MeetingFacts;
}

/** Checks learners in by their badges. The course must be locked. Each scan has a result, in the order of the scans. */
export async function checkInByScans(
  trx: Executor,
  course: AttendedCourse,
  { scans, now: deviceNow }: ScanBatch,
  { keyring, ...context }: CheckInContext & { keyring: Keyring },
): Promise<CheckInResults> {
  const read = scans.map(({ badge, at: shownAt, client_id: clientId = null }) => {
    const at = correctedTime(context.now, deviceNow, shownAt);
    return { clientId, at, code: at === null ? null : readCode(keyring, badge, Date.parse(at)) };
  });
  const codes = read.flatMap(({ code }) => code ?? []);
  const badges = await readBadges(trx, course, codes, context.now);
  const verdicts = read.map(({ clientId, at, code }): Verdict => {
    if (at === null) return { clientId, method: 'qr', at: context.now, outcome: 'out_of_time' };
    const badge = badgeOf(badges, code);
    return badge
      ? { clientId, method: 'qr', at, outcome: outcomeOf(course, code, badge, at), learner: badge }
      : { clientId, method: 'qr', at, outcome: 'unknown' };
  });
  return settle(trx, course, verdicts, context);
}

/** Checks learners in by their names or faces. The course must be locked. Each mark has a result, in the order of the marks. */
export async function checkInByNames(
  trx: Executor,
  course: AttendedCourse,
  { marks, now: deviceNow }: TapBatch,
  { keyring, ...context }: CheckInContext & { keyring: Keyring },
): Promise<CheckInResults> {
  const timed = marks.map((mark) => ({ ...mark, at: correctedTime(context.now, deviceNow, mark.at) }));
  const seen: { mark: (typeof timed)[number]; id: string | null }[] = [];
  for (const mark of timed) seen.push({ mark, id: await personOf(trx, course, mark, { keyring, now: context.now }) });
  const ids = seen.flatMap(({ id }) => id ?? []);
  const { rows } = await sql<Learner & { enrollment_id: string }>`
    select e.id as enrollment_id, u.name, ${enrollmentState(context.now, 'e')} in ('active', 'completed') as is_active
    from enrollments e join users u on u.id = e.user_id
    where e.organisation_id = ${course.organisationId} and e.course_id = ${course.courseId} and e.id = any(${ids}::uuid[]) and e.source <> 'preview'`.execute(
    trx,
  );
  const verdicts = seen.map(({ mark: { at, client_id: clientId = null, face }, id }): Verdict => {
    const method = face ? 'face' : 'kiosk';
    if (at === null) return { clientId, method, at: context.now, outcome: 'out_of_time' };
    const learner = rows.find((row) => row.enrollment_id === id);
    if (!learner) return { clientId, method, at, outcome: face ? 'unknown' : 'not_enrolled' };
    return { clientId, method, at, outcome: learner.is_active ? 'marked' : 'not_enrolled', learner };
  });
  return settle(trx, course, verdicts, context);
}

/** Returns the enrollment that a mark names, or whose face it shows. */
async function personOf(
  trx: Executor,
  course: AttendedCourse,
  { enrollment_id, face, at }: Omit<Shape<'KioskMark'>, 'at'> & { at: string | null },
  tools: { keyring: Keyring; now: string },
): Promise<string | null> {
  if (face === undefined || at === null) return enrollment_id?.toLowerCase() ?? null;
  const around = await meetingsBetween(trx, course, at, at, course.rules.opens_before_minutes);
  const open = around.filter((meeting) => isOpen(course.rules, meeting, at) && at < meeting.ends_at);
  return recognize(
    trx,
    tools,
    course,
    open.map(({ id }) => id),
    face,
  );
}

/** Returns the user whose valid badge it is, if they are a learner of the course. */
export async function ownerOfBadge(trx: Executor, course: AttendedCourse, keyring: Keyring, text: string, now: string): Promise<string | null> {
  const code = readCode(keyring, text, Date.parse(now));
  if (code === null) return null;
  const badge = badgeOf(await readBadges(trx, course, [code], now), code);
  return badge && outcomeOf(course, code, badge, now) === 'marked' ? badge.user_id : null;
}

/** Writes the check-ins, and says what each came to. */
async function settle(trx: Executor, course: AttendedCourse, judged: readonly Verdict[], { now, nameOf }: CheckInContext): Promise<CheckInResults> {
  const verdicts = await withMeetings(trx, course, judged);
  const marks = verdicts.filter(({ outcome }) => outcome === 'marked');
  const written = earliest(marks).map((one) => checkIn(course, one));
  const changes = await writeCheckIns(trx, course, written, now);
  await noteUnconfirmed(trx, course, verdicts.filter(({ outcome }) => outcome === 'to_confirm').map(keyOf));
  const statuses = await readStatuses(trx, course, marks.map(keyOf));
  const changed = new Set(changes.map((change) => `${change.enrollment_id} ${change.meeting_id}`));
  const results = verdicts.map(({ clientId, outcome, learner, meeting }): Result => {
    const key = `${learner?.enrollment_id} ${meeting?.id}`;
    // Only the first of several in one request changes the record.
    const isChange = outcome === 'marked' && changed.delete(key);
    return {
      client_id: clientId,
      outcome: outcome === 'marked' && !isChange ? 'already_marked' : outcome,
      enrollment_id: learner?.enrollment_id ?? null,
      name: learner ? nameOf(learner.name) : null,
      meeting_id: meeting?.id ?? null,
      status: statuses.get(key) ?? null,
    };
  });
  return { results, changes };
}

const badgeOf = (badges: readonly Badge[], code: ReadCode): Badge | undefined =>
  code === null || code.kind === 'c'
    ? undefined
    : badges.find((badge) => (code.kind === 'printed' ? badge.hash === code.hash.toString('hex') : badge.id === code.id));

function outcomeOf({ rules }: AttendedCourse, code: ReadCode, { revoked_at, enrollment_id, is_active, is_elsewhere }: Badge, at: string): Outcome {
  if (code?.kind === 'r' && !code.isCurrent) return 'expired';
  if (code?.kind === 'printed' && !rules.accepts_printed_badges) return 'printed_refused';
  if (revoked_at !== null && revoked_at <= at) return 'revoked';
  if (enrollment_id === null || !is_active) return is_elsewhere ? 'other_course' : 'not_enrolled';
  return revoked_at === null ? 'marked' : 'to_confirm';
}

/** Finds the meeting that each scan is for: the first that is open for the learner and in which they have not checked in before. */
async function withMeetings(trx: Executor, course: AttendedCourse, verdicts: readonly Verdict[]): Promise<Verdict[]> {
  const counted = verdicts.filter(({ outcome }) => outcome === 'marked' || outcome === 'to_confirm');
  if (counted.length === 0) return [...verdicts];
  const times = counted.map(({ at }) => at).sort();
  const meetings = await meetingsBetween(trx, course, times[0] as string, times.at(-1) as string, course.rules.opens_before_minutes);
  const learners = counted.flatMap(({ learner }) => learner?.enrollment_id ?? []);
  const cohorts = await cohortsOf(trx, course.organisationId, learners);
  const checkedIn = await readCheckIns(trx, course, learners, meetings);
  const choose = ({ at, learner }: Verdict): MeetingFacts | undefined => {
    const id = learner?.enrollment_id ?? '';
    const own = meetings.filter(
      (meeting) =>
        isOpen(course.rules, meeting, at) && at < meeting.ends_at && (!meeting.is_for_cohort || cohorts.get(id)?.has(meeting.cohort_id ?? '') === true),
    );
    const before = (meeting: MeetingFacts) => checkedIn.get(`${id} ${meeting.id}`);
    return own.find((meeting) => (before(meeting) ?? at) >= at) ?? own.at(-1);
  };
  return verdicts.map((verdict) => {
    if (!counted.includes(verdict)) return verdict;
    const meeting = choose(verdict);
    return meeting ? { ...verdict, meeting } : { ...verdict, outcome: 'outside_meeting' };
  });
}

async function readCheckIns(
  trx: Executor,
  { organisationId }: CourseKey,
  learners: readonly string[],
  meetings: readonly MeetingFacts[],
): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('attendance_records')
    .select(['enrollment_id', 'meeting_id', 'check_in_at'])
    .where('organisation_id', '=', organisationId)
    .where('enrollment_id', '=', sql<string>`any(${learners}::uuid[])`)
    .where('meeting_id', '=', sql<string>`any(${meetings.map(({ id }) => id)}::uuid[])`)
    .where('check_in_at', 'is not', null)
    .execute();
  return new Map(rows.map(({ enrollment_id, meeting_id, check_in_at }) => [`${enrollment_id} ${meeting_id}`, check_in_at as string]));
}

const keyOf = ({ learner, meeting, at }: Verdict) => ({ enrollment_id: learner?.enrollment_id as string, meeting_id: meeting?.id as string, at });

const checkIn = ({ rules }: AttendedCourse, verdict: Verdict): CheckIn => ({
  ...keyOf(verdict),
  status: statusOf(rules, verdict.meeting as MeetingFacts, verdict.at, null),
  method: verdict.method,
  device_id: null,
});

/** Leaves only the first scan of each learner in each meeting. */
const earliest = (verdicts: readonly Verdict[]): Verdict[] => [
  ...new Map(
    [...verdicts].sort((one, other) => (one.at < other.at ? 1 : -1)).map((verdict) => [`${verdict.learner?.enrollment_id} ${verdict.meeting?.id}`, verdict]),
  ).values(),
];

async function readStatuses(trx: Executor, { organisationId }: CourseKey, keys: readonly { enrollment_id: string; meeting_id: string }[]) {
  const { rows } = await sql<{ enrollment_id: string; meeting_id: string; status: Result['status'] }>`
    select r.enrollment_id, r.meeting_id, r.status from attendance_records r
    join json_to_recordset(${JSON.stringify(keys)}::json) as given (enrollment_id uuid, meeting_id uuid)
      on given.enrollment_id = r.enrollment_id and given.meeting_id = r.meeting_id
    where r.organisation_id = ${organisationId}`.execute(trx);
  return new Map(rows.map(({ enrollment_id, meeting_id, status }) => [`${enrollment_id} ${meeting_id}`, status]));
}

async function readBadges(trx: Executor, { organisationId, courseId }: CourseKey, codes: readonly NonNullable<ReadCode>[], now: string): Promise<Badge[]> {
  const hashes = codes.flatMap((code) => (code.kind === 'printed' ? [code.hash.toString('hex')] : []));
  const ids = codes.flatMap((code) => (code.kind === 'r' ? [code.id] : []));
  if (hashes.length === 0 && ids.length === 0) return [];
  const { rows } = await sql<Badge>`
    select b.id, b.user_id, encode(b.token_hash, 'hex') as hash, b.revoked_at, u.name, e.id as enrollment_id,
      coalesce(${enrollmentState(now, 'e')} in ('active', 'completed') and e.id is not null, false) as is_active,
      exists (select from enrollments o where o.organisation_id = b.organisation_id and o.user_id = b.user_id and o.course_id <> ${courseId}
        and o.source <> 'preview' and ${enrollmentState(now, 'o')} in ('active', 'completed')) as is_elsewhere
    from attendance_badges b
    join users u on u.id = b.user_id
    left join enrollments e on e.organisation_id = b.organisation_id and e.user_id = b.user_id and e.course_id = ${courseId} and e.source <> 'preview'
    where b.organisation_id = ${organisationId}
      and (b.token_hash = any(select decode(hex, 'hex') from unnest(${hashes}::text[]) hex) or b.id = any(${ids}::uuid[]))`.execute(trx);
  return rows;
}
