import type { Shape } from '../../kernel/contract.ts';

type Quiz = Shape<'QuizContent'>;
type Question = Shape<'QuizQuestion'>;
type AnswerPoints = Shape<'AnswerPoints'>;

/**
 * Returns what answers to a question give in points: by its own rule, or else by that of the quiz. Null if its points and the penalty of the quiz say it. A
 * person grades essays, to which no rule applies.
 */
export const answerPointsOf = (quiz: Pick<Quiz, 'answer_points'>, question: Question): AnswerPoints | null =>
  question.type === 'essay' ? null : (question.answer_points ?? quiz.answer_points ?? null);

/** Returns the points for a right answer to a question. */
export const rightPointsOf = (quiz: Pick<Quiz, 'answer_points'>, question: Question): number => answerPointsOf(quiz, question)?.right ?? question.points;

/** Returns the quiz with the points for a right answer as the points of each question, so that whatever adds up points needs to know only those. */
export const withRightPoints = (quiz: Quiz): Quiz => ({
  ...quiz,
  questions: quiz.questions.map((question) => ({ ...question, points: rightPointsOf(quiz, question) })),
});
