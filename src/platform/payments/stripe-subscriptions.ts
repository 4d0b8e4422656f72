import type { Stripe } from 'stripe';
import { chargeRuleOf, fromGatewayAmount, toGatewayAmount } from './charges.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { Money } from './money.ts';
import { AccountGoneError } from './payments.ts';
import { linesOfChange } from './proration.ts';
import { shareOf } from './share.ts';
import type {
  ChangeLine,
  GatewaySubscription,
  PaidAccount,
  RecurringPrice,
  SubscriptionGateway,
  SubscriptionPage,
  SubscriptionPayment,
} from './subscriptions.ts';

/** Sends a request to Stripe, and says in the port's words why it fails. */
export type AskStripe = <T>(work: (stripe: Stripe) => Promise<T>) => Promise<T>;

/** On which account a request acts. Without it, it is the platform's own. */
export const actingFor = (account: PaidAccount): { stripeAccount?: string } => (account === null ? {} : { stripeAccount: account });

const secondsOf = (time: string): number => Math.floor(Date.parse(time) / 1000);
const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString();
const moneyOf = (amount: number, currency: string): Money => ({ amount: fromGatewayAmount(amount, currency.toUpperCase()), currency: currency.toUpperCase() });

const WHOLE = 10_000;

const priceData = ({ amount, currency, interval }: RecurringPrice) => ({
  currency: currency.toLowerCase(),
  unit_amount: toGatewayAmount(amount, currency),
  recurring: { interval },
});

/** Subscriptions of Stripe's Billing, which renews and charges them. */
export function stripeSubscriptions(ask: AskStripe, now: () => string): SubscriptionGateway {
  const retrieve = ({ subscriptions }: Stripe, account: PaidAccount, id: string) =>
    subscriptions.retrieve(id, { expand: ['latest_invoice'] }, actingFor(account));
  const read: SubscriptionGateway['read'] = (account, id) => ask(async (stripe) => subscriptionOf(await retrieve(stripe, account, id)));
  return {
    start: (account, { key, price, trialDays, platformFeeShare, expiresAt, returnUrl }) =>
      ask(async ({ checkout }) => {
        const params: Stripe.Checkout.SessionCreateParams = {
          mode: 'subscription',
          line_items: [{ quantity: 1, price_data: { ...priceData(price), product_data: { name: price.title } } }],
          success_url: returnUrl,
          cancel_url: returnUrl,
          expires_at: secondsOf(expiresAt),
          client_reference_id: key,
          metadata: { subscription_key: key },
          subscription_data: {
            ...(trialDays > 0 ? { trial_period_days: trialDays } : {}),
            ...(platformFeeShare > 0 ? { application_fee_percent: platformFeeShare / 100 } : {}),
            metadata: { subscription_key: key },
          },
        };
        return pageOf(await checkout.sessions.create(params, { ...actingFor(account), idempotencyKey: `subscribe-${key}` }));
      }),
    readPage: (account, id) => ask(async ({ checkout }) => pageOf(await checkout.sessions.retrieve(id, {}, actingFor(account)))),
    findPage: (account, key, since) =>
      ask(async ({ checkout }) => {
        for await (const session of checkout.sessions.list({ created: { gte: secondsOf(since) }, limit: 100 }, actingFor(account)))
          if (session.metadata?.subscription_key === key) return pageOf(session);
        return null;
      }),
    expirePage: (account, id) =>
      ask(async ({ checkout }) => {
        const { status } = await checkout.sessions.retrieve(id, {}, actingFor(account));
        if (status === 'open') await checkout.sessions.expire(id, {}, actingFor(account));
      }),
    read,
    listPayments: (account, id) =>
      ask(async (stripe) => {
        const { application_fee_percent: percent } = await retrieve(stripe, account, id);
        const list = stripe.invoices.list({ subscription: id, status: 'paid', limit: 100, expand: ['data.payments'] }, actingFor(account));
        const paid = await list.autoPagingToArray({ limit: MOST_INVOICES });
        return paid.reverse().flatMap((invoice) => paymentOf(invoice, Math.round((percent ?? 0) * 100)));
      }),
    readInstrument: (account, paymentId) =>
      ask(async ({ paymentIntents }) => {
        const { latest_charge: charge } = await paymentIntents.retrieve(paymentId, { expand: ['latest_charge'] }, actingFor(account));
        return charge && typeof charge === 'object' ? fingerprintOf(charge) : null;
      }),
    previewChange: (account, id, price, paid) =>
      ask(async (stripe) => {
        const kept = await retrieve(stripe, account, id);
        const item = itemOf(kept);
        if (kept.status === 'trialing') return [];
        if (paid) return linesOfChange({ ...subscriptionOf(kept), price: paid }, price, now());
        const items = [{ id: item.id, price_data: { ...priceData(price), product: productOf(item) } }];
        const preview = await stripe.invoices.createPreview(
          { subscription: id, subscription_details: { items, proration_behavior: 'always_invoice' } },
          actingFor(account),
        );
        return preview.lines.data.map(lineOf);
      }),
    changePrice: (account, id, { key, price, when }) =>
      ask(async (stripe) => {
        const kept = await retrieve(stripe, account, id);
        const item = itemOf(kept);
        const { amount, currency, interval } = subscriptionOf(kept).price;
        if (amount === price.amount && currency === price.currency && interval === price.interval) return subscriptionOf(kept);
        const product = await stripe.products.create({ name: price.title }, { ...actingFor(account), idempotencyKey: `product-${key}` });
        const isCharged = when === 'now' && kept.status !== 'trialing';
        const params: Stripe.SubscriptionUpdateParams = {
          items: [{ id: item.id, price_data: { ...priceData(price), product: product.id } }],
          ...(isCharged ? { proration_behavior: 'always_invoice', payment_behavior: 'error_if_incomplete' } : { proration_behavior: 'none' }),
          expand: ['latest_invoice'],
        };
        return subscriptionOf(await stripe.subscriptions.update(id, params, { ...actingFor(account), idempotencyKey: `change-${key}` }));
      }),
    setCancelsAtPeriodEnd: (account, id, cancels) =>
      ask(async ({ subscriptions }) =>
        subscriptionOf(await subscriptions.update(id, { cancel_at_period_end: cancels, expand: ['latest_invoice'] }, actingFor(account))),
      ),
    end: (account, id) =>
      ask(async ({ subscriptions }) => subscriptionOf(await subscriptions.cancel(id, { expand: ['latest_invoice'] }, actingFor(account)))).catch((error) => {
        // Stripe has ended it before.
        if (error instanceof AccountGoneError) return read(account, id);
        throw error;
      }),
  };
}

