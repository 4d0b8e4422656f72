import type { Shape } from '../../kernel/contract.ts';
import { isSeen } from '../../kernel/one-line.ts';
import { comparedText } from '../../kernel/typed-text.ts';
import { answerPointsOf } from '../../studio/lesson-content/answer-points.ts';
import { type Answer, idOf, type Question } from './answers.ts';
import { type Fraction, floor, fraction, halfUp, isAtLeast, larger, sum, times } from './fraction.ts';

/** The score of one question. Points are null while they await grading by a person. */
export interface QuestionScore {
  question_id: string;
  /** Rounded half up to two decimals. */
  points: number | null;
  /** 0 if the question was left out. */
  max_points: number;
  is_correct: boolean | null;
}

export interface QuizScore {
  results: QuestionScore[];
  /** The points that are certain so far: their exact sum, rounded half up once to two decimals. */
  score_points: number;
  max_points: number;
  /** From -100 to 100, with two decimals, rounded down so that no score is rounded up to a passing one. Null if there are no points to earn. */
  score_percent: number | null;
  /** Null while the result depends on grading by a person. */
  is_passed: boolean | null;
  needs_grading: boolean;
}

/** How the answers to a question are scored if staff changed its key after attempts had begun. */
export interface RegradeRule {
  question_id: string;
  mode: 'new_key' | 'either_key' | 'full_points' | 'leave_out';
  /** The question with its new key, for the modes that need one. */
  question: Question | null;
}

/** The adjustments that count in addition to the quiz and the answers of an attempt. */
export interface Adjustments {
  regrade?: readonly RegradeRule[];
  /** Points that a person gave, by question. They count whatever the other rules say. */
  given?: Readonly<Record<string, number>>;
}

const PENALTIES: Record<Shape<'QuizContent'>['wrong_penalty'], Fraction> = {
  none: fraction(0),
  quarter: fraction(-1, 4),
  third: fraction(-1, 3),
  half: fraction(-1, 2),
  full: fraction(-1),
};

const ALL = fraction(1);
const NOTHING = fraction(0);
const allOrNothing = (isRight: boolean): Fraction => (isRight ? ALL : NOTHING);

/** A score whose points are still exact, in hundredths. */
interface ExactScore extends Pick<QuestionScore, 'question_id' | 'is_correct'> {
  earned: Fraction | null;
  most: number;
}

/**
 * Scores a quiz with exact arithmetic, in hundredths of points. A wrong answer costs a fraction of the question's points and an empty one costs nothing, unless
 * the quiz or the question sets the points of both. The sum is below 0 only if the quiz allows it, and never by more than the points that can be earned.
 * Attempts that began before quizzes had penalties lack those fields.
 */
export function scoreQuiz(quiz: Shape<'QuizContent'>, answers: readonly Answer[], { regrade = [], given = {} }: Adjustments = {}): QuizScore {
  const { questions, passing_score_percent, allow_negative = false } = quiz;
  const byQuestion = new Map(answers.map((answer) => [answer.question_id, answer]));
  const rules = new Map(regrade.map((rule) => [rule.question_id, rule]));
  const scores = questions.map((question): ExactScore => {
    const id = idOf(question);
    const points = pointsGiven(given, id);
    if (points === null) return scoreExactly(question, byQuestion.get(id), otherPointsOf(quiz, question), rules.get(id));
    const most = hundredths(question.points);
    return { question_id: id, earned: fraction(hundredths(points)), most, is_correct: hundredths(points) >= most };
  });
  const certain = sum(scores.map(({ earned }) => earned ?? NOTHING));
  const open = scores.reduce((total, { earned, most }) => (earned === null ? total + most : total), 0);
  const most = scores.reduce((total, score) => total + score.most, 0);
  const bounded = (points: Fraction) => larger(points, allow_negative ? fraction(-most) : NOTHING);
  const needed = fraction(hundredths(passing_score_percent) * most, 10_000);
  const total = bounded(certain);
  return {
    results: scores.map(({ earned, most: max, ...same }) => ({ ...same, points: earned && halfUp(earned) / 100, max_points: max / 100 })),
    score_points: halfUp(total) / 100,
    max_points: most / 100,
    score_percent: most === 0 ? null : Math.min(100, floor(times(total, fraction(10_000, most))) / 100),
    is_passed: isAtLeast(total, needed) ? true : isAtLeast(bounded(sum([certain, fraction(open)])), needed) ? null : false,
    needs_grading: scores.some(({ earned }) => earned === null),
  };
}

/** Returns the points that a person gave to a question. IDs can be names of properties that every object has, such as `constructor`. */
export const pointsGiven = (given: Readonly<Record<string, number>>, questionId: string): number | null =>
  Object.hasOwn(given, questionId) ? (given[questionId] ?? null) : null;

/** The points, in hundredths, of answers that are not right in any part. */
export interface OtherPoints {
  wrong: Fraction;
  empty: Fraction;
}

