import type { GreyImage } from '../../../../platform/images/photo.ts';
import type { Frame } from '../layout/geometry.ts';
import { FRAMES, LAYOUTS } from '../layout/layouts.ts';
import { decodeSheetCode, encodeSheetCode, type SheetCode } from '../layout/sheet-code.ts';
import { type Bend, bendOfEdges, type Shift } from './bend.ts';
import { brightnessAt } from './brightness.ts';
import type { FoundMarker } from './find-markers.ts';
import { type Place, Projection } from './plane.ts';

/** The position of a page in a photo, and the contents of its code. */
export interface LocatedPage {
  readonly frame: Frame;
  readonly code: SheetCode;
  /** The code's cells as printed: true is black. */
  readonly cells: readonly boolean[];
  readonly flat: Projection;
  readonly bend: Bend;
  readonly pixelsPerMm: number;
  /** Whether a part of the page is hidden, so that everything beyond it is displaced. */
  readonly isFolded: boolean;
}

export type LocationFault = 'markers_not_found' | 'page_cut' | 'code_unreadable';

/** Four markers, read as the corners of a frame, clockwise from the top left. */
interface Hypothesis {
  readonly frame: Frame;
  readonly flat: Projection;
  readonly pixelsPerMm: number;
  readonly markers: readonly FoundMarker[];
  readonly guides: readonly Shift[];
}

const CORNERS = ['top_left', 'top_right', 'bottom_right', 'bottom_left'] as const;
/** A page counts as found only if at least this part of its guides is where the markers say, because a wrong marker would shift its rows. */
const LEAST_GUIDES = 0.6;
/** Guides are looked for within this distance, in millimetres. */
const GUIDE_REACH = 8;
const PATCH_SCALE = 3;

/** Finds the page whose corners are among the markers. The page may lie in any direction; its code confirms the right guess. */
export function locatePage(image: GreyImage, markers: readonly FoundMarker[]): LocatedPage | LocationFault {
  const hypotheses = quadrilaterals(markers)
    .flatMap((corners) => hypothesesOf(image, corners))
    .sort((a, b) => b.guides.length - a.guides.length);
  const pages: { page: LocatedPage; markers: readonly FoundMarker[] }[] = [];
  for (const hypothesis of hypotheses) {
    if (pages.some((known) => known.markers.some((marker) => hypothesis.markers.includes(marker)))) continue;
    const page = readCode(image, hypothesis);
    if (page) pages.push({ page, markers: hypothesis.markers });
  }
  const [first, second] = pages;
  // Nobody can say which of two sheets was meant.
  if (first && second) return 'code_unreadable';
  if (first) return first.page;
  if (hypotheses.length) return 'code_unreadable';
  return isCut(image, markers) ? 'page_cut' : 'markers_not_found';
}

/** Returns all plausible choices of four markers, clockwise as seen in the photo. */
function quadrilaterals(markers: readonly FoundMarker[]): FoundMarker[][] {
  const found: { corners: FoundMarker[]; area: number }[] = [];
  const count = markers.length;
  for (let a = 0; a < count; a += 1) {
    for (let b = a + 1; b < count; b += 1) {
      for (let c = b + 1; c < count; c += 1) {
        for (let d = c + 1; d < count; d += 1) {
          const four = [a, b, c, d].map((index) => markers[index] as FoundMarker);
          const modules = four.map(({ module }) => module);
          if (Math.max(...modules) > 2 * Math.min(...modules)) continue;
          const centre = { x: four.reduce((total, { x }) => total + x, 0) / 4, y: four.reduce((total, { y }) => total + y, 0) / 4 };
          const corners = four.sort((p, q) => Math.atan2(p.y - centre.y, p.x - centre.x) - Math.atan2(q.y - centre.y, q.x - centre.x));
          const area = convexArea(corners);
          // Between their centres the markers of a page span more than 100 x 150 modules.
          if (area > 9000 * Math.min(...modules) ** 2) found.push({ corners, area });
        }
      }
    }
  }
  return found.sort((p, q) => q.area - p.area).map(({ corners }) => corners);
}

