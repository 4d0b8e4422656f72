/** An exact number, so that no precision is lost before rounding. `whole` is positive. */
export interface Fraction {
  part: bigint;
  whole: bigint;
}

export const fraction = (part: number, whole = 1): Fraction => ({ part: BigInt(part), whole: BigInt(whole) });

export const times = (one: Fraction, other: Fraction): Fraction => reduced(one.part * other.part, one.whole * other.whole);

export const sum = (fractions: readonly Fraction[]): Fraction =>
  fractions.reduce((one, other) => reduced(one.part * other.whole + other.part * one.whole, one.whole * other.whole), fraction(0));

export const isAtLeast = (one: Fraction, other: Fraction): boolean => one.part * other.whole >= other.part * one.whole;

export const larger = (one: Fraction, other: Fraction): Fraction => (isAtLeast(one, other) ? one : other);

/** Returns the largest integer that is not greater than the fraction. */
export function floor({ part, whole }: Fraction): number {
  const cut = part / whole;
  return Number(part < 0n && cut * whole !== part ? cut - 1n : cut);
}

/** Rounds to a whole number, halves up. */
export const halfUp = ({ part, whole }: Fraction): number => floor({ part: 2n * part + whole, whole: 2n * whole });

function reduced(part: bigint, whole: bigint): Fraction {
  let [a, b] = [part < 0n ? -part : part, whole];
  while (b !== 0n) [a, b] = [b, a % b];
  return a === 0n ? { part: 0n, whole: 1n } : { part: part / a, whole: whole / a };
}
