export interface Place {
  readonly x: number;
  readonly y: number;
}

/** A projective map from one plane to another. */
export class Projection {
  readonly #x: Numerator;
  readonly #y: Numerator;
  readonly #depth: Numerator;

  private constructor([a, b, c, d, e, f, g, h]: readonly number[]) {
    this.#x = { x: a ?? 0, y: b ?? 0, rest: c ?? 0 };
    this.#y = { x: d ?? 0, y: e ?? 0, rest: f ?? 0 };
    this.#depth = { x: g ?? 0, y: h ?? 0, rest: 1 };
  }

  /** Returns the map that takes four places to four others, no three of which lie on a line, or null if there is none. */
  static between(from: readonly Place[], to: readonly Place[]): Projection | null {
    const rows = from.flatMap(({ x, y }, index) => {
      const { x: u, y: v } = to[index] as Place;
      return [
        [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
        [0, 0, 0, x, y, 1, -v * x, -v * y, v],
      ];
    });
    const solution = solve(rows);
    return solution && new Projection(solution);
  }

  apply(x: number, y: number): Place {
    const depth = this.#depth.x * x + this.#depth.y * y + 1;
    return { x: (this.#x.x * x + this.#x.y * y + this.#x.rest) / depth, y: (this.#y.x * x + this.#y.y * y + this.#y.rest) / depth };
  }
}

interface Numerator {
  readonly x: number;
  readonly y: number;
  readonly rest: number;
}

/** Solves linear equations, each a row of coefficients with the right side last. Null if they have no single solution. */
export function solve(equations: readonly (readonly number[])[]): number[] | null {
  const rows = equations.map((row) => [...row]);
  const size = rows.length;
  for (let column = 0; column < size; column += 1) {
    let best = column;
    for (let row = column + 1; row < size; row += 1) if (Math.abs(rows[row]?.[column] ?? 0) > Math.abs(rows[best]?.[column] ?? 0)) best = row;
    const pivot = rows[best] as number[];
    const head = pivot[column] ?? 0;
    if (Math.abs(head) < 1e-12) return null;
    rows[best] = rows[column] as number[];
    rows[column] = pivot;
    for (const row of rows) {
      if (row === pivot) continue;
      const factor = (row[column] ?? 0) / head;
      if (factor) for (let index = column; index <= size; index += 1) row[index] = (row[index] ?? 0) - factor * (pivot[index] ?? 0);
    }
  }
  return rows.map((row, index) => (row[size] ?? 0) / (row[index] ?? 1));
}

export interface Weighed {
  /** The values of the basis functions at this place. */
  readonly basis: readonly number[];
  readonly value: number;
  readonly weight: number;
}

/** Fits a weighted sum of basis functions to values by least squares, three times, each time giving outliers less weight. */
export function fitSum(samples: readonly Weighed[], size: number, usualError: number): number[] {
  let coefficients: number[] = Array(size).fill(0);
  for (let round = 0; round < 3; round += 1) {
    const equations = Array.from({ length: size }, () => Array(size + 1).fill(0) as number[]);
    for (const { basis, value, weight } of samples) {
      const error = round ? (value - sum(coefficients, basis)) / usualError : 0;
      const trust = weight / (1 + error * error);
      basis.forEach((left, row) => {
        const equation = equations[row] as number[];
        basis.forEach((right, column) => {
          equation[column] = (equation[column] ?? 0) + trust * left * right;
        });
        equation[size] = (equation[size] ?? 0) + trust * left * value;
      });
    }
    // A little pull to zero keeps directions apart that the samples cannot distinguish.
    equations.forEach((equation, index) => {
      equation[index] = (equation[index] ?? 0) + 1e-3;
    });
    coefficients = solve(equations) ?? coefficients;
  }
  return coefficients;
}

export function sum(coefficients: readonly number[], basis: readonly number[]): number {
  let total = 0;
  for (let index = 0; index < coefficients.length; index += 1) total += (coefficients[index] as number) * (basis[index] as number);
  return total;
}
