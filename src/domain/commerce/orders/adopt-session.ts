import type { Executor } from '../../../platform/database/connect.ts';
import type { Payments } from '../../../platform/payments/payments.ts';
import { adoptNotifications } from './adopt-notifications.ts';
import type { OrderKey, OrderRow } from './columns.ts';

/**
 * Looks up a session whose creation remained unclear, by the order's ID in its metadata, and stores it in the order.
 * @throws PaymentsUnavailableError
 */
export async function adoptSession(db: Executor, payments: Payments, key: OrderKey, { account_id, created_at }: Pick<OrderRow, 'account_id' | 'created_at'>) {
  const session = await payments.findCheckout(account_id, key.orderId, created_at);
  if (session) await noteSession(db, key, payments, session.id);
  return session?.id ?? null;
}

/** Stores the session of an order. If a notification about it arrived first, the order is checked again. */
export async function noteSession(
  db: Executor,
  { organisationId, orderId }: OrderKey,
  { gateway }: Pick<Payments, 'gateway'>,
  sessionId: string,
): Promise<void> {
  await db
    .updateTable('orders')
    .set({ session_id: sessionId })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', orderId)
    .where('session_id', 'is', null)
    .execute();
  await adoptNotifications(db, { organisationId, orderId }, gateway, sessionId, 'settle_order');
}
