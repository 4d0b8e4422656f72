/**
 * The part of a test file that a worker runs. A file that begins with a comment `@parts N` is run N times, by whichever workers are free; each run
 * registers its own share of the tests.
 */
export interface Part {
  /** From 0. */
  number: number;
  of: number;
}

export const part: Part = { number: 0, of: 1 };
