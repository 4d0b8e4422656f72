import type { Executor } from '../../../platform/database/connect.ts';
import { endGrant, restoreGrants } from '../../learning/grants/end.ts';
import { setSoldCodes } from '../codes/sold-codes.ts';
import type { OrderKey } from '../orders/columns.ts';
import { endSubscriptionLater, reinstateSubscription, withdrawSubscription } from '../subscriptions/withdraw.ts';
import type { DisputeRow, RefundRow, ReversibleOrder } from './columns.ts';

type Paid = Pick<ReversibleOrder, 'total' | 'subscription_id' | 'subscription_part' | 'covers_until'>;

export interface KnownReversals {
  refunds: readonly Pick<RefundRow, 'state' | 'amount' | 'ends_access' | 'created_at'>[];
  disputes: readonly Pick<DisputeRow, 'state'>[];
}

/** Whether the buyer still has what the order gave. Staff decide it with a refund; otherwise access ends when nothing is left of the payment. */
export const keepsAccess = (order: Paid, { refunds, disputes }: KnownReversals): boolean =>
  disputes.every(({ state }) => state === 'won') && keepsBesides(order, refunds);

/** Whether the buyer would have lost what the order gave even if open disputes were won. */
const isGone = (order: Paid, { refunds, disputes }: KnownReversals): boolean => disputes.some(({ state }) => state === 'lost') || !keepsBesides(order, refunds);

function keepsBesides(order: Paid, refunds: KnownReversals['refunds']): boolean {
  const made = refunds.filter(({ state }) => state === 'succeeded');
  if (made.some(({ ends_access }) => ends_access)) return false;
  if (refundedOf(made) < order.total || made.some(({ ends_access }) => ends_access === false)) return true;
  return !made.some(({ created_at }) => isInUse(order, created_at));
}

/**
 * Whether the order gave anything at a time. A subscription period that was over no longer gave access, and a change of the plan gives none of its own, unless
 * it began a period.
 */
const isInUse = ({ subscription_part, covers_until }: Paid, at: string): boolean =>
  covers_until === null ? subscription_part !== 'change' : at < covers_until;

export const refundedOf = (refunds: readonly Pick<RefundRow, 'state' | 'amount'>[]): number =>
  refunds.reduce((sum, { state, amount }) => (state === 'succeeded' ? sum + amount : sum), 0);

/** Ends or restores what the order gave, according to its reversals. A subscription whose money is gone for good is no longer renewed. */
export async function moveOrderAccess(trx: Executor, key: OrderKey, order: Paid, before: KnownReversals, after: KnownReversals, now: string): Promise<boolean> {
  const isKept = keepsAccess(order, after);
  if (isKept !== keepsAccess(order, before)) await setOrderAccess(trx, key, order, isKept, now);
  if (order.subscription_id !== null && isGone(order, after) && !isGone(order, before))
    await endSubscriptionLater(
      trx,
      { organisationId: key.organisationId, subscriptionId: order.subscription_id },
      after.disputes.some(({ state }) => state === 'lost') ? 'disputed' : 'refunded',
    );
  return isKept;
}

/** Ends or restores what the order gave: access, or codes and the places that they gave. Progress stays, and so does access for other reasons. */
async function setOrderAccess(trx: Executor, { organisationId, orderId }: OrderKey, { subscription_id }: Paid, isKept: boolean, now: string): Promise<void> {
  if (subscription_id !== null) {
    await (isKept ? reinstateSubscription : withdrawSubscription)(trx, { organisationId, subscriptionId: subscription_id }, now);
    return;
  }
  await (isKept ? restoreGrants(trx, organisationId, [orderId], now) : endGrant(trx, organisationId, orderId, now));
  await setSoldCodes(trx, organisationId, orderId, isKept, now);
}
