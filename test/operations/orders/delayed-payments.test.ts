import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { AFTERMATH } from '../../support/jobs.ts';
import { answerSandbox, choose, newShop, type Shop } from '../../support/shop.ts';
import { startStripeShop } from '../../support/stripe-shop.ts';

const switchTo = ({ school }: Shop, takes_delayed_payments: boolean) =>
  expectStatus(200, school.browser.call('put', 'billing/seller/', { takes_delayed_payments }));

describe('at the sandbox', () => {
  let app: TestApp;
  let shop: Shop;
  beforeAll(async () => {
    app = await startTestApp(undefined, { idle: AFTERMATH });
    shop = await newShop(app, answerSandbox(app));
  });
  afterAll(() => app.close());

  test('an organisation that takes no delayed payments offers none, and a page that did ends when its buyer begins again', async () => {
    const buyer = await shop.newBuyer();
    const before = await shop.checkOut(buyer);
    const text = async (url: string) => (await app.http.get(new URL(url).pathname)).text;
    expect(await text(before.url)).toContain('value="pay_later"');
    await switchTo(shop, false);
    const { order, url } = await shop.checkOut(buyer);
    expect([order.id === before.order.id, await shop.stateOf(buyer, before.order.id)]).toEqual([false, 'expired']);
    expect(await text(url)).not.toContain('value="pay_later"');
    expect((await choose(app, url, 'decline')).text).not.toContain('value="pay_later"');
    await choose(app, url, 'pay_later');
    await app.mailbox.runJobs();
    expect(await shop.stateOf(buyer, order.id)).toBe('pending');
    await switchTo(shop, true);
  });

  test('staff take the flag off an order once, and it leaves the list of those that they have to look at', async () => {
    const { school } = shop;
    const buyer = await shop.newBuyer();
    const { order } = await shop.checkOut(buyer);
    await app.database.pool.query(`update orders set flag = 'amount_mismatch' where id = $1`, [order.id]);
    const flagged = async () => (await expectStatus(200, school.browser.call('get', 'orders/?is_flagged=true'))).body.count;
    expect(await flagged()).toBe(1);
    for (let count = 0; count < 2; count++) await expectStatus(204, school.browser.call('delete', `orders/${order.id}/flag/`));
    expect(await flagged()).toBe(0);
    const { body } = await school.browser.call('get', 'audit-log/?action=order.flag_settled');
    expect(body.results).toEqual([expect.objectContaining({ object_id: order.id })]);
    await expectStatus(404, school.browser.call('delete', 'orders/nothing/flag/'));
  });
});

test('at Stripe, an organisation that takes no delayed payments asks for cards only', async () => {
  const one = await startStripeShop({}, AFTERMATH);
  const { order } = await one.shop.checkOut(await one.shop.newBuyer());
  const methodsFor = (id: string) => one.peer.requests.find(({ params }) => params.client_reference_id === id)?.params.allowed_payment_method_types;
  expect(methodsFor(order.id)).toBeUndefined();
  await switchTo(one.shop, false);
  const { order: later } = await one.shop.checkOut(await one.shop.newBuyer());
  expect(methodsFor(later.id)).toEqual({ 0: 'card' });
  await one.close();
});
