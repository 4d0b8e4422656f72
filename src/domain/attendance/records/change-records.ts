import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { checkMatching, checkRates } from '../meetings/checks.ts';
import type { CourseKey } from '../meetings/settings.ts';
import type { Status } from './status.ts';

/** A staff member's mark in a meeting. */
export interface PersonMark {
  enrollment_id: string;
  meeting_id: string;
  /** Null clears the record. */
  status: Status | null;
  method: 'manual' | 'classroom';
  at: string;
  person_id: string;
  arrived_at: string | null;
  left_at: string | null;
  reason: string | null;
  note: string | null;
  makes_up_for: string | null;
}

type State = Pick<Shape<'AttendanceRecord'>, 'status' | 'method' | 'arrived_at' | 'left_at' | 'reason' | 'note' | 'has_conflict'> & {
  makes_up_for: string | null;
};

export interface RecordChange {
  enrollment_id: string;
  meeting_id: string;
  before: State | null;
  after: State;
  /** Whether the meeting has closed, so that the change counts in the rate. */
  is_closed: boolean;
}

/** Returns the fields that a change of a record can affect. For rows of `attendance_records`. */
const state = (row: string): RawBuilder<State> => sql`jsonb_build_object('status', ${sql.ref(`${row}.status`)}, 'method', ${sql.ref(`${row}.method`)},
  'arrived_at', coalesce(${sql.ref(`${row}.arrived_at`)}, ${sql.ref(`${row}.check_in_at`)}), 'left_at', ${sql.ref(`${row}.left_at`)},
  'reason', ${sql.ref(`${row}.reason`)}, 'note', ${sql.ref(`${row}.note`)}, 'has_conflict', ${sql.ref(`${row}.has_conflict`)},
  'makes_up_for', ${sql.ref(`${row}.makes_up_for`)})`;

/**
 * Writes the marks of staff. If there are two marks for the same record, the later one wins, whichever arrives first. Each record may occur once. The course
 * must be locked.
 * @param keepsDetails whether times, texts and the meeting that is made up for stay as they are, instead of being replaced
 */
export function writePersonMarks(
  trx: Executor,
  key: CourseKey,
  marks: readonly PersonMark[],
  now: string,
  { keepsDetails = false } = {},
): Promise<RecordChange[]> {
  const given = givenFor(
    key,
    marks,
    sql`enrollment_id uuid, meeting_id uuid, status text, method text, at timestamptz, person_id uuid, arrived_at timestamptz, left_at timestamptz, reason text,
      note text, makes_up_for uuid`,
  );
  const details = keepsDetails
    ? sql``
    : sql`, arrived_at = excluded.arrived_at, left_at = excluded.left_at, reason = excluded.reason, note = excluded.note, makes_up_for = excluded.makes_up_for`;
  const isCleared = sql`excluded.person_status is null`;
  return changeRecords(
    trx,
    key,
    given,
    sql`insert into attendance_records as r (organisation_id, course_id, enrollment_id, meeting_id, person_status, person_method, person_at, person_id,
        arrived_at, left_at, reason, note, makes_up_for)
      select ${key.organisationId}, ${key.courseId}, enrollment_id, meeting_id, status, method, at, person_id, arrived_at, left_at, reason, note, makes_up_for
      from given
      on conflict (organisation_id, enrollment_id, meeting_id) do update set person_status = excluded.person_status, person_method = excluded.person_method,
        person_at = excluded.person_at, person_id = excluded.person_id,
        check_in_status = case when ${isCleared} then null else r.check_in_status end,
        check_in_method = case when ${isCleared} then null else r.check_in_method end,
        check_in_at = case when ${isCleared} then null else r.check_in_at end,
        is_absent = r.is_absent and not ${isCleared} ${details}
      where r.person_at is null or r.person_at <= excluded.person_at
      returning r.*`,
    now,
  );
}

/** The check-in of a learner in a meeting. */
export interface CheckIn {
  enrollment_id: string;
  meeting_id: string;
  status: Status;
  method: 'kiosk' | 'qr' | 'face';
  at: string;
  /** The browser in which the learner checked in, if they did so themselves. */
  device_id: string | null;
}

/**
 * Writes check-ins. If there are two check-ins for the same record, the earlier one counts, whichever arrives first. A check-in from before staff cleared the
 * record does not count. Each record may occur once. The course must be locked.
 */
