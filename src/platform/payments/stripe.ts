import type { Stripe } from 'stripe';
import { type Clock, timeOf as nowOf } from '../clock/clock.ts';
import { reasonOf } from '../outages/reason.ts';
import { chargeRuleOf, fromGatewayAmount, toGatewayAmount } from './charges.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { Money } from './money.ts';
import {
  AccountGoneError,
  type Balance,
  type CheckoutSession,
  type ConnectedAccount,
  type GatewayDispute,
  type GatewayEntry,
  GatewayFaultError,
  type GatewayRefund,
  PAYOUT_STATUSES,
  type Payments,
  PaymentsUnavailableError,
  type Payout,
  RequestRefusedError,
} from './payments.ts';
import { readEvent } from './stripe-event.ts';
import { actingFor, stripeSubscriptions } from './stripe-subscriptions.ts';
import { taxErrorOf } from './stripe-tax.ts';
import type { GatewayTax } from './taxes.ts';

export interface StripeSettings {
  secretKey: string;
  /** Base URL of the API. */
  apiUrl: string;
  /** Secrets of the notifications about the service's own account: the current one, and the one before or after it. */
  webhookSecrets: readonly string[];
  /** The same for the notifications about the accounts of sellers. */
  connectWebhookSecrets: readonly string[];
}

/** The version of Stripe's API that the service was written for, whatever the account's own version is. */
const API_VERSION = '2026-10-28.endive';
/** Limits of a call: somebody waits, and most proxies give up after half a minute. */
export const PATIENCE = { timeoutMs: 8000, retries: 1 };

