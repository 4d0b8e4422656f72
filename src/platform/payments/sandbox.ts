import { sql } from 'kysely';
import { type Clock, timeOf } from '../clock/clock.ts';
import type { Database } from '../database/connect.ts';
import type { Keyring } from '../secrets/keyring.ts';
import {
  type CheckoutRequest,
  type CheckoutSession,
  type ConnectedAccount,
  type GatewayDispute,
  type GatewayEntry,
  type GatewayRefund,
  type Payments,
  RequestRefusedError,
  type ReversalTimes,
} from './payments.ts';
import type { CheckoutStep, Onboarding, OnboardingOutcome, SandboxCard, SandboxDesk, SandboxPage } from './sandbox-desk.ts';
import { changeLocked, type ObjectStore, objectStore, randomText } from './sandbox-store.ts';
import {
  aged,
  errorOf,
  payAtSandbox,
  type SandboxOffer,
  type SandboxSubscription,
  sandboxSubscriptions,
  subscribeAtSandbox,
  withTax,
} from './sandbox-subscriptions.ts';
import { requireTaxes, taxAtSandbox } from './sandbox-taxes.ts';
import { signatureHeader } from './signature.ts';
import { readEvent } from './stripe-event.ts';
import type { PaidAccount } from './subscriptions.ts';
import { type GatewayTax, isComputed } from './taxes.ts';

interface SandboxAccount {
  name: string;
  outcome: OnboardingOutcome;
}

