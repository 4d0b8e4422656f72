import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import type { CheckoutSession, Payments } from '../../../platform/payments/payments.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import { systemActor } from '../../kernel/caller.ts';
import { enqueue } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { giveBackCouponUse, keepCouponUse } from '../coupons/apply-coupon.ts';
import { factTime } from '../gateway/fact-time.ts';
import { isOf } from '../gateway/is-of.ts';
import { issueInvoices } from '../invoices/issue.ts';
import { gatewayTaxLines, soldOf } from '../invoices/tax.ts';
import { adoptSession } from './adopt-session.ts';
import { type OrderKey, type OrderRow, readOrder } from './columns.ts';
import { publishEvent } from './events.ts';
import { addFlags, type StoredFlag } from './flags.ts';
import { giveAccess } from './give-access.ts';
import { bindGuest, findGuestAccount } from './guests.ts';
import { recordMoney } from './ledger.ts';
import { noteInstrument } from './note-instrument.ts';
import { notePayment } from './note-payment.ts';

type SettleTools = Pick<Tools<Database>, 'db' | 'clock' | 'keyring'>;
type State = OrderRow['state'];

/**
 * Asks the gateway for the state of an order's payment, and updates the order accordingly. It can be called at any time, repeatedly and by several processes at
 * once: only the gateway's answer decides, and a paid order stays paid.
 * @param isAbandoned whether an order that still has no page is to end before it expires
 * @throws PaymentsUnavailableError
 */
export async function settleOrder(
  { db, clock, keyring }: SettleTools,
  payments: Payments | null,
  key: OrderKey,
  { isAbandoned = false }: { isAbandoned?: boolean } = {},
): Promise<State | null> {
  const order = await readOrder(db, key).executeTakeFirst();
  if (!order || order.state === 'paid') return order?.state ?? null;
  if (!payments || !isOf(payments, order)) return endUnasked({ db, clock, keyring }, key, isAbandoned);
  const sessionId = order.session_id ?? (await adoptSession(db, payments, key, order));
  const session = sessionId === null ? null : await payments.readCheckout(order.account_id, sessionId);
  const now = timeOf(clock);
  return inTransaction(db, async (trx) => {
    const locked = await readOrder(trx, key).forUpdate('orders').executeTakeFirst();
    if (!locked) return null;
    const instrument = session?.instrument ?? null;
    if (instrument !== null) await noteInstrument({ db: trx, keyring }, key, { accountId: order.account_id, instrument });
    return applySession(trx, key, locked, session ?? endOf(locked, isAbandoned, now), now);
  });
}

/** Number of days that a payment in transit can take to arrive. */
const LONGEST_PROCESSING_DAYS = 30;

/** Ends an expired order about which no gateway can be asked, because another gateway, another mode or none is configured now. */
function endUnasked({ db, clock }: SettleTools, key: OrderKey, isAbandoned: boolean): Promise<State | null> {
  const now = timeOf(clock);
  const longAgo = new Date(clock.now() - LONGEST_PROCESSING_DAYS * 24 * 3600_000).toISOString();
  return inTransaction(db, async (trx) => {
    const order = await readOrder(trx, key).forUpdate('orders').executeTakeFirst();
    if (!order) return null;
    const isOver = order.state === 'pending' ? isAbandoned || order.expires_at <= now : order.created_at <= longAgo;
    return applySession(trx, key, order, { ...UNKNOWN, state: isOver ? 'expired' : 'open' }, now);
  });
}

/** The states to which an order may move from each state, as the database also enforces. A payment may arrive late, and is never undone. */
const MOVES: Readonly<Record<State, readonly State[]>> = {
  pending: ['processing', 'paid', 'failed', 'expired'],
  processing: ['paid', 'failed', 'expired'],
  failed: ['paid'],
  expired: ['paid'],
  paid: [],
};

/** Returns the state of an order without a page, which can no longer be paid once it has expired. Another request may have stored a page in the meantime. */
const endOf = ({ session_id, expires_at }: OrderRow, isAbandoned: boolean, now: string): Session => ({
  ...UNKNOWN,
  state: session_id === null && (isAbandoned || expires_at <= now) ? 'expired' : 'open',
});

type Session = Pick<CheckoutSession, 'state' | 'tax' | 'taxes' | 'paymentId' | 'paidAt'> & { total: CheckoutSession['total'] | null };

const UNKNOWN = { total: null, tax: 0, taxes: [], paymentId: null, paidAt: null };

/** Brings a locked order in line with its session. */
async function applySession(trx: Executor, key: OrderKey, kept: OrderRow, session: Session, now: string): Promise<State> {
  const wanted = session.state;
  if (wanted === 'open' || !MOVES[kept.state].includes(wanted)) {
    await update(trx, key, { checked_at: now });
    return kept.state;
  }
  const order = wanted === 'paid' || wanted === 'processing' ? withTax(kept, session) : kept;
  if (order !== kept && isExact(order, session)) await storeTax(trx, key, order);
  if (wanted === 'paid') {
    if (!isExact(order, session)) return refuseMoney(trx, key, order, session.paymentId, now);
    if (session.paymentId !== null) await notePayment(trx, key, order, session.paymentId);
    await markPaid(trx, key, order, now, factTime(session.paidAt, now));
    return 'paid';
  }
  // A payment in transit keeps the use of the coupon.
  if (wanted === 'processing') await useCoupon(trx, key, order, now);
  else await giveBackCouponUse(trx, key.organisationId, key.orderId);
  await update(trx, key, { state: wanted, checked_at: now });
  await recordMove(trx, key, order.state, wanted);
  if (wanted === 'processing' || wanted === 'failed')
    await enqueue(trx, 'mail_order', { organisation_id: key.organisationId, order_id: key.orderId, state: wanted });
  return wanted;
}

