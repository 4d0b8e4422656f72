import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { DayZero } from '../access/day-zero.ts';
import { countingDue, type DueLesson, dueFor, latenessMs } from '../access/due.ts';
import { type LearnerSchedule, scheduledDayZero, selectSchedules } from '../access/learner-schedule.ts';
import { type LessonPolicy, lessonAnonymity, lessonPosting } from '../policies/policy.ts';

/** Points as the database stores them: a decimal number with at most two decimals, such as `7.5` or `-0.25`. */
export type Points = string;

/** A lesson whose work has points: a quiz or an assignment that has content. */
export interface GradedLesson extends LessonPolicy {
  id: string;
  chapterId: string;
  title: string;
  contentType: 'quiz' | 'assignment';
  /** Whether learners see the lesson: both it and its chapter are published. */
  isPublished: boolean;
  /** The points of the content. */
  points: Points;
}

export interface GradedLearner {
  enrollmentId: string;
  enrolledAt: string;
  /** When the learner's access ends or has ended; null means never. */
  accessEndsAt: string | null;
  /** All cohorts of the learner, newest first. */
  cohortIds: string[];
}

interface WorkTimes {
  id: string;
  number: number;
  submittedAt: string;
  /** When the result was posted; null while it is hidden from the learner. */
  postedAt: string | null;
  /** The later of the due moment at hand-in and the one now; null means that the work cannot be late. */
  countingDueAt: string | null;
  /** Number of milliseconds by which the work missed that moment; 0 means that it is not late. A due time includes its whole minute. */
  lateMs: number;
}

/** An attempt that was submitted or ran out of time. */
export interface AttemptFacts extends WorkTimes {
  /** The exact sum of the certain points, rounded half up once. */
  points: Points;
  maxPoints: Points;
  /** The quiz's own verdict; null while it depends on points from a person. */
  isPassed: boolean | null;
  /** Whether a part still needs points from a person. */
  needsGrading: boolean;
  /** Points that a person gave, by question. */
  givenPoints: Readonly<Record<string, number>>;
}

export interface WorkCell {
  enrollmentId: string;
  lessonId: string;
  /** When the work is due now; null if it is never due, or not yet known. */
  dueAt: string | null;
  /** The finished attempts, oldest first. Running attempts never count. */
  attempts: AttemptFacts[];
  /** The submissions, oldest first. The latest one replaces those before it, which a person may have graded. */
  submissions: WorkTimes[];
}

export interface WorkFacts {
  timezone: string;
  /** The lessons, in the order of the course. */
  lessons: GradedLesson[];
  /** The learners, in the order of the enrollment IDs asked for. */
  learners: GradedLearner[];
  /** One cell for each learner and lesson: all lessons of the first learner, in order, then those of the second, and so on. */
  cells: WorkCell[];
}

export interface WorkFilter {
  /** A page of enrollments. Those that are not in the course are left out. */
  enrollmentIds: readonly string[];
  /** The lessons to read; undefined means all graded lessons. */
  lessonIds?: readonly string[];
}

/**
 * Returns the work that learners handed in for the graded lessons of a course, as raw facts, in three queries regardless of its amount.
 * @param now RFC 3339
 */
export async function readWork(
  db: Executor,
  { organisationId, courseId }: { organisationId: string; courseId: string },
  { enrollmentIds, lessonIds }: WorkFilter,
  now: string,
): Promise<WorkFacts> {
  const [lessons, found] = await Promise.all([
    selectGradedLessons(db, organisationId, courseId, lessonIds),
    selectLearners(db, organisationId, courseId, enrollmentIds),
  ]);
  const byId = new Map(found.map((learner) => [learner.id, learner]));
  const learners = enrollmentIds.flatMap((id) => byId.get(id.toLowerCase()) ?? []);
  const work = await readRows(db, organisationId, learners, lessons);
  const dueMoments = new Map<string, string | null>();
  const cells = learners.flatMap((learner) => {
    const dayZero = scheduledDayZero(learner, now);
    return lessons.map((lesson) => {
      const rows = work.get(`${learner.id} ${lesson.id}`);
      return showCell(learner.id, lesson.id, rows, dueOf(learner, dayZero, lesson, rows?.firstOpenedAt ?? null, dueMoments));
    });
  });
  return {
    timezone: learners[0]?.timezone ?? 'UTC',
    lessons: lessons.map(({ id, chapterId, title, contentType, isPublished, points, posting, isAnonymous }) => ({
      id,
      chapterId,
      title,
      contentType,
      isPublished,
      points,
      posting,
      isAnonymous,
    })),
    learners: learners.map(({ id, enrolled_at, access_ends_at, cohorts }) => ({
      enrollmentId: id,
      enrolledAt: enrolled_at,
      accessEndsAt: access_ends_at,
      cohortIds: cohorts.map((cohort) => cohort.id),
    })),
    cells,
  };
}

