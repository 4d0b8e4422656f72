import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';

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
  'orders.livemode',
  'orders.created_at',
  'orders.expires_at',
  'orders.paid_at',
] as const;

export const selectOrders = (db: Executor, organisationId: string) => db.selectFrom('orders').where('orders.organisation_id', '=', organisationId);

/** What a job or a notification knows of an order. */
export interface OrderKey {
  organisationId: string;
  orderId: string;
}

/** An order as it has to be for a decision about its payment. Nothing is paid for a free order, which has no gateway. */
export const readOrder = (db: Executor, { organisationId, orderId }: OrderKey) =>
  selectOrders(db, organisationId)
    .select([...ORDER_COLUMNS, 'buyer_id', 'coupon_id', 'coupon_person', 'gateway', 'account_id', 'session_id'])
    .where('orders.id', '=', orderId)
    .where('gateway', 'is not', null)
    .$narrowType<{ state: Shape<'PurchaseOrder'>['state']; gateway: Shape<'PaymentGateway'>; account_id: string }>();

export type OrderRow = Awaited<ReturnType<ReturnType<typeof readOrder>['executeTakeFirstOrThrow']>>;

/** Whether an order gives access codes to pass on, and no access to its buyer. */
export const givesCodes = ({ quantity, is_gift }: Pick<Shape<'PurchaseOrder'>, 'quantity' | 'is_gift'>): boolean => quantity > 1 || is_gift;

const NEXT_ACTIONS = { pending: 'pay', processing: 'wait', paid: 'none', failed: 'none', expired: 'none' } as const;

type Columns = Omit<Shape<'PurchaseOrder'>, 'next_action'>;

export const asOrder = ({
  id,
  course_id,
  course_title,
  quantity,
  is_gift,
  state,
  currency,
  subtotal,
  coupon_code,
  discount,
  total,
  ...rest
}: Columns): Shape<'PurchaseOrder'> => ({
  ...{ id, course_id, course_title, quantity, is_gift, state, next_action: NEXT_ACTIONS[state], currency, subtotal, coupon_code, discount, total },
  ...{ livemode: rest.livemode, created_at: rest.created_at, expires_at: rest.expires_at, paid_at: rest.paid_at },
});