interface OnboardingLink extends Onboarding {
  accountId: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** Objects made by processes of earlier releases do not say when their money moved. */
interface Moved {
  /** RFC 3339 */
  movedAt?: string;
}

/** A session, without `tax` if a process of an earlier release made it. The buyer's step on the page adds the tax to the total. */
type SandboxCheckout = Omit<CheckoutRequest, 'tax'> &
  Partial<Pick<CheckoutRequest, 'tax'>> &
  Moved & { accountId: PaidAccount; state: CheckoutSession['state']; taxes?: GatewayTax[] };

/** A payment has the ID of its session. */
interface SandboxRefund extends Omit<GatewayRefund, 'id' | keyof ReversalTimes>, Moved {
  accountId: PaidAccount;
  paymentId: string;
  currency: string;
  /** The part of its fee that the platform gives back. */
  platformFee: number | null;
}

/** Money of a payment that its buyer has disputed. It comes back as an object of its own. */
interface SandboxDispute extends Required<Moved> {
  accountId: PaidAccount;
  paymentId: string;
  amount: number;
  currency: string;
  dispute: GatewayDispute['state'];
  decidedAt: string | null;
}

interface SandboxReturn extends Required<Moved> {
  accountId: PaidAccount;
  disputeId: string;
  /** The payment. */
  of: string;
  /** Negative, because the money comes back. */
  amount: number;
  currency: string;
}

interface Sandbox {
  db: Database;
  clock: Clock;
  keyring: Keyring;
  /** The public base URL of the service, whose pages stand in for those of the gateway. */
  base: () => string;
}

type Sandboxed = Sandbox & { store: ReturnType<typeof objectStore>; secret: string };

const LINK_MINUTES = 10;

/** Creates a gateway on which no money moves. It keeps its data in a table of its own, which nothing else reads. */
export function sandboxPayments(sandbox: Sandbox): Payments {
  const { db, clock, base } = sandbox;
  const store = objectStore(db);
  const secret = secretOf(sandbox);
  const readCheckout = async (accountId: PaidAccount, id: string): Promise<CheckoutSession> => {
    const checkout = await store.read<SandboxCheckout>(id);
    if (checkout?.accountId !== accountId) throw new Error('the sandbox has no such session');
    return sessionOf(base(), id, checkout, clock.now());
  };
  return {
    gateway: 'sandbox',
    livemode: false,
    pageOrigins: [],
    sandbox: sandboxDesk({ ...sandbox, store, secret }),
    createAccount: ({ key, name }) => store.create<SandboxAccount>('acct', `account-${key}`, { name, outcome: 'unfinished' }),
    readAccount: async (id) => {
      const account = await store.read<SandboxAccount>(id);
      return account && describe(account);
    },
    readBalance: (id) => balanceOf(db, id),
    listPayouts: async () => [],
    createOnboardingLink: async (accountId, returnUrl) => {
      const expiresAt = clock.now() + LINK_MINUTES * 60_000;
      const { name } = (await store.read<SandboxAccount>(accountId)) ?? { name: '' };
      const id = await store.create<OnboardingLink>('link', randomText(), { accountId, name, returnUrl, expiresAt });
      return { url: `${base()}/sandbox/onboarding/${id}`, expiresAt: new Date(expiresAt).toISOString() };
    },
    subscriptions: sandboxSubscriptions(sandbox),
    startCheckout: async (accountId, request) => {
      if (request.tax) await requireTaxes(store, accountId);
      return readCheckout(accountId, await store.create<SandboxCheckout>('cs', `checkout-${request.key}`, { ...request, accountId, state: 'open' }));
    },
    readCheckout,
    findCheckout: async (accountId, key) => {
      const id = await store.find(`checkout-${key}`);
      return id === null ? null : readCheckout(accountId, id);
    },
    expireCheckout: (_accountId, id) => store.change<SandboxCheckout>(id, { state: 'expired' }, ['open']).then(() => undefined),
    async refund(accountId, { key, paymentId, money: { amount, currency }, platformFee }) {
      const checkout = await store.read<SandboxCheckout>(paymentId);
      if (checkout?.accountId !== accountId || checkout.state !== 'paid') throw new RequestRefusedError('the sandbox has no such payment');
      return changeLocked<SandboxCheckout, GatewayRefund>(db, paymentId, async (own, paid) => {
        const movedAt = timeOf(clock);
        const refund = { key, amount, state: 'succeeded' as const };
        if ((await own.find(`refund-${key}`)) === null && amount > (await leftOf(own, paymentId, paid)))
          throw new RequestRefusedError('so much is not left of the payment');
        const id = await own.create<SandboxRefund>('re', `refund-${key}`, { ...refund, accountId, paymentId, currency, platformFee, movedAt });
        return [paid, { id, ...refund, begunAt: movedAt, endedAt: null }];
      });
    },
    readReversals: async (accountId, paymentId) => {
      const made = await store.list<SandboxRefund | SandboxDispute>({ accountId, paymentId });
      const sorted = made.toSorted((one, other) => ((one.body.movedAt ?? '') < (other.body.movedAt ?? '') ? -1 : 1));
      return {
        refunds: sorted.flatMap(({ id, body }) =>
          'dispute' in body ? [] : [{ id, key: body.key, amount: body.amount, state: body.state, begunAt: body.movedAt ?? null, endedAt: null }],
        ),
        disputes: sorted.flatMap(({ id, body }) =>
          'dispute' in body ? [{ id, amount: body.amount, state: body.dispute, begunAt: body.movedAt, endedAt: body.decidedAt }] : [],
        ),
      };
    },
    async *listEntries(accountId, range) {
      for (const { id, body } of await store.listMoved<SandboxCheckout | SandboxRefund>(accountId, range)) yield entryOf(id, body);
    },
    readNotification: (body, signature) => readEvent(body, signature, { own: [secret], connected: [secret] }, clock.now()),
  };
}

/** Returns the secret with which the sandbox signs its notifications. */
export const secretOf = ({ keyring }: Pick<Sandbox, 'keyring'>): string => keyring.sign('sandbox notifications', Buffer.alloc(0)).toString('hex');

/** The states from and to which each step on the payment page moves a session. */
const STEPS: Record<CheckoutStep, { from: CheckoutSession['state'][]; to: CheckoutSession['state']; event: string }> = {
  pay: { from: ['open'], to: 'paid', event: 'checkout.session.completed' },
  confirm: { from: ['open'], to: 'paid', event: 'checkout.session.completed' },
  pay_later: { from: ['open'], to: 'processing', event: 'checkout.session.completed' },
  arrive: { from: ['processing'], to: 'paid', event: 'checkout.session.async_payment_succeeded' },
  bounce: { from: ['processing'], to: 'failed', event: 'checkout.session.async_payment_failed' },
};

/** The card that a step gives a subscription. A card that asked for a confirmation asks for it each time. */
const CARDS: Partial<Record<CheckoutStep, SandboxCard>> = { pay: 'works', confirm: 'authenticates' };

function sandboxDesk({ db, store, clock, base, secret }: Sandboxed): SandboxDesk {
  const readOnboarding = async (id: string): Promise<OnboardingLink | null> => {
    const link = id.startsWith('link_') ? await store.read<OnboardingLink>(id) : null;
    return link && link.expiresAt > clock.now() ? link : null;
  };
  const readCheckout: SandboxDesk['readCheckout'] = async (id) => {
    if (id.startsWith('sub_')) return payPageOf(await store.read<SandboxSubscription>(id));
    const checkout = id.startsWith('cs_') ? await store.read<SandboxCheckout | SandboxOffer>(id) : null;
    return checkout && { ...checkout, ...taxOf(checkout), asksToConfirm: false, state: sessionOf(base(), id, checkout, clock.now()).state };
  };
  return {
    readOnboarding,
    async answerOnboarding(id, outcome) {
      const link = await readOnboarding(id);
      if (link) await store.change<SandboxAccount>(link.accountId, { outcome });
      return link;
    },
    readCheckout,
    setCard: (id, card) => store.change<SandboxSubscription>(id, { card }).then(() => undefined),
    ageSubscription: (id, ms) => changeLocked<SandboxSubscription, void>(db, id, async (_own, kept) => [aged(kept, ms), undefined]),
    async refundPayment(paymentId, given) {
      if (!(await store.read(paymentId))) return false;
      const made = await changeLocked<SandboxCheckout, boolean>(db, paymentId, async (own, paid) => {
        const { accountId, total } = paid;
        const left = await leftOf(own, paymentId, paid);
        const amount = given ?? left;
        if (amount <= 0 || amount > left) return [paid, false];
        const refund = { key: null, amount, state: 'succeeded' as const, accountId, paymentId, currency: total.currency, platformFee: null };
        await own.create<SandboxRefund>('re', `refund-${randomText()}`, { ...refund, movedAt: timeOf(clock) });
        return [paid, true];
      });
      return made && tellOf(paymentId, 'charge.refunded');
    },
    async disputePayment(paymentId, state) {
      if (!(await store.read(paymentId))) return false;
      const moved = await changeLocked<SandboxCheckout, boolean>(db, paymentId, async (own, paid) => {
        const { accountId, total } = paid;
        const known = (await own.list<SandboxDispute>({ accountId, paymentId })).find(({ body }) => 'dispute' in body);
        const now = timeOf(clock);
        if (state === 'open') {
          const amount = await leftOf(own, paymentId, paid);
          if (known || amount <= 0) return [paid, false];
          const dispute = { ...{ accountId, paymentId, amount, currency: total.currency }, dispute: state, movedAt: now, decidedAt: null };
          await own.create<SandboxDispute>('dp', `dispute-${paymentId}`, dispute);
          return [paid, true];
        }
        if (known?.body.dispute !== 'open') return [paid, false];
        await own.change<SandboxDispute>(known.id, { dispute: state, decidedAt: now });
        const back = { accountId, disputeId: known.id, of: paymentId, amount: -known.body.amount, currency: total.currency, movedAt: now };
        if (state === 'won') await own.create<SandboxReturn>('dr', `return-${paymentId}`, back);
        return [paid, true];
      });
      return moved && tellOf(paymentId, state === 'open' ? 'charge.dispute.created' : 'charge.dispute.closed');
    },
    async stepCheckout(id, step, country = '') {
      const card = CARDS[step];
      if (id.startsWith('sub_')) return card !== undefined && (await payAtSandbox({ db, clock }, id, card)) && tell(id, 'invoice.paid');
      if (isOffer(await store.read(id)))
        return card !== undefined && (await subscribeAtSandbox({ db, clock }, id, card, country)) && tell(id, 'checkout.session.completed');
      const { from, to, event } = STEPS[step];
      const checkout = await readCheckout(id);
      if (!checkout || !from.includes(checkout.state) || (step === 'pay_later' && !checkout.takesDelayed)) return false;
      const taxed = checkout.tax !== null && checkout.state === 'open' ? taxAtSandbox(checkout.total, checkout.tax, country) : {};
      if (taxed === null) return false;
      const moved = to === 'paid' ? { movedAt: timeOf(clock) } : {};
      return (await store.change<SandboxCheckout>(id, { state: to, ...taxed, ...moved }, from)) && tell(id, event);
    },
  };

  /** Sends a notification about a payment. */
  async function tellOf(payment: string, type: string): Promise<true> {
    const account = (await store.read<{ accountId: PaidAccount }>(payment))?.accountId ?? null;
    await notify({ id: `evt_${randomText()}`, type, account, livemode: false, data: { object: { payment_intent: payment } } });
    return true;
  }

  async function tell(id: string, type: string): Promise<true> {
    const account = (await store.read<{ accountId: PaidAccount }>(id))?.accountId ?? null;
    const object = type.startsWith('invoice.') ? { parent: { subscription_details: { subscription: id } } } : { id };
    await notify({ id: `evt_${randomText()}`, type, account, livemode: false, data: { object } });
    return true;
  }

  /** Sends a notification as a real gateway does. It may get lost, as on any network: the service then asks on its own. */
  async function notify(event: object): Promise<void> {
    const body = Buffer.from(JSON.stringify(event));
    const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signatureHeader(secret, body, clock.now()) };
    const signal = AbortSignal.timeout(NOTIFY_MS);
    await fetch(`${base()}/billing/gateway/webhook/`, { method: 'POST', headers, body, signal }).then(
      (answer) => answer.body?.cancel(),
      () => undefined,
    );
  }
}

