import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { Payments } from '../../../platform/payments/payments.ts';
import { periodEndOf } from '../../../platform/payments/periods.ts';
import type { ChangeLine } from '../../../platform/payments/subscriptions.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { FREE_PLAN, planLimit } from '../../organisations/plans/plans.ts';
import { askGateway } from '../gateway/ask-gateway.ts';
import { isOf } from '../gateway/is-of.ts';
import { hasPage, PAGE_MINUTES } from '../gateway/pages.ts';
import { applyChange } from './apply-change.ts';
import { isLive, type Kind, OWN, outdateAnswers, type PurchaseKey, type PurchaseRow, readLive, readPurchase, update } from './columns.ts';
import { type Decision, decide, type Wanted } from './decide.ts';
import { describePurchase } from './describe.ts';
import { hasOtherPrice, hasOtherTax, retaxChanged } from './follow-tax.ts';
import { type Offer, rankOf, readOffer } from './offers.ts';
import { readTaxDuty } from './platform-seller.ts';
import { endPurchase, settlePurchase } from './settle.ts';
import { showPage } from './show-page.ts';

export type BuyTools = Pick<Tools<Database>, 'db' | 'clock' | 'payments' | 'base' | 'webAppUrl'>;

interface Bought {
  begins: boolean;
  change: Shape<'PlatformChange'>;
}

/** Buys, changes or ends the plan of the organisation. See `buy`. */
export const changePlan = (tools: BuyTools, caller: Caller, { plan_id, interval, preview = false }: Shape<'PlatformSubscriptionWrite'>): Promise<Bought> =>
  buy(tools, caller, 'plan', { itemId: plan_id === FREE_PLAN ? null : plan_id, interval }, preview);

/** Buys, changes or ends the storage add-on of the organisation. See `buy`. */
export const buyStorage = (tools: BuyTools, caller: Caller, { addon_id, interval, preview = false }: Shape<'StoragePurchaseWrite'>): Promise<Bought> =>
  buy(tools, caller, 'storage', { itemId: addon_id, interval }, preview);

/**
 * Lets an owner buy something from the service, or change or end a purchase. The request is stored before the gateway is asked, and the outcome afterwards, so
 * that a repeated request, whether concurrent or after an interruption, takes effect once.
 * @param isPreview whether to return the effect only, without any change
 * @throws ValidationError if the service sells no such item
 * @throws DomainError permission_denied, plan_included, not_subscribed, plan_not_changeable, payment_refused, payment_processing, payments_not_configured,
 * payments_unavailable
 */
function buy(tools: BuyTools, caller: Caller, kind: Kind, wanted: Wanted, isPreview: boolean): Promise<Bought> {
  if (caller.role !== 'owner') throw new DomainError('permission_denied', 'Only owners may buy from the service.');
  return askGateway(tools.payments, async (gateway) => {
    const { db } = tools;
    const live = await readSettled(tools, gateway, caller.organisationId, kind, isPreview);
    const running = live && live.status !== 'pending' ? live : null;
    const offer = wanted.itemId === null ? null : await readWanted(db, caller, kind, { ...wanted, itemId: wanted.itemId }, running);
    if (running?.status === 'past_due') return settleDebt(tools, gateway, caller, running, { ends: !offer, isPreview });
    if (running) return changeRunning(tools, gateway, caller, running, offer, isPreview);
    if (!offer) throw new DomainError('not_subscribed', 'The organisation has no paid plan or storage add-on to cancel.');
    await requireMore(db, caller.organisationId, kind, offer);
    if (isPreview) return { begins: false, change: toPay(offer, timeOf(tools.clock)) };
    return begin(tools, gateway, caller, kind, offer, live ?? null);
  });
}

/** Reads the offer of the wanted item. Who owes the tax does not change before the current period ends, even if another item begins earlier. */
async function readWanted(
  db: Executor,
  { organisationId }: Caller,
  kind: Kind,
  { itemId, interval }: Wanted & { itemId: string },
  running: PurchaseRow | null,
) {
  const reverseCharge = running ? running.reverse_charge : (await readTaxDuty(db, organisationId)).reverseCharge;
  return readOffer(db, kind, { itemId, interval: interval ?? running?.interval ?? 'month', reverseCharge });
}

