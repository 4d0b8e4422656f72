import { type RawBuilder, sql } from 'kysely';
import { hashPassword } from '../../src/domain/identity/accounts/password.ts';
import { contractInput } from '../../src/domain/kernel/contract-input.ts';
import { newId } from '../../src/domain/kernel/ids.ts';
import { completedCount } from '../../src/domain/learning/progress/counts.ts';
import { createCourse } from '../../src/domain/studio/courses/create-course.ts';
import type { LessonPath } from '../../src/domain/studio/lessons/columns.ts';
import { type Database, type Executor, inTransaction } from '../../src/platform/database/connect.ts';
import type { Seed } from './seed.ts';

export const LESSON_SCALES = [200, 2000] as const;
export const LEARNER_SCALES = [10_000, 100_000] as const;

const LESSONS_PER_CHAPTER = 20;
/** Number of lessons of a course with many learners. */
const LESSONS = 60;
/** Number of users, such that none reaches the limit of 1,200 requests in 5 minutes, and no two concurrent requests come from the same user. */
const SIGNED_IN = 96;

/** Courses with few and with many lessons and learners. */
export interface Scale {
  /** Courses by their number of lessons. All learners who sign in have completed half of the lessons. */
  courseIds: Record<(typeof LESSON_SCALES)[number], string>;
  /** A video in a course by its number of learners, which include all who sign in. */
  videos: Record<(typeof LEARNER_SCALES)[number], LessonPath>;
  learners: Seed['users'];
}

/** Adds the courses, the learners and their progress to the organisation, in set-based statements. */
export async function seedScale(db: Database, seed: Seed): Promise<Scale> {
  const scale = await inTransaction(db, (trx) => fill(trx, seed));
  await sql`vacuum analyze`.execute(db);
  return scale;
}

async function fill(trx: Executor, seed: Seed): Promise<Scale> {
  const { organisationId } = seed;
  await sql`set local statement_timeout = 0`.execute(trx);
  const ids = Array.from({ length: Math.max(...LEARNER_SCALES) }, newId);
  const emails = await fillLearners(trx, organisationId, ids, await hashPassword(seed.users.password));
  const courseIds: Record<number, string> = {};
  for (const lessons of LESSON_SCALES) {
    const courseId = await fillCourse(trx, seed, lessons);
    await enrol(trx, organisationId, courseId, ids.slice(0, SIGNED_IN), { share: 1, done: sql`${lessons / 2}::int` });
    courseIds[lessons] = courseId;
  }
  const videos: Record<number, LessonPath> = {};
  for (const learners of LEARNER_SCALES) {
    const courseId = await fillCourse(trx, seed, LESSONS);
    await enrol(trx, organisationId, courseId, ids.slice(0, learners), { share: 2 / 3, done: sql`floor(random() * 5)::int` });
    videos[learners] = await firstVideo(trx, organisationId, courseId);
  }
  return { courseIds, videos, learners: { emails, password: seed.users.password } };
}

/** Only the first learners can sign in.
 * @returns their email addresses */
async function fillLearners(trx: Executor, organisationId: string, ids: string[], passwordHash: string): Promise<string[]> {
  await sql`
    insert into users (id, email, email_key, name, password_hash, email_verified_at)
    select id, 'scale-' || number || '@example.org', 'scale-' || number || '@example.org', 'Learner ' || number, case when number <= ${SIGNED_IN}::int then ${passwordHash}::text end, now()
    from unnest(${ids}::uuid[]) with ordinality as learner (id, number)`.execute(trx);
  await sql`insert into memberships (organisation_id, user_id, role) select ${organisationId}::uuid, unnest(${ids}::uuid[]), 'learner'`.execute(trx);
  return Array.from({ length: SIGNED_IN }, (_, index) => `scale-${index + 1}@example.org`);
}