/** Returns the graded lessons of a course, in the order of the course. */
export const readGradedLessons = async (db: Executor, { organisationId, courseId }: { organisationId: string; courseId: string }): Promise<GradedLesson[]> =>
  selectGradedLessons(db, organisationId, courseId);

type LessonRow = GradedLesson & DueLesson;

const selectGradedLessons = (db: Executor, organisationId: string, courseId: string, lessonIds?: readonly string[]): Promise<LessonRow[]> =>
  db
    .selectFrom('lessons')
    .innerJoin('chapters', (join) => join.onRef('chapters.organisation_id', '=', 'lessons.organisation_id').onRef('chapters.id', '=', 'lessons.chapter_id'))
    .leftJoin('lesson_policies', (join) =>
      join.onRef('lesson_policies.organisation_id', '=', 'lessons.organisation_id').onRef('lesson_policies.lesson_id', '=', 'lessons.id'),
    )
    .leftJoin('course_policies', (join) =>
      join.onRef('course_policies.organisation_id', '=', 'lessons.organisation_id').onRef('course_policies.course_id', '=', 'lessons.course_id'),
    )
    .select(['lessons.id', 'lessons.chapter_id as chapterId', 'lessons.title', 'lessons.content_type as contentType', 'lessons.due'])
    .select(['lessons.is_free_preview', 'lessons.opens_day_offset', 'lessons.opens_time', 'lessons.closes_day_offset', 'lessons.closes_time'])
    .select([
      sql<boolean>`lessons.is_published and chapters.is_published`.as('isPublished'),
      sql<Points>`trim_scale(lessons.points)::text`.as('points'),
      lessonPosting.as('posting'),
      lessonAnonymity.as('isAnonymous'),
    ])
    .where('lessons.organisation_id', '=', organisationId)
    .where('lessons.course_id', '=', courseId)
    .where('lessons.points', 'is not', null)
    .$if(lessonIds !== undefined, (query) => query.where('lessons.id', '=', sql<string>`any(${lessonIds}::uuid[])`))
    .orderBy('chapters.position')
    .orderBy('lessons.position')
    .$castTo<LessonRow>()
    .execute();

const selectLearners = (
  db: Executor,
  organisationId: string,
  courseId: string,
  enrollmentIds: readonly string[],
): Promise<(LearnerSchedule & { access_ends_at: string | null })[]> =>
  selectSchedules(db, organisationId)
    .select(sql<string | null>`least(enrollments.revoked_at, enrollments.expires_at)`.as('access_ends_at'))
    .where('enrollments.course_id', '=', courseId)
    .where('enrollments.id', '=', sql<string>`any(${enrollmentIds}::uuid[])`)
    .execute();

/** The stored data about the work in one cell. */
interface CellRows {
  firstOpenedAt: string | null;
  attempts: AttemptRow[];
  submissions: TimesRow[];
}

interface TimesRow {
  id: string;
  number: number;
  submitted_at: string;
  posted_at: string | null;
  was_due_at: string | null;
}

interface AttemptRow extends TimesRow {
  points: Points;
  max_points: Points;
  is_passed: boolean | null;
  needs_grading: boolean;
  given_points: Record<string, number>;
}

interface WorkRow extends AttemptRow {
  kind: 'opening' | 'attempt' | 'submission';
  enrollment_id: string;
  lesson_id: string;
}

