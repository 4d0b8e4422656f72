import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { Tools } from '../../kernel/tools.ts';
import { courseCard, toCard } from '../../studio/courses/card.ts';
import { courseAccess } from '../access/course-access.ts';
import { dayZeroOf, startingCohort } from '../access/day-zero.ts';
import { type DueLesson, dueFor } from '../access/due.ts';
import { readOutline } from '../access/lesson-facts.ts';
import { liveEnrollments } from '../access/live-enrollments.ts';
import type { CourseFacts } from '../access/lock.ts';
import { learnersOverrides } from '../access/overrides.ts';
import { enrollmentState, isOver } from '../access/state.ts';
import { joinedCohorts } from '../cohorts/joined-cohorts.ts';
import { nextLesson } from './course-progress.ts';

/** Number of courses, those with the latest activity, that the agenda covers. */
const MOST_COURSES = 50;
const MOST_FOLLOWED = 3;
const MOST_DUE = 20;
const MOST_GRADES = 10;
/** How long work that was not handed in, and a grade, count as news. */
const NEWS_MS = 14 * 86_400_000;

type Due = Shape<'DueWork'>;

/**
 * Returns what the user has to do in all their courses of the organisation, and what has happened to their work: the next lessons of the latest courses, work
 * that is due or has recently become overdue, and grades of the last two weeks.
 */
export async function getAgenda({ db, clock }: Pick<Tools, 'db' | 'clock'>, caller: Caller): Promise<Shape<'Agenda'>> {
  const now = timeOf(clock);
  const since = new Date(Date.parse(now) - NEWS_MS).toISOString();
  const courses = await readCourses(db, caller, now);
  const [next, due, grades] = await Promise.all([
    Promise.all(courses.slice(0, MOST_FOLLOWED).map(({ course }) => continueWith(db, caller, course, now))),
    readDue(db, caller, courses, { since, now }),
    readNewGrades(db, caller, courses, since),
  ]);
  return { next: next.filter((one) => one !== null), due, grades };
}

type Studied = Awaited<ReturnType<typeof readCourses>>[number];

/** Returns the courses that the user may study now, latest activity first, with the facts that determine when work is due. */
async function readCourses(db: Executor, { organisationId, actorId }: Caller, now: string) {
  const rows = await liveEnrollments(db, organisationId)
    .where('enrollments.user_id', '=', actorId)
    .select(['enrollments.id', 'enrollments.course_id', 'enrolled_at', 'first_access_at', 'courses.timezone', 'courses.start_date'])
    .select([
      sql<CourseFacts['status']>`courses.status`.as('status'),
      sql<CourseFacts['length_mode']>`courses.length_mode`.as('length_mode'),
      sql<Shape<'Course'>['schedule_basis']>`courses.schedule_basis`.as('schedule_basis'),
    ])
    .select([courseCard.as('card'), enrollmentState(now).as('state'), joinedCohorts.as('cohorts'), learnersOverrides.as('overrides')])
    .orderBy(sql`last_activity_at desc nulls last`)
    .orderBy('enrollments.id', 'desc')
    .limit(MOST_COURSES)
    .execute();
  return rows
    .filter(({ state, status }) => !isOver(state) && status !== 'draft')
    .map(({ card, ...row }) => ({
      ...row,
      course: toCard(card),
      dayZero: dayZeroOf(row, { ...row, cohort: startingCohort(row.cohorts, row.timezone, now) }, now),
    }));
}

async function continueWith(db: Executor, caller: Caller, course: Shape<'CourseCard'>, now: string): Promise<Shape<'NextInCourse'> | null> {
  const access = await courseAccess(db, caller, course.id, now);
  if (!access.enrollment) return null;
  const lesson = await nextLesson(db, access, await readOutline(db, access, now, { learnersView: true }), now);
  return lesson && { course, lesson };
}

