import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { NIL } from 'uuid';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { queueFollowUps } from '../../kernel/events/publish-event.ts';
import { enqueue, enqueueAll, type Jobs, waitingJobs } from '../../kernel/jobs.ts';
import { inBatches, SMALL_BATCH } from '../../kernel/retention/batches.ts';
import type { Tools } from '../../kernel/tools.ts';
import { publishEvent } from '../access/events.ts';
import { completedCount, lessonCount } from './counts.ts';
import { playedSeconds } from './watch-video.ts';
import { SETTLES_AFTER_MINUTES } from './write-progress.ts';

interface CourseKey {
  organisationId: string;
  courseId: string;
}

/** Returns whether a change that affects the progress in the course has not been counted yet, such as one made in this transaction. */
export async function hasProgressChange(trx: Executor, { organisationId, courseId }: CourseKey): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from progress_changes
    where organisation_id = ${organisationId} and course_id = ${courseId}) as found`.execute(trx);
  return rows[0]?.found ?? false;
}

/** Schedules a recount of the course's progress for the end of the transaction, rather than within a minute. */
export const refreshSoon = (trx: Executor, { courseId }: CourseKey): Promise<void> => enqueue(trx, 'refresh_progress', {}, { key: `progress ${courseId}` });

/** Schedules recounts of the completed lessons of all learners in the courses whose published lessons or completion rules have changed. */
export async function refreshProgress({ db }: Pick<Tools<Database>, 'db'>): Promise<void> {
  await inBatches(
    (limit) =>
      inTransaction(db, async (trx) => {
        const { rows } = await sql<Required<Jobs['recount_progress']> & { changes: number }>`with taken as (
            delete from progress_changes where ctid = any (array(select ctid from progress_changes limit ${limit} for update skip locked))
            returning organisation_id, course_id, gains, moves_rules)
          select organisation_id, course_id, sum(gains)::int as gains, bool_or(moves_rules) as moves_rules, count(*)::int as changes from taken
          group by organisation_id, course_id`.execute(trx);
        await enqueueAll(
          trx,
          'recount_progress',
          rows.map(({ changes: _changes, ...job }) => job),
        );
        return rows.reduce((total, { changes }) => total + changes, 0);
      }),
    SMALL_BATCH,
  );
}

/**
 * Recounts the completed lessons of all learners of a course, after completing those that its rules now regard as done, and completes the course for those who
 * have them all. Each batch locks its enrollments before it counts, as learners do before they complete a lesson, so that the number includes lessons completed
 * in the meantime.
 */
export async function recountProgress(
  { db, clock }: Pick<Tools<Database>, 'db' | 'clock'>,
  { organisation_id, course_id }: Pick<Jobs['recount_progress'], 'organisation_id' | 'course_id'>,
): Promise<void> {
  const course = { organisationId: organisation_id, courseId: course_id };
  let after: string = NIL;
  await inBatches(
    (limit) =>
      inTransaction(db, async (trx) => {
        const ids = await lockEnrollments(trx, course, after, limit);
        const lessons = await readCounted(trx, course);
        after = ids.at(-1) ?? after;
        await completeLessons(trx, organisation_id, ids, lessons, timeOf(clock));
        await countAgain(trx, organisation_id, ids, lessons, timeOf(clock));
        return ids.length;
      }),
    SMALL_BATCH,
  );
}

/** The lessons that count for the learners of a course: those that are published in published chapters. */
interface CountedLessons {
  ids: string[];
  /** IDs of the lessons to which completion rules apply. */
  ruled: string[];
}

async function readCounted(trx: Executor, { organisationId, courseId }: CourseKey): Promise<CountedLessons> {
  const { rows } = await sql<{ id: string; is_ruled: boolean }>`select lessons.id, lessons.content_type in ('video', 'quiz') as is_ruled from lessons
    join chapters on chapters.organisation_id = lessons.organisation_id and chapters.id = lessons.chapter_id and chapters.is_published
    where lessons.organisation_id = ${organisationId} and lessons.course_id = ${courseId} and lessons.is_published`.execute(trx);
  return { ids: rows.map(({ id }) => id), ruled: rows.filter(({ is_ruled }) => is_ruled).map(({ id }) => id) };
}

async function lockEnrollments(trx: Executor, { organisationId, courseId }: CourseKey, after: string, limit: number): Promise<string[]> {
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
 * Returns the condition that the completion rules regard a lesson as done, by the learner's earlier activity, although it is not completed. For queries that
 * read `lessons` and `lesson_progress`. Texts are not covered, because only the learner's own word completes them.
 */
const isDone = (rules: RawBuilder<unknown>) => sql<SqlBool>`lesson_progress.completed_at is null and case lessons.content_type
  when 'video' then coalesce(${playedSeconds(knownLength)} >= (${rules} ->> 'video_percent')::numeric / 100 * ${knownLength}, false)
  when 'quiz' then ${rules} ->> 'quiz' = 'submitted' and exists (select from quiz_attempts q where q.organisation_id = lesson_progress.organisation_id
    and q.enrollment_id = lesson_progress.enrollment_id and q.lesson_id = lesson_progress.lesson_id and q.submitted_at is not null)
  else false end`;

/** Completes the lessons that the rules now regard as done, for those who have access. */
async function completeLessons(trx: Executor, organisationId: string, ids: readonly string[], { ruled }: CountedLessons, now: string): Promise<void> {
  if (ruled.length === 0) return;
  const { rows } = await sql<{ userId: string; enrollmentId: string; lessonId: string }>`update lesson_progress set completed_at = ${now}
    from enrollments, courses, lessons
    where lesson_progress.organisation_id = ${organisationId} and lesson_progress.enrollment_id = any(${ids}::uuid[]) and lesson_progress.lesson_id = any(${ruled}::uuid[])
      and enrollments.organisation_id = lesson_progress.organisation_id and enrollments.id = lesson_progress.enrollment_id
      and lessons.organisation_id = lesson_progress.organisation_id and lessons.id = lesson_progress.lesson_id
      and courses.organisation_id = enrollments.organisation_id and courses.id = enrollments.course_id
      and ${hasAccess(now)} and ${isDone(sql`courses.completion_rules`)}
    returning enrollments.user_id as "userId", enrollments.id as "enrollmentId", lesson_progress.lesson_id as "lessonId"`.execute(trx);
  await publishEvent(trx, 'lesson.completed', ...rows.map((row) => ({ organisationId, ...row })));
}

/**
 * Stores the numbers of completed lessons and the state in one statement. Learners who have all lessons because of the course change complete the course; that
 * becomes final after an hour, and is taken back if a lesson is missing again before then.
 */
async function countAgain(trx: Executor, organisationId: string, ids: readonly string[], { ids: lessons }: CountedLessons, now: string): Promise<void> {
  const { rows } = await sql<{ userId: string; enrollmentId: string; gains: boolean }>`with learners as materialized (
      select enrollments.id, completed_at, completion_settles_at, coalesce(progress.done, 0) as done, ${lessons.length}::int as total, ${hasAccess(now)} as has_access
      from enrollments
      left join (select enrollment_id, count(*)::int as done from lesson_progress
        where organisation_id = ${organisationId} and enrollment_id = any(${ids}::uuid[]) and lesson_id = any(${lessons}::uuid[]) and completed_at is not null
        group by enrollment_id) progress on progress.enrollment_id = enrollments.id
      where organisation_id = ${organisationId} and enrollments.id = any(${ids}::uuid[])
    )
    update enrollments set completed_lessons = counted.done,
      completed_at = case when gains then ${now}::timestamptz when loses then null else enrollments.completed_at end,
      completion_settles_at = case when gains then ${now}::timestamptz + make_interval(mins => ${SETTLES_AFTER_MINUTES}) when loses then null
        else enrollments.completion_settles_at end
    from (select id, done, total > 0 and done = total and completed_at is null and has_access as gains, completion_settles_at is not null and done < total as loses
      from learners) counted
    where enrollments.organisation_id = ${organisationId} and enrollments.id = counted.id and (enrollments.completed_lessons <> done or gains or loses)
    returning enrollments.user_id as "userId", enrollments.id as "enrollmentId", gains`.execute(trx);
  const completed = rows.filter(({ gains }) => gains).map(({ userId, enrollmentId }) => ({ organisationId, userId, enrollmentId, isByCourse: true }));
  await publishEvent(trx, 'enrollment.completed', ...completed);
}

/** Upper bound of every count of lessons, for jobs of a release that did not state one. */
const UNKNOWN = 1_000_000;

/** Returns by how many lessons the numbers of completed lessons can be too small: lessons added by uncounted changes, and those under changed rules. */
async function readSlack(trx: Executor, { organisationId, courseId }: CourseKey, { ruled }: CountedLessons): Promise<{ slack: number; movesRules: boolean }> {
  const { rows } = await sql<{
    gains: number;
    moves_rules: boolean;
  }>`select least(coalesce(sum(gains), 0), ${UNKNOWN})::int as gains, coalesce(bool_or(moves_rules), false) as moves_rules from (
      select gains, moves_rules from progress_changes where organisation_id = ${organisationId} and course_id = ${courseId}
      union all
      select coalesce((payload ->> 'gains')::int, ${UNKNOWN}), coalesce((payload ->> 'moves_rules')::boolean, true) from ${waitingJobs(['recount_progress'])} waiting
      where payload ->> 'course_id' = ${courseId}::text
    ) uncounted`.execute(trx);
  const { gains, moves_rules: movesRules } = rows[0] ?? { gains: 0, moves_rules: false };
  return { slack: gains + (movesRules ? ruled.length : 0), movesRules };
}

/**
 * Counts the learners who complete the course when its progress is recounted. Considers only learners with enough completed lessons that they can have all
 * those of the course now.
 */
export async function countCompleting(trx: Executor, course: CourseKey, now: string): Promise<number> {
  const { organisationId, courseId } = course;
  const lessons = await readCounted(trx, course);
  const total = lessons.ids.length;
  if (total === 0) return 0;
  const { slack, movesRules } = await readSlack(trx, course, lessons);
  const ownProgress = (ids: readonly string[]) => sql`lesson_progress.organisation_id = enrollments.organisation_id
    and lesson_progress.enrollment_id = enrollments.id and lesson_progress.lesson_id = any(${ids}::uuid[])`;
  const completed = sql`(select count(*) from lesson_progress where ${ownProgress(lessons.ids)} and lesson_progress.completed_at is not null)`;
  const done = sql`(select count(*) from lesson_progress
    join lessons on lessons.organisation_id = lesson_progress.organisation_id and lessons.id = lesson_progress.lesson_id
    join courses on courses.organisation_id = lessons.organisation_id and courses.id = lessons.course_id
    where ${ownProgress(lessons.ruled)} and ${isDone(sql`courses.completion_rules`)})`;
  const { rows } = await sql<{ learners: number }>`select count(*)::int as learners from enrollments
    where enrollments.organisation_id = ${organisationId} and enrollments.course_id = ${courseId} and enrollments.completed_at is null
      and enrollments.completed_lessons >= ${total - slack}::int and ${hasAccess(now)}
      and ${total}::int = ${movesRules ? sql`${completed} + ${done}` : completed}`.execute(trx);
  return rows[0]?.learners ?? 0;
}

/**
 * Rechecks, in all organisations, the completions that course changes brought about an hour ago. Those that still hold take full effect, such as a certificate;
 * the others are taken back.
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