/** Reads the live purchase, after bringing it in line with the gateway if it may have changed. */
async function readSettled(tools: BuyTools, gateway: Payments, organisationId: string, kind: Kind, isPreview: boolean): Promise<PurchaseRow | undefined> {
  const read = () => readLive(tools.db, organisationId, kind).executeTakeFirst();
  const live = await read();
  if (!live || isPreview) return live;
  const isOver = live.period_end !== null && live.period_end <= timeOf(tools.clock);
  const isUntold = live.change_id !== null || live.tax_change_id !== null;
  const isUnclear = live.status === 'past_due' || isUntold || isOver || (live.status === 'pending' && live.page_id !== null);
  if (!isUnclear) return live;
  await settlePurchase(tools, isOf(gateway, live) ? gateway : null, { organisationId, purchaseId: live.id });
  return read();
}

/** Refuses a purchase that is needless because of a plan that was given to the organisation, or one with unlimited storage.
 * @throws DomainError plan_included */
async function requireMore(db: Executor, organisationId: string, kind: Kind, offer: Offer): Promise<void> {
  const has = () => new DomainError('plan_included', "The organisation's plan already includes this.");
  if (kind === 'storage') {
    if ((await planLimit(db, organisationId, 'storage_limit_bytes', { isTaken: false })) === null) throw has();
    return;
  }
  const given = await db
    .selectFrom('platform_subscriptions')
    .select('plan_id')
    .where('organisation_id', '=', organisationId)
    .where('status', 'in', ['trialing', 'active', 'past_due'])
    .executeTakeFirst();
  if (given && (await rankOf(db, kind, given.plan_id)) >= offer.rank) throw has();
}

const NOTHING = {
  effect: 'none',
  effective_at: null,
  url: null,
  amount_due: 0,
  currency: null,
  lines: [],
  billing: null,
} as const satisfies Shape<'PlatformChange'>;

const toPay = ({ price }: Offer, now: string): Shape<'PaidPlatformChange'> => ({
  ...{ ...NOTHING, effect: 'payment', amount_due: price.amount, currency: price.currency },
  lines: [{ kind: 'charge', amount: price.amount, from: now, until: periodEndOf(now, price.interval, 1) }],
});

/** Begins a purchase, or resumes the pending one if it is for the same item at the same price.
 * @throws DomainError payment_processing */
async function begin(tools: BuyTools, gateway: Payments, caller: Caller, kind: Kind, offer: Offer, pending: PurchaseRow | null): Promise<Bought> {
  const { organisationId } = caller;
  const { db, clock } = tools;
  if (pending && !isCurrent(pending, gateway, offer, clock.now())) await close(tools, gateway, { organisationId, purchaseId: pending.id }, pending);
  const begins = await insertPurchase(tools, gateway, caller, kind, offer);
  const purchase = await readLive(db, organisationId, kind).executeTakeFirst();
  if (!purchase || !isCurrent(purchase, gateway, offer, clock.now())) throw processing();
  const url = await showPage(tools, gateway, { organisationId, purchaseId: purchase.id }, purchase, offer.price);
  return { begins, change: { ...toPay(offer, purchase.created_at), url } };
}

const processing = () =>
  new DomainError('payment_processing', 'The outcome of an earlier payment is not yet known.', { order_id: null, subscription_id: null });

/** Whether a purchase matches what the owner asks for, and its page still exists or can be created. */
function isCurrent(purchase: PurchaseRow, gateway: Payments, { itemId, price, reverseCharge }: Offer, nowMs: number): boolean {
  const { status, item_id, interval, amount, currency, page_id, created_at, expires_at } = purchase;
  if (status !== 'pending' || !isOf(gateway, purchase) || !hasPage({ created_at, expires_at }, page_id, nowMs)) return false;
  if (purchase.reverse_charge !== reverseCharge) return false;
  return item_id === itemId && interval === price.interval && amount === price.amount && currency === price.currency;
}

/** Ends a purchase that has expired or does not match what the owner wants now: first its page at the gateway, and then the purchase.
 * @throws DomainError payment_processing */
async function close(tools: BuyTools, gateway: Payments, key: PurchaseKey, { page_id, ...purchase }: PurchaseRow): Promise<void> {
  const isOwn = isOf(gateway, purchase);
  if (isOwn && page_id !== null) await gateway.subscriptions.expirePage(OWN, page_id);
  const status = await settlePurchase(tools, isOwn ? gateway : null, key, { isAbandoned: true });
  // The purchase was paid in the meantime, or another request has just created a page for it.
  if (status !== 'expired') throw processing();
}

