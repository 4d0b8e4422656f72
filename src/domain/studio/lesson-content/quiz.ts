import type { Shape } from '../../kernel/contract.ts';
import type { Faults } from '../../kernel/errors.ts';
import { withRightPoints } from './answer-points.ts';

type Quiz = Shape<'QuizContent'>;
type Question = Shape<'QuizQuestion'>;

/**
 * Checks that ids are unique, answer keys refer to existing choices and ranges are valid. Questions without an id get the next free `q<number>`, and questions
 * whose answers have their own points get the points of a right answer. If the number of attempts is omitted, there is no limit.
 */
export function finishQuiz(quiz: Quiz, faults: Faults): Quiz {
  const at = 'content.questions';
  checkUnique(
    quiz.questions.map((question) => question.id),
    (index) => `${at}.${index}.id`,
    faults,
  );
  quiz.questions.forEach((question, index) => {
    checkQuestion(question, `${at}.${index}`, faults);
    if (question.type !== 'essay') checkAnswerPoints(question.answer_points, `${at}.${index}.answer_points`, faults);
  });
  checkAnswerPoints(quiz.answer_points, 'content.answer_points', faults);
  if (quiz.answer_points && quiz.wrong_penalty !== 'none')
    faults.add('content.wrong_penalty', 'not_allowed', 'Must be none, because answer_points already sets the points for a wrong answer.');
  return withRightPoints({ ...quiz, max_attempts: quiz.max_attempts ?? null, questions: withIds(quiz.questions) });
}

function checkAnswerPoints(points: Shape<'AnswerPoints'> | null | undefined, at: string, faults: Faults): void {
  if (!points) return;
  for (const name of ['wrong', 'empty'] as const) {
    if (points[name] > points.right) faults.add(`${at}.${name}`, 'above_right', 'Must not be greater than right.');
  }
}

function checkQuestion(question: Question, at: string, faults: Faults): void {
  switch (question.type) {
    case 'single':
      checkUnique(
        question.choices.map((choice) => choice.id),
        (index) => `${at}.choices.${index}.id`,
        faults,
      );
      checkKey(question.correct_choice_id, question.choices, `${at}.correct_choice_id`, faults);
      break;
    case 'multiple':
      checkUnique(
        question.choices.map((choice) => choice.id),
        (index) => `${at}.choices.${index}.id`,
        faults,
      );
      question.correct_choice_ids.forEach((id, index) => {
        checkKey(id, question.choices, `${at}.correct_choice_ids.${index}`, faults);
      });
      break;
    case 'matching':
      checkUnique(
        question.pairs.map((pair) => pair.id),
        (index) => `${at}.pairs.${index}.id`,
        faults,
      );
      break;
    case 'ordering':
      checkUnique(
        question.items.map((item) => item.id),
        (index) => `${at}.items.${index}.id`,
        faults,
      );
      break;
    case 'essay':
      if (question.min_words !== null && question.max_words !== null && question.min_words > question.max_words) {
        faults.add(`${at}.max_words`, 'before_minimum', 'Must not be less than min_words.');
      }
      break;
  }
}

function checkUnique(ids: (string | undefined)[], field: (index: number) => string, faults: Faults): void {
  const seen = new Set<string>();
  ids.forEach((id, index) => {
    if (id === undefined) return;
    if (seen.has(id)) faults.add(field(index), 'duplicate', 'This id is used more than once.');
    seen.add(id);
  });
}

function checkKey(id: string, choices: { id: string }[], field: string, faults: Faults): void {
  if (!choices.some((choice) => choice.id === id)) faults.add(field, 'unknown', 'The question has no such choice.');
}

function withIds(questions: Question[]): Question[] {
  const taken = new Set(questions.map((question) => question.id));
  let number = 0;
  return questions.map((question) => {
    if (question.id !== undefined) return question;
    do number++;
    while (taken.has(`q${number}`));
    return { ...question, id: `q${number}` };
  });
}
