import type { Frame } from '../layout/geometry.ts';
import { fitSum, type Place, sum, type Weighed } from './plane.ts';

/** The apparent displacement of a point of the page from its place on flat paper, in millimetres along the page's sides. */
export interface Shift extends Place {
  readonly dx: number;
  readonly dy: number;
}

export type Bend = (x: number, y: number) => readonly [dx: number, dy: number];

interface Edge {
  readonly dx: readonly number[];
  readonly dy: readonly number[];
}

const STRAIGHT: Edge = { dx: [0, 0, 0], dy: [0, 0, 0] };
const USUAL_ERROR = 0.25;
const near = (a: number, b: number) => Math.abs(a - b) < 6;

/** Returns the shapes of an edge between two markers, which are in their places themselves. */
function edgeShapes(part: number): number[] {
  const arch = 4 * part * (1 - part);
  const skew = 2 * part - 1;
  return [arch, arch * skew, arch * skew * skew];
}

/** Returns the bend of a page whose four edges are bent like this between the markers: each point follows the edges that it lies between. */
export function bendOfEdges(frame: Frame, shifts: readonly Shift[]): Bend {
  const xs = frame.markers.map(({ x }) => x);
  const ys = frame.markers.map(({ y }) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const across = (x: number) => (x - left) / (right - left);
  const down = (y: number) => (y - top) / (bottom - top);
  const edge = (isOn: (shift: Shift) => boolean, part: (shift: Shift) => number): Edge => {
    const on = shifts.filter(isOn);
    if (!on.length) return STRAIGHT;
    const samples = (value: (shift: Shift) => number): Weighed[] =>
      on.map((shift) => ({ basis: edgeShapes(part(shift)).slice(0, on.length), value: value(shift), weight: 1 }));
    const size = Math.min(3, on.length);
    return {
      dx: fitSum(
        samples(({ dx }) => dx),
        size,
        USUAL_ERROR,
      ),
      dy: fitSum(
        samples(({ dy }) => dy),
        size,
        USUAL_ERROR,
      ),
    };
  };
  const edges = {
    top: edge(
      ({ y }) => near(y, top),
      ({ x }) => across(x),
    ),
    bottom: edge(
      ({ y }) => near(y, bottom),
      ({ x }) => across(x),
    ),
    left: edge(
      ({ x }) => near(x, left),
      ({ y }) => down(y),
    ),
    right: edge(
      ({ x }) => near(x, right),
      ({ y }) => down(y),
    ),
  };
  return (x, y) => {
    const [u, v] = [across(x), down(y)];
    const [horizontal, vertical] = [edgeShapes(u), edgeShapes(v)];
    const blend = (axis: 'dx' | 'dy') =>
      (1 - v) * sum(edges.top[axis], horizontal) +
      v * sum(edges.bottom[axis], horizontal) +
      (1 - u) * sum(edges.left[axis], vertical) +
      u * sum(edges.right[axis], vertical);
    return [blend('dx'), blend('dy')];
  };
}