/** Returns the area of a quadrilateral, or 0 if it is not convex. */
function convexArea(corners: readonly Place[]): number {
  let area = 0;
  for (let index = 0; index < 4; index += 1) {
    const [p, q, r] = [0, 1, 2].map((next) => corners[(index + next) % 4] as Place) as [Place, Place, Place];
    if ((q.x - p.x) * (r.y - q.y) - (q.y - p.y) * (r.x - q.x) <= 0) return 0;
    area += (p.x * q.y - q.x * p.y) / 2;
  }
  return area;
}

const distance = (a: Place, b: Place) => Math.hypot(a.x - b.x, a.y - b.y);

function hypothesesOf(image: GreyImage, corners: readonly FoundMarker[]): Hypothesis[] {
  return Object.values(FRAMES).flatMap((frame) => {
    const places = CORNERS.map((id) => frame.markers.find((marker) => marker.id === id) as Place);
    const [width, height] = [distance(places[0] as Place, places[1] as Place), distance(places[1] as Place, places[2] as Place)];
    return [0, 1, 2, 3].flatMap((turn) => {
      const markers = CORNERS.map((_, index) => corners[(index + turn) % 4] as FoundMarker);
      const sides = markers.map((marker, index) => distance(marker, markers[(index + 1) % 4] as Place)) as [number, number, number, number];
      const ratio = (sides[0] + sides[2]) / (sides[1] + sides[3]) / (width / height);
      if (ratio < 0.72 || ratio > 1.4) return [];
      const flat = Projection.between(places, markers);
      if (!flat) return [];
      const pixelsPerMm = (sides[0] + sides[1] + sides[2] + sides[3]) / 2 / (width + height);
      const guides = findGuides(image, frame, flat);
      return guides ? [{ frame, flat, pixelsPerMm, markers, guides }] : [];
    });
  });
}

interface Patch {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
}

/** Number of points of a row of a patch whose places in the photo lie on a line, or nearly so. */
const STRETCH = 16;

/** Returns a rectangle of the page, as seen through the photo. */
function patchOf(image: GreyImage, flat: Projection, left: number, top: number, width: number, height: number): Patch {
  const [columns, rows] = [Math.round(width * PATCH_SCALE) + 1, Math.round(height * PATCH_SCALE) + 1];
  const values = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row += 1) {
    const y = top + row / PATCH_SCALE;
    let from = flat.apply(left, y);
    for (let first = 0; first < columns; first += STRETCH) {
      const to = flat.apply(left + (first + STRETCH) / PATCH_SCALE, y);
      const [stepX, stepY] = [(to.x - from.x) / STRETCH, (to.y - from.y) / STRETCH];
      const end = Math.min(columns, first + STRETCH);
      for (let column = first; column < end; column += 1) {
        values[row * columns + column] = brightnessAt(image, from.x + stepX * (column - first), from.y + stepY * (column - first));
      }
      from = to;
    }
  }
  return { width: columns, height: rows, values };
}

/** Returns the points of a patch that lie between two distances from its centre, in millimetres. */
function discOffsets(least: number, most: number): [dx: number, dy: number][] {
  const offsets: [number, number][] = [];
  const reach = Math.ceil(most * PATCH_SCALE);
  for (let dy = -reach; dy <= reach; dy += 1) {
    for (let dx = -reach; dx <= reach; dx += 1) {
      const far = Math.hypot(dx, dy) / PATCH_SCALE;
      if (far >= least && far <= most) offsets.push([dx, dy]);
    }
  }
  return offsets;
}

const GUIDE_EDGE = 3;
const GUIDE_INSIDE = discOffsets(0, 1);
const GUIDE_AROUND = discOffsets(2.1, 2.6);
const DISC = discOffsets(0, 2.1);

/** Returns how far the guides are from their places, or null if too many are missing. */
function findGuides(image: GreyImage, frame: Frame, flat: Projection): Shift[] | null {
  const reach = GUIDE_REACH + GUIDE_EDGE;
  const shifts: Shift[] = [];
  let missing = 0;
  for (const { x, y } of frame.guides) {
    const found = findDisc(patchOf(image, flat, x - reach, y - reach, 2 * reach, 2 * reach), Math.round(GUIDE_REACH * PATCH_SCALE));
    if (found) shifts.push({ x, y, dx: found.dx, dy: found.dy });
    else missing += 1;
    if (missing > (1 - LEAST_GUIDES) * frame.guides.length) return null;
  }
  return shifts;
}

