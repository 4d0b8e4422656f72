import type { Executor } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import type { Shape } from '../../kernel/contract.ts';
import { Faults, NotFoundError, ValidationError } from '../../kernel/errors.ts';
import { withholdEvents } from '../../kernel/events/publish-event.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { type LessonKey, readPolicy } from '../policies/policy.ts';
import { type Answer, idOf } from '../quizzes/answers.ts';
import { readRegrade } from '../quizzes/regrades.ts';
import { isReachable, type QuizScore, scoreQuiz } from '../quizzes/score.ts';
import { saveScores } from './regrade.ts';

/** Points that a person gives for a question; null withdraws them. */
export interface GivenPoints {
  question_id: string;
  points: number | null;
}

export const BELOW_LEAST = 'Must not be below 0 or, if wrong or empty answers lose points, below the lowest possible result.';

/**
 * Gives points for single questions of a finished attempt, in place of those that the quiz computes. With automatic posting, the result is posted. The
 * lesson is completed if the learner passes and the result is posted.
 * @param allowOver whether points may be above those of the question
 * @param isHidden whether the learner must not see the points for now, whatever the posting of the lesson
 * @throws NotFoundError when the lesson has no such finished attempt
 * @throws ValidationError for a question that is unknown or named twice, and for points out of range, in fields that begin with
 * `question_points.<index>.`; and for `save_as` if the points must be hidden and the learner sees the result already
 */
export async function givePoints(
  trx: Executor,
  { attemptId, ...lesson }: LessonKey & { attemptId: string },
  points: readonly GivenPoints[],
  { allowOver, isHidden = false, now }: { allowOver: boolean; isHidden?: boolean; now: string },
): Promise<QuizScore> {
  const { organisationId, lessonId } = lesson;
  const attempt = await trx
    .selectFrom('quiz_attempts')
    .select(['quiz', 'answers', 'started_at', 'given_points', 'posted_at'])
    .where('organisation_id', '=', organisationId)
    .where('id', '=', attemptId)
    .where('lesson_id', '=', lessonId)
    .where('submitted_at', 'is not', null)
    .forNoKeyUpdate()
    .$castTo<{ quiz: Shape<'QuizContent'>; answers: Answer[]; started_at: string; given_points: Record<string, number>; posted_at: string | null }>()
    .executeTakeFirstOrThrow(() => new NotFoundError());
  checkPoints(attempt.quiz, points, allowOver);
  if (isHidden && attempt.posted_at !== null)
    throw new ValidationError([{ field: 'save_as', code: 'posted', message: 'The learner can already see the result of the attempt. Hide it first.' }]);
  const all = { ...attempt.given_points, ...Object.fromEntries(points.map((one) => [one.question_id, one.points])) };
  const given = Object.fromEntries(Object.entries(all).filter((entry): entry is [string, number] => entry[1] !== null));
  const score = scoreQuiz(attempt.quiz, attempt.answers, { regrade: await readRegrade(trx, lesson, attempt.started_at), given });
  await saveScores(trx, lesson, [{ id: attemptId, ...score }]);
  const isPostedNow = !isHidden && attempt.posted_at === null && (await readPolicy(trx, lesson)).posting === 'automatic';
  await trx
    .updateTable('quiz_attempts')
    .set({ given_points: json(given) as never, ...(isPostedNow ? { posted_at: now } : {}) })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', attemptId)
    .execute();
  if (isPostedNow) await withholdEvents(trx, organisationId, [attemptId], false);
  if (score.is_passed === true && (isPostedNow || attempt.posted_at !== null))
    await enqueue(trx, 'complete_passed', { organisation_id: organisationId, lesson_id: lessonId });
  return score;
}

function checkPoints(quiz: Shape<'QuizContent'>, points: readonly GivenPoints[], allowOver: boolean): void {
  const faults = new Faults();
  const known = new Map(quiz.questions.map((question) => [idOf(question), question]));
  points.forEach(({ question_id, points: given }, index) => {
    const field = `question_points.${index}`;
    const question = known.get(question_id);
    if (!question) faults.add(`${field}.question_id`, 'unknown', 'The attempt has no such question.');
    else if (points.findIndex((other) => other.question_id === question_id) < index)
      faults.add(`${field}.question_id`, 'duplicate', 'This question is listed more than once.');
    else if (given !== null && !isReachable(quiz, question, given)) faults.add(`${field}.points`, 'out_of_range', BELOW_LEAST);
    else if (given !== null && given > question.points && !allowOver)
      faults.add(`${field}.points`, 'above_points', `The question is worth ${question.points} points. To allow more, send allow_over.`);
  });
  faults.check();
}
