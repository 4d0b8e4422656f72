import { sql } from 'kysely';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { type ChargeFault, type ChargeRule, chargeFaultOf, chargeRuleOf } from '../../../platform/payments/charges.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller, Viewer } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { Faults, NotFoundError, ValidationError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { checkCurrency } from '../../kernel/locale.ts';
import { minorUnitsOf } from '../../kernel/money.ts';
import type { Tools } from '../../kernel/tools.ts';
import { liveCourses } from './columns.ts';

/**
 * The currency of a course. A course that never had a price is free and uses the organisation's currency. For queries that read `courses` and
 * `organisations`.
 */
export const priceCurrency = sql<string>`coalesce(courses.price_currency, organisations.currency)`;

/** Whether the amount paid equals the price: false if the organisation's tax is added to it. For queries that read the table. */
export const priceIncludesTax = (table: 'courses' | 'catalogue_plans') => sql<boolean>`coalesce((
  select seller.prices_include_tax or (seller.tax_rate is null and not seller.gateway_tax)
  from seller_details seller where seller.organisation_id = ${sql.ref(`${table}.organisation_id`)}), true)`;

const selectPrice = (db: Executor, organisationId: string, courseId: string) =>
  liveCourses(db, organisationId)
    .where('courses.id', '=', courseId)
    .innerJoin('organisations', 'organisations.id', 'courses.organisation_id')
    .select(['courses.price_amount as amount', priceCurrency.as('currency'), priceIncludesTax('courses').as('includes_tax')])
    .select('organisations.currency as organisation_currency');

export const asPrice = ({ amount, currency, includes_tax }: Omit<Shape<'Price'>, 'is_free'>): Shape<'Price'> => ({
  amount,
  currency,
  includes_tax,
  is_free: (amount ?? 0) === 0,
});

/** @throws NotFoundError */
export async function getPrice({ db }: Pick<Tools, 'db'>, { organisationId }: Viewer, courseId: string): Promise<Shape<'Price'>> {
  requireIds(courseId);
  return asPrice(await selectPrice(db, organisationId, courseId).executeTakeFirstOrThrow(() => new NotFoundError()));
}

/** Writes an amount both for people and as the field expects it: `EUR 0.50 (50)`. */
const written = (amount = 0, currency: string): string => `${currency} ${(amount / 10 ** minorUnitsOf(currency)).toFixed(minorUnitsOf(currency))} (${amount})`;

const NOT_CHARGEABLE: Readonly<Record<ChargeFault, (rule: ChargeRule | null, currency: string) => { field: 'amount' | 'currency'; message: string }>> = {
  currency_not_chargeable: () => ({ field: 'currency', message: 'The payment gateway does not support this currency.' }),
  amount_too_small: (rule, currency) => ({ field: 'amount', message: `Must be at least ${written(rule?.minimum, currency)}.` }),
  amount_too_large: (rule, currency) => ({ field: 'amount', message: `Must be at most ${written(rule?.maximum, currency)}.` }),
  amount_not_a_step: (rule, currency) => ({ field: 'amount', message: `Must be a multiple of ${written(rule?.step, currency)}.` }),
};

/** Checks that the payment gateway can charge the price.
 * @throws ValidationError */
export function requireChargeable({ amount, currency }: { amount: number | null; currency: string }): void {
  const fault = amount ? chargeFaultOf(amount, currency) : null;
  if (!fault) return;
  const { field, message } = NOT_CHARGEABLE[fault](chargeRuleOf(currency), currency);
  throw new ValidationError([{ field, code: fault, message }]);
}

/**
 * Replaces the price of a course. If the currency is omitted, the organisation's currency is used.
 * @throws NotFoundError
 * @throws ValidationError
 */
export function replacePrice({ db }: Pick<Tools, 'db'>, caller: Caller, courseId: string, { amount, currency }: Shape<'PriceWrite'>): Promise<Shape<'Price'>> {
  requireIds(courseId);
  const { organisationId } = caller;
  const faults = new Faults();
  if (currency !== undefined) checkCurrency(currency, faults);
  faults.check();
  return inTransaction(db, async (trx) => {
    const before = await selectPrice(trx, organisationId, courseId)
      .forNoKeyUpdate('courses')
      .executeTakeFirstOrThrow(() => new NotFoundError());
    const to = { amount, currency: currency ?? before.organisation_currency, includes_tax: before.includes_tax };
    requireChargeable(to);
    await trx
      .updateTable('courses')
      .set({ price_amount: amount, price_currency: to.currency })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', courseId)
      .execute();
    const after = asPrice(to);
    await recordChange(trx, caller, { action: 'course.price_changed', objectId: courseId, before: asPrice(before), after: { ...after } });
    return after;
  });
}
