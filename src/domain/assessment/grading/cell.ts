import { compare, type Fraction, integer, isZero, minus, over, percentOf, sum, times, ZERO } from './fraction.ts';
import { type LateDeduction, type LatenessRule, type LatePolicy, lateDeduction } from './lateness.ts';

export type AttemptsPolicy = 'highest' | 'latest' | 'first' | 'average';

/** A lesson as the gradebook counts it. */
export interface Item {
  id: string;
  categoryId: string | null;
  /** Points for full marks. */
  possible: Fraction;
  gradingType: 'points' | 'percent' | 'letter' | 'pass_fail';
  attemptsPolicy: AttemptsPolicy;
  isExtraCredit: boolean;
  /** Whether the item is left out of the course's grade. */
  isOmitted: boolean;
  /** Whether learners hand in the work online. Otherwise, it is never missing by itself. */
  isOnline: boolean;
}

export interface Policies {
  timezone: string;
  late: LatePolicy;
  missing: { isEnabled: boolean; deductPercent: Fraction };
}

/** Work that was handed in. */
export interface Work {
  id: string;
  number: number;
  submittedAt: string;
  /** The moment against which lateness counts: the later of the due moment at hand-in and the current one. */
  dueAt: string | null;
  /** The points of a quiz that are certain; null for work that only a person can grade. */
  points: Fraction | null;
  maxPoints: Fraction;
  /** Whether a quiz was passed by its own rule, which is exact. */
  isPassed: boolean | null;
  /** Whether a person must still grade a part. */
  needsGrading: boolean;
  /** Points that a person gave for questions, by question. */
  givenPoints: Readonly<Record<string, number>>;
}

/** A grade that a person entered. */
export interface EnteredGrade {
  /** The score before any deduction for lateness, in the points of the item; null if nothing was entered. */
  score: Fraction | null;
  isExcused: boolean;
  lateness: LatenessRule;
  /** The number of the work that was graded; null if nothing was handed in then. */
  workNumber: number | null;
}

export interface CellFacts {
  work: readonly Work[];
  /** Submissions that a later one has replaced. A grade that a person gave for one of them keeps its lateness. */
  replaced: readonly Pick<Work, 'number' | 'submittedAt' | 'dueAt'>[];
  /** When the work is due now; null means never. */
  dueAt: string | null;
  /** Work that was due before the learner enrolled is not missing. */
  enrolledAt: string;
  /** When the learner's access ends or has ended; null means never. Work that comes due after it is not missing. */
  accessEndsAt: string | null;
  grade: EnteredGrade | null;
}

/** The derivation of a cell's score, with the numbers that it was computed from. */
export interface WorkScore {
  number: number;
  /** The score scaled to the points of the item. */
  raw: Fraction;
  late: LateDeduction | null;
  score: Fraction;
  counts: boolean;
}

export type CellState = 'excused' | 'graded' | 'needs_grading' | 'missing' | 'not_submitted';

export interface CellResult {
  state: CellState;
  /** Null if the cell is excused or not graded. */
  score: Fraction | null;
  /** The points that an ungraded cell counts in the final grade. */
  certain: Fraction;
  works: WorkScore[];
  late: LateDeduction | null;
  /** Whether the score was entered by a person. */
  isEntered: boolean;
  isMissing: boolean;
  /** Whether there is newer work than that which a person graded. */
  isHandedInAgain: boolean;
}

