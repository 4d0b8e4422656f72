import type { CellResult, Item } from './cell.ts';
import { type DropRules, keptItems, pointsOf, type Scored } from './drop.ts';
import { asPercent, compare, type Fraction, integer, isZero, over, plus, sum, times, ZERO } from './fraction.ts';

export interface Category {
  id: string;
  /** Percent of the course's grade. Ignored unless categories are weighted. */
  weight: Fraction;
  dropLowest: number;
  dropHighest: number;
  /** Ids of items that are never dropped. */
  neverDrop: ReadonlySet<string>;
}

export interface Cell {
  item: Item;
  result: CellResult;
}

/** The sums of one category or of the course. */
export interface Total {
  score: Fraction;
  possible: Fraction;
  /** Percent; null if there are no points. */
  percent: Fraction | null;
}

export interface Grade extends Total {
  categories: Map<string | null, Total>;
  /** Ids of the items that a drop rule leaves out. */
  dropped: Set<string>;
}

type View = 'current' | 'final';

interface Counted extends Scored {
  id: string;
}

/**
 * Computes the grade of a learner in the course. The current grade ignores ungraded work, and the final one counts it as 0, or as the points that are
 * already certain. Excused work and items that are left out of the grade are in neither.
 *
 * With weights, a category without points drops out, weights that add up to less than 100 are scaled up, and those above 100 give more than 100 percent. Items
 * without a category then have no weight.
 */
export function computeGrade(cells: readonly Cell[], categories: readonly Category[], isWeighted: boolean, view: View): Grade {
  const groups = new Map<string | null, Counted[]>(categories.map(({ id }) => [id, []]));
  for (const cell of cells) {
    const counted = countedIn(cell, view);
    if (!counted) continue;
    const key = groups.has(cell.item.categoryId) ? cell.item.categoryId : null;
    groups.set(key, [...(groups.get(key) ?? []), counted]);
  }
  const dropped = new Set<string>();
  const totals = new Map<string | null, Total>();
  for (const [id, items] of groups) {
    const kept = keptItems(items, rulesOf(categories.find((category) => category.id === id)));
    for (const item of items) if (!kept.has(item)) dropped.add(item.id);
    totals.set(id, totalOf([...kept]));
  }
  const course = totalSum([...totals.values()]);
  return { ...course, percent: isWeighted ? weighted(categories, totals) : course.percent, categories: totals, dropped };
}

function countedIn({ item, result }: Cell, view: View): Counted | null {
  if (item.isOmitted || result.state === 'excused') return null;
  const score = result.score ?? (view === 'final' ? result.certain : null);
  return score === null ? null : { id: item.id, score, possible: item.possible, isExtraCredit: item.isExtraCredit };
}

const rulesOf = (category: Category | undefined): DropRules<Counted> => ({
  dropLowest: category?.dropLowest ?? 0,
  dropHighest: category?.dropHighest ?? 0,
  isKeptAlways: ({ id }) => category?.neverDrop.has(id) ?? false,
});

const totalOf = (items: readonly Scored[]): Total => withPercent(sum(items.map(({ score }) => score)), items.map(pointsOf).reduce(plus, ZERO));
const totalSum = (totals: readonly Total[]): Total => withPercent(sum(totals.map(({ score }) => score)), sum(totals.map(({ possible }) => possible)));
const withPercent = (score: Fraction, possible: Fraction): Total => ({ score, possible, percent: isZero(possible) ? null : asPercent(score, possible) });

const HUNDRED = integer(100);

function weighted(categories: readonly Category[], totals: ReadonlyMap<string | null, Total>): Fraction | null {
  const counted = categories.flatMap(({ id, weight }) => {
    const percent = totals.get(id)?.percent;
    return percent ? [{ weight, percent }] : [];
  });
  const weights = sum(counted.map(({ weight }) => weight));
  if (isZero(weights)) return null;
  const points = sum(counted.map(({ weight, percent }) => times(weight, percent)));
  return over(points, compare(weights, HUNDRED) < 0 ? weights : HUNDRED);
}
