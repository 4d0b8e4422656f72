import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { AccountGoneError, type GatewayDispute, GatewayFaultError, type Payments, RequestRefusedError } from '../../../platform/payments/payments.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import { systemActor } from '../../kernel/caller.ts';
import { notify } from '../../kernel/events/notify.ts';
import { enqueue } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { issueInvoices } from '../invoices/issue.ts';
import { type OrderKey, type OrderRow, readOrder } from '../orders/columns.ts';
import { publishEvent } from '../orders/events.ts';
import { notePayment } from '../orders/note-payment.ts';
import { platformFeeBetween } from '../orders/platform-fee.ts';
import { bookReversals } from './book-reversals.ts';
import { giveOwedAccess } from './claim-orders.ts';
import { type Change, type DisputeRow, isRunning, type RefundRow, type ReversibleOrder, readReversible, selectDisputes, selectRefunds } from './columns.ts';
import { refundedHere } from './fee-share.ts';
import { type KnownRefund, mergeDisputes, mergeRefunds } from './merge.ts';
import { moveOrderAccess, refundedOf } from './order-access.ts';

type SettleTools = Pick<Tools<Database>, 'db' | 'clock'>;

/** The times of a refund if the gateway states none. */
const UNKNOWN_TIMES = { begunAt: null, endedAt: null };

interface Known {
  refunds: readonly KnownRefund[];
  disputes: readonly GatewayDispute[];
}

/**
 * Has the gateway make the requested refund, if it has not, reads the refunds and disputes, and updates everything accordingly. It can be called at any time,
 * repeatedly and by several processes at once: only the gateway's answer decides.
 * @throws PaymentsUnavailableError
 */
export async function settleReversals({ db, clock }: SettleTools, payments: Payments, key: OrderKey): Promise<void> {
  const order = await readOrder(db, key).executeTakeFirst();
  if (order?.state !== 'paid' || order.gateway !== payments.gateway || order.livemode !== payments.livemode) return;
  const known = await settleAtGateway(db, payments, key, order).catch((error: unknown) => endUnlessReachable(db, payments, key, order, error));
  if (known === null) return;
  const now = timeOf(clock);
  await inTransaction(db, async (trx) => {
    const locked = await readReversible(trx, key).forUpdate('orders').executeTakeFirst();
    if (locked) await applyReversals(trx, key, locked, known, now);
  });
}

/** Has the gateway make a refund that it does not have yet, and returns what it knows then, or null if it does not know the payment yet. */
async function settleAtGateway(db: Database, payments: Payments, key: OrderKey, order: OrderRow): Promise<Known | null> {
  const paymentId = order.payment_id ?? (await findPayment(db, payments, key, order));
  if (paymentId === null) return null;
  const { refunds, disputes } = await payments.readReversals(order.account_id, paymentId);
  const kept = await selectRefunds(db, key).execute();
  const asked = kept.find((refund) => isRunning(refund) && refund.gateway_refund_id === null);
  const isUnsent = asked && !refunds.some((refund) => refund.key === asked.id);
  const made = isUnsent ? await sendRefund(db, payments, key, { ...order, payment_id: paymentId }, asked, refundedHere(kept)) : null;
  return { refunds: made ? [...refunds, made] : refunds, disputes };
}

/**
 * Marks pending refunds as failed if the owner has revoked the service's access to the account, because the service learns nothing more about them. Staff then
 * refund by other means.
 * @throws unknown the given error, if it has another cause
 */
async function endUnlessReachable(db: Database, payments: Payments, key: OrderKey, { account_id }: OrderRow, error: unknown): Promise<Known> {
  if (!(error instanceof AccountGoneError) || (await payments.readAccount(account_id)) !== null) throw error;
  const running = (await selectRefunds(db, key).execute()).filter(isRunning);
  return {
    refunds: running.map(({ id, gateway_refund_id, amount }) => ({ id: gateway_refund_id, key: id, amount, state: 'failed', ...UNKNOWN_TIMES })),
    disputes: [],
  };
}

/** Looks up the payment of an order that was paid before payments were stored. */
async function findPayment(db: Database, payments: Payments, key: OrderKey, { account_id, session_id }: OrderRow): Promise<string | null> {
  const { paymentId } = session_id === null ? { paymentId: null } : await payments.readCheckout(account_id, session_id);
  if (paymentId !== null) await notePayment(db, key, payments, paymentId);
  return paymentId;
}

/**
 * Sends a refund that the gateway does not have. The idempotency key is that of its attempt, so that concurrent and repeated requests make one refund. As the
 * gateway repeats a failure of its own under the same key, only such a failure begins another attempt, with another key, after the refund was looked up again.
 * A refund that the gateway refuses has failed.
 * @param refunded the amount that the service has refunded before
 * @throws PaymentsUnavailableError
 */
