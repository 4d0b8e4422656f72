import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';

interface ReferredSubscription {
  organisationId: string;
  subscriptionId: string;
}

/** A payment for a subscription, which is an order of its own. */
export interface ReferredPayment extends ReferredSubscription {
  orderId: string;
  planId: string;
  planTitle: string;
  /** The part that is paid: the first period, a later one, or the difference after a change of the plan. */
  part: 'first' | 'renewal' | 'change';
  /** RFC 3339 */
  paidAt: string;
}

/**
 * Stores who earns on a payment for a subscription, before the money is entered in the books: the affiliate who was credited at the checkout, at the same rate,
 * until the number of renewals that earn is reached. The renewals of earlier subscriptions of the buyer count, too, unless each subscription counts anew. A
 * suspicion about the checkout no longer counts once staff have settled a commission on the subscription.
 */
export async function attributePayment(trx: Executor, payment: ReferredPayment): Promise<void> {
  const { organisationId, subscriptionId, orderId, planId, planTitle, part, paidAt } = payment;
  const isExhausted = sql`t.renewal_limit < (${part} = 'renewal')::int + (
    select count(*) from affiliate_referrals paid
    where paid.organisation_id = t.organisation_id and paid.subscription_part = 'renewal' and (paid.subscription_id = t.subscription_id
      or not t.counts_anew and paid.buyer_id = t.buyer_id and paid.affiliate_id = t.affiliate_id))`;
  const { rows } = await sql<{ is_exhausted: boolean }>`
    with frozen as (
      select t.*, coalesce(${isExhausted}, false) as is_exhausted from affiliate_referrals t
      where t.organisation_id = ${organisationId} and t.order_id = ${subscriptionId}
    ), paid as (
      insert into affiliate_referrals (organisation_id, order_id, buyer_id, affiliate_id, link_id, sub_id, plan_id, course_title, clicked_at, rate, rule, flag,
        hold_days, created_at, first_of, subscription_id, subscription_part, renewal_limit, counts_anew)
      select t.organisation_id, ${orderId}, t.buyer_id, t.affiliate_id, t.link_id, t.sub_id, ${planId}, ${planTitle}, t.clicked_at, t.rate, t.rule,
        case when not exists (select from affiliate_referrals f
          join affiliate_commissions c on c.organisation_id = f.organisation_id and c.order_id = f.order_id and c.was_settled
          where f.organisation_id = t.organisation_id and f.subscription_id = t.subscription_id) then t.flag end,
        t.hold_days, ${paidAt}, case when ${part} = 'first' then t.first_of end, t.subscription_id, ${part}, t.renewal_limit, t.counts_anew
      from frozen t where not t.is_exhausted
    )
    select is_exhausted from frozen`.execute(trx);
  if (rows[0]?.is_exhausted) await forgetSubscription(trx, { organisationId, subscriptionId });
}

/** Ends the commissions on a subscription. Those that were earned stay. */
export const forgetSubscription = (trx: Executor, { organisationId, subscriptionId }: ReferredSubscription): Promise<unknown> =>
  sql`delete from affiliate_referrals where organisation_id = ${organisationId} and order_id = ${subscriptionId}`.execute(trx);