/** Computes one cell. @param now RFC 3339 */
export function computeCell(item: Item, facts: CellFacts, policies: Policies, now: string): CellResult {
  const { grade, work } = facts;
  const lateness: LatenessRule = grade?.lateness ?? { kind: 'computed' };
  const works = work.flatMap((one) => scoreWork(item, one, lateness, policies));
  const isMissing = work.length === 0 && lateness.kind !== 'waived' && isDue(item, facts, now);
  const latest = work.at(-1);
  const isHandedInAgain = grade !== null && latest !== undefined && (grade.isExcused || grade.score !== null) && latest.number > (grade.workNumber ?? 0);
  const same = { certain: ZERO, works, late: null, isEntered: false, isMissing, isHandedInAgain };
  if (grade?.isExcused) return { ...same, state: 'excused', score: null };
  if (grade && grade.score !== null) return { ...same, ...entered(item, grade, grade.score, facts, policies), state: 'graded', isEntered: true };
  if (work.length === 0) {
    if (!isMissing) return { ...same, state: 'not_submitted', score: null };
    return { ...same, state: 'missing', score: missingScore(item, policies) };
  }
  const counted = choose(item.attemptsPolicy, works);
  if (counted.length === 0) return { ...same, state: 'needs_grading', score: null };
  for (const one of counted) one.counts = true;
  const score = over(sum(counted.map((one) => one.score)), integer(counted.length));
  if (work.some(({ needsGrading, number }) => needsGrading && isRelevant(item.attemptsPolicy, number, counted))) {
    return { ...same, state: 'needs_grading', score: null, certain: score };
  }
  return { ...same, state: 'graded', score, late: counted.length === 1 ? (counted[0]?.late ?? null) : null };
}

/** Whether an ungraded part of this work can still change which score counts, or how high it is. */
const isRelevant = (policy: AttemptsPolicy, number: number, counted: readonly WorkScore[]): boolean =>
  policy === 'highest' || counted.some((one) => one.number === number);

function scoreWork(item: Item, { number, points, maxPoints, isPassed, dueAt, submittedAt }: Work, rule: LatenessRule, policies: Policies): WorkScore[] {
  const raw = rawScore(item, points, maxPoints, isPassed);
  if (raw === null) return [];
  const late = lateDeduction(policies.late, policies.timezone, { score: raw, possible: item.possible, isExempt: isExempt(item) }, { rule, dueAt, submittedAt });
  return [{ number, raw, late, score: late ? minus(raw, late.deduction) : raw, counts: false }];
}

/** Returns the raw score, or null if only a person can score the work: a submission, or a quiz without points in a lesson that has some. */
function rawScore({ gradingType, possible }: Item, points: Fraction | null, maxPoints: Fraction, isPassed: boolean | null): Fraction | null {
  if (points === null) return null;
  if (gradingType === 'pass_fail') return isPassed ? possible : ZERO;
  if (isZero(maxPoints)) return isZero(possible) ? ZERO : null;
  return over(times(points, possible), maxPoints);
}

const isExempt = ({ gradingType }: Item): boolean => gradingType === 'pass_fail';

function entered(item: Item, { lateness, workNumber }: EnteredGrade, score: Fraction, { work, replaced }: CellFacts, policies: Policies) {
  const graded = [...work, ...replaced].find(({ number }) => number === workNumber);
  const at = { rule: lateness, dueAt: graded?.dueAt ?? null, submittedAt: graded?.submittedAt ?? null };
  const late = lateDeduction(policies.late, policies.timezone, { score, possible: item.possible, isExempt: isExempt(item) }, at);
  return { score: late ? minus(score, late.deduction) : score, late };
}

/** Whether work is due. A due moment includes its whole minute. */
function isDue({ isOnline }: Item, { dueAt, enrolledAt, accessEndsAt }: CellFacts, now: string): boolean {
  if (!isOnline || dueAt === null) return false;
  const [due, end] = [Date.parse(dueAt), Date.parse(accessEndsAt ?? now)];
  return due + 60_000 <= Date.parse(now) && due >= Date.parse(enrolledAt) && due < end;
}

function missingScore({ gradingType, possible }: Item, { missing }: Policies): Fraction | null {
  if (!missing.isEnabled) return null;
  return gradingType === 'pass_fail' ? ZERO : minus(possible, percentOf(missing.deductPercent, possible));
}

function choose(policy: AttemptsPolicy, works: WorkScore[]): WorkScore[] {
  const byNumber = [...works].sort((a, b) => a.number - b.number);
  const [first, latest] = [byNumber[0], byNumber.at(-1)];
  if (!first || !latest) return [];
  if (policy === 'average') return byNumber;
  if (policy === 'first') return [first];
  if (policy === 'latest') return [latest];
  return [byNumber.reduce((best, one) => (compare(one.score, best.score) > 0 ? one : best))];
}
