import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { Payments } from '../../../platform/payments/payments.ts';
import type { GatewaySubscription, SubscriptionPayment } from '../../../platform/payments/subscriptions.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import { type Actor, systemActor } from '../../kernel/caller.ts';
import type { Tools } from '../../kernel/tools.ts';
import { isOf } from '../gateway/is-of.ts';
import { paysChanged } from '../gateway/paid-price.ts';
import { finishChange } from './apply-change.ts';
import { enterPayments } from './books.ts';
import { canGoOn, followingOf, OWN, type PurchaseKey, type PurchaseRow, readPurchase, takeTurn, update } from './columns.ts';
import { endAtGatewayLater } from './end-purchases.ts';
import { entitle } from './entitle.ts';
import { followDetails, tellFollowing } from './follow-tax.ts';
import { issuePlatformInvoices } from './invoices.ts';
import { type EndCause, tellOwners } from './tell-owners.ts';

export type SettleTools = Pick<Tools<Database>, 'db' | 'clock'>;
type Status = PurchaseRow['status'];

/** Number of days for which a failed renewal can be paid. */
const GRACE_DAYS = 7;
/** Highest number of steps. The sandbox takes one step at a time; a gateway that renews by itself never needs more than one. */
const MOST_STEPS = 60;
/** Highest number of rounds, because a period may begin while the gateway is told its price, or another process may ask later. */
const MOST_ROUNDS = 3;

/**
 * Asks the gateway for the state of a purchase, and updates the purchase accordingly. It can be called at any time, repeatedly and by several processes at
 * once: the gateway's answer to the last request decides, and earlier answers that arrive after it are requested again.
 * @param isAbandoned whether a purchase that still has no page is to end before it expires
 * @throws PaymentsUnavailableError
 */
export async function settlePurchase(
  tools: SettleTools,
  payments: Payments | null,
  key: PurchaseKey,
  { isAbandoned = false }: { isAbandoned?: boolean } = {},
): Promise<Status | null> {
  const { db, clock } = tools;
  const purchase = await readPurchase(db, key).executeTakeFirst();
  if (!purchase || !canGoOn(purchase)) return purchase?.status ?? null;
  if (!payments || !isOf(payments, purchase)) return endUnasked(tools, key);
  await finishChange(tools, payments, key, purchase);
  const subscriptionId = purchase.subscription_id ?? (await findSubscription(tools, payments, key, purchase, isAbandoned));
  if (subscriptionId === null) return (await readPurchase(db, key).executeTakeFirst())?.status ?? null;
  for (let round = 1; ; round++) {
    const turn = await takeTurn(db, key);
    const subscription = await readCurrent(payments, subscriptionId, clock.now());
    const paid = await payments.subscriptions.listPayments(OWN, subscriptionId);
    const status = await inTransaction(db, (trx) => applySubscription(trx, key, { subscription, paid, turn }, timeOf(clock)));
    if (status === 'superseded') {
      if (round < MOST_ROUNDS) continue;
      return (await readPurchase(db, key).executeTakeFirst())?.status ?? null;
    }
    if (status === 'grace_over') return giveUp(tools, payments, key, subscriptionId);
    const following = await followDetails(db, key);
    if (!following || (await tellFollowing(db, payments, key, following)) || round === MOST_ROUNDS) return status;
  }
}

async function readCurrent({ subscriptions }: Payments, id: string, nowMs: number): Promise<GatewaySubscription> {
  let read = await subscriptions.read(OWN, id);
  for (let step = 1; step < MOST_STEPS && read.state === 'active' && Date.parse(read.periodEnd) <= nowMs; step++) {
    const next = await subscriptions.read(OWN, id);
    if (next.state === read.state && next.periodEnd === read.periodEnd) break;
    read = next;
  }
  return read;
}

/** Reads the page of a purchase. Returns the subscription that was made on it, if any; a page that has expired without one ends the purchase. */
async function findSubscription(
  { db, clock }: SettleTools,
  { subscriptions }: Payments,
  key: PurchaseKey,
  { page_id, created_at, expires_at }: PurchaseRow,
  isAbandoned: boolean,
): Promise<string | null> {
  const page = page_id === null ? await subscriptions.findPage(OWN, key.purchaseId, created_at) : await subscriptions.readPage(OWN, page_id);
  if (page) await notePage(db, key, page.id);
  const now = timeOf(clock);
  const isOver = page ? page.state === 'expired' : isAbandoned || expires_at <= now;
  await inTransaction(db, async (trx) => {
    const pending = await readPurchase(trx, key).where('status', '=', 'pending').forUpdate().executeTakeFirst();
    if (!pending) return;
    // While the gateway was asked, another request may have stored a page.
    const ends = isOver && (page !== null || pending.page_id === null);
    await update(trx, key, {
      checked_at: now,
      subscription_id: page?.subscriptionId ?? pending.subscription_id,
      ...(ends ? { status: 'expired', ended_at: now } : {}),
    });
    if (ends) await recordStatus(trx, key, pending, 'expired');
  });
  return page?.subscriptionId ?? null;
}

