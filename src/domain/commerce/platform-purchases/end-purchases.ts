import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { jsonTime } from '../../../platform/database/json.ts';
import type { Payments } from '../../../platform/payments/payments.ts';
import type { SubscriptionGateway } from '../../../platform/payments/subscriptions.ts';
import { addJob } from '../../kernel/jobs.ts';
import { type Kind, OWN } from './columns.ts';
import { isOf } from './settle.ts';

/** Ends what organisations buy, without taking anything else from them. Nothing more is charged for it. */
export async function endPurchases(trx: Executor, organisationIds: readonly string[], kinds: readonly Kind[], now: string): Promise<void> {
  const job = addJob('end_platform_subscription', {
    gateway: sql`gateway`,
    livemode: sql`livemode`,
    purchase_id: sql`id`,
    begun_at: jsonTime(sql`created_at`),
    page_id: sql`page_id`,
    subscription_id: sql`subscription_id`,
  });
  await sql`
    with ended as (
      update platform_purchases set status = case when status = 'pending' then 'expired' else 'ended' end, ended_at = ${now}, grace_until = null
      where organisation_id = any(${organisationIds}::uuid[]) and kind = any(${kinds}) and status in ('pending', 'active', 'past_due')
      returning id, gateway, livemode, page_id, subscription_id, created_at
    )
    select ${job} from ended`.execute(trx);
}

/** What the gateway knows of a purchase that has ended here, or was deleted. */
export interface LeftPurchase {
  gateway: 'stripe' | 'sandbox';
  livemode: boolean;
  purchase_id: string;
  /** RFC 3339 */
  begun_at: string;
  page_id: string | null;
  subscription_id: string | null;
}

/** Has the gateway charge nothing more for a purchase. Nothing can be done if somebody has configured another gateway. */
export async function endLeft(payments: Payments | null, left: LeftPurchase): Promise<void> {
  if (!payments || !isOf(payments, left)) return;
  const { subscriptions } = payments;
  const subscriptionId = left.subscription_id ?? (await closePage(subscriptions, left));
  if (subscriptionId !== null) await subscriptions.end(OWN, subscriptionId);
}

/** Ends the page of a purchase. Returns the subscription that was made on it, if any. */
async function closePage(subscriptions: SubscriptionGateway, { purchase_id, begun_at, page_id }: LeftPurchase): Promise<string | null> {
  const pageId = page_id ?? (await subscriptions.findPage(OWN, purchase_id, begun_at))?.id ?? null;
  if (pageId === null) return null;
  await subscriptions.expirePage(OWN, pageId);
  return (await subscriptions.readPage(OWN, pageId)).subscriptionId;
}
