import type { InkMap } from './ink-map.ts';
import { PIXELS_PER_MM } from './straighten.ts';
import { SECTORS, sectorOf } from './zones.ts';

/** A printed circle with its label, and what was measured inside it. */
interface Printed {
  /** The index of its centre in the ink. */
  readonly at: number;
  /** Null where no circle is printed. */
  readonly label: string | null;
  readonly core: { readonly ink: number; readonly around: number };
}

/** Among the circles with one label, those whose ink is nearest to this quantile serve for comparison. */
const USUAL_INK = 0.25;
const MOST_ALIKE = 12;
/** Fewer circles than this say nothing about what is usual. */
const FEWEST_ALIKE = 5;
/** Places on the circle and within it, in radii, and beyond it. */
const WITHIN = 1.12;
const BEYOND = 1.8;

/** A circle is compared with the others at its place and at these distances from it: in whole points, and whether half a point is added. */
const STEPS = [
  [0, false],
  [0, true],
  [-1, true],
  [1, false],
  [-1, false],
] as const;
/** Least amount by which the ink of a mark is darker. */
const OF_A_MARK = 0.1;
/** On the printed line, the ink this much farther from the centre tells whose mark it is. */
const BESIDE_LINE_MM = 0.5;
/** A greater difference than this is not that of the same print in another place. */
const MOST_DIFFERENT = 0.2;

/** How much darker a circle is than others at the strangest place on it, and beyond it in at least half of the directions, as a ring is. */
export interface Strangeness {
  readonly strange: number;
  readonly ringed: number;
}

/**
 * Compares each circle point by point with empty ones that have the same label. A small or faint stroke over the line or the label hardly changes any mean, but
 * the others show nothing like it.
 * @param isOfAnother whether the ink at a point is that of another circle's mark, which says nothing within this one
 */
export function strangenessOf(
  { width, ink }: InkMap,
  printed: readonly Printed[],
  radius: number,
  isOfAnother: (index: number, point: number) => boolean,
): Strangeness[] {
  // Leaves room for the neighbours of each point, even in a template that is moved.
  const half = Math.ceil(BEYOND * radius * PIXELS_PER_MM) + 2;
  const side = 2 * half + 1;
  const { within, beyond } = placesOf(radius, half, side);
  const found: Strangeness[] = printed.map(() => ({ strange: 0, ringed: 0 }));
  const [seen, difference, threes] = [new Float32Array(side * side), new Float32Array(side * side), new Float32Array(side * side)];
  const indices = printed.map((_, index) => index).filter((index) => (printed[index] as Printed).label !== null);
  for (const alike of Map.groupBy(indices, (index) => (printed[index] as Printed).label).values()) {
    if (alike.length < FEWEST_ALIKE) continue;
    const usual = usualOf(alike.map((index) => printed[index] as Printed));
    const templates = movedOf(templateOf(usual, width, ink, side), side);
    for (const index of alike) {
      const { at, core } = printed[index] as Printed;
      const corner = at - half * width - half;
      for (let y = 0; y < side; y += 1) {
        for (let x = 0; x < side; x += 1) seen[y * side + x] = (ink[corner + y * width + x] as number) - core.around;
      }
      const { values, offset } = nearest(seen, templates, within);
      for (let y = 1; y < side - 1; y += 1) {
        for (let point = y * side + 1; point < (y + 1) * side - 1; point += 1) {
          difference[point] = (seen[point] as number) - (values[point + offset] as number);
        }
      }
      for (let point = 1; point < difference.length - 1; point += 1)
        threes[point] = (difference[point - 1] as number) + (difference[point] as number) + (difference[point + 1] as number);
      const sectors = beyond.map((places) => mostOf(threes, side, places)).sort((a, b) => a - b);
      const own = within.filter((place) => {
        if ((difference[place] as number) < OF_A_MARK) return true;
        const [dx, dy] = [(place % side) - half, Math.floor(place / side) - half];
        const far = 1 + (BESIDE_LINE_MM * PIXELS_PER_MM) / Math.max(1, Math.hypot(dx, dy));
        return ![1, far].some((part) => isOfAnother(index, at + Math.round(part * dy) * width + Math.round(part * dx)));
      });
      found[index] = { strange: mostOf(threes, side, own), ringed: sectors[SECTORS / 2] as number };
    }
  }
  return found;
}