/** Returns the points of a wrong answer and of an empty one. */
export function otherPointsOf(quiz: Shape<'QuizContent'>, question: Question): OtherPoints {
  if (question.type === 'essay') return { wrong: NOTHING, empty: NOTHING };
  const stated = answerPointsOf(quiz, question);
  if (stated) return { wrong: fraction(hundredths(stated.wrong)), empty: fraction(hundredths(stated.empty)) };
  return { wrong: times(fraction(hundredths(question.points)), PENALTIES[quiz.wrong_penalty ?? 'none']), empty: NOTHING };
}

/** Returns whether an answer can have these points without a person: at least 0, or what a wrong or an empty one costs. */
export function isReachable(quiz: Shape<'QuizContent'>, question: Question, points: number): boolean {
  const { wrong, empty } = otherPointsOf(quiz, question);
  return [NOTHING, wrong, empty].some((least) => isAtLeast(fraction(hundredths(points)), least));
}

/** Scores one question. An essay with text awaits grading by a person; an empty one has nothing to grade. */
function scoreExactly(question: Question, answer: Answer | undefined, { wrong, empty }: OtherPoints, rule: RegradeRule | undefined): ExactScore {
  const most = hundredths(question.points);
  const same = { question_id: idOf(question), most };
  if (rule?.mode === 'leave_out') return { ...same, earned: NOTHING, most: 0, is_correct: null };
  if (rule?.mode === 'full_points') return { ...same, earned: fraction(most), is_correct: true };
  if (question.type === 'essay') return hasText(answer?.text) ? { ...same, earned: null, is_correct: null } : { ...same, earned: NOTHING, is_correct: false };
  if (!answer || isBlank(answer)) return { ...same, earned: empty, is_correct: false };
  const share = keysOf(question, rule)
    .map((key) => shareOf(key, answer))
    .reduce(larger);
  return { ...same, earned: share.part === 0n ? wrong : larger(times(fraction(most), share), wrong), is_correct: isAtLeast(share, ALL) };
}

/** Returns the question with each of the keys that count. A new key does not fit an attempt in which the question was of another type. */
function keysOf(question: Question, rule: RegradeRule | undefined): Question[] {
  if (!rule?.question || rule.question.type !== question.type) return [question];
  return rule.mode === 'either_key' ? [question, rule.question] : [rule.question];
}

/** Returns whether an answer earns at least a part of the points for what is right in it. */
export const isPartlyRight = (question: Question, answer: Answer | undefined): boolean =>
  answer !== undefined && !isBlank(answer) && shareOf(question, answer).part > 0n;

/** Returns whether a text has visible characters. Invisible ones are not an answer. */
const hasText = (text: string | null | undefined): boolean => typeof text === 'string' && isSeen(text);

const isBlank = ({ choice_ids, is_true, text, number, pairs }: Answer): boolean =>
  choice_ids.length === 0 && is_true === null && !hasText(text) && number === null && pairs.length === 0;

/** Returns the share of a question's points that an answer earns. */
function shareOf(question: Question, answer: Answer): Fraction {
  switch (question.type) {
    case 'single':
      return allOrNothing(answer.choice_ids.length === 1 && answer.choice_ids[0] === question.correct_choice_id);
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
  return partial_credit ? fraction(part, correct_choice_ids.length) : allOrNothing(part === correct_choice_ids.length);
}

/** Returns the share of the pairs that were found. Pairs count by their texts, each as often as it exists, because equal texts look the same. */
function matchingShare({ pairs }: Shape<'MatchingQuestion'>, answer: Answer): Fraction {
  const lefts = new Map(pairs.map(({ id, left }) => [id, left]));
  const open = pairs.map(({ left, right }) => JSON.stringify([left, right]));
  for (const { id, right } of answer.pairs) {
    const found = open.indexOf(JSON.stringify([lefts.get(id), right]));
    if (found >= 0) open.splice(found, 1);
  }
  return fraction(pairs.length - open.length, pairs.length);
}

/** Returns the share of the items in their right place. Items with the same text are interchangeable. */
function orderingShare({ items }: Shape<'OrderingQuestion'>, { choice_ids }: Answer): Fraction {
  const texts = new Map(items.map(({ id, text }) => [id, text]));
  return fraction(items.filter(({ text }, place) => texts.get(choice_ids[place] ?? '') === text).length, items.length);
}

function isAccepted({ accepted_answers, case_sensitive }: Shape<'ShortTextQuestion'>, text: string): boolean {
  const options = { keepsCase: case_sensitive };
  const given = comparedText(text, options);
  return accepted_answers.some((accepted) => comparedText(accepted, options) === given);
}

/** Allows for the precision that binary fractions lose: 0.1 + 0.2 counts as 0.3, and 0.4 is within 0.1 of 0.3. */
function isWithin(number: number, right: number, tolerance: number): boolean {
  const lost = 4 * Number.EPSILON * Math.max(Math.abs(number), Math.abs(right), tolerance);
  return Math.abs(number - right) <= tolerance + lost;
}

const hundredths = (points: number): number => Math.round(points * 100);
