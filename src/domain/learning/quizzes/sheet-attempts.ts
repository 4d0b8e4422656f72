import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { publishEvent } from '../access/events.ts';
import type { Learner } from '../access/learner.ts';
import { readDue, selectSchedules } from '../access/learner-schedule.ts';
import { quizFor } from '../access/overrides.ts';
import { type LessonKey, readPolicy } from '../policies/policy.ts';
import { readCompletionRules } from '../progress/completion-rules.ts';
import { completeLesson, noteLearning } from '../progress/write-progress.ts';
import { lockRegrades, readRegrade } from './regrades.ts';
import { type QuizScore, scoreQuiz } from './score.ts';

/** What a learner answered on paper. */
export interface SheetWork extends LessonKey {
  enrollmentId: string;
  /** The attempt that was made from the sheet before; null if there is none. */
  attemptId: string | null;
  /** The questions of the sheet, in its order. */
  quiz: Shape<'QuizContent'>;
  answers: readonly Shape<'GivenAnswer'>[];
  /** When the sheet was printed. Regrades since then count. */
  printedAt: string;
  /** When the sheet was filled in. Work on paper is never late. */
  heldAt: string;
}

/**
 * Scores a sheet as the attempt of its learner, outside time limits and closing. A sheet that was scored before keeps its attempt and the points that a
 * person gave.
 * @returns the attempt, or null if the learner has no attempts left
 * @throws NotFoundError when the enrollment or the lesson no longer exists
 */
export async function putSheetAttempt(trx: Executor, work: SheetWork, now: string): Promise<string | null> {
  const learner = await holdLearner(trx, work);
  await lockRegrades(trx, work, 'scores');
  const regrade = await readRegrade(trx, work, work.printedAt);
  const { posting } = await readPolicy(trx, work);
  const before = work.attemptId === null ? undefined : await selectAttempt(trx, work);
  const score = scoreQuiz(work.quiz, work.answers, { regrade, given: before?.given_points ?? {} });
  const isPosted = before ? before.posted_at !== null : posting === 'automatic';
  const attemptId = before ? work.attemptId : await insertAttempt(trx, learner, work, score, isPosted ? now : null);
  if (attemptId === null) return null;
  if (before) await updateAttempt(trx, work, score);
  const completion = await readCompletionRules(trx, learner, work.lessonId);
  const completes = completion.quiz === 'submitted' || (isPosted && score.is_passed === true);
  if (completes && (await completeLesson(trx, learner, work.lessonId, now))) await noteLearning(trx, learner, now, { completed: true });
  return attemptId;
}

/** Deletes the attempt of a sheet that turned out to belong to somebody else. */
export const removeSheetAttempt = (trx: Executor, { organisationId, attemptId }: Pick<SheetWork, 'organisationId' | 'attemptId'>): Promise<unknown> =>
  trx.deleteFrom('quiz_attempts').where('organisation_id', '=', organisationId).where('id', '=', attemptId).where('source', '=', 'sheet').execute();

/** Locks the enrollment, as every action of a learner in a course does. */
function holdLearner(trx: Executor, { organisationId, enrollmentId }: SheetWork): Promise<Learner> {
  return trx
    .selectFrom('enrollments')
    .innerJoin('users', 'users.id', 'enrollments.user_id')
    .select(['enrollments.organisation_id as organisationId', 'users.id as userId', 'enrollments.id as enrollmentId', 'users.timezone'])
    .where('enrollments.organisation_id', '=', organisationId)
    .where('enrollments.id', '=', enrollmentId)
    .forNoKeyUpdate('enrollments')
    .executeTakeFirstOrThrow(() => new NotFoundError());
}

const selectAttempt = (trx: Executor, { organisationId, enrollmentId, attemptId }: SheetWork) =>
  trx
    .selectFrom('quiz_attempts')
    .select(['given_points', 'posted_at'])
    .where('organisation_id', '=', organisationId)
    .where('enrollment_id', '=', enrollmentId)
    .where('id', '=', attemptId)
    .forNoKeyUpdate()
    .$castTo<{ given_points: Record<string, number>; posted_at: string | null }>()
    .executeTakeFirst();

async function insertAttempt(trx: Executor, learner: Learner, work: SheetWork, score: QuizScore, postedAt: string | null): Promise<string | null> {
  const { organisationId, enrollmentId, lessonId, quiz, answers, printedAt, heldAt } = work;
  const { last } = await trx
    .selectFrom('quiz_attempts')
    .select(sql<number>`coalesce(max(number), 0)`.as('last'))
    .where('organisation_id', '=', organisationId)
    .where('enrollment_id', '=', enrollmentId)
    .where('lesson_id', '=', lessonId)
    .executeTakeFirstOrThrow(() => new NotFoundError());
  const { overrides } = await selectSchedules(trx, organisationId)
    .where('enrollments.id', '=', enrollmentId)
    .executeTakeFirstOrThrow(() => new NotFoundError());
  const { max_attempts } = quizFor(
    quiz,
    overrides.filter(({ lesson_id }) => lesson_id === lessonId),
  );
  if (last >= (max_attempts ?? Number.POSITIVE_INFINITY)) return null;
  const dueAt = await readDue(trx, learner, lessonId, heldAt);
  const id = newId();
  const { results, ...totals } = score;
  await trx
    .insertInto('lesson_progress')
    .values({ organisation_id: organisationId, enrollment_id: enrollmentId, lesson_id: lessonId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await trx
    .insertInto('quiz_attempts')
    .values({
      organisation_id: organisationId,
      id,
      enrollment_id: enrollmentId,
      lesson_id: lessonId,
      source: 'sheet',
      number: last + 1,
      quiz: json(quiz) as never,
      answers: json(answers) as never,
      results: json(results) as never,
      ...totals,
      started_at: printedAt,
      submitted_at: heldAt,
      posted_at: postedAt,
      was_due_at: dueAt === null || dueAt > heldAt ? dueAt : heldAt,
    })
    .execute();
  await publishEvent(trx, 'quiz_attempt.finished', { ...learner, attemptId: id });
  return id;
}

async function updateAttempt(trx: Executor, { organisationId, attemptId, quiz, answers, heldAt }: SheetWork, score: QuizScore): Promise<void> {
  const { results, ...totals } = score;
  await trx
    .updateTable('quiz_attempts')
    .set({ quiz: json(quiz) as never, answers: json(answers) as never, results: json(results) as never, ...totals, submitted_at: heldAt })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', attemptId)
    .execute();
}
