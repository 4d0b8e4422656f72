import { shareBetween, shareOf } from '../../kernel/money.ts';

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

/** Returns the tax that a seller's prices contain, by their details. */
export const taxRateOf = ({ tax_label: label, tax_rate: rate, country }: TaxDetails): TaxRate | null =>
  label === null || rate === null ? null : { label, rate, country };

interface TaxDetails {
  tax_label: string | null;
  tax_rate: number | null;
  country: string | null;
}

/** Returns the tax that a total contains. */
export const taxLinesOf = (total: number, tax: TaxRate | null): TaxLine[] => (tax ? [{ ...tax, amount: shareOf(total, tax.rate, WHOLE + tax.rate) }] : []);

export const taxOf = (lines: readonly TaxLine[]): number => lines.reduce((sum, { amount }) => sum + amount, 0);

/** Returns what is left of an amount without the taxes that it contains. Only their rates count. */
export const untaxed = (amount: number, taxes: readonly TaxRate[]): number => amount - taxOf(taxes.flatMap((tax) => taxLinesOf(amount, tax)));

/** What of the money for an order is tax. */
export interface TaxedTotal {
  total: number;
  tax: number;
}

/** Returns how much tax goes back when what has gone back in all changes from one amount to another. Negative if money comes back. */
export const taxBetween = ({ total, tax }: TaxedTotal, before: number, after: number): number => shareBetween({ part: tax, total }, before, after);
