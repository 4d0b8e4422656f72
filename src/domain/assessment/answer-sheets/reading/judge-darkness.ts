import type { ReadNumber, ReadRow } from '../../../../platform/sheet-reader/sheet-reader.ts';
import type { Bubble, Layout } from '../layout/geometry.ts';
import { isShown, type ShownCircles } from '../layout/shown.ts';
import { numberOf, readRow, type Verdict } from './judge-marks.ts';

/** The darkness of a bubble as measured by a device: 0 is the paper beside it, 1 the black of the print. */
export interface Darkness {
  readonly id: string;
  readonly darkness: number;
}

/** An empty bubble is darker than its label by less than this. */
const EMPTY = 0.06;
/** A mark is darker than its label by more than this, and than this part of the darkest mark of its row. */
const MARK = 0.4;
const BESIDE_MARK = 0.55;
/** Beside a mark, ink lighter than this part of the mark was erased. */
const REMNANT = 0.15;
/** A printed label is never assumed to be darker than this; usually it is at most this many times as dark as those of the number grid, and a little more. */
const DARKEST_LABEL = 0.25;
const OF_OTHER_LABELS = { times: 1.6, more: 0.03 };

/**
 * Judges the darkness that a device measured. A number says less than a picture: only bubbles that are clearly dark are marked, and only those that are as
 * light as print without a mark are empty. Copying machines make labels darker, and the number grid, most of which nobody fills, shows by how much.
 * @param shown the circles that the page shows
 */
export function judgeDarkness(layout: Layout, bubbles: readonly Darkness[], shown: ShownCircles = null): { rows: ReadRow[]; number: ReadNumber } {
  const printed = layout.bubbles.filter((bubble) => isShown(bubble, shown));
  const darkness = new Map(bubbles.map(({ id, darkness }) => [id, darkness]));
  const lightest = (alike: readonly Bubble[]) => Math.min(DARKEST_LABEL, ...alike.map(({ id }) => darkness.get(id) ?? 0));
  const digits = [...Map.groupBy(layout.number_grid.bubbles, ({ label }) => label)].map(([label, alike]): [string, number] => [label, lightest(alike)]);
  const most = OF_OTHER_LABELS.times * (digits.map(([, level]) => level).sort((a, b) => a - b)[digits.length >> 1] ?? 0) + OF_OTHER_LABELS.more;
  const letters = [...Map.groupBy(printed, ({ label }) => label)].map(([label, alike]): [string, number] => [label, Math.min(most, lightest(alike))]);
  const labels = new Map([...digits, ...letters]);
  const inkOf = ({ id, label }: Bubble) => (darkness.get(id) ?? 0) - (labels.get(label) ?? 0);
  const judge = <B extends Bubble>(together: readonly B[]): { bubble: B; verdict: Verdict }[] => {
    const darkest = Math.max(...together.map(inkOf));
    return together.map((bubble) => ({ bubble, verdict: verdictOf(inkOf(bubble), darkest) }));
  };
  const rows = [...Map.groupBy(layout.bubbles, ({ row }) => row)].map(([row, together]) => {
    const judged = judge(together.filter((bubble) => isShown(bubble, shown)));
    const choices = (which: Verdict) => judged.flatMap(({ bubble, verdict }) => (verdict === which ? [bubble.choice] : []));
    // A mark counts even where no circle is printed.
    const stray = together.filter((bubble) => !isShown(bubble, shown) && (darkness.get(bubble.id) ?? 0) >= MARK).map(({ choice }) => choice);
    return readRow(row, [...choices('marked'), ...stray], choices('uncertain'));
  });
  const columns = [...Map.groupBy(layout.number_grid.bubbles, ({ column }) => column)].map(([column, together]) => [column, judge(together)] as const);
  return { rows, number: numberOf(layout, new Map(columns)) };
}

function verdictOf(ink: number, darkest: number): Verdict {
  if (ink >= Math.max(MARK, BESIDE_MARK * darkest)) return 'marked';
  const isBesideMark = darkest >= MARK;
  return ink < (isBesideMark ? Math.max(EMPTY, REMNANT * darkest) : EMPTY) ? 'empty' : 'uncertain';
}
