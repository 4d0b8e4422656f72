import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { signatureHeader } from '../../src/platform/payments/signature.ts';
import { type Billing, stripeBilling } from './stripe-billing.ts';
import { startWebServer, type WebServer } from './web-server.ts';

// biome-ignore lint/suspicious/noExplicitAny: objects as Stripe publishes them
export type StripeObject = Record<string, any>;

/** Objects that Stripe publishes for tests, under the MIT licence. */
const FIXTURES = JSON.parse(readFileSync(new URL('../fixtures/stripe.json', import.meta.url), 'utf8')) as Record<string, StripeObject>;

export const SECRET_KEY = 'sk_test_peer';
export const CONNECT_SECRET = 'whsec_connect';
const OWN_SECRET = 'whsec_own';

/** The settings of a service that uses the peer. */
export const peerSettings = ({ url }: { url: string }) => ({
  secretKey: SECRET_KEY,
  apiUrl: url,
  webhookSecrets: [OWN_SECRET],
  connectWebhookSecrets: ['whsec_before', CONNECT_SECRET],
});

export interface PeerRequest {
  method: string;
  path: string;
  params: StripeObject;
  /** The connected account that the request acts for. */
  account: string | undefined;
  key: string | undefined;
  version: string | undefined;
}

interface Reply {
  status: number;
  body: object;
}

/** A server with Stripe's protocol that keeps what it is told. */
export interface StripePeer extends WebServer {
  requests: PeerRequest[];
  objects: Map<string, StripeObject>;
  /** How the next requests are answered instead. `lost`: the request is performed, and its answer is not sent. A function: what happens before the answer. */
  failures: (Reply | 'silence' | 'lost' | (() => Promise<unknown>))[];
  /** The time at the peer, in milliseconds since 1970. */
  now: () => number;
  /** What the peer has entered in the accounts, oldest first. Each entry names its account. */
  entries: StripeObject[];
  /** What the peer keeps of each payment, in its own units. */
  fee: number;
  /** The state of the refunds that are made from now on. */
  refundState: string;
  /** Everything that the peer has told, or would have told if anybody had listened, in order. */
  events: StripeEvent[];
  /** Where the notifications are sent. They arrive before the request that caused them is answered. */
  listener: ((body: string, signature: string) => Promise<unknown>) | null;
  /** Signs an event and sends it to the listener, also again. */
  send(event: StripeEvent): Promise<unknown>;
  /** The accounts that have activated Stripe Tax. For `pending` ones it computes nothing, because they have given no address. */
  taxed: Map<string, 'active' | 'pending'>;
  /** A buyer pays on the page, from a country if a tax is computed from it. */
  pay(session: StripeObject, fingerprint?: string, country?: string): Promise<void>;
  /** Somebody pays money back at the peer itself. Returns the refund. */
  refund(session: StripeObject, amount: number): Promise<StripeObject>;
  /** A buyer disputes the payment at their bank, which inquires or takes the money. Returns the dispute. */
  dispute(session: StripeObject, status?: string): Promise<StripeObject>;
  /** Its subscriptions. */
  billing: Billing;
  /** A refund or a dispute gets another state. */
  change(object: StripeObject, status: string): Promise<void>;
}

/** A notification, signed with the secret of connected accounts, or with that of the platform's own. */
export interface StripeEvent {
  id: string;
  type: string;
  account: string | undefined;
  data: { object: StripeObject };
}

const DAY_MS = 24 * 3600_000;

/** In percent, by country. Elsewhere, nothing is collected. */
const TAX_RATES: Readonly<Record<string, number>> = { DE: 19, FR: 20, CH: 8.1 };

/** How many levels of a property Stripe expands. */
const DEEPEST = 4;
/** The peer lists fewer entries at once than it is asked for. */
const PAGE = 2;

/** How the states of refunds and disputes are told. */
const CHANGES: Record<string, string> = { refund: 'refund.updated', dispute: 'charge.dispute.updated' };

const refusal = (status: number, error: StripeObject): Reply => ({ status, body: { error: { message: 'no', type: 'invalid_request_error', ...error } } });

