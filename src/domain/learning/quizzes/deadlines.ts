import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { lockUntilEnd } from '../../../platform/database/locks.ts';
import type { Shape } from '../../kernel/contract.ts';
import { closingFor, type DueLesson } from '../access/due.ts';
import { scheduledDayZero, selectSchedules } from '../access/learner-schedule.ts';
import { lockOf } from '../access/lock.ts';
import { quizFor } from '../access/overrides.ts';

/** The running attempts that a change may concern: all of a course, or some of them. */
export interface DeadlineScope {
  organisationId: string;
  courseId: string;
  lessonId?: string;
  enrollmentIds?: readonly string[];
}

/** A running attempt whose end has moved. */
export type MovedAttempt = Shape<'MovedAttempt'>;

/**
 * Makes a change that affects deadlines wait for the attempts that are being started, and later starts wait for the change. Without this lock, an attempt could
 * begin under the former settings after the change has moved the others.
 * @param as what the transaction does
 */
export const lockDeadlines = (trx: Executor, courseId: string, as: 'starts' | 'moves'): Promise<unknown> =>
  lockUntilEnd(trx, 'deadlines', sql`${courseId}::uuid::text`, { isShared: as === 'starts' });

/** Returns when an attempt that began at `startedAt` ends: by its time limit, or when nothing can be submitted any more, whichever is earlier. */
export function deadlineOf(
  startedAt: string,
  { time_limit_minutes: limit }: Pick<Shape<'QuizContent'>, 'time_limit_minutes'>,
  ends: readonly (string | null)[],
) {
  const timeIsUp = limit === null ? null : new Date(Date.parse(startedAt) + limit * 60_000).toISOString();
  return earliest([timeIsUp, ...ends]);
}

const earliest = (moments: readonly (string | null)[]): string | null => moments.filter((moment) => moment !== null).sort()[0] ?? null;

/**
 * Extends running attempts to the end that the settings now give, if it is later: because of extra time, a longer limit, a later closing or longer access. No
 * change makes an attempt end earlier, and one whose time is up stays over. Must run after the change, in its transaction.
 * @param now RFC 3339
 */
export async function moveDeadlines(trx: Executor, scope: DeadlineScope, now: string): Promise<MovedAttempt[]> {
  await lockDeadlines(trx, scope.courseId, 'moves');
  return moveLater(trx, scope, now);
}

/** Extends an attempt that has just been started under the lock, with settings that were read before it, like `moveDeadlines`. */
export const alignStarted = (trx: Executor, scope: Required<DeadlineScope>, now: string): Promise<MovedAttempt[]> => moveLater(trx, scope, now);

async function moveLater(trx: Executor, scope: DeadlineScope, now: string): Promise<MovedAttempt[]> {
  const moves = (await readTimed(trx, scope, now)).flatMap((row) => {
    const due = currentDeadline(row, now);
    return due === null || due > row.due_at ? [{ id: row.attempt_id, due }] : [];
  });
  if (moves.length === 0) return [];
  const { rows } = await sql<MovedAttempt>`update quiz_attempts set due_at = moved.due
    from (select q.id, q.due_at as was, given.due from unnest(${moves.map(({ id }) => id)}::uuid[], ${moves.map(({ due }) => due)}::timestamptz[]) given (id, due)
      join quiz_attempts q on q.organisation_id = ${scope.organisationId} and q.id = given.id
      where q.submitted_at is null and q.due_at > ${now}::timestamptz and (given.due is null or given.due > q.due_at) order by q.id for no key update of q) moved
    where quiz_attempts.organisation_id = ${scope.organisationId} and quiz_attempts.id = moved.id
    returning quiz_attempts.enrollment_id, quiz_attempts.lesson_id, moved.was as former_due_at, quiz_attempts.due_at`.execute(trx);
  return rows;
}

type TimedAttempt = Awaited<ReturnType<typeof readTimed>>[number];

/** Reads the running attempts that have a deadline, with everything that determines it. */
const readTimed = (trx: Executor, { organisationId, courseId, lessonId, enrollmentIds }: DeadlineScope, now: string) =>
  selectSchedules(trx, organisationId)
    .innerJoin('quiz_attempts', (join) =>
      join.onRef('quiz_attempts.organisation_id', '=', 'enrollments.organisation_id').onRef('quiz_attempts.enrollment_id', '=', 'enrollments.id'),
    )
    .innerJoin('lessons', (join) =>
      join.onRef('lessons.organisation_id', '=', 'quiz_attempts.organisation_id').onRef('lessons.id', '=', 'quiz_attempts.lesson_id'),
    )
    .leftJoin('lesson_progress as progress', (join) =>
      join
        .onRef('progress.organisation_id', '=', 'quiz_attempts.organisation_id')
        .onRef('progress.enrollment_id', '=', 'quiz_attempts.enrollment_id')
        .onRef('progress.lesson_id', '=', 'quiz_attempts.lesson_id'),
    )
    .where('quiz_attempts.submitted_at', 'is', null)
    .where('quiz_attempts.due_at', '>', now)
    .where('enrollments.course_id', '=', courseId)
    .where('lessons.content_type', '=', 'quiz')
    .$if(lessonId !== undefined, (query) => query.where('lessons.id', '=', lessonId as string))
    .$if(enrollmentIds !== undefined, (query) => query.where('enrollments.id', '=', sql<string>`any(${enrollmentIds}::uuid[])`))
    .select(['quiz_attempts.id as attempt_id', 'quiz_attempts.lesson_id', 'started_at', sql<string>`quiz_attempts.due_at`.as('due_at')])
    .select(['lessons.is_free_preview', 'opens_day_offset', 'opens_time', 'closes_day_offset', 'closes_time', 'view_window_minutes'])
    .select(['progress.first_opened_at', 'progress.completed_at', 'enrollments.expires_at', 'enrollments.opens_everything'])
    .select([sql<Shape<'QuizContent'>>`lessons.content`.as('content'), sql<DueLesson['due']>`lessons.due`.as('due')])
    .execute();

/** Returns when the attempt would end under the current settings. Taking the lesson offline in the meantime does not affect it. */
function currentDeadline(row: TimedAttempt, now: string): string | null {
  const overrides = row.overrides.filter(({ lesson_id }) => lesson_id === row.lesson_id);
  const dayZero = scheduledDayZero(row, now);
  const closesAt = closingFor(row, dayZero, row, overrides, row.first_opened_at);
  const shown = { is_published: true, waits: false };
  const { closes_at } = lockOf(
    { ...row, status: 'published' },
    { isOver: false, isPreview: false, opensEverything: row.opens_everything, dayZero },
    shown,
    { ...row, ...shown, ...(closesAt === undefined ? {} : { closesAt }) },
    row,
    now,
  );
  return deadlineOf(row.started_at, quizFor(row.content, overrides), [closes_at, row.expires_at]);
}
