import type { GreyImage } from '../../../../platform/images/photo.ts';

/** A finder pattern in a photo, in points of the photo. */
export interface FoundMarker {
  readonly x: number;
  readonly y: number;
  /** The width of the pattern's ring, a seventh of its side. */
  readonly module: number;
}

const TILE = 8;
/** More candidates than this are not worth combining. */
export const MOST_MARKERS = 14;
/** Lines along which a pattern is checked, whatever its rotation: concentric squares show the same proportions on every line through the centre. */
const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const;

/**
 * Finds everything that looks like a finder pattern (dark, light, dark, light, dark in the proportions 1:1:3:1:1), best first.
 * @param around half the side, in points, of the square with whose mean brightness a point is compared
 * @param dark the part of that mean below which a point is dark
 */
export function findMarkers(image: GreyImage, around: number, dark: number): FoundMarker[] {
  const limits = new DarkLimits(image, around, dark);
  const found: { x: number; y: number; module: number; seen: number }[] = [];
  const { width, height, data } = image;
  for (let y = 2; y < height - 2; y += 2) {
    // The lengths of the last five stretches of dark and light, the last of which is still growing.
    let [first, second, third, fourth, last] = [0, 0, 0, 0, 0];
    let wasDark = false;
    const row = y * width;
    const limitRow = limits.row(y);
    for (let x = 0; x < width; x += 1) {
      const isDark = (data[row + x] as number) < (limits.values[limitRow + (x >> 3)] as number);
      if (isDark === wasDark) {
        last += 1;
        continue;
      }
      if (wasDark && isPattern(first, second, third, fourth, last)) {
        const centre = x - last - fourth - third / 2;
        const known = found.find((one) => Math.abs(one.x - centre) < 2.5 * one.module && Math.abs(one.y - y) < 2.5 * one.module);
        if (known) known.seen += 1;
        else {
          const marker = limits.check(centre, y);
          if (marker) found.push({ ...marker, seen: 1 });
        }
      }
      first = second;
      second = third;
      third = fourth;
      fourth = last;
      last = 1;
      wasDark = isDark;
    }
  }
  return found
    .sort((a, b) => b.seen / b.module - a.seen / a.module)
    .slice(0, MOST_MARKERS)
    .map((marker) => centred(image, marker));
}

/** Joins the markers that were found in several ways. */
export function mergeMarkers(lists: readonly (readonly FoundMarker[])[]): FoundMarker[] {
  const merged: FoundMarker[] = [];
  for (const marker of lists.flat()) {
    if (!merged.some(({ x, y, module }) => Math.hypot(x - marker.x, y - marker.y) < 3 * module)) merged.push(marker);
  }
  return merged;
}

function isPattern(ring: number, gap: number, core: number, otherGap: number, otherRing: number): boolean {
  const module = (ring + gap + core + otherGap + otherRing) / 7;
  if (module < 1.8) return false;
  const least = 0.45 * module - 0.5;
  const most = 1.65 * module + 0.5;
  return (
    core > 2 * module - 0.5 &&
    core < 4.1 * module + 0.5 &&
    ring > least &&
    ring < most * 1.2 &&
    gap > least &&
    gap < most &&
    otherGap > least &&
    otherGap < most &&
    otherRing > least &&
    otherRing < most * 1.2
  );
}

/** The brightness below which a point is dark, for each tile of an image. */
class DarkLimits {
  readonly values: Float32Array;
  readonly #image: GreyImage;
  readonly #columns: number;

  constructor(image: GreyImage, around: number, dark: number) {
    const { width, height, data } = image;
    this.#image = image;
    const columns = Math.ceil(width / TILE);
    const rows = Math.ceil(height / TILE);
    this.#columns = columns;
    const sums = new Float64Array((columns + 1) * (rows + 1));
    for (let row = 0; row < rows; row += 1) {
      let before = 0;
      const bottom = Math.min(height, (row + 1) * TILE);
      for (let column = 0; column < columns; column += 1) {
        const right = Math.min(width, (column + 1) * TILE);
        let total = 0;
        let count = 0;
        // Every other line is enough for a mean.
        for (let y = row * TILE; y < bottom; y += 2) {
          const line = y * width;
          for (let x = column * TILE; x < right; x += 1) total += data[line + x] as number;
          count += right - column * TILE;
        }
        before += total / count;
        const at = (row + 1) * (columns + 1) + column + 1;
        sums[at] = (sums[at - columns - 1] as number) + before;
      }
    }
    const reach = Math.max(1, Math.round(around / TILE));
    this.values = new Float32Array(columns * rows);
    for (let row = 0; row < rows; row += 1) {
      const [top, bottom] = [Math.max(0, row - reach), Math.min(rows, row + reach + 1)];
      for (let column = 0; column < columns; column += 1) {
        const [left, right] = [Math.max(0, column - reach), Math.min(columns, column + reach + 1)];
        const sum = (y: number, x: number) => sums[y * (columns + 1) + x] as number;
        const mean = (sum(bottom, right) - sum(top, right) - sum(bottom, left) + sum(top, left)) / ((bottom - top) * (right - left));
        this.values[row * columns + column] = mean * dark;
      }
    }
  }