export async function startStripePeer(): Promise<StripePeer> {
  const objects = new Map<string, StripeObject>();
  const requests: PeerRequest[] = [];
  const failures: StripePeer['failures'] = [];
  /** Replies by account and Idempotency-Key. Stripe replays all of them, errors too. */
  const replies = new Map<string, { request: string; reply: Reply; at: number }>();
  const events: StripeEvent[] = [];
  const add = (kind: string, id: string, members: StripeObject) => {
    const made = { ...structuredClone(FIXTURES[kind] as StripeObject), id, ...members };
    objects.set(id, made);
    return { status: 200, body: made };
  };
  const find = (id: string): Reply => {
    const found = objects.get(id);
    return found ? { status: 200, body: found } : refusal(404, { code: 'resource_missing' });
  };
  const newId = (prefix: string) => `${prefix}_${randomUUID().replaceAll('-', '')}`;

  const perform = ({ method, path, params, account }: PeerRequest): Reply => {
    const id = path.split('/').at(-1) as string;
    if (Object.values<string>(params.expand ?? {}).some((property) => property.split('.').length > DEEPEST))
      return refusal(400, { message: 'You cannot expand more than 4 levels of a property.' });
    if (account !== undefined && !objects.has(account)) return refusal(403, { code: 'account_invalid' });
    if (method === 'POST' && path === '/v1/accounts') return add('account', newId('acct'), params);
    if (method === 'GET' && path.startsWith('/v1/accounts/')) return objects.has(id) ? find(id) : refusal(403, { code: 'account_invalid' });
    if (method === 'POST' && path === '/v1/account_links')
      return {
        status: 200,
        body: { ...FIXTURES.account_link, url: `https://connect.example.org/${params.account}/${randomUUID()}`, expires_at: 1_900_000_000 },
      };
    if (method === 'GET' && path === '/v1/balance') return { status: 200, body: objects.get(`${account} balance`) ?? (FIXTURES.balance as StripeObject) };
    if (method === 'GET' && path === '/v1/payouts') {
      const data = [...objects.values()].filter(({ object, of }) => object === 'payout' && of === account).slice(0, Number(params.limit));
      return { status: 200, body: { object: 'list', data, has_more: false } };
    }
    if (method === 'GET' && path === '/v1/balance_transactions') {
      const newest = peer.entries
        .filter(({ of, created }) => of === account && created >= Number(params.created.gte) && created < Number(params.created.lt))
        .reverse();
      const after = newest.findIndex(({ id }) => id === params.starting_after) + 1;
      const data = newest.slice(after, after + PAGE).map(({ of, ...entry }) => entry);
      return { status: 200, body: { object: 'list', data, has_more: newest.length > after + PAGE } };
    }
    if (method === 'POST' && path === '/v1/checkout/sessions') {
      const { unit_amount, currency, tax_behavior } = params.line_items[0].price_data;
      const isTaxed = params.automatic_tax?.enabled === 'true';
      if (isTaxed && !peer.taxed.has(account as string))
        return refusal(400, {
          code: 'stripe_tax_inactive',
          message: 'Stripe Tax has not been activated on your account. Please visit https://stripe.com/docs/tax/set-up to get started.',
        });
      if (isTaxed && peer.taxed.get(account as string) === 'pending')
        return refusal(400, { message: 'You must have a valid head office address to enable automatic tax calculation in test mode.' });
      if (isTaxed && tax_behavior === undefined) return refusal(400, { message: 'The price has no tax behavior.', param: 'line_items[0][price_data]' });
      const amount = Number(unit_amount);
      const made = {
        ...{ ...params, of: account, status: 'open', payment_status: 'unpaid', amount_subtotal: amount, amount_total: amount, currency, payment_intent: null },
        total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
        automatic_tax: isTaxed
          ? { enabled: true, liability: { type: 'self' }, provider: 'stripe', status: 'requires_location_inputs' }
          : { enabled: false, liability: null, provider: null, status: null },
      };
      const id = newId('cs');
      return add('checkout.session', id, { ...made, created: Number(params.expires_at) - 3600, url: `https://checkout.example.org/${id}` });
    }
    if (path === '/v1/refunds' || path === '/v1/disputes') {
      if (method === 'GET')
        return { status: 200, body: { object: 'list', data: reversalsOf(path.slice(4, -1), params.payment_intent, account), has_more: false } };
      const session = [...objects.values()].find((one) => one.of === account && one.payment_intent?.id === params.payment_intent);
      const intent = objects.get(params.payment_intent);
      const paid = session ?? (intent?.of === account ? intent : undefined);
      if (!paid) return refusal(404, { code: 'resource_missing' });
      const gone = reversalsOf('refund', params.payment_intent, account).reduce((sum, { status, amount }) => (status === 'failed' ? sum : sum + amount), 0);
      if (gone + Number(params.amount) > (session?.amount_total ?? paid.amount)) return refusal(400, { code: 'charge_already_refunded' });
      return addReversal('refund', session ?? { ...paid, payment_intent: { id: paid.id } }, {
        amount: Number(params.amount),
        status: peer.refundState,
        metadata: params.metadata ?? {},
      });
    }
    if (path.startsWith('/v1/checkout/sessions')) {
      const own = [...objects.values()].filter(({ object, of }) => object === 'checkout.session' && of === account);
      if (path === '/v1/checkout/sessions') return { status: 200, body: { object: 'list', data: own, has_more: false } };
      const session = own.find((one) => one.id === path.split('/')[4]);
      if (!session) return refusal(404, { code: 'resource_missing' });
      if (method === 'GET') return { status: 200, body: withoutBreakdown(session, params.expand ?? {}) };
      if (session.status !== 'open') return refusal(400, { code: 'checkout_session_not_open' });
      return { status: 200, body: Object.assign(session, { status: 'expired', url: null }) };
    }
    return billing.perform({ method, path, params, account, key: undefined, version: undefined }) ?? refusal(404, { message: `${method} ${path}` });
  };

  /** Stripe says which taxes there are only if it is asked to. */
  const withoutBreakdown = (session: StripeObject, expand: StripeObject): StripeObject => {
    if (Object.values<string>(expand).includes('total_details.breakdown')) return session;
    const { breakdown, ...total_details } = session.total_details;
    return { ...session, total_details };
  };
  const taxOf = (price: number, behavior: string, country: string) => {
    const inclusive = behavior === 'inclusive';
    const percentage = TAX_RATES[country] ?? 0;
    const tax = Math.round((price * percentage) / (inclusive ? 100 + percentage : 100));
    const rate: StripeObject = { ...(FIXTURES.tax_rate as StripeObject), id: newId('txr'), country, jurisdiction: country, percentage, inclusive };
    return { tax, total: inclusive ? price : price + tax, rate, reason: percentage === 0 ? 'not_collecting' : 'standard_rated' };
  };
  /** The buyer has given an address: the tax is in the price, or is added to it. */
  const compute = (session: StripeObject, country: string | undefined): void => {
    if (!session.automatic_tax?.enabled || country === undefined) return;
    const { tax: amount, total, rate, reason } = taxOf(session.amount_subtotal, session.line_items[0].price_data.tax_behavior, country);
    const taxes = [{ amount, rate, taxability_reason: reason, taxable_amount: total - amount }];
    Object.assign(session, {
      amount_total: total,
      total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: amount, breakdown: { discounts: [], taxes } },
      automatic_tax: { ...session.automatic_tax, status: 'complete' },
      customer_details: { ...session.customer_details, address: { ...session.customer_details?.address, country } },
    });
  };

  const reversalsOf = (kind: string, payment: string, account: string | undefined) =>
    [...objects.values()].filter(({ object, of, payment_intent }) => object === kind && of === account && payment_intent === payment).reverse();
  const addReversal = (kind: 'refund' | 'dispute', { of, currency, payment_intent }: StripeObject, members: StripeObject) => {
    const reply = add(kind, newId(kind === 'refund' ? 're' : 'dp'), {
      of,
      currency,
      payment_intent: payment_intent.id,
      created: Math.floor(peer.now() / 1000),
      ...members,
    });
    if (members.status !== 'warning_needs_response') enter(reply.body, -1);
    return reply;
  };
  /** Enters money that comes (1) or goes (-1) in the account of an object. */
  const enter = (source: StripeObject, sign: 1 | -1, kept: { stripe_fee?: number; application_fee?: number } = {}, at = Math.floor(peer.now() / 1000)) => {
    const { of, currency, amount } = source;
    const fees = Object.entries(kept).flatMap(([type, part]) => (part === 0 ? [] : [{ type, amount: part, currency }]));
    const fee = fees.reduce((sum, { amount: part }) => sum + part, 0);
    const made = { of, currency, amount: sign * amount, fee, fee_details: fees, created: at, source: structuredClone(source) };
    peer.entries.push({ id: newId('txn'), object: 'balance_transaction', ...made });
  };
  const tell = async (type: string, object: StripeObject) => {
    const event = {
      id: newId('evt'),
      object: 'event',
      type,
      account: object.of as string | undefined,
      livemode: false,
      data: { object: structuredClone(object) },
    };
    events.push(event);
    await peer.send(event);
  };
  const billing = stripeBilling({
    objects,
    add,
    now: () => peer.now(),
    newId,
    refusal,
    taxOf,
    tell,
    enter: (source, kept, at) => enter(source, 1, { stripe_fee: peer.fee, ...kept }, at),
  });
  const tellRefund = async (refund: StripeObject) => {
    await tell('refund.created', refund);
    await tell('charge.refunded', { ...refund, object: 'charge', id: 'ch_1' });
  };

  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    const url = new URL(req.url ?? '', 'http://peer');
    const header = (name: string) => req.headers[name] as string | undefined;
    const request: PeerRequest = {
      method: req.method ?? '',
      path: url.pathname,
      params: paramsOf(req.method === 'GET' ? url.search.slice(1) : await text(req)),
      account: header('stripe-account'),
      key: header('idempotency-key'),
      version: header('stripe-version'),
    };
    requests.push(request);
    const send = ({ status, body }: Reply) => void res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (header('authorization') !== `Bearer ${SECRET_KEY}`) return send(refusal(401, { code: 'api_key_invalid' }));
    const next = failures.shift();
    const failure = typeof next === 'function' ? void (await next()) : next;
    if (failure === 'silence') return;
    const stored = replies.get(`${request.account} ${request.key}`);
    const known = stored && peer.now() - stored.at < DAY_MS ? stored : undefined;
    const same = JSON.stringify([request.path, request.params]);
    if (request.key && known) return send(known.request === same ? known.reply : refusal(400, { type: 'idempotency_error' }));
    const reply = failure && failure !== 'lost' ? failure : perform(request);
    if (request.key && request.method === 'POST') replies.set(`${request.account} ${request.key}`, { request: same, reply, at: peer.now() });
    const { object } = reply.body as StripeObject;
    if (object === 'refund' && reply.status === 200) await tellRefund(reply.body);
    if (failure !== 'lost') send(reply);
  };
  const peer: StripePeer = Object.assign(await startWebServer(answer), {
    requests,
    objects,
    failures,
    events,
    now: Date.now,
    entries: [],
    fee: 0,
    refundState: 'succeeded',
    billing,
    taxed: new Map(),
    listener: null,
    async send(event: StripeEvent) {
      const body = JSON.stringify(event);
      return peer.listener?.(body, signatureHeader(event.account === undefined ? OWN_SECRET : CONNECT_SECRET, Buffer.from(body), peer.now()));
    },
    async pay(session: StripeObject, fingerprint?: string, country?: string) {
      compute(session, country);
      const latest_charge = fingerprint === undefined ? null : { payment_method_details: { type: 'card', card: { fingerprint } } };
      const payment_intent = { id: newId('pi'), status: 'succeeded', latest_charge };
      Object.assign(session, { status: 'complete', payment_status: 'paid', url: null, payment_intent });
      const { of, currency, amount_total: amount, metadata, payment_intent_data } = session;
      const kept = { stripe_fee: peer.fee, application_fee: Number(payment_intent_data?.application_fee_amount ?? 0) };
      enter({ id: newId('ch'), object: 'charge', of, currency, amount, metadata, payment_intent: session.payment_intent.id }, 1, kept);
      await tell('checkout.session.completed', session);
    },
    async refund(session: StripeObject, amount: number) {
      const { body } = addReversal('refund', session, { amount, status: peer.refundState });
      await tellRefund(body);
      return body;
    },
    async dispute(session: StripeObject, status = 'needs_response') {
      const { body } = addReversal('dispute', session, { amount: session.amount_total, status });
      await tell('charge.dispute.created', body);
      return body;
    },
    async change(object: StripeObject, status: string) {
      Object.assign(object, { status });
      if (status === 'failed' || status === 'won') enter(object, 1);
      await tell(['won', 'lost'].includes(status) ? 'charge.dispute.closed' : (CHANGES[object.object] as string), object);
    },
  });
  return peer;
}

/** Reads a form in which brackets name the members of objects and lists: `metadata[key]=a`. */
function paramsOf(form: string): StripeObject {
  const params: StripeObject = {};
  for (const [name, value] of new URLSearchParams(form)) {
    const path = name.split(/\[|\]\[|\]/).filter(Boolean);
    const last = path.pop() as string;
    let place = params;
    for (const part of path) place = place[part] ??= {};
    place[last] = value;
  }
  return params;
}
