import { rangeBetween } from '../question-course.ts';
import { elementsOf, elementsWithin, numberAt, textOf, type XmlElement } from './xml.ts';

/** What an answer is compared with. */
export interface Match {
  /** The response that is compared. */
  response: string;
  operator: 'varequal' | 'varsubstring' | 'vargt' | 'vargte' | 'varlt' | 'varlte';
  value: string;
  isCaseSensitive: boolean;
}

/** The outcome for an answer that meets a condition. */
export interface Condition {
  /** The comparisons that must hold. Those that must not hold are left out. */
  matches: readonly Match[];
  score: number;
  isAdded: boolean;
  feedback: readonly string[];
}

const OPERATORS: readonly string[] = ['varequal', 'varsubstring', 'vargt', 'vargte', 'varlt', 'varlte'] satisfies Match['operator'][];

/** Reads how answers to an item are scored. */
export const conditionsOf = (item: XmlElement): Condition[] =>
  [...elementsWithin(item, 'respcondition')].map((condition) => {
    const scores = elementsOf(condition, 'setvar');
    return {
      matches: elementsOf(condition, 'conditionvar').flatMap((part) => [...matchesOf(part)]),
      score: scores.reduce((sum, element) => sum + (Number(textOf(element)) || 0), 0),
      isAdded: scores.some(({ attributes }) => attributes.action?.toLowerCase() === 'add'),
      feedback: elementsOf(condition, 'displayfeedback').flatMap(({ attributes }) => attributes.linkrefid ?? []),
    };
  });

function* matchesOf(element: XmlElement): Generator<Match> {
  for (const child of elementsOf(element)) {
    if (OPERATORS.includes(child.name))
      yield {
        response: child.attributes.respident ?? '',
        operator: child.name as Match['operator'],
        value: textOf(child),
        isCaseSensitive: child.attributes.case?.toLowerCase() === 'yes',
      };
    else if (child.name !== 'not') yield* matchesOf(child);
  }
}

export interface Key {
  /** The comparisons of the answers that earn all points. */
  full: readonly Match[];
  /** Whether each right answer adds to the score. */
  isAdded: boolean;
  /** Whether other answers give part of the points, or cost points. */
  hasOtherWeights: boolean;
}

/** Returns how one response is scored, or how all of them are. */
export function keyOf(conditions: readonly Condition[], response?: string): Key {
  const own = conditions.flatMap((condition) => {
    const matches = condition.matches.filter((match) => response === undefined || match.response === response);
    return matches.length > 0 && condition.score !== 0 ? [{ ...condition, matches }] : [];
  });
  const right = own.filter(({ score }) => score > 0);
  const isAdded = right.length > 1 && right.every((condition) => condition.isAdded && condition.matches.length === 1);
  const most = Math.max(0, ...right.map(({ score }) => score));
  const full = isAdded ? right : right.filter(({ score }) => score === most);
  const hasOtherWeights = own.length > full.length || (isAdded && new Set(full.map(({ score }) => score)).size > 1);
  return { full: full.flatMap(({ matches }) => matches), isAdded, hasOtherWeights };
}

/** Returns whether all answers except the named ones cost points. In QTI, an empty answer is one of them. */
export const hasCosts = (conditions: readonly Condition[]): boolean => conditions.some(({ matches, score }) => matches.length === 0 && score < 0);

/** Returns the right number and how far an answer may be away from it. For a range without a value, it is the middle. */
export function rangeOf(matches: readonly Match[]): { correct_value: number; tolerance: number } | undefined {
  const numbers = (...operators: Match['operator'][]) =>
    matches.flatMap(({ operator, value }) => (operators.includes(operator) && value !== '' && Number.isFinite(Number(value)) ? Number(value) : []));
  const [exact, low, high] = [numbers('varequal')[0], numbers('vargt', 'vargte')[0], numbers('varlt', 'varlte')[0]];
  if (low !== undefined && high !== undefined && low <= high) return rangeBetween(low, high);
  return exact === undefined ? undefined : { correct_value: exact, tolerance: 0 };
}

const FREE_MATCH_LIMIT = 50;

/**
 * Returns the answers that a pattern accepts, if it consists of alternatives, sets of letters and optional letters, and the answers are few. Otherwise
 * undefined, because a pattern is not an answer.
 */
export function expandedPattern(pattern: string): string[] | undefined {
  const branches = pattern.replace(/^\^/, '').replace(/\$$/, '').split('|');
  const all: string[] = [];
  for (const branch of branches) {
    let words = [''];
    for (let rest = branch; rest !== ''; ) {
      const [token = '', set, escaped, letter] = /^(?:\[([^\]^\\-]{1,20})\]|\\([^A-Za-z0-9])|([^.*+?()[\]{}^$\\]))\??/u.exec(rest) ?? [];
      if (token === '') return undefined;
      const letters = set === undefined ? [escaped ?? letter ?? ''] : [...set];
      const options = token.endsWith('?') && token !== '\\?' ? [...letters, ''] : letters;
      words = words.flatMap((word) => options.map((option) => word + option));
      if (words.length + all.length > FREE_MATCH_LIMIT) return undefined;
      rest = rest.slice(token.length);
    }
    all.push(...words);
  }
  return all.every((word) => word.trim() !== '') ? [...new Set(all)] : undefined;
}

/** Rounds points to two decimals, within the range that a question can have. */
export const pointsOf = (value: number | undefined): number => Math.min(1000, Math.max(0, Math.round((value ?? 1) * 100) / 100));

/** Divides points among several questions without changing the sum. */
export function sharedPoints(points: number, count: number): number[] {
  const cents = Math.round(points * 100);
  const each = Math.floor(cents / count);
  return Array.from({ length: count }, (_, index) => (index === 0 ? cents - each * (count - 1) : each) / 100);
}

/** Returns the most that an item gives by its own scoring, if that is not a percentage. */
export function ownMaximum(item: XmlElement): number | undefined {
  const [variable] = elementsWithin(item, 'decvar');
  const most = variable && Number(variable.attributes.maxvalue);
  return most === undefined || !(most > 0) || most === 100 ? numberAt(item, 'itemmetadata', 'qmd_weighting') : most;
}
