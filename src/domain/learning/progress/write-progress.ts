import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { localDay } from '../../kernel/moments.ts';
import { publishEvent } from '../access/events.ts';
import type { Learner } from '../access/learner.ts';
import type { OwnProgress } from '../access/lock.ts';
import { completedCount, lessonCount } from './counts.ts';

/** The data that one report adds. */
export interface Report {
  seconds: number;
  position: number | null;
}

export interface ProgressBefore extends OwnProgress {
  reported_at: string | null;
  /** The length of the video that the learner's player has reported. */
  duration_seconds: number | null;
}

const LONGEST_DAY_SECONDS = 86_400;

/** Minutes after which a completion that a change of the course brought about becomes final. */
export const SETTLES_AFTER_MINUTES = 60;

/**
 * Locks the enrollment until the transaction ends, so that a learner's actions in a course are processed one after another. Returns the progress in
 * the lesson and locks the lesson against deletion.
 * @throws NotFoundError when the enrollment or the lesson no longer exists
 */
export async function holdProgress(trx: Executor, learner: Learner, lessonId: string): Promise<ProgressBefore> {
  await holdEnrollment(trx, learner);
  return trx
    .selectFrom('lessons')
    .leftJoin('lesson_progress', (join) =>
      join
        .onRef('lesson_progress.organisation_id', '=', 'lessons.organisation_id')
        .onRef('lesson_progress.lesson_id', '=', 'lessons.id')
        .on('lesson_progress.enrollment_id', '=', learner.enrollmentId),
    )
    .select(['first_opened_at', 'completed_at', 'reported_at', sql<number | null>`duration_seconds::float8`.as('duration_seconds')])
    .where('lessons.organisation_id', '=', learner.organisationId)
    .where('lessons.id', '=', lessonId)
    .forKeyShare('lessons')
    .executeTakeFirstOrThrow(() => new NotFoundError());
}

/** @throws NotFoundError */
export async function holdEnrollment(trx: Executor, { organisationId, enrollmentId }: Learner): Promise<void> {
  await trx
    .selectFrom('enrollments')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', enrollmentId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new NotFoundError());
}

/** Returns the seconds since the last report or, if there was none, since the lesson was opened; 0 if it was not opened. */
export function secondsSinceReport({ reported_at, first_opened_at }: ProgressBefore, now: string): number {
  const since = reported_at ?? first_opened_at;
  return since === null ? 0 : Math.max(0, (Date.parse(now) - Date.parse(since)) / 1000);
}

/** Adds a report to the progress. The first report counts as the opening. */
export async function saveReport(
  trx: Executor,
  { organisationId, enrollmentId }: Learner,
  lessonId: string,
  now: string,
  { seconds, position }: Report,
): Promise<void> {
  await trx
    .insertInto('lesson_progress')
    .values({
      organisation_id: organisationId,
      enrollment_id: enrollmentId,
      lesson_id: lessonId,
      first_opened_at: now,
      reported_at: now,
      seconds_spent: seconds,
      position_seconds: position,
    })
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'enrollment_id', 'lesson_id']).doUpdateSet({
        first_opened_at: sql`coalesce(lesson_progress.first_opened_at, excluded.first_opened_at)`,
        reported_at: sql`greatest(lesson_progress.reported_at, excluded.reported_at)`,
        seconds_spent: sql`lesson_progress.seconds_spent + excluded.seconds_spent`,
        position_seconds: sql`coalesce(excluded.position_seconds, lesson_progress.position_seconds)`,
      }),
    )
    .execute();
}

/** Completes the lesson unless it is already completed. Requires a progress row.
 * @returns whether this call completed it */
export async function completeLesson(trx: Executor, learner: Learner, lessonId: string, at: string): Promise<boolean> {
  const { organisationId, enrollmentId } = learner;
  const { numUpdatedRows } = await trx
    .updateTable('lesson_progress')
    .set({ completed_at: at })
    .where('organisation_id', '=', organisationId)
    .where('enrollment_id', '=', enrollmentId)
    .where('lesson_id', '=', lessonId)
    .where('completed_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await publishEvent(trx, 'lesson.completed', { ...learner, lessonId });
  return true;
}

/** Records learning on a day and the learner's activity in the enrollment. A completed lesson may also complete the course. */
export async function noteLearning(trx: Executor, learner: Learner, at: string, { seconds = 0, completed = false } = {}): Promise<void> {
  await trx
    .insertInto('learning_days')
    .values({
      organisation_id: learner.organisationId,
      user_id: learner.userId,
      day: localDay(learner.timezone, at),
      seconds_spent: Math.min(seconds, LONGEST_DAY_SECONDS),
      completed_lessons: completed ? 1 : 0,
    })
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'user_id', 'day']).doUpdateSet({
        seconds_spent: sql<number>`least(${LONGEST_DAY_SECONDS}::int, learning_days.seconds_spent + excluded.seconds_spent)`,
        completed_lessons: sql<number>`learning_days.completed_lessons + excluded.completed_lessons`,
      }),
    )
    .execute();
  await touchEnrollment(trx, learner, at, true);
  if (completed) await completeCourse(trx, learner, at);
}

/** Records that the learner was active. */
export async function touchEnrollment(trx: Executor, { organisationId, enrollmentId }: Learner, at: string, isFirstAccess: boolean): Promise<void> {
  await trx
    .updateTable('enrollments')
    .set({
      last_activity_at: sql<string>`greatest(last_activity_at, ${at}::timestamptz)`,
      ...(isFirstAccess ? { first_access_at: sql<string>`coalesce(first_access_at, ${at}::timestamptz)` } : {}),
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', enrollmentId)
    .execute();
}

/**
 * Completes the course if all its published lessons are completed. It stays completed when lessons are added later.
 * @param isByCourse whether only a change of the course can be the reason; see `settleCompletions`
 */
export async function completeCourse(trx: Executor, learner: Learner, at: string, { isByCourse = false } = {}): Promise<void> {
  const { organisationId, enrollmentId } = learner;
  const { numUpdatedRows } = await trx
    .updateTable('enrollments')
    .set({
      completed_at: at,
      ...(isByCourse ? { completion_settles_at: sql<string>`${at}::timestamptz + make_interval(mins => ${SETTLES_AFTER_MINUTES})` } : {}),
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', enrollmentId)
    .where('completed_at', 'is', null)
    .where(sql<boolean>`${lessonCount} > 0 and ${lessonCount} = ${completedCount}`)
    .executeTakeFirst();
  if (numUpdatedRows === 1n) await publishEvent(trx, 'enrollment.completed', { ...learner, isByCourse });
}
