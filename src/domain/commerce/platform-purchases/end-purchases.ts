import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { jsonTime } from '../../../platform/database/json.ts';
import type { Payments } from '../../../platform/payments/payments.ts';
import { addJob, enqueue } from '../../kernel/jobs.ts';
import { endLeftAt } from '../gateway/end-left.ts';
import { isOf } from '../gateway/is-of.ts';
import { type Kind, OWN, type PurchaseRow } from './columns.ts';

/** Ends the purchases of organisations, without taking anything else from them. Nothing more is charged for the purchases. */
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

/** Adds a job that stops all charges of the gateway for a purchase that has ended. */
export const endAtGatewayLater = (trx: Executor, { id, gateway, livemode, page_id, subscription_id, created_at }: PurchaseRow): Promise<void> =>
  enqueue(trx, 'end_platform_subscription', { gateway, livemode, purchase_id: id, begun_at: created_at, page_id, subscription_id });

/** A purchase that has ended or was deleted here, as the gateway identifies it. */
export interface LeftPurchase {
  gateway: 'stripe' | 'sandbox';
  livemode: boolean;
  purchase_id: string;
  /** RFC 3339 */
  begun_at: string;
  page_id: string | null;
  subscription_id: string | null;
}

/** Stops all charges of the gateway for a purchase. Nothing can be done if another gateway is configured now. */
export async function endLeft(payments: Payments | null, left: LeftPurchase): Promise<void> {
  if (!payments || !isOf(payments, left)) return;
  const { purchase_id: key, page_id: pageId, subscription_id: subscriptionId, begun_at: begunAt } = left;
  await endLeftAt(payments.subscriptions, { account: OWN, key, pageId, subscriptionId, begunAt });
}
