import type { Bubble, ChoiceBubble, Layout } from '../layout/geometry.ts';

export interface Darkness {
  readonly id: string;
  readonly darkness: number;
}

export interface JudgedRow {
  row: number;
  /** Choices that are marked for certain, ascending. */
  marked: number[];
  state: 'clear' | 'unclear';
  /** The probability that this is what the learner meant. */
  confidence: number;
  /** Choices that may or may not be marked. */
  doubtful: number[];
}

/** Below this the reading of a row goes to a person. */
export const LEAST_CONFIDENCE = 0.99;

export interface JudgedBubble<B extends Bubble> {
  bubble: B;
  isMarked: boolean;
  /** The probability that `isMarked` is right. */
  confidence: number;
}

/** What the bubbles of one page have in common. */
interface PageStyle {
  /** The darkness of an empty bubble with this label: a copying machine may turn grey letters black. */
  readonly empty: ReadonlyMap<string, number>;
  /** The darkness of the page's own marks, beyond that of empty bubbles. */
  readonly mark: number;
  /** Empty bubbles are hardly ever darker than this. */
  readonly noise: number;
}

/** The mark expected before any is seen, and for how many seen ones that expectation stands. */
const USUAL_MARK = 0.8;
const EXPECTED = 2;
/** An empty bubble is never believed to be darker than this. */
const DARKEST_LABEL = 0.35;
/** A darkness this much times that at which a mark is as likely as none makes it almost certain. */
const STEEPNESS = 14;
/** Rubbers leave less than this, and thin ticks more. */
const USUAL_EVEN = 0.105;
const LEAST_EVEN = 0.05;
/**
 * Beside a full mark, a trace this part as dark is as likely a second mark as what was erased before. Where it would be a mark
 * if it stood alone, nobody knows.
 */
const BESIDE_MARK = 0.3;
/** Nothing is more certain than this: a paper may have been meant otherwise than it looks. */
const MOST_CONFIDENCE = 0.99999;

/** Judges which bubbles of a page are marked. `darkness` is 0 for paper and 1 for a bubble full of the ink of the sheet's own marks. */
export function judgeMarks(layout: Layout, bubbles: readonly Darkness[]): { rows: JudgedRow[] } {
  const judged = judgeChoices(layout, bubbles);
  const rows = Array.from({ length: layout.rows }, (_, index): JudgedRow => {
    const inRow = judged.filter(({ bubble }) => bubble.row === index + 1);
    const doubtful = inRow.filter(({ confidence }) => confidence < LEAST_CONFIDENCE).map(({ bubble }) => bubble.choice);
    return {
      row: index + 1,
      marked: inRow.filter(({ isMarked, confidence }) => isMarked && confidence >= LEAST_CONFIDENCE).map(({ bubble }) => bubble.choice),
      state: doubtful.length ? 'unclear' : 'clear',
      confidence: Math.min(...inRow.map(({ confidence }) => confidence)),
      doubtful,
    };
  });
  return { rows };
}

/** The bubbled number. Blank columns after the last digit do not count; one before it, or one with two digits, is unclear. */
export function judgeNumber(layout: Layout, bubbles: readonly Darkness[]): { digits: string; confidence: number } {
  const darkness = darknessById(bubbles);
  const judged = judgeBubbles(layout.number_grid.bubbles, ({ column }) => column, darkness, styleOf(layout, darkness));
  let digits = '';
  let confidence = 1;
  for (let column = 1; column <= layout.number_grid.columns; column += 1) {
    const inColumn = judged.filter(({ bubble }) => bubble.column === column);
    const marked = inColumn.filter(({ isMarked }) => isMarked);
    confidence = Math.min(confidence, ...inColumn.map((one) => one.confidence));
    const isClear = inColumn.every((one) => one.confidence >= LEAST_CONFIDENCE) && marked.length < 2;
    digits += isClear ? (marked[0]?.bubble.digit ?? ' ') : '?';
  }
  return { digits: digits.trimEnd().replaceAll(' ', '?'), confidence };
}

