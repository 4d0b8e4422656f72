import type { GreyImage } from '../../../../platform/images/photo.ts';
import type { Bubble, Layout } from '../layout/geometry.ts';
import type { Bend } from './bend.ts';
import type { LocatedPage } from './locate-page.ts';
import { fitSum, sum, type Weighed } from './plane.ts';

/** Points in a millimetre of a straightened page. */
export const PIXELS_PER_MM = 5;

const GRID = 8;

/** Makes the picture that a scanner would make of the page in a photo. */
export function straighten(photo: GreyImage, { frame, flat, bend }: LocatedPage): GreyImage {
  const width = Math.round(frame.width * PIXELS_PER_MM);
  const height = Math.round(frame.height * PIXELS_PER_MM);
  const columns = Math.ceil(width / GRID) + 1;
  const rows = Math.ceil(height / GRID) + 1;
  const xs = new Float32Array(columns * rows);
  const ys = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [x, y] = [(column * GRID) / PIXELS_PER_MM, (row * GRID) / PIXELS_PER_MM];
      const [dx, dy] = bend(x, y);
      const place = flat.apply(x + dx, y + dy);
      xs[row * columns + column] = place.x;
      ys[row * columns + column] = place.y;
    }
  }
  const data = new Uint8Array(width * height);
  const source = photo.data;
  const [lastX, lastY] = [photo.width - 2, photo.height - 2];
  for (let y = 0; y < height; y += 1) {
    const row = (y >> 3) * columns;
    const down = (y & 7) / GRID;
    for (let column = 0; column < columns - 1; column += 1) {
      const at = row + column;
      // The place in the photo of the first point of this stretch, and the step to the next.
      let px = (xs[at] as number) * (1 - down) + (xs[at + columns] as number) * down;
      let py = (ys[at] as number) * (1 - down) + (ys[at + columns] as number) * down;
      const stepX = ((xs[at + 1] as number) * (1 - down) + (xs[at + columns + 1] as number) * down - px) / GRID;
      const stepY = ((ys[at + 1] as number) * (1 - down) + (ys[at + columns + 1] as number) * down - py) / GRID;
      const end = Math.min(width, (column + 1) * GRID);
      for (let x = column * GRID; x < end; x += 1) {
        if (px >= 0 && py >= 0 && px < lastX && py < lastY) {
          const left = px | 0;
          const top = py | 0;
          const across = px - left;
          const from = top * photo.width + left;
          const below = from + photo.width;
          const upper = (source[from] as number) + ((source[from + 1] as number) - (source[from] as number)) * across;
          const lower = (source[below] as number) + ((source[below + 1] as number) - (source[below] as number)) * across;
          data[y * width + x] = upper + (lower - upper) * (py - top) + 0.5;
        } else data[y * width + x] = 255;
        px += stepX;
        py += stepY;
      }
    }
  }
  return { width, height, data };
}

/** Greatest shift of a bubble that is tried, in points. */
const REACH = 7;
const POINTS_OF_RING = 24;
/** Bubbles vote together in squares of this side, in millimetres, because a single thin circle is easily missed. */
const VOTING = 26;

/** Measures on a straightened page how far its bubbles are still from their places, by the circles that are printed around them. */
export function remainingBend(page: GreyImage, layout: Layout, isPrinted: (bubble: Bubble) => boolean): Bend {
  const groups = new Map<string, Bubble[]>();
  for (const bubble of [...layout.bubbles, ...layout.number_grid.bubbles]) {
    if (!isPrinted(bubble)) continue;
    const key = `${Math.floor(bubble.x / VOTING)} ${Math.floor(bubble.y / VOTING)} ${bubble.radius}`;
    const group = groups.get(key);
    if (group) group.push(bubble);
    else groups.set(key, [bubble]);
  }
  const votes = [...groups.values()].flatMap((group) => {
    const shift = shiftOf(page, group);
    if (!shift) return [];
    const x = group.reduce((total, bubble) => total + bubble.x, 0) / group.length;
    const y = group.reduce((total, bubble) => total + bubble.y, 0) / group.length;
    return [{ basis: shapes(layout, x, y), ...shift }];
  });
  const samples = (axis: 'dx' | 'dy'): Weighed[] => votes.map((vote) => ({ basis: vote.basis, value: vote[axis], weight: vote.weight }));
  const size = shapes(layout, 0, 0).length;
  const [dx, dy] = [fitSum(samples('dx'), size, 0.2), fitSum(samples('dy'), size, 0.2)];
  return (x, y) => {
    const basis = shapes(layout, x, y);
    return [sum(dx, basis), sum(dy, basis)];
  };
}

/** Returns smooth shapes over the page, with values up to about one. */
function shapes({ width, height }: Layout, x: number, y: number): number[] {
  const u = (2 * x) / width - 1;
  const v = (2 * y) / height - 1;
  return [1, u, v, u * u, u * v, v * v, u * u * u, u * u * v, u * v * v, v * v * v];
}

/** Returns the points of a circle, as steps in the data of a page. */
function circle(page: GreyImage, radius: number): Int32Array {
  return Int32Array.from({ length: POINTS_OF_RING }, (_, index) => {
    const angle = (2 * Math.PI * index) / POINTS_OF_RING;
    const far = radius * PIXELS_PER_MM;
    return Math.round(far * Math.sin(angle)) * page.width + Math.round(far * Math.cos(angle));
  });
}

function shiftOf(page: GreyImage, group: readonly Bubble[]): { dx: number; dy: number; weight: number } | null {
  const count = 2 * REACH + 1;
  const scores = new Float64Array(count * count);
  const { data, width } = page;
  const radius = group[0]?.radius ?? 0;
  const line = circle(page, radius);
  // Paper lies outside the circle; inside there may be ink.
  const outside = circle(page, radius + 0.6);
  for (const { x, y } of group) {
    const centre = Math.round(y * PIXELS_PER_MM) * width + Math.round(x * PIXELS_PER_MM);
    for (let index = 0; index < scores.length; index += 1) {
      const at = centre + (Math.floor(index / count) - REACH) * width + (index % count) - REACH;
      let contrast = 0;
      for (let point = 0; point < POINTS_OF_RING; point += 1) {
        contrast += (data[at + (outside[point] as number)] as number) - (data[at + (line[point] as number)] as number);
      }
      scores[index] = (scores[index] as number) + contrast;
    }
  }
  let best = 0;
  let mean = 0;
  scores.forEach((score, index) => {
    mean += score / scores.length;
    if (score > (scores[best] as number)) best = index;
  });
  const [row, column] = [Math.floor(best / count), best % count];
  if (row === 0 || column === 0 || row === count - 1 || column === count - 1) return null;
  const clarity = ((scores[best] as number) - mean) / (group.length * POINTS_OF_RING);
  if (clarity < 3) return null;
  const peak = (before: number, after: number) => {
    const [a, b, c] = [scores[before] as number, scores[best] as number, scores[after] as number];
    return (0.5 * (a - c)) / (a - 2 * b + c || -1);
  };
  return {
    dx: (column - REACH + peak(best - 1, best + 1)) / PIXELS_PER_MM,
    dy: (row - REACH + peak(best - count, best + count)) / PIXELS_PER_MM,
    weight: Math.min(1, clarity / 15) * Math.min(1, group.length / 8),
  };
}
