import { type RawBuilder, sql } from 'kysely';
import { chargeRuleOf } from '../../../platform/payments/charges.ts';
import type { Shape } from '../../kernel/contract.ts';
import { Faults, ValidationError } from '../../kernel/errors.ts';
import { checkCountry } from '../../kernel/locale.ts';
import { CURRENCIES, shareOf } from '../../kernel/money.ts';
import { grossPrice, type TaxRate } from './tax.ts';
import { isInUnion, isVatIdOf, vatIdOf } from './vat-ids.ts';

/** A business on whose behalf somebody buys. */
export type Business = Shape<'Business'>;

/** The details of a seller that decide who owes the tax. */
interface TaxedSeller {
  country: string | null;
  vat_id: string | null;
}

/**
 * Returns the business that a buyer names, with its VAT ID in the form in which VAT IDs are compared; null if they name none.
 * @throws ValidationError if there is no such country, or if it is a member state of the European Union and the VAT ID does not have its form
 */
export function requireBusiness(given: Shape<'BusinessWrite'> | undefined): Business | null {
  if (given === undefined) return null;
  const { name, address, country, vat_id = null } = given;
  const faults = new Faults();
  checkCountry(country, faults, 'business.country');
  faults.check();
  if (vat_id === null) return { name, address, country, vat_id };
  const vatId = vatIdOf(vat_id);
  const isValid = isInUnion(country) ? isVatIdOf(country, vatId) : vatId !== '';
  if (!isValid) throw new ValidationError([{ field: 'business.vat_id', code: 'invalid_vat_id', message: 'This VAT ID is not valid for the country.' }]);
  return { name, address, country, vat_id: vatId };
}

export const isSameBusiness = (one: Business | null, other: Business | null): boolean =>
  one?.name === other?.name && one?.address === other?.address && one?.country === other?.country && one?.vat_id === other?.vat_id;

/**
 * Whether the buyer owes the tax, and not the seller: between businesses of two member states of the European Union that both have a VAT ID (Directive
 * 2006/112/EC, articles 44 and 196).
 * @param buyer a business whose VAT ID is valid
 */
export const isReverseCharge = (seller: TaxedSeller, buyer: Pick<Business, 'country' | 'vat_id'> | null): boolean =>
  seller.vat_id !== null &&
  seller.country !== null &&
  isInUnion(seller.country) &&
  buyer !== null &&
  buyer.vat_id !== null &&
  isInUnion(buyer.country) &&
  buyer.country !== seller.country;

const WHOLE = 10_000;

/** The tax that applies to a sale, and who owes it. */
export interface Taxed {
  tax: Pick<TaxRate, 'rate'> | null | undefined;
  /** Whether prices contain the tax. Otherwise it is added to them. */
  pricesIncludeTax: boolean;
  /** Whether the buyer owes the tax, and pays none to the seller. */
  reverseCharge: boolean;
}

/** Returns the amount that a buyer pays at this price. */
export function payable(price: number, { tax, pricesIncludeTax, reverseCharge }: Taxed, currency: string): number {
  if (pricesIncludeTax) return reverseCharge ? netPrice(price, tax, currency) : price;
  return reverseCharge ? price : grossPrice(price, tax, currency);
}

/** Returns a price without the tax that it contains, rounded to what the gateway can charge. */
export const netPrice = (price: number, tax: Pick<TaxRate, 'rate'> | null | undefined, currency: string): number =>
  shareOf(price, WHOLE, WHOLE + (tax?.rate ?? 0), chargeRuleOf(currency)?.step);

const STEPS = CURRENCIES.flatMap((currency) => {
  const step = chargeRuleOf(currency)?.step ?? 1;
  return step === 1 ? [] : [sql`when ${sql.lit(currency)} then ${sql.lit(step)}`];
});

/** The tax terms of a price in statements, see `Taxed`. */
export interface TaxedIn {
  /** In hundredths of a percent; null if there is no tax. */
  rate: RawBuilder<unknown>;
  pricesIncludeTax: RawBuilder<unknown>;
  reverseCharge: RawBuilder<unknown>;
  currency: RawBuilder<unknown>;
}

/** Returns the same as `payable`, as an expression for statements. */
export const payableIn = (price: RawBuilder<unknown>, { rate, pricesIncludeTax, reverseCharge, currency }: TaxedIn): RawBuilder<number> =>
  sql`case when ${pricesIncludeTax} <> ${reverseCharge} then ${price} when ${reverseCharge} then ${netPriceIn(price, rate, currency)}
    else ${grossPriceIn(price, rate, currency)} end`;

const stepIn = (currency: RawBuilder<unknown>) => sql`case ${currency} ${sql.join(STEPS, sql` `)} else 1 end`;

function netPriceIn(price: RawBuilder<unknown>, rate: RawBuilder<unknown>, currency: RawBuilder<unknown>): RawBuilder<number> {
  const whole = sql`${sql.lit(WHOLE)} + coalesce(${rate}::bigint, 0)`;
  const step = stepIn(currency);
  return sql`(2 * ${price}::bigint * ${sql.lit(WHOLE)} + (${whole}) * (${step})) / (2 * (${whole}) * (${step})) * (${step})`;
}

function grossPriceIn(price: RawBuilder<unknown>, rate: RawBuilder<unknown>, currency: RawBuilder<unknown>): RawBuilder<number> {
  const step = stepIn(currency);
  return sql`${price} + (2 * ${price}::bigint * coalesce(${rate}::bigint, 0) + ${sql.lit(WHOLE)} * (${step})) / (2 * ${sql.lit(WHOLE)} * (${step})) * (${step})`;
}
