import type { Executor } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { Tools } from '../../kernel/tools.ts';
import { getSubscription } from '../../organisations/plans/plans.ts';
import { followingOf, type Kind, type PurchaseRow, selectPurchases } from './columns.ts';

/** Returns what the organisation pays for, or has not paid for. */
export async function readBilling(db: Executor, organisationId: string, kind: Kind): Promise<Shape<'PlatformBilling'> | null> {
  const last = await selectPurchases(db, organisationId)
    .where('kind', '=', kind)
    .where('status', 'in', ['active', 'past_due', 'unpaid', 'ended'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ? describePurchase(last) : null;
}

export function describePurchase(purchase: PurchaseRow): Shape<'PlatformBilling'> | null {
  const { item_id, interval, amount, currency, status, period_start, period_end, cancels, next_item_id, grace_until, payment_error, reverse_charge, livemode } =
    purchase;
  const { next_reverse_charge } = purchase;
  if (status !== 'active' && status !== 'past_due' && status !== 'unpaid') return null;
  return {
    ...{ item_id, interval, amount, currency, status, period_start: period_start as string, period_end: period_end as string },
    ...{ cancel_at_period_end: cancels, next_item_id, next_reverse_charge },
    next_amount: next_item_id === null && next_reverse_charge === null ? null : followingOf(purchase).amount,
    ...{ grace_until, payment_error, reverse_charge, livemode },
  };
}

/**
 * Returns the plan of the organisation and what is paid for it.
 * @throws NotFoundError if the organisation has no subscription
 */
export async function getPlatformSubscription({ db }: Pick<Tools, 'db'>, caller: Caller): Promise<Shape<'PlatformSubscription'>> {
  const subscription = await getSubscription({ db }, caller);
  return { ...subscription, billing: await readBilling(db, caller.organisationId, 'plan') };
}
