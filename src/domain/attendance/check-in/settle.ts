import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { AttendedCourse, CourseKey } from '../meetings/settings.ts';
import { type CheckIn, noteUnconfirmed, type RecordChange, writeCheckIns } from '../records/change-records.ts';
import { isOpen, statusOf } from '../records/status.ts';
import { cohortsOf, type MeetingFacts, meetingsBetween } from './meetings-at.ts';

type Result = Shape<'ScanResult'>;

const NEEDS_MEETING: ReadonlySet<Result['outcome']> = new Set(['marked', 'to_confirm', 'recognized']);

export interface CheckInContext {
  now: string;
  /** Returns the learner's name as the result shows it. */
  nameOf: (name: string) => string;
}

export interface CheckInResults {
  results: Result[];
  changes: RecordChange[];
}

/** A recognised learner. */
export interface Learner {
  name: string;
  enrollment_id: string | null;
  /** Whether the learner can attend the course. */
  is_active: boolean;
}

/** The outcome of a check-in before anything is written. */
export interface Verdict {
  clientId: string | null;
  method: CheckIn['method'];
  at: string;
  outcome: Shape<'ScanOutcome'>;
  learner?: Learner;
  meeting?: MeetingFacts;
}

/** Writes the check-ins, and returns the outcome of each. The course must be locked. */
export async function settle(trx: Executor, course: AttendedCourse, judged: readonly Verdict[], { now, nameOf }: CheckInContext): Promise<CheckInResults> {
  const verdicts = await withMeetings(trx, course, judged);
  const marks = verdicts.filter(({ outcome }) => outcome === 'marked');
  const written = earliest(marks).map((one) => checkIn(course, one));
  const changes = await writeCheckIns(trx, course, written, now);
  await noteUnconfirmed(trx, course, verdicts.filter(({ outcome }) => outcome === 'to_confirm').map(keyOf));
  const shown = verdicts.filter(({ outcome }) => outcome === 'marked' || outcome === 'recognized');
  const statuses = await readStatuses(trx, course, shown.map(keyOf));
  const changed = new Set(changes.map((change) => `${change.enrollment_id} ${change.meeting_id}`));
  const results = verdicts.map(({ clientId, outcome, learner, meeting }): Result => {
    const key = `${learner?.enrollment_id} ${meeting?.id}`;
    // Only the first of several in one request changes the record.
    const isChange = outcome === 'marked' && changed.delete(key);
    return {
      client_id: clientId,
      match_id: null,
      outcome: outcome === 'marked' && !isChange ? 'already_marked' : outcome,
      enrollment_id: learner?.enrollment_id ?? null,
      name: learner ? nameOf(learner.name) : null,
      meeting_id: meeting?.id ?? null,
      status: statuses.get(key) ?? null,
    };
  });
  return { results, changes };
}

/** Finds the meeting for each scan: the first one that is open for the learner and in which they have not checked in before. */
async function withMeetings(trx: Executor, course: AttendedCourse, verdicts: readonly Verdict[]): Promise<Verdict[]> {
  const counted = verdicts.filter(({ outcome }) => NEEDS_MEETING.has(outcome));
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

/** Keeps only the first scan of each learner in each meeting. */
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
