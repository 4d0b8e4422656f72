/**
 * Returns the share `part / whole` of an amount, rounded half up to a multiple of `step`. This is the one place where money is rounded. No argument may
 * be negative, and all must be integers.
 */
export function shareOf(amount: number, part: number, whole: number, step = 1): number {
  const divisor = 2n * BigInt(whole) * BigInt(step);
  const rounded = (2n * BigInt(amount) * BigInt(part) + divisor / 2n) / divisor;
  return Number(rounded * BigInt(step));
}
