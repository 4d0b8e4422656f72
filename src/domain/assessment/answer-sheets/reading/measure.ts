import type { GreyImage } from '../../../../platform/images/photo.ts';
import type { Bubble, ChoiceBubble, Frame, Layout } from '../layout/geometry.ts';
import type { Bend } from './bend.ts';
import { brightnessAt } from './brightness.ts';
import { type Area, type InkMap, inkMapOf } from './ink-map.ts';
import { Paper } from './paper.ts';
import { PIXELS_PER_MM } from './straighten.ts';
import { type Strangeness, strangenessOf } from './strangeness.ts';
import { type Placed, STROKE, type Stroke, Strokes } from './strokes.ts';
import { SECTORS, type Zones, zonesOf } from './zones.ts';

/** The measurements in the window around a bubble. Ink is 0 for paper and 1 for the black of the print. */
export interface Seen {
  readonly id: string;
  /** The mean ink within the circle beside the label, beyond that of the paper around. */
  readonly ink: number;
  /** The ink of the darkest twentieth of the same points. */
  readonly darkest: number;
  /** The part of the points within the circle that have at least half of the darkest ink. */
  readonly cover: number;
  /** The mean ink where the label is printed. */
  readonly label: number;
  /** The part of the printed circle that is seen, and the ink of its line. */
  readonly circle: { readonly part: number; readonly ink: number };
  /** The difference between the ink of the paper around and that of the paper of the page. */
  readonly around: number;
  /**
   * Square millimetres of ink beyond the circle: the bubble's own ink, ink that belongs to no bubble, the part of both that does not lie on the side with most
   * of it, and the most that lies in each of two opposite directions, as that of a line through the bubble does.
   */
  readonly beyond: { readonly own: number; readonly stray: number; readonly across: number; readonly opposite: number };
  /** The part of the directions in which there is some ink beyond the circle, however faint. */
  readonly directions: number;
  /** Number of parts in which the ink beyond the circle surrounds it: a blot or a tail is one, the arms of a cross are several. */
  readonly arms: number;
  /** The most ink that lies next to the circle on each of two opposite sides, as left by a line through it. */
  readonly through: number;
  /** The width or height of its ink, and the distance of the ink's middle from that of the circle, in radii. */
  readonly span: number;
  readonly off: number;
  /** Whether its ink continues to other bubbles, or farther from the circle than a mark does. */
  readonly runsOn: boolean;
  /** Whether ink that resembles a mark and belongs to no bubble lies beside it, in its row. */
  readonly hasMarkBeside: boolean;
  /** Whether ink of no bubble, or of other bubbles, surrounds it. */
  readonly isEnclosed: boolean;
  /** How much darker it is than empty bubbles with the same label: at its strangest place, and beyond the circle in at least half of the directions. */
  readonly strange: number;
  readonly ringed: number;
}

export interface Quality {
  /** Standard deviation of the blur, in millimetres. */
  readonly blur: number;
  /** How much darker than paper the print is, 0 to 1. */
  readonly contrast: number;
}

/** Measures the bubbles of a straightened page against its own paper and print. */
export class PageInk {
  readonly #page: GreyImage;
  readonly #paper: Paper;
  readonly #black: number;
  readonly quality: Quality;

