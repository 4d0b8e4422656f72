import { PATIENCE, stripePayments } from '../../../src/platform/payments/stripe.ts';
import { expectStatus } from '../../support/browser.ts';
import { AFTERMATH } from '../../support/jobs.ts';
import { DAY_MS, decide, orderOf, POLICY } from '../../support/refunds.ts';
import { peerSettings } from '../../support/stripe-peer.ts';
import { type StripeShop, sessionOf, startStripeShop } from '../../support/stripe-shop.ts';

let at: StripeShop;
beforeAll(async () => {
  at = await startStripeShop({}, AFTERMATH);
  const { app, shop } = at;
  await decide(shop, POLICY);
  // What is paid in December is heard of in January.
  const january = Date.UTC(new Date(app.clock.now()).getUTCFullYear() + 1, 0, 3, 12);
  app.clock.advance(january - app.clock.now());
  shop.school.browser.cookie = await app.signedInCookie(shop.school.id);
});
afterAll(() => at.close());

const secondsAgo = (days: number) => Math.floor((at.app.clock.now() - days * DAY_MS) / 1000);
const timeAgo = (days: number) => new Date(secondsAgo(days) * 1000).toISOString();

/** Has a new buyer pay, days before the service hears of it. */
async function payBefore(days: number, entry?: object) {
  const { app, peer, shop } = at;
  const buyer = await shop.newBuyer();
  const { order } = await shop.checkOut(buyer);
  const session = sessionOf(peer, order.id);
  await peer.pay(session);
  session.payment_intent.latest_charge = { created: secondsAgo(days), payment_method_details: null, ...(entry ? { balance_transaction: entry } : {}) };
  await app.mailbox.runJobs();
  return { buyer, orderId: order.id, session };
}

const movements = async (orderId: string) =>
  (await expectStatus(200, at.shop.school.browser.call('get', 'analytics/purchases/?page_size=100'))).body.results
    .filter(({ order_id }: { order_id: string }) => order_id === orderId)
    .map(({ kind, occurred_at }: { kind: string; occurred_at: string }) => [kind, occurred_at]);

test('a sale stands on the day of its payment, its invoice on the day on which it is issued, and the refund window begins with the access', async () => {
  const { app } = at;
  const { buyer, orderId } = await payBefore(5);
  const until = new Date(app.clock.now() + POLICY.window_days * DAY_MS).toISOString();
  expect(await orderOf(buyer, orderId)).toMatchObject({ paid_at: timeAgo(5), refund_until: until, refund_obstacle: null });
  expect(await movements(orderId)).toEqual([['sale', timeAgo(5)]]);
  const { rows } = await app.database.pool.query(
    `select year, number, contents ->> 'issued_on' as issued_on, contents ->> 'paid_on' as paid_on from invoices where order_id = $1`,
    [orderId],
  );
  const year = new Date(app.clock.now()).getUTCFullYear();
  expect(rows).toEqual([{ year, number: expect.any(Number), issued_on: `${year}-01-03`, paid_on: `${year - 1}-12-29` }]);
});

test('a payment that takes days is made when its money is in the account, and none after the present', async () => {
  const { buyer, orderId } = await payBefore(5, { id: 'txn_1', object: 'balance_transaction', created: secondsAgo(2) });
  expect(await orderOf(buyer, orderId)).toMatchObject({ paid_at: timeAgo(2) });
  const ahead = await payBefore(-1);
  expect(await orderOf(ahead.buyer, ahead.orderId)).toMatchObject({ paid_at: new Date(at.app.clock.now()).toISOString() });
});

test('a refund, its failure and a dispute that were made at the gateway before stand on their own days', async () => {
  const { app, peer } = at;
  const refunded = await payBefore(6);
  const refund = await peer.refund(refunded.session, 1000);
  refund.created = secondsAgo(4);
  await app.mailbox.runJobs();
  expect(await movements(refunded.orderId)).toEqual([
    ['refund', timeAgo(4)],
    ['sale', timeAgo(6)],
  ]);
  refund.failure_balance_transaction = { id: 'txn_2', object: 'balance_transaction', created: secondsAgo(3) };
  await peer.change(refund, 'failed');
  await app.mailbox.runJobs();
  expect((await movements(refunded.orderId))[0]).toEqual(['reversal', timeAgo(3)]);
  const disputed = await payBefore(6);
  const dispute = await peer.dispute(disputed.session);
  Object.assign(dispute, { created: secondsAgo(4), balance_transactions: [] });
  await app.mailbox.runJobs();
  Object.assign(dispute, {
    balance_transactions: [
      { amount: -4900, created: secondsAgo(4) },
      { amount: 4900, created: secondsAgo(1) },
    ],
  });
  await peer.change(dispute, 'won');
  await app.mailbox.runJobs();
  expect(await movements(disputed.orderId)).toEqual([
    ['reversal', timeAgo(1)],
    ['dispute', timeAgo(4)],
    ['sale', timeAgo(6)],
  ]);
});

test('a part of a unit, or a foreign currency, of one dispute keeps back nothing else that is known of a payment', async () => {
  const { app, peer } = at;
  const { buyer, orderId, session } = await payBefore(0);
  const dispute = await peer.dispute(session, 'needs_response');
  Object.assign(dispute, { amount: 152, currency: 'isk' });
  await peer.refund(session, 1000);
  await app.mailbox.runJobs();
  expect(await orderOf(buyer, orderId)).toMatchObject({ state: 'disputed', refunded: 1000 });
  const { rows } = await app.database.pool.query('select amount::int from disputes where order_id = $1', [orderId]);
  expect(rows).toEqual([{ amount: 2 }]);
});

test('a gateway that does not answer is asked twice, for 16 seconds in all', async () => {
  const { app, peer } = at;
  expect(PATIENCE.timeoutMs * (PATIENCE.retries + 1)).toBe(16_000);
  const hasty = stripePayments(peerSettings(peer), app.clock, { ...PATIENCE, timeoutMs: 50 });
  peer.failures.push('silence', 'silence', 'silence');
  const before = peer.requests.length;
  await expect(hasty.readAccount('acct_1')).rejects.toThrow('the gateway cannot be reached');
  expect(peer.requests.length - before).toBe(2);
  peer.failures.length = 0;
});