/** Returns the assignments and quizzes that the learner sees and has not done, earliest due first. */
async function readDue(db: Executor, { organisationId }: Caller, courses: readonly Studied[], { since, now }: { since: string; now: string }): Promise<Due[]> {
  const overridden = courses.flatMap(({ overrides }) => overrides.filter(({ due }) => due !== null).map(({ lesson_id }) => lesson_id));
  const lessons = await db
    .selectFrom('lessons')
    .innerJoin('chapters', (join) => join.onRef('chapters.organisation_id', '=', 'lessons.organisation_id').onRef('chapters.id', '=', 'lessons.chapter_id'))
    .innerJoin('enrollments', (join) =>
      join.onRef('enrollments.organisation_id', '=', 'lessons.organisation_id').onRef('enrollments.course_id', '=', 'lessons.course_id'),
    )
    .leftJoin('lesson_progress', (join) =>
      join
        .onRef('lesson_progress.organisation_id', '=', 'lessons.organisation_id')
        .onRef('lesson_progress.lesson_id', '=', 'lessons.id')
        .onRef('lesson_progress.enrollment_id', '=', 'enrollments.id'),
    )
    .where('lessons.organisation_id', '=', organisationId)
    .where('enrollments.id', '=', sql<string>`any(${courses.map(({ id }) => id)}::uuid[])`)
    .where(sql<boolean>`lessons.is_published and chapters.is_published and lessons.content_type in ('assignment', 'quiz')`)
    .where(sql<boolean>`(lessons.due is not null or lessons.id = any(${overridden}::uuid[]))`)
    .where('lesson_progress.completed_at', 'is', null)
    .where(
      sql<boolean>`not exists (select from submissions s where s.organisation_id = lessons.organisation_id and s.enrollment_id = enrollments.id
        and s.lesson_id = lessons.id)`,
    )
    .select(['lessons.id', 'lessons.title', 'enrollments.id as enrollment_id', 'lesson_progress.first_opened_at', 'lessons.is_free_preview'])
    .select(['lessons.opens_day_offset', 'lessons.opens_time', 'lessons.closes_day_offset', 'lessons.closes_time'])
    .select([sql<DueLesson['due']>`lessons.due`.as('due'), sql<Due['content_type']>`lessons.content_type`.as('content_type')])
    .execute();
  const by = new Map(courses.map((one) => [one.id, one]));
  return lessons
    .flatMap(({ id, title, content_type, enrollment_id, first_opened_at, ...lesson }): Due[] => {
      const one = by.get(enrollment_id) as Studied;
      const own = one.overrides.filter(({ lesson_id }) => lesson_id === id);
      const due_at = dueFor(one, one.dayZero, lesson, own, first_opened_at);
      if (due_at === null || due_at < since) return [];
      return [{ course: one.course, lesson_id: id, title, content_type, due_at, is_overdue: due_at < now }];
    })
    .sort((one, other) => (one.due_at < other.due_at ? -1 : 1))
    .slice(0, MOST_DUE);
}

/** Returns the lessons whose grade was recently posted by a person. Results that a quiz gave at once are not news. */
async function readNewGrades(db: Executor, { organisationId }: Caller, courses: readonly Studied[], since: string): Promise<Shape<'NewGrade'>[]> {
  const { rows } = await sql<{ enrollment_id: string; lesson_id: string; title: string; posted_at: string }>`
    select enrollment_id, lesson_id, lessons.title, max(posted_at) as posted_at from (
      select enrollment_id, lesson_id, posted_at from gradebook_grades where organisation_id = ${organisationId}
        and enrollment_id = any(${courses.map(({ id }) => id)}::uuid[]) and posted_at >= ${since}::timestamptz and (score is not null or is_excused)
      union all select enrollment_id, lesson_id, posted_at from quiz_attempts where organisation_id = ${organisationId}
        and enrollment_id = any(${courses.map(({ id }) => id)}::uuid[]) and posted_at >= ${since}::timestamptz and posted_at > submitted_at + interval '1 minute') known
    join lessons on lessons.organisation_id = ${organisationId} and lessons.id = known.lesson_id and lessons.is_published
    group by 1, 2, 3 order by 4 desc, 2 limit ${MOST_GRADES}`.execute(db);
  const by = new Map(courses.map(({ id, course }) => [id, course]));
  return rows.map(({ enrollment_id, ...grade }) => ({ course: by.get(enrollment_id) as Shape<'CourseCard'>, ...grade }));
}