/** Inserts a purchase. Returns whether it is new: the organisation has at most one live purchase of each kind. */
function insertPurchase({ db, clock }: BuyTools, { gateway, livemode }: Payments, caller: Caller, kind: Kind, offer: Offer): Promise<boolean> {
  const { itemId, price, taxedPrice, reverseCharge } = offer;
  const { organisationId, actorId } = caller;
  const now = timeOf(clock);
  const { interval, amount, currency } = price;
  const bought = { item_id: itemId, interval, amount, currency };
  return inTransaction(db, async (trx) => {
    const inserted = await trx
      .insertInto('platform_purchases')
      .values({
        ...{ organisation_id: organisationId, id: newId(), kind, ...bought, price: taxedPrice, reverse_charge: reverseCharge, gateway, livemode },
        ...{ requested_by: actorId, created_at: now, checked_at: now, expires_at: new Date(clock.now() + PAGE_MINUTES * 60_000).toISOString() },
      })
      .onConflict((conflict) => conflict.columns(['organisation_id', 'kind']).where(isLive).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted) await recordChange(trx, caller, { action: `${kind}_purchase.created`, objectId: inserted.id, before: null, after: bought });
    return inserted !== undefined;
  });
}

/** Has a failed renewal paid, or ends the purchase at once, since nothing was paid for the period. */
async function settleDebt(
  tools: BuyTools,
  gateway: Payments,
  caller: Caller,
  purchase: PurchaseRow,
  { ends, isPreview }: { ends: boolean; isPreview: boolean },
): Promise<Bought> {
  const { subscriptions } = gateway;
  const subscriptionId = purchase.subscription_id as string;
  const now = timeOf(tools.clock);
  const billing = describePurchase(purchase);
  if (ends) {
    const ended = { ...NOTHING, effect: 'now' as const, effective_at: now };
    if (isPreview) return { begins: false, change: { ...ended, billing } };
    await subscriptions.end(OWN, subscriptionId);
    await inTransaction(tools.db, (trx) =>
      endPurchase(trx, { organisationId: caller.organisationId, purchaseId: purchase.id }, { status: 'ended', cause: 'cancelled' }, now, caller),
    );
    return { begins: false, change: ended };
  }
  const { payUrl } = await subscriptions.read(OWN, subscriptionId);
  if (payUrl === null) throw processing();
  const { amount, currency, period_start, period_end } = purchase;
  const lines = [{ kind: 'charge' as const, amount, from: period_start as string, until: period_end as string }];
  return { begins: false, change: { ...NOTHING, effect: 'payment', url: isPreview ? null : payUrl, amount_due: amount, currency, lines, billing } };
}

/** @throws DomainError plan_not_changeable, payment_refused, payment_processing */
async function changeRunning(
  tools: BuyTools,
  gateway: Payments,
  caller: Caller,
  running: PurchaseRow,
  offer: Offer | null,
  isPreview: boolean,
): Promise<Bought> {
  const { db, clock } = tools;
  if (!isOf(gateway, running)) throw processing();
  const decision = decide({ ...running, rank: await rankOf(db, running.kind, running.item_id) }, offer);
  const lines = decision === 'now' && offer ? await linesOf(gateway, running, offer) : [];
  const shown = effectOf(decision, running, lines, timeOf(clock));
  if (isPreview) return { begins: false, change: { ...shown, billing: describePurchase(running) } };
  const key = { organisationId: caller.organisationId, purchaseId: running.id };
  if (decision === 'resume' && running.next_item_id !== null) {
    const { item_id: itemId, interval, amount, price: taxedPrice, currency } = running;
    await change(tools, gateway, caller, key, { itemId, interval, amount, taxedPrice, currency, isNow: false });
  } else if (offer && (decision === 'now' || (decision === 'period_end' && running.next_item_id !== offer.itemId)))
    await change(tools, gateway, caller, key, { itemId: offer.itemId, ...offer.price, taxedPrice: offer.taxedPrice, isNow: decision === 'now' });
  // A change revokes the cancellation by itself, or leaves it if the change is refused.
  else if (running.cancels !== (decision === 'end')) await setCancels(tools, gateway, caller, key, running, decision === 'end');
  if (decision === 'now' || hasOtherTax(running)) await settlePurchase(tools, gateway, key);
  const after = await readPurchase(db, key).executeTakeFirst();
  return { begins: false, change: { ...shown, billing: after ? describePurchase(after) : null } };
}