/** Judges the bubbles of one field. `row` tells which of them stand together, because a trace beside a full mark is something else than one alone. */
export function judgeBubbles<B extends Bubble>(
  bubbles: readonly B[],
  row: (bubble: B) => number,
  darkness: ReadonlyMap<string, number>,
  style: PageStyle,
): JudgedBubble<B>[] {
  const inks = bubbles.map((bubble) => inkOf(bubble, darkness, style));
  const darkest = new Map<number, number>();
  bubbles.forEach((bubble, index) => {
    darkest.set(row(bubble), Math.max(darkest.get(row(bubble)) ?? 0, inks[index] as number));
  });
  return bubbles.map((bubble, index) => {
    const ink = inks[index] as number;
    const [alone, beside] = evenInks(ink, darkest.get(row(bubble)) ?? 0, style);
    const isMarked = ink > beside;
    const probability = isMarked ? probabilityOf(ink, beside) : Math.max(0.5, 1 - probabilityOf(ink, alone));
    return { bubble, isMarked, confidence: Math.min(MOST_CONFIDENCE, probability) };
  });
}

/** The probability that this much ink is a mark, if that of `even` is as likely one as not. */
function probabilityOf(ink: number, even: number): number {
  const odds = ((ink + 0.02) / (even + 0.02)) ** STEEPNESS;
  return odds / (1 + odds);
}

/** The ink at which a mark is as likely as none, if it stands alone, and where it stands. */
function evenInks(ink: number, darkest: number, { mark, noise }: PageStyle): [alone: number, here: number] {
  const alone = Math.max(Math.min(USUAL_EVEN, 0.5 * mark), 2 * noise, LEAST_EVEN);
  return [alone, darkest > 0.6 * mark && ink < 0.7 * darkest ? Math.max(alone, BESIDE_MARK * mark) : alone];
}

const inkOf = (bubble: Bubble, darkness: ReadonlyMap<string, number>, { empty }: Pick<PageStyle, 'empty'>): number => {
  const ofLabel = empty.get(bubble.label) ?? 0;
  return Math.max(0, ((darkness.get(bubble.id) ?? 0) - ofLabel) / (1 - ofLabel));
};

const quantile = (values: readonly number[], part: number): number => [...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? 0;

/** Learns from all bubbles of a page what empty ones and marks look like on it. Far more bubbles are empty than marked. */
export function styleOf({ bubbles, number_grid }: Layout, darkness: ReadonlyMap<string, number>): PageStyle {
  const all = [...bubbles, ...number_grid.bubbles];
  const byLabel = Map.groupBy(all, ({ label }) => label);
  const empty = new Map(
    [...byLabel].map(([label, alike]) => [
      label,
      quantile(
        alike.map(({ id }) => darkness.get(id) ?? 0),
        0.3,
      ),
    ]),
  );
  const usual = quantile([...empty.values()], 0.5);
  // Where nearly all learners' rows have the same answer, its bubbles are compared with those of other labels.
  for (const [label, level] of empty) empty.set(label, Math.min(level, 1.6 * usual + 0.05, DARKEST_LABEL));
  const inks = all.map((bubble) => inkOf(bubble, darkness, { empty }));
  const noise = quantile(inks, 0.7);
  const marks = inks.filter((ink) => ink > Math.max(0.1, 4 * noise));
  const known = marks.length / (marks.length + EXPECTED);
  return { empty, noise, mark: known * quantile(marks, 0.5) + (1 - known) * USUAL_MARK };
}

export const darknessById = (bubbles: readonly Darkness[]): Map<string, number> => new Map(bubbles.map(({ id, darkness }) => [id, darkness]));

/** Judges the rows of a layout, or with `judgeNumber` its number grid. */
export function judgeChoices(layout: Layout, bubbles: readonly Darkness[]): JudgedBubble<ChoiceBubble>[] {
  const darkness = darknessById(bubbles);
  return judgeBubbles(layout.bubbles, ({ row }) => row, darkness, styleOf(layout, darkness));
}
