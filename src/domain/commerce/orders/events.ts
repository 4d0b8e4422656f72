import { sql } from 'kysely';
import { jsonTime } from '../../../platform/database/json.ts';
import { eventPublisher, type Fact } from '../../kernel/events/publish-event.ts';
import type { OrderKey } from './columns.ts';

/** An order and its buyer, who may have been erased. */
interface BuyerOrder extends OrderKey {
  userId: string | null;
}

const orderFact = ({ organisationId, orderId, userId }: BuyerOrder): Fact<'order.paid'> => ({
  userId,
  data: {
    order_id: sql`orders.id`,
    course_id: sql`orders.course_id`,
    course_title: sql`orders.course_title`,
    user: sql`case when users.id is not null then json_build_object('id', users.id, 'name', users.name, 'email', users.email) end`,
    currency: sql`orders.currency`,
    subtotal: sql`orders.subtotal`,
    discount: sql`orders.discount`,
    total: sql`orders.total`,
    livemode: sql`orders.livemode`,
    paid_at: jsonTime(sql`orders.paid_at`),
  },
  from: sql`from orders left join users on users.id = orders.buyer_id where orders.organisation_id = ${organisationId} and orders.id = ${orderId}`,
});

export const publishEvent = eventPublisher({ 'order.paid': orderFact });
