import { freezeAttribution } from '../../affiliates/referrals/freeze-attribution.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Tools } from '../../kernel/tools.ts';
import { lastPaidAt } from './columns.ts';

/** Decides which affiliate earns on an order, in the transaction that stores it. */
export async function attributeOrder(tools: Pick<Tools, 'db' | 'keyring'>, { organisationId, client }: Caller, orderId: string, now: string): Promise<void> {
  const order = await tools.db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.buyer_id')
    .select(['orders.course_id', 'orders.course_title', 'orders.currency', 'orders.coupon_id', 'users.id', 'users.email'])
    .select(lastPaidAt.as('last_paid_at'))
    .where('orders.organisation_id', '=', organisationId)
    .where('orders.id', '=', orderId)
    .executeTakeFirst();
  if (!order || order.course_id === null) return;
  const { id, email, currency, coupon_id: couponId } = order;
  const course = { courseId: order.course_id, courseTitle: order.course_title };
  const sale = { organisationId, orderId, ...course, currency, couponId, buyer: { id, email }, client: client?.(), lastPaidAt: order.last_paid_at };
  await freezeAttribution(tools, sale, now);
}
