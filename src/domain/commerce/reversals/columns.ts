import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { GatewayDispute, GatewayRefund, ReversalTimes } from '../../../platform/payments/payments.ts';
import type { Shape } from '../../kernel/contract.ts';
import { type OrderKey, readOrder } from '../orders/columns.ts';

export const REFUND_COLUMNS = ['id', 'amount', 'state', 'origin', 'ends_access', 'attempt', 'gateway_refund_id', 'created_at'] as const;

export const selectRefunds = (db: Executor, { organisationId, orderId }: OrderKey) =>
  db
    .selectFrom('refunds')
    .select([...REFUND_COLUMNS])
    .where('organisation_id', '=', organisationId)
    .where('order_id', '=', orderId)
    .orderBy('id')
    .$narrowType<{ state: GatewayRefund['state']; origin: Shape<'RefundOrigin'> }>();

export type RefundRow = Awaited<ReturnType<ReturnType<typeof selectRefunds>['executeTakeFirstOrThrow']>>;

export const selectDisputes = (db: Executor, { organisationId, orderId }: OrderKey) =>
  db
    .selectFrom('disputes')
    .select(['id', 'amount', 'state', 'gateway_dispute_id'])
    .where('organisation_id', '=', organisationId)
    .where('order_id', '=', orderId)
    .orderBy('id')
    .$narrowType<{ state: GatewayDispute['state'] }>();

export type DisputeRow = Awaited<ReturnType<ReturnType<typeof selectDisputes>['executeTakeFirstOrThrow']>>;

/** Reads an order with the columns that decide about reversals, including the part of a subscription that it gave, if any. */
export const readReversible = (db: Executor, key: OrderKey) =>
  readOrder(db, key)
    .select(['subscription_id', 'subscription_part'])
    // A change of the plan that began a period ended the one before.
    .select(
      sql<string | null>`least(covers_until, (select min(later.paid_at) from orders later where later.organisation_id = orders.organisation_id
        and later.subscription_id = orders.subscription_id and later.subscription_part = 'change' and later.covers_until is not null
        and later.paid_at > orders.paid_at and orders.covers_until is not null))`.as('covers_until'),
    );

export type ReversibleOrder = Awaited<ReturnType<ReturnType<typeof readReversible>['executeTakeFirstOrThrow']>>;

/** Whether the outcome of a refund is not known yet. */
export const isRunning = ({ state }: Pick<RefundRow, 'state'>): boolean => state === 'pending' || state === 'requires_action';

/** A refund or a dispute whose state has changed. `before` is null if it is new here. */
export interface Change<Row extends { state: string }> {
  row: Row;
  before: Row['state'] | null;
  /** The times that the gateway states. */
  times: ReversalTimes;
}
