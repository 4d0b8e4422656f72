import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import type { Payments } from '../../../platform/payments/payments.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import { newId } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { platformFeeRate } from '../../organisations/plans/plans.ts';
import { holdCouponUse } from '../coupons/apply-coupon.ts';
import { couponRefused } from '../coupons/refusal.ts';
import { PAGE_MINUTES } from '../gateway/pages.ts';
import type { Business } from '../invoices/reverse-charge.ts';
import { attributeSubscription } from './attribute-subscription.ts';
import { isLiveIn, readLive, type SubscriptionRow, selectSubscriptions } from './columns.ts';
import { type OfferedPlan, quotePlan, readTaxation } from './offer.ts';
import { enqueueSettling } from './settle.ts';

interface Opening {
  gateway: Pick<Payments, 'gateway' | 'livemode'>;
  accountId: string;
  plan: OfferedPlan;
  termsVersion: number | null;
  /** The coupon code; null if the subscriber has none. */
  couponCode: string | null;
  /** The business for which they subscribe, if any. */
  business: Business | null;
}

/**
 * Stores a subscription that is to begin on a page of the gateway, or finds the one that another request has stored. The subscription holds its use of the
 * coupon, so that nobody gets a discount for years that the coupon has left to somebody else.
 * @throws ValidationError if the coupon gives no discount
 * @throws DomainError amount_too_small
 */
export function openSubscription(
  { db, clock, keyring }: Pick<Tools<Database>, 'db' | 'clock' | 'keyring'>,
  { gateway: { gateway, livemode }, accountId, plan, termsVersion, couponCode, business }: Opening,
  caller: Caller,
): Promise<{ row: SubscriptionRow | undefined; begins: boolean }> {
  const { organisationId, actorId } = caller;
  const now = timeOf(clock);
  const id = newId();
  return inTransaction(db, async (trx) => {
    const taxation = await readTaxation(trx, organisationId, business);
    const coupon = await quotePlan({ db: trx, keyring }, caller, plan, { code: couponCode, taxation }, now);
    const made = await trx
      .insertInto('catalogue_subscriptions')
      .values({
        ...{ organisation_id: organisationId, id, user_id: actorId, plan_id: plan.id, plan_version: plan.version, gateway, livemode, account_id: accountId },
        ...{ platform_fee_share: platformFeeRate(trx, organisationId), terms_version: termsVersion },
        ...{ taxes: json(taxation.taxes), prices_include_tax: taxation.prices_include_tax },
        ...{ gateway_tax: taxation.gateway_tax, reverse_charge: taxation.reverse_charge },
        business: business && json(business),
        ...(coupon && { coupon_id: coupon.couponId, coupon_code: coupon.code, coupon_discount: coupon.discount, coupon_left: coupon.planPeriods }),
        trial_days: (await hadTrial(trx, caller)) ? 0 : plan.trial_days,
        ...{ created_at: now, checked_at: now, expires_at: new Date(clock.now() + PAGE_MINUTES * 60_000).toISOString() },
      })
      .onConflict((conflict) => conflict.columns(['organisation_id', 'user_id']).where(isLiveIn).doNothing())
      .returning('id')
      .executeTakeFirst();
    const reduced = coupon && { coupon_code: coupon.code, discount: coupon.discount, payments: coupon.planPeriods };
    const after = {
      plan_id: plan.id,
      plan_version: plan.version,
      terms_version: termsVersion,
      ...(taxation.reverse_charge && { reverse_charge: true }),
      ...reduced,
    };
    if (made && coupon) {
      const use = { couponId: coupon.couponId, orderId: id, userId: actorId, person: coupon.person ?? id };
      const refusal = await holdCouponUse({ db: trx, keyring }, organisationId, use, caller.client?.(), now);
      if (refusal !== null) throw couponRefused(refusal);
    }
    if (made) {
      await attributeSubscription({ db: trx, keyring }, caller, { subscriptionId: id, plan, couponId: coupon?.couponId ?? null }, now);
      await recordChange(trx, caller, { action: 'catalogue_subscription.created', objectId: id, before: null, after });
    }
    return { row: await readLive(trx, caller).executeTakeFirst(), begins: made !== undefined };
  });
}

/** Whether the person has had the one trial that the organisation gives. */
export const hadTrial = async (db: Executor, { organisationId, actorId }: Caller): Promise<boolean> =>
  (await selectSubscriptions(db, organisationId)
    .select('catalogue_subscriptions.id')
    .where('catalogue_subscriptions.user_id', '=', actorId)
    .where('catalogue_subscriptions.trial_ends_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Stores the page of a subscription. If a notification about it arrived first, the subscription is checked again. */
export async function notePage(db: Executor, organisationId: string, id: string, gateway: Payments['gateway'], pageId: string): Promise<void> {
  await db
    .updateTable('catalogue_subscriptions')
    .set({ page_id: pageId, revision: sql<number>`revision + 1` })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('page_id', 'is', null)
    .execute();
  const { rows } = await sql`update gateway_notifications set outcome = 'handled'
    where gateway = ${gateway} and object_id = ${pageId} and outcome = 'unmatched' returning id`.execute(db);
  if (rows.length > 0) await enqueueSettling(db, { organisationId, subscriptionId: id });
}
