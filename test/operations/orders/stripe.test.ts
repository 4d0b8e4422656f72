import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { signatureHeader } from '../../../src/platform/payments/signature.ts';
import { stripePayments } from '../../../src/platform/payments/stripe.ts';
import { startTestApp, type TestApp, withPorts } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { refusalOf } from '../../support/learner.ts';
import { booksOf, newShop, type Shop } from '../../support/shop.ts';
import { CONNECT_SECRET, peerSettings, type StripeObject, type StripePeer, startStripePeer } from '../../support/stripe-peer.ts';

const PATH = '/billing/gateway/webhook/';

let app: TestApp;
let peer: StripePeer;
let shop: Shop;
let account: string;
const accountOf = (link: string) => new URL(link).pathname.split('/')[1] as string;
const activate = async (link: string) => {
  Object.assign(peer.objects.get(accountOf(link)) as StripeObject, { details_submitted: true, charges_enabled: true, payouts_enabled: true });
};
beforeAll(async () => {
  peer = await startStripePeer();
  app = await startTestApp((services) =>
    withPorts({ payments: stripePayments(peerSettings(peer), services.ports.clock, { timeoutMs: 2000, retries: 0 }) })(services),
  );
  shop = await newShop(app, async (link) => {
    account = accountOf(link);
    await activate(link);
  });
});
afterAll(async () => {
  await app.close();
  await peer.close();
});

const sessionOf = ({ order }: { order: { id: string } }): StripeObject =>
  [...peer.objects.values()].find(({ client_reference_id }) => client_reference_id === order.id) as StripeObject;

const pay = (session: StripeObject) => Object.assign(session, { status: 'complete', payment_status: 'paid', url: null });

const eventOf = (type: string, session: StripeObject, members: object = {}) => ({
  id: `evt_${randomUUID()}`,
  object: 'event',
  type,
  account: session.of ?? account,
  livemode: false,
  data: { object: { id: session.id } },
  ...members,
});

function send(event: object, { secret = CONNECT_SECRET, at = app.clock.now(), sign = true } = {}) {
  const body = JSON.stringify(event);
  const asked = app.http.post(PATH).set('Content-Type', 'application/json');
  return (sign ? asked.set('Stripe-Signature', signatureHeader(secret, Buffer.from(body), at)) : asked).send(body);
}

const storedCount = async (): Promise<number> => (await app.database.pool.query('select count(*)::int as count from gateway_notifications')).rows[0].count;

test('a buyer pays on the page of Stripe, in the account of the seller, and gets access when the notification arrives', async () => {
  const buyer = await shop.newBuyer();
  const { order, url } = await shop.checkOut(buyer);
  const request = peer.requests.findLast(({ path, method }) => path === '/v1/checkout/sessions' && method === 'POST');
  expect(request).toMatchObject({
    account,
    key: `checkout-${order.id}`,
    params: { mode: 'payment', line_items: { 0: { price_data: { currency: 'eur', unit_amount: '4900', product_data: { name: 'A course' } } } } },
  });
  expect(url).toMatch(/^https:\/\/checkout\.example\.org\/cs_/);
  const session = pay(sessionOf({ order }));
  expect((await send(eventOf('checkout.session.completed', session))).body).toEqual({ received: true });
  await app.mailbox.runJobs();
  expect([await shop.stateOf(buyer, order.id), await shop.accessOf(buyer)]).toEqual(['paid', { source: 'purchase', is_over: false }]);
});

test('only notifications that Stripe has signed now, over these bytes and with the secret of their kind, are received', async () => {
  const { order } = await shop.checkOut(await shop.newBuyer());
  const event = () => eventOf('checkout.session.completed', sessionOf({ order }));
  const before = await storedCount();
  const answers = [
    await send(event(), { sign: false }),
    await send(event(), { secret: 'whsec_other' }),
    await send(event(), { secret: 'whsec_own' }),
    await send(event(), { at: app.clock.now() - 301_000 }),
    await send(event(), { at: app.clock.now() + 301_000 }),
    await send({ ...event(), account: undefined }),
    await app.http
      .post(PATH)
      .set('Stripe-Signature', signatureHeader(CONNECT_SECRET, Buffer.from('{}'), app.clock.now()))
      .send(event()),
  ];
  const seen = answers.map(({ status, body: { request_id: _id, ...body } }) => JSON.stringify([status, body]));
  expect(new Set(seen).size).toBe(1);
  expect(answers[0]).toMatchObject({ status: 400, body: { errors: [{ field: 'Stripe-Signature', code: 'invalid' }] } });
  expect(await storedCount()).toBe(before);
  expect((await send(event(), { secret: 'whsec_before' })).status).toBe(200);
  expect((await send(event(), { at: app.clock.now() - 299_000 })).status).toBe(200);
  expect((await send({ ...event(), account: undefined }, { secret: 'whsec_own' })).status).toBe(200);
  expect(await storedCount()).toBe(before + 3);
});

test('a notification that is repeated, of an unknown kind, or about another account, mode or object changes nothing', async () => {
  const buyer = await shop.newBuyer();
  const { order } = await shop.checkOut(buyer);
  const session = pay(sessionOf({ order }));
  for (const event of [
    eventOf('invoice.created', session),
    eventOf('checkout.session.completed', session, { account: 'acct_other' }),
    eventOf('checkout.session.completed', session, { livemode: true }),
    eventOf('checkout.session.completed', { id: 'cs_other' }),
    eventOf('checkout.session.completed', session, { data: {} }),
  ])
    expect((await send(event)).status).toBe(200);
  await app.mailbox.runJobs();
  expect(await shop.stateOf(buyer, order.id)).toBe('pending');
  const event = eventOf('checkout.session.completed', session);
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(event)));
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
  const { rows } = await app.database.pool.query('select count(*)::int as count from gateway_notifications where id = $1', [event.id]);
  expect(rows[0].count).toBe(1);
  await app.mailbox.runJobs();
  expect(await shop.stateOf(buyer, order.id)).toBe('paid');
});

