import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { type ComputedLearner, computeGrades } from '../../assessment/gradebook/compute-grades.ts';
import { showGrade } from '../../assessment/gradebook/rules.ts';
import { readCourse } from '../../attendance/meetings/settings.ts';
import { attendedMinutes, rateOf, type Tally, tally } from '../../attendance/records/rate.ts';
import type { Shape } from '../../kernel/contract.ts';
import { localDay } from '../../kernel/moments.ts';
import { startingCohort } from '../../learning/access/day-zero.ts';
import { joinedCohorts } from '../../learning/cohorts/joined-cohorts.ts';
import { completedCount, lessonCount } from '../../learning/progress/counts.ts';
import type { CourseKey, Settings } from '../settings/settings.ts';

type Condition = Shape<'CertificateCondition'>;

/** The newest certificate of an enrollment. */
export interface Latest {
  id: string;
  cycle: number;
  version: number;
  expires_at: string | null;
}

/** A learner, and whether a certificate is due to them. */
export interface Candidate {
  enrollmentId: string;
  userId: string;
  /** The name to print: the one that the learner confirmed, or else that of the account. */
  name: string;
  cohortName: string | null;
  /** The final grade as the gradebook shows it; null if there is none, or if nothing needs it. */
  grade: string | null;
  /** The length of the meetings that the learner attended; 0 if the certificate does not show it. */
  attendedMinutes: number;
  /** Day on which the learner met the conditions: YYYY-MM-DD, in the course's time zone. */
  completedOn: string;
  conditions: Condition[];
  /** Whether all conditions are met. Never for staff, and not while the enrollment is revoked. */
  isDue: boolean;
  latest: Latest | null;
}

/**
 * Judges these learners of a course, without previews. Those who no longer exist are left out.
 * @param now RFC 3339
 */
export async function judgeLearners(db: Executor, course: CourseKey, settings: Settings, enrollmentIds: readonly string[], now: string): Promise<Candidate[]> {
  const { min_grade_percent, min_attendance_percent, requires_completion, shows_grade, hours } = settings;
  const needsLessons = requires_completion || (min_grade_percent === null && min_attendance_percent === null);
  const [rows, grades, attended] = await Promise.all([
    readLearners(db, course, enrollmentIds),
    min_grade_percent !== null || shows_grade ? readGrades(db, course, enrollmentIds, now) : null,
    min_attendance_percent !== null || hours === 'attended' ? readAttendance(db, course, enrollmentIds) : null,
  ]);
  return rows.map(({ id, user_id, name, timezone, cohorts, is_staff, revoked_at, completed_at, lesson_count, completed_lessons, latest }) => {
    const grade = grades?.get(id) ?? null;
    const isThrough = completed_at !== null || (lesson_count > 0 && completed_lessons >= lesson_count);
    const conditions: Condition[] = [];
    if (needsLessons) conditions.push({ kind: 'lessons', is_met: isThrough, required: lesson_count, actual: completed_lessons });
    if (min_grade_percent !== null) {
      const percent = grade?.percent ?? null;
      const isMet = percent !== null && percent >= min_grade_percent && !grade?.isWaiting;
      conditions.push({ kind: 'grade', is_met: isMet, required: min_grade_percent, actual: percent });
    }
    if (min_attendance_percent !== null) {
      const percent = attended?.get(id)?.percent ?? null;
      conditions.push({ kind: 'attendance', is_met: percent !== null && percent >= min_attendance_percent, required: min_attendance_percent, actual: percent });
    }
    const isByLessonsAlone = conditions.every(({ kind }) => kind === 'lessons');
    return {
      enrollmentId: id,
      userId: user_id,
      name,
      cohortName: startingCohort(cohorts, timezone, now)?.name ?? null,
      grade: grade?.text ?? null,
      attendedMinutes: attended?.get(id)?.minutes ?? 0,
      completedOn: localDay(timezone, (isByLessonsAlone && completed_at) || now),
      conditions,
      isDue: !is_staff && revoked_at === null && conditions.every(({ is_met }) => is_met),
      latest,
    };
  });
}

