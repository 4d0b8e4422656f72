import { periodEndOf } from '../../src/platform/payments/periods.ts';
import type { SandboxCard } from '../../src/platform/payments/sandbox-desk.ts';
import type { PeerRequest, StripeObject } from './stripe-peer.ts';

interface Reply {
  status: number;
  body: object;
}

/** What the billing of the peer needs of the peer. */
interface Peer {
  objects: Map<string, StripeObject>;
  now(): number;
  newId(prefix: string): string;
  /** Keeps an object that has what the published one of its kind has. */
  add(kind: string, id: string, members: StripeObject): { body: StripeObject };
  refusal(status: number, error: StripeObject): Reply;
  /** Computes the tax of what somebody in a country pays. */
  taxOf(amount: number, behavior: string, country: string): { tax: number; total: number; rate: StripeObject; reason: string };
  tell(type: string, object: StripeObject): Promise<void>;
  /** Enters money that comes at a time, in seconds since 1970. */
  enter(source: StripeObject, kept: { application_fee?: number }, at: number): void;
}

export interface Billing {
  /** Returns null if the request is about something else. */
  perform(request: PeerRequest): Reply | null;
  /** Somebody subscribes on the page, and pays what is due. Returns the subscription. */
  subscribe(session: StripeObject, fingerprint?: string, country?: string): Promise<StripeObject>;
  /** The subscriber moves, or deletes the address (undefined). */
  move(subscription: StripeObject, country: string | undefined): void;
  /** The end of a period finds a failure in the computation of taxes: the invoice stays a draft, and nobody is charged. */
  renewUntaxable(subscription: StripeObject): Promise<void>;
  /** The period ends: the next one is paid, or its payment fails or is to be confirmed. A subscription that was cancelled ends. */
  renew(subscription: StripeObject, outcome?: Outcome): Promise<void>;
  /** Tries again to be paid for the invoice that is open. */
  retry(subscription: StripeObject, outcome: Outcome): Promise<void>;
  /** Decides what becomes of the payments of a subscription when `catchUp` makes them. */
  setCard(id: string, card: SandboxCard): void;
  /** Does what is due by the clock, each at its time: renews what has ended, and tries again to be paid for what is open. */
  catchUp(): Promise<void>;
  /** Ends every subscription, and tells nobody. */
  forget(): void;
  /** The subscriber pays the invoice that is open. */
  payOpen(subscription: StripeObject): Promise<void>;
  /** Whether the payments for changes are declined. */
  declines: boolean;
}

/** What becomes of a payment. `declined_until_confirmed`: the bank declines it because nobody has confirmed it. */
export type Outcome = 'paid' | 'failed' | 'requires_action' | 'declined_until_confirmed';

/** How a payment intent is left by a payment that fails. */
const FAILURES: Record<Exclude<Outcome, 'paid'>, StripeObject> = {
  failed: { status: 'requires_payment_method', last_payment_error: { type: 'card_error', code: 'card_declined', decline_code: 'generic_decline' } },
  requires_action: { status: 'requires_action', last_payment_error: null, next_action: { type: 'use_stripe_sdk' } },
  declined_until_confirmed: {
    status: 'requires_payment_method',
    last_payment_error: { type: 'card_error', code: 'authentication_required', decline_code: 'authentication_required' },
  },
};

const OUTCOMES: Record<SandboxCard, Outcome> = { works: 'paid', fails: 'failed', authenticates: 'requires_action' };

const secondsOf = (time: string): number => Math.floor(Date.parse(time) / 1000);
const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString();
const DAY = 24 * 3600;