const isExact = ({ total, currency }: OrderRow, session: Session): boolean => session.total?.amount === total && session.total.currency === currency;

/**
 * Returns an order with the tax that the gateway has computed from the address of the buyer, if it had to compute one. The amount due is the requested amount,
 * plus the tax if that is added: whatever total the gateway states, no other amount pays the order.
 */
function withTax(order: OrderRow, { tax, taxes }: Session): OrderRow {
  const asked = order.subtotal - order.discount;
  const total = order.prices_include_tax ? asked : asked + tax;
  if (!order.gateway_tax || tax < 0 || tax > total) return order;
  return { ...order, total, tax, tax_lines: gatewayTaxLines(taxes) };
}

const storeTax = (trx: Executor, { organisationId, orderId }: OrderKey, { total, tax, tax_lines }: OrderRow) =>
  trx
    .updateTable('orders')
    .set({ total, tax, tax_lines: json(tax_lines) })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', orderId)
    .execute();

/** Ends an order for which another amount was paid than requested. Staff have to look at it once: the payment is stored with the flag. */
async function refuseMoney(trx: Executor, key: OrderKey, order: OrderRow, paymentId: string | null, now: string): Promise<State> {
  const isKnown = paymentId === null ? order.state === 'failed' : order.payment_id === paymentId;
  const ends = MOVES[order.state].includes('failed');
  const state = ends ? 'failed' : order.state;
  if (paymentId !== null) await notePayment(trx, key, order, paymentId);
  await update(trx, key, { state, checked_at: now });
  if (!isKnown) await addFlags(trx, key, ['amount_mismatch']);
  if (ends) {
    await giveBackCouponUse(trx, key.organisationId, key.orderId);
    await recordMove(trx, key, order.state, state);
  }
  return state;
}

/** The columns of an order that are needed to complete it, even if nothing is to be paid. */
export type PayableOrder = Omit<OrderRow, 'gateway' | 'account_id' | 'session_id' | 'payment_id'>;

/**
 * Enters the payment in the books, gives the buyer access, and notifies everybody: all of it, or nothing. The order of a guest goes to the account that has
 * verified the address; until there is one, access waits. The invoice comes last, so nothing may follow in the transaction. Returns the flags for staff.
 * @param paidAt when the money arrived
 */
export async function markPaid(trx: Executor, key: OrderKey, order: PayableOrder, now: string, paidAt: string): Promise<StoredFlag[]> {
  const { organisationId, orderId } = key;
  const { currency, livemode, total, tax, platform_fee: fee } = order;
  const sold = soldOf(order);
  const excess = await useCoupon(trx, key, order, now);
  const account = order.buyer_id === null ? await findGuestAccount(trx, key) : undefined;
  const buyerId = order.buyer_id ?? account ?? null;
  const waits = account === null;
  const gone = waits ? [] : (['buyer_gone'] as const);
  const obstacles = buyerId === null ? gone : await giveAccess(trx, key, { ...order, buyer_id: buyerId }, now);
  const flags: StoredFlag[] = [...obstacles, ...(excess ? [excess] : [])];
  await update(trx, key, { state: 'paid', paid_at: paidAt, access_from: waits ? null : now, checked_at: now });
  await addFlags(trx, key, flags);
  if (account) await bindGuest(trx, key, account, false, now);
  await recordMove(trx, key, order.state, 'paid');
  const postings = [
    ['gateway_clearing', total - fee],
    ['platform_fees', fee],
    ['discounts', sold - (total - tax)],
    ['tax_owed', -tax],
    ['sales', -sold],
  ] as const;
  await recordMoney(trx, { organisationId, orderId, fact: 'paid', currency, livemode, occurredAt: paidAt, postings });
  const published = { organisationId, orderId, userId: buyerId };
  await publishEvent(trx, 'order.paid', published);
  if (order.coupon_id !== null) await publishEvent(trx, 'coupon.redeemed', published);
  await enqueue(trx, 'mail_order', { organisation_id: organisationId, order_id: orderId, state: 'paid' });
  if (flags.includes('already_owned')) await enqueue(trx, 'refund_duplicate', { organisation_id: organisationId, order_id: orderId });
  if (total > 0) await issueInvoices(trx, [{ ...key, kind: 'invoice', sourceId: null, amount: total, tax }], now);
  return flags;
}

/** Lets an order keep its use of the coupon. Returns a flag if the use exceeds a limit of the coupon. */
async function useCoupon(trx: Executor, { organisationId, orderId }: OrderKey, order: PayableOrder, now: string): Promise<StoredFlag | null> {
  const { coupon_id: couponId, coupon_person, buyer_id: userId, total } = order;
  if (couponId === null) return null;
  // The person is removed when their account is erased. The use then counts for nobody.
  const use = await keepCouponUse(trx, organisationId, { couponId, orderId, userId, person: coupon_person ?? orderId, isPaid: total > 0 }, now);
  return use?.isOverLimit ? 'coupon_over_limit' : null;
}

const update = (
  trx: Executor,
  { organisationId, orderId }: OrderKey,
  members: Partial<Record<'state' | 'paid_at' | 'access_from' | 'checked_at', string | null>>,
) =>
  trx
    .updateTable('orders')
    .set(members as { state?: State })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', orderId)
    .execute();

const recordMove = (trx: Executor, { organisationId, orderId }: OrderKey, from: State, to: State): Promise<void> =>
  recordChange(trx, systemActor(organisationId), { action: `order.${to}`, objectId: orderId, before: { state: from }, after: { state: to } });
