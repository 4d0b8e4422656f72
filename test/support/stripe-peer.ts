import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { startWebServer, type WebServer } from './web-server.ts';

// biome-ignore lint/suspicious/noExplicitAny: objects as Stripe publishes them
export type StripeObject = Record<string, any>;

/** Objects that Stripe publishes for tests, under the MIT licence. */
const FIXTURES = JSON.parse(readFileSync(new URL('../fixtures/stripe.json', import.meta.url), 'utf8')) as Record<string, StripeObject>;

export const SECRET_KEY = 'sk_test_peer';
export const CONNECT_SECRET = 'whsec_connect';

/** The settings of a service that uses the peer. */
export const peerSettings = ({ url }: { url: string }) => ({
  secretKey: SECRET_KEY,
  apiUrl: url,
  webhookSecrets: ['whsec_own'],
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
  /** How the next requests are answered instead. */
  failures: (Reply | 'silence')[];
}

const refusal = (status: number, error: StripeObject): Reply => ({ status, body: { error: { message: 'no', type: 'invalid_request_error', ...error } } });

export async function startStripePeer(): Promise<StripePeer> {
  const objects = new Map<string, StripeObject>();
  const requests: PeerRequest[] = [];
  const failures: StripePeer['failures'] = [];
  /** Replies by account and Idempotency-Key. Stripe replays all of them, errors too. */
  const replies = new Map<string, { request: string; reply: Reply }>();
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
    if (method === 'POST' && path === '/v1/checkout/sessions') {
      const { unit_amount, currency } = params.line_items[0].price_data;
      const made = { ...params, of: account, status: 'open', payment_status: 'unpaid', amount_total: Number(unit_amount), currency, payment_intent: null };
      const id = newId('cs');
      return add('checkout.session', id, { ...made, created: Number(params.expires_at) - 3600, url: `https://checkout.example.org/${id}` });
    }
    if (path.startsWith('/v1/checkout/sessions')) {
      const own = [...objects.values()].filter(({ object, of }) => object === 'checkout.session' && of === account);
      if (path === '/v1/checkout/sessions') return { status: 200, body: { object: 'list', data: own, has_more: false } };
      const session = own.find((one) => one.id === path.split('/')[4]);
      if (!session) return refusal(404, { code: 'resource_missing' });
      if (method === 'GET') return { status: 200, body: session };
      if (session.status !== 'open') return refusal(400, { code: 'checkout_session_not_open' });
      return { status: 200, body: Object.assign(session, { status: 'expired', url: null }) };
    }
    return refusal(404, { message: `${method} ${path}` });
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
    const failure = failures.shift();
    if (failure === 'silence') return;
    const known = replies.get(`${request.account} ${request.key}`);
    const same = JSON.stringify([request.path, request.params]);
    if (request.key && known) return send(known.request === same ? known.reply : refusal(400, { type: 'idempotency_error' }));
    const reply = failure ?? perform(request);
    if (request.key && request.method === 'POST') replies.set(`${request.account} ${request.key}`, { request: same, reply });
    send(reply);
  };
  return Object.assign(await startWebServer(answer), { requests, objects, failures });
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
