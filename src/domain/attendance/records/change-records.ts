import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { enqueue } from '../../kernel/jobs.ts';
import type { CourseKey } from '../meetings/settings.ts';
import type { Status } from './status.ts';

/** The mark of a member of staff in a meeting. */
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

/** What a change of a record can change. For rows of `attendance_records`. */
const state = (row: string): RawBuilder<State> => sql`jsonb_build_object('status', ${sql.ref(`${row}.status`)}, 'method', ${sql.ref(`${row}.method`)},
  'arrived_at', coalesce(${sql.ref(`${row}.arrived_at`)}, ${sql.ref(`${row}.check_in_at`)}), 'left_at', ${sql.ref(`${row}.left_at`)},
  'reason', ${sql.ref(`${row}.reason`)}, 'note', ${sql.ref(`${row}.note`)}, 'has_conflict', ${sql.ref(`${row}.has_conflict`)},
  'makes_up_for', ${sql.ref(`${row}.makes_up_for`)})`;

/**
 * Writes the marks of staff. Of two for the same record, the later one wins, whichever arrives first. Each may occur once. The course must be locked.
 * @param keepsDetails whether times, texts and what is made up for stay as they are, instead of being replaced
 */
export function writePersonMarks(
  trx: Executor,
  key: CourseKey,
  marks: readonly PersonMark[],
  now: string,
  { keepsDetails = false } = {},
): Promise<RecordChange[]> {
  const given = sql`select * from json_to_recordset(${JSON.stringify(marks)}::json) as given (enrollment_id uuid, meeting_id uuid, status text, method text,
    at timestamptz, person_id uuid, arrived_at timestamptz, left_at timestamptz, reason text, note text, makes_up_for uuid)`;
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

/**
 * Writes records, numbers those that change, and has them announced. The course must be locked.
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
  return rows;
}

/** Has the rates of a course compared with the percentage below which learners are warned. */
export const checkRates = (trx: Executor, { organisationId, courseId }: CourseKey): Promise<void> =>
  enqueue(trx, 'check_attendance', { organisation_id: organisationId, course_id: courseId }, { key: `attendance ${courseId}` });
