import type { ReadNumber, ReadRow } from '../../../../platform/sheet-reader/sheet-reader.ts';
import type { Bubble, ChoiceBubble, Layout, NumberBubble } from '../layout/geometry.ts';
import { LIMITS, type Limits } from './limits.ts';
import type { Seen } from './measure.ts';

export type Verdict = 'marked' | 'empty' | 'uncertain';

/**
 * The confidence stated for certain rows, and for others. Of a hundred thousand rows stated to be certain, fewer than ten were wrong in drawings of all kinds.
 */
export const CERTAIN = 0.9999;
export const UNCERTAIN = 0.5;

/** An empty bubble has at most this much more, or this much less, ink beside its label than the unused bubbles of the page. */
const EMPTY_INK = { more: 0.042, less: 0.08 };
/** On most pages, bubbles with less ink than this are empty, and so show what is usual. */
const USUALLY_EMPTY = 0.06;
/** Greatest amount of ink that blur spreads from the label and the circle into an unused bubble. */
const MOST_LEAK = 0.08;
/** The label of an empty bubble is at most this much darker than the same label elsewhere on the page. */
const EMPTY_LABEL = 0.06;
/** Where printed circles are lighter than this, a pen may be too light for any stroke. */
const FAINTEST_CIRCLE = 0.085;
/** The part of the printed circle that must be seen. */
const SEEN_CIRCLE = 0.62;
/** Quantile of the darkest places of circles that look empty. An empty bubble is nowhere darker than it by the second value or more. */
const USUAL_NOISE = 0.9;
const MORE_THAN_NOISE = 0.08;
/** Quantile at which the differences of bubbles that look empty are taken as usual for a page. */
const USUAL_STRANGENESS = 0.75;
/**
 * Specks of dust and toner beyond the circle of an empty bubble cover at most `area`, of which less than `own` belongs to ink that reaches inside, in square
 * millimetres, and lie in at most `part` of the directions.
 */
const SPECKS = { area: 0.5, own: 0.15, part: 0.2 };
/** On a page where at least the first part of the circles is seen, every empty bubble shows its own; where at most the second part is seen, none does. */
const CIRCLES_SEEN = { usual: 0.6, none: 0.03 };

/** Assumed ink of the darkest place of marks while fewer than this number of rows show some. */
const USUAL_DARKEST = 0.6;
const ENOUGH_ROWS = 3;
/** Quantile of the rows that shows how dark marks are. It is high because rubbers leave traces in many rows. */
const MOST_DARK = 0.85;
/** A bubble with more ink than this was written in. */
const INKED = 0.06;
/** A full mark covers this part of its circle. */
const FULL = 0.7;
/**
 * A partly filled circle has at least this part of the ink of full marks, and the middle of its ink is at most this far off, in radii. Where most marks of the
 * page are full, it has at most this much ink beyond the circle, in square millimetres; a note that begins in the circle has more.
 */
const PATCH = { ink: 0.3, off: 0.9, beyond: 1 };
/** Most marks of a page are full if at least this part of them, and this many, are. */
const FILLED = { part: 0.7, marks: 5 };
/**
 * Beyond its circle, on sides other than that of a tail, a mark has at most `inRow` square millimetres of ink more than `times` that of the tidiest mark of
 * its row, and a full mark at most `onPage` more than `times` the median of the marks of its page, which counts as 0 for fewer marks than `fewest`. A mark with
 * more was perhaps taken back. The tails of full marks, which have at most 0.8, set these limits. Nor is a mark much lighter than the darkest of its row: its
 * darkest place has at least `lighter` times the ink.
 */
const UNTIDY = { inRow: 0.5, onPage: 1, times: 1.5, lighter: 0.8, fewest: 5 };
/** Ink in at least this part of the directions is that of a blot, not of a line through it. */
const SURROUNDED = 0.7;
/**
 * A second mark between two circles moves the middle of a full mark by more than `off` radii, and adds more than `beyond` square radii of ink in between
 * `least` and `most` of the directions. A tail is thinner.
 */
