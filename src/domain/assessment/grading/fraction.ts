/**
 * An exact rational number. Points and percentages are decimals, but averages, weights and scaled scores are not, so nothing is rounded before the end.
 * A library would bring no more than these few functions.
 */
export interface Fraction {
  readonly part: bigint;
  /** Greater than 0. */
  readonly whole: bigint;
}

/** From this size on, a fraction is reduced, so that long sums stay small without a greatest common divisor at each step. */
const LARGE = 1n << 62n;

function fraction(part: bigint, whole: bigint): Fraction {
  if (whole < LARGE) return { part, whole };
  const divisor = greatestCommonDivisor(part < 0n ? -part : part, whole);
  return { part: part / divisor, whole: whole / divisor };
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [one, other] = [a, b];
  while (other !== 0n) [one, other] = [other, one % other];
  return one;
}

export const ZERO: Fraction = { part: 0n, whole: 1n };

/** Reads a number with at most two decimals, as the contract and the database hold points and percentages. */
export const hundredths = (value: number): Fraction => ({ part: BigInt(Math.round(value * 100)), whole: 100n });
export const integer = (value: number): Fraction => ({ part: BigInt(value), whole: 1n });

export const plus = (a: Fraction, b: Fraction): Fraction =>
  a.whole === b.whole ? { part: a.part + b.part, whole: a.whole } : fraction(a.part * b.whole + b.part * a.whole, a.whole * b.whole);
export const minus = (a: Fraction, b: Fraction): Fraction => plus(a, { part: -b.part, whole: b.whole });
export const times = (a: Fraction, b: Fraction): Fraction => fraction(a.part * b.part, a.whole * b.whole);
/** @param b not 0 */
export const over = (a: Fraction, b: Fraction): Fraction =>
  b.part < 0n ? fraction(-a.part * b.whole, a.whole * -b.part) : fraction(a.part * b.whole, a.whole * b.part);

/** Returns a negative number if a < b, a positive one if a > b, else 0. */
export function compare(a: Fraction, b: Fraction): number {
  const difference = a.part * b.whole - b.part * a.whole;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
export const isZero = ({ part }: Fraction): boolean => part === 0n;
export const least = (a: Fraction, b: Fraction): Fraction => (compare(a, b) <= 0 ? a : b);
export const most = (a: Fraction, b: Fraction): Fraction => (compare(a, b) >= 0 ? a : b);
export const sum = (values: readonly Fraction[]): Fraction => values.reduce(plus, ZERO);

const HUNDRED: Fraction = { part: 100n, whole: 1n };
export const percentOf = (percent: Fraction, value: Fraction): Fraction => over(times(percent, value), HUNDRED);
/** @param whole not 0 */
export const asPercent = (part: Fraction, whole: Fraction): Fraction => over(times(part, HUNDRED), whole);

/** Rounds half up to two decimals: 93.825 becomes 93.83, and -0.125 becomes -0.12. */
export function rounded({ part, whole }: Fraction): number {
  const twice = part * 200n + whole;
  const divisor = 2n * whole;
  const quotient = twice / divisor;
  return Number(twice < 0n && quotient * divisor !== twice ? quotient - 1n : quotient) / 100;
}