export const writeCheckIns = (trx: Executor, key: CourseKey, checkIns: readonly CheckIn[], now: string): Promise<RecordChange[]> =>
  changeRecords(
    trx,
    key,
    givenFor(key, checkIns, sql`enrollment_id uuid, meeting_id uuid, status text, method text, at timestamptz, device_id uuid`),
    sql`insert into attendance_records as r (organisation_id, course_id, enrollment_id, meeting_id, check_in_status, check_in_method, check_in_at, device_id)
      select ${key.organisationId}, ${key.courseId}, enrollment_id, meeting_id, status, method, at, device_id from given
      on conflict (organisation_id, enrollment_id, meeting_id) do update set check_in_status = excluded.check_in_status,
        check_in_method = excluded.check_in_method, check_in_at = excluded.check_in_at, device_id = excluded.device_id
      where (r.check_in_at is null or excluded.check_in_at < r.check_in_at)
        and (r.person_at is null or r.person_status is not null or excluded.check_in_at > r.person_at)
      returning r.*`,
    now,
  );

/** Records scans that count only if staff confirm them. */
export async function noteUnconfirmed(trx: Executor, key: CourseKey, scans: readonly Pick<CheckIn, 'enrollment_id' | 'meeting_id' | 'at'>[]): Promise<void> {
  if (scans.length === 0) return;
  await sql`with given as (${givenFor(key, scans, sql`enrollment_id uuid, meeting_id uuid, at timestamptz`)})
    insert into attendance_records as r (organisation_id, course_id, enrollment_id, meeting_id, unconfirmed_at)
    select ${key.organisationId}, ${key.courseId}, enrollment_id, meeting_id, min(at) from given group by enrollment_id, meeting_id
    on conflict (organisation_id, enrollment_id, meeting_id) do update set unconfirmed_at = least(r.unconfirmed_at, excluded.unconfirmed_at)`.execute(trx);
}

/** Selects the given rows of learners of the course, and keeps these learners from being deleted until the transaction ends. */
const givenFor = ({ organisationId, courseId }: CourseKey, rows: readonly object[], columns: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select given.* from json_to_recordset(${JSON.stringify(rows)}::json) as given (${columns})
    join enrollments e on e.organisation_id = ${organisationId} and e.course_id = ${courseId} and e.id = given.enrollment_id and e.source <> 'preview'
    for key share of e`;

/**
 * Writes records, numbers those that change, and queues their announcement. The course must be locked.
 * @param given yields `enrollment_id` and `meeting_id` of the records concerned
 * @param write an `insert` or `update` of `attendance_records` that reads `given` and returns the rows
 */
export async function changeRecords(
  trx: Executor,
  { organisationId, courseId }: CourseKey,
  given: RawBuilder<unknown>,
  write: RawBuilder<unknown>,
  now: string,
): Promise<RecordChange[]> {
  const { rows } = await sql<RecordChange & { revision: number }>`
    with given as (${given}),
    before as (select r.* from attendance_records r join given on given.enrollment_id = r.enrollment_id and given.meeting_id = r.meeting_id
      where r.organisation_id = ${organisationId}),
    written as (${write}),
    changed as (
      select w.enrollment_id, w.meeting_id, w.status, w.method, coalesce(w.arrived_at, w.check_in_at) as arrived_at, w.has_conflict,
        case when b.enrollment_id is not null then ${state('b')} end as before, ${state('w')} as after
      from written w left join before b on b.enrollment_id = w.enrollment_id and b.meeting_id = w.meeting_id
      where case when b.enrollment_id is null then w.status is not null or w.note is not null else ${state('b')} <> ${state('w')} end
    ),
    counter as (
      update attendance_courses set revision = revision + (select count(*) from changed)
      where organisation_id = ${organisationId} and course_id = ${courseId} returning revision
    ),
    logged as (
      insert into attendance_changes (organisation_id, course_id, revision, enrollment_id, meeting_id, status, method, arrived_at, has_conflict, created_at)
      select ${organisationId}, ${courseId}, counter.revision - count(*) over () + row_number() over (order by enrollment_id, meeting_id),
        enrollment_id, meeting_id, status, method, arrived_at, has_conflict, ${now}
      from changed cross join counter returning enrollment_id, meeting_id, revision
    )
    select changed.enrollment_id, changed.meeting_id, changed.before, changed.after, logged.revision, m.closed_at is not null as is_closed
    from changed join logged using (enrollment_id, meeting_id)
    join attendance_meetings m on m.organisation_id = ${organisationId} and m.id = changed.meeting_id order by logged.revision
  `.execute(trx);
  const [first, last] = [rows[0], rows.at(-1)];
  if (first && last)
    await enqueue(trx, 'announce_attendance', { organisation_id: organisationId, course_id: courseId, after: first.revision - 1, until: last.revision });
  if (rows.some(({ is_closed }) => is_closed)) await checkRates(trx, { organisationId, courseId });
  if (rows.some(isUndone)) await checkMatching(trx, { organisationId, courseId });
  return rows;
}

/** Whether a learner who had been marked as having come, perhaps through a face match, now counts as not having come. */
const isUndone = ({ before, after }: RecordChange): boolean => hasCome(before?.status) && !hasCome(after.status);

const hasCome = (status: State['status'] | undefined): boolean => status === 'present' || status === 'late';
