import { type Clock, timeOf } from '../clock/clock.ts';
import type { Database } from '../database/connect.ts';
import { chargeRuleOf } from './charges.ts';
import type { Money } from './money.ts';
import { RequestRefusedError } from './payments.ts';
import { periodEndOf } from './periods.ts';
import { linesOfChange } from './proration.ts';
import type { SandboxCard } from './sandbox-desk.ts';
import { changeLocked, type ObjectStore, objectStore } from './sandbox-store.ts';
import { requireTaxes, SANDBOX_COUNTRIES, taxAtSandbox } from './sandbox-taxes.ts';
import { shareOf } from './share.ts';
import type {
  GatewaySubscription,
  PaidAccount,
  PaymentError,
  RecurringDiscount,
  RecurringPrice,
  SubscriptionGateway,
  SubscriptionPage,
  SubscriptionPayment,
  SubscriptionRequest,
} from './subscriptions.ts';
import { type GatewayTax, isComputed, type RecurringTax } from './taxes.ts';

const WHOLE = 10_000;
const DAY_MS = 24 * 3600_000;

/** A page on which somebody subscribes. */
export type SandboxOffer = SubscriptionRequest & {
  accountId: PaidAccount;
  /** The amount that is paid on the page. */
  total: { amount: number; currency: string };
  takesDelayed: false;
  title: string;
  state: 'open' | 'paid' | 'expired';
};

interface OpenInvoice {
  periodStart: string;
  periodEnd: string;
}

export interface SandboxSubscription {
  accountId: PaidAccount;
  seller: string;
  returnUrl: string;
  platformFeeShare: number;
  price: RecurringPrice;
  /** How the tax of the country that the subscriber has named is computed. Null or missing if none is; processes of earlier releases never set it. */
  tax?: RecurringTax | null;
  country?: string;
  /** The discount on further payments. */
  discount: RecurringDiscount | null;
  /** Discount on the price of the current period. */
  reduced: number;
  state: 'trialing' | 'active' | 'past_due' | 'ended';
  /** Time from which periods are counted. */
  anchor: string;
  periodStart: string;
  periodEnd: string;
  /** Number of periods from the anchor to the end of the current one; 0 in a trial. */
  count: number;
  trialEndsAt: string | null;
  cancelsAtPeriodEnd: boolean;
  endedAt: string | null;
  card: SandboxCard;
  /** The invoice that could not be paid. */
  open: OpenInvoice | null;
  invoices: number;
  /** The keys of the latest changes of the price. Left out if there was none. */
  changes?: string[];
}

/** A payment has the ID of its invoice. */
interface SandboxInvoice extends Omit<SubscriptionPayment, 'id' | 'paymentId' | 'credit' | 'tax'> {
  accountId: PaidAccount;
  subscriptionId: string;
  number: number;
  key: null;
  state: 'paid';
  /** Left out if none was computed. */
  taxes?: GatewayTax[];
  /** Left out if nothing was to be paid. */
  movedAt?: string;
}

interface Held {
  db: Database;
  clock: Clock;
  base: () => string;
}

/**
 * Manages the subscriptions of the sandbox. Nothing happens there by itself: whenever somebody reads a subscription, the next step that is due by the clock
 * is taken, which is the end of a trial, a renewal, the end, or another attempt to charge.
 */
