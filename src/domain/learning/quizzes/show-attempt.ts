import type { Shape } from '../../kernel/contract.ts';
import { paperQuestion } from '../../studio/lesson-content/paper.ts';
import { idOf, type Question } from './answers.ts';
import type { Attempt } from './attempts.ts';

/**
 * Returns whether the correct answers may be shown, according to the current settings of the quiz. If a creator hides the answers, they are hidden
 * immediately, even for earlier attempts.
 */
export function showsAnswers(quiz: Shape<'QuizContent'> | null, { hasPassed, isLastOver }: { hasPassed: boolean; isLastOver: boolean }): boolean {
  switch (quiz?.show_answers) {
    case 'after_attempt':
      return true;
    case 'after_passing':
      return hasPassed;
    case 'after_last_attempt':
      return isLastOver;
    default:
      return false;
  }
}

/**
 * Returns an attempt as its learner sees it. It has a score and a verdict only once its result is posted, and answer keys and explanations only if
 * `isShown` is true as well.
 */
export function showAttempt({ id, quiz, lesson_id: _lesson, is_expired, results, ...same }: Attempt, isShown: boolean): Shape<'QuizAttempt'> {
  const isRunning = same.submitted_at === null;
  const isPosted = same.posted_at !== null;
  const questions = new Map(quiz.questions.map((question) => [idOf(question), question]));
  return {
    ...same,
    ...(isPosted ? {} : { score_points: null, score_percent: null, is_passed: null }),
    id,
    state: isRunning ? 'running' : is_expired ? 'expired' : 'submitted',
    questions: quiz.questions.map((question) => paperQuestion(quiz, question, id)),
    results:
      !isPosted || !isShown || results === null
        ? null
        : results.map((result) => {
            const question = questions.get(result.question_id);
            return { ...result, correct_answer: question ? correctAnswer(question) : null, explanation: question?.explanation ?? null };
          }),
  };
}

/** Returns the correct answer, or null for an essay, which has none. */
function correctAnswer(question: Question): Shape<'CorrectAnswer'> | null {
  const nothing: Shape<'CorrectAnswer'> = { choice_ids: [], is_true: null, texts: [], number: null, pairs: [] };
  switch (question.type) {
    case 'single':
      return { ...nothing, choice_ids: [question.correct_choice_id] };
    case 'multiple':
      return { ...nothing, choice_ids: question.correct_choice_ids };
    case 'ordering':
      return { ...nothing, choice_ids: question.items.map((item) => item.id) };
    case 'true_false':
      return { ...nothing, is_true: question.correct };
    case 'short_text':
      return { ...nothing, texts: question.accepted_answers };
    case 'numeric':
      return { ...nothing, number: question.correct_value };
    case 'matching':
      return { ...nothing, pairs: question.pairs.map((pair) => ({ id: pair.id, right: pair.right })) };
    case 'essay':
      return null;
  }
}
