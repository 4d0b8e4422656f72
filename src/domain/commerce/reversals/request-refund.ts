import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { chargeRuleOf } from '../../../platform/payments/charges.ts';
import { type Payments, PaymentsUnavailableError } from '../../../platform/payments/payments.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import { type Actor, type Caller, systemActor } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, Faults, NotFoundError } from '../../kernel/errors.ts';
import { newId, requireIds } from '../../kernel/ids.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { isStaff } from '../../kernel/role.ts';
import type { Tools } from '../../kernel/tools.ts';
import { requireGateway } from '../gateway/ask-gateway.ts';
import { ORDER_COLUMNS, type OrderKey, type OrderRow, selectOrders } from '../orders/columns.ts';
import { type OrderMoney, obstacleOf, refundTerms, USE_COLUMNS } from '../refunds/terms.ts';
import { isRunning, type RefundRow, selectRefunds } from './columns.ts';
import { settleReversals } from './settle-reversals.ts';

type RefundTools = Pick<Tools<Database>, 'db' | 'clock' | 'payments'>;

/** Time after which a job finishes a refund that its own request has not finished. */
const JOB_SECONDS = 60;

/**
 * Refunds the payment for a course: the caller's own order as its refund policy allows it, or any order of the course if the caller is staff. The refund is
 * stored before the gateway is asked. If the gateway does not respond, it stays pending, and a job finishes it.
 * @throws NotFoundError
 * @throws ValidationError
 * @throws DomainError order_not_paid, already_refunded, refund_pending, order_disputed, refund_not_possible, payments_not_configured
 */
export async function requestRefund(tools: RefundTools, caller: Caller, courseId: string, input: Shape<'RefundRequest'>): Promise<Shape<'Refund'>> {
  requireIds(courseId);
  return makeRefund(tools, caller, isStaff(caller) ? 'staff' : 'buyer', input, (trx, now) =>
    isStaff(caller) ? lockOrder(trx, caller, courseId, input) : lockOwnOrder(trx, caller, courseId, input, now),
  );
}

/**
 * Refunds any order of the organisation, for staff. Payments for a subscription have no course by which they could be named.
 * @throws NotFoundError
 * @throws ValidationError
 * @throws DomainError order_not_paid, already_refunded, refund_pending, order_disputed, payments_not_configured
 */
export async function refundOrderOf(tools: RefundTools, caller: Caller, orderId: string, input: Shape<'OrderRefundRequest'>): Promise<Shape<'Refund'>> {
  requireIds(orderId);
  return makeRefund(tools, caller, 'staff', input, async (trx) => {
    const order = await selectRefundable(trx, caller.organisationId)
      .where('orders.id', '=', orderId)
      .forUpdate('orders')
      .executeTakeFirstOrThrow(() => new NotFoundError());
    await requireOpen(trx, caller, order);
    return order;
  });
}

/** Stores a refund of the order that `lock` finds, and makes it now if that is possible.
 * @throws DomainError payments_not_configured */
async function makeRefund(
  tools: RefundTools,
  caller: Caller,
  origin: RefundRow['origin'],
  input: Omit<Decision, 'origin'>,
  lock: (trx: Executor, now: string) => Promise<Refundable>,
): Promise<Shape<'Refund'>> {
  const gateway = requireGateway(tools.payments);
  const { db, clock } = tools;
  const now = timeOf(clock);
  const key = await inTransaction(db, async (trx) => {
    const order = await lock(trx, now);
    if (order.gateway !== gateway.gateway || order.livemode !== gateway.livemode)
      throw new DomainError('payments_not_configured', 'The gateway that received the payment is not configured.');
    return storeRefund(trx, caller, order, { ...input, origin }, now);
  });
  await settleNow(tools, gateway, key);
  return readRefund(db, key);
}

/** Tries to make the refund now. If the gateway does not answer, a job asks it again. */
async function settleNow(tools: RefundTools, gateway: Payments, key: OrderKey): Promise<void> {
  await settleReversals(tools, gateway, key).catch((error: unknown) => {
    if (!(error instanceof PaymentsUnavailableError)) throw error;
  });
}

/** Refunds an order for a course that the buyer already had access to when the money arrived. A repeated call changes nothing. */
export async function refundDuplicate({ db, clock }: Pick<RefundTools, 'db' | 'clock'>, { organisationId, orderId }: OrderKey): Promise<void> {
  await inTransaction(db, async (trx) => {
    const order = await selectRefundable(trx, organisationId)
      .where('orders.id', '=', orderId)
      .where('state', '=', 'paid')
      .where('total', '>', 0)
      .where('refund_state', 'is', null)
      .where('dispute_state', 'is', null)
      .forUpdate('orders')
      .executeTakeFirst();
    if (order) await storeRefund(trx, systemActor(organisationId), order, { origin: 'duplicate' }, timeOf(clock));
  });
}

const selectRefundable = (db: Executor, organisationId: string) =>
  selectOrders(db, organisationId)
    .select([...ORDER_COLUMNS, ...USE_COLUMNS, 'orders.gateway'])
    .$narrowType<Pick<OrderRow, 'state' | 'refund_state' | 'dispute_state'>>();

type Refundable = Awaited<ReturnType<ReturnType<typeof selectRefundable>['executeTakeFirstOrThrow']>>;

/**
 * Locks an order that staff name.
 * @throws NotFoundError
 * @throws ValidationError
 * @throws DomainError order_not_paid, already_refunded, refund_pending, order_disputed
 */