async function readRows(
  db: Executor,
  organisationId: string,
  learners: readonly LearnerSchedule[],
  lessons: readonly LessonRow[],
): Promise<Map<string, CellRows>> {
  const cells = new Map<string, CellRows>();
  if (learners.length === 0 || lessons.length === 0) return cells;
  const enrollmentIds = sql`any(${learners.map(({ id }) => id)}::uuid[])`;
  const idsOf = (type: GradedLesson['contentType']) => lessons.filter(({ contentType }) => contentType === type).map(({ id }) => id);
  const ofCells = (lessonIds: readonly string[]): RawBuilder<unknown> =>
    sql`where organisation_id = ${organisationId} and enrollment_id = ${enrollmentIds} and lesson_id = any(${lessonIds}::uuid[])`;
  // Only some rules count from the day on which a learner first opened the lesson.
  const relative = lessons.filter(({ id, due }) => due?.kind === 'relative' || learners.some(({ overrides }) => overrides.some((one) => one.lesson_id === id)));
  const { rows } = await sql<WorkRow>`
    select 'opening' as kind, enrollment_id, lesson_id, null::uuid as id, 0 as number, first_opened_at as submitted_at, null::timestamptz as posted_at,
      null::timestamptz as was_due_at, null as points, null as max_points, null::boolean as is_passed, false as needs_grading,
      null::jsonb as given_points
      from lesson_progress ${ofCells(relative.map(({ id }) => id))} and first_opened_at is not null
    union all select 'attempt', enrollment_id, lesson_id, id, number, submitted_at, posted_at, was_due_at, trim_scale(score_points)::text,
      trim_scale(max_points)::text, is_passed, needs_grading, given_points
      from quiz_attempts ${ofCells(idsOf('quiz'))} and submitted_at is not null
    union all select 'submission', enrollment_id, lesson_id, id, number, submitted_at, posted_at, was_due_at, null, null, null::boolean, false, null
      from submissions ${ofCells(idsOf('assignment'))}`.execute(db);
  for (const row of rows) {
    const key = `${row.enrollment_id} ${row.lesson_id}`;
    const cell = cells.get(key) ?? { firstOpenedAt: null, attempts: [], submissions: [] };
    if (row.kind === 'opening') cell.firstOpenedAt = row.submitted_at;
    else if (row.kind === 'submission') cell.submissions.push(row);
    else cell.attempts.push(row);
    cells.set(key, cell);
  }
  for (const { attempts, submissions } of cells.values()) for (const works of [attempts, submissions]) works.sort((a, b) => a.number - b.number);
  return cells;
}

/** Returns when the work in a cell is due. Learners with the same day 0 and without overrides have the same moments, which are computed once. */
function dueOf(
  learner: LearnerSchedule,
  dayZero: DayZero | null,
  lesson: LessonRow,
  firstOpenedAt: string | null,
  known: Map<string, string | null>,
): string | null {
  const overrides = learner.overrides.filter(({ lesson_id }) => lesson_id === lesson.id);
  if (overrides.length === 0 && lesson.due === null) return null;
  const compute = () => dueFor(learner, dayZero, lesson, overrides, firstOpenedAt);
  if (overrides.length > 0) return compute();
  const key = `${lesson.id} ${dayZero?.day} ${dayZero?.isKnown} ${lesson.due?.kind === 'relative' ? firstOpenedAt : ''}`;
  const moment = known.has(key) ? (known.get(key) ?? null) : compute();
  known.set(key, moment);
  return moment;
}

function showCell(enrollmentId: string, lessonId: string, rows: CellRows | undefined, dueAt: string | null): WorkCell {
  const times = ({ id, number, submitted_at, posted_at, was_due_at }: TimesRow): WorkTimes => {
    const countingDueAt = countingDue(was_due_at, dueAt);
    return { id, number, submittedAt: submitted_at, postedAt: posted_at, countingDueAt, lateMs: latenessMs(submitted_at, countingDueAt) };
  };
  return {
    enrollmentId,
    lessonId,
    dueAt,
    attempts: (rows?.attempts ?? []).map((row) => ({
      ...times(row),
      points: row.points,
      maxPoints: row.max_points,
      isPassed: row.is_passed,
      needsGrading: row.needs_grading,
      givenPoints: row.given_points,
    })),
    submissions: (rows?.submissions ?? []).map(times),
  };
}
