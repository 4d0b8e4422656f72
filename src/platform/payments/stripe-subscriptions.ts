import type { Stripe } from 'stripe';
import { chargeRuleOf, fromGatewayAmount, toGatewayAmount } from './charges.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { Money } from './money.ts';
import { AccountGoneError, RequestRefusedError } from './payments.ts';
import { periodEndOf } from './periods.ts';
import { linesOfChange } from './proration.ts';
import { shareOf } from './share.ts';
import { taxErrorOf } from './stripe-tax.ts';
import type {
  ChangeLine,
  GatewaySubscription,
  PaidAccount,
  PaymentError,
  RecurringDiscount,
  RecurringPrice,
  SubscriptionGateway,
  SubscriptionPage,
  SubscriptionPayment,
} from './subscriptions.ts';
import { type GatewayTax, isComputed, type RecurringTax } from './taxes.ts';

/** Sends a request to Stripe, and turns its failure into an error of the port. */
export type AskStripe = <T>(work: (stripe: Stripe) => Promise<T>) => Promise<T>;

/** Returns the option for the account on which a request acts. If omitted, the platform's own account is used. */
export const actingFor = (account: PaidAccount): { stripeAccount?: string } => (account === null ? {} : { stripeAccount: account });

const secondsOf = (time: string): number => Math.floor(Date.parse(time) / 1000);
const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString();
/** Converts an amount into whole units, because Stripe can compute fractions of one, for example for a discount. */
const moneyOf = (amount: number, currency: string): Money => ({
  amount: Math.round(fromGatewayAmount(amount, currency.toUpperCase())),
  currency: currency.toUpperCase(),
});

const WHOLE = 10_000;
const DAY_MS = 24 * 3600_000;

const priceData = ({ amount, currency, interval }: RecurringPrice, tax: RecurringTax | null) => ({
  currency: currency.toLowerCase(),
  unit_amount: toGatewayAmount(amount, currency),
  recurring: { interval },
  // A price that may be taxed later must say so from the beginning.
  ...(tax === null ? {} : { tax_behavior: tax.behavior }),
});

interface Reduced {
  /** Identifies what the discount is for. */
  key: string;
  price: RecurringPrice;
  discount: RecurringDiscount;
  /** Time at which the discount begins, and time of the first payment that it reduces. */
  begins: string;
  firstPayment: string;
  /** Time from which Stripe counts the periods. */
  anchor: string;
}

/**
 * Has Stripe make a coupon for one subscription. Its amount is always fixed, so that Stripe rounds nothing. Stripe counts months and not payments, and a
 * coupon that is valid once could be used up by the invoice of a trial.
 */
async function makeCoupon(
  { coupons }: Stripe,
  account: PaidAccount,
  { key, price, discount, begins, firstPayment, anchor }: Reduced,
): Promise<{ coupon: string }> {
  const { name, amount, payments } = discount;
  const isNext = payments === 1 && Date.parse(begins) === Date.parse(firstPayment);
  const months = payments === null || isNext ? null : monthsOf(begins, lastOf(payments, price.interval, firstPayment, anchor));
  const duration = payments === null ? 'forever' : isNext ? 'once' : 'repeating';
  const { id } = await coupons.create(
    {
      ...{ name, amount_off: toGatewayAmount(amount, price.currency), currency: price.currency.toLowerCase(), duration },
      ...(months === null ? {} : { duration_in_months: months }),
      metadata: { subscription_key: key },
    },
    { ...actingFor(account), idempotencyKey: `coupon-${key}-${months ?? duration}` },
  );
  return { coupon: id };
}

/** Returns the number of months from its beginning after which a discount ends: after the last payment that it reduces, but not after the next one. */
function monthsOf(begins: string, last: string): number {
  let months = 0;
  while (periodEndOf(begins, 'month', months) <= last) months += 1;
  return months;
}

