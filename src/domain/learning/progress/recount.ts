import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { NIL } from 'uuid';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { queueFollowUps } from '../../kernel/events/publish-event.ts';
import { enqueue, enqueueAll } from '../../kernel/jobs.ts';
import { inBatches, SMALL_BATCH } from '../../kernel/retention/batches.ts';
import type { Tools } from '../../kernel/tools.ts';
import { publishEvent } from '../access/events.ts';
import { completedCount, lessonCount, lessonCountOf } from './counts.ts';
import { playedSeconds } from './watch-video.ts';
import { SETTLES_AFTER_MINUTES } from './write-progress.ts';

interface CourseKey {
  organisationId: string;
  courseId: string;
}

/** Whether a change that concerns the progress in the course has not been counted yet, such as one of this transaction. */
export async function hasProgressChange(trx: Executor, { organisationId, courseId }: CourseKey): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from progress_changes
    where organisation_id = ${organisationId} and course_id = ${courseId}) as found`.execute(trx);
  return rows[0]?.found ?? false;
}

/** Has the progress of the course counted again when the transaction has ended, rather than within a minute. */
export const refreshSoon = (trx: Executor, { courseId }: CourseKey): Promise<void> => enqueue(trx, 'refresh_progress', {}, { key: `progress ${courseId}` });

/** Has the completed lessons of all learners counted again in the courses whose published lessons or rules of completion have changed. */
export async function refreshProgress({ db }: Pick<Tools<Database>, 'db'>): Promise<void> {
  await inBatches(
    (limit) =>
      inTransaction(db, async (trx) => {
        const { rows } = await sql<{ organisation_id: string; course_id: string }>`delete from progress_changes where ctid = any (array(
          select ctid from progress_changes limit ${limit} for update skip locked)) returning organisation_id, course_id`.execute(trx);
        await enqueueAll(trx, 'recount_progress', [...new Map(rows.map((row) => [row.course_id, row])).values()]);
        return rows.length;
      }),
    SMALL_BATCH,
  );
}

/**
 * Counts the completed lessons of all learners of a course, after completing those that its rules now regard as done, and completes the course for those who
 * have them all. Each batch locks its enrollments before it counts, as learners do before they complete a lesson, so that the number includes what they have
 * completed in the meantime.
 */
export async function recountProgress(
  { db, clock }: Pick<Tools<Database>, 'db' | 'clock'>,
  { organisation_id, course_id }: { organisation_id: string; course_id: string },
): Promise<void> {
  let after: string = NIL;
  await inBatches(
    (limit) =>
      inTransaction(db, async (trx) => {
        const ids = await lockEnrollments(trx, organisation_id, course_id, after, limit);
        after = ids.at(-1) ?? after;
        await completeLessons(trx, organisation_id, ids, timeOf(clock));
        await countAgain(trx, organisation_id, ids, timeOf(clock));
        return ids.length;
      }),
    SMALL_BATCH,
  );
}

async function lockEnrollments(trx: Executor, organisationId: string, courseId: string, after: string, limit: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('enrollments')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

const hasAccess = (now: string) => sql<SqlBool>`enrollments.revoked_at is null and coalesce(enrollments.expires_at > ${now}::timestamptz, true)`;

const knownLength = sql`coalesce((lessons.content ->> 'duration_seconds')::numeric, lesson_progress.duration_seconds)`;

/**
 * Whether the rules of completion regard a published lesson as done that its learner has not completed, by what the learner did before. For queries that read
 * `lessons` and `lesson_progress`. A text is missing: it is completed by the learner's own word alone.
 */
const isDone = (rules: RawBuilder<unknown>) => sql<SqlBool>`lesson_progress.completed_at is null and lessons.is_published and case lessons.content_type
  when 'video' then coalesce(${playedSeconds(knownLength)} >= (${rules} ->> 'video_percent')::numeric / 100 * ${knownLength}, false)
  when 'quiz' then ${rules} ->> 'quiz' = 'submitted' and exists (select from quiz_attempts q where q.organisation_id = lesson_progress.organisation_id
    and q.enrollment_id = lesson_progress.enrollment_id and q.lesson_id = lesson_progress.lesson_id and q.submitted_at is not null)
  else false end`;

/** Completes the lessons that the rules now regard as done, for those who have access. */
async function completeLessons(trx: Executor, organisationId: string, ids: readonly string[], now: string): Promise<void> {
  const { rows } = await sql<{ userId: string; enrollmentId: string; lessonId: string }>`update lesson_progress set completed_at = ${now}
    from enrollments, courses, lessons, chapters
    where lesson_progress.organisation_id = ${organisationId} and lesson_progress.enrollment_id = any(${ids}::uuid[])
      and enrollments.organisation_id = lesson_progress.organisation_id and enrollments.id = lesson_progress.enrollment_id
      and lessons.organisation_id = lesson_progress.organisation_id and lessons.id = lesson_progress.lesson_id and lessons.content_type in ('video', 'quiz')
      and chapters.organisation_id = lessons.organisation_id and chapters.id = lessons.chapter_id and chapters.is_published
      and courses.organisation_id = enrollments.organisation_id and courses.id = enrollments.course_id
      and ${hasAccess(now)} and ${isDone(sql`courses.completion_rules`)}
    returning enrollments.user_id as "userId", enrollments.id as "enrollmentId", lesson_progress.lesson_id as "lessonId"`.execute(trx);
  await publishEvent(trx, 'lesson.completed', ...rows.map((row) => ({ organisationId, ...row })));
}

/**
 * Stores the numbers of completed lessons, and the state with them in one statement. Who has all lessons by the change of the course has completed it; that
 * counts for good after an hour, and is taken back if a lesson is missing again before.
 */
async function countAgain(trx: Executor, organisationId: string, ids: readonly string[], now: string): Promise<void> {
  const { rows } = await sql<{ userId: string; enrollmentId: string; gains: boolean }>`update enrollments set completed_lessons = counted.done,
      completed_at = case when gains then ${now}::timestamptz when loses then null else enrollments.completed_at end,
      completion_settles_at = case when gains then ${now}::timestamptz + make_interval(mins => ${SETTLES_AFTER_MINUTES}) when loses then null
        else enrollments.completion_settles_at end
    from (select id, done, total > 0 and done = total and completed_at is null and has_access as gains, completion_settles_at is not null and done < total as loses
      from (select id, completed_at, completion_settles_at, ${completedCount} as done, ${lessonCount} as total, ${hasAccess(now)} as has_access
        from enrollments where organisation_id = ${organisationId} and id = any(${ids}::uuid[])) learners) counted
    where enrollments.organisation_id = ${organisationId} and enrollments.id = counted.id and (enrollments.completed_lessons <> done or gains or loses)
    returning enrollments.user_id as "userId", enrollments.id as "enrollmentId", gains`.execute(trx);
  const completed = rows.filter(({ gains }) => gains).map(({ userId, enrollmentId }) => ({ organisationId, userId, enrollmentId, isByCourse: true }));
  await publishEvent(trx, 'enrollment.completed', ...completed);
}

/**
 * Counts the learners who complete the course when its progress is counted again. Who can has as many completed lessons as the course now has, without those
 * that the rules now regard as done.
 */
export async function countCompleting(trx: Executor, { organisationId, courseId }: CourseKey, now: string): Promise<number> {
  const { rows } = await sql<{ learners: number }>`with course as materialized (
      select id, completion_rules, ${lessonCountOf('courses.organisation_id', 'courses.id')} as total,
        (select count(*)::int from lessons where lessons.organisation_id = courses.organisation_id and lessons.course_id = courses.id
          and lessons.content_type in ('video', 'quiz')) as ruled
      from courses where organisation_id = ${organisationId} and id = ${courseId}
    )
    select count(*)::int as learners from course join enrollments on enrollments.organisation_id = ${organisationId} and enrollments.course_id = ${courseId}
    where course.total > 0 and enrollments.completed_at is null and enrollments.completed_lessons >= course.total - course.ruled and ${hasAccess(now)}
      and course.total = (select count(*) from lesson_progress
        join lessons on lessons.organisation_id = lesson_progress.organisation_id and lessons.id = lesson_progress.lesson_id
          and lessons.course_id = ${courseId} and lessons.is_published
        join chapters on chapters.organisation_id = lessons.organisation_id and chapters.id = lessons.chapter_id and chapters.is_published
        where lesson_progress.organisation_id = enrollments.organisation_id and lesson_progress.enrollment_id = enrollments.id
          and (lesson_progress.completed_at is not null or ${isDone(sql`course.completion_rules`)}))`.execute(trx);
  return rows[0]?.learners ?? 0;
}

/**
 * Checks the completions again that changes of courses brought about an hour ago, in all organisations. Those that still hold have what a completion entails,
 * such as a certificate; the others are taken back.
 */
export async function settleCompletions({ db, clock }: Pick<Tools<Database>, 'db' | 'clock'>): Promise<void> {
  const now = timeOf(clock);
  await inBatches(
    (limit) =>
      inTransaction(db, async (trx) => {
        const { rows } = await sql<{ organisationId: string; userId: string; enrollmentId: string; holds: boolean }>`update enrollments
          set completion_settles_at = null, completed_at = case when holds then enrollments.completed_at end, completed_lessons = checked.done
          from (select organisation_id, id, done, total > 0 and done = total as holds
            from (select organisation_id, id, ${completedCount} as done, ${lessonCount} as total from enrollments
              where completion_settles_at <= ${now}::timestamptz order by completion_settles_at limit ${limit} for no key update skip locked) due) checked
          where enrollments.organisation_id = checked.organisation_id and enrollments.id = checked.id
          returning enrollments.organisation_id as "organisationId", enrollments.user_id as "userId", enrollments.id as "enrollmentId", holds`.execute(trx);
        const settled = rows.filter(({ holds }) => holds).map(({ holds: _holds, ...learner }) => ({ ...learner, isByCourse: false }));
        await queueFollowUps(trx, 'enrollment.completed', settled);
        return rows.length;
      }),
    SMALL_BATCH,
  );
}
