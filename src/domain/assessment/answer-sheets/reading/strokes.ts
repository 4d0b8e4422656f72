import type { Area, InkMap } from './ink-map.ts';
import type { Zones } from './zones.ts';

/** Connected ink: what it spans, in points. */
export interface Stroke {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Number of points that it covers. */
  area: number;
  /** The bubbles inside which it lies, by their place in the list. */
  readonly bubbles: number[];
}

/** A bubble with its zones, and its centre as an index of the ink. */
export interface Placed {
  readonly at: number;
  readonly zones: Zones;
}

/** Ink that is darker than this is connected to strokes. */
export const STROKE = 0.2;

/** Finds connected ink, across printed circles too: a mark ends near its circle, while a line through several rows, a crease or handwriting continues. */
export class Strokes {
  readonly #numbers: Int32Array;
  readonly #strokes: Stroke[] = [];
  readonly #stack: number[] = [];

  /** @param blind where something is printed */
  constructor({ width, height, ink }: InkMap, bubbles: readonly Placed[], blind: readonly Area[]) {
    const isInk = new Uint8Array(ink.length);
    // The edge is left out, so that every point has all its neighbours.
    for (let y = 1; y < height - 1; y += 1) for (let at = y * width + 1; at < (y + 1) * width - 1; at += 1) isInk[at] = (ink[at] as number) > STROKE ? 1 : 0;
    for (const { left, right, top, bottom } of blind) for (let y = top; y <= bottom; y += 1) isInk.fill(0, y * width + left, y * width + right + 1);
    const owner = new Int16Array(ink.length);
    bubbles.forEach(({ at, zones: { band, heart } }, index) => {
      // The print itself connects nothing; ink on both sides of it does.
      for (let point = 0; point < band.length; point += 3) {
        const isInkBeside = (ink[at + (band[point + 1] as number)] as number) > STROKE && (ink[at + (band[point + 2] as number)] as number) > STROKE;
        isInk[at + (band[point] as number)] = isInkBeside ? 1 : 0;
      }
      for (let point = 0; point < heart.length; point += 1) owner[at + (heart[point] as number)] = index + 1;
    });
    this.#numbers = new Int32Array(ink.length);
    for (let at = 0; at < isInk.length; at += 1) if (isInk[at]) this.#follow(at, width, isInk, owner);
  }

  /** Follows a stroke from its first point, and takes it out of the ink. */
  #follow(start: number, width: number, isInk: Uint8Array, owner: Int16Array): void {
    const stroke: Stroke = { left: width, right: 0, top: start, bottom: 0, area: 0, bubbles: [] };
    const number = this.#strokes.push(stroke);
    const stack = this.#stack;
    isInk[start] = 0;
    stack.push(start);
    let last = 0;
    while (stack.length) {
      const at = stack.pop() as number;
      this.#numbers[at] = number;
      stroke.area += 1;
      const y = (at / width) | 0;
      const x = at - y * width;
      if (x < stroke.left) stroke.left = x;
      if (x > stroke.right) stroke.right = x;
      if (y < stroke.top) stroke.top = y;
      if (y > stroke.bottom) stroke.bottom = y;
      const bubble = owner[at] as number;
      if (bubble && bubble !== last) {
        last = bubble;
        if (!stroke.bubbles.includes(bubble - 1)) stroke.bubbles.push(bubble - 1);
      }
      for (let row = at - width; row <= at + width; row += width) {
        for (let next = row - 1; next <= row + 1; next += 1) {
          if (!isInk[next]) continue;
          isInk[next] = 0;
          stack.push(next);
        }
      }
    }
  }

  get all(): readonly Stroke[] {
    return this.#strokes;
  }

  at(index: number): Stroke | undefined {
    const number = this.#numbers[index];
    return number ? this.#strokes[number - 1] : undefined;
  }
}