async function lockOrder(trx: Executor, caller: Caller, courseId: string, { order_id }: Shape<'RefundRequest'>): Promise<Refundable> {
  const faults = new Faults();
  if (order_id === undefined) faults.add('order_id', 'required', 'Staff must specify the order.');
  faults.check();
  const order = await selectRefundable(trx, caller.organisationId)
    .where('orders.id', '=', order_id as string)
    .where('course_id', '=', courseId)
    .forUpdate('orders')
    .executeTakeFirstOrThrow(() => new NotFoundError());
  await requireOpen(trx, caller, order);
  return order;
}

/**
 * Locks the caller's own order, if its policy allows a refund: the one that they name, or else the last one that was paid.
 * @throws NotFoundError
 * @throws ValidationError
 * @throws DomainError order_not_paid, already_refunded, refund_pending, order_disputed, refund_not_possible
 */
async function lockOwnOrder(trx: Executor, caller: Caller, courseId: string, { order_id, ...input }: Shape<'RefundRequest'>, now: string): Promise<Refundable> {
  const faults = new Faults();
  for (const name of ['amount', 'end_access'] as const) if (input[name] !== undefined) faults.add(name, 'not_allowed', 'Only staff can decide this.');
  faults.check();
  const order = await selectRefundable(trx, caller.organisationId)
    .where('course_id', '=', courseId)
    .where('buyer_id', '=', caller.actorId)
    .$if(order_id !== undefined, (query) => query.where('orders.id', '=', order_id as string))
    .$if(order_id === undefined, (query) => query.where('state', '=', 'paid'))
    .orderBy(sql`refunded < total`, 'desc')
    .orderBy('orders.id', 'desc')
    .limit(1)
    .forUpdate('orders')
    .executeTakeFirstOrThrow(() => new NotFoundError());
  await requireOpen(trx, caller, order);
  const { refund_obstacle: obstacle } = refundTerms(order, now);
  if (obstacle !== null) throw new DomainError('refund_not_possible', OBSTACLES[obstacle]);
  return order;
}

const OBSTACLES: Readonly<Record<NonNullable<Shape<'PurchaseOrder'>['refund_obstacle']>, string>> = {
  not_paid: 'Nothing was paid for the order.',
  disputed: 'The buyer has disputed the payment with their bank.',
  refund_pending: 'Another refund for this order is in progress.',
  refunded: 'The order has already been refunded in full.',
  not_offered: 'Only staff can refund this order.',
  window_over: 'The refund window has ended.',
  too_much_progress: 'Too much of the course has been completed.',
  certificate_issued: 'A certificate for the course has already been issued.',
};

/** @throws DomainError order_not_paid, already_refunded, refund_pending, order_disputed */
async function requireOpen(trx: Executor, { organisationId }: Caller, order: OrderMoney & { id: string }): Promise<void> {
  const obstacle = obstacleOf(order);
  if (obstacle === 'not_paid') throw new DomainError('order_not_paid', OBSTACLES.not_paid);
  if (obstacle === 'disputed') throw new DomainError('order_disputed', OBSTACLES.disputed);
  if (obstacle === 'refund_pending') {
    const running = (await selectRefunds(trx, { organisationId, orderId: order.id }).execute()).find(isRunning);
    throw new DomainError('refund_pending', OBSTACLES.refund_pending, { refund_id: running?.id as string });
  }
  if (obstacle === 'refunded') throw new DomainError('already_refunded', OBSTACLES.refunded);
}

type Decision = Pick<Shape<'RefundRequest'>, 'amount' | 'reason' | 'end_access'> & { origin: RefundRow['origin'] };

/** Stores a refund of a locked order, and the job that finishes it.
 * @throws ValidationError if the gateway cannot pay the amount back */
async function storeRefund(trx: Executor, actor: Actor, order: Refundable, { origin, reason, end_access, amount: given }: Decision, now: string) {
  const { organisationId } = actor;
  const key = { organisationId, orderId: order.id };
  const left = order.total - order.refunded;
  const amount = given ?? left;
  const faults = new Faults();
  if (amount > left) faults.add('amount', 'too_large', `The amount must be at most ${left}.`);
  if (amount % (chargeRuleOf(order.currency)?.step ?? 1) !== 0) faults.add('amount', 'not_a_step', 'The gateway cannot refund this amount.');
  faults.check();
  const id = newId();
  const refund = { amount, reason: reason ?? null, ends_access: end_access ?? null };
  await trx
    .insertInto('refunds')
    .values({ organisation_id: organisationId, id, order_id: order.id, origin, ...refund, requested_by: actor.actorId, created_at: now, changed_at: now })
    .execute();
  await trx
    .updateTable('orders')
    .set({ refund_state: 'pending', checked_at: now })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', order.id)
    .execute();
  await recordChange(trx, actor, { action: 'order.refund_requested', objectId: order.id, before: null, after: { refund_id: id, origin, ...refund } });
  const payload = { organisation_id: organisationId, order_id: order.id };
  await enqueue(trx, 'settle_reversals', payload, { key: `settle_reversals ${order.id}`, delaySeconds: JOB_SECONDS });
  return { ...key, refundId: id };
}

async function readRefund(db: Executor, { organisationId, refundId }: OrderKey & { refundId: string }): Promise<Shape<'Refund'>> {
  return db
    .selectFrom('refunds')
    .innerJoin('orders', (join) => join.onRef('orders.organisation_id', '=', 'refunds.organisation_id').onRef('orders.id', '=', 'refunds.order_id'))
    .where('refunds.organisation_id', '=', organisationId)
    .where('refunds.id', '=', refundId)
    .select(['refunds.id', 'refunds.order_id', 'refunds.amount', 'orders.currency', 'refunds.created_at'])
    .select([sql<RefundRow['state']>`refunds.state`.as('state'), sql<RefundRow['origin']>`refunds.origin`.as('origin')])
    .executeTakeFirstOrThrow(() => new NotFoundError());
}
