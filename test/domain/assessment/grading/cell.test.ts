import fc from 'fast-check';
import { type CellFacts, computeCell, type Item, type Policies, type Work } from '../../../../src/domain/assessment/grading/cell.ts';
import { hundredths, integer, rounded, ZERO } from '../../../../src/domain/assessment/grading/fraction.ts';
import { type LatePolicy, lateIntervals } from '../../../../src/domain/assessment/grading/lateness.ts';

const DUE = '2026-03-02T12:00:00.000Z';
const NOW = '2026-06-01T00:00:00.000Z';
const ENROLLED = '2026-01-01T00:00:00.000Z';
const hoursLate = (hours: number) => new Date(Date.parse(DUE) + hours * 3_600_000).toISOString();

const NO_LATE: LatePolicy = {
  isEnabled: false,
  interval: 'day',
  ratePercent: ZERO,
  flatPercent: ZERO,
  floorPercent: ZERO,
  graceMinutes: 0,
  zeroAfterIntervals: null,
};
const policies = (late: Partial<LatePolicy> = {}, missing: number | null = null): Policies => ({
  timezone: 'UTC',
  late: { ...NO_LATE, isEnabled: true, ...late },
  missing: { isEnabled: missing !== null, deductPercent: hundredths(missing ?? 0) },
});
const item = (possible: number, more: Partial<Item> = {}): Item => ({
  id: 'item',
  categoryId: null,
  possible: hundredths(possible),
  gradingType: 'points',
  attemptsPolicy: 'highest',
  isExtraCredit: false,
  isOmitted: false,
  isOnline: true,
  ...more,
});
const attempt = (number: number, points: number, more: Partial<Work> & { max?: number } = {}): Work => ({
  id: `attempt-${number}`,
  number,
  submittedAt: DUE,
  dueAt: DUE,
  points: hundredths(points),
  maxPoints: hundredths(more.max ?? 100),
  isPassed: null,
  needsGrading: false,
  givenPoints: {},
  ...more,
});
const facts = (more: Partial<CellFacts>): CellFacts => ({
  work: [],
  replaced: [],
  dueAt: DUE,
  enrolledAt: ENROLLED,
  accessEndsAt: null,
  grade: null,
  ...more,
});
const grade = (score: number | null, more: Partial<NonNullable<CellFacts['grade']>> = {}): NonNullable<CellFacts['grade']> => ({
  score: score === null ? null : hundredths(score),
  isExcused: false,
  lateness: { kind: 'computed' },
  workNumber: 1,
  ...more,
});
const compute = (one: Item, given: Partial<CellFacts>, rules = policies()) => computeCell(one, facts(given), rules, NOW);
const scoreOf = (one: Item, given: Partial<CellFacts>, rules = policies()) => {
  const { score } = compute(one, given, rules);
  return score && rounded(score);
};

const daily = policies({ ratePercent: integer(10) });
test.each([
  ['10 % a day, 25 hours late, takes 200 of 1000', daily, 1000, 25, 800],
  ['with a floor of 30 %, 800 two days late loses 200', policies({ ratePercent: integer(10), floorPercent: integer(30) }), 800, 48, 600],
  ['with a floor of 30 %, 800 seven days late loses 500', policies({ ratePercent: integer(10), floorPercent: integer(30) }), 800, 7 * 24, 300],
  ['a score of 200 below the floor of 30 % loses nothing', policies({ ratePercent: integer(10), floorPercent: integer(30) }), 200, 8 * 24, 200],
  ['5 % an hour, 12 hours late, takes 600 of 1000', policies({ interval: 'hour', ratePercent: integer(5) }), 1000, 12, 400],
  ['a score never falls below 0 by lateness', daily, 500, 40 * 24, 0],
  ['a flat deduction counts once', policies({ ratePercent: integer(10), flatPercent: integer(5) }), 1000, 25, 750],
  ['work within the grace period is not late', policies({ ratePercent: integer(10), graceMinutes: 60 }), 1000, 1, 1000],
  ['after the grace period, lateness counts from the due moment', policies({ interval: 'hour', ratePercent: integer(5), graceMinutes: 90 }), 1000, 2, 900],
  ['work on the last interval keeps its deducted score', policies({ ratePercent: integer(10), zeroAfterIntervals: 2 }), 1000, 48, 800],
  ['work after the last moment scores 0', policies({ zeroAfterIntervals: 2 }), 1000, 49, 0],
  ['a policy that is switched off takes nothing', policies({ isEnabled: false, ratePercent: integer(10) }), 1000, 25, 1000],
])('%s', (_name, rules, points, hours, expected) => {
  expect(scoreOf(item(1000), { work: [attempt(1, points, { max: 1000, submittedAt: hoursLate(hours) })] }, rules)).toBe(expected);
});