/** Returns the offset of the dark disc on light paper that is nearest to the middle of a patch, in millimetres. */
function findDisc({ width: side, values }: Patch, reach: number): { dx: number; dy: number } | null {
  const half = (side - 1) / 2;
  let light = 0;
  let dark = 255;
  for (const value of values) {
    if (value > light) light = value;
    if (value < dark) dark = value;
  }
  const inside = GUIDE_INSIDE.map(([dx, dy]) => dy * side + dx);
  const around = GUIDE_AROUND.map(([dx, dy]) => dy * side + dx);
  const far = Math.round(2.3 * PATCH_SCALE);
  const beside = [far, -far, far * side, -far * side];
  const scoreAt = (dx: number, dy: number): number => {
    const at = (half + dy) * side + half + dx;
    const centre = values[at] as number;
    if (centre > (light + dark) / 2) return 0;
    for (const offset of beside) if ((values[at + offset] as number) < 1.25 * centre) return 0;
    let ink = 0;
    for (const offset of inside) ink += values[at + offset] as number;
    ink /= inside.length;
    let paper = 0;
    let lowest = 255;
    for (const offset of around) {
      const value = values[at + offset] as number;
      paper += value;
      if (value < lowest) lowest = value;
    }
    paper /= around.length;
    // The ring around a disc is paper everywhere; beside a line or in a corner it is not.
    if (lowest < (paper + ink) / 2) return 0;
    return (1 - ink / paper) * (1 - 0.3 * (Math.hypot(dx, dy) / reach));
  };
  let best = { score: 0.3, dx: 0, dy: 0 };
  for (let dy = -reach; dy <= reach; dy += 1) {
    for (let dx = -reach; dx <= reach; dx += 1) {
      const score = scoreAt(dx, dy);
      if (score > best.score) best = { score, dx, dy };
    }
  }
  if (best.score === 0.3) return null;
  // The centre of gravity is exact to a fraction of a point.
  const at = (half + best.dy) * side + half + best.dx;
  const paper = around.reduce((total, offset) => total + (values[at + offset] as number), 0) / around.length;
  let [weights, sumX, sumY] = [0, 0, 0];
  for (const [dx, dy] of DISC) {
    const weight = Math.max(0, paper - (values[at + dy * side + dx] as number));
    weights += weight;
    sumX += weight * dx;
    sumY += weight * dy;
  }
  return { dx: (best.dx + sumX / weights) / PATCH_SCALE, dy: (best.dy + sumY / weights) / PATCH_SCALE };
}

/** Greatest distance of the guides of a page that is only bent from where a smooth bend puts them, in millimetres. Usually they are ten times nearer. */
const MOST_OFF_BEND = 0.6;

/** Whether a strip of the page is hidden, so that guides beyond it have moved up or are missing on both sides. */
function isFolded(frame: Frame, guides: readonly Shift[], bend: Bend): boolean {
  const isOffBend = guides.some(({ x, y, dx, dy }) => {
    const [bentX, bentY] = bend(x, y);
    return Math.hypot(dx - bentX, dy - bentY) > MOST_OFF_BEND;
  });
  const sides = Map.groupBy(
    frame.guides.filter(({ id }) => !id.startsWith('bottom')),
    ({ y }) => y,
  );
  return isOffBend || [...sides.values()].some((side) => !side.some((guide) => guides.some(({ x, y }) => x === guide.x && y === guide.y)));
}

const CODE_COLUMNS = 32;
/** Columns of the code that are located together. */
const GROUP = 4;

/** Reads the code. The paper between the markers at the top may be bent, so the code is looked for at the bends that leave its cells purely black or white. */
function readCode(image: GreyImage, { frame, flat, pixelsPerMm, guides }: Hypothesis): LocatedPage | null {
  const strip = new CodeStrip(image, frame, flat);
  for (const shifts of strip.likelyShifts()) {
    const code = decodeSheetCode(strip.cells(shifts));
    if (!code || LAYOUTS.get(code.layout)?.page_size !== frame.page_size) continue;
    const cells = encodeSheetCode(code);
    const bend = bendOfEdges(frame, [...guides, ...strip.exactShifts(shifts, cells)]);
    return { frame, code, cells, flat, pixelsPerMm, bend, isFolded: isFolded(frame, guides, bend) };
  }
  return null;
}

