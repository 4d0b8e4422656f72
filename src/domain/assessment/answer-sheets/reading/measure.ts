import type { GreyImage } from '../../../../platform/images/photo.ts';
import type { Bubble, Frame, Layout } from '../layout/geometry.ts';
import type { Bend } from './bend.ts';
import { brightnessAt } from './brightness.ts';
import { Paper } from './paper.ts';
import { PIXELS_PER_MM } from './straighten.ts';

export interface Measured {
  readonly id: string;
  readonly darkness: number;
}

export interface Quality {
  /** Standard deviation of the blur, in millimetres. */
  readonly blur: number;
  /** How much darker than paper the print is, 0 to 1. */
  readonly contrast: number;
}

/** The printed circle lies outside this part of the radius, even if the place is a little wrong. */
const INSIDE = 0.8;
/** Paper between bubbles: beyond the printed circle, in the direction in which the next one is farthest, and half the side of the square that is looked at. */
const BESIDE = 1.55 / Math.SQRT2;
const BESIDE_REACH_MM = 0.35;
/** Ink below this part of the ink of the sheet's own marks is a trace: of a rubber, of the other side of the paper, or noise. */
const TRACE = 0.3;
/** Ink above this part counts as much as the darkest. */
const SOLID = 0.75;
/** The part of a bubble's points that are lighter than its darkest place, which a thin tick must reach, too. */
const DARKEST = 0.95;
/** A thin tick in a blurred photo covers less than the first part of what its darkest place would; the trace of a rubber, more than the second. */
const UNEVEN = 0.25;
const EVEN = 0.5;
/** The ink of marks on a page that has hardly any, and the least that is taken for it: rubbers leave up to 0.2. */
const USUAL_MARK = 0.5;
const LEAST_INK = 0.3;
const LIGHTEST_MARK = 0.22;

/** Measures the bubbles of a straightened page against its own paper, print and marks. */
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
   * The ink of each bubble, from 0 for paper to 1 for solid. Every mark is somewhere as dark as the others on its sheet. Ink that is spread evenly is the
   * trace of a rubber, and counts less the lighter its darkest place is.
   */
  measure(layout: Layout, bend: Bend): Measured[] {
    const fields = [layout.bubbles, layout.number_grid.bubbles];
    const inks = fields.flatMap((bubbles) => withoutLabels(bubbles.map((bubble) => ({ bubble, ink: this.#inkOf(bubble, bend) }))));
    const darkest = inks.map(({ ink }) => darkestOf(ink)).filter((level) => level > LIGHTEST_MARK);
    const ofMarks = darkest.length < 3 ? USUAL_MARK : Math.max(LEAST_INK, darkest.sort((a, b) => a - b)[Math.floor(darkest.length / 2)] as number);
    const [trace, solid] = [TRACE * ofMarks, SOLID * ofMarks];
    const solidity = (level: number) => within((level - trace) / (solid - trace));
    return inks.map(({ bubble, ink }) => {
      const mean = ink.reduce((sum, level) => sum + solidity(level), 0) / ink.length;
      const most = solidity(darkestOf(ink));
      const evenness = within((mean / Math.max(most, mean, 1e-6) - UNEVEN) / (EVEN - UNEVEN));
      return { id: bubble.id, darkness: mean * (1 - evenness * (1 - most)) };
    });
  }

  /** The ink of each point within a bubble, row by row, beyond what the paper beside it seems to have: at the edge of a shadow, paper is darker than around. */
  #inkOf({ x, y, radius }: Bubble, bend: Bend): Float32Array {
    const [dx, dy] = bend(x, y);
    const [centreX, centreY] = [Math.round((x + dx) * PIXELS_PER_MM), Math.round((y + dy) * PIXELS_PER_MM)];
    const reach = INSIDE * radius * PIXELS_PER_MM;
    const most = Math.floor(reach);
    const beside = this.#inkBeside(centreX, centreY, BESIDE * radius * PIXELS_PER_MM);
    const ink: number[] = [];
    for (let py = -most; py <= most; py += 1) {
      for (let px = -most; px <= most; px += 1) {
        if (px * px + py * py > reach * reach) continue;
        ink.push(this.#inkAt(centreX + px, centreY + py) - beside);
      }
    }
    return Float32Array.from(ink);
  }

  /** The ink of the paper at the four corners around a place, without the darkest and the lightest of them, which a stroke or a speck may touch. */
  #inkBeside(centreX: number, centreY: number, away: number): number {
    const reach = Math.round(BESIDE_REACH_MM * PIXELS_PER_MM);
    const corners = [-away, away].flatMap((dx) => [-away, away].map((dy) => this.#meanInk(Math.round(centreX + dx), Math.round(centreY + dy), reach)));
    const [, one = 0, other = 0] = corners.sort((a, b) => a - b);
    return (one + other) / 2;
  }

  #meanInk(centreX: number, centreY: number, reach: number): number {
    let total = 0;
    for (let y = centreY - reach; y <= centreY + reach; y += 1) for (let x = centreX - reach; x <= centreX + reach; x += 1) total += this.#inkAt(x, y);
    return total / (2 * reach + 1) ** 2;
  }

  #inkAt(x: number, y: number): number {
    return (1 - (this.#page.data[y * this.#page.width + x] as number) / this.#paper.at(x, y)) / (1 - this.#black);
  }

  #reflectance(x: number, y: number): number {
    const [px, py] = [x * PIXELS_PER_MM, y * PIXELS_PER_MM];
    return brightnessAt(this.#page, px, py) / this.#paper.at(px, py);
  }
}

interface BubbleInk {
  readonly bubble: Bubble;
  readonly ink: Float32Array;
}

/** The nearest number from 0 to 1. */
const within = (part: number) => Math.max(0, Math.min(1, part));
const darkestOf = (sorted: Float32Array) => sorted[Math.floor(sorted.length * DARKEST)] as number;
const meanOf = (ink: Float32Array) => ink.reduce((total, level) => total + level, 0) / ink.length;

/** Takes the printed labels out of the ink, which a copying machine may have turned black, and sorts the ink of each bubble. */
function withoutLabels(inks: readonly BubbleInk[]): BubbleInk[] {
  const labels = [...Map.groupBy(inks, ({ bubble }) => bubble.label).values()].map((alike) => ({ alike, label: emptiest(alike) }));
  const means = labels.map(({ label }) => meanOf(label)).sort((a, b) => a - b);
  // Where one answer is right in nearly all rows, its emptiest bubbles are marked; a label cannot be that dark.
  const most = 1.5 * Math.max(0, means[Math.floor(means.length / 2)] ?? 0) + 0.03;
  return labels.flatMap(({ alike, label }) => {
    const part = Math.min(1, most / Math.max(meanOf(label), 1e-6));
    return alike.map(({ bubble, ink }) => ({ bubble, ink: ink.map((level, index) => level - part * Math.max(0, label[index] as number)).sort() }));
  });
}

/** The mean of the lightest fifth of bubbles that have the same label. */
function emptiest(alike: readonly BubbleInk[]): Float32Array {
  const lightest = [...alike].sort((a, b) => meanOf(a.ink) - meanOf(b.ink)).slice(0, Math.max(2, Math.floor(alike.length / 5)));
  return Float32Array.from(lightest[0]?.ink ?? [], (_, index) => lightest.reduce((total, { ink }) => total + (ink[index] as number), 0) / lightest.length);
}

/** The blur of the edges between black and white cells, from the steepest change of brightness on them. */
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
