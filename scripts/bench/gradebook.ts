import { sql } from 'kysely';
import { exportGradebook } from '../../src/domain/assessment/gradebook/export-gradebook.ts';
import { computeGradebook } from '../../src/domain/assessment/gradebook/store-grades.ts';
import type { Caller } from '../../src/domain/kernel/caller.ts';
import { contractInput } from '../../src/domain/kernel/contract-input.ts';
import { newId } from '../../src/domain/kernel/ids.ts';
import { createCourse } from '../../src/domain/studio/courses/create-course.ts';
import { type Database, type Executor, inTransaction } from '../../src/platform/database/connect.ts';
import { timed, withMemory } from './own-work.ts';
import type { Seed, SeededDatabase } from './seed.ts';

export const GRADEBOOK_SCALES = [500, 5000] as const;
type Learners = (typeof GRADEBOOK_SCALES)[number];
const LESSONS = 100;
const LARGEST: Learners = 5000;

/** Courses with a hundred quizzes, by their number of learners, who have all taken every quiz. Their grades are computed. */
export type Gradebooks = Record<Learners, string>;

export const GRADEBOOK_WORK = ['gradebook recompute', 'gradebook CSV', 'gradebook XLSX'] as const;

export interface GradebookRow {
  name: (typeof GRADEBOOK_WORK)[number];
  cells: number;
  seconds: number;
  /** Largest growth of this process's memory; null if it is not measured. */
  megabytes: number | null;
}

/** The caller on whose behalf data is seeded. */
export const callerOf = ({ organisationId }: Pick<Seed, 'organisationId'>): Caller => ({
  organisationId,
  actorType: 'api_key',
  actorId: organisationId,
  role: 'creator',
  requestId: 'bench-seed',
  ip: null,
});

/** Returns the same caller as a member of staff, for what only people do. */
export async function staffCaller({ db, seed }: SeededDatabase): Promise<Caller> {
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', seed.users.emails[0] ?? '')
    .executeTakeFirstOrThrow();
  return { ...callerOf(seed), actorType: 'user', actorId: id };
}

export async function seedGradebooks(db: Database, seed: Seed): Promise<Gradebooks> {
  const books = { 500: await seedCourse(db, seed, 500), 5000: await seedCourse(db, seed, LARGEST) };
  await sql`vacuum analyze`.execute(db);
  for (const courseId of Object.values(books)) await compute(db, seed, courseId);
  await sql`vacuum analyze gradebook_results`.execute(db);
  return books;
}

const compute = (db: Database, { organisationId }: Seed, courseId: string): Promise<void> =>
  computeGradebook({ db, clock: { now: () => Date.now() } }, { organisationId, courseId });

/** Measures how long it takes to compute and to export the grades of the largest course, and how much memory the exports need. */
export async function measureGradebook({ db, seed }: SeededDatabase, books: Gradebooks): Promise<GradebookRow[]> {
  const { organisationId } = seed;
  const courseId = books[LARGEST];
  await sql`delete from gradebook_results where organisation_id = ${organisationId} and course_id = ${courseId}`.execute(db);
  const cells = LARGEST * LESSONS;
  const rows: GradebookRow[] = [{ name: 'gradebook recompute', cells, ...(await timed(() => compute(db, seed, courseId))), megabytes: null }];
  for (const format of ['csv', 'xlsx'] as const) {
    const read = async () => {
      const file = await exportGradebook({ db, clock: { now: () => Date.now() } }, callerOf(seed), courseId, { format, bom: false });
      for await (const _chunk of file);
    };
    await read();
    const { megabytes, seconds } = await withMemory(() => timed(read));
    rows.push({ name: format === 'csv' ? 'gradebook CSV' : 'gradebook XLSX', cells, seconds, megabytes });
  }
  return rows;
}

const seedCourse = (db: Database, seed: Seed, learners: number): Promise<string> =>
  inTransaction(db, async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    const { id } = await createCourse({ db: trx }, callerOf(seed), contractInput('CourseWrite', { title: `${learners} graded learners`, status: 'published' }));
    await fill(trx, seed, id, learners);
    return id;
  });

async function fill(trx: Executor, { organisationId }: Seed, courseId: string, learners: number): Promise<void> {
  const [chapterId, quiz] = [newId(), { questions: [{ id: 'q', type: 'true_false', prompt: 'Is it?', correct: true, points: 10 }], passing_score_percent: 70 }];
  await sql`insert into chapters (organisation_id, id, course_id, title, position, is_published, requires_previous_chapter, sequential_lessons)
    values (${organisationId}, ${chapterId}, ${courseId}, 'Quizzes', 1, true, false, false)`.execute(trx);
  await sql`insert into lessons (organisation_id, id, course_id, chapter_id, title, position, is_published, content_type, content, is_free_preview)
    select ${organisationId}::uuid, gen_random_uuid(), ${courseId}::uuid, ${chapterId}::uuid, 'Quiz ' || n, n, true, 'quiz', ${JSON.stringify(quiz)}::jsonb, false
    from generate_series(1, ${LESSONS}::int) n`.execute(trx);
  await sql`with people as (insert into users (id, email, email_key, name)
      select gen_random_uuid(), ${courseId}::text || n || '@example.org', ${courseId}::text || n || '@example.org', 'Learner ' || n
      from generate_series(1, ${learners}::int) n returning id),
    members as (insert into memberships (organisation_id, user_id, role) select ${organisationId}::uuid, id, 'learner' from people)
    insert into enrollments (organisation_id, id, course_id, user_id) select ${organisationId}::uuid, gen_random_uuid(), ${courseId}::uuid, id from people`.execute(
    trx,
  );
  await sql`insert into quiz_attempts (organisation_id, id, enrollment_id, lesson_id, number, quiz, started_at, submitted_at, posted_at, score_points, max_points,
      score_percent, is_passed)
    select e.organisation_id, gen_random_uuid(), e.id, l.id, 1, '{}', now(), now(), now(), earned, 10, earned * 10, earned >= 7
    from enrollments e join lessons l on l.organisation_id = e.organisation_id and l.course_id = e.course_id, floor(random() * 11) earned
    where e.organisation_id = ${organisationId} and e.course_id = ${courseId}`.execute(trx);
}