/** The displacement of each column of the code, in points of the strip. */
interface ColumnShifts {
  readonly dx: Int32Array;
  readonly dy: Int32Array;
}

/** The code may be this far above or below its place, and to the side, in millimetres. */
const STRIP_REACH = 8;
const steps = (most: number, step: number) => Array.from({ length: 2 * Math.round(most / step) + 1 }, (_, index) => (index - Math.round(most / step)) * step);
const HEIGHTS = steps(7.2, 0.8);
const SKEWS = steps(9.6, 0.8);
const SIDEWAYS = [0, -2, 2];
/** Number of the likeliest bends from which the best bend near them is looked for. */
const MOST_STARTS = 12;
const FINE_STEP = 0.4;
/** Weight of ink: the blank paper beside the code is pure, too, so that a place with more ink is preferred. */
const INKED = 0.3;

/** A bent edge: the displacement of its middle, and how far its halves lie on different sides of their place, in millimetres. */
interface EdgeBend {
  readonly up: number;
  readonly upSkew: number;
  readonly side: number;
  readonly sideSkew: number;
}

/** The part of the page that holds its code, in black and white. */
class CodeStrip {
  readonly #patch: Patch;
  readonly #isDark: Uint8Array;
  /** The index in the patch of the centre of each cell. */
  readonly #centres: readonly number[];
  readonly #offsets: readonly number[];
  readonly #frame: Frame;
  readonly #parts: readonly number[];

  constructor(image: GreyImage, frame: Frame, flat: Projection) {
    const xs = frame.code_cells.map(({ x }) => x);
    const ys = frame.code_cells.map(({ y }) => y);
    const reach = STRIP_REACH + frame.cell_size;
    const [left, top] = [Math.min(...xs) - reach, Math.min(...ys) - reach];
    this.#frame = frame;
    this.#patch = patchOf(image, flat, left, top, Math.max(...xs) + reach - left, Math.max(...ys) + reach - top);
    const { width } = this.#patch;
    this.#centres = frame.code_cells.map(({ x, y }) => Math.round((y - top) * PATCH_SCALE) * width + Math.round((x - left) * PATCH_SCALE));
    const out = Math.round(0.3 * frame.cell_size * PATCH_SCALE);
    this.#offsets = [0, out, -out, out * width, -out * width];
    const near = Math.min(...frame.markers.map(({ x }) => x));
    const span = Math.max(...frame.markers.map(({ x }) => x)) - near;
    this.#parts = frame.code_cells.slice(0, CODE_COLUMNS).map(({ x }) => (x - near) / span);
    this.#isDark = this.#blackAndWhite();
  }