export function sandboxSubscriptions({ db, clock, base }: Held): SubscriptionGateway {
  const store = objectStore(db);
  const readPage = async (accountId: PaidAccount, id: string): Promise<SubscriptionPage> => {
    const offer = await store.read<SandboxOffer>(id);
    if (offer?.accountId !== accountId) throw new Error('the sandbox has no such page');
    return pageOf(base(), id, offer, clock.now(), await store.find(subscriptionKey(id)));
  };
  const change = (accountId: PaidAccount, id: string, work: (own: ObjectStore, subscription: SandboxSubscription) => Promise<SandboxSubscription>) =>
    changeLocked<SandboxSubscription, GatewaySubscription>(db, id, async (own, kept) => {
      if (kept.accountId !== accountId) throw new Error('the sandbox has no such subscription');
      const changed = await work(own, kept);
      return [changed, shown(base(), id, changed)];
    });
  return {
    async start(accountId, request) {
      const { price, discount, trialDays, tax } = request;
      if (tax && !tax.isSuspended) await requireTaxes(store, accountId);
      const total = { amount: trialDays > 0 ? 0 : price.amount - (discount?.amount ?? 0), currency: price.currency };
      const offer: SandboxOffer = { ...request, accountId, total, takesDelayed: false, title: request.price.title, state: 'open' };
      return readPage(accountId, await store.create<SandboxOffer>('cs', `subscribe-${request.key}`, offer));
    },
    readPage,
    async findPage(accountId, key) {
      const id = await store.find(`subscribe-${key}`);
      return id === null ? null : readPage(accountId, id);
    },
    expirePage: (_accountId, id) => store.change<SandboxOffer>(id, { state: 'expired' }, ['open']).then(() => undefined),
    read: (accountId, id) => change(accountId, id, (own, kept) => stepOnce(own, id, kept, timeOf(clock))),
    async listPayments(accountId, subscriptionId) {
      const invoices = await store.list<SandboxInvoice>({ accountId, subscriptionId });
      return invoices
        .sort((one, other) => one.body.number - other.body.number)
        .map(({ id, body: { reason, total, discount, taxes, platformFee, periodStart, periodEnd, paidAt } }) => ({
          ...{
            id,
            reason,
            total,
            discount,
            credit: 0,
            tax: taxes ? taxes.reduce((sum, { amount }) => sum + amount, 0) : null,
            platformFee,
            periodStart,
            periodEnd,
            paidAt,
            paymentId: total.amount === 0 ? null : id,
            instrument: null,
          },
        }));
    },
    readTaxes: async (_accountId, id) => (await store.read<SandboxInvoice>(id))?.taxes ?? [],
    readInstrument: async () => null,
    async previewChange(_accountId, id, price, paid) {
      const kept = await store.read<SandboxSubscription>(id);
      return kept && kept.state === 'active' ? linesOfChange({ ...kept, price: paid ?? paidPrice(kept) }, price, timeOf(clock)) : [];
    },
    changePrice: (accountId, id, { key, price, tax = null, when, discount, resumes = false }) =>
      change(accountId, id, async (own, kept) => {
        const { changes = [] } = kept;
        if (changes.includes(key)) return kept;
        const cancelsAtPeriodEnd = kept.cancelsAtPeriodEnd && !resumes;
        const changed = { ...kept, cancelsAtPeriodEnd, price, tax, discount, changes: [key, ...changes].slice(0, KEPT_CHANGES) };
        if (when === 'period_end' || kept.state !== 'active') return changed;
        const now = timeOf(clock);
        const lines = linesOfChange({ ...kept, price: paidPrice(kept) }, price, now);
        const amount = lines.reduce((sum, line) => sum + line.amount, 0);
        const periodEnd = lines.at(-1)?.until ?? kept.periodEnd;
        const begun = { ...changed, reduced: 0 };
        const moved = periodEnd === kept.periodEnd ? begun : { ...begun, anchor: now, count: 1, periodStart: now, periodEnd };
        if (amount <= 0) return moved;
        // Nobody is there to confirm the payment.
        if (kept.card !== 'works') throw new RequestRefusedError('the sandbox declines the card');
        return invoice(own, id, moved, { reason: 'change', amount, discount: 0, periodStart: now, periodEnd, paidAt: now });
      }),
    setCancelsAtPeriodEnd: (accountId, id, cancelsAtPeriodEnd) =>
      change(accountId, id, async (_own, kept) => (kept.state === 'ended' ? kept : { ...kept, cancelsAtPeriodEnd })),
    end: (accountId, id) => change(accountId, id, async (_own, kept) => (kept.state === 'ended' ? kept : { ...kept, state: 'ended', endedAt: timeOf(clock) })),
  };
}

/** Number of latest changes whose keys are kept: more than are needed to recognise a repeated one. */
const KEPT_CHANGES = 10;

/** Returns the price at which the current period was paid. */
const paidPrice = ({ price, reduced }: SandboxSubscription): RecurringPrice => ({ ...price, amount: price.amount - reduced });

const subscriptionKey = (pageId: string): string => `subscription-${pageId}`;

/** Subscribes somebody on a page. Their card pays the amount that is due at once, because they are there to confirm it. */
export async function subscribeAtSandbox({ db, clock }: Pick<Held, 'db' | 'clock'>, pageId: string, card: SandboxCard, country: string): Promise<boolean> {
  return changeLocked<SandboxOffer, boolean>(db, pageId, async (store, offer) => {
    const now = timeOf(clock);
    if (offer.state !== 'open' || offer.expiresAt <= now) return [offer, false];
    const { accountId, seller, returnUrl, platformFeeShare, price, discount, tax = null, trialDays } = offer;
    if (tax !== null && !SANDBOX_COUNTRIES.includes(country)) return [offer, false];
    const trialEndsAt = trialDays > 0 ? new Date(clock.now() + trialDays * DAY_MS).toISOString() : null;
    const common = {
      accountId,
      seller,
      returnUrl,
      platformFeeShare,
      price,
      ...(tax !== null && { tax, country }),
      discount,
      reduced: 0,
      anchor: trialEndsAt ?? now,
      periodStart: now,
      trialEndsAt,
      cancelsAtPeriodEnd: false,
    };
    const begun: SandboxSubscription = {
      ...{ ...common, endedAt: null, card, open: null, invoices: 0 },
      ...(trialEndsAt === null
        ? { state: 'active', count: 1, periodEnd: periodEndOf(now, price.interval, 1) }
        : { state: 'trialing', count: 0, periodEnd: trialEndsAt }),
    };
    const id = await store.create('sub', subscriptionKey(pageId), begun);
    if (trialEndsAt === null) await store.change(id, await payPeriod(store, id, begun, begun, now));
    return [{ ...offer, state: 'paid' }, true];
  });
}