const readLearners = (db: Executor, { organisationId, courseId }: CourseKey, enrollmentIds: readonly string[]) =>
  db
    .selectFrom('enrollments')
    .innerJoin('users', 'users.id', 'enrollments.user_id')
    .innerJoin('courses', (join) => join.onRef('courses.organisation_id', '=', 'enrollments.organisation_id').onRef('courses.id', '=', 'enrollments.course_id'))
    .leftJoin('certificate_names as chosen', (join) =>
      join.onRef('chosen.organisation_id', '=', 'enrollments.organisation_id').onRef('chosen.enrollment_id', '=', 'enrollments.id'),
    )
    .where('enrollments.organisation_id', '=', organisationId)
    .where('enrollments.course_id', '=', courseId)
    .where('enrollments.id', '=', sql<string>`any(${enrollmentIds}::uuid[])`)
    .where('enrollments.source', '<>', sql.lit('preview'))
    .where('users.erased_at', 'is', null)
    .select(['enrollments.id', 'enrollments.user_id', 'enrollments.completed_at', 'enrollments.revoked_at', 'courses.timezone'])
    .select([
      sql<string>`coalesce(chosen.name, users.name)`.as('name'),
      joinedCohorts.as('cohorts'),
      lessonCount.as('lesson_count'),
      completedCount.as('completed_lessons'),
      sql<boolean>`exists (select from memberships m where m.organisation_id = enrollments.organisation_id and m.user_id = enrollments.user_id
        and m.role in ('owner', 'creator'))`.as('is_staff'),
      sql<Latest | null>`(select json_build_object('id', c.id, 'cycle', c.cycle, 'version', c.version, 'expires_at', c.expires_at) from certificates c
        where c.organisation_id = enrollments.organisation_id and c.enrollment_id = enrollments.id order by c.cycle desc limit 1)`.as('latest'),
    ])
    .orderBy('enrollments.id')
    .execute();

interface FinalGrade {
  percent: number | null;
  text: string | null;
  /** Whether work is not graded, or its grade is not posted. */
  isWaiting: boolean;
}

/** Reads the final grades as their learners see them. */
async function readGrades(db: Executor, course: CourseKey, enrollmentIds: readonly string[], now: string): Promise<Map<string, FinalGrade>> {
  const { settings, learners } = await computeGrades(db, course, { enrollmentIds, view: 'learner' }, now);
  return new Map(
    learners.map((learner) => {
      const { percent, letter } = showGrade(settings, learner.final);
      return [learner.enrollmentId, { percent, text: letter ?? (percent === null ? null : `${percent} %`), isWaiting: isWaiting(learner) }];
    }),
  );
}

const isWaiting = ({ cells }: ComputedLearner): boolean =>
  cells.some(({ column, result }) => !column.item.isOmitted && (result.state === 'needs_grading' || result.isHandedInAgain));

/** Reads the rates of attendance, which are null if no meeting counts so far, and the time for which learners were present. */
async function readAttendance(
  db: Executor,
  course: CourseKey,
  enrollmentIds: readonly string[],
): Promise<Map<string, { percent: number | null; minutes: number }>> {
  const { rules } = await readCourse(db, course);
  const { rows } = await sql<{ id: string; tallied: Tally; minutes: number }>`select r.enrollment_id as id, ${tally} as tallied, ${attendedMinutes} as minutes
    from attendance_records r join attendance_meetings m on m.organisation_id = r.organisation_id and m.id = r.meeting_id
    where r.organisation_id = ${course.organisationId} and r.enrollment_id = any(${enrollmentIds}::uuid[]) and m.course_id = ${course.courseId}
    group by r.enrollment_id`.execute(db);
  return new Map(rows.map(({ id, tallied, minutes }) => [id, { percent: rateOf(rules, tallied, 0).percent, minutes }]));
}
