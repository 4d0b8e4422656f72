import type { Executor } from '../../../platform/database/connect.ts';
import { adoptNotifications } from './adopt-notifications.ts';
import type { OrderKey } from './columns.ts';

/** Stores the payment of an order. If a notification about it arrived first, refunds and disputes are checked. */
export async function notePayment(
  db: Executor,
  { organisationId, orderId }: OrderKey,
  { gateway }: { gateway: 'stripe' | 'sandbox' },
  paymentId: string,
): Promise<void> {
  await db
    .updateTable('orders')
    .set({ payment_id: paymentId })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', orderId)
    .where('payment_id', 'is', null)
    .execute();
  await adoptNotifications(db, { organisationId, orderId }, gateway, paymentId, 'settle_reversals');
}
