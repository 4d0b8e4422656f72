import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { newId } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import type { CourseKey } from '../meetings/settings.ts';

/** Number of minutes for which a match can be confirmed or rejected. */
const ANSWER_MINUTES = 2;
/** Number of days for which matches are measured and kept. */
export const MATCH_DAYS = 30;

export interface SeenFace {
  id: string;
  /** Null if nobody was recognised. */
  enrollment_id: string | null;
  meeting_id: string | null;
  seen_at: string;
}

/** Adds an ID to a face that a device saw. */
export const seenFace = (face: Omit<SeenFace, 'id'>): SeenFace => ({ id: newId(), ...face });

/** Stores a device's results for faces. Results for a learner, a meeting or a device that has just been deleted are left out. */
export async function noteMatches(
  trx: Executor,
  { organisationId, courseId }: CourseKey,
  deviceId: string,
  faces: readonly SeenFace[],
  now: string,
): Promise<void> {
  if (faces.length === 0) return;
  await sql`with seen as (
      select * from json_to_recordset(${JSON.stringify(faces)}::json) as seen (id uuid, enrollment_id uuid, meeting_id uuid, seen_at timestamptz)
    ), learners as (
      select e.id from enrollments e where e.organisation_id = ${organisationId} and e.id in (select enrollment_id from seen) for key share
    ), meetings as (
      select m.id from attendance_meetings m where m.organisation_id = ${organisationId} and m.id in (select meeting_id from seen) for key share
    ), devices as (
      select d.id from attendance_devices d where d.organisation_id = ${organisationId} and d.id = ${deviceId} for key share
    )
    insert into attendance_face_matches (organisation_id, id, course_id, device_id, enrollment_id, meeting_id, seen_at, created_at)
    select ${organisationId}, seen.id, ${courseId}, devices.id, learners.id, meetings.id, seen.seen_at, ${now}
    from seen cross join devices left join learners on learners.id = seen.enrollment_id left join meetings on meetings.id = seen.meeting_id
    where seen.enrollment_id is null or (learners.id is not null and meetings.id is not null)`.execute(trx);
}

export interface AnsweredMatch {
  id: string;
  enrollment_id: string;
  seen_at: string;
  is_right: boolean;
  /** Whether the match had not been answered before. */
  is_new: boolean;
}

/** Stores the answers to this device's matches. The first answer to a match is final. Returns the valid answers. */
export async function answerMatches(
  trx: Executor,
  { organisationId, courseId }: CourseKey,
  deviceId: string,
  answers: readonly Shape<'FaceMatchAnswer'>[],
  now: string,
): Promise<Map<string, AnsweredMatch>> {
  if (answers.length === 0) return new Map();
  const first = [...new Map(answers.toReversed().map(({ id, is_right }) => [id.toLowerCase(), { id, is_right }])).values()];
  const { rows } = await sql<AnsweredMatch>`
    update attendance_face_matches m set is_right = answer.is_right
    from json_to_recordset(${JSON.stringify(first)}::json) as answer (id uuid, is_right boolean), attendance_face_matches old
    where old.organisation_id = m.organisation_id and old.id = m.id and m.organisation_id = ${organisationId} and m.course_id = ${courseId} and m.device_id = ${deviceId} and m.id = answer.id
      and m.enrollment_id is not null and m.created_at > ${now}::timestamptz - make_interval(mins => ${ANSWER_MINUTES})
      and (m.is_right is null or m.is_right = answer.is_right)
    returning m.id, m.enrollment_id, m.seen_at, m.is_right, old.is_right is null as is_new`.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Returns how reliably faces were recognised in a course, judging by the answers of learners and staff.
 * @throws NotFoundError when there is no such course
 */
export async function getFaceMatching(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  { organisationId }: Caller,
  courseId: string,
): Promise<Shape<'FaceMatching'>> {
  await requireCourse(db, organisationId, courseId);
  return readMatching(db, { organisationId, courseId }, timeOf(clock));
}

/** Counts the matches of the last `MATCH_DAYS` days. A match is wrong if the learner rejected it, or confirmed it and staff corrected the record. */
export async function readMatching(db: Executor, { organisationId, courseId }: CourseKey, now: string): Promise<Shape<'FaceMatching'>> {
  type Counts = Omit<Shape<'FaceMatching'>, 'false_percent' | 'miss_percent' | 'days'>;
  const { rows } = await sql<Counts>`
    select count(*) filter (where m.is_right)::int as confirmed, count(*) filter (where not m.is_right)::int as rejected,
      count(*) filter (where m.is_right and r.person_at is not null and coalesce(r.person_status, 'absent') = 'absent')::int as corrected,
      count(*) filter (where m.enrollment_id is not null and m.is_right is null)::int as unanswered,
      count(*) filter (where m.enrollment_id is null)::int as unknown,
      (select w.warned_at from attendance_face_warnings w where w.organisation_id = ${organisationId} and w.course_id = ${courseId}) as warned_at
    from attendance_face_matches m
    left join attendance_records r on r.organisation_id = m.organisation_id and r.enrollment_id = m.enrollment_id and r.meeting_id = m.meeting_id
    where m.organisation_id = ${organisationId} and m.course_id = ${courseId}
      and m.created_at > ${now}::timestamptz - make_interval(days => ${MATCH_DAYS})`.execute(db);
  const counts = rows[0] as Counts;
  const { confirmed, rejected, corrected, unknown } = counts;
  return {
    days: MATCH_DAYS,
    ...counts,
    false_percent: percentOf(rejected + corrected, confirmed + rejected),
    miss_percent: percentOf(unknown, unknown + confirmed - corrected),
  };
}

/** Rounds to two decimals. */
const percentOf = (part: number, whole: number): number | null => (whole === 0 ? null : Math.round((part * 10_000) / whole) / 100);