/** Repeats the contents of the existing lessons. In every other chapter, each lesson requires the previous one. */
async function fillCourse(trx: Executor, { organisationId, lessons: [model] }: Seed, lessons: number): Promise<string> {
  const input = contractInput('CourseWrite', { title: `${lessons} lessons`, status: 'published' });
  const { id } = await createCourse(
    { db: trx },
    { organisationId, actorType: 'api_key', actorId: organisationId, role: 'creator', requestId: 'bench-seed', ip: null },
    input,
  );
  await sql`
    insert into chapters (organisation_id, id, course_id, title, position, is_published, requires_previous_chapter, sequential_lessons)
    select ${organisationId}::uuid, gen_random_uuid(), ${id}::uuid, 'Chapter ' || position, position, true, false, position % 2 = 0
    from generate_series(1, ${lessons / LESSONS_PER_CHAPTER}::int) as position`.execute(trx);
  await sql`
    with model as (
      select content_type, content, row_number() over (order by id) - 1 as number, count(*) over () as models
      from lessons where organisation_id = ${organisationId} and course_id = ${model?.courseId}
    )
    insert into lessons (organisation_id, id, course_id, chapter_id, title, position, is_published, content_type, content, is_free_preview)
    select organisation_id, gen_random_uuid(), course_id, chapters.id, 'Lesson ' || lesson, lesson, true, content_type, content, false
    from chapters
    cross join generate_series(1, ${LESSONS_PER_CHAPTER}::int) as lesson
    join model on model.number = (chapters.position * ${LESSONS_PER_CHAPTER}::int + lesson) % models
    where organisation_id = ${organisationId} and course_id = ${id}`.execute(trx);
  return id;
}

/**
 * Enrolls learners at times spread over the last year. A `share` of them have begun: they have completed the first `done` lessons and opened the next
 * one.
 */
async function enrol(
  trx: Executor,
  organisationId: string,
  courseId: string,
  learners: string[],
  { share, done }: { share: number; done: RawBuilder<unknown> },
): Promise<void> {
  await sql`
    insert into enrollments (organisation_id, id, course_id, user_id, source, enrolled_at, first_access_at, last_activity_at)
    select ${organisationId}::uuid, gen_random_uuid(), ${courseId}::uuid, user_id, 'free', enrolled_at,
      case when has_begun then enrolled_at end, case when has_begun then enrolled_at + (now() - enrolled_at) * random() end
    from (select user_id, now() - random() * interval '1 year' as enrolled_at, random() < ${share}::float8 as has_begun
      from unnest(${learners}::uuid[]) as learner (user_id)) as learners`.execute(trx);
  await sql`analyze enrollments, chapters, lessons`.execute(trx);
  // Counted once at the end, because the trigger would count each of a learner's lessons in an update of its own.
  await sql`alter table lesson_progress disable trigger lesson_progress_new`.execute(trx);
  await sql`
    with begun as materialized (
      select organisation_id, id, first_access_at, ${done} as done from enrollments
      where organisation_id = ${organisationId} and course_id = ${courseId} and first_access_at is not null
    ), numbered as materialized (
      select lessons.id, row_number() over (order by chapters.position, lessons.position) as number
      from lessons join chapters on (chapters.organisation_id, chapters.id) = (lessons.organisation_id, lessons.chapter_id)
      where lessons.organisation_id = ${organisationId} and lessons.course_id = ${courseId}
    )
    insert into lesson_progress (organisation_id, enrollment_id, lesson_id, first_opened_at, completed_at, reported_at, seconds_spent)
    select organisation_id, begun.id, numbered.id, first_access_at, case when number <= done then first_access_at end, first_access_at, 300
    from begun join numbered on number <= done + 1`.execute(trx);
  await sql`alter table lesson_progress enable trigger lesson_progress_new`.execute(trx);
  await sql`update enrollments set completed_lessons = ${completedCount} where organisation_id = ${organisationId} and course_id = ${courseId}`.execute(trx);
}

const firstVideo = (trx: Executor, organisationId: string, courseId: string): Promise<LessonPath> =>
  trx
    .selectFrom('lessons')
    .innerJoin('chapters', (join) => join.onRef('chapters.organisation_id', '=', 'lessons.organisation_id').onRef('chapters.id', '=', 'lessons.chapter_id'))
    .select(['lessons.course_id as courseId', 'lessons.chapter_id as chapterId', 'lessons.id'])
    .where('lessons.organisation_id', '=', organisationId)
    .where('lessons.course_id', '=', courseId)
    .where('content_type', '=', 'video')
    .orderBy('chapters.position')
    .orderBy('lessons.position')
    .limit(1)
    .executeTakeFirstOrThrow();