/** More than one subscription has in fifty years. */
const MOST_INVOICES = 1000;

const PAGE_STATES: Readonly<Record<string, SubscriptionPage['state']>> = { complete: 'complete', expired: 'expired' };

const pageOf = ({ id, url, status, subscription }: Stripe.Checkout.Session): SubscriptionPage => ({
  id,
  url,
  state: PAGE_STATES[status ?? ''] ?? 'open',
  subscriptionId: typeof subscription === 'object' ? (subscription?.id ?? null) : subscription,
});

const STATES: Readonly<Record<string, GatewaySubscription['state']>> = {
  incomplete: 'incomplete',
  trialing: 'trialing',
  active: 'active',
  canceled: 'ended',
  incomplete_expired: 'ended',
};

/** The periods left the subscription for its items in version 2025-03-31 of the API. */
function itemOf({ items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = items.data;
  if (!item) throw new Error('the subscription has no item');
  return item;
}

const productOf = ({ price }: Stripe.SubscriptionItem): string => (typeof price.product === 'string' ? price.product : price.product.id);

function subscriptionOf(subscription: Stripe.Subscription): GatewaySubscription {
  const { id, status, trial_end, cancel_at_period_end, ended_at, latest_invoice: invoice } = subscription;
  const item = itemOf(subscription);
  const { unit_amount, currency, recurring } = item.price;
  const isOpen = invoice !== null && typeof invoice === 'object' && invoice.status === 'open';
  return {
    id,
    // What Stripe calls unpaid or paused can be paid and go on.
    state: STATES[status] ?? 'past_due',
    price: { ...moneyOf(unit_amount ?? 0, currency), interval: recurring?.interval === 'year' ? 'year' : 'month' },
    periodStart: timeOf(item.current_period_start),
    periodEnd: timeOf(item.current_period_end),
    trialEndsAt: trial_end === null ? null : timeOf(trial_end),
    cancelsAtPeriodEnd: cancel_at_period_end,
    endedAt: ended_at === null ? null : timeOf(ended_at),
    payUrl: isOpen ? (invoice.hosted_invoice_url ?? null) : null,
  };
}

const REASONS: Readonly<Record<string, SubscriptionPayment['reason']>> = {
  subscription_create: 'period',
  subscription_cycle: 'period',
  subscription_update: 'change',
};

function paymentOf({ id, amount_paid, currency, billing_reason, lines, payments, status_transitions, created }: Stripe.Invoice, share: number) {
  const reason = REASONS[billing_reason ?? ''];
  if (!reason || amount_paid === 0 || id === undefined) return [];
  const total = moneyOf(amount_paid, currency);
  const intent = payments?.data.find(({ status }) => status === 'paid')?.payment.payment_intent ?? null;
  const last = lines.data.reduce((one, other) => (other.period.end > one.period.end ? other : one), lines.data[0] as Stripe.InvoiceLineItem);
  const payment: SubscriptionPayment = {
    ...{ id, reason, total, periodStart: timeOf(last.period.start), periodEnd: timeOf(last.period.end) },
    platformFee: shareOf(total.amount, share, WHOLE, chargeRuleOf(total.currency)?.step),
    paidAt: timeOf(status_transitions.paid_at ?? created),
    paymentId: typeof intent === 'object' ? (intent?.id ?? null) : intent,
  };
  return [payment];
}

const lineOf = ({ amount, currency, period }: Stripe.InvoiceLineItem): ChangeLine => ({
  kind: amount < 0 ? 'credit' : 'charge',
  // A credit is counted in the same units as a charge.
  amount: Math.sign(amount) * moneyOf(Math.abs(amount), currency).amount,
  from: timeOf(period.start),
  until: timeOf(period.end),
});
