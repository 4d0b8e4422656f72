import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { chargeFaultOf, chargeRuleOf } from '../../../platform/payments/charges.ts';
import type { Caller } from '../../kernel/caller.ts';
import { DomainError, ValidationError } from '../../kernel/errors.ts';
import { isId } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { type Discount, quoteCoupon } from '../coupons/apply-coupon.ts';
import { couponRefused } from '../coupons/refusal.ts';
import { type Business, isReverseCharge, payable } from '../invoices/reverse-charge.ts';
import { type TaxRate, taxRateOf } from '../invoices/tax.ts';
import { PLAN_COLUMNS, plansOf } from '../plans/columns.ts';
import { isLiveIn } from './columns.ts';

/**
 * Reads a plan that the caller can subscribe to, with its current terms.
 * @throws ValidationError if there is none
 * @throws DomainError plan_archived
 */
export async function readOffered(db: Executor, { organisationId }: Pick<Caller, 'organisationId'>, planId: string) {
  const plan = isId(planId) ? await plansOf(db, organisationId).where('catalogue_plans.id', '=', planId).select(PLAN_COLUMNS).executeTakeFirst() : undefined;
  if (!plan) throw new ValidationError([{ field: 'plan_id', code: 'unknown', message: 'The organisation has no such plan.' }]);
  if (plan.archived_at !== null) throw new DomainError('plan_archived', 'The plan has been archived.');
  return plan;
}

export type OfferedPlan = Awaited<ReturnType<typeof readOffered>>;

/** The taxes on what an organisation sells, and who owes them. */
export interface Taxation {
  taxes: TaxRate[];
  /** Whether prices contain the taxes. Otherwise, they are added. */
  prices_include_tax: boolean;
  /** Whether the gateway computes a tax instead, when the subscriber pays, unless the subscriber owes it. */
  gateway_tax: boolean;
  /** Whether the subscriber owes the taxes, and pays prices without them. */
  reverse_charge: boolean;
}

/** Reads the taxes on what the organisation sells now, and who owes them. */
export async function readTaxation(db: Executor, organisationId: string, business: Business | null): Promise<Taxation> {
  const seller = await db
    .selectFrom('seller_details')
    .select(['tax_label', 'tax_rate', 'prices_include_tax', 'gateway_tax', 'country', 'vat_id'])
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
  if (!seller) return { taxes: [], prices_include_tax: true, gateway_tax: false, reverse_charge: false };
  const tax = taxRateOf(seller);
  const { prices_include_tax, gateway_tax } = seller;
  return { taxes: tax ? [tax] : [], prices_include_tax, gateway_tax, reverse_charge: isReverseCharge(seller, business) };
}

/** Returns the amount that a subscriber pays at a price, without a tax that the gateway adds. */
export const amountOf = (
  price: number,
  { taxes: [rate], prices_include_tax: pricesIncludeTax, gateway_tax, reverse_charge: reverseCharge }: Taxation,
  currency: string,
): number => payable(price, { tax: gateway_tax && !reverseCharge ? null : rate, pricesIncludeTax, reverseCharge }, currency);

/** Returns by how much a discount on a price reduces the subscriber's payment. Without the tax, the smallest discount could round to nothing. */
export const reductionOf = (discount: number, { amount, currency }: Pick<OfferedPlan, 'amount' | 'currency'>, taxation: Taxation): number =>
  Math.max(amountOf(amount, taxation, currency) - amountOf(amount - discount, taxation, currency), chargeRuleOf(currency)?.step ?? 1);

/**
 * Returns the discount of a coupon on the payments for a plan, if there is one. It can leave nothing to pay for a period, because the next ones may cost
 * something.
 * @throws ValidationError if it gives no discount
 * @throws DomainError amount_too_small
 */
export async function quotePlan(
  { db, keyring }: Pick<Tools, 'db' | 'keyring'>,
  { organisationId, actorId }: Pick<Caller, 'organisationId' | 'actorId'>,
  { amount, currency }: Pick<OfferedPlan, 'amount' | 'currency'>,
  { code, taxation }: { code: string | null; taxation: Taxation },
  now: string,
): Promise<Discount | null> {
  const price = amountOf(amount, taxation, currency);
  const coupon = code === null ? null : await findDiscount(code);
  const total = price - (coupon?.discount ?? 0);
  if (total > 0 && chargeFaultOf(total, currency) !== null) throw new DomainError('amount_too_small', 'The gateway cannot charge this amount.');
  return coupon;

  async function findDiscount(code: string): Promise<Discount> {
    const { email } = await db.selectFrom('users').select('email').where('id', '=', actorId).executeTakeFirstOrThrow();
    // A subscription that the caller has begun holds a use, and is resumed or given up.
    const own = sql<string | null>`(select id from catalogue_subscriptions
      where organisation_id = ${organisationId} and user_id = ${actorId} and ${isLiveIn})`;
    const quote = await quoteCoupon({ db, keyring }, organisationId, { code, email, item: { courseId: null, amount, currency }, own }, now);
    if ('refusal' in quote) throw couponRefused(quote.refusal);
    return { ...quote, discount: reductionOf(quote.discount, { amount, currency }, taxation) };
  }
}
