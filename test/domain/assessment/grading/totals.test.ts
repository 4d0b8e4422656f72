import fc from 'fast-check';
import type { CellResult, Item } from '../../../../src/domain/assessment/grading/cell.ts';
import { hundredths, integer, over, rounded, ZERO } from '../../../../src/domain/assessment/grading/fraction.ts';
import { type Category, type Cell, computeGrade } from '../../../../src/domain/assessment/grading/totals.ts';

interface Given {
  score: number | null;
  possible: number;
  category?: string | null;
  isExcused?: boolean;
  isOmitted?: boolean;
  isExtraCredit?: boolean;
  certain?: number;
}

const cell = ({ score, possible, category = 'a', certain = 0, ...more }: Given, index: number): Cell => ({
  item: {
    id: String(index),
    categoryId: category,
    possible: hundredths(possible),
    gradingType: 'points',
    attemptsPolicy: 'highest',
    isExtraCredit: more.isExtraCredit ?? false,
    isOmitted: more.isOmitted ?? false,
    isOnline: true,
  } satisfies Item,
  result: {
    state: more.isExcused ? 'excused' : score === null ? 'not_submitted' : 'graded',
    score: score === null || more.isExcused ? null : hundredths(score),
    certain: hundredths(certain),
    works: [],
    late: null,
    isEntered: false,
    isMissing: false,
    isHandedInAgain: false,
  } satisfies CellResult,
});
const category = (id: string, weight = 0, more: Partial<Category> = {}): Category => ({
  id,
  weight: hundredths(weight),
  dropLowest: 0,
  dropHighest: 0,
  neverDrop: new Set(),
  ...more,
});
const grade = (given: readonly Given[], categories: Category[] = [category('a')], isWeighted = false, view: 'current' | 'final' = 'current') => {
  const { percent, dropped } = computeGrade(given.map(cell), categories, isWeighted, view);
  return { percent: percent && rounded(percent), dropped: [...dropped] };
};
const percent = (...args: Parameters<typeof grade>) => grade(...args).percent;
const of = (score: number | null, possible: number, more: Partial<Given> = {}): Given => ({ score, possible, ...more });

test('the current grade ignores ungraded work, and the final grade counts it as 0 or as its certain points', () => {
  const given = [of(5, 10), of(null, 10)];
  expect(percent(given)).toBe(50);
  expect(percent(given, [category('a')], false, 'final')).toBe(25);
  expect(percent([of(5, 10), of(null, 10, { certain: 3 })], [category('a')], false, 'final')).toBe(40);
});

test('excused and omitted items are in neither grade', () => {
  const given = [of(5, 10), of(0, 90, { isOmitted: true }), of(null, 90, { isExcused: true })];
  expect(percent(given)).toBe(50);
  expect(percent(given, [category('a')], false, 'final')).toBe(50);
});

const [one, two] = ['a', 'b'] as const;
test.each([
  ['50/40, with nothing graded in the second', [of(10, 10), of(null, 10, { category: two })], [50, 40], 100, 55.56],
  ['50/60, both full', [of(10, 10), of(10, 10, { category: two })], [50, 60], 110, 110],
  ['9/10 and 20/40 at 50/50', [of(9, 10), of(20, 40, { category: two })], [50, 50], 70, 70],
  ['a category without points', [of(5, 10), of(3, 0, { category: two })], [50, 50], 50, 50],
  ['only extra credit in a category', [of(5, 10), of(3, 10, { category: two, isExtraCredit: true })], [50, 50], 50, 50],
  ['items without a category', [of(5, 10), of(10, 10, { category: null })], [50, 50], 50, 50],
] as const)('weights: %s', (_name, given, [first, second], current, final) => {
  const categories = [category(one, first), category(two, second)];
  expect(percent(given, categories, true)).toBe(current);
  expect(percent(given, categories, true, 'final')).toBe(final);
});

test('without weights, the points of all categories are added up', () => {
  expect(percent([of(9, 10), of(20, 40, { category: two })], [category(one), category(two)])).toBe(58);
});

test('extra credit adds its score and not its points, and is never dropped', () => {
  expect(percent([of(8, 10), of(3, 5, { isExtraCredit: true })])).toBe(110);
  const rules = [category('a', 0, { dropLowest: 1 })];
  expect(grade([of(8, 10), of(9, 10), of(0, 5, { isExtraCredit: true })], rules)).toEqual({ percent: 90, dropped: ['0'] });
});

test('nothing to grade gives no grade', () => {
  expect(percent([])).toBeNull();
  expect(percent([of(null, 10)], [category('a', 100)], true)).toBeNull();
});

test.each([
  ['the best set is not the one without the lowest percentages', [of(80, 100), of(2, 2), of(17, 20)], 1, 0, 100 * (19 / 22), ['0']],
  ['of equal items, the earlier one is dropped', [of(5, 10), of(5, 10), of(9, 10)], 1, 0, 70, ['0']],
  ['dropping as many as there are keeps one', [of(5, 10), of(9, 10)], 5, 0, 90, ['0']],
  ['dropping everything from both ends drops no highest', [of(5, 10), of(9, 10)], 1, 1, 90, ['0']],
  ['the best set is kept first, and from it the worst', [of(2, 10), of(7, 20), of(7, 10)], 1, 1, 35, ['0', '2']],
  ['so that a better third score can lower the grade', [of(2, 10), of(7, 20), of(10, 10)], 1, 1, 20, ['1', '2']],
])('drop rules: %s', (_name, given, dropLowest, dropHighest, expected, dropped) => {
  const result = grade(given, [category('a', 0, { dropLowest, dropHighest })]);
  expect(result.percent).toBeCloseTo(expected, 2);
  expect(result.dropped).toEqual(dropped);
});

