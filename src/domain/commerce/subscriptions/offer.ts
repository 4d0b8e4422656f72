import type { Executor } from '../../../platform/database/connect.ts';
import { chargeFaultOf } from '../../../platform/payments/charges.ts';
import type { Caller } from '../../kernel/caller.ts';
import { DomainError, ValidationError } from '../../kernel/errors.ts';
import { isId } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { type Discount, quoteCoupon } from '../coupons/apply-coupon.ts';
import { couponRefused } from '../coupons/refusal.ts';
import { PLAN_COLUMNS, plansOf } from '../plans/columns.ts';

/**
 * Reads a plan that the caller can subscribe to, with its current terms.
 * @throws ValidationError if there is none
 * @throws DomainError plan_archived
 */
export async function readOffered(db: Executor, { organisationId }: Pick<Caller, 'organisationId'>, planId: string) {
  const plan = isId(planId) ? await plansOf(db, organisationId).where('catalogue_plans.id', '=', planId).select(PLAN_COLUMNS).executeTakeFirst() : undefined;
  if (!plan) throw new ValidationError([{ field: 'plan_id', code: 'unknown', message: 'The organisation has no such plan.' }]);
  if (plan.archived_at !== null) throw new DomainError('plan_archived', 'The plan is archived.');
  return plan;
}

export type OfferedPlan = Awaited<ReturnType<typeof readOffered>>;

/**
 * Returns what a coupon takes off the payments for a plan. It can leave nothing to pay for a period: the next ones may cost something.
 * @throws ValidationError if it gives no discount
 * @throws DomainError amount_too_small
 */
export async function quotePlan(
  { db, keyring }: Pick<Tools, 'db' | 'keyring'>,
  { organisationId, actorId }: Pick<Caller, 'organisationId' | 'actorId'>,
  { amount, currency }: Pick<OfferedPlan, 'amount' | 'currency'>,
  code: string,
  now: string,
): Promise<Discount> {
  const { email } = await db.selectFrom('users').select('email').where('id', '=', actorId).executeTakeFirstOrThrow();
  const quote = await quoteCoupon({ db, keyring }, organisationId, { code, email, item: { courseId: null, amount, currency } }, now);
  if ('refusal' in quote) throw couponRefused(quote.refusal);
  const total = amount - quote.discount;
  if (total > 0 && chargeFaultOf(total, currency) !== null) throw new DomainError('amount_too_small', 'The gateway cannot charge the amount.');
  return quote;
}