const NOTIFY_MS = 5000;

const isOffer = (body: object | null): body is SandboxOffer => body !== null && 'trialDays' in body;

/** Returns how the tax of the amount paid on a page is computed, and whether the page asks for the country. A trial begins without a payment. */
function taxOf(checkout: SandboxCheckout | SandboxOffer): Pick<SandboxPage, 'tax' | 'asksCountry'> {
  const { tax = null } = checkout;
  if (tax === null || typeof tax === 'string') return { tax, asksCountry: tax !== null };
  return { tax: isComputed(tax) && checkout.total.amount > 0 ? tax.behavior : null, asksCountry: true };
}

const nextTotal = ({ price: { amount, currency }, discount }: SandboxSubscription) => ({ amount: amount - (discount?.amount ?? 0), currency });

/** Returns the page on which a subscriber pays an open invoice. */
const payPageOf = (kept: SandboxSubscription | null): SandboxPage | null =>
  kept && {
    ...{ title: kept.price.title, seller: kept.seller, ...withTax(kept, nextTotal(kept)), takesDelayed: false, returnUrl: kept.returnUrl },
    ...{ tax: null, asksCountry: false },
    asksToConfirm: errorOf(kept) === 'authentication_required',
    state: kept.state === 'past_due' ? 'open' : kept.state === 'ended' ? 'expired' : 'paid',
  };