test('missing work loses the share that the policy names, and 0 if it is passed or failed', () => {
  expect(scoreOf(item(100), {}, policies({}, 60))).toBe(40);
  expect(scoreOf(item(100, { gradingType: 'pass_fail' }), {}, policies({}, 60))).toBe(0);
  expect(compute(item(100), {})).toMatchObject({ state: 'missing', score: null });
});

test('work is not missing before it is due, if it was due before the learner enrolled or after their access ended, if it is not handed in online, or if its lateness is waived', () => {
  const rules = policies({}, 60);
  for (const [one, given] of [
    [item(100), { dueAt: '2026-07-01T00:00:00.000Z' }],
    [item(100), { dueAt: null }],
    [item(100), { enrolledAt: '2026-05-01T00:00:00.000Z' }],
    [item(100), { accessEndsAt: DUE }],
    [item(100, { isOnline: false }), {}],
    [item(100), { grade: grade(null, { lateness: { kind: 'waived' } }) }],
  ] as const) {
    expect(compute(one, given, rules)).toMatchObject({ state: 'not_submitted', score: null });
  }
});

test('work that came due while the learner still had access stays missing after the access has ended', () => {
  const end = new Date(Date.parse(DUE) + 1).toISOString();
  expect(compute(item(100), { accessEndsAt: end }, policies({}, 60))).toMatchObject({ state: 'missing' });
});

test('a due moment includes its whole minute, and so does the end of each late interval', () => {
  const due = '2026-03-02T23:59:00.000Z';
  expect(lateIntervals('hour', 'UTC', due, '2026-03-02T23:59:59.999Z')).toBe(0);
  expect(lateIntervals('hour', 'UTC', due, '2026-03-03T00:00:00.000Z')).toBe(1);
  expect(lateIntervals('hour', 'UTC', due, '2026-03-03T00:59:59.999Z')).toBe(1);
  expect(lateIntervals('day', 'UTC', due, '2026-03-03T23:59:59.999Z')).toBe(1);
  expect(lateIntervals('day', 'UTC', due, '2026-03-04T00:00:00.000Z')).toBe(2);
});

test('a late day ends at the same wall time on the next calendar day, also when clocks change, and a late hour is always 3,600 seconds', () => {
  const due = '2026-03-28T22:00:00.000Z'; // 23:00 in Berlin, and the clocks go forward in the night
  expect(lateIntervals('day', 'Europe/Berlin', due, '2026-03-29T21:00:00.000Z')).toBe(1);
  expect(lateIntervals('day', 'Europe/Berlin', due, '2026-03-29T21:01:00.000Z')).toBe(2);
  expect(lateIntervals('hour', 'Europe/Berlin', due, '2026-03-29T21:00:00.000Z')).toBe(23);
  const autumn = '2026-10-24T21:00:00.000Z';
  expect(lateIntervals('day', 'Europe/Berlin', autumn, '2026-10-25T22:00:00.000Z')).toBe(1);
  expect(lateIntervals('day', 'Europe/Berlin', autumn, '2026-10-25T22:01:00.000Z')).toBe(2);
});