  /** Returns which points are nearer to black than to the local paper, which shows above and below the code, so that shadows may cross it. */
  #blackAndWhite(): Uint8Array {
    const { width, height, values } = this.#patch;
    const columns = Math.ceil(width / PATCH_SCALE);
    const rows = Math.ceil(height / PATCH_SCALE);
    const light = new Float32Array(columns * rows);
    const tiles = Int32Array.from({ length: width }, (_, x) => Math.floor(x / PATCH_SCALE));
    const tileRow = (y: number) => Math.floor(y / PATCH_SCALE) * columns;
    for (let y = 0, index = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1, index += 1) {
        const tile = tileRow(y) + (tiles[x] as number);
        const value = values[index] as number;
        if (value > (light[tile] as number)) light[tile] = value;
      }
    }
    const paper = spread(spread(light, columns, rows, Math.max), columns, rows, Math.min);
    const part = new Float32Array(values.length);
    for (let y = 0, index = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1, index += 1) part[index] = (values[index] as number) / Math.max(1, paper[tileRow(y) + (tiles[x] as number)] as number);
    }
    // At least a quarter of the strip's middle is print.
    const edge = STRIP_REACH * PATCH_SCALE;
    const middle = part.slice(edge * width, (height - edge) * width).sort();
    const limit = (1 + (middle[Math.floor(middle.length * 0.06)] as number)) / 2;
    return Uint8Array.from(part, (level) => (level < limit ? 1 : 0));
  }

  cells(shifts: ColumnShifts): boolean[] {
    return this.#votes(shifts).map((votes) => 2 * votes > this.#offsets.length);
  }

  /** Counts the dark points among those examined in each cell. */
  #votes({ dx, dy }: ColumnShifts): number[] {
    const { width } = this.#patch;
    return this.#centres.map((centre, bit) => {
      const at = centre + (dy[bit % CODE_COLUMNS] as number) * width + (dx[bit % CODE_COLUMNS] as number);
      let votes = 0;
      for (const offset of this.#offsets) votes += this.#isDark[at + offset] as number;
      return votes;
    });
  }

  /** Yields the bends of the edge under which most cells are all black or all white, and many are black; a flat edge comes first. */
  *likelyShifts(): Generator<ColumnShifts> {
    yield this.#shifts({ up: 0, upSkew: 0, side: 0, sideSkew: 0 });
    const starts: { purity: number; bend: EdgeBend }[] = [];
    const sideways = SIDEWAYS.flatMap((side) => SIDEWAYS.map((sideSkew) => ({ side, sideSkew, dx: this.#shift(side, sideSkew) })));
    for (const up of HEIGHTS) {
      for (const upSkew of SKEWS) {
        const dy = this.#shift(up, upSkew);
        for (const { side, sideSkew, dx } of sideways) starts.push({ purity: this.#purity({ dx, dy }), bend: { up, upSkew, side, sideSkew } });
      }
    }
    starts.sort((a, b) => b.purity - a.purity);
    for (const { bend } of starts.slice(0, MOST_STARTS)) yield this.#shifts(this.#purest(bend));
  }

  /** Moves in small steps to the bend with the purest cells. */
  #purest(start: EdgeBend): EdgeBend {
    let best = { purity: this.#purity(this.#shifts(start)), bend: start };
    for (;;) {
      const before = best;
      for (const part of ['up', 'upSkew', 'side', 'sideSkew'] as const) {
        for (const step of [-FINE_STEP, FINE_STEP]) {
          const bend = { ...best.bend, [part]: best.bend[part] + step };
          const purity = this.#purity(this.#shifts(bend));
          if (purity > best.purity) best = { purity, bend };
        }
      }
      if (best === before) return best.bend;
    }
  }

  #shifts({ up, upSkew, side, sideSkew }: EdgeBend): ColumnShifts {
    return { dx: this.#shift(side, sideSkew), dy: this.#shift(up, upSkew) };
  }

  #shift(middle: number, skew: number): Int32Array {
    const most = STRIP_REACH * PATCH_SCALE;
    const shifts = new Int32Array(CODE_COLUMNS);
    for (let column = 0; column < CODE_COLUMNS; column += 1) {
      const part = this.#parts[column] as number;
      const mm = 4 * part * (1 - part) * (middle + 1.5 * skew * (2 * part - 1));
      shifts[column] = Math.max(-most, Math.min(most, Math.round(mm * PATCH_SCALE)));
    }
    return shifts;
  }

  #purity({ dx, dy }: ColumnShifts): number {
    const { width } = this.#patch;
    const isDark = this.#isDark;
    const half = this.#offsets.length / 2;
    let purity = 0;
    for (let bit = 0; bit < this.#centres.length; bit += 1) {
      const column = bit & (CODE_COLUMNS - 1);
      const at = (this.#centres[bit] as number) + (dy[column] as number) * width + (dx[column] as number);
      let votes = 0;
      for (let index = 0; index < 5; index += 1) votes += isDark[at + (this.#offsets[index] as number)] as number;
      purity += Math.abs(votes - half) + INKED * votes;
    }
    return purity;
  }

  /** Returns the exact displacement of each group of columns, which they show once the code is known. */
  exactShifts({ dx, dy }: ColumnShifts, cells: readonly boolean[]): Shift[] {
    const { width, values } = this.#patch;
    const reach = Math.round(0.6 * this.#frame.cell_size * PATCH_SCALE);
    return Array.from({ length: CODE_COLUMNS / GROUP }, (_, group): Shift => {
      const bits = this.#centres.flatMap((_, bit) => (Math.floor((bit % CODE_COLUMNS) / GROUP) === group ? [bit] : []));
      const column = group * GROUP + GROUP / 2;
      const [startX, startY] = [dx[column] as number, dy[column] as number];
      let best = { contrast: Number.NEGATIVE_INFINITY, x: 0, y: 0 };
      for (let y = -reach; y <= reach; y += 1) {
        for (let x = -reach; x <= reach; x += 1) {
          let contrast = -0.5 * Math.hypot(x, y);
          for (const bit of bits) {
            const at = (this.#centres[bit] as number) + (startY + y) * width + startX + x;
            for (const offset of this.#offsets) contrast += (values[at + offset] ?? 0) * (cells[bit] ? -1 : 1);
          }
          if (contrast > best.contrast) best = { contrast, x, y };
        }
      }
      const mean = (axis: 'x' | 'y') => bits.reduce((total, bit) => total + (this.#frame.code_cells[bit]?.[axis] ?? 0), 0) / bits.length;
      return { x: mean('x'), y: mean('y'), dx: (startX + best.x) / PATCH_SCALE, dy: (startY + best.y) / PATCH_SCALE };
    });
  }
}

/** Returns the extreme over each tile of a millimetre and the tiles up to a little more than half the height of the code away. */
function spread(levels: Float32Array, columns: number, rows: number, extreme: (a: number, b: number) => number): Float32Array {
  const across = levels.map((level, at) => {
    const column = at % columns;
    const before = column ? (levels[at - 1] as number) : level;
    return extreme(extreme(level, before), column < columns - 1 ? (levels[at + 1] as number) : level);
  });
  return across.map((level, at) => {
    let value = level;
    const row = Math.floor(at / columns);
    for (let other = Math.max(0, row - 7); other <= Math.min(rows - 1, row + 7); other += 1) {
      value = extreme(value, across[other * columns + (at % columns)] as number);
    }
    return value;
  });
}

/** The sides of a page between its markers, in modules: the shorter about 140, the longer about 200. */
const SIDES = [140, 200] as const;

/** Whether the markers found are corners of a page whose other corners would lie outside the photo. */
function isCut(image: GreyImage, markers: readonly FoundMarker[]): boolean {
  const alike = markers.slice(0, 6).filter(({ module }) => module < 1.8 * (markers[0]?.module ?? 0));
  const [first, second] = alike;
  if (first && second && alike.length === 2) return isCutBeside(image, first, second);
  return alike.some((corner) =>
    alike.some((one) =>
      alike.some((other) => {
        if (corner === one || corner === other || one === other) return false;
        const [a, b] = [distance(corner, one), distance(corner, other)];
        const cosine = ((one.x - corner.x) * (other.x - corner.x) + (one.y - corner.y) * (other.y - corner.y)) / (a * b);
        if (Math.min(a, b) < 80 * corner.module || Math.abs(cosine) > 0.5) return false;
        return isOutside(image, { x: one.x + other.x - corner.x, y: one.y + other.y - corner.y }, corner.module);
      }),
    ),
  );
}

function isCutBeside(image: GreyImage, one: FoundMarker, other: FoundMarker): boolean {
  const module = (one.module + other.module) / 2;
  const length = distance(one, other) / module;
  const [short, long] = SIDES;
  const beside = Math.abs(length - short) < 0.2 * short ? long : Math.abs(length - long) < 0.2 * long ? short : null;
  if (beside === null) return false;
  const [dx, dy] = [((other.y - one.y) * beside) / length, ((one.x - other.x) * beside) / length];
  return [1, -1].some(
    (side) =>
      isOutside(image, { x: one.x + side * dx, y: one.y + side * dy }, module) && isOutside(image, { x: other.x + side * dx, y: other.y + side * dy }, module),
  );
}

function isOutside({ width, height }: GreyImage, { x, y }: Place, module: number): boolean {
  const edge = 4 * module;
  return x < edge || y < edge || x > width - edge || y > height - edge;
}