/** Stores the page of a purchase, unless it has one. */
export const notePage = (db: Executor, { organisationId, purchaseId }: PurchaseKey, pageId: string) =>
  db
    .updateTable('platform_purchases')
    .set({ page_id: pageId })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', purchaseId)
    .where('page_id', 'is', null)
    .execute();

const graceFrom = (now: string): string => new Date(Date.parse(now) + GRACE_DAYS * 24 * 3600_000).toISOString();

interface Answer {
  subscription: GatewaySubscription;
  paid: readonly SubscriptionPayment[];
  /** The number of the request to the gateway that this answers. */
  turn: number;
}

/** Brings a purchase in line with its subscription, unless the answer to a later request has done so in the meantime. */
async function applySubscription(
  trx: Executor,
  key: PurchaseKey,
  { subscription, paid, turn }: Answer,
  now: string,
): Promise<Status | 'grace_over' | 'superseded' | null> {
  const purchase = await readPurchase(trx, key).forUpdate().executeTakeFirst();
  if (!purchase || !canGoOn(purchase)) return purchase?.status ?? null;
  if (purchase.applied > turn) return 'superseded';
  // The gateway never goes back to an earlier period, so this answer is outdated.
  if (purchase.period_start !== null && subscription.periodStart < purchase.period_start) return purchase.status;
  if (purchase.status === 'pending' && !isExact(purchase, subscription)) {
    await update(trx, key, { checked_at: now, flag: 'price_mismatch' });
    return purchase.status;
  }
  const { next, taxed, termsOf } = periodAfter(purchase, subscription, paid);
  const current = { ...purchase, ...next };
  const payments = await enterPayments(
    trx,
    key,
    purchase,
    paid.map((payment) => ({ ...payment, ...termsOf(payment) })),
  );
  for (const { id } of payments) await tellOwners(trx, key, { paymentId: id });
  const status = statusOf(purchase, subscription);
  const graceUntil = status === 'past_due' ? (purchase.grace_until ?? graceFrom(now)) : null;
  const paymentError = status === 'past_due' ? subscription.paymentError : null;
  const isGone = status === 'ended' || status === 'unpaid';
  await update(trx, key, {
    ...{ status, checked_at: now, grace_until: graceUntil, payment_error: paymentError, subscription_id: subscription.id, applied: turn },
    ...(status === 'pending' ? {} : { period_start: subscription.periodStart, period_end: subscription.periodEnd, cancels: subscription.cancelsAtPeriodEnd }),
    ...(next ? { ...next, next_item_id: null, next_amount: null, next_price: null } : {}),
    ...(taxed ? { ...taxed, next_reverse_charge: null, following_amount: null, tax_change_id: null } : {}),
    ...(isGone ? { ended_at: now } : {}),
  });
  if (status !== purchase.status || next) {
    // A purchase that was never paid has given nothing that could be taken back.
    if (!(purchase.status === 'pending' && isGone)) await entitle(trx, key, { ...current, status });
    await recordStatus(trx, key, purchase, status, next);
  }
  if (taxed)
    await recordChange(trx, systemActor(key.organisationId), {
      action: `${purchase.kind}_purchase.tax_changed`,
      objectId: key.purchaseId,
      before: { reverse_charge: purchase.reverse_charge, amount: purchase.amount },
      after: taxed,
    });
  // A bank may ask for a confirmation only when the gateway tries to charge again.
  const isAsked = paymentError === 'authentication_required' && purchase.payment_error !== 'authentication_required';
  if ((status !== purchase.status && (status === 'past_due' || isGone)) || (isAsked && status === 'past_due'))
    await tellOwners(trx, key, status === 'ended' ? { status, cause: purchase.cancels ? 'cancelled' : 'ended' } : { status });
  // The gateway has ended the subscription itself, but would still accept the overdue payment.
  if (isGone && subscription.payUrl !== null) await endAtGatewayLater(trx, { ...purchase, subscription_id: subscription.id });
  const { organisationId } = key;
  const documents = payments.map(({ id, amount, tax }) => ({ organisationId, paymentId: id, kind: 'invoice' as const, sourceId: null, amount, tax }));
  await issuePlatformInvoices(trx, documents, now);
  return graceUntil !== null && graceUntil <= now ? 'grace_over' : status;
}

/** Whether a subscription has the agreed price. Nothing is given for a price that nobody has agreed to. */
const isExact = ({ amount, currency, interval }: PurchaseRow, { price }: GatewaySubscription): boolean =>
  price.amount === amount && price.currency === currency && price.interval === interval;

/** The item and the tax of a payment. */
type Terms = Pick<PurchaseRow, 'item_id' | 'reverse_charge'>;

/**
 * Returns what changes with the current period: the smaller item that was chosen (`next`), and the changed tax (`taxed`); each is null if it stays as it is.
 * The gateway was told of the tax in time if it has answered. Otherwise, the amount paid decides, and a period that is paid at the agreed price changes
 * nothing.
 */
