import type { Shape } from '../../kernel/contract.ts';
import type { Layout } from './layout/geometry.ts';
import { LAYOUTS } from './layout/layouts.ts';

type Question = Shape<'QuizQuestion'>;

/** A question that bubbles can answer. */
export type SheetQuestion = Extract<Question, { type: 'single' | 'multiple' | 'true_false' }>;

export const isSheetQuestion = (question: Question): question is SheetQuestion =>
  question.type === 'single' || question.type === 'multiple' || question.type === 'true_false';

/** Returns the choices of a question, in order. Those of a statement are true and false. */
export const choicesOf = (question: SheetQuestion): string[] => (question.type === 'true_false' ? ['true', 'false'] : question.choices.map(({ id }) => id));

/** Returns the number of pages that a quiz takes on a layout, or 0 if it does not fit. */
export function pagesOn(layout: Layout, { questionCount, mostChoices }: { questionCount: number; mostChoices: number }): number {
  const pages = Math.ceil(questionCount / layout.rows);
  return mostChoices <= layout.choices && pages <= layout.max_pages ? pages : 0;
}

const MOST_CHOICES = Math.max(...[...LAYOUTS.values()].map(({ choices }) => choices));
const MOST_QUESTIONS = Math.max(...[...LAYOUTS.values()].map(({ rows, max_pages }) => rows * max_pages));

/** Returns what a quiz requires of a layout, and the reasons, if any, why it cannot be printed. */
export function measureQuiz(lesson: Pick<Shape<'Lesson'>, 'content_type'> & { content: unknown }): {
  questionCount: number;
  mostChoices: number;
  obstacles: Shape<'SheetObstacle'>[];
} {
  const obstacle = (reason: Shape<'SheetObstacleReason'>, questions: readonly Question[] = []) => ({
    reason,
    question_ids: questions.map(({ id = '' }) => id),
  });
  if (lesson.content_type !== 'quiz') return { questionCount: 0, mostChoices: 0, obstacles: [obstacle('not_a_quiz')] };
  const questions = (lesson.content as Shape<'QuizContent'> | null)?.questions ?? [];
  const sizes = new Map(questions.filter(isSheetQuestion).map((question): [Question, number] => [question, choicesOf(question).length]));
  const others = questions.filter((question) => !isSheetQuestion(question));
  const large = questions.filter((question) => (sizes.get(question) ?? 0) > MOST_CHOICES);
  const mostChoices = Math.max(0, ...sizes.values());
  const needs = { questionCount: questions.length, mostChoices };
  const hasRoom = mostChoices > MOST_CHOICES || [...LAYOUTS.values()].some((layout) => pagesOn(layout, needs) > 0);
  return {
    ...needs,
    obstacles: [
      ...(questions.length === 0 ? [obstacle('no_questions')] : []),
      ...(others.length ? [obstacle('question_type', others)] : []),
      ...(large.length ? [obstacle('too_many_choices', large)] : []),
      ...(questions.length > MOST_QUESTIONS || (questions.length > 0 && !hasRoom) ? [obstacle('too_many_questions')] : []),
    ],
  };
}