/** Returns what a request does to a running purchase, and when. Resuming a purchase changes it only if it was to end or to be replaced. */
function effectOf(decision: Decision, running: PurchaseRow, lines: ChangeLine[], now: string): Shape<'PlatformChange'> {
  const isUndone = running.cancels || running.next_item_id !== null;
  if (decision === 'now' || (decision === 'resume' && isUndone))
    return { ...NOTHING, ...costOf(lines), currency: lines.length ? running.currency : null, effect: 'now', effective_at: now };
  return decision === 'resume' ? NOTHING : { ...NOTHING, effect: 'period_end', effective_at: running.period_end as string };
}

async function linesOf({ subscriptions }: Payments, running: PurchaseRow, { price }: Offer): Promise<ChangeLine[]> {
  const { amount, currency, interval, subscription_id } = running;
  const paid = !hasOtherPrice(running) ? undefined : { title: running.item_id, amount, currency, interval };
  return subscriptions.previewChange(OWN, subscription_id as string, price, paid);
}

/** Returns the cost of a change. If the change is worth less than what it replaces, the credit pays for it. */
const costOf = (lines: readonly ChangeLine[]) => ({
  lines: [...lines],
  amount_due: Math.max(
    0,
    lines.reduce((sum, { amount }) => sum + amount, 0),
  ),
});

/** Sets at the gateway whether a purchase ends with its period. Repeating the call changes nothing. */
async function setCancels(
  tools: BuyTools,
  { subscriptions }: Payments,
  caller: Caller,
  key: PurchaseKey,
  running: PurchaseRow,
  cancels: boolean,
): Promise<void> {
  await subscriptions.setCancelsAtPeriodEnd(OWN, running.subscription_id as string, cancels);
  await inTransaction(tools.db, async (trx) => {
    const locked = await readPurchase(trx, key).where('status', '=', 'active').forUpdate().executeTakeFirst();
    if (!locked) return;
    await outdateAnswers(trx, key);
    if (locked.cancels === cancels) return;
    await update(trx, key, { cancels });
    const action = `${running.kind}_purchase.${cancels ? 'cancelled' : 'resumed'}` as const;
    await recordChange(trx, caller, { action, objectId: key.purchaseId, before: { cancels: !cancels }, after: { cancels } });
  });
}

interface Change {
  itemId: string;
  interval: Offer['price']['interval'];
  amount: number;
  taxedPrice: number;
  currency: string;
  isNow: boolean;
}

/** Stores the change that the owner wants, and has the gateway make it. Concurrent requests for the same change share it.
 * @throws DomainError payment_refused, payment_processing */
async function change(tools: BuyTools, gateway: Payments, caller: Caller, key: PurchaseKey, wanted: Change): Promise<void> {
  const { itemId, interval, amount, taxedPrice, currency, isNow } = wanted;
  const purchase = await inTransaction(tools.db, async (trx) => {
    const locked = await readPurchase(trx, key).where('status', '=', 'active').forUpdate().executeTakeFirst();
    if (!locked || locked.currency !== currency) throw processing();
    // Another request has already made the same change.
    if (isNow && locked.item_id === itemId && locked.interval === interval) return null;
    if (locked.change_id !== null) {
      if (locked.change_item_id !== itemId || locked.change_interval !== interval || locked.change_now !== isNow) throw processing();
      return locked;
    }
    const intent = {
      change_id: newId(),
      change_item_id: itemId,
      change_interval: interval,
      change_amount: amount,
      change_price: taxedPrice,
      change_now: isNow,
    };
    await update(trx, key, { ...intent, ...(await retaxChanged(trx, locked)) });
    const after = { item_id: itemId, interval, amount, takes_effect: isNow ? 'now' : 'period_end' };
    await recordChange(trx, caller, { action: `${locked.kind}_purchase.change_requested`, objectId: key.purchaseId, before: null, after });
    return { ...locked, ...intent };
  });
  if (purchase) await applyChange(tools, gateway, key, purchase);
}
