import type { Shape } from '../../kernel/contract.ts';
import { type Answer, idOf, type Question } from './answers.ts';
import { foldCase } from './text.ts';

/** The score of one question. Points are null while they await grading by a person. */
export interface QuestionScore {
  question_id: string;
  points: number | null;
  max_points: number;
  is_correct: boolean | null;
}

export interface QuizScore {
  results: QuestionScore[];
  /** The points that are certain so far. */
  score_points: number;
  max_points: number;
  /** Two decimals, rounded down so that no score is rounded up to a passing one. 100 if there are no points to earn. */
  score_percent: number;
  /** Null while the result depends on grading by a person. */
  is_passed: boolean | null;
  needs_grading: boolean;
}

/** A share of the points of a question, as a fraction of whole numbers so that no precision is lost before rounding. */
interface Fraction {
  part: number;
  whole: number;
}

const ALL: Fraction = { part: 1, whole: 1 };
const NOTHING: Fraction = { part: 0, whole: 1 };
const allOrNothing = (isRight: boolean): Fraction => (isRight ? ALL : NOTHING);

/** Scores a quiz. Points have two decimals and are added up as whole hundredths. */
export function scoreQuiz({ questions, passing_score_percent }: Shape<'QuizContent'>, answers: readonly Answer[]): QuizScore {
  const given = new Map(answers.map((answer) => [answer.question_id, answer]));
  const results = questions.map((question) => scoreQuestion(question, given.get(idOf(question))));
  const certain = sum(results.map(({ points }) => hundredths(points ?? 0)));
  const open = sum(results.filter(({ points }) => points === null).map(({ max_points }) => hundredths(max_points)));
  const most = sum(results.map(({ max_points }) => hundredths(max_points)));
  const passes = (points: number) => points * 10_000 >= hundredths(passing_score_percent) * most;
  return {
    results,
    score_points: certain / 100,
    max_points: most / 100,
    score_percent: most === 0 ? 100 : Math.floor((certain * 10_000) / most) / 100,
    is_passed: passes(certain) ? true : passes(certain + open) ? null : false,
    needs_grading: results.some(({ points }) => points === null),
  };
}

/** Scores one question. An essay with text awaits grading by a person; an empty one has nothing to grade. */
export function scoreQuestion(question: Question, answer: Answer | undefined): QuestionScore {
  const same = { question_id: idOf(question), max_points: question.points };
  if (question.type === 'essay' && answer?.text?.trim()) return { ...same, points: null, is_correct: null };
  const { part, whole } = answer ? shareOf(question, answer) : NOTHING;
  return { ...same, points: halfUp(hundredths(question.points) * part, whole) / 100, is_correct: part === whole };
}

/** Returns the share of a question's points that an answer earns. */
function shareOf(question: Question, answer: Answer): Fraction {
  switch (question.type) {
    case 'single':
      return allOrNothing(answer.choice_ids[0] === question.correct_choice_id);
    case 'true_false':
      return allOrNothing(answer.is_true === question.correct);
    case 'multiple':
      return multipleShare(question, new Set(answer.choice_ids));
    case 'short_text':
      return allOrNothing(answer.text !== null && isAccepted(question, answer.text));
    case 'numeric':
      return allOrNothing(answer.number !== null && isWithin(answer.number, question.correct_value, question.tolerance));
    case 'matching':
      return matchingShare(question, answer);
    case 'ordering':
      return orderingShare(question, answer);
    case 'essay':
      return NOTHING;
  }
}

/** Returns the share for a multiple-choice question. Each wrong choice cancels out one right choice. */
function multipleShare({ correct_choice_ids, partial_credit }: Shape<'MultipleChoiceQuestion'>, chosen: ReadonlySet<string>): Fraction {
  const right = correct_choice_ids.filter((id) => chosen.has(id)).length;
  const part = Math.max(0, right - (chosen.size - right));
  return partial_credit ? { part, whole: correct_choice_ids.length } : allOrNothing(part === correct_choice_ids.length);
}

/** Returns the share of the pairs that were found. Pairs count by their texts, each as often as it exists, because equal texts look the same. */
function matchingShare({ pairs }: Shape<'MatchingQuestion'>, answer: Answer): Fraction {
  const lefts = new Map(pairs.map(({ id, left }) => [id, left]));
  const open = pairs.map(({ left, right }) => JSON.stringify([left, right]));
  for (const { id, right } of answer.pairs) {
    const found = open.indexOf(JSON.stringify([lefts.get(id), right]));
    if (found >= 0) open.splice(found, 1);
  }
  return { part: pairs.length - open.length, whole: pairs.length };
}

/** Returns the share of the items in their right place. Items with the same text are interchangeable. */
function orderingShare({ items }: Shape<'OrderingQuestion'>, { choice_ids }: Answer): Fraction {
  const texts = new Map(items.map(({ id, text }) => [id, text]));
  return { part: items.filter(({ text }, place) => texts.get(choice_ids[place] ?? '') === text).length, whole: items.length };
}

function isAccepted({ accepted_answers, case_sensitive }: Shape<'ShortTextQuestion'>, text: string): boolean {
  const folded = (one: string) => {
    const spaced = one.normalize('NFC').trim().replaceAll(/\s+/gu, ' ');
    return case_sensitive ? spaced : foldCase(spaced).normalize('NFC');
  };
  const given = folded(text);
  return accepted_answers.some((accepted) => folded(accepted) === given);
}

/** Allows for the precision that binary fractions lose: 0.1 + 0.2 counts as 0.3, and 0.4 is within 0.1 of 0.3. */
function isWithin(number: number, right: number, tolerance: number): boolean {
  const lost = 4 * Number.EPSILON * Math.max(Math.abs(number), Math.abs(right), tolerance);
  return Math.abs(number - right) <= tolerance + lost;
}

const hundredths = (points: number): number => Math.round(points * 100);
const halfUp = (part: number, whole: number): number => Math.floor((2 * part + whole) / (2 * whole));
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
