import { shareOf } from '../../kernel/money.ts';

/** A tax that the prices of an organisation contain. */
export interface TaxRate {
  label: string;
  /** In hundredths of a percent. */
  rate: number;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
}

export interface TaxLine extends TaxRate {
  /** What of the total is tax, in minor units. */
  amount: number;
}

const WHOLE = 10_000;

/** Returns the tax that a total contains. */
export const taxLinesOf = (total: number, tax: TaxRate | null): TaxLine[] =>
  tax && total > 0 ? [{ ...tax, amount: shareOf(total, tax.rate, WHOLE + tax.rate) }] : [];

export const taxOf = (lines: readonly TaxLine[]): number => lines.reduce((sum, { amount }) => sum + amount, 0);

/** What of the money for an order is tax. */
export interface TaxedTotal {
  total: number;
  tax: number;
}

/**
 * Returns how much tax goes back when what has gone back in all changes from one amount to another. Each sum is rounded and not each step, so that the
 * steps add up to the tax of the order. Negative if money comes back.
 */
export function taxBetween({ total, tax }: TaxedTotal, before: number, after: number): number {
  const taxUpTo = (gone: number) => (tax === 0 ? 0 : shareOf(tax, Math.min(gone, total), total));
  return taxUpTo(after) - taxUpTo(before);
}
