import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { Business } from '../invoices/reverse-charge.ts';
import type { TaxLine } from '../invoices/tax.ts';

export const ORDER_COLUMNS = [
  'orders.id',
  'orders.course_id',
  'orders.course_title',
  'orders.quantity',
  'orders.is_gift',
  'orders.state',
  'orders.currency',
  'orders.subtotal',
  'orders.coupon_code',
  'orders.discount',
  'orders.total',
  'orders.tax',
  sql<TaxLine[]>`orders.tax_lines`.as('tax_lines'),
  'orders.prices_include_tax',
  'orders.reverse_charge',
  'orders.gateway_tax',
  sql<Business | null>`orders.business`.as('business'),
  'orders.livemode',
  'orders.created_at',
  'orders.expires_at',
  'orders.paid_at',
  'orders.refunded',
  'orders.refund_state',
  'orders.dispute_state',
] as const;

/** The states of the payment, of the refund and of the dispute, as the columns hold them. */
interface States {
  state: keyof typeof NEXT_ACTIONS;
  refund_state: Shape<'RefundState'> | null;
  dispute_state: Shape<'DisputeState'> | null;
}

export const selectOrders = (db: Executor, organisationId: string) => db.selectFrom('orders').where('orders.organisation_id', '=', organisationId);

/** The time when the buyer of `orders`, or a guest with the same address, last paid money for another order of the organisation, RFC 3339. */
export const lastPaidAt = sql<string | null>`greatest(
  (select max(other.paid_at) from orders other
    where other.organisation_id = orders.organisation_id and other.buyer_id = orders.buyer_id and other.id <> orders.id
      and other.total > 0),
  (select max(other.paid_at) from guest_orders own
    join guest_orders theirs on theirs.email_key = own.email_key and theirs.organisation_id = own.organisation_id and theirs.order_id <> own.order_id
    join orders other on other.organisation_id = theirs.organisation_id and other.id = theirs.order_id
    where own.organisation_id = orders.organisation_id and own.order_id = orders.id and other.total > 0))`;

/** The key by which jobs and notifications name an order. */
export interface OrderKey {
  organisationId: string;
  orderId: string;
}

/** Reads an order with the columns that decide about its payment. Free orders, which have no gateway and no payment, are left out. */
export const readOrder = (db: Executor, { organisationId, orderId }: OrderKey) =>
  selectOrders(db, organisationId)
    .select([...ORDER_COLUMNS, 'buyer_id', 'coupon_id', 'coupon_person', 'gateway', 'account_id', 'session_id', 'payment_id', 'platform_fee'])
    .where('orders.id', '=', orderId)
    .where('gateway', 'is not', null)
    .$narrowType<States & { gateway: Shape<'PaymentGateway'>; account_id: string }>();

export type OrderRow = Awaited<ReturnType<ReturnType<typeof readOrder>['executeTakeFirstOrThrow']>>;

/** Whether an order gives access codes to pass on, and no access to its buyer. */
export const givesCodes = ({ quantity, is_gift }: Pick<Shape<'PurchaseOrder'>, 'quantity' | 'is_gift'>): boolean => quantity > 1 || is_gift;

const NEXT_ACTIONS = { pending: 'pay', processing: 'wait', paid: 'none', failed: 'none', expired: 'none' } as const;

type Columns = Omit<Shape<'PurchaseOrder'>, 'next_action' | 'state' | 'refund_until' | 'refund_obstacle'> &
  Omit<States, 'refund_state' | 'dispute_state'> & {
    dispute_state: string | null;
    refund_state: string | null;
  };

/** Returns the state to show. A refund or a dispute takes precedence over the payment. */
export function shownState({ state, dispute_state, refunded, total }: Pick<Columns, 'state' | 'dispute_state' | 'refunded' | 'total'>): Shape<'OrderState'> {
  if (dispute_state === 'open') return 'disputed';
  if (dispute_state === 'lost') return 'charged_back';
  if (refunded === 0) return state;
  return refunded < total ? 'partially_refunded' : 'refunded';
}

/** Returns an order as the contract describes it, with the refund terms of an unpaid one, for which nothing can be refunded. */
export const asOrder = (order: Columns): Shape<'PurchaseOrder'> => {
  const { id, course_id, course_title, quantity, is_gift, currency, subtotal, coupon_code, discount, total, tax, tax_lines, refunded } = order;
  const { prices_include_tax, gateway_tax, reverse_charge, business, livemode, created_at, expires_at, paid_at } = order;
  return {
    ...{ id, course_id, course_title, quantity, is_gift, state: shownState(order), next_action: NEXT_ACTIONS[order.state] },
    ...{ currency, subtotal, coupon_code, discount, total, tax, tax_lines, prices_include_tax, gateway_tax, reverse_charge, business, refunded },
    refund_state: order.refund_state as Shape<'RefundState'> | null,
    ...{ livemode, created_at, expires_at, paid_at, refund_until: null, refund_obstacle: 'not_paid' as const },
  };
};