  constructor(page: GreyImage, frame: Frame, cells: readonly boolean[]) {
    this.#page = page;
    this.#paper = new Paper(page);
    const printed = frame.code_cells.filter(({ bit }) => cells[bit]).map(({ x, y }) => this.#reflectance(x, y));
    this.#black = printed.sort((a, b) => a - b)[Math.floor(printed.length / 2)] ?? 0;
    this.quality = { blur: blurOf(page, frame, cells), contrast: 1 - this.#black };
  }

  /**
   * Looks at the window around each bubble.
   * @param first the number of the first row of the page
   */
  look(layout: Layout, bend: Bend, isPrinted: (bubble: Bubble) => boolean, first: number): { rows: Seen[]; number: Seen[] } {
    return { rows: this.#lookAt(layout.bubbles, bend, isPrinted, first), number: this.#lookAt(layout.number_grid.bubbles, bend, isPrinted, first) };
  }

  #lookAt(bubbles: readonly Bubble[], bend: Bend, isPrinted: (bubble: Bubble) => boolean, first: number): Seen[] {
    const area = areaOf(this.#page, bubbles);
    const map = inkMapOf(this.#page, area, this.#paper, this.#black);
    const zones = zonesOf(bubbles, map.width);
    const placed = bubbles.map((bubble): Placed => {
      const [dx, dy] = bend(bubble.x, bubble.y);
      const [x, y] = [Math.round((bubble.x + dx) * PIXELS_PER_MM) - area.left, Math.round((bubble.y + dy) * PIXELS_PER_MM) - area.top];
      const at = y * map.width + x;
      return { at: isPrinted(bubble) ? onCircle(map, at, zones(bubble)) : at, zones: zones(bubble) };
    });
    const printed = placed.filter((_, index) => isPrinted(bubbles[index] as Bubble));
    const numbers = numberAreas(map, bubbles, placed, first);
    const strokes = new Strokes(map, placed, numbers);
    const cores = placed.map((one) => coreOf(map, one));
    const isBlot = cores.map(({ cover, darkest }) => cover > BLOT.cover && darkest > BLOT.ink);
    const compared = bubbles.map((bubble, index) => ({
      label: isPrinted(bubble) ? bubble.label : null,
      at: (placed[index] as Placed).at,
      core: cores[index] as Core,
    }));
    const marked = besideMarks(map, strokes, bubbles, placed, writtenOn(map, numbers));
    const enclosed = enclosedBy(map, strokes, placed);
    const joined = joinedMarks(map, bubbles, placed, cores);
    const field: Field = { map, placed, strokes, isBlot, line: Math.max(LINE.least, LINE.part * usualLine(map, printed)) };
    const strange = strangenessOf(map, compared, bubbles[0]?.radius ?? 0, (index, point) => isOfAnotherAt(field, index, point));
    return bubbles.map(({ id }, index) => {
      const core = cores[index] as Core;
      const surroundings = surroundingsOf(field, index, core.around);
      const runsOn = surroundings.runsOn || joined.has(index);
      return {
        id,
        ...core,
        ...surroundings,
        runsOn,
        circle: circleOf(field, index),
        hasMarkBeside: marked.has(index),
        isEnclosed: enclosed.has(index),
        ...(strange[index] as Strangeness),
      };
    });
  }

  #reflectance(x: number, y: number): number {
    const [px, py] = [x * PIXELS_PER_MM, y * PIXELS_PER_MM];
    return brightnessAt(this.#page, px, py) / this.#paper.at(px, py);
  }
}

/** Greatest distance that a mark reaches from the centre of its circle, in radii. */
const LONGEST_MARK = 2.4;
/** The part of the points within a circle that is lighter than its darkest place. */
const DARKEST = 0.95;
/** Where the paper around a bubble differs by more than this, its lightest quarter counts as the paper. */
const EVEN_PAPER = 0.06;
/** The paper around a bubble is never assumed to be darker or lighter than this. */
const MOST_AROUND = 0.12;
/** Mean ink beyond a circle above which there is ink in a direction. */
const STRAY = 0.05;
/** Ink beyond a circle that is more than faint. */
const ARM = 0.12;
/** Points of noisy paper are this many times darker than their mean, which is above 0 because the lighter ones count as paper. */
const NOISE = 2;
/** The contrast of the line of a circle that is seen: at least this part of what is usual on the page, and more than noise. */
const LINE = { part: 0.4, least: 0.02 };
/** A circle is looked for up to this far from its place, in points. */
const SHIFT = 2;
/** A circle with fewer uncovered directions than this is not seen. */
const FEWEST_DIRECTIONS = 6;
/** Ink of no bubble that is like that of a mark: its area, its size, and how far from a bubble it still lies in its row, in radii. */
const LOOSE = { area: 1, size: 4, across: 4.5, down: 1.2 };
/** Greatest width of a ring around a circle, in radii. */
const RING = 9;
/** Number of directions that make up one side. */
const SIDE = 4;
/** A direction with fewer visible points than this is ignored. */
const FEWEST_POINTS = 8;
/** Width of the area around the circles of a field that is examined. */
const WINDOW_MM = 6;
/** Additional width on the right, where a mark may stand beside the last circle of a row. */
const RIGHT_MM = 4;
/** Position of the printed number of a row, leftwards from its first circle, in millimetres. */
const NUMBER_GAP_MM = 1.2;
/** Width of a digit, and of what is left free beside the number, where a bend of the page may move it. Every number has room for two digits at least. */
const DIGIT_MM = 2.1;
const NUMBER_BESIDE_MM = 1.1;
const NUMBER_HALF_MM = 1.6;
/** Ink written on a number crosses the edge of its area over more than this, in millimetres; noise and the digits of copies cross less. */
const ENTERED_MM = 1.7;

/** The bubbles of a field at the places where they are seen, and the ink on the field. */
interface Field {
  readonly map: InkMap;
  readonly placed: readonly Placed[];
  readonly strokes: Strokes;
  /** Whether each bubble is covered by ink. */
  readonly isBlot: readonly boolean[];
  /** The contrast above which the line of a circle is seen. */
  readonly line: number;
}

/** A bubble with more than this is covered, for whatever reason. */
const BLOT = { cover: 0.85, ink: 0.3 };
/** More blots than this that run into each other are a line that strikes them out. */
const MOST_BLOTS = 6;
/**
 * A line or an arrow between two marks whose circles are mostly covered: it has some ink all the way, and is narrower than blots that run into each other, in
 * radii. In a row, an arrow may end a little before the mark next to it; marks of two rows lie nearer.
 */
const BRIDGE = { cover: 0.65, dark: 0.3, ink: 0.12, width: 1, from: 1.25, fromInRow: 1.45, longest: 4.5 };

/** Returns the part of a page with these bubbles and their windows. */
function areaOf({ width, height }: GreyImage, bubbles: readonly Bubble[]): Area {
  const [xs, ys] = [bubbles.map(({ x }) => x), bubbles.map(({ y }) => y)];
  const edge = WINDOW_MM + (bubbles[0]?.radius ?? 0);
  const points = (mm: number, most: number) => Math.max(0, Math.min(most - 1, Math.round(mm * PIXELS_PER_MM)));
  return {
    left: points(Math.min(...xs) - edge, width),
    right: points(Math.max(...xs) + edge + RIGHT_MM, width),
    top: points(Math.min(...ys) - edge, height),
    bottom: points(Math.max(...ys) + edge, height),
  };
}

/** Returns the areas in which the numbers of the rows are printed. */
function numberAreas({ width }: InkMap, bubbles: readonly Bubble[], placed: readonly Placed[], first: number): Area[] {
  return bubbles.flatMap((bubble, index) => {
    if (!('choice' in bubble) || bubble.choice !== 1) return [];
    const { at } = placed[index] as Placed;
    const [x, y] = [at % width, Math.floor(at / width)];
    const right = x - Math.round((bubble.radius + NUMBER_GAP_MM) * PIXELS_PER_MM);
    const half = Math.round(NUMBER_HALF_MM * PIXELS_PER_MM);
    const digits = Math.max(2, `${first + (bubble as ChoiceBubble).row - 1}`.length);
    return [{ left: Math.max(0, Math.round(right - (NUMBER_BESIDE_MM + digits * DIGIT_MM) * PIXELS_PER_MM)), right, top: y - half, bottom: y + half }];
  });
}

/** Returns the index near a bubble's place at which the printed circle is clearest. */
function onCircle({ width, ink }: InkMap, at: number, { circle }: Zones): number {
  let best = { contrast: LINE.least, at };
  for (let dy = -SHIFT; dy <= SHIFT; dy += 1) {
    for (let dx = -SHIFT; dx <= SHIFT; dx += 1) {
      const centre = at + dy * width + dx;
      let contrast = -0.01 * (Math.abs(dx) + Math.abs(dy));
      for (const sector of circle) contrast += contrastOf(ink, centre, sector) / SECTORS;
      if (contrast > best.contrast) best = { contrast, at: centre };
    }
  }
  return best.at;
}

/** Returns how much darker the line is than the paper on its two sides. */
function contrastOf(ink: Float32Array, at: number, sector: Int32Array): number {
  let contrast = 0;
  for (let index = 0; index < sector.length; index += 4) {
    const inner = ink[at + (sector[index] as number)] as number;
    const outer = ink[at + (sector[index + 1] as number)] as number;
    const within = ink[at + (sector[index + 2] as number)] as number;
    const beyond = ink[at + (sector[index + 3] as number)] as number;
    contrast += (inner > outer ? inner : outer) - (within + beyond) / 2;
  }
  return (4 * contrast) / sector.length;
}

type Core = Pick<Seen, 'ink' | 'darkest' | 'cover' | 'label' | 'around'>;

/** Returns the median contrast of the circles of a field. */
function usualLine({ ink }: InkMap, placed: readonly Placed[]): number {
  const lines = placed.map(({ at, zones }) => zones.circle.reduce((total, sector) => total + contrastOf(ink, at, sector), 0) / SECTORS);
  return lines.sort((a, b) => a - b)[Math.floor(lines.length / 2)] as number;
}

function coreOf({ ink }: InkMap, { at, zones }: Placed): Core {
  const around = aroundOf(zones.outside.filter(({ length }) => length >= FEWEST_POINTS).map((steps) => meanOf(ink, at, steps)));
  const darkest = darkestOf(ink, at, zones.moat) - around;
  let covered = 0;
  for (let index = 0; index < zones.core.length; index += 1) if ((ink[at + (zones.core[index] as number)] as number) - around > darkest / 2) covered += 1;
  return {
    ink: meanOf(ink, at, zones.moat) - around,
    darkest,
    cover: covered / zones.core.length,
    label: meanOf(ink, at, zones.label) - around,
    around,
  };
}

const LEVELS = new Uint16Array(64);

/** Returns the ink of the darkest points, except for the few that are darker still, to a fiftieth. */
function darkestOf(ink: Float32Array, at: number, steps: Int32Array): number {
  const levels = LEVELS.fill(0);
  for (let index = 0; index < steps.length; index += 1) {
    const level = (50 * (ink[at + (steps[index] as number)] as number)) | 0;
    const within = level < 0 ? 0 : level > 63 ? 63 : level;
    levels[within] = (levels[within] as number) + 1;
  }
  let left = Math.floor(steps.length * (1 - DARKEST));
  let level = 63;
  while (level > 0 && left >= (levels[level] as number)) {
    left -= levels[level] as number;
    level -= 1;
  }
  return level / 50;
}

function meanOf(ink: Float32Array, at: number, steps: Int32Array): number {
  let total = 0;
  for (let index = 0; index < steps.length; index += 1) total += ink[at + (steps[index] as number)] as number;
  return total / (steps.length || 1);
}

/**
 * Returns the ink of the paper around a bubble from its means in several directions. The averages of opposite directions are all alike, both in even light and
 * at the edge of a shadow.
 */
function aroundOf(sectors: readonly number[]): number {
  const half = sectors.length / 2;
  const pairs = sectors.length === SECTORS ? sectors.slice(0, half).map((level, index) => (level + (sectors[index + half] as number)) / 2) : sectors;
  const isEven = Math.max(...pairs) - Math.min(...pairs) <= EVEN_PAPER;
  const light = isEven ? pairs : [...sectors].sort((a, b) => a - b).slice(0, Math.max(1, Math.floor(sectors.length / 4)));
  const mean = light.reduce((total, level) => total + level, 0) / (light.length || 1);
  return Math.max(-MOST_AROUND, Math.min(MOST_AROUND, mean));
}

/** Measures the ink beyond the circle, without that of marks of other bubbles that reach here, and whether the bubble's own ink continues. */
function surroundingsOf(field: Field, index: number, around: number): Pick<Seen, 'beyond' | 'directions' | 'arms' | 'through' | 'span' | 'off' | 'runsOn'> {
  const { map, strokes } = field;
  const { at, zones } = field.placed[index] as Placed;
  let [own, stray, directions] = [0, 0, 0];
  const least = STROKE + NOISE * Math.max(0, around);
  const sides: number[] = [];
  for (const sector of zones.outside) {
    const before = own + stray;
    let total = 0;
    let count = 0;
    for (const step of sector) {
      const stroke = (map.ink[at + step] as number) > least ? strokes.at(at + step) : undefined;
      if (stroke?.bubbles.includes(index)) own += 1;
      else if (stroke) {
        if (isOfAnother(field, index, stroke, at + step)) continue;
        stray += 1;
      }
      total += (map.ink[at + step] as number) - around;
      count += 1;
    }
    if (count >= FEWEST_POINTS && total / count > STRAY) directions += 1;
    sides.push(own + stray - before);
  }
  const near = zones.near.map((steps) => (steps.length > 0 ? meanOf(map.ink, at, steps) - around : 0));
  const arms = near.filter((level, sector) => level > ARM && (near.at(sector - 1) as number) <= ARM).length;
  const through = Math.max(...near.slice(SECTORS / 2).map((level, sector) => Math.min(level, near[sector] as number)));
  return {
    beyond: {
      own: own / PIXELS_PER_MM ** 2,
      stray: stray / PIXELS_PER_MM ** 2,
      across: acrossOf(sides) / PIXELS_PER_MM ** 2,
      opposite: oppositeOf(sides) / PIXELS_PER_MM ** 2,
    },
    directions: directions / SECTORS,
    arms,
    through,
    ...extentOf(field, index),
  };
}

/** Returns the ink that does not lie on the side with most of it: a tail lies on one side, a line through a circle on two. */
function acrossOf(sides: readonly number[]): number {
  const half = sides.map((_, sector) => {
    let sum = 0;
    for (let next = 0; next < SIDE; next += 1) sum += sides[(sector + next) % sides.length] as number;
    return sum;
  });
  return sides.reduce((total, ink) => total + ink, 0) - Math.max(...half);
}

/** Returns the most ink that lies in each of two opposite directions. A direction is wide enough for a line that does not pass through the middle. */
function oppositeOf(sides: readonly number[]): number {
  const wide = sides.map((ink, sector) => ink + (sides.at(sector - 1) as number) + (sides[(sector + 1) % sides.length] as number));
  return Math.max(...wide.slice(SECTORS / 2).map((ink, sector) => Math.min(ink, wide[sector] as number)));
}

/**
 * Returns the circles of rows that are near ink that belongs to no circle but has the size of a mark, or near ink written on the number of a row. Number grids
 * are left out, because digits are printed beside them.
 */
function besideMarks({ width }: InkMap, strokes: Strokes, bubbles: readonly Bubble[], placed: readonly Placed[], written: readonly Area[]): Set<number> {
  const radius = (bubbles[0]?.radius ?? 0) * PIXELS_PER_MM;
  const isLoose = ({ left, right, top, bottom, area, bubbles: owners }: Stroke) =>
    owners.length === 0 && area >= LOOSE.area * radius ** 2 && Math.max(right - left, bottom - top) <= LOOSE.size * radius;
  const loose = strokes.all.filter(isLoose).map(({ left, right, top, bottom }) => ({ x: (left + right) / 2, y: (top + bottom) / 2, half: 0 }));
  const onNumbers = written.map(({ left, right, top, bottom }) => ({ x: (left + right) / 2, y: (top + bottom) / 2, half: (right - left) / 2 }));
  const beside = new Set<number>();
  for (const { x, y, half } of [...loose, ...onNumbers]) {
    placed.forEach(({ at }, index) => {
      if (!('choice' in (bubbles[index] as Bubble))) return;
      const [dx, dy] = [Math.abs((at % width) - x) - half, Math.abs(Math.floor(at / width) - y)];
      if (dx < LOOSE.across * radius && dy < LOOSE.down * radius) beside.add(index);
    });
  }
  return beside;
}

/** Returns the circles surrounded by ink that is not their own, at most as far away as a ring that somebody draws in a hurry. */
function enclosedBy({ width }: InkMap, strokes: Strokes, placed: readonly Placed[]): Set<number> {
  const radius = (placed[0]?.zones.radius ?? 0) * PIXELS_PER_MM;
  const rings = strokes.all.filter(
    ({ left, right, top, bottom }) => Math.min(right - left, bottom - top) > 2 * radius && Math.max(right - left, bottom - top) < RING * radius,
  );
  const enclosed = new Set<number>();
  for (const { left, right, top, bottom, bubbles } of rings) {
    placed.forEach(({ at }, index) => {
      const [x, y] = [at % width, Math.floor(at / width)];
      if (!bubbles.includes(index) && Math.min(x - left, right - x, y - top, bottom - y) > 0.9 * radius) enclosed.add(index);
    });
  }
  return enclosed;
}

/** Returns the areas of the numbers that ink enters from outside, as no digit does. */
function writtenOn(map: InkMap, numbers: readonly Area[]): Area[] {
  return numbers.filter((area) => enteredBy(map, area) > ENTERED_MM * PIXELS_PER_MM);
}

/** Counts the points at the edge of an area with ink on both sides of it, except for the edge next to the circles, whose marks may reach there. */
function enteredBy({ width, ink }: InkMap, { left, right, top, bottom }: Area): number {
  const isInk = (x: number, y: number) => (ink[y * width + x] as number) > STROKE;
  let points = 0;
  for (let x = left; x <= right; x += 1) points += Number(isInk(x, top) && isInk(x, top - 1)) + Number(isInk(x, bottom) && isInk(x, bottom + 1));
  for (let y = top; y <= bottom; y += 1) points += Number(left > 0 && isInk(left, y) && isInk(left - 1, y));
  return points;
}

/** Returns how much of the printed circle is seen, where it is not covered by the mark of another bubble. */
function circleOf(field: Field, index: number): Seen['circle'] {
  const { at, zones } = field.placed[index] as Placed;
  let [seen, open, line] = [0, 0, 0];
  for (const sector of zones.circle) {
    const point = at + (sector[sector.length - 1] as number);
    if (isOfAnotherAt(field, index, point)) continue;
    const contrast = contrastOf(field.map.ink, at, sector);
    open += 1;
    line += contrast;
    if (contrast > field.line) seen += 1;
  }
  return open < FEWEST_DIRECTIONS ? { part: 0, ink: 0 } : { part: seen / open, ink: line / open };
}

function isOfAnotherAt(field: Field, index: number, point: number): boolean {
  const stroke = field.strokes.at(point);
  return stroke !== undefined && !stroke.bubbles.includes(index) && isOfAnother(field, index, stroke, point);
}

/** Whether ink at this point belongs to the mark of another bubble: a mark that does not enclose this bubble, or blots that run into each other. */
function isOfAnother({ map: { width }, placed, isBlot }: Field, index: number, { left, right, top, bottom, bubbles }: Stroke, point: number): boolean {
  const { at, zones } = placed[index] as Placed;
  const [x, y] = [at % width, Math.floor(at / width)];
  const longest = LONGEST_MARK * zones.radius * PIXELS_PER_MM;
  const [px, py] = [point % width, Math.floor(point / width)];
  if (bubbles.length > 1) return bubbles.every((owner) => isBlot[owner]) && bubbles.some((owner) => isWithin(placed[owner] as Placed, width, px, py, longest));
  const encloses = left < x && x < right && top < y && y < bottom;
  return bubbles.length === 1 && !encloses && right - left < 2 * longest && bottom - top < 2 * longest;
}

function isWithin({ at }: Placed, width: number, x: number, y: number, reach: number): boolean {
  return (x - (at % width)) ** 2 + (y - Math.floor(at / width)) ** 2 < reach ** 2;
}

/** Returns how far the ink of a bubble spans, and whether it continues to others, or farther than a mark does. Some blots may run into each other. */
function extentOf({ map: { width }, placed, strokes, isBlot }: Field, index: number): Pick<Seen, 'span' | 'off' | 'runsOn'> {
  const { at, zones } = placed[index] as Placed;
  const radius = zones.radius * PIXELS_PER_MM;
  let known: Stroke | undefined;
  const [x, y] = [at % width, Math.floor(at / width)];
  let [span, off, goesOn] = [0, 0, false];
  for (const step of zones.core) {
    const stroke = strokes.at(at + step);
    if (!stroke || stroke === known) continue;
    known = stroke;
    const { left, right, top, bottom, bubbles } = stroke;
    const owners = bubbles.length > 0 ? bubbles : [index];
    const [xs, ys] = [owners.map((one) => (placed[one] as Placed).at % width), owners.map((one) => Math.floor((placed[one] as Placed).at / width))];
    const reach = Math.max(Math.min(...xs) - left, right - Math.max(...xs), Math.min(...ys) - top, bottom - Math.max(...ys));
    const size = (Math.max(right - left, bottom - top) + 1) / radius;
    if (size > span) [span, off] = [size, Math.hypot((left + right) / 2 - x, (top + bottom) / 2 - y) / radius];
    goesOn ||= reach > LONGEST_MARK * radius || (owners.length > 1 && (owners.length > MOST_BLOTS || !owners.every((one) => isBlot[one])));
  }
  return { span, off, runsOn: goesOn };
}

/** Returns the marks of rows that a line joins to a neighbouring mark. The line may be lighter than a stroke, because blur and low resolution lighten it. */
function joinedMarks(map: InkMap, bubbles: readonly Bubble[], placed: readonly Placed[], cores: readonly Core[]): Set<number> {
  const joined = new Set<number>();
  const rowOf = (index: number) => (bubbles[index] as ChoiceBubble).row;
  const marks = bubbles.flatMap((bubble, index) => {
    const { cover, darkest } = cores[index] as Core;
    return 'choice' in bubble && cover > BRIDGE.cover && darkest > BRIDGE.dark ? [index] : [];
  });
  marks.forEach((one, place) => {
    const { at, zones } = placed[one] as Placed;
    const radius = zones.radius * PIXELS_PER_MM;
    for (const other of marks.slice(place + 1)) {
      const to = (placed[other] as Placed).at;
      const [dx, dy] = [(to % map.width) - (at % map.width), Math.floor(to / map.width) - Math.floor(at / map.width)];
      const distance = Math.hypot(dx, dy);
      if (distance > BRIDGE.longest * radius) continue;
      const around = ((cores[one] as Core).around + (cores[other] as Core).around) / 2;
      const from = Math.min(distance / 2 - 1, radius * (rowOf(one) === rowOf(other) ? BRIDGE.fromInRow : BRIDGE.from));
      if (isBridged(map, at, [dx / distance, dy / distance], [from, distance - from], radius, around)) joined.add(one).add(other);
    }
  });
  return joined;
}

/** Whether there is a line between two circles in this direction: some ink at each point of the way, but not much at its middle. */
function isBridged(
  { width, ink }: InkMap,
  at: number,
  [dx, dy]: readonly [number, number],
  [from, to]: readonly [number, number],
  radius: number,
  around: number,
): boolean {
  const levelAt = (along: number, across: number) =>
    (ink[at + Math.round(dy * along + dx * across) * width + Math.round(dx * along - dy * across)] as number) - around;
  let wide = 0;
  for (let across = -radius; across <= radius; across += 1) if (levelAt((from + to) / 2, across) > STROKE) wide += 1;
  if (wide >= BRIDGE.width * radius) return false;
  for (let along = from; along <= to; along += 1) {
    let most = 0;
    for (let across = -radius; across <= radius; across += 1)
      most = Math.max(most, (levelAt(along, across - 1) + levelAt(along, across) + levelAt(along, across + 1)) / 3);
    if (most < BRIDGE.ink) return false;
  }
  return true;
}

/** Returns the blur of the edges between black and white cells, from the steepest change of brightness on them. */
function blurOf(page: GreyImage, { code_cells, cell_size }: Frame, cells: readonly boolean[]): number {
  const slopes: number[] = [];
  code_cells.forEach((cell, index) => {
    const next = code_cells[index + 1];
    if (!next || next.y !== cell.y || cells[index] === cells[index + 1]) return;
    const at = (x: number) => brightnessAt(page, x * PIXELS_PER_MM, cell.y * PIXELS_PER_MM);
    const contrast = Math.abs(at(next.x) - at(cell.x));
    let steepest = 0;
    for (let x = cell.x; x + 0.4 <= next.x; x += 0.1) steepest = Math.max(steepest, Math.abs(at(x + 0.4) - at(x)) / 0.4);
    if (contrast > 10) slopes.push(steepest / contrast);
  });
  const median = slopes.sort((a, b) => a - b)[Math.floor(slopes.length / 2)];
  return median ? Math.min(cell_size, 1 / (median * Math.sqrt(2 * Math.PI))) : cell_size;
}
