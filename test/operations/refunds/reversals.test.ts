import type { TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { runJobsAfter, runTask } from '../../support/jobs.ts';
import { refundSale, refundsMade, seenOf } from '../../support/refunds.ts';
import { booksOf, type Shop } from '../../support/shop.ts';
import type { StripePeer } from '../../support/stripe-peer.ts';
import { listenWith, type Sale, type StripeShop, sessionOf, startStripeShop } from '../../support/stripe-shop.ts';

let one: StripeShop;
let app: TestApp;
let peer: StripePeer;
let shop: Shop;
beforeAll(async () => {
  one = await startStripeShop();
  ({ app, peer, shop } = one);
});
afterAll(() => one.close());
beforeEach(() => {
  peer.refundState = 'succeeded';
  peer.listener = listenWith(app);
});

const run = () => app.mailbox.runJobs();
const refund = (sale: Sale, body: object = {}, at = shop) => refundSale(at, sale, body);
const seen = (sale: Sale, at = shop) => seenOf(at, sale);
const made = (sale: Sale) => refundsMade(peer, sale);
const keysOf = ({ session }: Sale) =>
  peer.requests
    .filter(({ path, method, params }) => method === 'POST' && path === '/v1/refunds' && params.payment_intent === session.payment_intent.id)
    .map(({ key }) => key);

/** Answers the next requests for refunds and disputes with none. */
const reads = () => Array.from({ length: 2 }, () => ({ status: 200, body: { object: 'list', data: [], has_more: false } }));

describe('if the gateway', () => {
  test('does not respond, the refund stays pending and keeps access, and a job makes it once', async () => {
    const sale = await one.buy();
    peer.failures.push('silence');
    const { body: pending } = await expectStatus(201, refund(sale));
    expect(pending).toMatchObject({ amount: 4900, state: 'pending' });
    expect(await seen(sale)).toEqual(['paid', 0, 'pending', true]);
    expect(await refund(sale)).toMatchObject({ status: 409, body: { code: 'refund_pending', refund_id: pending.id } });
    await runJobsAfter(app, 60);
    expect(await seen(sale)).toEqual(['refunded', 4900, 'succeeded', false]);
    expect(made(sale)).toHaveLength(1);
  });

  test('makes the refund and its answer gets lost, the refund is found and not made again, also when its key is forgotten', async () => {
    for (const hours of [0, 25]) {
      const sale = await one.buy();
      peer.listener = null;
      // What was paid back is read first, by two requests.
      peer.failures.push(...reads(), 'lost');
      expect((await expectStatus(201, refund(sale))).body.state).toBe('pending');
      peer.listener = listenWith(app);
      peer.now = () => app.clock.now() + hours * 3600_000;
      await runJobsAfter(app, 60);
      peer.now = () => app.clock.now();
      expect(await seen(sale)).toEqual(['refunded', 4900, 'succeeded', false]);
      expect([made(sale).length, keysOf(sale).length]).toEqual([1, 1]);
    }
  });

  test('fails, which it would repeat under the same key, the next attempt has another key', async () => {
    const sale = await one.buy();
    peer.failures.push(...reads(), { status: 500, body: { error: { type: 'api_error' } } });
    const { body } = await expectStatus(201, refund(sale));
    expect(body.state).toBe('pending');
    await runJobsAfter(app, 60);
    expect(keysOf(sale)).toEqual([`refund-${body.id}-1`, `refund-${body.id}-2`]);
    expect([made(sale).length, ...(await seen(sale))]).toEqual([1, 'refunded', 4900, 'succeeded', false]);
  });

  test('refuses the refund, it has failed, everybody is told, staff see it, and another can be asked for', async () => {
    const sale = await one.buy();
    peer.failures.push(...reads(), { status: 400, body: { error: { type: 'invalid_request_error', code: 'balance_insufficient' } } });
    expect((await expectStatus(201, refund(sale))).body.state).toBe('failed');
    expect(await seen(sale)).toEqual(['paid', 0, 'failed', true]);
    expect((await app.mailbox.read(sale.buyer.email)).map(({ subject }) => subject)).toContain('Your refund for A course failed');
    expect((await app.mailbox.read(shop.school.email)).map(({ subject }) => subject)).toContain('Refund for A course failed');
    const { body } = await shop.school.browser.call('get', 'orders/?is_flagged=true');
    expect(body.results.find(({ id }: { id: string }) => id === sale.orderId).flags).toEqual(['refund_failed']);
    expect((await expectStatus(201, refund(sale))).body.state).toBe('succeeded');
    expect(await seen(sale)).toEqual(['refunded', 4900, 'succeeded', false]);
  });

  test('has no answer yet, a job asks it every ten minutes, and a failure days later brings money and access back', async () => {
    const at = await one.open();
    const sale = await one.buy(at);
    peer.refundState = 'pending';
    peer.listener = null;
    expect((await expectStatus(201, refund(sale, {}, at))).body.state).toBe('pending');
    const [gatewayRefund] = made(sale);
    if (!gatewayRefund) throw new Error('no refund was made');
    for (const [status, expected] of [
      ['requires_action', ['paid', 0, 'requires_action', true]],
      ['succeeded', ['refunded', 4900, 'succeeded', false]],
    ] as const) {
      await peer.change(gatewayRefund, status);
      app.clock.advance(10 * 60_000);
      await runTask(app, 'settle_open_reversals');
      expect(await seen(sale, at)).toEqual(expected);
    }
    peer.listener = listenWith(app);
    await peer.change(gatewayRefund, 'failed');
    await run();
    expect(await seen(sale, at)).toEqual(['paid', 0, 'failed', true]);
    expect(await booksOf(app, at.school.organisation.id)).toEqual({ gateway_clearing: 4900, refunds: 0, sales: -4900, total: 0 });
  });
});

test('fifty requests at once make one refund at the gateway', async () => {
  const sale = await one.buy();
  const answers = await Promise.all(Array.from({ length: 50 }, () => refund(sale)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(49).fill(409)]);
  await run();
  expect(made(sale)).toHaveLength(1);
});

test('money that is paid back at the gateway itself counts like a refund here', async () => {
  const sale = await one.buy();
  await peer.refund(sale.session, 900);
  await run();
  expect(await seen(sale)).toEqual(['partially_refunded', 900, 'succeeded', true]);
  expect((await expectStatus(201, refund(sale))).body.amount).toBe(4000);
  expect(await seen(sale)).toEqual(['refunded', 4900, 'succeeded', false]);
});

test('a refund whose notification comes before the payment is known counts when the payment is', async () => {
  const buyer = await shop.newBuyer();
  const { order } = await shop.checkOut(buyer);
  const session = sessionOf(peer, order.id);
  peer.listener = null;
  await peer.pay(session);
  peer.listener = listenWith(app);
  await peer.refund(session, 4900);
  await run();
  const sale = { buyer, orderId: order.id, session };
  expect(await seen(sale)).toEqual(['pending', 0, null, false]);
  await buyer.browser.call('get', `me/orders/${order.id}/?refresh=true`);
  await run();
  expect(await seen(sale)).toEqual(['refunded', 4900, 'succeeded', false]);
});

test('an order that was paid before payments were noted is paid back', async () => {
  const sale = await one.buy();
  await app.database.pool.query('update orders set payment_id = null where id = $1', [sale.orderId]);
  await expectStatus(201, refund(sale));
  expect(await seen(sale)).toEqual(['refunded', 4900, 'succeeded', false]);
});

test('erasing the buyer and the staff keeps what went back, without the words and the name of those who asked', async () => {
  const sale = await one.buy();
  await expectStatus(201, refund(sale, { amount: 100, reason: 'They are ill.' }));
  const read = async () => (await app.database.pool.query('select amount, reason, requested_by from refunds where order_id = $1', [sale.orderId])).rows;
  expect(await read()).toEqual([{ amount: 100, reason: 'They are ill.', requested_by: expect.any(String) }]);
  await app.database.pool.query(`update users set deletion_due_at = now() - interval '1 day' where id = $1`, [sale.buyer.id]);
  await runTask(app, 'erase_users');
  expect(await read()).toEqual([{ amount: 100, reason: null, requested_by: expect.any(String) }]);
});