/** Pays the open invoice with the card that pays from now on. */
export const payAtSandbox = ({ db, clock }: Pick<Held, 'db' | 'clock'>, id: string, card: SandboxCard): Promise<boolean> =>
  changeLocked<SandboxSubscription, boolean>(db, id, async (store, kept) => {
    if (kept.state !== 'past_due' || !kept.open) return [kept, false];
    return [await payPeriod(store, id, { ...kept, card }, kept.open, timeOf(clock)), true];
  });

/** Returns a subscription as if it had begun earlier. */
export function aged(kept: SandboxSubscription, ms: number): SandboxSubscription {
  const before = (time: string): string => new Date(Date.parse(time) - ms).toISOString();
  const { open, trialEndsAt } = kept;
  return {
    ...kept,
    ...{ anchor: before(kept.anchor), periodStart: before(kept.periodStart), periodEnd: before(kept.periodEnd) },
    trialEndsAt: trialEndsAt && before(trialEndsAt),
    open: open && { periodStart: before(open.periodStart), periodEnd: before(open.periodEnd) },
  };
}

async function stepOnce(store: ObjectStore, id: string, kept: SandboxSubscription, now: string): Promise<SandboxSubscription> {
  if (kept.state === 'past_due') return kept.open && kept.card === 'works' ? payPeriod(store, id, kept, kept.open, now) : kept;
  if (kept.state === 'ended' || kept.periodEnd > now) return kept;
  if (kept.cancelsAtPeriodEnd) return { ...kept, state: 'ended', endedAt: kept.periodEnd };
  const period = { periodStart: kept.periodEnd, periodEnd: periodEndOf(kept.anchor, kept.price.interval, kept.count + 1) };
  const renewed: SandboxSubscription = { ...kept, ...period, count: kept.count + 1 };
  return kept.card === 'works' ? payPeriod(store, id, renewed, period, period.periodStart) : { ...renewed, state: 'past_due', open: period };
}

async function payPeriod(store: ObjectStore, id: string, kept: SandboxSubscription, { periodStart, periodEnd }: OpenInvoice, paidAt: string) {
  const { price, discount } = kept;
  const reduced = discount?.amount ?? 0;
  const paid = await invoice(store, id, kept, { reason: 'period', amount: price.amount - reduced, discount: reduced, periodStart, periodEnd, paidAt });
  return { ...paid, discount: afterPayment(discount), reduced, state: 'active' as const, open: null };
}

/** Returns the discount that remains after one more payment. */
function afterPayment(discount: RecurringDiscount | null): RecurringDiscount | null {
  if (discount === null || discount.payments === null) return discount;
  return discount.payments > 1 ? { ...discount, payments: discount.payments - 1 } : null;
}

async function invoice(
  store: ObjectStore,
  subscriptionId: string,
  kept: SandboxSubscription,
  { amount, paidAt, ...about }: Pick<SandboxInvoice, 'reason' | 'discount' | 'periodStart' | 'periodEnd' | 'paidAt'> & { amount: number },
): Promise<SandboxSubscription> {
  const { accountId, platformFeeShare } = kept;
  const { currency } = kept.price;
  const { total, ...taxed } = withTax(kept, { amount, currency });
  const platformFee = shareOf(total.amount, platformFeeShare, WHOLE, chargeRuleOf(currency)?.step);
  const number = kept.invoices + 1;
  const made: SandboxInvoice = { ...about, accountId, subscriptionId, number, key: null, state: 'paid', total, ...taxed, platformFee, paidAt };
  if (amount > 0) made.movedAt = paidAt;
  await store.create<SandboxInvoice>('in', `invoice-${subscriptionId}-${number}`, made);
  return { ...kept, invoices: number };
}

/** Returns the amount that a subscriber pays for a price, and the taxes if any are computed. */
export function withTax({ tax, country = '' }: Pick<SandboxSubscription, 'tax' | 'country'>, total: Money): { total: Money; taxes?: GatewayTax[] } {
  return (isComputed(tax) && total.amount > 0 ? taxAtSandbox(total, tax.behavior, country) : null) ?? { total };
}

const shown = (base: string, id: string, kept: SandboxSubscription): GatewaySubscription => {
  const { state, price, periodStart, periodEnd, trialEndsAt, cancelsAtPeriodEnd, endedAt } = kept;
  return {
    ...{ id, state, price, periodStart, periodEnd, trialEndsAt, cancelsAtPeriodEnd, endedAt },
    paymentError: state === 'past_due' ? errorOf(kept) : null,
    payUrl: state === 'past_due' ? `${base}/sandbox/checkout/${id}` : null,
  };
};

export const errorOf = ({ card }: Pick<SandboxSubscription, 'card'>): PaymentError => (card === 'authenticates' ? 'authentication_required' : 'declined');

function pageOf(base: string, id: string, { state, expiresAt }: SandboxOffer, nowMs: number, subscriptionId: string | null): SubscriptionPage {
  if (state === 'paid') return { id, url: null, state: 'complete', subscriptionId };
  if (state === 'expired' || Date.parse(expiresAt) <= nowMs) return { id, url: null, state: 'expired', subscriptionId: null };
  return { id, url: `${base}/sandbox/checkout/${id}`, state: 'open', subscriptionId: null };
}