function placesOf(radius: number, half: number, side: number): { within: number[]; beyond: number[][] } {
  const within: number[] = [];
  const beyond = Array.from({ length: SECTORS }, (): number[] => []);
  for (let dy = 2 - half; dy < half - 1; dy += 1) {
    for (let dx = 2 - half; dx < half - 1; dx += 1) {
      const distance = Math.hypot(dx, dy) / radius / PIXELS_PER_MM;
      const place = (dy + half) * side + dx + half;
      if (distance <= WITHIN) within.push(place);
      else if (distance <= BEYOND) beyond[sectorOf(dx, dy)]?.push(place);
    }
  }
  return { within, beyond };
}

/** A moved template: the value of a point is found at this offset from it. */
interface Moved {
  readonly values: Float32Array;
  readonly offset: number;
}

/** Returns a template in its place, and moved by up to a point in steps of half a point. */
function movedOf(template: Float32Array, side: number): Moved[] {
  const [across, down] = [halfway(template, 1), halfway(template, side)];
  const both = halfway(across, side);
  return STEPS.flatMap(([top, isHalfDown]) =>
    STEPS.map(([left, isHalfAcross]): Moved => {
      const values = isHalfDown ? (isHalfAcross ? both : down) : isHalfAcross ? across : template;
      return { values, offset: top * side + left };
    }),
  );
}

/** Returns the mean of each point and the next in a direction. */
function halfway(template: Float32Array, step: number): Float32Array {
  const moved = template.slice();
  for (let at = 0; at < moved.length - step; at += 1) moved[at] = ((template[at] as number) + (template[at + step] as number)) / 2;
  return moved;
}

/** Returns the template that differs least from what is seen, however dark a mark on it is. */
function nearest(seen: Float32Array, templates: readonly Moved[], places: readonly number[]): Moved {
  let [least, best] = [Number.POSITIVE_INFINITY, templates[0] as Moved];
  for (const template of templates) {
    const { values, offset } = template;
    let difference = 0;
    for (let index = 0; index < places.length && difference < least; index += 2) {
      const place = places[index] as number;
      const one = Math.abs((seen[place] as number) - (values[place + offset] as number));
      difference += one < MOST_DIFFERENT ? one : MOST_DIFFERENT;
    }
    if (difference < least) [least, best] = [difference, template];
  }
  return best;
}

/** Returns the greatest mean of three by three points. */
function mostOf(threes: Float32Array, side: number, places: readonly number[]): number {
  let most = 0;
  for (let index = 0; index < places.length; index += 1) {
    const place = places[index] as number;
    const sum = (threes[place - side] as number) + (threes[place] as number) + (threes[place + side] as number);
    if (sum > most) most = sum;
  }
  return most / 9;
}

function usualOf(alike: readonly Printed[]): Printed[] {
  const inks = alike.map(({ core }) => core.ink).sort((a, b) => a - b);
  const usual = inks[Math.floor(inks.length * USUAL_INK)] as number;
  return [...alike].sort((a, b) => Math.abs(a.core.ink - usual) - Math.abs(b.core.ink - usual)).slice(0, MOST_ALIKE);
}

/** Returns the mean of the circles at each point, without the darkest and the lightest there. */
function templateOf(usual: readonly Printed[], width: number, ink: Float32Array, side: number): Float32Array {
  const template = new Float32Array(side * side);
  const half = (side - 1) / 2;
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      let [sum, least, most] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (const { at, core } of usual) {
        const level = (ink[at + (y - half) * width + x - half] as number) - core.around;
        sum += level;
        if (level < least) least = level;
        if (level > most) most = level;
      }
      template[y * side + x] = (sum - least - most) / (usual.length - 2);
    }
  }
  return template;
}
