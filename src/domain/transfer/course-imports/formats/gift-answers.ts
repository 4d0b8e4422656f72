import type { Shape } from '../../../kernel/contract.ts';
import { show, withoutFormat } from './gift-text.ts';
import { choiceId, type Loss, rangeBetween } from './question-course.ts';

type Markdown = (text: string) => string;

export type GiftAnswers = { explanation: string | null } & (
  | Pick<Shape<'SingleChoiceQuestion'>, 'type' | 'choices' | 'correct_choice_id' | 'answer_points'>
  | Pick<Shape<'MultipleChoiceQuestion'>, 'type' | 'choices' | 'correct_choice_ids'>
  | Pick<Shape<'TrueFalseQuestion'>, 'type' | 'correct'>
  | Pick<Shape<'ShortTextQuestion'>, 'type' | 'accepted_answers'>
  | Pick<Shape<'NumericQuestion'>, 'type' | 'correct_value' | 'tolerance'>
  | Pick<Shape<'MatchingQuestion'>, 'type' | 'pairs' | 'distractors'>
  | Pick<Shape<'EssayQuestion'>, 'type'>
);

interface Answer {
  isRight: boolean;
  /** Percentage of the points, or null if it is not stated. */
  weight: number | null;
  text: string;
  feedback: string;
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;
const TRUTH = /^(T|TRUE|F|FALSE)(?:#|$)/i;

/** Reads the text between the braces of a question. Returns undefined if the service has no such question. */
export function readAnswers(inner: string, markdown: Markdown, losses: Loss[]): GiftAnswers | undefined {
  const general = inner.indexOf('####');
  const [text, comment] = general < 0 ? [inner, ''] : [inner.slice(0, general).trim(), inner.slice(general + 4)];
  const notes = [markdown(comment)];
  const answers = answersOf(text, markdown, losses, notes);
  if (notes.length > 1) losses.push({ outcome: 'changed', kind: 'feedback_moved' });
  return answers && { ...answers, explanation: notes.filter(Boolean).join('\n\n') || null };
}

type Fields = GiftAnswers extends infer Each ? (Each extends unknown ? Omit<Each, 'explanation'> : never) : never;

function answersOf(text: string, markdown: Markdown, losses: Loss[], notes: string[]): Fields | undefined {
  if (text === '') return { type: 'essay' };
  const truth = TRUTH.exec(text)?.[1];
  if (truth !== undefined) {
    notes.push(...text.split('#').slice(1).map(markdown).filter(Boolean));
    return { type: 'true_false', correct: truth.toUpperCase().startsWith('T') };
  }
  if (text.startsWith('#')) return numericOf(text.slice(1).trim(), markdown, losses, notes);
  const answers = partsOf(text);
  if (answers.length === 0) return undefined;
  if (answers.every(({ isRight, text: part }) => isRight && part.includes('->'))) return matchingOf(answers, markdown);
  for (const { text: part, feedback } of answers) if (feedback !== '') notes.push(`${markdown(part)}: ${markdown(feedback)}`);
  if (answers.every(({ isRight }) => isRight)) return shortTextOf(answers, losses);
  return choicesOf(answers, markdown, losses);
}

function partsOf(text: string): Answer[] {
  const parts = text.split(/(?=[=~])/).map((part) => part.trim());
  return parts.filter(Boolean).map((part) => {
    const [, percent] = /^[=~]?\s*%(-?\d{1,3}(?:\.\d{1,5})?)%/.exec(part) ?? [];
    const rest = part
      .replace(/^[=~]/, '')
      .trim()
      .replace(/^%[^%]*%/, '');
    const [answer = '', ...feedback] = rest.split('#');
    return { isRight: part.startsWith('='), weight: percent === undefined ? null : Number(percent), text: answer.trim(), feedback: feedback.join('#').trim() };
  });
}

function numericOf(text: string, markdown: Markdown, losses: Loss[], notes: string[]): Fields | undefined {
  const answers = partsOf(text.startsWith('=') || text.startsWith('~') ? text : `=${text}`);
  for (const { text: part, feedback } of answers) if (feedback !== '') notes.push(`${markdown(part) || '\\*'}: ${markdown(feedback)}`);
  const right = answers.filter(({ isRight, weight }) => isRight && (weight ?? 100) === 100);
  if (answers.some(({ isRight, weight }) => isRight && (weight ?? 100) !== 100) || right.length > 1) losses.push({ outcome: 'changed', kind: 'answers_lost' });
  const value = right[0] && rangeOf(show(right[0].text).replaceAll(' ', ''));
  return value && { type: 'numeric', ...value };
}

/** Reads a range: `value`, `value:tolerance`, or `lowest..highest`. */
function rangeOf(text: string): { correct_value: number; tolerance: number } | undefined {
  const [isRange, parts] = text.includes('..') ? [true, text.split('..')] : [false, text.split(':')];
  if (parts.length > 2 || !parts.every((part) => NUMBER.test(part))) return undefined;
  const [first, second = 0] = parts.map(Number) as [number, number?];
  if (!isRange) return { correct_value: first, tolerance: second };
  return second < first ? undefined : rangeBetween(first, second);
}

function matchingOf(answers: readonly Answer[], markdown: Markdown): Fields {
  const sides = answers.map(({ text }) => text.split('->').map((side) => markdown(side)) as [string, string]);
  const pairs = sides.filter(([left]) => left !== '').map(([left, right], index) => ({ id: choiceId(index), left, right }));
  return { type: 'matching', pairs, distractors: sides.flatMap(([left, right]) => (left === '' ? right : [])) };
}

function shortTextOf(answers: readonly Answer[], losses: Loss[]): Fields | undefined {
  const full = answers.filter(({ weight }) => (weight ?? 100) === 100);
  const literal = full.map(({ text }) => show(withoutFormat(text)).trim()).filter((text) => !text.includes('*'));
  if (literal.length < full.length) losses.push({ outcome: literal.length > 0 ? 'changed' : 'skipped', kind: 'pattern_lost' });
  if (full.length < answers.length) losses.push({ outcome: 'changed', kind: 'answers_lost' });
  return literal.length > 0 ? { type: 'short_text', accepted_answers: [...new Set(literal)] } : undefined;
}

function choicesOf(all: readonly Answer[], markdown: Markdown, losses: Loss[]): Fields | undefined {
  const answers = all.filter(({ text }) => withoutFormat(text).trim() !== '');
  if (answers.length < all.length) losses.push({ outcome: 'changed', kind: 'choices_lost' });
  const choices = answers.map(({ text }, index) => ({ id: choiceId(index), text: markdown(text) }));
  const marked = answers.flatMap(({ isRight }, index) => (isRight ? choiceId(index) : []));
  const weighted = answers.flatMap(({ weight }, index) => (weight !== null && weight > 0 ? choiceId(index) : []));
  const correct = marked.length > 0 ? marked : weighted;
  const weights = new Set(answers.flatMap(({ isRight, weight }) => (weight !== null && !(isRight && weight === 100) && weight !== 0 ? weight : [])));
  const isEven = marked.length === 0 && weights.size === 1;
  const cost = marked.length === 1 ? costOf(answers) : 0;
  if ((weights.size > 0 && !isEven && cost === 0) || marked.length > 1) losses.push({ outcome: 'changed', kind: 'weights_lost' });
  if (correct.length === 0) return undefined;
  if (marked.length !== 1) return { type: 'multiple', choices, correct_choice_ids: correct };
  const single = { type: 'single' as const, choices, correct_choice_id: marked[0] as string };
  if (cost === 0) return single;
  const wrong = Math.round(cost) / 100;
  if (Math.round(cost) !== cost) losses.push({ outcome: 'changed', kind: 'points_rounded' });
  return { ...single, answer_points: { right: 1, wrong, empty: 0 } };
}

/** Returns the negative percentage of the points that each wrong answer costs, or 0 if they do not all cost the same. */
function costOf(answers: readonly Answer[]): number {
  const isFull = answers.every(({ isRight, weight }) => !isRight || (weight ?? 100) === 100);
  const [cost = 0, ...others] = new Set(answers.flatMap(({ isRight, weight }) => (isRight ? [] : (weight ?? 0))));
  return isFull && others.length === 0 && cost < 0 ? cost : 0;
}
