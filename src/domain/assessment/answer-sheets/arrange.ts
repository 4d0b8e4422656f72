import { hash } from 'node:crypto';
import type { Shape } from '../../kernel/contract.ts';
import { answerPointsOf } from '../../studio/lesson-content/answer-points.ts';
import { arrangeQuiz } from '../../studio/lesson-content/paper.ts';
import { choicesOf, isSheetQuestion, type SheetQuestion } from './fitting.ts';

type Quiz = Shape<'QuizContent'>;

/** The question in a row of a sheet. Rows are counted across all pages. */
export interface SheetRow {
  question_id: string;
  /** In the order of the bubbles. */
  choice_ids: string[];
}

const rowsOf = (questions: readonly SheetQuestion[]): SheetRow[] =>
  questions.map((question) => ({ question_id: question.id ?? '', choice_ids: choicesOf(question) }));

/** Returns the rows of a sheet in the order of the quiz or, with a seed, in the order that the seed determines. */
export function arrangeRows(quiz: Quiz, seed: string | null): SheetRow[] {
  const arranged = seed === null ? quiz : arrangeQuiz({ ...quiz, shuffle_questions: true, shuffle_choices: true }, seed);
  return rowsOf(arranged.questions.filter(isSheetQuestion));
}

/**
 * Returns the points for right, wrong and empty answers, or nothing if the quiz does not state them, so that prints made before it could keep their
 * fingerprint.
 */
const pointsIn = (quiz: Quiz, question: Shape<'QuizQuestion'>): number[] => {
  const points = answerPointsOf(quiz, question);
  return points ? [points.right, points.wrong, points.empty] : [];
};

/** Returns a hash of what learners read on paper: the questions, their choices, their order and the points for answers. The answer key does not affect it. */
export const fingerprintOf = (quiz: Quiz | null): string =>
  hash(
    'sha256',
    JSON.stringify(
      (quiz?.questions ?? []).map((question) => [
        question.id,
        question.type,
        question.prompt,
        isSheetQuestion(question) && question.type !== 'true_false' ? question.choices.map(({ id, text }) => [id, text]) : [],
        ...(quiz ? pointsIn(quiz, question) : []),
      ]),
    ),
    'base64url',
  );
