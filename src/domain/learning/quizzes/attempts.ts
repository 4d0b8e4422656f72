import { sql } from 'kysely';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, NotFoundError, ValidationError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { arrangeQuiz, maxPoints } from '../../studio/lesson-content/paper.ts';
import { GRACE_SECONDS } from '../access/course-access.ts';
import { publishEvent } from '../access/events.ts';
import type { Learner } from '../access/learner.ts';
import { readDue } from '../access/learner-schedule.ts';
import { readPolicy } from '../policies/policy.ts';
import { readCompletionRules } from '../progress/completion-rules.ts';
import { completeLesson, holdEnrollment, noteLearning } from '../progress/write-progress.ts';
import { type Answer, checkLengths, mergeAnswers } from './answers.ts';
import { alignStarted, deadlineOf, lockDeadlines } from './deadlines.ts';
import { lockRegrades, readRegrade } from './regrades.ts';
import { type QuestionScore, scoreQuiz } from './score.ts';

type Quiz = Shape<'QuizContent'>;

export interface Attempt {
  id: string;
  lesson_id: string;
  number: number;
  /** The quiz as it was when the attempt began, in the order of the attempt. */
  quiz: Quiz;
  answers: Answer[];
  started_at: string;
  due_at: string | null;
  submitted_at: string | null;
  is_expired: boolean;
  score_points: number | null;
  max_points: number;
  score_percent: number | null;
  is_passed: boolean | null;
  needs_grading: boolean;
  /** Null while the result is hidden from the learner. */
  posted_at: string | null;
  results: QuestionScore[] | null;
}

export const selectAttempts = (db: Executor, { organisationId, enrollmentId }: Pick<Learner, 'organisationId' | 'enrollmentId'>) =>
  db
    .selectFrom('quiz_attempts')
    .where('organisation_id', '=', organisationId)
    .where('enrollment_id', '=', enrollmentId)
    .select([
      'id',
      'lesson_id',
      'number',
      'quiz',
      'answers',
      'started_at',
      'due_at',
      'submitted_at',
      'is_expired',
      'is_passed',
      'needs_grading',
      'posted_at',
      'results',
    ])
    .select(['score_points', 'max_points', 'score_percent'].map((name) => sql<number | null>`${sql.ref(name)}::float8`.as(name)))
    .$castTo<Attempt>();

/**
 * Continues the running attempt at a quiz or starts a new one. The learner's enrollment must be locked.
 * @param quiz the quiz with the attempts and the time limit that the learner has
 * @param ends when the learner can no longer submit, whatever the quiz allows
 * @throws DomainError no_attempts_left
 */
export async function startAttempt(
  trx: Executor,
  learner: Learner,
  { courseId, lessonId }: { courseId: string; lessonId: string },
  quiz: Quiz,
  ends: readonly (string | null)[],
  now: string,
): Promise<void> {
  const { organisationId, enrollmentId } = learner;
  const running = await selectAttempts(trx, learner).where('lesson_id', '=', lessonId).where('submitted_at', 'is', null).executeTakeFirst();
  if (running && !isOverdue(running, now)) return;
  if (running) await expire(trx, learner, running);
  const { last } = await trx
    .selectFrom('quiz_attempts')
    .select(sql<number>`coalesce(max(number), 0)`.as('last'))
    .where('organisation_id', '=', organisationId)
    .where('enrollment_id', '=', enrollmentId)
    .where('lesson_id', '=', lessonId)
    .executeTakeFirstOrThrow(() => new NotFoundError());
  const most = quiz.max_attempts ?? Number.POSITIVE_INFINITY;
  if (last >= most) throw new DomainError('no_attempts_left', `The maximum number of attempts at this quiz is ${most}.`);
  const id = newId();
  const dueAt = deadlineOf(now, quiz, ends);
  await lockDeadlines(trx, courseId, 'starts');
  await trx
    .insertInto('quiz_attempts')
    .values({
      organisation_id: organisationId,
      id,
      enrollment_id: enrollmentId,
      lesson_id: lessonId,
      number: last + 1,
      quiz: json(arrangeQuiz(quiz, id)) as never,
      started_at: now,
      due_at: dueAt,
      max_points: maxPoints(quiz),
    })
    .execute();
  if (dueAt !== null) await alignStarted(trx, { organisationId, courseId, lessonId, enrollmentIds: [enrollmentId] }, now);
}

/**
 * Adds answers to the running attempt and, with `isLast`, submits it. Repeating the same submission changes nothing. The learner's enrollment must be
 * locked.
 * @returns whether this call completes the lesson: a result that is not posted yet does not count as a pass
 * @throws DomainError attempt_over
 * @throws ValidationError if the learner has no such attempt at this lesson, and for answers that fit no question
 */
