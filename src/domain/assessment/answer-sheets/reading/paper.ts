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
    this.#levels = this.#spread(this.#spread(levels, 1), -1);
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

  /** Returns a function that fills in the levels of the points of a row, from a column on. */
  rowsFrom(left: number, width: number): (y: number, levels: Float32Array) => void {
    const tiles = new Int32Array(width);
    const parts = new Float32Array(width);
    for (let x = 0; x < width; x += 1) {
      const column = Math.max(0, Math.min(this.#columns - 1.001, (left + x) / TILE - 0.5));
      tiles[x] = column;
      parts[x] = column % 1;
    }
    const blended = new Float32Array(this.#columns);
    return (y, levels) => {
      const row = Math.max(0, Math.min(this.#rows - 1.001, y / TILE - 0.5));
      const at = Math.floor(row) * this.#columns;
      const down = row % 1;
      for (let column = 0; column < blended.length; column += 1) {
        const upper = this.#levels[at + column] as number;
        blended[column] = Math.max(1, upper + ((this.#levels[at + this.#columns + column] as number) - upper) * down);
      }
      for (let x = 0; x < width; x += 1) {
        const tile = tiles[x] as number;
        const first = blended[tile] as number;
        levels[x] = first + ((blended[tile + 1] as number) - first) * (parts[x] as number);
      }
    };
  }

  /** Returns the lightest or, with `sign` -1, the darkest level of each tile and those around it. */
  #spread(levels: Float32Array, sign: 1 | -1): Float32Array {
    return this.#along(this.#along(levels, sign, 1, this.#columns), sign, this.#columns, this.#rows);
  }

  #along(levels: Float32Array, sign: 1 | -1, step: number, length: number): Float32Array {
    const spread = new Float32Array(levels.length);
    for (let at = 0; at < levels.length; at += 1) {
      const place = step === 1 ? at % length : (at / step) | 0;
      const first = at - Math.min(REACH, place) * step;
      const last = at + Math.min(REACH, length - 1 - place) * step;
      let value = levels[at] as number;
      for (let other = first; other <= last; other += step) {
        const level = levels[other] as number;
        if (sign * (level - value) > 0) value = level;
      }
      spread[at] = value;
    }
    return spread;
  }
}

/** Returns the mean of the lighter part of a tile. */
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
