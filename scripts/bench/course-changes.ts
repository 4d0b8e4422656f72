import { sql } from 'kysely';
import { contractInput } from '../../src/domain/kernel/contract-input.ts';
import { newId } from '../../src/domain/kernel/ids.ts';
import { settleChange } from '../../src/domain/learning/changes/settle-change.ts';
import { completedCount } from '../../src/domain/learning/progress/counts.ts';
import { recountProgress } from '../../src/domain/learning/progress/recount.ts';
import { createCourse } from '../../src/domain/studio/courses/create-course.ts';
import { type Executor, inTransaction } from '../../src/platform/database/connect.ts';
import { callerOf } from './gradebook.ts';
import { timed } from './own-work.ts';
import type { Seed, SeededDatabase } from './seed.ts';

export const COURSE_CHANGE_WORK = ['lesson withdrawn', 'rules loosened'] as const;

export interface CourseChangeRow {
  name: (typeof COURSE_CHANGE_WORK)[number];
  learners: number;
  /** Number of learners who complete the course through the change. */
  completing: number;
  /** Time that the response to the change takes to determine its effect on the learners. */
  answerSeconds: number;
  /** Time that the job takes to recount the progress of all learners. */
  seconds: number;
}

const LEARNERS = 50_000;
const LESSONS = 20;
const clock = { now: () => Date.now() };

/** Measures changes of a course of 50,000 learners through which some of them complete it. */
export async function measureCourseChanges({ db, seed }: SeededDatabase): Promise<CourseChangeRow[]> {
  const caller = callerOf(seed);
  const courseId = await inTransaction(db, (trx) => seedCourse(trx, seed));
  await sql`vacuum analyze`.execute(db);
  const changes = {
    'lesson withdrawn': sql`update lessons set is_published = false where organisation_id = ${seed.organisationId} and course_id = ${courseId} and position = ${LESSONS}`,
    'rules loosened': sql`update courses set completion_rules = '{"video_percent": 80, "quiz": "submitted"}' where organisation_id = ${seed.organisationId} and id = ${courseId}`,
  };
  const rows: CourseChangeRow[] = [];
  for (const name of COURSE_CHANGE_WORK) {
    const { answerSeconds, completing } = await inTransaction(db, async (trx) => {
      await changes[name].execute(trx);
      let completes: number | null = null;
      const { seconds } = await timed(async () => {
        ({ completes } = await settleChange({ db: trx, clock }, caller, courseId));
      });
      return { answerSeconds: seconds, completing: completes ?? 0 };
    });
    const before = await countCompleted();
    const job = await timed(() => recountProgress({ db, clock }, { organisation_id: seed.organisationId, course_id: courseId }));
    const completed = (await countCompleted()) - before;
    if (completed !== completing) throw new Error(`${completed} learners completed the course, and the change said ${completing}.`);
    rows.push({ name, learners: LEARNERS, completing, answerSeconds, ...job });
  }
  return rows;

  async function countCompleted(): Promise<number> {
    const { rows: counted } = await sql<{ count: number }>`select count(*)::int as count from enrollments
      where organisation_id = ${seed.organisationId} and course_id = ${courseId} and completed_at is not null`.execute(db);
    return counted[0]?.count ?? 0;
  }
}

/**
 * Creates the course: twelve texts, followed by four quizzes and four videos. Each learner has completed a number of lessons from the beginning, and has taken
 * the quizzes and watched the videos after them, but not well enough.
 */
async function seedCourse(trx: Executor, { organisationId }: Seed): Promise<string> {
  await sql`set local statement_timeout = 0`.execute(trx);
  const input = contractInput('CourseWrite', {
    title: 'A course of many learners',
    status: 'published',
    completion_rules: { video_percent: 90, quiz: 'passed' },
  });
  const { id: courseId } = await createCourse({ db: trx }, callerOf({ organisationId }), input);
  const chapterId = newId();
  await sql`insert into chapters (organisation_id, id, course_id, title, position, is_published, requires_previous_chapter, sequential_lessons)
    values (${organisationId}, ${chapterId}, ${courseId}, 'Lessons', 1, true, false, false)`.execute(trx);
  await sql`insert into lessons (organisation_id, id, course_id, chapter_id, title, position, is_published, content_type, content, is_free_preview)
    select ${organisationId}::uuid, gen_random_uuid(), ${courseId}::uuid, ${chapterId}::uuid, 'Lesson ' || n, n, true,
      case when n > 16 then 'video' when n > 12 then 'quiz' else 'lesson' end,
      case when n > 16 then '{"source": "youtube", "url": "https://youtu.be/dQw4w9WgXcQ", "duration_seconds": 100}'
        when n > 12 then '{"questions": [{"id": "q", "type": "true_false", "prompt": "Is it?", "correct": true, "points": 1}], "passing_score_percent": 50}'
        else '{"format": "markdown", "body": "A text."}' end::jsonb, false
    from generate_series(1, ${LESSONS}::int) n`.execute(trx);
  await sql`with people as (insert into users (id, email, email_key, name)
      select gen_random_uuid(), ${courseId}::text || n || '@example.org', ${courseId}::text || n || '@example.org', 'Learner ' || n
      from generate_series(1, ${LEARNERS}::int) n returning id),
    members as (insert into memberships (organisation_id, user_id, role) select ${organisationId}::uuid, id, 'learner' from people)
    insert into enrollments (organisation_id, id, course_id, user_id) select ${organisationId}::uuid, gen_random_uuid(), ${courseId}::uuid, id
      from people`.execute(trx);
  // Counted once at the end, because the trigger would count each of a learner's lessons in an update of its own.
  await sql`alter table lesson_progress disable trigger lesson_progress_new`.execute(trx);
  await sql`insert into lesson_progress (organisation_id, enrollment_id, lesson_id, first_opened_at, completed_at, reported_at, seconds_spent, watched)
    select e.organisation_id, e.id, l.id, now(), case when l.position <= done then now() end, now(), 300,
      case when l.content_type = 'video' then '{[0,85)}'::nummultirange else '{}' end
    from (select *, floor(random() * ${LESSONS + 1}::int) as done from enrollments where organisation_id = ${organisationId} and course_id = ${courseId}) e
    join lessons l on l.organisation_id = e.organisation_id and l.course_id = e.course_id
    where l.position <= done or l.content_type <> 'lesson'`.execute(trx);
  await sql`alter table lesson_progress enable trigger lesson_progress_new`.execute(trx);
  await sql`insert into quiz_attempts (organisation_id, id, enrollment_id, lesson_id, number, quiz, started_at, submitted_at, posted_at, score_points, max_points,
      score_percent, is_passed)
    select p.organisation_id, gen_random_uuid(), p.enrollment_id, p.lesson_id, 1, '{}', now(), now(), now(), 0, 1, 0, false
    from lesson_progress p join lessons l on l.organisation_id = p.organisation_id and l.id = p.lesson_id and l.content_type = 'quiz'
    where p.organisation_id = ${organisationId} and l.course_id = ${courseId}`.execute(trx);
  await sql`update enrollments set completed_lessons = ${completedCount}, completed_at = case when ${completedCount} = ${LESSONS}::int then now() end
    where organisation_id = ${organisationId} and course_id = ${courseId}`.execute(trx);
  return courseId;
}