const LUMP = { off: 0.5, beyond: 0.35, least: 0.12, most: 0.4 };
/** The paper around a circle that something surrounds is at least this dark. */
const INKED_AROUND = 0.08;
/**
 * A mark has a place that is at least this much darker than most empty circles, or differs at least this much more than most of them from others with its
 * label.
 */
const NOISE = { darkest: 0.05, strange: 0.03 };
/** A tail leaves more ink beyond its circle than this, in square radii. */
const SEEN_TAIL = 0.1;
/** The ends of a line lie in fewer of the directions than this. */
const FEW = 0.3;
/** In a row without a mark, empty circles differ by at most this much ink, and the strangest from the next by at most this much. */
const OUTLIER = { ink: 0.03, strange: 0.05, times: 1.8 };
/** What a rubber leaves beside a mark is at most this part of it. */
const REMNANT = { ink: 0.3, darkest: 0.5 };

/** The properties that the bubbles of one page share. */
interface PageLook {
  readonly limits: Limits;
  /** The ink that is seen in unused bubbles, beside their labels. */
  readonly paper: number;
  /** The ink of each label, and the ink that blur spreads from the label and the circle into the rest of an empty bubble. */
  readonly label: ReadonlyMap<string, number>;
  readonly leak: ReadonlyMap<string, number>;
  /** The ink of the line of printed circles. */
  readonly circle: number;
  readonly circles: 'seen' | 'none' | 'some';
  /** Whether labels are seen, which are lighter than any mark should be. */
  readonly showsLight: boolean;
  /** Whether circles are so faint that a light pen may not be seen. */
  readonly isFaint: boolean;
  /** The darkness of most empty circles at their darkest place, caused by noise and by the letter. */
  readonly noise: number;
  /** How much most empty circles, and their surroundings, differ from others with the same label. */
  readonly strange: number;
  readonly ringed: number;
  /** The darkness of the marks of the page at their darkest place. */
  readonly darkest: number;
  /** The most ink beside its label that an empty bubble has. */
  readonly mostInk: number;
  /** Whether most marks fill their circle. */
  readonly isFilled: boolean;
}

interface Judged<B extends Bubble> {
  bubble: B;
  seen: Seen;
  verdict: Verdict;
}

