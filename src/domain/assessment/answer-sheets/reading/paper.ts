import type { GreyImage } from '../../../../platform/images/photo.ts';

const TILE = 8;
/** Ink is bridged up to this many tiles on each side; what is darker over a wider area is a shadow. */
const REACH = 2;

/** The brightness of the bare paper at each place of a straightened page, shadows included. */
export class Paper {
  readonly #columns: number;
  readonly #rows: number;
  readonly #levels: Float32Array;

  constructor({ width, height, data }: GreyImage) {
    this.#columns = Math.floor(width / TILE);
    this.#rows = Math.floor(height / TILE);
    const levels = new Float32Array(this.#columns * this.#rows);
    for (let row = 0; row < this.#rows; row += 1) {
      for (let column = 0; column < this.#columns; column += 1) levels[row * this.#columns + column] = lightPart(data, width, column * TILE, row * TILE);
    }
    const lifted = this.#spread(levels, Math.max);
    this.#levels = this.#spread(lifted, Math.min);
  }

  at(x: number, y: number): number {
    const column = Math.max(0, Math.min(this.#columns - 1.001, x / TILE - 0.5));
    const row = Math.max(0, Math.min(this.#rows - 1.001, y / TILE - 0.5));
    const at = Math.floor(row) * this.#columns + Math.floor(column);
    const [across, down] = [column % 1, row % 1];
    const levels = this.#levels;
    const upper = (levels[at] as number) * (1 - across) + (levels[at + 1] as number) * across;
    const lower = (levels[at + this.#columns] as number) * (1 - across) + (levels[at + this.#columns + 1] as number) * across;
    return Math.max(1, upper * (1 - down) + lower * down);
  }

  /** The extreme of each tile and those around it. */
  #spread(levels: Float32Array, extreme: (a: number, b: number) => number): Float32Array {
    const along = (source: Float32Array, step: number, length: number, place: (at: number) => number) =>
      source.map((level, at) => {
        let value = level;
        for (let far = -REACH; far <= REACH; far += 1) {
          const other = place(at) + far;
          if (other >= 0 && other < length) value = extreme(value, source[at + far * step] as number);
        }
        return value;
      });
    const across = along(levels, 1, this.#columns, (at) => at % this.#columns);
    return along(across, this.#columns, this.#rows, (at) => Math.floor(at / this.#columns));
  }
}

/** The mean of the lighter part of a tile. */
function lightPart(data: Uint8Array, width: number, left: number, top: number): number {
  let total = 0;
  for (let y = top; y < top + TILE; y += 1) for (let x = left; x < left + TILE; x += 1) total += data[y * width + x] as number;
  const mean = total / TILE ** 2;
  let [light, count] = [0, 0];
  for (let y = top; y < top + TILE; y += 1) {
    for (let x = left; x < left + TILE; x += 1) {
      const value = data[y * width + x] as number;
      if (value < mean) continue;
      light += value;
      count += 1;
    }
  }
  return light / count;
}
