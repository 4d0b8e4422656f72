import type { Shape } from '../../kernel/contract.ts';

type Quiz = Shape<'QuizContent'>;
type Question = Shape<'QuizQuestion'>;
type AnswerPoints = Shape<'AnswerPoints'>;

/**
 * Returns the points that answers to a question give, by the question's own rule or else by that of the quiz. Null if only the question's points and the quiz's
 * penalty apply. No rule applies to essays, which a person grades.
 */
export const answerPointsOf = (quiz: Pick<Quiz, 'answer_points'>, question: Question): AnswerPoints | null =>
  question.type === 'essay' ? null : (question.answer_points ?? quiz.answer_points ?? null);

/** Returns the points for a right answer to a question. */
export const rightPointsOf = (quiz: Pick<Quiz, 'answer_points'>, question: Question): number => answerPointsOf(quiz, question)?.right ?? question.points;

/** Returns the quiz with each question's points set to those for a right answer, so that code that adds up points need not know anything else. */
export const withRightPoints = (quiz: Quiz): Quiz => ({
  ...quiz,
  questions: quiz.questions.map((question) => ({ ...question, points: rightPointsOf(quiz, question) })),
});