function periodAfter(purchase: PurchaseRow, { price, periodStart }: GatewaySubscription, paid: readonly SubscriptionPayment[]) {
  const { status, period_start, period_end, next_item_id, next_amount, next_price, next_reverse_charge, tax_change_id } = purchase;
  const isNext = period_end !== null && periodStart >= period_end;
  const { agreed, amount: changed } = followingOf(purchase);
  const isTold = tax_change_id === null;
  const isLater = ({ periodStart: from }: SubscriptionPayment) => period_end !== null && from >= period_end;
  // An overdue period has begun already, but is not paid yet.
  const unpaidFrom = status === 'past_due' ? period_start : period_end;
  const isTaxed = (payment: SubscriptionPayment): boolean => {
    if (next_reverse_charge === null) return false;
    if (isTold) return isLater(payment);
    return unpaidFrom !== null && payment.periodStart >= unpaidFrom && paysChanged(payment, { agreed, changed });
  };
  const isSwitched = next_reverse_charge !== null && ((isNext && isTold) || paid.some(isTaxed));
  const isItem = isNext && next_item_id !== null && (isSwitched || price.amount === agreed || price.amount === changed);
  const next = isItem ? { item_id: next_item_id, amount: next_amount as number, price: next_price as number } : null;
  const taxed = isSwitched ? { reverse_charge: next_reverse_charge, amount: changed } : null;
  const termsOf = (payment: SubscriptionPayment): Terms => ({
    item_id: next && isLater(payment) ? next.item_id : purchase.item_id,
    reverse_charge: isTaxed(payment) ? !purchase.reverse_charge : purchase.reverse_charge,
  });
  return { next, taxed, termsOf };
}

function statusOf({ status }: PurchaseRow, { state }: GatewaySubscription): 'pending' | 'active' | 'past_due' | 'ended' | 'unpaid' {
  if (state === 'incomplete') return 'pending';
  if (state === 'past_due') return 'past_due';
  if (state === 'ended') return status === 'past_due' ? 'unpaid' : 'ended';
  return 'active';
}

/** Ends a purchase that was not paid in time: first at the gateway, so that nothing more is charged for it. */
async function giveUp({ db, clock }: SettleTools, { subscriptions }: Payments, key: PurchaseKey, subscriptionId: string): Promise<Status> {
  const { state } = await subscriptions.read(OWN, subscriptionId);
  if (state === 'past_due') await subscriptions.end(OWN, subscriptionId);
  else if (state !== 'ended') return 'active';
  return inTransaction(db, (trx) => endPurchase(trx, key, { status: 'unpaid' }, timeOf(clock)));
}

/** Ends a purchase here. What was paid stays paid.
 * @param now RFC 3339 */
export async function endPurchase(
  trx: Executor,
  key: PurchaseKey,
  ending: { status: 'ended'; cause: EndCause } | { status: 'unpaid' },
  now: string,
  actor: Actor = systemActor(key.organisationId),
): Promise<Status> {
  const { status } = ending;
  const purchase = await readPurchase(trx, key).forUpdate().executeTakeFirst();
  if (!purchase || !canGoOn(purchase) || purchase.status === 'pending') return purchase?.status ?? status;
  await update(trx, key, { status, ended_at: now, checked_at: now, grace_until: null });
  await entitle(trx, key, { ...purchase, status });
  await recordStatus(trx, key, purchase, status, null, actor);
  await tellOwners(trx, key, ending);
  return status;
}

/** Ends an expired purchase about which no gateway can be asked, because another gateway, another mode or none is configured now. */
function endUnasked({ db, clock }: SettleTools, key: PurchaseKey): Promise<Status | null> {
  const now = timeOf(clock);
  return inTransaction(db, async (trx) => {
    const purchase = await readPurchase(trx, key).forUpdate().executeTakeFirst();
    if (!purchase || !canGoOn(purchase)) return purchase?.status ?? null;
    if (purchase.status !== 'pending') {
      const until = purchase.grace_until ?? graceFrom(purchase.period_end as string);
      if (until <= now) return endPurchase(trx, key, { status: 'unpaid' }, now);
    } else if (purchase.expires_at <= now) {
      await update(trx, key, { status: 'expired', ended_at: now, checked_at: now });
      await recordStatus(trx, key, purchase, 'expired');
      return 'expired';
    }
    await update(trx, key, { checked_at: now });
    return purchase.status;
  });
}

const recordStatus = (
  trx: Executor,
  { organisationId, purchaseId }: PurchaseKey,
  { kind, status, item_id }: PurchaseRow,
  after: Status,
  next: { item_id: string } | null = null,
  actor: Actor = systemActor(organisationId),
): Promise<void> =>
  recordChange(trx, actor, {
    action: `${kind}_purchase.${status === after ? 'changed' : after}`,
    objectId: purchaseId,
    before: { status, item_id },
    after: { status: after, item_id: next?.item_id ?? item_id },
  });
