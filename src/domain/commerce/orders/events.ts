import { sql } from 'kysely';
import { jsonTime } from '../../../platform/database/json.ts';
import { eventPublisher, type Fact } from '../../kernel/events/publish-event.ts';
import { person } from '../../kernel/person.ts';
import type { OrderKey } from './columns.ts';

/** An order and its buyer, who may have been erased. */
interface BuyerOrder extends OrderKey {
  userId: string | null;
}

interface RefundedOrder extends BuyerOrder {
  refundId: string;
}

interface DisputedOrder extends BuyerOrder {
  disputeId: string;
}

declare module '../../kernel/events/notify.ts' {
  interface Notices {
    /** Notice of a refund that was made or has failed. */
    order_refunded: true;
    /** Notice of a dispute. */
    order_disputed: true;
  }
}

const BUYER = sql`case when users.id is not null then ${person} end`;

const ORDER = {
  order_id: sql`orders.id`,
  course_id: sql`orders.course_id`,
  course_title: sql`orders.course_title`,
  quantity: sql`orders.quantity`,
  is_gift: sql`orders.is_gift`,
  user: BUYER,
  currency: sql`orders.currency`,
  subtotal: sql`orders.subtotal`,
  coupon_code: sql`orders.coupon_code`,
  discount: sql`orders.discount`,
  total: sql`orders.total`,
  tax: sql`orders.tax`,
  prices_include_tax: sql`orders.prices_include_tax`,
  livemode: sql`orders.livemode`,
  paid_at: jsonTime(sql`orders.paid_at`),
} satisfies Fact<'order.paid'>['data'];

const orderFact = ({ organisationId, orderId, userId }: BuyerOrder): Fact<'order.paid'> => ({
  userId,
  data: ORDER,
  from: sql`from orders left join users on users.id = orders.buyer_id where orders.organisation_id = ${organisationId} and orders.id = ${orderId}`,
});

const couponFact = ({ organisationId, orderId, userId }: BuyerOrder): Fact<'coupon.redeemed'> => ({
  userId,
  data: {
    coupon_id: sql`orders.coupon_id`,
    code: sql`orders.coupon_code`,
    order_id: sql`orders.id`,
    course_id: sql`orders.course_id`,
    user: BUYER,
    currency: sql`orders.currency`,
    discount: sql`orders.discount`,
    is_over_limit: sql`r.is_over_limit`,
    livemode: sql`orders.livemode`,
    redeemed_at: jsonTime(sql`r.redeemed_at`),
  },
  from: sql`from orders join coupon_redemptions r on r.organisation_id = orders.organisation_id and r.order_id = coalesce(orders.subscription_id, orders.id)
    left join users on users.id = orders.buyer_id where orders.organisation_id = ${organisationId} and orders.id = ${orderId}`,
});

const refundedFact = ({ refundId, ...order }: RefundedOrder): Fact<'order.refunded'> => ({
  userId: order.userId,
  data: { ...ORDER, refunded: sql`orders.refunded`, refund_id: sql`refunds.id`, refund_amount: sql`refunds.amount`, refund_origin: sql`refunds.origin` },
  from: sql`from orders join refunds on refunds.organisation_id = orders.organisation_id and refunds.order_id = orders.id
    left join users on users.id = orders.buyer_id where refunds.organisation_id = ${order.organisationId} and refunds.id = ${refundId}`,
});

const disputedFact = ({ disputeId, ...order }: DisputedOrder): Fact<'order.disputed'> => ({
  userId: order.userId,
  data: { ...ORDER, dispute_id: sql`disputes.id`, dispute_amount: sql`disputes.amount`, dispute_state: sql`disputes.state` },
  from: sql`from orders join disputes on disputes.organisation_id = orders.organisation_id and disputes.order_id = orders.id
    left join users on users.id = orders.buyer_id where disputes.organisation_id = ${order.organisationId} and disputes.id = ${disputeId}`,
});

export const publishEvent = eventPublisher({
  'order.paid': orderFact,
  'coupon.redeemed': couponFact,
  'order.refunded': refundedFact,
  'order.disputed': disputedFact,
});