test('an amount or a currency that was not asked for pays nothing, ends the order, and is flagged once', async () => {
  for (const members of [{ amount_total: 4899 }, { currency: 'usd' }]) {
    const buyer = await shop.newBuyer();
    const { order } = await shop.checkOut(buyer);
    const session = Object.assign(pay(sessionOf({ order })), members);
    await send(eventOf('checkout.session.completed', session));
    await app.mailbox.runJobs();
    expect([await shop.stateOf(buyer, order.id), await shop.accessOf(buyer)]).toEqual(['failed', undefined]);
    const flag = async () => (await app.database.pool.query('select flag from orders where id = $1', [order.id])).rows[0].flag;
    expect(await flag()).toBe('amount_mismatch');
    await expectStatus(204, shop.school.browser.call('delete', `orders/${order.id}/flag/`));
    await expectStatus(200, buyer.browser.call('get', `me/orders/${order.id}/?refresh=true`));
    await send(eventOf('checkout.session.completed', session));
    await app.mailbox.runJobs();
    expect([await shop.stateOf(buyer, order.id), await flag()]).toEqual(['failed', null]);
    const { body: audit } = await shop.school.browser.call('get', 'audit-log/?action=order.failed');
    expect(audit.results.filter(({ object_id }: { object_id: string }) => object_id === order.id)).toHaveLength(1);
    expect((await shop.checkOut(buyer)).order.id).not.toBe(order.id);
  }
});

test('a checkout whose outcome remained unclear is finished when it is repeated, with one page', async () => {
  const buyer = await shop.newBuyer();
  const fail = () => peer.failures.push({ status: 200, body: peer.objects.get(account) as object }, 'silence');
  fail();
  expect(await refusalOf(buyer.browser.call('post', `courses/${shop.courseId}/checkout/`))).toEqual([503, 'payments_unavailable']);
  const { order } = await shop.checkOut(buyer);
  expect([...peer.objects.values()].filter(({ client_reference_id }) => client_reference_id === order.id)).toHaveLength(1);
  const { body } = await buyer.browser.call('get', `me/orders/${order.id}/?refresh=true`);
  expect(body.state).toBe('pending');
  peer.failures.push({ status: 500, body: { error: { type: 'api_error' } } });
  expect(await refusalOf(buyer.browser.call('get', `me/orders/${order.id}/?refresh=true`))).toEqual([503, 'payments_unavailable']);
});

test('a page whose answer got lost is found by the order in its metadata, and its payment counts', async () => {
  const buyer = await shop.newBuyer();
  const { order } = await shop.checkOut(buyer);
  const session = pay(sessionOf({ order }));
  await app.database.pool.query('update orders set session_id = null where id = $1', [order.id]);
  await send(eventOf('checkout.session.completed', session));
  await app.mailbox.runJobs();
  expect(await shop.stateOf(buyer, order.id)).toBe('pending');
  const { body } = await buyer.browser.call('get', `me/orders/${order.id}/?refresh=true`);
  expect([body.state, await shop.accessOf(buyer)]).toEqual(['paid', { source: 'purchase', is_over: false }]);
});

test('money that arrives after the order has expired or failed still gives access', async () => {
  const buyer = await shop.newBuyer();
  const { order } = await shop.checkOut(buyer);
  const session = Object.assign(sessionOf({ order }), { status: 'expired', url: null });
  await send(eventOf('checkout.session.expired', session));
  await app.mailbox.runJobs();
  expect(await shop.stateOf(buyer, order.id)).toBe('expired');
  pay(session);
  await send(eventOf('checkout.session.async_payment_succeeded', session));
  await app.mailbox.runJobs();
  expect([await shop.stateOf(buyer, order.id), await shop.accessOf(buyer)]).toEqual(['paid', { source: 'purchase', is_over: false }]);
});

test('notifications in any order, doubled and late, end in the same state as in order', async () => {
  const one = await newShop(app, activate);
  const kinds = ['checkout.session.completed', 'checkout.session.async_payment_succeeded', 'checkout.session.expired'] as const;
  const buyers = await Promise.all(Array.from({ length: 5 }, () => one.newBuyer()));
  let paid = 0;
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([...kinds, ...kinds], { minLength: 1 }), fc.boolean(), async (order, isLate) => {
      const buyer = buyers.pop();
      if (!buyer) return;
      const checkout = await one.checkOut(buyer);
      const session = sessionOf(checkout);
      const events = order.map((kind) => eventOf(kind, session));
      if (isLate) await Promise.all(events.map((event) => send(event)));
      Object.assign(session, { status: 'complete', payment_status: 'unpaid', payment_intent: { status: 'processing' } });
      await Promise.all(events.slice(0, 2).map((event) => send(event)));
      await app.mailbox.runJobs();
      pay(session);
      await Promise.all([...events, eventOf('checkout.session.async_payment_succeeded', session)].map((event) => send(event)));
      await app.mailbox.runJobs();
      paid++;
      expect([await one.stateOf(buyer, checkout.order.id), await one.accessOf(buyer)]).toEqual(['paid', { source: 'purchase', is_over: false }]);
      expect(await booksOf(app, one.school.organisation.id)).toEqual({ gateway_clearing: paid * 4900, sales: -paid * 4900, total: 0 });
    }),
    { numRuns: 5, endOnFailure: true },
  );
});
