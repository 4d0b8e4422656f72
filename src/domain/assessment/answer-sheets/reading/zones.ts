import type { Bubble } from '../layout/geometry.ts';
import { PIXELS_PER_MM } from './straighten.ts';

/** Number of directions in which the surroundings of a bubble are examined one by one. */
export const SECTORS = 16;
/** The window reaches this many radii, and not beyond the middle between two bubbles. */
const WINDOW = 3;
/** Beyond the printed circle, in radii. */
const OUTSIDE = 1.22;
const NEAR = 1.55;
/** Within the printed circle, in radii. */
const INSIDE = 0.8;
const HEART = 0.65;
/** The printed label lies within these parts of the radius from the centre. */
const LABEL_WIDTH = 0.42;
const LABEL_HEIGHT = 0.57;
/** The number of a row ends this far left of its first circle, in millimetres, and is at most this high. */
const NUMBER_GAP_MM = 1.4;
const NUMBER_HALF_MM = 1.5;
/** Distances, in millimetres, from the nominal radius: of the printed line, as far off as printers and copies put it, and of the paper on its two sides. */
const LINE_MM = [-0.2, 0] as const;
const WITHIN_MM = -0.65;
const BEYOND_MM = 0.4;
const POINTS_OF_SECTOR = 3;
/** The line with its blur, around its place inside the radius, and how far from there paper begins, in millimetres. */
const BAND_MM = 0.3;
const BAND_INSIDE_MM = 0.08;
const BESIDE_BAND_MM = 0.5;

/** The parts of the window around a bubble, as steps in the data of a page from its centre. */
export interface Zones {
  readonly radius: number;
  /** Inside the circle, where nothing is printed. */
  readonly moat: Int32Array;
  /** Inside the circle, where the label is printed. */
  readonly label: Int32Array;
  /** Everything within the circle. */
  readonly core: Int32Array;
  /** The middle of the circle, which no mark of another bubble should reach. */
  readonly heart: Int32Array;
  /** Paper beyond the circle, by direction. */
  readonly outside: readonly Int32Array[];
  /** The part of `outside` that is nearest to the circle. */
  readonly near: readonly Int32Array[];
  /** The printed line with a little around it: for each point, the point itself and the points beside the line towards the centre and away from it. */
  readonly band: Int32Array;
  /** The printed line, by direction: for each point, two places where the line may be, and the paper within and beyond. */
  readonly circle: readonly Int32Array[];
}

/** Returns the zones of each bubble of a field, whose bubbles are all of one size and stand on a grid. */
export function zonesOf(bubbles: readonly Bubble[], width: number): (bubble: Bubble) => Zones {
  const radius = bubbles[0]?.radius ?? 0;
  const [pitchX, pitchY] = [pitchOf(bubbles.map(({ x }) => x)), pitchOf(bubbles.map(({ y }) => y))];
  const reach = { x: Math.min(pitchX / 2, WINDOW * radius), y: Math.min(pitchY / 2, WINDOW * radius) };
  const [usual, first] = [false, true].map((besideNumber) => makeZones(radius, reach, width, besideNumber)) as [Zones, Zones];
  return (bubble) => ('choice' in bubble && bubble.choice === 1 ? first : usual);
}

/** Returns the distance between neighbours. */
function pitchOf(places: readonly number[]): number {
  const sorted = [...new Set(places)].sort((a, b) => a - b);
  return Math.min(...sorted.slice(1).map((place, index) => place - (sorted[index] as number)));
}

export const sectorOf = (dx: number, dy: number): number => Math.floor((Math.atan2(dy, dx) / (2 * Math.PI) + 1) * SECTORS) % SECTORS;

/** Makes the zones of a bubble. `besideNumber` tells whether the number of the row stands to the left. */
function makeZones(radius: number, reach: { x: number; y: number }, width: number, besideNumber: boolean): Zones {
  const [moat, label, core, heart]: [number[], number[], number[], number[]] = [[], [], [], []];
  const band: number[] = [];
  const line = radius - BAND_INSIDE_MM;
  const [outside, near] = [0, 1].map(() => Array.from({ length: SECTORS }, (): number[] => [])) as [number[][], number[][]];
  const far = Math.ceil(Math.max(reach.x, reach.y) * PIXELS_PER_MM);
  for (let py = -far; py <= far; py += 1) {
    for (let px = -far; px <= far; px += 1) {
      const [dx, dy] = [px / PIXELS_PER_MM, py / PIXELS_PER_MM];
      const distance = Math.hypot(dx, dy) / radius;
      const step = py * width + px;
      if (Math.abs(distance * radius - line) <= BAND_MM) {
        const beside = (mm: number) => {
          const part = (line + mm) / (distance * radius);
          return Math.round(py * part) * width + Math.round(px * part);
        };
        band.push(step, beside(-BESIDE_BAND_MM), beside(BESIDE_BAND_MM));
      }
      if (distance <= HEART) heart.push(step);
      if (distance <= INSIDE) {
        core.push(step);
        (Math.abs(dx) <= LABEL_WIDTH * radius && Math.abs(dy) <= LABEL_HEIGHT * radius ? label : moat).push(step);
      } else if (distance >= OUTSIDE && distance <= WINDOW && Math.abs(dx) <= reach.x && Math.abs(dy) <= reach.y) {
        if (besideNumber && dx < -radius - NUMBER_GAP_MM && Math.abs(dy) < NUMBER_HALF_MM) continue;
        outside[sectorOf(dx, dy)]?.push(step);
        if (distance <= NEAR) near[sectorOf(dx, dy)]?.push(step);
      }
    }
  }
  return {
    radius,
    moat: Int32Array.from(moat),
    label: Int32Array.from(label),
    core: Int32Array.from(core),
    heart: Int32Array.from(heart),
    band: Int32Array.from(band),
    outside: outside.map((steps) => Int32Array.from(steps)),
    near: near.map((steps) => Int32Array.from(steps)),
    circle: Array.from({ length: SECTORS }, (_, sector) =>
      Int32Array.from({ length: 4 * POINTS_OF_SECTOR }, (_, index) => {
        const angle = ((sector + (Math.floor(index / 4) + 0.5) / POINTS_OF_SECTOR) * 2 * Math.PI) / SECTORS;
        const far = (radius + ([...LINE_MM, WITHIN_MM, BEYOND_MM][index % 4] as number)) * PIXELS_PER_MM;
        return Math.round(far * Math.sin(angle)) * width + Math.round(far * Math.cos(angle));
      }),
    ),
  };
}