const attempts = [attempt(1, 90, { submittedAt: hoursLate(30) }), attempt(2, 80), attempt(3, 75, { submittedAt: hoursLate(1) })];
test.each([
  ['highest', 80, 2],
  ['latest', 65, 3],
  ['first', 70, 1],
  ['average', 71.67, null],
] as const)('the %s attempt is chosen after each attempt has taken its own late deduction', (attemptsPolicy, expected, number) => {
  const result = compute(item(100, { attemptsPolicy }), { work: attempts }, daily);
  expect(result.score && rounded(result.score)).toBe(expected);
  expect(result.works.filter(({ counts }) => counts).map((one) => one.number)).toEqual(number === null ? [1, 2, 3] : [number]);
});

test('a quiz score is scaled to the points of the item without rounding', () => {
  expect(scoreOf(item(10), { work: [attempt(1, 1, { max: 3 })] })).toBe(3.33);
  expect(scoreOf(item(0.1), { work: [attempt(1, 1, { max: 3 })] })).toBe(0.03);
});

test('a quiz with an ungraded part is ungraded, and its certain points count in the final grade', () => {
  const result = compute(item(100), { work: [attempt(1, 30, { needsGrading: true })] });
  expect(result).toMatchObject({ state: 'needs_grading', score: null });
  expect(rounded(result.certain)).toBe(30);
  const latest = item(100, { attemptsPolicy: 'latest' });
  expect(scoreOf(latest, { work: [attempt(1, 30, { needsGrading: true }), attempt(2, 50)] })).toBe(50);
});

test('a pass/fail quiz gives all points or none by its own pass, and is never late', () => {
  const one = item(10, { gradingType: 'pass_fail' });
  expect(scoreOf(one, { work: [attempt(1, 69.99, { isPassed: true, submittedAt: hoursLate(50) })] }, daily)).toBe(10);
  expect(scoreOf(one, { work: [attempt(1, 69.98, { isPassed: false })] }, daily)).toBe(0);
});

test('an entered score replaces the attempts, and takes the late deduction of the work that it grades', () => {
  const work = [attempt(1, 90), attempt(2, 80, { submittedAt: hoursLate(25) })];
  expect(scoreOf(item(100), { work, grade: grade(50, { workNumber: 2 }) }, daily)).toBe(30);
  expect(scoreOf(item(100), { work, grade: grade(50, { workNumber: 2, lateness: { kind: 'waived' } }) }, daily)).toBe(50);
  expect(scoreOf(item(100), { work, grade: grade(50, { lateness: { kind: 'set', minutes: 1441 } }) }, daily)).toBe(30);
  expect(compute(item(100), { work, grade: grade(50, { workNumber: 1 }) })).toMatchObject({ isHandedInAgain: true, isEntered: true });
  expect(compute(item(100), { work, grade: grade(null, { isExcused: true, workNumber: 2 }) })).toMatchObject({ state: 'excused', score: null });
});

test('a quiz without points is graded by its pass, or if its lesson has no points either, and else only a person can score it', () => {
  const work = [attempt(1, 0, { max: 0, isPassed: true })];
  expect(compute(item(0), { work })).toMatchObject({ state: 'graded', score: ZERO });
  expect(scoreOf(item(10, { gradingType: 'pass_fail' }), { work })).toBe(10);
  expect(compute(item(10), { work })).toMatchObject({ state: 'needs_grading', score: null });
});

test('a later hand-in never scores more than an earlier one with the same points', () => {
  fc.assert(
    fc.property(
      fc.record({ rate: fc.nat(10_000), flat: fc.nat(10_000), floor: fc.nat(10_000), points: fc.nat(1_000), early: fc.nat(40_000), more: fc.nat(40_000) }),
      fc.constantFrom('hour' as const, 'day' as const),
      ({ rate, flat, floor, points, early, more }, interval) => {
        const cents = (value: number) => hundredths(value / 100);
        const rules = policies({ interval, ratePercent: cents(rate), flatPercent: cents(flat), floorPercent: cents(floor) });
        const at = (minutes: number) => scoreOf(item(10), { work: [attempt(1, points / 10, { submittedAt: hoursLate(minutes / 60) })] }, rules) as number;
        expect(at(early + more)).toBeLessThanOrEqual(at(early));
        expect(at(early + more)).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});