export async function answerAttempt(
  trx: Executor,
  learner: Learner,
  lessonId: string,
  { id, answers: sent, isLast }: { id: string; answers: readonly Shape<'QuizAnswer'>[]; isLast: boolean },
  now: string,
): Promise<boolean> {
  const attempt = await selectAttempts(trx, learner).where('lesson_id', '=', lessonId).where('id', '=', id).executeTakeFirst();
  if (!attempt) throw new ValidationError([{ field: 'attempt_id', code: 'unknown', message: 'You have no such attempt at this quiz.' }]);
  const over = new DomainError(
    'attempt_over',
    attempt.submitted_at === null || attempt.is_expired ? 'The time for the attempt has run out.' : 'The attempt has already been submitted.',
  );
  if (attempt.is_expired) throw over;
  const answers = mergeAnswers(attempt.quiz.questions, attempt.answers, sent);
  if (attempt.submitted_at !== null) {
    if (isLast && isSame(answers, attempt.answers)) return false;
    throw over;
  }
  if (isLast ? isOverdue(attempt, now) : attempt.due_at !== null && attempt.due_at <= now) throw over;
  if (isLast) {
    checkLengths(attempt.quiz.questions, answers, sent);
    return finish(trx, learner, attempt, answers, { at: now, isExpired: false });
  }
  await updateAttempt(trx, learner, id, { answers: json(answers) as never });
  return false;
}

/** Scores the learner's attempts that have run out of time, with the answers given until then. The first request or job to find them calls this. */
export async function finishOverdue(db: Database, learner: Learner, now: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    await holdEnrollment(trx, learner);
    const running = await selectAttempts(trx, learner).where('submitted_at', 'is', null).where('due_at', 'is not', null).execute();
    for (const attempt of running) if (isOverdue(attempt, now)) await expire(trx, learner, attempt);
  });
}

const isOverdue = ({ due_at }: Attempt, now: string): boolean => due_at !== null && Date.parse(due_at) + GRACE_SECONDS * 1000 < Date.parse(now);

/** Finishes the attempt as of the moment when its time ran out. */
async function expire(trx: Executor, learner: Learner, attempt: Attempt): Promise<void> {
  const at = attempt.due_at as string;
  const completes = await finish(trx, learner, attempt, attempt.answers, { at, isExpired: true });
  if (completes && (await completeLesson(trx, learner, attempt.lesson_id, at))) await noteLearning(trx, learner, at, { completed: true });
}

async function finish(
  trx: Executor,
  learner: Learner,
  { id, quiz, lesson_id, started_at }: Attempt,
  answers: readonly Answer[],
  { at, isExpired }: { at: string; isExpired: boolean },
): Promise<boolean> {
  const { posting } = await readPolicy(trx, { ...learner, lessonId: lesson_id });
  const completion = await readCompletionRules(trx, learner, lesson_id);
  await lockRegrades(trx, { ...learner, lessonId: lesson_id }, 'scores');
  const regrade = await readRegrade(trx, { ...learner, lessonId: lesson_id }, started_at);
  const { results, ...score } = scoreQuiz(quiz, answers, { regrade });
  const isPosted = posting === 'automatic';
  await updateAttempt(trx, learner, id, {
    answers: json(answers) as never,
    results: json(results),
    ...score,
    submitted_at: at,
    is_expired: isExpired,
    posted_at: isPosted ? at : null,
    was_due_at: await readDue(trx, learner, lesson_id, at),
  });
  await publishEvent(trx, 'quiz_attempt.finished', { ...learner, attemptId: id });
  return completion.quiz === 'submitted' || (isPosted && score.is_passed === true);
}

async function updateAttempt(trx: Executor, { organisationId }: Learner, id: string, values: object): Promise<void> {
  await trx.updateTable('quiz_attempts').set(values).where('organisation_id', '=', organisationId).where('id', '=', id).execute();
}

const isSame = (one: readonly Answer[], other: readonly Answer[]): boolean => {
  const sorted = (answers: readonly Answer[]) => JSON.stringify([...answers].sort((a, b) => (a.question_id < b.question_id ? -1 : 1)).map(ordered));
  return sorted(one) === sorted(other);
};

/** Returns the values in a fixed order, because the database stores fields in an order of its own. */
const ordered = ({ question_id, choice_ids, is_true, text, number, pairs }: Answer) => [
  question_id,
  choice_ids,
  is_true,
  text,
  number,
  pairs.map(({ id, right }) => [id, right]),
];