/** The states of an account, by the outcome with which its seller has left the questions. */
const STATES: Record<OnboardingOutcome, Omit<ConnectedAccount, 'missingUntil'>> = {
  unfinished: { isSubmitted: false, isRejected: false, chargesEnabled: false, payoutsEnabled: false, missing: ['business_type', 'external_account'] },
  requirements_due: { isSubmitted: true, isRejected: false, chargesEnabled: false, payoutsEnabled: false, missing: ['external_account'] },
  payouts_disabled: { isSubmitted: true, isRejected: false, chargesEnabled: true, payoutsEnabled: false, missing: ['external_account'] },
  rejected: { isSubmitted: true, isRejected: true, chargesEnabled: false, payoutsEnabled: false, missing: [] },
  active: { isSubmitted: true, isRejected: false, chargesEnabled: true, payoutsEnabled: true, missing: [] },
};

const describe = ({ outcome }: SandboxAccount): ConnectedAccount => ({ ...STATES[outcome], missingUntil: null });

function sessionOf(
  base: string,
  id: string,
  { state, expiresAt, total, taxes = [], movedAt = null }: Pick<SandboxCheckout, 'state' | 'expiresAt' | 'total' | 'taxes'> & { movedAt?: string | null },
  nowMs: number,
): CheckoutSession {
  const isOver = state === 'open' && Date.parse(expiresAt) <= nowMs;
  const url = state === 'open' && !isOver ? `${base}/sandbox/checkout/${id}` : null;
  return {
    id,
    url,
    state: isOver ? 'expired' : state,
    total,
    tax: taxes.reduce((sum, { amount }) => sum + amount, 0),
    taxes,
    paymentId: state === 'paid' ? id : null,
    paidAt: movedAt,
    instrument: null,
  };
}

