import type { Executor } from '../../../platform/database/connect.ts';
import { freezeAttribution } from '../../affiliates/referrals/freeze-attribution.ts';
import type { Tools } from '../../kernel/tools.ts';
import { lastPaidAt } from './columns.ts';
import { type Buyer, type Guest, isGuest } from './guests.ts';

/** Decides which affiliate earns on an order, in the transaction that stores it. */
export async function attributeOrder(tools: Pick<Tools, 'db' | 'keyring'>, buyer: Buyer, orderId: string, now: string): Promise<void> {
  const { organisationId, client } = buyer;
  const order = await tools.db
    .selectFrom('orders')
    .leftJoin('users', 'users.id', 'orders.buyer_id')
    .select(['orders.course_id', 'orders.course_title', 'orders.currency', 'orders.coupon_id', 'users.email'])
    .select(lastPaidAt.as('last_paid_at'))
    .where('orders.organisation_id', '=', organisationId)
    .where('orders.id', '=', orderId)
    .executeTakeFirst();
  const email = isGuest(buyer) ? buyer.email : order?.email;
  if (!order || order.course_id === null || email == null) return;
  const { currency, coupon_id: couponId } = order;
  const sold = { courseId: order.course_id, planId: null };
  const followed = isGuest(buyer) ? { links: buyer.followed, earlierOrders: await ordersOfBrowser(tools.db, buyer) } : null;
  const sale = { organisationId, orderId, sold, title: order.course_title, currency, couponId, buyer: { id: buyer.actorId, email }, followed };
  await freezeAttribution(tools, { ...sale, client: client?.(), lastPaidAt: order.last_paid_at }, now);
}

/** Reads the orders of the same browser, because another of them may have used up the token that refers the buyer. */
async function ordersOfBrowser(db: Executor, { organisationId, visitorId }: Guest): Promise<string[]> {
  const rows = await db
    .selectFrom('guest_orders')
    .select('order_id')
    .where('organisation_id', '=', organisationId)
    .where('visitor_id', '=', visitorId)
    .execute();
  return rows.map(({ order_id }) => order_id);
}
