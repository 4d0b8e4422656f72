import { chargeRuleOf } from '../../../platform/payments/charges.ts';
import type { GatewayTax } from '../../../platform/payments/taxes.ts';
import { shareBetween, shareOf } from '../../kernel/money.ts';

/** A tax that the prices of an organisation contain, or that is added to them. */
export interface TaxRate {
  label: string;
  /** In hundredths of a percent. */
  rate: number;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
}

export interface TaxLine extends TaxRate {
  /** The tax that the total contains, in minor units. */
  amount: number;
}

const WHOLE = 10_000;

/** Returns the tax on a seller's sales, according to the seller's details. */
export const taxRateOf = ({ tax_label: label, tax_rate: rate, country }: TaxDetails): TaxRate | null =>
  label === null || rate === null ? null : { label, rate, country };

interface TaxDetails {
  tax_label: string | null;
  tax_rate: number | null;
  country: string | null;
}

/**
 * Returns the tax that a total contains.
 * @param step the unit of which the amount is a multiple
 */
export const taxLinesOf = (total: number, tax: TaxRate | null, step = 1): TaxLine[] =>
  tax ? [{ ...tax, amount: shareOf(total, tax.rate, WHOLE + tax.rate, step) }] : [];

/** Returns a price plus the tax that it does not contain, rounded to what the gateway can charge. */
export const grossPrice = (price: number, tax: Pick<TaxRate, 'rate'> | null | undefined, currency: string): number =>
  price + shareOf(price, tax?.rate ?? 0, WHOLE, chargeRuleOf(currency)?.step);

/** Returns the tax that was added to a price, computed from the sum of both. Rounding to the gateway's step yields the same amount. */
export const addedTaxOf = (total: number, tax: TaxRate | null, currency: string): TaxLine[] => taxLinesOf(total, tax, chargeRuleOf(currency)?.step);

export const taxOf = (lines: readonly TaxLine[]): number => lines.reduce((sum, { amount }) => sum + amount, 0);

/** Limits on the taxes of an order in API responses. */
const MOST_TAXES = 10;
const LONGEST_LABEL = 50;

/** Returns taxes that the gateway has computed, in the form in which orders store them. */
export const gatewayTaxLines = (taxes: readonly GatewayTax[]): TaxLine[] =>
  taxes.slice(0, MOST_TAXES).map((line) => ({ ...line, label: line.label.slice(0, LONGEST_LABEL) || 'Tax' }));

/** Returns an amount without the taxes that it contains. Only the rates of the taxes are used. */
export const untaxed = (amount: number, taxes: readonly TaxRate[]): number => amount - taxOf(taxes.flatMap((tax) => taxLinesOf(amount, tax)));

interface TaxedPrices extends TaxedTotal {
  subtotal: number;
  prices_include_tax: boolean;
  gateway_tax: boolean;
  tax_lines: readonly TaxRate[];
}

/** Returns the prices of an order without tax. The rates that the gateway states need not explain the tax that it has computed. */
export function soldOf({ subtotal, total, tax, prices_include_tax, gateway_tax, tax_lines }: TaxedPrices): number {
  if (!prices_include_tax) return subtotal;
  if (!gateway_tax) return untaxed(subtotal, tax_lines);
  return subtotal - (tax === 0 ? 0 : shareOf(tax, subtotal, total));
}

/** The money for an order, and the tax that it contains. */
export interface TaxedTotal {
  total: number;
  tax: number;
}

/** Returns how much tax goes back when the total amount that has gone back changes from `before` to `after`. Negative if money comes back. */
export const taxBetween = ({ total, tax }: TaxedTotal, before: number, after: number): number => shareBetween({ part: tax, total }, before, after);