/** Returns the part of a payment that was neither paid back nor disputed, including amounts whose dispute the seller has won. */
async function leftOf(own: ObjectStore, paymentId: string, { accountId, total }: SandboxCheckout): Promise<number> {
  const gone = await own.list<SandboxRefund | SandboxDispute>({ accountId, paymentId });
  return gone.reduce((left, { body }) => ('dispute' in body && body.dispute === 'won' ? left : left - body.amount), total.amount);
}

/** Returns the entry of an object. The sandbox takes no fees of its own. */
function entryOf(id: string, body: (SandboxCheckout | SandboxRefund | SandboxDispute | SandboxReturn) & Moved): GatewayEntry {
  const common = { id: `txn_${id}`, objectId: id, enteredAt: body.movedAt as string };
  if ('total' in body)
    return { ...common, key: body.key, paymentId: id, money: body.total, fee: { ...body.total, amount: 0 }, platformFee: body.platformFee ?? 0 };
  const { amount, currency } = body;
  const about =
    'of' in body ? { key: null, paymentId: body.of, objectId: body.disputeId } : { key: 'key' in body ? body.key : null, paymentId: body.paymentId };
  return { ...common, ...about, money: { amount: -amount, currency }, fee: { amount: 0, currency }, platformFee: 0 };
}

/** Returns the sum of the money that was paid and not paid back, less the fees of the platform, by currency. The sandbox pays nothing out. */
async function balanceOf(db: Database, accountId: string) {
  const fee = sql`coalesce((body ->> 'platformFee')::bigint, 0)`;
  const { rows } = await sql<{ currency: string; available: number }>`
    select coalesce(body -> 'total' ->> 'currency', body ->> 'currency') as currency,
      sum(coalesce((body -> 'total' ->> 'amount')::bigint - ${fee}, ${fee} - (body ->> 'amount')::bigint))::bigint as available
    from sandbox_objects where body ->> 'accountId' = ${accountId}
      and (body ->> 'state' in ('paid', 'succeeded') or body ?| array['dispute', 'disputeId']) group by 1 order by 1`.execute(db);
  return rows.map(({ currency, available }) => ({ currency, available, amount: 0 }));
}