/** Returns the time of the last of some payments. A payment on a day that its month does not have is early, but those after it are not. */
function lastOf(payments: number, interval: RecurringPrice['interval'], firstPayment: string, anchor: string): string {
  let periods = 0;
  while (periodEndOf(anchor, interval, periods) < firstPayment) periods += 1;
  return periodEndOf(anchor, interval, periods + payments - 1);
}

/** Manages subscriptions of Stripe's Billing, which renews and charges them. */
export function stripeSubscriptions(ask: AskStripe, now: () => string): SubscriptionGateway {
  const retrieve = ({ subscriptions }: Stripe, account: PaidAccount, id: string) =>
    subscriptions.retrieve(id, { expand: ['latest_invoice'] }, actingFor(account));
  const read: SubscriptionGateway['read'] = (account, id) => ask(async (stripe) => describe(stripe, account, await retrieve(stripe, account, id)));
  return {
    start: (account, { key, price, discount, tax = null, trialDays, platformFeeShare, expiresAt, returnUrl }) =>
      ask(async (stripe) => {
        // The time at which the page will be used is not known yet; the latest possible time is the same in every attempt.
        const firstPayment = new Date(Date.parse(expiresAt) + trialDays * DAY_MS).toISOString();
        const reduced = discount && (await makeCoupon(stripe, account, { key, price, discount, begins: expiresAt, firstPayment, anchor: firstPayment }));
        const params: Stripe.Checkout.SessionCreateParams = {
          mode: 'subscription',
          line_items: [{ quantity: 1, price_data: { ...priceData(price, tax), product_data: { name: price.title } } }],
          ...(tax === null ? {} : { automatic_tax: { enabled: isComputed(tax) }, billing_address_collection: 'required' }),
          success_url: returnUrl,
          cancel_url: returnUrl,
          expires_at: secondsOf(expiresAt),
          client_reference_id: key,
          metadata: { subscription_key: key },
          ...(reduced ? { discounts: [reduced] } : {}),
          subscription_data: {
            ...(trialDays > 0 ? { trial_period_days: trialDays } : {}),
            ...(platformFeeShare > 0 ? { application_fee_percent: platformFeeShare / 100 } : {}),
            metadata: { subscription_key: key },
          },
        };
        return pageOf(await stripe.checkout.sessions.create(params, { ...actingFor(account), idempotencyKey: `subscribe-${key}` }));
      }).catch((error: unknown) => {
        throw tax === null ? error : taxErrorOf(error);
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
    readTaxes: (account, id) =>
      ask(async ({ invoices, taxRates }) => {
        const { total_taxes, currency } = await invoices.retrieve(id, {}, actingFor(account));
        // Rates by which nothing is charged are left out.
        const charged = (total_taxes ?? []).filter(({ amount }) => amount > 0);
        return Promise.all(
          charged.map(async ({ amount, tax_rate_details }): Promise<GatewayTax> => {
            const { display_name, percentage, country } = await taxRates.retrieve(tax_rate_details?.tax_rate ?? '', {}, actingFor(account));
            return { label: display_name, rate: Math.round(percentage * 100), country, amount: Math.round(moneyOf(amount, currency).amount) };
          }),
        );
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
        if (paid) return linesOfChange({ ...periodOf(item), price: paid }, price, now());
        const items = [{ id: item.id, price_data: { ...priceData(price, null), product: productOf(item) } }];
        // Lines do not include an added tax, and the amount of an included tax is not used.
        const preview = await stripe.invoices.createPreview(
          { subscription: id, subscription_details: { items, proration_behavior: 'always_invoice' }, discounts: '', automatic_tax: { enabled: false } },
          actingFor(account),
        );
        return preview.lines.data.map(lineOf);
      }),
    changePrice: (account, id, { key, price, tax = null, when, discount, resumes = false }) =>
      ask(async (stripe) => {
        const kept = await retrieve(stripe, account, id);
        const item = itemOf(kept);
        const { periodEnd } = periodOf(item);
        const current = priceOf(item);
        const isSame =
          current.amount === price.amount &&
          current.currency === price.currency &&
          current.interval === price.interval &&
          (tax === null || item.price.tax_behavior === tax.behavior);
        const isTaxedSame = kept.automatic_tax.enabled === isComputed(tax);
        const isKept = !(resumes && kept.cancel_at_period_end);
        if (isSame && isTaxedSame && isKept && kept.discounts.length > 0 === (discount !== null)) return describe(stripe, account, kept);
        const isCharged = when === 'now' && kept.status !== 'trialing';
        const anchor = timeOf(kept.billing_cycle_anchor);
        const reduced = discount && (await makeCoupon(stripe, account, { key, price, discount, begins: now(), firstPayment: periodEnd, anchor }));
        const params: Stripe.SubscriptionUpdateParams = {
          ...(isSame ? {} : { items: [{ id: item.id, price_data: { ...priceData(price, tax), product: await makeProduct(stripe, account, key, price) } }] }),
          ...(isTaxedSame ? {} : { automatic_tax: { enabled: isComputed(tax) } }),
          ...(isCharged ? { proration_behavior: 'always_invoice', payment_behavior: 'error_if_incomplete' } : { proration_behavior: 'none' }),
          ...(reduced || kept.discounts.length > 0 ? { discounts: reduced ? [reduced] : '' } : {}),
          ...(isKept ? {} : { cancel_at_period_end: false }),
          expand: ['latest_invoice'],
        };
        return describe(stripe, account, await stripe.subscriptions.update(id, params, { ...actingFor(account), idempotencyKey: `change-${key}` }));
      }),
    setCancelsAtPeriodEnd: (account, id, cancels) =>
      ask(async (stripe) => {
        const params = { cancel_at_period_end: cancels, expand: ['latest_invoice'] };
        return describe(stripe, account, await stripe.subscriptions.update(id, params, actingFor(account)));
      }),
    async end(account, id) {
      await ask(({ subscriptions }) => subscriptions.cancel(id, {}, actingFor(account))).catch((error) => {
        // Stripe may have ended the subscription before.
        if (!(error instanceof AccountGoneError)) throw error;
      });
      // Stripe leaves overdue invoices open, and their pages would take money for a service that is no longer given.
      const open = await ask(({ invoices }) => invoices.list({ subscription: id, status: 'open', limit: 100 }, actingFor(account)));
      for (const invoice of open.data)
        await ask(({ invoices }) => invoices.voidInvoice(invoice.id as string, {}, actingFor(account))).catch((error) => {
          // Somebody may just have paid it.
          if (!(error instanceof RequestRefusedError)) throw error;
        });
      return read(account, id);
    },
  };
}

const makeProduct = async ({ products }: Stripe, account: PaidAccount, key: string, { title }: RecurringPrice): Promise<string> =>
  (await products.create({ name: title }, { ...actingFor(account), idempotencyKey: `product-${key}` })).id;

/** More invoices than one subscription has in fifty years. */
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

/** Returns the item of a subscription, which has contained the period since version 2025-03-31 of the API. */
function itemOf({ items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = items.data;
  if (!item) throw new Error('the subscription has no item');
  return item;
}

const productOf = ({ price }: Stripe.SubscriptionItem): string => (typeof price.product === 'string' ? price.product : price.product.id);

const priceOf = ({ price: { unit_amount, currency, recurring } }: Stripe.SubscriptionItem): GatewaySubscription['price'] => ({
  ...moneyOf(unit_amount ?? 0, currency),
  interval: recurring?.interval === 'year' ? 'year' : 'month',
});

const periodOf = ({ current_period_start, current_period_end }: Stripe.SubscriptionItem) => ({
  periodStart: timeOf(current_period_start),
  periodEnd: timeOf(current_period_end),
});

async function describe(stripe: Stripe, account: PaidAccount, subscription: Stripe.Subscription): Promise<GatewaySubscription> {
  const { id, status, trial_end, cancel_at_period_end, ended_at, latest_invoice: invoice } = subscription;
  const item = itemOf(subscription);
  const latest = invoice !== null && typeof invoice === 'object' ? invoice : null;
  const open = latest?.status === 'open' ? latest : null;
  // A subscription that Stripe calls unpaid or paused can be paid and continue. So can one that it calls active while it cannot ask for the money.
  const state = status === 'active' && lacksTax(latest) ? 'past_due' : (STATES[status] ?? 'past_due');
  return {
    ...{ id, state, price: priceOf(item), ...periodOf(item) },
    trialEndsAt: trial_end === null ? null : timeOf(trial_end),
    cancelsAtPeriodEnd: cancel_at_period_end,
    endedAt: ended_at === null ? null : timeOf(ended_at),
    paymentError: state === 'past_due' ? await readPaymentError(stripe, account, open?.id) : null,
    payUrl: open?.hosted_invoice_url ?? null,
  };
}

/** Whether an invoice stays a draft that nobody can pay, because Stripe could not compute its tax. */
const lacksTax = (invoice: Stripe.Invoice | null): boolean =>
  invoice?.status === 'draft' && invoice.automatic_tax.enabled && invoice.automatic_tax.status !== 'complete' && invoice.last_finalization_error !== null;

/**
 * Reads the reason why an invoice is not paid. Its payments take a separate request, because Stripe expands only four levels, and their intents are five
 * levels away from the subscription.
 */
async function readPaymentError({ invoicePayments }: Stripe, account: PaidAccount, invoice: string | undefined): Promise<PaymentError> {
  if (invoice === undefined) return 'declined';
  const { data } = await invoicePayments.list({ invoice, status: 'open', expand: ['data.payment.payment_intent'] }, actingFor(account));
  return data.some(({ payment: { payment_intent: intent } }) => typeof intent === 'object' && asksToConfirm(intent)) ? 'authentication_required' : 'declined';
}

/** Whether the customer must confirm a payment: one that waits for this, or one that the bank declined because nobody had confirmed it. */
const asksToConfirm = ({ status, last_payment_error: error }: Stripe.PaymentIntent): boolean =>
  status === 'requires_action' ||
  (status === 'requires_payment_method' && (error?.code === 'authentication_required' || error?.decline_code === 'authentication_required'));

/** Returns the tax that Stripe has computed. Stripe stops computing one when the subscriber's address no longer suffices, and says so. */
function taxOf({ automatic_tax, total_taxes, currency }: Stripe.Invoice): number | null {
  if (!automatic_tax.enabled || automatic_tax.status !== 'complete') return null;
  const tax = (total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0);
  return moneyOf(tax, currency).amount;
}

const REASONS: Readonly<Record<string, SubscriptionPayment['reason']>> = {
  subscription_create: 'period',
  subscription_cycle: 'period',
  subscription_update: 'change',
};

function paymentOf(invoice: Stripe.Invoice, share: number): SubscriptionPayment[] {
  const { id, amount_paid, currency, billing_reason, lines, payments, status_transitions, created } = invoice;
  const reason = REASONS[billing_reason ?? ''];
  const discount = moneyOf(
    (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0),
    currency,
  ).amount;
  // A credit is a negative balance of the customer.
  const { starting_balance: before = 0, ending_balance: after } = invoice;
  const credit = moneyOf(Math.max(0, (after ?? before) - before), currency).amount;
  const isFree = discount > 0 && invoice.total === 0;
  if (!reason || (amount_paid === 0 && credit === 0 && !isFree) || id === undefined) return [];
  const total = moneyOf(amount_paid, currency);
  const intent = payments?.data.find(({ status }) => status === 'paid')?.payment.payment_intent ?? null;
  const last = lines.data.reduce((one, other) => (other.period.end > one.period.end ? other : one), lines.data[0] as Stripe.InvoiceLineItem);
  const payment: SubscriptionPayment = {
    ...{ id, reason, total, discount, credit, tax: taxOf(invoice), periodStart: timeOf(last.period.start), periodEnd: timeOf(last.period.end) },
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
