import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { Payments } from '../../../platform/payments/payments.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import { askGateway } from '../gateway/ask-gateway.ts';
import { isOf } from '../gateway/is-of.ts';
import { asSubscription, readSubscription, type SubscriptionKey, type SubscriptionRow } from './columns.ts';
import { requireOwn } from './own-subscriptions.ts';
import { settleSubscription } from './settle.ts';
import { closePage } from './start-subscription.ts';

type CancelTools = Pick<Tools<Database>, 'db' | 'clock' | 'keyring' | 'payments'>;

/**
 * Ends a subscription of the caller with its period, or at once if nothing is paid. The gateway is told, and its answer is stored, so that an interrupted
 * request is completed by its repetition or by the job that asks the gateway.
 * @throws NotFoundError
 * @throws DomainError subscription_over, payment_processing, payments_not_configured, payments_unavailable
 */
export async function cancelSubscription(tools: CancelTools, caller: Caller, id: string): Promise<Shape<'CatalogueSubscription'>> {
  const { db } = tools;
  const row = await requireOwn(db, caller, id);
  if (row.cancels_at_period_end) return asSubscription(row);
  return askGateway(tools.payments, async (gateway) => {
    requireSame(gateway, row);
    const key = { organisationId: caller.organisationId, subscriptionId: id };
    await inTransaction(db, async (trx) => {
      await noteCancellation(trx, key, 'requested');
      await recordChange(trx, caller, { action: 'catalogue_subscription.cancellation_requested', objectId: id, before: { state: row.state }, after: null });
    });
    await tellEnd(tools, gateway, caller, row);
    await settleSubscription(tools, gateway, key);
    return asSubscription(await readSubscription(db, key).executeTakeFirstOrThrow());
  });
}

/** Stores who has a subscription end, before the gateway is told. */
export const noteCancellation = (db: Executor, { organisationId, subscriptionId }: SubscriptionKey, cancellation: SubscriptionRow['cancellation']) =>
  db.updateTable('catalogue_subscriptions').set({ cancellation }).where('organisation_id', '=', organisationId).where('id', '=', subscriptionId).execute();

/** Has the gateway end a subscription with its period, or at once if nothing is paid.
 * @throws DomainError payment_processing */
export async function tellEnd(
  tools: Pick<CancelTools, 'db' | 'clock' | 'keyring'>,
  gateway: Payments,
  where: Pick<Caller, 'organisationId'>,
  row: SubscriptionRow,
): Promise<void> {
  const { account_id, gateway_id, state } = row;
  if (gateway_id === null) await closePage(tools, gateway, where, row);
  else if (state === 'past_due' || state === 'unpaid') await gateway.subscriptions.end(account_id, gateway_id);
  else await gateway.subscriptions.setCancelsAtPeriodEnd(account_id, gateway_id, true);
}

/** Requires the gateway of the subscription, because no other knows anything about it.
 * @throws DomainError payments_not_configured */
export function requireSame(gateway: Payments, row: SubscriptionRow): void {
  if (!isOf(gateway, row)) throw new DomainError('payments_not_configured', "The subscription's gateway is not configured.");
}