async function sendRefund(
  db: Executor,
  payments: Payments,
  { organisationId, orderId }: OrderKey,
  order: OrderRow,
  { id, attempt, amount }: RefundRow,
  refunded: number,
): Promise<KnownRefund> {
  const { account_id, payment_id, currency } = order;
  const platformFee = order.platform_fee === 0 ? null : platformFeeBetween(order, refunded, refunded + amount);
  const refund = db.updateTable('refunds').where('organisation_id', '=', organisationId).where('id', '=', id);
  try {
    return await payments.refund(account_id, { key: id, attempt, orderId, paymentId: payment_id ?? '', money: { amount, currency }, platformFee });
  } catch (error) {
    if (error instanceof RequestRefusedError) return { id: null, key: id, amount, state: 'failed', ...UNKNOWN_TIMES };
    if (error instanceof GatewayFaultError)
      await refund
        .set({ attempt: attempt + 1 })
        .where('attempt', '=', attempt)
        .execute();
    throw error;
  }
}

/** Brings a locked order in line with what the gateway knows of its payment. */
async function applyReversals(trx: Executor, key: OrderKey, order: ReversibleOrder, known: Known, now: string): Promise<void> {
  const kept = { refunds: await selectRefunds(trx, key).execute(), disputes: await selectDisputes(trx, key).execute() };
  const refunds = mergeRefunds(kept.refunds, known.refunds, now);
  const disputes = mergeDisputes(kept.disputes, known.disputes);
  for (const change of refunds.changes) await storeRefund(trx, key, change.row, now);
  for (const change of disputes.changes) await storeDispute(trx, key, change.row, now);
  const { organisationId, orderId } = key;
  await trx
    .updateTable('orders')
    .set({ refunded: refundedOf(refunds.rows), refund_state: refundState(refunds.rows), dispute_state: disputeState(disputes.rows), checked_at: now })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', orderId)
    .execute();
  for (const change of refunds.changes) await announceRefund(trx, key, order, change);
  for (const change of disputes.changes) await announceDispute(trx, key, order, change);
  if (await moveOrderAccess(trx, key, order, kept, { refunds: refunds.rows, disputes: disputes.rows }, now)) await giveOwedAccess(trx, key, now);
  const documents = await bookReversals(trx, key, order, { kept, refunds: refunds.changes, disputes: disputes.changes }, now);
  await issueInvoices(trx, documents, now);
}

const storeRefund = (
  trx: Executor,
  { organisationId, orderId }: OrderKey,
  { id, amount, state, origin, gateway_refund_id, created_at }: RefundRow,
  now: string,
) =>
  trx
    .insertInto('refunds')
    .values({ organisation_id: organisationId, id, order_id: orderId, origin, amount, state, gateway_refund_id, created_at, changed_at: now })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'id']).doUpdateSet({ state, gateway_refund_id, changed_at: now }))
    .execute();

const storeDispute = (trx: Executor, { organisationId, orderId }: OrderKey, dispute: DisputeRow, now: string) =>
  trx
    .insertInto('disputes')
    .values({ organisation_id: organisationId, order_id: orderId, ...dispute, created_at: now, changed_at: now })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'id']).doUpdateSet({ state: dispute.state, changed_at: now }))
    .execute();

/** Returns the state of the pending refund, or else of the last one. */
const refundState = (refunds: readonly RefundRow[]) => (refunds.find(isRunning) ?? refunds.at(-1))?.state ?? null;

const disputeState = (disputes: readonly DisputeRow[]) => (['open', 'lost', 'won'] as const).find((one) => disputes.some(({ state }) => state === one)) ?? null;

async function announceRefund(trx: Executor, key: OrderKey, order: OrderRow, { row, before }: Change<RefundRow>): Promise<void> {
  const { id, amount, state } = row;
  if (state === before) return;
  const { organisationId, orderId } = key;
  await recordChange(trx, systemActor(organisationId), {
    action: `order.refund_${state}`,
    objectId: orderId,
    before: before === null ? null : { refund_id: id, state: before },
    after: { refund_id: id, amount, state },
  });
  if (state !== 'succeeded' && state !== 'failed') return;
  if (state === 'succeeded') await publishEvent(trx, 'order.refunded', { organisationId, orderId, userId: order.buyer_id, refundId: id });
  await enqueue(trx, 'mail_refund', { organisation_id: organisationId, refund_id: id, state });
  await notify(trx, { organisation_id: organisationId, object_id: id, event: 'order_refunded' });
}

async function announceDispute(trx: Executor, key: OrderKey, order: OrderRow, { row, before }: Change<DisputeRow>): Promise<void> {
  const { id, amount, state } = row;
  const { organisationId, orderId } = key;
  await recordChange(trx, systemActor(organisationId), {
    action: `order.dispute_${state}`,
    objectId: orderId,
    before: before === null ? null : { dispute_id: id, state: before },
    after: { dispute_id: id, amount, state },
  });
  await publishEvent(trx, 'order.disputed', { organisationId, orderId, userId: order.buyer_id, disputeId: id });
  await notify(trx, { organisation_id: organisationId, object_id: id, event: 'order_disputed' });
}
