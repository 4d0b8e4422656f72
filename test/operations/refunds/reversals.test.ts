import fc from 'fast-check';
import type { TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { runJobsAfter, runTask } from '../../support/jobs.ts';
import { refusalOf } from '../../support/learner.ts';
import { type Buyer, booksOf, newBuyers, type Shop } from '../../support/shop.ts';
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
const refund = ({ orderId }: Sale, body: object = {}, at = shop) =>
  at.school.browser.call('post', `courses/${at.courseId}/refund/`, { order_id: orderId, ...body });
const made = ({ session }: Sale) =>
  [...peer.objects.values()].filter(({ object, payment_intent }) => object === 'refund' && payment_intent === session.payment_intent.id);
const keysOf = ({ session }: Sale) =>
  peer.requests
    .filter(({ path, method, params }) => method === 'POST' && path === '/v1/refunds' && params.payment_intent === session.payment_intent.id)
    .map(({ key }) => key);

/** What a buyer and the staff see of an order: its state, what went back, the state of the refund, and whether the buyer has access. */
async function seen({ buyer, orderId }: Sale, at = shop) {
  const { state, refunded, refund_state } = (await expectStatus(200, buyer.browser.call('get', `me/orders/${orderId}/`))).body;
  return [state, refunded, refund_state, (await at.accessOf(buyer))?.is_over === false];
}

describe('if the gateway', () => {
  test('does not respond, the refund stays pending and keeps access, and a job makes it once', async () => {
    const sale = await one.buy();
    peer.failures.push('silence');
    expect((await expectStatus(201, refund(sale))).body).toMatchObject({ amount: 4900, state: 'pending' });
    expect(await seen(sale)).toEqual(['paid', 0, 'pending', true]);
    expect(await refusalOf(refund(sale))).toEqual([409, 'refund_pending']);
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
    expect((await app.mailbox.read(sale.buyer.email)).map(({ subject }) => subject)).toContain('Your refund for A course has failed');
    expect((await app.mailbox.read(shop.school.email)).map(({ subject }) => subject)).toContain('A refund for A course has failed');
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

/** Answers the next requests for refunds and disputes with none. */
const reads = () => Array.from({ length: 2 }, () => ({ status: 200, body: { object: 'list', data: [], has_more: false } }));

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

test('an open dispute suspends access and stops refunds, a won one restores them, and a lost one is like a full refund', async () => {
  const at = await one.open();
  const [won, lost] = [await one.buy(at), await one.buy(at)];
  const disputes = [await peer.dispute(won.session), await peer.dispute(lost.session)] as const;
  await run();
  expect(await seen(won, at)).toEqual(['disputed', 0, null, false]);
  expect(await refusalOf(refund(won, {}, at))).toEqual([409, 'order_disputed']);
  const open = 'A buyer disputes the payment for A course';
  expect((await app.mailbox.read(at.school.email)).filter(({ subject }) => subject === open)).toHaveLength(2);
  await peer.change(disputes[0], 'won');
  await peer.change(disputes[1], 'lost');
  await run();
  expect(await seen(won, at)).toEqual(['paid', 0, null, true]);
  expect(await seen(lost, at)).toEqual(['charged_back', 0, null, false]);
  expect(await refusalOf(refund(lost, {}, at))).toEqual([409, 'already_refunded']);
  expect(await booksOf(app, at.school.organisation.id)).toEqual({ gateway_clearing: 4900, disputes_held: 0, disputes: 4900, sales: -9800, total: 0 });
  const { body: audit } = await at.school.browser.call('get', 'audit-log/?action=order');
  const actions: string[] = audit.results.map(({ action }: { action: string }) => action);
  expect(actions.filter((action) => action.startsWith('order.dispute')).sort()).toEqual([
    'order.dispute_lost',
    'order.dispute_open',
    'order.dispute_open',
    'order.dispute_won',
  ]);
  await expectStatus(201, refund(won, {}, at));
});

test('a won dispute brings back what it suspended, and nothing that staff had ended before or end meanwhile', async () => {
  const at = await one.open();
  const [buyer, ...friends] = await newBuyers(at, 4);
  const { order } = await at.checkOut(buyer as Buyer, { quantity: 5 });
  await peer.pay(sessionOf(peer, order.id));
  await run();
  const codesOf = async (): Promise<{ code: string; status: string }[]> =>
    (await expectStatus(200, (buyer as Buyer).browser.call('get', `me/orders/${order.id}/`))).body.access_codes;
  const codes = (await codesOf()).map(({ code }) => code);
  const staff = at.school.browser;
  const revoke = async (code: string) => {
    const { results } = (await staff.call('get', `courses/${at.courseId}/codes/`)).body as { results: { id: string; code: string }[] };
    await expectStatus(204, staff.call('delete', `courses/${at.courseId}/codes/${results.find((row) => row.code === code)?.id}/`));
  };
  const enrollments: string[] = [];
  for (const [index, friend] of friends.entries()) {
    const { body } = await expectStatus(201, friend.browser.call('post', 'courses/redeem/', { code: codes[index] }));
    enrollments.push(body.id);
  }
  await expectStatus(200, staff.call('post', `courses/${at.courseId}/learners/${enrollments[0]}/revoke/`, {}));
  await revoke(codes[3] as string);
  const dispute = await peer.dispute(sessionOf(peer, order.id));
  await run();
  expect((await codesOf()).map(({ status }) => status)).toEqual(Array(5).fill('revoked'));
  await revoke(codes[2] as string);
  await peer.change(dispute, 'won');
  await run();
  expect((await codesOf()).map(({ status }) => status)).toEqual(['used_up', 'used_up', 'revoked', 'revoked', 'active']);
  expect(await Promise.all(friends.map(async (friend) => (await at.accessOf(friend))?.is_over))).toEqual([true, false, false]);
  await expectStatus(200, staff.call('post', `courses/${at.courseId}/learners/${enrollments[0]}/restore/`, {}));
  expect(await at.accessOf(friends[0] as Buyer)).toMatchObject({ is_over: false });
});

test('an inquiry of a bank changes nothing, and a dispute whose notifications get lost is found when the order is looked at daily', async () => {
  const sale = await one.buy();
  const inquiry = await peer.dispute(sale.session, 'warning_needs_response');
  await run();
  expect(await seen(sale)).toEqual(['paid', 0, null, true]);
  await peer.change(inquiry, 'needs_response');
  await run();
  expect((await seen(sale))[0]).toBe('disputed');
  peer.listener = null;
  await peer.change(inquiry, 'won');
  app.clock.advance(24 * 3600_000);
  await runTask(app, 'settle_open_reversals');
  expect(await seen(sale)).toEqual(['paid', 0, null, true]);
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

test('notifications of refunds and disputes in any order, doubled and late, end in the same state, and every fact is in the books once', async () => {
  const at = await one.open();
  const sales: Sale[] = [];
  for (let index = 0; index < 5; index++) sales.push(await one.buy(at));
  let lost = 0;
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat()), fc.boolean(), async (numbers, isLate) => {
      const sale = sales.pop();
      if (!sale) return;
      const begun = peer.events.length;
      if (isLate) peer.listener = null;
      await peer.refund(sale.session, 1000);
      const dispute = await peer.dispute(sale.session);
      const failing = await peer.refund(sale.session, 500);
      await run();
      await peer.change(failing, 'failed');
      await peer.change(dispute, 'lost');
      peer.listener = listenWith(app);
      const events = peer.events.slice(begun);
      const shuffled = [...events, ...events].map((event) => ({ event, at: numbers.next().value as number })).sort((a, b) => a.at - b.at);
      await Promise.all(shuffled.map(({ event }) => peer.send(event)));
      await run();
      lost++;
      expect(await seen(sale, at)).toEqual(['charged_back', 1000, 'failed', false]);
      const books = await booksOf(app, at.school.organisation.id);
      expect([books.refunds, books.disputes, books.disputes_held ?? 0, books.total]).toEqual([1000 * lost, 4900 * lost, 0, 0]);
    }),
    { numRuns: 5, endOnFailure: true },
  );
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