const median = (values: readonly number[]): number => quantile(values, 0.5);
const quantile = (values: readonly number[], part: number): number => [...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? 0;
const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** Judges the rows of a page, and the number that is bubbled on it, from what is seen. */
export function judgePage(
  layout: Layout,
  seen: { rows: readonly Seen[]; number: readonly Seen[] },
  isPrinted: (bubble: Bubble) => boolean,
  limits: Limits = LIMITS,
): { rows: ReadRow[]; number: ReadNumber } {
  const paper = within(median(seen.number.map(({ ink }) => ink)), -0.02, MOST_LEAK);
  const rowOf = ({ row }: ChoiceBubble) => row;
  const columnOf = ({ column }: NumberBubble) => column;
  const grid = lookOfPage(layout.number_grid.bubbles, seen.number, columnOf, paper, limits);
  const printed = layout.bubbles.flatMap((bubble, index) => (isPrinted(bubble) ? [{ bubble, look: seen.rows[index] as Seen }] : []));
  const [bubbles, looks] = [printed.map(({ bubble }) => bubble), printed.map(({ look }) => look)];
  const page = withGrid(lookOfPage(bubbles, looks, rowOf, paper, limits), grid, bubbles.length < layout.bubbles.length);
  const rows = judgeLines(bubbles, looks, rowOf, page);
  for (const row of rows.values()) if (row.every(({ verdict }) => verdict !== 'marked')) doubtOutliers(row, page);
  const isBlankSeen = showsBlanks(page, [...rows.values()].flat());
  // Where no circle is printed, a mark still counts, and anything else means nothing.
  layout.bubbles.forEach((bubble, index) => {
    const look = seen.rows[index] as Seen;
    if (isPrinted(bubble) || !isMarked(bubble, look, page)) return;
    const one = { bubble, seen: look, verdict: 'marked' as const };
    rows.set(bubble.row, [...(rows.get(bubble.row) ?? []), one]);
  });
  const columns = judgeLines(layout.number_grid.bubbles, seen.number, columnOf, grid);
  return { rows: rowsOf(layout, rows, isBlankSeen), number: numberOf(layout, columns, isBlankSeen || !grid.isFaint) };
}

/** On a page that lacks some circles, treats them as not visible only if the number grid shows none either: a few rows may all lie where none can be seen. */
const withGrid = (page: PageLook, grid: PageLook, isShort: boolean): PageLook =>
  isShort && page.circles === 'none' && grid.circles !== 'none' ? { ...page, circles: 'some' } : page;

/** Whether rows without a mark are blank. On a page without any marks, they may be too faint to be seen. */
function showsBlanks({ showsLight, isFaint, limits: { solid } }: PageLook, judged: readonly Judged<Bubble>[]): boolean {
  const inks = judged.flatMap(({ verdict, seen }) => (verdict === 'marked' ? [seen.ink] : []));
  return inks.length > 0 && ((showsLight && !isFaint) || (inks.length >= solid.rows && quantile(inks, solid.part) >= solid.ink));
}

function lookOfPage<B extends Bubble>(bubbles: readonly B[], looks: readonly Seen[], line: (bubble: B) => number, paper: number, limits: Limits): PageLook {
  const clear = bubbles.flatMap((bubble, index) => {
    const seen = looks[index] as Seen;
    return Math.abs(seen.ink - paper) < USUALLY_EMPTY && seen.beyond.stray < SPECKS.area ? [{ bubble, seen }] : [];
  });
  const circled = clear.filter(({ seen }) => seen.circle.part >= SEEN_CIRCLE);
  const part = clear.length ? circled.length / clear.length : 0;
  const byLabel = Map.groupBy(circled, ({ bubble }) => bubble.label);
  const usualOf = (ink: (seen: Seen) => number) =>
    [...byLabel].map(([label, alike]): [string, number] => [
      label,
      quantile(
        alike.map(({ seen }) => ink(seen)),
        0.25,
      ),
    ]);
  const usual = usualOf(({ label }) => label);
  const middle = median(usual.map(([, ink]) => ink));
  const circle = median(circled.map(({ seen }) => seen.circle.ink));
  // Labels are printed lighter than circles, and all alike.
  const most = Math.min(1.7 * middle + 0.02, 0.7 * circle + 0.02);
  const rows = new Map<number, number>();
  bubbles.forEach((bubble, index) => {
    const { ink, darkest, cover } = looks[index] as Seen;
    if (ink - paper > INKED && cover > 0.1) rows.set(line(bubble), Math.max(rows.get(line(bubble)) ?? 0, darkest));
  });
  const inked = looks.filter(({ ink, darkest }) => ink - paper > INKED && darkest > limits.markDarkest);
  const full = inked.filter(({ cover }) => cover >= FULL);
  const dark = [...rows.values()].filter((level) => level > limits.markDarkest);
  const usualMark = quantile(
    full.map(({ ink }) => ink - paper),
    0.25,
  );
  return {
    limits,
    paper,
    label: new Map(usual.map(([label, ink]) => [label, Math.min(ink, most)])),
    // Limited to the ink in the number grid, because most of a column may be faintly marked.
    leak: new Map(usualOf(({ ink }) => ink).map(([label, ink]) => [label, Math.min(ink, paper)])),
    circle,
    noise: quantile(
      circled.map(({ seen }) => seen.darkest),
      USUAL_NOISE,
    ),
    strange: quantile(
      circled.map(({ seen }) => seen.strange),
      USUAL_STRANGENESS,
    ),
    ringed: quantile(
      circled.map(({ seen }) => seen.ringed),
      USUAL_STRANGENESS,
    ),
    showsLight: middle > limits.light * circle,
    isFaint: circled.length > 0 && circle < FAINTEST_CIRCLE,
    circles: part >= CIRCLES_SEEN.usual ? 'seen' : part <= CIRCLES_SEEN.none ? 'none' : 'some',
    darkest: dark.length < ENOUGH_ROWS ? USUAL_DARKEST : quantile(dark, MOST_DARK),
    mostInk: full.length < ENOUGH_ROWS ? EMPTY_INK.more : Math.min(EMPTY_INK.more, limits.lighterThanMarks * usualMark),
    isFilled: full.length >= FILLED.marks && full.length >= FILLED.part * inked.length,
  };
}

function verdictOf(bubble: Bubble, seen: Seen, page: PageLook): Verdict {
  if (isPerhapsMeant(seen, page.limits)) return 'uncertain';
  if (isMarked(bubble, seen, page)) return 'marked';
  return isEmpty(bubble, seen, page) ? 'empty' : 'uncertain';
}

/** Whether ink beside or around a bubble may be meant for it, whatever is in the bubble. */
const isPerhapsMeant = ({ hasMarkBeside, isEnclosed }: Seen, limits: Limits): boolean => hasMarkBeside || (limits.enclosed && isEnclosed);

function isMarked(bubble: Bubble, seen: Seen, page: PageLook): boolean {
  const { ink, darkest, cover, directions, beyond, arms, through, runsOn } = seen;
  const { limits } = page;
  if (runsOn || darkest < Math.max(limits.markDarkest, limits.asDarkAsOthers * page.darkest)) return false;
  if (isNoise(seen, page)) return false;
  if (cover < FULL) return isStroke(seen, page);
  if (hasLump(bubble, seen) || isRinged(bubble, seen, limits)) return false;
  const isThrough = through >= limits.through * ink || (beyond.opposite > limits.opposite && (arms > 1 || directions < FEW));
  return ink >= limits.even * cover * page.darkest && (directions >= SURROUNDED || !isThrough);
}

/** Whether a circle is hardly darker than nearly all empty circles, and shows nothing that most of them do not have. */
const isNoise = ({ darkest, strange }: Seen, page: PageLook): boolean =>
  darkest < page.noise + NOISE.darkest && strange < page.limits.differs.times * page.strange + NOISE.strange;

const hasLump = ({ radius }: Bubble, { directions, beyond, off }: Seen): boolean =>
  directions > LUMP.least && directions < LUMP.most && off > LUMP.off && beyond.own > LUMP.beyond * radius ** 2;

const isRinged = ({ radius }: Bubble, { ringed, around, beyond }: Seen, { ringedMark }: Limits): boolean =>
  ringed > ringedMark && around > INKED_AROUND && beyond.own < radius ** 2;

/** Whether ink is that of a tick, a cross or a partly filled circle. */
function isStroke({ ink, beyond, arms, through, span, off }: Seen, page: PageLook): boolean {
  const { stroke, through: mostThrough } = page.limits;
  if (span < stroke.least || span > stroke.most || beyond.stray >= stroke.beside) return false;
  if (arms <= 2 && through > mostThrough * ink) return false;
  if (ink >= PATCH.ink * page.darkest) return off <= PATCH.off && !(page.isFilled && beyond.own > PATCH.beyond);
  return !page.isFilled && ink - page.paper >= stroke.ink && off <= stroke.off;
}

/** Whether nothing but the print is seen, and the print is seen as on the rest of the page. */
function isEmpty(bubble: Bubble, { ink, darkest, label, circle, beyond, directions, span, runsOn, strange, ringed }: Seen, page: PageLook): boolean {
  const { limits } = page;
  const more = ink - (page.leak.get(bubble.label) ?? page.paper);
  if (more > page.mostInk || -more > EMPTY_INK.less || beyond.own + beyond.stray > SPECKS.area || directions > SPECKS.part) return false;
  if (page.circles === 'none') return circle.part < 0.3 && Math.abs(label) < EMPTY_LABEL;
  return (
    page.circles === 'seen' &&
    !runsOn &&
    span < limits.mostSpan &&
    beyond.own < SPECKS.own &&
    darkest < page.noise + MORE_THAN_NOISE &&
    strange < limits.differs.times * page.strange + limits.differs.strange &&
    ringed < limits.differs.times * page.ringed + limits.differs.ringed &&
    circle.part >= SEEN_CIRCLE &&
    circle.ink < limits.circleDrawn.times * page.circle + limits.circleDrawn.more &&
    label - (page.label.get(bubble.label) ?? 0) < EMPTY_LABEL
  );
}

/** Judges the bubbles of each row or column together: beside a mark, a trace counts as erased. */
function judgeLines<B extends Bubble>(bubbles: readonly B[], looks: readonly Seen[], line: (bubble: B) => number, page: PageLook): Map<number, Judged<B>[]> {
  const judged = bubbles.map((bubble, index): Judged<B> => ({ bubble, seen: looks[index] as Seen, verdict: verdictOf(bubble, looks[index] as Seen, page) }));
  const passing = judged.filter(({ seen }) => seen.runsOn);
  for (const one of judged)
    if (
      one.verdict === 'marked' &&
      one.seen.cover < FULL &&
      passing.some((other) => distanceOf(one.bubble, other.bubble) < page.limits.beside * one.bubble.radius)
    )
      one.verdict = 'uncertain';
  const lines = Map.groupBy(judged, ({ bubble }) => line(bubble));
  const all = judged.filter(({ verdict }) => verdict === 'marked').map(({ seen }) => seen.beyond.across);
  const usual = UNTIDY.onPage + UNTIDY.times * (all.length < UNTIDY.fewest ? 0 : median(all));
  for (const together of lines.values()) {
    const marks = together.filter(({ verdict }) => verdict === 'marked');
    if (marks.length === 0) continue;
    const tidiest = tidiestOf(marks.map(({ seen }) => seen));
    for (const one of marks) if (isUntidy(one, tidiest, page.limits) || (one.seen.cover >= FULL && one.seen.beyond.across > usual)) one.verdict = 'uncertain';
    const [ink, darkest] = [Math.min(...marks.map(({ seen }) => seen.ink)), Math.min(...marks.map(({ seen }) => seen.darkest))];
    for (const one of together) if (one.verdict === 'uncertain' && isRemnant(one.seen, ink, darkest, page.limits)) one.verdict = 'empty';
  }
  return lines;
}

/**
 * Doubts any circle that differs much more than the others in a row without a mark, because it was perhaps marked faintly. Columns of digits are not checked
 * like this, because they are long and have specks of dust.
 */
function doubtOutliers<B extends Bubble>(row: readonly Judged<B>[], page: PageLook): void {
  const inks = row.map(({ bubble, seen }) => seen.ink - (page.leak.get(bubble.label) ?? page.paper));
  const usual = median(inks);
  const strange = row.map(({ seen }) => seen.strange).sort((a, b) => b - a);
  const most = Math.max(OUTLIER.strange + (strange[1] ?? 0), OUTLIER.times * (strange[1] ?? 0));
  row.forEach((one, index) => {
    if (one.verdict === 'empty' && ((inks[index] as number) > usual + OUTLIER.ink || one.seen.strange > most)) one.verdict = 'uncertain';
  });
}

const distanceOf = (one: Bubble, other: Bubble): number => Math.hypot(one.x - other.x, one.y - other.y);

const tidiestOf = (marks: readonly Seen[]): Pick<Seen, 'directions' | 'darkest' | 'span'> & { across: number } => ({
  span: Math.min(...marks.map(({ span }) => span)),
  across: Math.min(...marks.map(({ beyond }) => beyond.across)),
  directions: Math.min(...marks.map(({ directions }) => directions)),
  darkest: Math.max(...marks.map(({ darkest }) => darkest)),
});

function isUntidy({ bubble, seen }: Judged<Bubble>, tidiest: ReturnType<typeof tidiestOf>, { faintAround, longer }: Limits): boolean {
  const { beyond, directions, darkest, span, cover } = seen;
  const all = beyond.own + beyond.stray;
  const isFaint = all < SEEN_TAIL * bubble.radius ** 2;
  return (
    beyond.across > UNTIDY.inRow + UNTIDY.times * tidiest.across ||
    directions > faintAround.most + tidiest.directions ||
    (directions > faintAround.few + tidiest.directions && (beyond.across > faintAround.part * all || isFaint)) ||
    (cover >= FULL && span > longer + tidiest.span && isFaint) ||
    darkest < UNTIDY.lighter * tidiest.darkest
  );
}

function isRemnant(seen: Seen, ofMark: number, darkestOfMark: number, limits: Limits): boolean {
  const { ink, darkest, label, circle, beyond, runsOn, strange } = seen;
  return (
    Math.abs(ink) < REMNANT.ink * ofMark &&
    Math.max(darkest, label) < REMNANT.darkest * darkestOfMark &&
    strange < limits.erased * darkestOfMark &&
    circle.part >= SEEN_CIRCLE &&
    beyond.own + beyond.stray < SPECKS.area &&
    !runsOn &&
    !isPerhapsMeant(seen, limits)
  );
}

function rowsOf(layout: Layout, rows: ReadonlyMap<number, readonly Judged<ChoiceBubble>[]>, showsBlank: boolean): ReadRow[] {
  return Array.from({ length: layout.rows }, (_, index) => {
    const judged = rows.get(index + 1) ?? [];
    const isBlank = judged.every(({ verdict }) => verdict === 'empty');
    const choices = (which: Verdict) => judged.flatMap(({ bubble, verdict }) => (verdict === which ? [bubble.choice] : []));
    return readRow(index + 1, choices('marked'), isBlank && !showsBlank ? choices('empty') : choices('uncertain'));
  });
}

export const readRow = (row: number, marked: number[], doubtful: number[]): ReadRow => ({
  row,
  marked,
  doubtful,
  state: doubtful.length ? 'unclear' : 'clear',
  confidence: doubtful.length ? UNCERTAIN : CERTAIN,
});

/**
 * Returns the bubbled number. Blank columns after the last digit do not count; a blank column before it, or a column with two digits, is unclear.
 * @param showsBlank whether a column without a mark is blank
 */
export function numberOf(
  { number_grid }: Layout,
  columns: ReadonlyMap<number, readonly { bubble: NumberBubble; verdict: Verdict }[]>,
  showsBlank = true,
): ReadNumber {
  let digits = '';
  let isCertain = true;
  const marks: string[] = [];
  for (let column = 1; column <= number_grid.columns; column += 1) {
    const judged = columns.get(column) ?? [];
    const marked = judged.filter(({ verdict }) => verdict === 'marked');
    const isClear = judged.every(({ verdict }) => verdict !== 'uncertain') && (marked.length === 1 || (marked.length === 0 && showsBlank));
    isCertain &&= isClear;
    digits += isClear ? (marked[0]?.bubble.digit ?? ' ') : '?';
    marks.push(marked.map(({ bubble }) => bubble.digit).join(''));
  }
  return { digits: digits.trimEnd().replaceAll(' ', '?'), marks, confidence: isCertain ? CERTAIN : UNCERTAIN };
}