  row(y: number): number {
    return (y >> 3) * this.#columns;
  }

  /** Moves to the middle of the pattern and returns it if all lines through it have its proportions. */
  check(x: number, y: number): FoundMarker | null {
    const vertical = this.#line(x, y, 0, 1);
    if (!vertical) return null;
    const horizontal = this.#line(x, vertical.y, 1, 0);
    if (!horizontal) return null;
    const centre = { x: horizontal.x, y: vertical.y };
    let modules = 0;
    for (const [dx, dy] of DIRECTIONS) {
      const line = this.#line(centre.x, centre.y, dx, dy);
      if (!line) return null;
      modules += line.module * Math.hypot(dx, dy);
    }
    return { ...centre, module: modules / DIRECTIONS.length };
  }

  /** Counts the runs on both sides of a place; the module is in steps. */
  #line(x: number, y: number, dx: number, dy: number): { x: number; y: number; module: number } | null {
    const ahead = this.#runs(x, y, dx, dy);
    const back = this.#runs(x, y, -dx, -dy);
    if (!ahead || !back) return null;
    const core = ahead[0] + back[0] - 1;
    if (!isPattern(back[2], back[1], core, ahead[1], ahead[2])) return null;
    const shift = (ahead[0] - back[0]) / 2;
    return { x: x + shift * dx, y: y + shift * dy, module: (core + ahead[1] + ahead[2] + back[1] + back[2]) / 7 };
  }

  #runs(x: number, y: number, dx: number, dy: number): [core: number, gap: number, ring: number] | null {
    const { width, height, data } = this.#image;
    const runs: [number, number, number] = [0, 0, 0];
    let px = Math.round(x);
    let py = Math.round(y);
    for (let part = 0; part < 3; part += 1) {
      const wantsDark = part !== 1;
      for (;;) {
        // A ring that touches the edge of the photo is cut.
        if (px < 0 || py < 0 || px >= width || py >= height) return null;
        const isDark = (data[py * width + px] as number) < (this.values[this.row(py) + (px >> 3)] as number);
        if (isDark !== wantsDark) break;
        runs[part] = (runs[part] as number) + 1;
        px += dx;
        py += dy;
      }
      if (!runs[part]) return null;
    }
    return runs;
  }
}

/** Moves a marker to the centre of gravity of its core, which is exact to a fraction of a point. */
function centred({ width, height, data }: GreyImage, { x, y, module }: FoundMarker): FoundMarker {
  const reach = 2.3 * module;
  const [left, right] = [Math.max(0, Math.floor(x - reach)), Math.min(width - 1, Math.ceil(x + reach))];
  const [top, bottom] = [Math.max(0, Math.floor(y - reach)), Math.min(height - 1, Math.ceil(y + reach))];
  let light = 0;
  let dark = 255;
  const each = (visit: (value: number, px: number, py: number) => void) => {
    for (let py = top; py <= bottom; py += 1) {
      for (let px = left; px <= right; px += 1) {
        if ((px - x) ** 2 + (py - y) ** 2 <= reach * reach) visit(data[py * width + px] as number, px, py);
      }
    }
  };
  each((value) => {
    if (value > light) light = value;
    if (value < dark) dark = value;
  });
  const half = (light + dark) / 2;
  let [weights, sumX, sumY] = [0, 0, 0];
  each((value, px, py) => {
    const weight = Math.max(0, Math.min(1, 0.5 + (half - value) / (0.6 * (light - dark) + 1)));
    weights += weight;
    sumX += weight * px;
    sumY += weight * py;
  });
  return weights ? { x: sumX / weights, y: sumY / weights, module } : { x, y, module };
}
