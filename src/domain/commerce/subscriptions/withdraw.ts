import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { endGrant, restoreGrants } from '../../learning/grants/end.ts';
import { type SubscribedEnd, setSubscribedEnds } from '../../learning/grants/subscribed.ts';
import { alignAccess } from './access.ts';
import { givesAccess, isOver, readSubscription, type SubscriptionKey, type SubscriptionRow } from './columns.ts';

/** Withdraws the access of a subscription, because one of its orders was refunded or is disputed. Another order may have done so before. */
export async function withdrawSubscription(trx: Executor, key: SubscriptionKey, now: string): Promise<void> {
  await countWithdrawal(trx, key, 1);
  await endGrant(trx, key.organisationId, key.subscriptionId, now);
}

/** Has a subscription end at the gateway, so that nothing more is charged once it gives no access. */
export async function endSubscriptionLater(trx: Executor, key: SubscriptionKey, lostBy: 'refunded' | 'disputed'): Promise<void> {
  const { organisationId, subscriptionId } = key;
  await change(trx, key, { lost_by: lostBy });
  await enqueue(trx, 'end_withdrawn_subscription', { organisation_id: organisationId, subscription_id: subscriptionId });
}

/**
 * Restores the access, unless the money of another order is gone, too. If the subscription has ended in the meantime, the access lasts until the end of the
 * paid time.
 */
export async function reinstateSubscription(trx: Executor, key: SubscriptionKey, now: string): Promise<void> {
  const { organisationId, subscriptionId } = key;
  await countWithdrawal(trx, key, -1);
  const { withdrawals, state, user_id, paid_until } = await readSubscription(trx, key).executeTakeFirstOrThrow();
  if (withdrawals > 0 || user_id === null) return;
  const isPaidFor = isOver(state) && paid_until !== null && paid_until > now;
  if (!givesAccess(state) && !isPaidFor) return;
  await restoreGrants(trx, organisationId, [subscriptionId], now);
  if (givesAccess(state)) return alignAccess(trx, organisationId, { subscriptionId }, now);
  await setSubscribedEnds(trx, organisationId, await readGrants(trx, key, paid_until as string), now);
}

const countWithdrawal = (trx: Executor, key: SubscriptionKey, by: 1 | -1) => change(trx, key, { withdrawals: sql<number>`withdrawals + ${by}` });

const change = (
  trx: Executor,
  { organisationId, subscriptionId }: SubscriptionKey,
  columns: { withdrawals: RawBuilder<number> } | { lost_by: SubscriptionRow['lost_by'] },
) => trx.updateTable('catalogue_subscriptions').set(columns).where('organisation_id', '=', organisationId).where('id', '=', subscriptionId).execute();

/** Reads the access that a subscription still gives, limited to a time. */
async function readGrants(trx: Executor, { organisationId, subscriptionId }: SubscriptionKey, until: string): Promise<SubscribedEnd[]> {
  const { rows } = await sql<SubscribedEnd>`
    select enrollment_id as "enrollmentId", source_id as "subscriptionId", least(ends_at, ${until}::timestamptz) as "endsAt"
    from enrollment_grants where organisation_id = ${organisationId} and source_id = ${subscriptionId} and revoked_at is null`.execute(trx);
  return rows;
}
