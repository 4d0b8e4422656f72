import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { CheckoutSession, Payments } from '../../../platform/payments/payments.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import { systemActor } from '../../kernel/caller.ts';
import { enqueue } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { grantSold } from '../../learning/grants/grant-sold.ts';
import { addBeyondLimit } from '../../organisations/organisations/learners.ts';
import { adoptSession } from './adopt-session.ts';
import { type OrderKey, type OrderRow, readOrder } from './columns.ts';
import { publishEvent } from './events.ts';
import { recordMoney } from './ledger.ts';

type SettleTools = Pick<Tools<Database>, 'db' | 'clock'>;
type State = OrderRow['state'];

/**
 * Asks the gateway what has become of the payment of an order, and draws the consequences. It can be called at any time and any number of times, and
 * by several processes at once: the gateway's answer alone decides, and an order that is paid stays so.
 * @throws PaymentsUnavailableError
 */
export async function settleOrder({ db, clock }: SettleTools, payments: Payments, key: OrderKey): Promise<State | null> {
  const order = await readOrder(db, key).executeTakeFirst();
  if (!order || order.state === 'paid' || order.gateway !== payments.gateway || order.livemode !== payments.livemode) return order?.state ?? null;
  const sessionId = order.session_id ?? (await adoptSession(db, payments, key, order));
  const session = sessionId === null ? null : await payments.readCheckout(order.account_id, sessionId);
  const now = timeOf(clock);
  return inTransaction(db, async (trx) => {
    const locked = await readOrder(trx, key).forUpdate('orders').executeTakeFirst();
    return locked ? applySession(trx, key, locked, session, now) : null;
  });
}

/** The states that an order may move to, as the database also requires. A payment may arrive late, and is never undone. */
const MOVES: Readonly<Record<State, readonly State[]>> = {
  pending: ['processing', 'paid', 'failed', 'expired'],
  processing: ['paid', 'failed', 'expired'],
  failed: ['paid'],
  expired: ['paid'],
  paid: [],
};

/** Brings an order that is locked in line with its session. Without a session, nothing can be paid any more once the order is over. */
async function applySession(trx: Executor, key: OrderKey, order: OrderRow, session: CheckoutSession | null, now: string): Promise<State> {
  const wanted = session ? session.state : order.expires_at <= now ? 'expired' : 'open';
  if (wanted === 'open' || !MOVES[order.state].includes(wanted)) {
    await update(trx, key, { checked_at: now });
    return order.state;
  }
  if (wanted === 'paid') return isExact(order, session) ? markPaid(trx, key, order, now) : flagMismatch(trx, key, order, now);
  await update(trx, key, { state: wanted, checked_at: now });
  await recordMove(trx, key, order.state, wanted);
  if (wanted === 'processing' || wanted === 'failed')
    await enqueue(trx, 'mail_order', { organisation_id: key.organisationId, order_id: key.orderId, state: wanted });
  return wanted;
}

const isExact = ({ total, currency }: OrderRow, session: CheckoutSession | null): boolean =>
  session?.total.amount === total && session.total.currency === currency;

/** Money that is not what was asked for pays nothing. Staff have to look at it. */
async function flagMismatch(trx: Executor, key: OrderKey, { state }: OrderRow, now: string): Promise<State> {
  await update(trx, key, { flag: 'amount_mismatch', checked_at: now });
  return state;
}

/** Enters the payment in the books, gives the buyer access, and tells everybody: all of it, or nothing. */
async function markPaid(trx: Executor, key: OrderKey, order: OrderRow, now: string): Promise<State> {
  const { organisationId, orderId } = key;
  const { currency, livemode, subtotal, discount, total } = order;
  const flag = await giveAccess(trx, key, order, now);
  await update(trx, key, { state: 'paid', paid_at: now, checked_at: now, flag });
  await recordMove(trx, key, order.state, 'paid');
  const postings = [
    ['gateway_clearing', total],
    ['discounts', discount],
    ['sales', -subtotal],
  ] as const;
  await recordMoney(trx, { organisationId, orderId, fact: 'paid', currency, livemode, occurredAt: now, postings });
  await publishEvent(trx, 'order.paid', { organisationId, orderId, userId: order.buyer_id });
  await enqueue(trx, 'mail_order', { organisation_id: organisationId, order_id: orderId, state: 'paid' });
  return 'paid';
}

/** A paid order is never undone by a limit, an archived course or a full plan. Returns what staff have to look at. */
async function giveAccess(trx: Executor, key: OrderKey, { buyer_id, course_id }: OrderRow, now: string) {
  if (buyer_id === null) return 'buyer_gone';
  if (course_id === null) return 'course_gone';
  const actor = systemActor(key.organisationId);
  const hadRoom = await addBeyondLimit(trx, actor, buyer_id);
  const placement = await grantSold(trx, actor, { courseId: course_id, userId: buyer_id, source: 'purchase', sourceId: key.orderId }, now);
  if (placement === null) return 'course_gone';
  if (placement === 'kept') return 'already_owned';
  return hadRoom ? null : 'learner_limit';
}

const update = (trx: Executor, { organisationId, orderId }: OrderKey, members: Partial<Record<'state' | 'paid_at' | 'checked_at' | 'flag', string | null>>) =>
  trx
    .updateTable('orders')
    .set(members as { state?: State })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', orderId)
    .execute();

const recordMove = (trx: Executor, { organisationId, orderId }: OrderKey, from: State, to: State): Promise<void> =>
  recordChange(trx, systemActor(organisationId), { action: `order.${to}`, objectId: orderId, before: { state: from }, after: { state: to } });
