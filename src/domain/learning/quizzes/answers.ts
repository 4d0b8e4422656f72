import type { Shape } from '../../kernel/contract.ts';
import { Faults } from '../../kernel/errors.ts';
import { countWords } from './text.ts';

export type Question = Shape<'QuizQuestion'>;
/** An answer as it is stored: every field is present, and only the one that fits the question's type is filled. */
export type Answer = Shape<'GivenAnswer'>;

/** Questions of stored content always have ids. */
export const idOf = (question: Question): string => question.id ?? '';

const LARGEST_BYTES = 1024 * 1024;

/**
 * Merges the sent answers into the stored ones. The last answer to a question counts.
 * @throws ValidationError for an unknown question, choice or pair, for a choice or pair that is listed twice, and for answers that are too large
 */
export function mergeAnswers(questions: readonly Question[], kept: readonly Answer[], sent: readonly Shape<'QuizAnswer'>[]): Answer[] {
  const faults = new Faults();
  const byId = new Map(questions.map((question) => [idOf(question), question]));
  const answers = new Map(kept.map((answer) => [answer.question_id, answer]));
  sent.forEach((answer, index) => {
    const question = byId.get(answer.question_id);
    if (question) answers.set(answer.question_id, fittingAnswer(question, answer, `answers.${index}`, faults));
    else faults.add(`answers.${index}.question_id`, 'unknown', 'The attempt has no such question.');
  });
  const merged = [...answers.values()];
  if (Buffer.byteLength(JSON.stringify(merged)) > LARGEST_BYTES) faults.add('answers', 'too_large', `Must be at most ${LARGEST_BYTES} bytes as JSON.`);
  faults.check();
  return merged;
}

/**
 * Checks the number of words of the essays that are about to be submitted. An essay without text counts as not answered. A fault names the sent
 * answer, or `answers` if the essay was saved earlier.
 * @throws ValidationError
 */
export function checkLengths(questions: readonly Question[], answers: readonly Answer[], sent: readonly Shape<'QuizAnswer'>[]): void {
  const faults = new Faults();
  const texts = new Map(answers.map(({ question_id, text }) => [question_id, text ?? '']));
  for (const question of questions) {
    if (question.type !== 'essay' || (question.min_words === null && question.max_words === null)) continue;
    const { min_words, max_words } = question;
    const text = texts.get(idOf(question)) ?? '';
    if (text.trim() === '') continue;
    const index = sent.findLastIndex(({ question_id }) => question_id === question.id);
    const field = index < 0 ? 'answers' : `answers.${index}.text`;
    const words = countWords(text, (max_words ?? min_words ?? 0) + 1);
    if (min_words !== null && words < min_words) faults.add(field, 'too_short', `The answer to ${question.id} must have at least ${min_words} words.`);
    if (max_words !== null && words > max_words) faults.add(field, 'too_long', `The answer to ${question.id} must have at most ${max_words} words.`);
  }
  faults.check();
}

/** Returns the answer with only the field that fits the question's type. */
function fittingAnswer(question: Question, { choice_ids = [], is_true, text, number, pairs = [] }: Shape<'QuizAnswer'>, at: string, faults: Faults): Answer {
  const answer: Answer = { question_id: idOf(question), choice_ids: [], is_true: null, text: null, number: null, pairs: [] };
  switch (question.type) {
    case 'single':
      if (choice_ids.length > 1) faults.add(`${at}.choice_ids`, 'too_many', 'Only one choice is allowed.');
      return { ...answer, choice_ids: knownIds(choice_ids, question.choices, `${at}.choice_ids`, faults) };
    case 'multiple':
      return { ...answer, choice_ids: knownIds(choice_ids, question.choices, `${at}.choice_ids`, faults) };
    case 'ordering':
      return { ...answer, choice_ids: knownIds(choice_ids, question.items, `${at}.choice_ids`, faults) };
    case 'true_false':
      return { ...answer, is_true: is_true ?? null };
    case 'short_text':
    case 'essay':
      return { ...answer, text: text ?? null };
    case 'numeric':
      return { ...answer, number: number ?? null };
    case 'matching':
      return { ...answer, pairs: knownPairs(question, pairs, `${at}.pairs`, faults) };
  }
}

function knownIds(ids: string[], known: readonly { id: string }[], at: string, faults: Faults): string[] {
  ids.forEach((id, index) => {
    if (!known.some((one) => one.id === id)) faults.add(`${at}.${index}`, 'unknown', 'The question has no such choice.');
    else if (ids.indexOf(id) < index) faults.add(`${at}.${index}`, 'duplicate', 'This choice is listed more than once.');
  });
  return ids;
}

function knownPairs(question: Shape<'MatchingQuestion'>, pairs: Shape<'PairAnswer'>[], at: string, faults: Faults): Shape<'PairAnswer'>[] {
  const rights = new Set([...question.pairs.map(({ right }) => right), ...question.distractors]);
  pairs.forEach(({ id, right }, index) => {
    if (!question.pairs.some((pair) => pair.id === id)) faults.add(`${at}.${index}.id`, 'unknown', 'The question has no such pair.');
    else if (pairs.findIndex((pair) => pair.id === id) < index) faults.add(`${at}.${index}.id`, 'duplicate', 'This pair is matched more than once.');
    if (!rights.has(right)) faults.add(`${at}.${index}.right`, 'unknown', 'The question has no such option on the right-hand side.');
  });
  return pairs;
}
