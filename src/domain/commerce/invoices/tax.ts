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
  /** What of the total is tax, in minor units. */
  amount: number;
}

const WHOLE = 10_000;

/** Returns the tax on what a seller sells, by their details. */
export const taxRateOf = ({ tax_label: label, tax_rate: rate, country }: TaxDetails): TaxRate | null =>
  label === null || rate === null ? null : { label, rate, country };

interface TaxDetails {
  tax_label: string | null;
  tax_rate: number | null;
  country: string | null;
}

/**
 * Returns the tax that a total contains.
 * @param step of which the amount is a multiple
 */
export const taxLinesOf = (total: number, tax: TaxRate | null, step = 1): TaxLine[] =>
  tax ? [{ ...tax, amount: shareOf(total, tax.rate, WHOLE + tax.rate, step) }] : [];

/** Returns a price with a tax that it does not contain, as the gateway can charge it. */
export const grossPrice = (price: number, tax: Pick<TaxRate, 'rate'> | null | undefined, currency: string): number =>
  price + shareOf(price, tax?.rate ?? 0, WHOLE, chargeRuleOf(currency)?.step);

/** Returns the tax that was added to a price, of the sum of both. The step of the gateway makes it the same amount. */
export const addedTaxOf = (total: number, tax: TaxRate | null, currency: string): TaxLine[] => taxLinesOf(total, tax, chargeRuleOf(currency)?.step);

export const taxOf = (lines: readonly TaxLine[]): number => lines.reduce((sum, { amount }) => sum + amount, 0);

/** What answers can say of the taxes of an order. */
const MOST_TAXES = 10;
const LONGEST_LABEL = 50;

/** Returns taxes that the gateway has computed, as orders have them. */
export const gatewayTaxLines = (taxes: readonly GatewayTax[]): TaxLine[] =>
  taxes.slice(0, MOST_TAXES).map((line) => ({ ...line, label: line.label.slice(0, LONGEST_LABEL) || 'Tax' }));

/** Returns what is left of an amount without the taxes that it contains. Only their rates count. */
export const untaxed = (amount: number, taxes: readonly TaxRate[]): number => amount - taxOf(taxes.flatMap((tax) => taxLinesOf(amount, tax)));

interface TaxedPrices extends TaxedTotal {
  subtotal: number;
  prices_include_tax: boolean;
  gateway_tax: boolean;
  tax_lines: readonly TaxRate[];
}

/** Returns the prices of an order without tax. What the gateway says of its rates need not explain the tax that it has computed. */
export function soldOf({ subtotal, total, tax, prices_include_tax, gateway_tax, tax_lines }: TaxedPrices): number {
  if (!prices_include_tax) return subtotal;
  if (!gateway_tax) return untaxed(subtotal, tax_lines);
  return subtotal - (tax === 0 ? 0 : shareOf(tax, subtotal, total));
}

/** What of the money for an order is tax. */
export interface TaxedTotal {
  total: number;
  tax: number;
}

/** Returns how much tax goes back when what has gone back in all changes from one amount to another. Negative if money comes back. */
export const taxBetween = ({ total, tax }: TaxedTotal, before: number, after: number): number => shareBetween({ part: tax, total }, before, after);
