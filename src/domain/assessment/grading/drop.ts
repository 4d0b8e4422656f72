import { compare, type Fraction, minus, over, plus, sum, times, ZERO } from './fraction.ts';

/** A scored item of a category, in the order of the course. */
export interface Scored {
  score: Fraction;
  possible: Fraction;
  /** Whether the item is extra credit, which adds its score but not its points, and is never dropped. */
  isExtraCredit: boolean;
}

export interface DropRules<T> {
  dropLowest: number;
  dropHighest: number;
  isKeptAlways: (item: T) => boolean;
}

/** Returns the points that an item adds to the maximum. */
export const pointsOf = ({ possible, isExtraCredit }: Scored): Fraction => (isExtraCredit ? ZERO : possible);

/**
 * Returns the items that count in a category. As in Canvas, the set with the best ratio is kept first, and from it the set with the worst, so that the ratio of
 * the whole set decides, not the percentage of each item. The best set for the category need not be the best for a course without weights. Of items that are
 * equally good for the category, those with the most points are dropped, and of equal ones the earlier. Items without points count like extra credit and are
 * never dropped.
 */
export function keptItems<T extends Scored>(items: readonly T[], { dropLowest, dropHighest, isKeptAlways }: DropRules<T>): Set<T> {
  const canDrop = items.filter((item) => pointsOf(item).part > 0n && !isKeptAlways(item));
  const droppable = new Set(canDrop);
  const always = items.filter((item) => !droppable.has(item));
  const lowest = Math.min(dropLowest, Math.max(0, canDrop.length - 1));
  const highest = lowest + dropHighest >= canDrop.length ? 0 : dropHighest;
  const best = keep(canDrop, always, canDrop.length - lowest, 1);
  return new Set([...always, ...keep(best, always, canDrop.length - lowest - highest, -1)]);
}

/**
 * Keeps the `count` items that, together with those that are always kept, have the best ratio (`sign` 1) or the worst (-1). Dinkelbach's method: for the
 * ratio of a set, the items with the largest score - ratio x points make a set with a better ratio, or the ratio is the best.
 */
function keep<T extends Scored>(items: readonly T[], always: readonly Scored[], count: number, sign: 1 | -1): T[] {
  if (count >= items.length) return [...items];
  let kept = items.slice(-count);
  for (let ratio = ratioOf([...kept, ...always]); ; ) {
    const values = items.map((item, place) => ({ item, place, value: minus(item.score, times(ratio, item.possible)) }));
    values.sort((a, b) => sign * compare(b.value, a.value) || compare(a.item.possible, b.item.possible) || b.place - a.place);
    kept = values.slice(0, count).map(({ item }) => item);
    const next = ratioOf([...kept, ...always]);
    if (sign * compare(next, ratio) <= 0) return kept;
    ratio = next;
  }
}

function ratioOf(items: readonly Scored[]): Fraction {
  const points = items.map(pointsOf).reduce(plus, ZERO);
  return over(sum(items.map(({ score }) => score)), points);
}
