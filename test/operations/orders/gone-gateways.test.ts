import { startTestApp, type TestApp, withPorts } from '../../support/app.ts';
import { expectStatus, sameAt } from '../../support/browser.ts';
import { runJobsAfter, runTask } from '../../support/jobs.ts';
import { answerSandbox, newShop } from '../../support/shop.ts';
import { type Sale, type StripeShop, startStripeShop } from '../../support/stripe-shop.ts';

let one: StripeShop;
let sandbox: TestApp;
beforeAll(async () => {
  one = await startStripeShop();
  sandbox = await startTestApp((services) => services, { beside: one.app });
});
afterAll(async () => {
  await sandbox.close();
  await one.close();
});

const refund = ({ orderId }: Sale, { school, courseId } = one.shop) =>
  expectStatus(201, school.browser.call('post', `courses/${courseId}/refund/`, { order_id: orderId }));
const stateOf = async (id: string): Promise<string> => (await one.app.database.pool.query('select state from orders where id = $1', [id])).rows[0].state;
const soldTo = async ({ orderId }: Sale, { school } = one.shop) =>
  (await school.browser.call('get', 'orders/?is_flagged=true')).body.results.find(({ id }: { id: string }) => id === orderId);
const waiting = async () =>
  (await one.app.database.pool.query(`select count(*)::int as count from graphile_worker.jobs where task_identifier = 'settle_reversals'`)).rows[0].count;

test('a refund fails clearly if the owner has taken the account away from the service, at once or while it runs', async () => {
  const shop = await one.open();
  const [asked, running] = [await one.buy(shop), await one.buy(shop)];
  one.peer.failures.push('silence');
  expect((await refund(running, shop)).body.state).toBe('pending');
  one.peer.objects.delete(asked.session.of);
  expect((await refund(asked, shop)).body.state).toBe('failed');
  await runTask(one.app, 'settle_reversals', { organisation_id: shop.school.organisation.id, order_id: running.orderId });
  for (const sale of [asked, running]) {
    expect(await soldTo(sale, shop)).toMatchObject({ state: 'paid', flags: ['refund_failed'], refund_state: 'failed' });
    expect((await one.app.mailbox.read(sale.buyer.email)).map(({ subject }) => subject)).toContain('Your refund for A course failed');
    expect(await shop.accessOf(sale.buyer)).toEqual({ source: 'purchase', is_over: false });
  }
  await runJobsAfter(one.app, 60);
  expect(await waiting()).toBe(0);
});

describe('an order that was begun with another gateway', () => {
  test('ends when it is over, whichever gateway is configured now, and one whose money is on its way after a month', async () => {
    const none = await startTestApp(withPorts({ payments: null }), { beside: one.app });
    const [left, slow, last] = [await one.shop.newBuyer(), await one.shop.newBuyer(), await one.shop.newBuyer()];
    const [pending, processing] = [await one.shop.checkOut(left), await one.shop.checkOut(slow)].map(({ order }) => order.id) as [string, string];
    await one.app.database.pool.query(`update orders set state = 'processing' where id = $1`, [processing]);
    const states = async () => [await stateOf(pending), await stateOf(processing)];
    one.app.clock.advance(10 * 60_000);
    await runTask(sandbox, 'settle_open_orders');
    expect(await states()).toEqual(['pending', 'processing']);
    one.app.clock.advance(50 * 60_000);
    await runTask(sandbox, 'settle_open_orders');
    expect(await states()).toEqual(['expired', 'processing']);
    const { order } = await one.shop.checkOut(last);
    one.app.clock.advance(30 * 24 * 3600_000);
    await runTask(none, 'settle_open_orders');
    expect([...(await states()), await stateOf(order.id)]).toEqual(['expired', 'expired', 'expired']);
    await none.close();
  });

  test('gives way to a new one as soon as its buyer begins again', async () => {
    const shop = await one.open();
    const buyer = await shop.newBuyer();
    const { order } = await shop.checkOut(buyer);
    await newShop(sandbox, answerSandbox(sandbox), { ...shop.school, browser: sameAt(sandbox, shop.school.browser) });
    const { body } = await expectStatus(201, sameAt(sandbox, buyer.browser).call('post', `courses/${shop.courseId}/checkout/`));
    expect([body.order.id === order.id, body.url]).toEqual([false, expect.stringContaining('/sandbox/checkout/')]);
    expect(await stateOf(order.id)).toBe('expired');
  });
});