/** Takes payments by Stripe, with an account of Connect for each seller. The `stripe` package is loaded when first needed. */
export function stripePayments(settings: StripeSettings, clock: Clock, { timeoutMs, retries } = PATIENCE): Payments {
  const { secretKey, apiUrl, webhookSecrets, connectWebhookSecrets } = settings;
  let client: Promise<Stripe> | undefined;
  const { protocol, hostname, port } = new URL(apiUrl);
  const connect = () =>
    (client ??= import('stripe').then(
      ({ default: StripeClient }) =>
        new StripeClient(secretKey, {
          apiVersion: API_VERSION,
          protocol: protocol === 'http:' ? 'http' : 'https',
          host: hostname,
          ...(port ? { port } : {}),
          timeout: timeoutMs,
          maxNetworkRetries: retries,
          telemetry: false,
        }),
    ));
  const ask = async <T>(work: (stripe: Stripe) => Promise<T>): Promise<T> => {
    const stripe = await connect();
    try {
      return await work(stripe);
    } catch (error) {
      throw failureOf(error);
    }
  };
  return {
    gateway: 'stripe',
    livemode: isLiveKey(secretKey),
    pageOrigins: ['https://checkout.stripe.com', 'https://invoice.stripe.com'],
    sandbox: null,
    createAccount: ({ key, name }) =>
      ask(async ({ accounts }) => {
        const { id } = await accounts.create({ type: 'standard', business_profile: { name }, metadata: { key } }, { idempotencyKey: `account-${key}` });
        return id;
      }),
    readAccount: (id) => ask(async ({ accounts }) => accountOf(await accounts.retrieve(id))).catch(unlessGone),
    readBalance: (id) => ask(async ({ balance }) => balancesOf(await balance.retrieve({}, { stripeAccount: id }))),
    listPayouts: (id, limit) => ask(async ({ payouts }) => (await payouts.list({ limit }, { stripeAccount: id })).data.flatMap(payoutOf)),
    createOnboardingLink: (id, returnUrl) =>
      ask(async ({ accountLinks }) => {
        const link = await accountLinks.create({ account: id, type: 'account_onboarding', return_url: returnUrl, refresh_url: returnUrl });
        return { url: link.url, expiresAt: timeOf(link.expires_at) };
      }),
    subscriptions: stripeSubscriptions(ask, () => nowOf(clock)),
    startCheckout: (account, { key, title, total, tax, platformFee, takesDelayed, expiresAt, returnUrl }) =>
      ask(async ({ checkout }) => {
        const price = {
          ...{ currency: total.currency.toLowerCase(), unit_amount: toGatewayAmount(total.amount, total.currency), product_data: { name: title } },
          ...(tax === null ? {} : { tax_behavior: tax }),
        };
        const params: Stripe.Checkout.SessionCreateParams = {
          mode: 'payment',
          ...(takesDelayed ? {} : { allowed_payment_method_types: ['card'] }),
          line_items: [{ quantity: 1, price_data: price }],
          ...(tax === null ? {} : { automatic_tax: { enabled: true }, billing_address_collection: 'required' }),
          success_url: returnUrl,
          cancel_url: returnUrl,
          expires_at: secondsOf(expiresAt),
          client_reference_id: key,
          metadata: { order_id: key },
          payment_intent_data: {
            ...(platformFee > 0 ? { application_fee_amount: toGatewayAmount(platformFee, total.currency) } : {}),
            metadata: { order_id: key },
          },
        };
        return sessionOf(await checkout.sessions.create(params, { ...actingFor(account), idempotencyKey: `checkout-${key}` }));
      }).catch((error: unknown) => {
        throw tax === null ? error : taxErrorOf(error);
      }),
    readCheckout: (account, id) =>
      ask(async ({ checkout }) =>
        sessionOf(
          await checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge.balance_transaction', 'total_details.breakdown'] }, actingFor(account)),
        ),
      ),
    findCheckout: (account, key, since) =>
      ask(async ({ checkout }) => {
        const created = { gte: secondsOf(since) };
        const expand = ['data.payment_intent.latest_charge', 'data.total_details.breakdown'];
        for await (const session of checkout.sessions.list({ created, limit: 100, expand }, actingFor(account)))
          if (session.metadata?.order_id === key) return sessionOf(session);
        return null;
      }),
    expireCheckout: (account, id) => ask(async ({ checkout }) => void (await checkout.sessions.expire(id, {}, actingFor(account)))).catch(unlessUsed),
    refund: (account, { key, attempt, orderId, paymentId, money, platformFee }) =>
      ask(async ({ refunds }) => {
        const params = {
          payment_intent: paymentId,
          amount: toGatewayAmount(money.amount, money.currency),
          // Stripe itself computes the part of the fee that goes back, in proportion.
          ...(platformFee === null ? {} : { refund_application_fee: true }),
          metadata: { refund_id: key, order_id: orderId },
        };
        return refundOf(await refunds.create(params, { ...actingFor(account), idempotencyKey: `refund-${key}-${attempt}` }));
      }),
    readReversals: (account, payment) =>
      ask(async ({ refunds, disputes }) => {
        const filter = { payment_intent: payment, limit: 100 };
        const [made, disputed] = await Promise.all([
          refunds.list({ ...filter, expand: ['data.failure_balance_transaction'] }, actingFor(account)).autoPagingToArray({ limit: MOST_REVERSALS }),
          disputes.list(filter, actingFor(account)).autoPagingToArray({ limit: MOST_REVERSALS }),
        ]);
        return { refunds: made.reverse().sort(byAge).map(refundOf), disputes: disputed.reverse().sort(byAge).flatMap(disputeOf) };
      }),
    async *listEntries(stripeAccount, { from, until }) {
      const created = { gte: secondsOf(from), lt: secondsOf(until) };
      let after: string | undefined;
      do {
        const params = { created, limit: 100, expand: ['data.source'], ...(after ? { starting_after: after } : {}) };
        const { data, has_more } = await ask(async ({ balanceTransactions }) => balanceTransactions.list(params, { stripeAccount }));
        yield* data.flatMap(entryOf);
        after = has_more ? data.at(-1)?.id : undefined;
      } while (after !== undefined);
    },
    readNotification: (body, signature) => readEvent(body, signature, { own: webhookSecrets, connected: connectWebhookSecrets }, clock.now()),
  };
}

/** Whether a key of Stripe moves real money. */
export const isLiveKey = (key: string): boolean => /^[a-z]+_live_/.test(key);

function failureOf(error: unknown): PaymentsUnavailableError {
  if (error instanceof PaymentsUnavailableError) return error;
  const { type, code, statusCode } = error as Partial<Stripe.errors.StripeError>;
  if (type === 'StripePermissionError' || code === 'account_invalid' || code === 'resource_missing')
    return new AccountGoneError(`the gateway knows no such object: ${code}`, { cause: error });
  if (statusCode === 400 || statusCode === 402) return new RequestRefusedError(`the gateway refuses the request: ${code ?? type}`, { cause: error });
  if (statusCode !== undefined && statusCode >= 500) return new GatewayFaultError(`the gateway responded with ${statusCode} ${code ?? type}`, { cause: error });
  if (statusCode !== undefined) return new PaymentsUnavailableError(`the gateway responded with ${statusCode} ${code ?? type}`, { cause: error });
  return new PaymentsUnavailableError(`the gateway cannot be reached: ${reasonOf(error)}`, { cause: error });
}