/** Stripe's Billing, as far as the service uses it: one item for each subscription, whose price is given with it. */
export function stripeBilling({ objects, now, newId, add, refusal, taxOf, tell, enter }: Peer): Billing {
  /** The time of what is being caught up on. */
  let past: number | null = null;
  const nowSeconds = () => past ?? Math.floor(now() / 1000);
  const cards = new Map<string, SandboxCard>();
  const outcomeOf = ({ id }: StripeObject): Outcome => OUTCOMES[cards.get(id) ?? 'works'];
  const itemOf = (subscription: StripeObject): StripeObject => subscription.items.data[0];
  const priceOf = ({ unit_amount, currency, recurring, product, tax_behavior = 'unspecified' }: StripeObject): StripeObject => ({
    ...{ id: newId('price'), unit_amount: Number(unit_amount), currency, recurring, product: product ?? newId('prod'), tax_behavior },
  });
  const automaticTax = (enabled: boolean, disabled_reason: string | null = null): StripeObject => ({
    ...{ enabled, disabled_reason, liability: enabled ? { type: 'self' } : null },
  });
  /** Computes the tax of an invoice. Without an address, Stripe ceases to compute it, and says so. */
  const taxesOf = (subscription: StripeObject, net: number) => {
    const { country } = subscription;
    if (subscription.automatic_tax.enabled && country === undefined) {
      subscription.automatic_tax = automaticTax(false, 'requires_location_inputs');
      return { total: net, total_taxes: [], automatic_tax: { ...automaticTax(false, 'finalization_requires_location_inputs'), provider: null, status: null } };
    }
    if (!subscription.automatic_tax.enabled) return { total: net, total_taxes: [], automatic_tax: { ...automaticTax(false), provider: null, status: null } };
    const { tax_behavior } = itemOf(subscription).price;
    const { tax, total, rate, reason } = taxOf(net, tax_behavior, country);
    objects.set(rate.id, { ...rate, of: subscription.of });
    const line = { amount: tax, tax_behavior, taxability_reason: reason, taxable_amount: total - tax, type: 'tax_rate_details' };
    const total_taxes = net === 0 ? [] : [{ ...line, tax_rate_details: { tax_rate: rate.id } }];
    return { total, total_taxes, automatic_tax: { ...automaticTax(true), provider: 'stripe', status: 'complete' } };
  };
  const endOf = (subscription: StripeObject, count: number): number =>
    secondsOf(periodEndOf(timeOf(subscription.billing_cycle_anchor), itemOf(subscription).price.recurring.interval, count));
  const invoicesOf = (id: string) => [...objects.values()].filter(({ object, subscription }) => object === 'invoice' && subscription === id).reverse();

  /** A coupon reduces invoices from its beginning on: one, those of some months, or all. */
  const setDiscount = (subscription: StripeObject, coupon: StripeObject | undefined): void => {
    const { duration, duration_in_months: months } = coupon ?? {};
    const until = duration === 'repeating' ? secondsOf(periodEndOf(timeOf(nowSeconds()), 'month', Number(months))) : Number.POSITIVE_INFINITY;
    Object.assign(subscription, { discounts: coupon ? [newId('di')] : [], reduction: coupon ? { coupon, until } : null });
  };
  const takeOff = (subscription: StripeObject, subtotal: number): number => {
    const { reduction } = subscription;
    const isOver = !reduction || itemOf(subscription).current_period_start >= reduction.until;
    const off = isOver ? 0 : Math.min(subtotal, Number(reduction.coupon.amount_off));
    if (isOver || reduction.coupon.duration === 'once') setDiscount(subscription, undefined);
    itemOf(subscription).taken = off;
    return off;
  };

  const addInvoice = (subscription: StripeObject, billing_reason: string, lines: StripeObject[]): StripeObject => {
    const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
    const off = billing_reason === 'subscription_update' ? 0 : takeOff(subscription, subtotal);
    const taxed = taxesOf(subscription, subtotal - off);
    const amount = taxed.total;
    // What the customer has of a credit pays first.
    const credit = subscription.credit ?? 0;
    const used = Math.max(0, Math.min(amount, credit));
    subscription.credit = credit - used;
    const id = newId('in');
    const common = {
      id,
      object: 'invoice',
      of: subscription.of,
      subscription: subscription.id,
      status: 'open',
      billing_reason,
      currency: itemOf(subscription).price.currency,
    };
    const about = { parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } }, lines: { object: 'list', data: lines } };
    const invoice = {
      ...common,
      ...about,
      amount_due: amount - used,
      ...{ starting_balance: -credit, ending_balance: used - credit },
      ...{ ...taxed, last_finalization_error: null },
      ...{ subtotal, total_discount_amounts: off === 0 ? [] : [{ amount: off, discount: subscription.discounts[0] ?? null }] },
      amount_paid: 0,
      created: nowSeconds(),
      status_transitions: { paid_at: null },
      payments: { object: 'list', data: [] as StripeObject[] },
    };
    if (amount > used) {
      const payment_intent = newId('pi');
      add('payment_intent', payment_intent, { of: subscription.of, amount: amount - used, currency: common.currency, last_payment_error: null });
      const payment = { type: 'payment_intent', payment_intent };
      invoice.payments.data.push(add('invoice_payment', newId('inpay'), { of: subscription.of, invoice: id, status: 'open', payment }).body);
    }
    Object.assign(invoice, { hosted_invoice_url: `https://invoice.example.org/${id}` });
    objects.set(id, invoice);
    subscription.latest_invoice = invoice;
    return invoice;
  };
  const pay = (subscription: StripeObject, invoice: StripeObject): void => {
    const amount = invoice.amount_due;
    const { fingerprint } = subscription;
    const latest_charge = fingerprint === undefined ? null : { payment_method_details: { type: 'card', card: { fingerprint } } };
    Object.assign(invoice, { status: 'paid', amount_paid: amount, hosted_invoice_url: null, status_transitions: { paid_at: nowSeconds() } });
    const [payment] = invoice.payments.data;
    if (!payment) return;
    payment.status = 'paid';
    const { payment_intent } = payment.payment;
    Object.assign(objects.get(payment_intent) as StripeObject, { status: 'succeeded', last_payment_error: null, next_action: null, latest_charge });
    const charge = { id: newId('ch'), object: 'charge', of: subscription.of, currency: invoice.currency, amount, metadata: {}, payment_intent };
    enter(charge, { application_fee: Math.round((amount * Number(subscription.application_fee_percent ?? 0)) / 100) }, nowSeconds());
  };
  /** Charges the invoice of a period. */
  const collect = async (subscription: StripeObject, invoice: StripeObject, outcome: Outcome): Promise<void> => {
    subscription.status = outcome === 'paid' ? 'active' : 'past_due';
    if (outcome === 'paid') {
      pay(subscription, invoice);
      return tell('invoice.paid', invoice);
    }
    Object.assign(objects.get(invoice.payments.data[0].payment.payment_intent) as StripeObject, FAILURES[outcome]);
    await tell('invoice.payment_failed', invoice);
    if (outcome === 'requires_action') await tell('invoice.payment_action_required', invoice);
  };
  const periodLine = (subscription: StripeObject): StripeObject => {
    const { price, current_period_start: start, current_period_end: end } = itemOf(subscription);
    return { id: newId('il'), amount: price.unit_amount, currency: price.currency, period: { start, end } };
  };
  /** What a change at once credits and charges. */
  const changeLines = (subscription: StripeObject, price: StripeObject): StripeObject[] => {
    const { price: old, current_period_start: start, current_period_end: end } = itemOf(subscription);
    const at = nowSeconds();
    const share = (amount: number) => Math.floor((amount * (end - at)) / (end - start) + 0.5);
    const line = (amount: number, until: number) => ({ id: newId('il'), amount, currency: price.currency, period: { start: at, end: until } });
    const isOther = old.recurring.interval !== price.recurring.interval;
    const until = isOther ? secondsOf(periodEndOf(timeOf(at), price.recurring.interval, 1)) : end;
    return [line(-share(old.unit_amount - (itemOf(subscription).taken ?? 0)), end), line(isOther ? price.unit_amount : share(price.unit_amount), until)];
  };
  const update = (subscription: StripeObject, params: StripeObject): Reply => {
    const settings = () => {
      if (params.cancel_at_period_end !== undefined) subscription.cancel_at_period_end = params.cancel_at_period_end === 'true';
      if (params.discounts !== undefined) setDiscount(subscription, objects.get(params.discounts[0]?.coupon));
    };
    const given = params.items?.[0];
    if (params.automatic_tax !== undefined) {
      const enabled = params.automatic_tax.enabled === 'true';
      const { tax_behavior = 'unspecified' } = given?.price_data ?? itemOf(subscription).price;
      if (enabled && tax_behavior === 'unspecified') return refusal(400, { message: 'The price has no tax behavior.' });
      if (enabled && subscription.country === undefined) return refusal(400, { code: 'customer_tax_location_invalid' });
      subscription.automatic_tax = automaticTax(enabled);
    }
    if (!given) settings();
    if (!given) return { status: 200, body: subscription };
    const price = priceOf(given.price_data);
    if (params.proration_behavior === 'always_invoice') {
      if (billing.declines || outcomeOf(subscription) !== 'paid') return refusal(402, { type: 'card_error', code: 'card_declined' });
      const lines = changeLines(subscription, price);
      const isOther = itemOf(subscription).price.recurring.interval !== price.recurring.interval;
      Object.assign(itemOf(subscription), { price, taken: 0 });
      if (isOther) {
        Object.assign(subscription, { billing_cycle_anchor: nowSeconds(), periods: 1 });
        Object.assign(itemOf(subscription), { current_period_start: nowSeconds(), current_period_end: endOf(subscription, 1) });
      }
      pay(subscription, addInvoice(subscription, 'subscription_update', lines));
    }
    itemOf(subscription).price = price;
    settings();
    return { status: 200, body: subscription };
  };
  const finish = (subscription: StripeObject): void => void Object.assign(subscription, { status: 'canceled', ended_at: nowSeconds() });

  const billing: Billing = {
    declines: false,
    perform({ method, path, params, account }) {
      if (method === 'POST' && path === '/v1/products') return { status: 200, body: { id: newId('prod'), object: 'product', name: params.name } };
      if (method === 'POST' && path === '/v1/coupons') {
        const coupon = { ...params, id: newId('coupon'), object: 'coupon', of: account };
        objects.set(coupon.id, coupon);
        return { status: 200, body: coupon };
      }
      if (method === 'GET' && path === '/v1/invoices') {
        const data = invoicesOf(params.subscription).filter(({ of, status }) => of === account && status === params.status);
        return { status: 200, body: { object: 'list', data, has_more: false } };
      }
      if (method === 'GET' && /^\/v1\/(?:invoices|tax_rates)\/[^/]+$/.test(path)) {
        const found = objects.get(path.split('/').at(-1) as string);
        return found?.of === account && path.startsWith(`/v1/${found?.object}s/`)
          ? { status: 200, body: found as object }
          : refusal(404, { code: 'resource_missing' });
      }
      if (method === 'GET' && path.startsWith('/v1/payment_intents/')) {
        const intent = objects.get(path.split('/').at(-1) as string);
        return intent?.object === 'payment_intent' && intent.of === account ? { status: 200, body: intent } : refusal(404, { code: 'resource_missing' });
      }
      if (method === 'GET' && path === '/v1/invoice_payments') {
        const found = [...objects.values()].filter(
          ({ object, of, invoice, status }) => object === 'invoice_payment' && of === account && invoice === params.invoice && status === params.status,
        );
        const isExpanded = Object.values(params.expand ?? {}).includes('data.payment.payment_intent');
        const data = found.map(({ payment, ...rest }) => ({
          ...rest,
          payment: isExpanded ? { ...payment, payment_intent: objects.get(payment.payment_intent) } : payment,
        }));
        return { status: 200, body: { object: 'list', data, has_more: false } };
      }
      const subscription = (id: string) => {
        const found = objects.get(id);
        return found?.object === 'subscription' && found.of === account ? found : undefined;
      };
      if (path === '/v1/invoices/create_preview') {
        const kept = subscription(params.subscription);
        if (!kept) return refusal(404, { code: 'resource_missing' });
        const data = changeLines(kept, priceOf(params.subscription_details.items[0].price_data));
        return { status: 200, body: { object: 'invoice', lines: { object: 'list', data } } };
      }
      if (method === 'POST' && /^\/v1\/invoices\/[^/]+\/void$/.test(path)) {
        const invoice = objects.get(path.split('/').at(-2) as string);
        if (invoice?.object !== 'invoice' || invoice.of !== account) return refusal(404, { code: 'resource_missing' });
        if (invoice.status !== 'open') return refusal(400, { code: 'invoice_not_editable' });
        return { status: 200, body: Object.assign(invoice, { status: 'void', hosted_invoice_url: null }) };
      }
      if (!path.startsWith('/v1/subscriptions/')) return null;
      const kept = subscription(path.split('/').at(-1) as string);
      if (!kept || (method === 'DELETE' && kept.status === 'canceled')) return refusal(404, { code: 'resource_missing' });
      if (method === 'DELETE') finish(kept);
      return method === 'POST' ? update(kept, params) : { status: 200, body: kept };
    },
    async subscribe(session, fingerprint, country) {
      const { price_data } = session.line_items[0];
      const trial = Number(session.subscription_data?.trial_period_days ?? 0);
      const at = nowSeconds();
      const begins = at + trial * DAY;
      const subscription: StripeObject = {
        ...{
          id: newId('sub'),
          object: 'subscription',
          of: session.of,
          metadata: session.subscription_data?.metadata ?? {},
          cancel_at_period_end: false,
          ended_at: null,
        },
        ...{ status: trial > 0 ? 'trialing' : 'active', trial_end: trial > 0 ? begins : null, billing_cycle_anchor: begins, periods: trial > 0 ? 0 : 1 },
        ...(fingerprint !== undefined && { fingerprint }),
        // The address is asked for, and kept for the customer.
        ...(session.billing_address_collection === 'required' && { country }),
        automatic_tax: automaticTax(session.automatic_tax?.enabled === true),
        ...{ application_fee_percent: session.subscription_data?.application_fee_percent ?? null, latest_invoice: null },
        items: { object: 'list', data: [{ id: newId('si'), price: priceOf(price_data), current_period_start: at, current_period_end: begins }] },
      };
      setDiscount(subscription, objects.get(session.discounts?.[0].coupon));
      if (trial === 0) itemOf(subscription).current_period_end = endOf(subscription, 1);
      objects.set(subscription.id, subscription);
      Object.assign(session, { status: 'complete', payment_status: trial > 0 ? 'no_payment_required' : 'paid', url: null, subscription: subscription.id });
      if (trial === 0) pay(subscription, addInvoice(subscription, 'subscription_create', [periodLine(subscription)]));
      await tell('checkout.session.completed', session);
      if (subscription.latest_invoice) await tell('invoice.paid', subscription.latest_invoice);
      return subscription;
    },
    async renew(subscription, outcome = 'paid') {
      if (subscription.cancel_at_period_end) {
        finish(subscription);
        return tell('customer.subscription.deleted', subscription);
      }
      const item = itemOf(subscription);
      subscription.periods += 1;
      Object.assign(item, { current_period_start: item.current_period_end, current_period_end: endOf(subscription, subscription.periods) });
      await collect(subscription, addInvoice(subscription, 'subscription_cycle', [periodLine(subscription)]), outcome);
    },
    move(subscription, country) {
      subscription.country = country;
    },
    async renewUntaxable(subscription) {
      const item = itemOf(subscription);
      subscription.periods += 1;
      Object.assign(item, { current_period_start: item.current_period_end, current_period_end: endOf(subscription, subscription.periods) });
      const invoice = addInvoice(subscription, 'subscription_cycle', [periodLine(subscription)]);
      const last_finalization_error = { type: 'invalid_request_error', code: 'taxes_calculation_failed' };
      const { hosted_invoice_url } = invoice;
      Object.assign(invoice, {
        status: 'draft',
        hosted_invoice_url: null,
        automatic_tax: { ...invoice.automatic_tax, status: 'failed' },
        last_finalization_error,
      });
      await tell('invoice.finalization_failed', invoice);
      // It is computed when somebody finalizes it.
      Object.assign(invoice, { finalized: { status: 'open', hosted_invoice_url, automatic_tax: { ...invoice.automatic_tax, status: 'complete' } } });
    },
    retry: (subscription, outcome) => collect(subscription, subscription.latest_invoice, outcome),
    setCard: (id, card) => void cards.set(id, card),
    async catchUp() {
      const until = nowSeconds();
      const all = [...objects.values()].filter(({ object, status }) => object === 'subscription' && status !== 'canceled');
      for (const subscription of all) {
        if (subscription.status === 'past_due' && outcomeOf(subscription) === 'paid') await billing.retry(subscription, 'paid');
        while (subscription.status !== 'canceled' && itemOf(subscription).current_period_end <= until) {
          past = itemOf(subscription).current_period_end;
          await billing.renew(subscription, outcomeOf(subscription));
        }
        past = null;
      }
    },
    forget() {
      for (const one of objects.values()) if (one.object === 'subscription') one.status = 'canceled';
    },
    async payOpen(subscription) {
      await billing.retry(subscription, 'paid');
    },
  };
  return billing;
}