test('of items that are equally bad, the one with the most points is dropped, in whatever order they were entered', () => {
  const rules = [category('a', 0, { dropLowest: 1 }), category('b')];
  const bonus = of(1, 1, { category: 'b' });
  for (const given of [
    [of(0, 1), of(0, 2), bonus],
    [of(0, 2), of(0, 1), bonus],
  ])
    expect(grade(given, rules).percent).toBe(50);
});

test('an item on the never-drop list is kept and still decides which others are dropped', () => {
  expect(grade([of(1, 10), of(5, 10), of(9, 10)], [category('a', 0, { dropLowest: 1, neverDrop: new Set(['0']) })])).toEqual({ percent: 50, dropped: ['1'] });
});

test('numbers are rounded half up once, at the end', () => {
  expect(rounded(over(integer(93825), integer(1000)))).toBe(93.83);
  expect(rounded(over(integer(79135), integer(1000)))).toBe(79.14);
  expect(rounded(over(integer(-125), integer(1000)))).toBe(-0.12);
  expect(rounded(over(integer(-126), integer(1000)))).toBe(-0.13);
  expect(rounded(ZERO)).toBe(0);
});

const anyGiven = fc.record({ score: fc.option(fc.nat(30)), possible: fc.nat(20), category: fc.constantFrom('a', 'b', null), isExtraCredit: fc.boolean() });
const anyRules = fc.record({ weights: fc.tuple(fc.nat(80), fc.nat(80)), dropLowest: fc.nat(3), isWeighted: fc.boolean() });
const rulesFor = ({ weights, dropLowest }: { weights: readonly [number, number]; dropLowest: number }, dropHighest = 0) =>
  weights.map((weight, index) => category(index === 0 ? 'a' : 'b', weight, { dropLowest, dropHighest }));

test('a better score never lowers the grade of its category or a weighted grade, unless highest scores are dropped', () => {
  fc.assert(
    fc.property(fc.array(anyGiven, { minLength: 1, maxLength: 8 }), anyRules, fc.nat(7), fc.integer({ min: 1, max: 9 }), (given, rules, at, more) => {
      const place = at % given.length;
      const better = given.map((each, index) => (index === place && each.score !== null ? { ...each, score: each.score + more } : each));
      for (const view of ['current', 'final'] as const) {
        const [before, after] = [given, better].map((all) => {
          const { percent: whole, categories } = computeGrade(all.map(cell), rulesFor(rules), rules.isWeighted, view);
          return [...[...categories.values()].map((one) => one.percent), ...(rules.isWeighted ? [whole] : [])];
        });
        before?.forEach((one, index) => {
          const other = after?.[index] ?? null;
          expect(other === null).toBe(one === null);
          if (one && other) expect(rounded(other)).toBeGreaterThanOrEqual(rounded(one));
        });
      }
    }),
  );
});

test('without weights, dropping what is worst for a category can lower the grade of the course', () => {
  const rules = [category('a', 0, { dropLowest: 1 }), category('b')];
  const given = (score: number) => [of(score, 100), of(4, 10), of(100, 100, { category: 'b' })];
  expect(grade(given(39), rules)).toEqual({ percent: 94.55, dropped: ['0'] });
  expect(grade(given(41), rules)).toEqual({ percent: 70.5, dropped: ['1'] });
});

test('the order in which items were entered never matters to the grade', () => {
  fc.assert(
    fc.property(fc.array(anyGiven, { maxLength: 8 }), anyRules, fc.nat(2), (given, rules, dropHighest) => {
      const all = given.map(cell);
      const percentOf = (cells: Cell[]) => {
        const { percent: exact } = computeGrade(cells, rulesFor(rules, dropHighest), rules.isWeighted, 'current');
        return exact && rounded(exact);
      };
      if (dropHighest === 0) expect(percentOf([...all].reverse())).toBe(percentOf(all));
    }),
  );
});

test('excusing a learner from an item equals removing the item', () => {
  fc.assert(
    fc.property(fc.array(anyGiven, { minLength: 1, maxLength: 8 }), anyRules, fc.nat(2), fc.nat(7), (given, rules, dropHighest, at) => {
      const place = at % given.length;
      const excused = given.map((each, index) => ({ ...each, isExcused: index === place }));
      for (const view of ['current', 'final'] as const) {
        const categories = rulesFor(rules, dropHighest);
        expect(percent(excused, categories, rules.isWeighted, view)).toBe(
          percent(
            given.filter((_each, index) => index !== place),
            categories,
            rules.isWeighted,
            view,
          ),
        );
      }
    }),
  );
});

test('the set that a drop rule keeps is as good as the best of all sets', () => {
  const graded = fc.record({ score: fc.nat(30), possible: fc.integer({ min: 1, max: 20 }) });
  fc.assert(
    fc.property(fc.array(graded, { minLength: 2, maxLength: 7 }), fc.integer({ min: 1, max: 3 }), (given, dropLowest) => {
      const kept = Math.max(1, given.length - dropLowest);
      const ratios = subsets(given, kept).map(
        (set) => set.reduce((total, { score }) => total + score, 0) / set.reduce((total, { possible }) => total + possible, 0),
      );
      expect(percent(given, [category('a', 0, { dropLowest })])).toBeCloseTo(Math.max(...ratios) * 100, 1);
    }),
  );
});

function subsets<T>(list: readonly T[], size: number): T[][] {
  if (size === 0) return [[]];
  return list.flatMap((first, index) => subsets(list.slice(index + 1), size - 1).map((rest) => [first, ...rest]));
}
