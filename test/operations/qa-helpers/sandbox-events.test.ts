import type { Ports } from '../../../src/domain/kernel/tools.ts';
import { PaymentsUnavailableError } from '../../../src/platform/payments/payments.ts';
import { startTestApp, type TestApp, withPorts } from '../../support/app.ts';
import { expectStatus, sameAt } from '../../support/browser.ts';
import { refusalOf } from '../../support/learner.ts';
import { orderOf } from '../../support/refunds.ts';
import { type Buyer, booksOf, buy } from '../../support/shop.ts';
import { type Club, startClub } from '../../support/subscriptions.ts';

let club: Club;
beforeAll(async () => {
  club = await startClub();
});
afterAll(() => club.app.close());

const reverse = (orderId: string, body: object) => club.shop.school.browser.call('post', `qa/orders/${orderId}/reversals/`, body);
const move = ({ browser }: Buyer, body: object) => browser.call('patch', 'qa/me/catalog-subscription/', body);
const MONTH = 31 * 24 * 60;

test('a client refunds and disputes an order at the sandbox itself, and has the bank decide', async () => {
  const { app, shop } = club;
  const kept = async () => (await booksOf(app, shop.school.organisation.id)).gateway_clearing ?? 0;
  const balance = async () => (await expectStatus(200, shop.school.browser.call('get', 'billing/gateway-connect/'))).body.balance[0]?.available ?? 0;
  const before = { kept: await kept(), balance: await balance() };
  const { buyer, orderId } = await buy(app, shop);
  await expectStatus(204, reverse(orderId, { event: 'refund', amount: 1000 }));
  expect(await orderOf(buyer, orderId)).toMatchObject({ state: 'partially_refunded', refunded: 1000, refund_state: 'succeeded' });
  expect(await refusalOf(reverse(orderId, { event: 'refund', amount: 3901 }))).toEqual([409, 'already_refunded']);
  expect(await refusalOf(reverse(orderId, { event: 'win_dispute' }))).toEqual([404, 'not_found']);
  const { body: log } = await expectStatus(200, shop.school.browser.call('get', 'audit-log/?action=order.reversed_at_sandbox'));
  const own = log.results.filter(({ object_id }: { object_id: string }) => object_id === orderId);
  expect(own).toMatchObject([{ after: { event: 'refund', amount: 1000 } }]);
  const won = await buy(app, shop);
  await expectStatus(204, reverse(won.orderId, { event: 'dispute' }));
  expect([(await orderOf(won.buyer, won.orderId)).state, (await shop.accessOf(won.buyer))?.is_over]).toEqual(['disputed', true]);
  expect(await refusalOf(reverse(won.orderId, { event: 'dispute' }))).toEqual([409, 'order_disputed']);
  await expectStatus(204, reverse(won.orderId, { event: 'win_dispute' }));
  expect([(await orderOf(won.buyer, won.orderId)).state, (await shop.accessOf(won.buyer))?.is_over]).toEqual(['paid', false]);
  await expectStatus(204, reverse(won.orderId, { event: 'refund' }));
  expect(await refusalOf(reverse(won.orderId, { event: 'dispute' }))).toEqual([409, 'order_disputed']);
  const lost = await buy(app, shop);
  await expectStatus(204, reverse(lost.orderId, { event: 'refund', amount: 1000 }));
  await expectStatus(204, reverse(lost.orderId, { event: 'dispute' }));
  await expectStatus(204, reverse(lost.orderId, { event: 'lose_dispute' }));
  await app.mailbox.runJobs();
  expect([(await orderOf(lost.buyer, lost.orderId)).state, (await shop.accessOf(lost.buyer))?.is_over]).toEqual(['charged_back', true]);
  expect((await kept()) - before.kept).toBe(3900);
  expect(await booksOf(app, shop.school.organisation.id)).toMatchObject({ total: 0 });
  expect((await balance()) - before.balance).toBe(3900);
  await app.database.pool.query(`update orders set gateway = 'stripe' where id = $1`, [lost.orderId]);
  expect(await refusalOf(reverse(lost.orderId, { event: 'refund' }))).toEqual([503, 'payments_not_configured']);
});

test('what nobody has paid cannot be refunded at the sandbox, and orders of others are not found', async () => {
  const { order } = await club.shop.checkOut(await club.newBuyer());
  expect(await refusalOf(reverse(order.id, { event: 'refund' }))).toEqual([409, 'order_not_paid']);
  expect(await refusalOf(reverse('x', { event: 'refund' }))).toEqual([404, 'not_found']);
});

test('a gateway that cannot be asked, and none, are said to whoever would act at the sandbox', async () => {
  const { app, shop } = club;
  const unavailable = () => Promise.reject(new PaymentsUnavailableError('The sandbox does not answer.'));
  const failing = ({ payments }: Ports): Partial<Ports> => ({
    payments: payments && { ...payments, readReversals: unavailable, subscriptions: { ...payments.subscriptions, read: unavailable } },
  });
  const [down, none] = [
    await startTestApp((services) => withPorts(failing(services.ports))(services), { beside: app }),
    await startTestApp(withPorts({ payments: null }), { beside: app }),
  ];
  try {
    const { orderId } = await buy(app, shop);
    const buyer = await club.newBuyer();
    await club.subscribe(buyer, (await club.newPlan()).id);
    const at = (other: TestApp) => [
      refusalOf(sameAt(other, shop.school.browser).call('post', `qa/orders/${orderId}/reversals/`, { event: 'refund', amount: 1 })),
      refusalOf(sameAt(other, buyer.browser).call('patch', 'qa/me/catalog-subscription/', { minutes: 1 })),
    ];
    expect(await Promise.all(at(down))).toEqual(Array(2).fill([503, 'payments_unavailable']));
    expect(await Promise.all(at(none))).toEqual(Array(2).fill([503, 'payments_not_configured']));
    // What was done at the sandbox is settled here, so that no other test finds it.
    await expectStatus(204, reverse(orderId, { event: 'refund', amount: 1 }));
    await app.mailbox.runJobs();
  } finally {
    await none.close();
    await down.close();
  }
});

test('a client lets time pass for its subscription: it is renewed, its card fails, and it is paid again', async () => {
  const buyer = await club.newBuyer();
  expect(await refusalOf(move(buyer, { minutes: 1 }))).toEqual([404, 'not_found']);
  await club.subscribe(buyer, (await club.newPlan()).id);
  expect((await expectStatus(200, move(buyer, { minutes: MONTH }))).body).toMatchObject({ state: 'active', paid_periods: 2 });
  expect((await expectStatus(200, move(buyer, { card: 'fails', minutes: MONTH }))).body).toMatchObject({ state: 'past_due', payment_error: 'declined' });
  expect((await expectStatus(200, move(buyer, { card: 'works' }))).body).toMatchObject({ state: 'active', paid_periods: 3 });
  await move(buyer, { card: 'fails', minutes: MONTH });
  expect((await expectStatus(200, move(buyer, { minutes: 8 * 24 * 60 }))).body.state).toBe('unpaid');
});