function unlessGone(error: unknown): null {
  if (error instanceof AccountGoneError) return null;
  throw error;
}

/** Ignores Stripe's refusal to end a page that was used or has already ended. */
function unlessUsed(error: unknown): void {
  if (!(error instanceof RequestRefusedError)) throw error;
}

const secondsOf = (time: string): number => Math.floor(Date.parse(time) / 1000);
const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

function accountOf({ details_submitted, charges_enabled, payouts_enabled, requirements }: Stripe.Account): ConnectedAccount {
  const { currently_due, past_due, current_deadline, disabled_reason } = requirements ?? {};
  return {
    isSubmitted: details_submitted ?? false,
    isRejected: disabled_reason?.startsWith('rejected.') ?? false,
    chargesEnabled: charges_enabled ?? false,
    payoutsEnabled: payouts_enabled ?? false,
    missing: [...new Set([...(past_due ?? []), ...(currently_due ?? [])])],
    missingUntil: current_deadline ? timeOf(current_deadline) : null,
  };
}

/** Combines the money that is available and that is not yet available, by currency. */
function balancesOf({ available, pending }: Stripe.Balance): Balance[] {
  const balances = new Map<string, Balance>();
  for (const [list, isAvailable] of [
    [pending, false],
    [available, true],
  ] as const)
    for (const money of list.flatMap(asShown)) {
      const balance = balances.get(money.currency) ?? { currency: money.currency, amount: 0, available: 0 };
      balance[isAvailable ? 'available' : 'amount'] += money.amount;
      balances.set(money.currency, balance);
    }
  return [...balances.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

const payoutOf = ({ status, arrival_date, amount, currency }: Stripe.Payout): Payout[] =>
  asShown({ amount, currency }).map((money) => ({
    ...money,
    status: PAYOUT_STATUSES.find((known) => known === status) ?? 'pending',
    arrivesAt: timeOf(arrival_date),
  }));

/**
 * Converts money of an account that is only shown or compared into whole units. It may be in a currency in which nobody is charged, whose units are kept
 * unchanged, or contain a fraction of a unit, as fees can. Currencies outside ISO 4217 are left out, so that they do not prevent other money from being read.
 */
function asShown({ amount, currency }: Money): Money[] {
  const code = currency.toUpperCase();
  if (!/^[A-Z]{3}$/.test(code)) return [];
  return [{ currency: code, amount: chargeRuleOf(code) ? Math.round(fromGatewayAmount(amount, code)) : amount }];
}

const fromStripe = ({ amount, currency }: Money): Money => ({ amount: fromGatewayAmount(amount, currency.toUpperCase()), currency: currency.toUpperCase() });

function sessionOf(session: Stripe.Checkout.Session): CheckoutSession {
  const { id, url, amount_total, currency, payment_intent: payment } = session;
  const [paymentId, charge] = typeof payment === 'object' ? [payment?.id ?? null, payment?.latest_charge] : [payment, null];
  const known = charge && typeof charge === 'object' ? charge : null;
  const total = fromStripe({ amount: amount_total ?? 0, currency: currency ?? '' });
  return { id, url, state: stateOf(session), total, ...taxOf(session), paymentId, paidAt: known && paidAtOf(known), instrument: known && fingerprintOf(known) };
}

/** Returns the time of a payment. A payment that takes days is made when its money arrives. */
function paidAtOf({ created, balance_transaction: entry }: Stripe.Charge): string | null {
  const last = Math.max(created ?? 0, entry && typeof entry === 'object' ? entry.created : 0);
  return last > 0 ? timeOf(last) : null;
}

/** Returns the tax of a session in which Stripe was asked to compute it and has the buyer's address. Rates by which nothing is charged are left out. */
function taxOf({ automatic_tax, total_details, currency }: Stripe.Checkout.Session): Pick<CheckoutSession, 'tax' | 'taxes'> {
  if (!automatic_tax?.enabled || automatic_tax.status !== 'complete') return { tax: 0, taxes: [] };
  const amountOf = (amount: number) => Math.round(fromStripe({ amount, currency: currency ?? '' }).amount);
  const taxes = (total_details?.breakdown?.taxes ?? []).flatMap(({ amount, rate: { display_name, percentage, country } }): GatewayTax[] =>
    amount > 0 ? [{ label: display_name, rate: Math.round(percentage * 100), country, amount: amountOf(amount) }] : [],
  );
  return { tax: amountOf(total_details?.amount_tax ?? 0), taxes };
}

/** More refunds or disputes than Stripe keeps of one payment. */
const MOST_REVERSALS = 1000;

/** Sorts the oldest first. Stripe lists the newest first, and counts in seconds. */
const byAge = (one: { created: number }, other: { created: number }): number => one.created - other.created;

const REFUND_STATES: Readonly<Record<string, GatewayRefund['state']>> = {
  succeeded: 'succeeded',
  requires_action: 'requires_action',
  failed: 'failed',
  canceled: 'failed',
};

/** Returns the moved amount of a refund or a dispute. A strange amount does not prevent the rest of the payment from being read. */
const movedOf = (money: Money): number => asShown(money)[0]?.amount ?? money.amount;

const refundOf = ({ id, status, metadata, created, failure_balance_transaction: failure, ...money }: Stripe.Refund): GatewayRefund => ({
  id,
  key: metadata?.refund_id ?? null,
  amount: movedOf(money),
  state: REFUND_STATES[status ?? ''] ?? 'pending',
  begunAt: timeOf(created),
  endedAt: failure && typeof failure === 'object' ? timeOf(failure.created) : null,
});

const DISPUTE_STATES: Readonly<Record<string, GatewayDispute['state']>> = { needs_response: 'open', under_review: 'open', won: 'won', lost: 'lost' };

/** Returns the dispute, or none in the other states, which are those of inquiries and move no money. */
function disputeOf({ id, status, created, balance_transactions: entries = [], ...money }: Stripe.Dispute): GatewayDispute[] {
  const state = DISPUTE_STATES[status];
  // Money that comes back shows when the bank decided; for a lost dispute, nothing does.
  const back = entries.find(({ amount }) => amount > 0);
  return state ? [{ id, amount: movedOf(money), state, begunAt: timeOf(created), endedAt: back ? timeOf(back.created) : null }] : [];
}

/** Returns the entry of a payment, refund or dispute. The platform's fee does not count as the gateway's. */
function entryOf({ id, amount, currency, created, fee, fee_details, source }: Stripe.BalanceTransaction): GatewayEntry[] {
  if (source === null || typeof source === 'string' || !isOfPayment(source)) return [];
  const { payment_intent: payment } = source;
  const paymentId = typeof payment === 'object' ? (payment?.id ?? null) : payment;
  const platformFee = fee_details.reduce((sum, { type, amount: part }) => (type === 'application_fee' ? sum + part : sum), 0);
  // The entry itself is in the currency of the account.
  const [money] = asShown({ amount: Math.sign(amount) * source.amount, currency: source.currency });
  const [ownFee] = asShown({ amount: fee - platformFee, currency });
  const [ownShare] = asShown({ amount: platformFee, currency });
  if (!money || !ownFee || !ownShare) return [];
  return [
    {
      id,
      key: source.metadata?.order_id ?? null,
      paymentId,
      objectId: source.object === 'charge' ? (paymentId ?? source.id) : source.id,
      money,
      fee: ownFee,
      platformFee: ownShare.amount,
      enteredAt: timeOf(created),
    },
  ];
}

const isOfPayment = (source: Stripe.BalanceTransactionSource): source is Stripe.Charge | Stripe.Refund | Stripe.Dispute =>
  source.object === 'charge' || source.object === 'refund' || source.object === 'dispute';

function stateOf({ status, payment_status, payment_intent }: Stripe.Checkout.Session): CheckoutSession['state'] {
  if (status === 'expired') return 'expired';
  if (status !== 'complete') return 'open';
  if (payment_status !== 'unpaid') return 'paid';
  // A delayed payment that failed leaves the session complete and unpaid.
  const outcome = typeof payment_intent === 'object' ? payment_intent?.status : undefined;
  return outcome === 'requires_payment_method' || outcome === 'canceled' ? 'failed' : 'processing';
}
