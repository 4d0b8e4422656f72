import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { AFTERMATH, runTask } from '../../support/jobs.ts';
import { answerSandbox, booksOf, buy, chargeShare, choose, newCoupon, newShop, type Shop } from '../../support/shop.ts';
import { type StripeShop, startStripeShop } from '../../support/stripe-shop.ts';

const refund = ({ school, courseId }: Shop, orderId: string, amount?: number) =>
  expectStatus(201, school.browser.call('post', `courses/${courseId}/refund/`, { order_id: orderId, ...(amount && { amount }) }));

describe('at the sandbox', () => {
  let app: TestApp;
  let shop: Shop;
  beforeAll(async () => {
    app = await startTestApp(undefined, { idle: AFTERMATH });
    shop = await newShop(app, answerSandbox(app));
    await chargeShare(app, shop, 250);
  });
  afterAll(() => app.close());

  const balance = async ({ school }: Shop) => (await school.browser.call('get', 'billing/gateway-connect/')).body.balance[0].available;

  test('the platform keeps its share of a sale, rounded half up, and refunds give it back in proportion, to the last minor unit', async () => {
    const { orderId } = await buy(app, shop);
    const organisationId = shop.school.organisation.id;
    const fees = async () => (await booksOf(app, organisationId)).platform_fees ?? 0;
    expect(await booksOf(app, organisationId)).toEqual({ gateway_clearing: 4777, platform_fees: 123, sales: -4900, total: 0 });
    expect(await balance(shop)).toBe(4777);
    expect((await shop.school.browser.call('get', 'orders/')).body.results[0]).toMatchObject({ id: orderId, platform_fee: 123 });
    await runTask(app, 'count_days');
    const { body } = await expectStatus(200, shop.school.browser.call('get', 'analytics/overview/'));
    expect(body.money).toMatchObject([{ gross: 4900, platform_fees: 123, net: 4777 }]);
    const left: number[] = [];
    for (const amount of [333, 333, undefined]) {
      await refund(shop, orderId, amount);
      left.push(await fees());
    }
    expect([left, await balance(shop)]).toEqual([[115, 106, 0], 0]);
    await app.database.pool.query(`update sandbox_objects set body = body || '{"state": "failed"}' where body ->> 'amount' = '4234'`);
    await runTask(app, 'settle_reversals', { organisation_id: organisationId, order_id: orderId });
    expect(await booksOf(app, organisationId)).toMatchObject({ gateway_clearing: 4128, platform_fees: 106, refunds: 666, total: 0 });
  });

  test('an order keeps the share from the start of its checkout, and an order without a payment has none', async () => {
    const one = await newShop(app, answerSandbox(app));
    const buyer = await one.newBuyer();
    const { order, url } = await one.checkOut(buyer);
    await chargeShare(app, one, 1000);
    expect((await one.checkOut(buyer)).order.id).toBe(order.id);
    await choose(app, url, 'pay');
    await app.mailbox.runJobs();
    expect(await booksOf(app, one.school.organisation.id)).toEqual({ gateway_clearing: 4900, sales: -4900, total: 0 });
    await newCoupon(one, { percent_off: 100 });
    await one.checkOut(await one.newBuyer(), { coupon_code: 'AUTUMN' });
    expect((await booksOf(app, one.school.organisation.id)).platform_fees).toBe(undefined);
    const { results } = (await one.school.browser.call('get', 'orders/')).body;
    expect(results.map(({ platform_fee }: { platform_fee: number }) => platform_fee)).toEqual([0, 0]);
  });

  test('what was sold and what coupons took off are in the books without the tax in them', async () => {
    const one = await newShop(app, answerSandbox(app));
    const { browser, organisation } = one.school;
    await expectStatus(200, browser.call('put', 'billing/seller/', { country: 'DE', tax: { label: 'VAT', rate: 1900 } }));
    await newCoupon(one);
    await newCoupon(one, { code: 'FREE', percent_off: 100 });
    const { url } = await one.checkOut(await one.newBuyer(), { coupon_code: 'AUTUMN' });
    await choose(app, url, 'pay');
    await app.mailbox.runJobs();
    // 49.00 contains 7.82 of tax, and 36.75 contains 5.87.
    expect(await booksOf(app, organisation.id)).toEqual({ gateway_clearing: 3675, sales: -4118, discounts: 1030, tax_owed: -587, total: 0 });
    await one.checkOut(await one.newBuyer(), { coupon_code: 'FREE' });
    expect(await booksOf(app, organisation.id)).toMatchObject({ gateway_clearing: 3675, sales: -8236, discounts: 5148, tax_owed: -587 });
    await runTask(app, 'count_days');
    const { body } = await expectStatus(200, browser.call('get', 'analytics/overview/'));
    expect(body.money).toMatchObject([{ gross: 8236, discounts: 5148, tax: 587, net: 3088 }]);
  });
});

describe('at Stripe', () => {
  let one: StripeShop;
  beforeAll(async () => {
    one = await startStripeShop({}, AFTERMATH);
    await chargeShare(one.app, one.shop, 250);
  });
  afterAll(() => one.close());

  const fees = async (shop: Shop) => (await booksOf(one.app, shop.school.organisation.id)).platform_fees;
  const sent = (path: string) => one.peer.requests.findLast((request) => request.method === 'POST' && request.path === path)?.params;

  test('the share is the application fee of the charge, and goes back with a refund that the service makes', async () => {
    const { orderId } = await one.buy();
    expect(sent('/v1/checkout/sessions')?.payment_intent_data).toEqual({ application_fee_amount: '123', metadata: { order_id: orderId } });
    expect(await fees(one.shop)).toBe(123);
    await refund(one.shop, orderId);
    expect(sent('/v1/refunds')?.refund_application_fee).toBe('true');
    expect(await fees(one.shop)).toBe(0);
  });

  test('without a share, Stripe is not told of one', async () => {
    const shop = await one.open();
    const { orderId } = await one.buy(shop);
    expect(sent('/v1/checkout/sessions')?.payment_intent_data).toEqual({ metadata: { order_id: orderId } });
    await refund(shop, orderId);
    expect(sent('/v1/refunds')).not.toHaveProperty('refund_application_fee');
  });

  test('a refund that was made at Stripe itself and a lost dispute leave the share with the platform', async () => {
    const shop = await one.open();
    await chargeShare(one.app, shop, 250);
    const [refunded, disputed] = [await one.buy(shop), await one.buy(shop)];
    await one.peer.refund(refunded.session, 900);
    await one.peer.change(await one.peer.dispute(disputed.session), 'lost');
    await one.app.mailbox.runJobs();
    expect(await booksOf(one.app, shop.school.organisation.id)).toMatchObject({ refunds: 900, disputes: 4900, platform_fees: 246, total: 0 });
  });
});
