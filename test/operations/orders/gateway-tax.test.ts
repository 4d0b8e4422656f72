import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus, type TestUser } from '../../support/browser.ts';
import { checkOutAsGuest, newGuest } from '../../support/guests.ts';
import { AUTOMATIC, describeSeller, download, FRENCH } from '../../support/invoices.ts';
import { AFTERMATH } from '../../support/jobs.ts';
import { answerSandbox, booksOf, chargeShare, choose, couponUses, newCoupon, newShop, type Shop } from '../../support/shop.ts';
import type { StripeObject } from '../../support/stripe-peer.ts';
import { type StripeShop, sessionOf, startStripeShop } from '../../support/stripe-shop.ts';

const EXCLUSIVE = { ...AUTOMATIC, prices_include_tax: false };

const orderOf = async ({ browser }: TestUser, id: string) => (await expectStatus(200, browser.call('get', `me/orders/${id}/`))).body;
const ask = ({ courseId }: Shop, { browser }: TestUser, body: object = {}) => browser.call('post', `courses/${courseId}/checkout/`, body);
const line = (country: string, rate: number, amount: number) => ({ label: 'VAT', country, rate, amount });

describe('in the sandbox', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(undefined, { idle: AFTERMATH });
  });
  afterAll(() => app.close());

  async function openShop(seller: object = EXCLUSIVE): Promise<Shop> {
    const shop = await newShop(app, answerSandbox(app));
    await describeSeller(shop, seller);
    return shop;
  }

  async function buyAt(shop: Shop, country: string, body: object = {}) {
    const buyer = await shop.newBuyer();
    const { order, url } = await shop.checkOut(buyer, body);
    await choose(app, url, 'pay', country);
    await app.mailbox.runJobs();
    return { buyer, order: await orderOf(buyer, order.id), begun: order, url };
  }

  test('the tax of the country of the buyer is added: order, invoice, books and analytics have it when the buyer has paid', async () => {
    const shop = await openShop();
    await chargeShare(app, shop, 1000);
    const { browser, organisation } = shop.school;
    const { buyer, order, begun, url } = await buyAt(shop, 'FR');
    expect(begun).toMatchObject({ subtotal: 4900, total: 4900, tax: 0, tax_lines: [], gateway_tax: true, prices_include_tax: false });
    expect(order).toMatchObject({ state: 'paid', subtotal: 4900, total: 5880, tax: 980, tax_lines: [line('FR', 2000, 980)], gateway_tax: true });
    expect((await app.http.get(new URL(url).pathname)).text).toContain('58.80');
    expect(order.invoices).toMatchObject([{ kind: 'invoice', amount: 5880, tax: 980 }]);
    const { text } = await download(app, buyer, `me/orders/${order.id}/invoice/`);
    for (const part of ['€49', 'VAT (20%)', '€9.80', '€58.80']) expect(text).toContain(part);
    // The share of the platform is computed before the gateway knows the tax.
    expect(await booksOf(app, organisation.id)).toEqual({ gateway_clearing: 5390, platform_fees: 490, sales: -4900, tax_owed: -980, total: 0 });
    const { body: moved } = await expectStatus(200, browser.call('get', 'analytics/purchases/'));
    expect(moved.results[0]).toMatchObject({ kind: 'sale', amount: 4900, tax: 980 });
    await expectStatus(201, browser.call('post', `courses/${shop.courseId}/refund/`, { order_id: order.id, amount: 1000 }));
    expect((await orderOf(buyer, order.id)).invoices.at(-1)).toMatchObject({ kind: 'credit_note', amount: 1000, tax: 167 });
    await expectStatus(201, browser.call('post', `courses/${shop.courseId}/refund/`, { order_id: order.id }));
    expect(await booksOf(app, organisation.id)).toEqual({ gateway_clearing: 0, platform_fees: 0, sales: -4900, refunds: 4900, tax_owed: 0, total: 0 });
  });

  test('a tax that prices contain is taken out of them, and a coupon reduces what it is computed from', async () => {
    const shop = await openShop(AUTOMATIC);
    const { order } = await buyAt(shop, 'CH');
    expect(order).toMatchObject({ subtotal: 4900, total: 4900, tax: 367, tax_lines: [line('CH', 810, 367)] });
    await newCoupon(shop);
    const reduced = await buyAt(shop, 'DE', { coupon_code: 'AUTUMN', quantity: 2 });
    expect(reduced.order).toMatchObject({ subtotal: 9800, discount: 1225, total: 8575, tax: 1369, tax_lines: [line('DE', 1900, 1369)] });
    // 12.25 less 19 %.
    expect(await booksOf(app, shop.school.organisation.id)).toEqual({
      ...{ gateway_clearing: 13475, discounts: 1029, sales: -12768, tax_owed: -1736, total: 0 },
    });
  });

  test('where no tax is collected, none is added, and a country that the buyer does not name makes no payment', async () => {
    const shop = await openShop();
    expect((await buyAt(shop, 'US')).order).toMatchObject({ state: 'paid', total: 4900, tax: 0, tax_lines: [] });
    const { order, url } = await buyAt(shop, '');
    expect(order).toMatchObject({ state: 'pending', total: 4900 });
    const page = (await app.http.get(new URL(url).pathname)).text;
    for (const part of ['€49.00 plus tax', 'Buyer’s country', '<option value="DE">Germany</option>']) expect(page).toContain(part);
    expect(await app.http.post(new URL(url).pathname).type('form').send({ choice: 'authenticate', country: 'DE' })).toMatchObject({
      text: expect.stringContaining('<option value="DE" selected>'),
    });
  });

  test('an order whose money is on its way has its tax already, and a guest pays it, too', async () => {
    const shop = await openShop();
    const buyer = await shop.newBuyer();
    const { order, url } = await shop.checkOut(buyer);
    await choose(app, url, 'pay_later', 'DE');
    await app.mailbox.runJobs();
    expect(await orderOf(buyer, order.id)).toMatchObject({ state: 'processing', total: 5831, tax: 931 });
    await choose(app, url, 'arrive');
    await app.mailbox.runJobs();
    expect(await orderOf(buyer, order.id)).toMatchObject({ state: 'paid', total: 5831, tax: 931, tax_lines: [line('DE', 1900, 931)] });
    const guest = newGuest(app, shop);
    const { id, url: page } = await checkOutAsGuest(shop, guest);
    await choose(app, page, 'pay', 'ES');
    await app.mailbox.runJobs();
    expect((await app.database.pool.query('select state, total::int, tax::int from orders where id = $1', [id])).rows).toEqual([
      { state: 'paid', total: 5929, tax: 1029 },
    ]);
  });

  test('with reverse charge the gateway is not asked, and the setting is seen, kept by orders and audited', async () => {
    const shop = await openShop(AUTOMATIC);
    const { order } = await buyAt(shop, '', { business: FRENCH });
    expect(order).toMatchObject({ state: 'paid', total: 4118, tax: 0, reverse_charge: true, gateway_tax: false });
    const buyer = await shop.newBuyer();
    const first = (await expectStatus(201, ask(shop, buyer))).body.order;
    await describeSeller(shop, { ...EXCLUSIVE, tax: null });
    expect((await expectStatus(200, buyer.browser.call('get', `courses/${shop.courseId}/price/`))).body).toMatchObject({ includes_tax: false });
    const second = (await expectStatus(201, ask(shop, buyer))).body.order;
    expect([second.id === first.id, second.gateway_tax]).toEqual([false, true]);
    await describeSeller(shop);
    expect((await expectStatus(201, ask(shop, buyer))).body.order).toMatchObject({ tax: 782, gateway_tax: false });
    const { rows } = await app.database.pool.query(
      `select after ->> 'gateway_tax' as after from audit_log where organisation_id = $1 and action = 'seller_details.replaced' order by id`,
      [shop.school.organisation.id],
    );
    expect(rows.map(({ after }) => after)).toEqual(['true', null, 'false']);
  });
});

describe('at Stripe', () => {
  let stripe: StripeShop;
  beforeAll(async () => {
    stripe = await startStripeShop({}, AFTERMATH);
  });
  afterAll(() => stripe.close());

  async function openShop(seller: object): Promise<Shop> {
    const shop = await stripe.open();
    await describeSeller(shop, seller);
    return shop;
  }

  /** Activates Stripe Tax on the account of a shop. */
  async function activate({ school }: Shop, state: 'active' | 'pending' = 'active'): Promise<void> {
    const { rows } = await stripe.app.database.pool.query('select account_id from gateway_accounts where organisation_id = $1', [school.organisation.id]);
    stripe.peer.taxed.set(rows[0].account_id, state);
  }

  async function begin(shop: Shop, body: object = {}) {
    const buyer = await shop.newBuyer();
    const { order } = await shop.checkOut(buyer, body);
    return { buyer, id: order.id, session: sessionOf(stripe.peer, order.id) };
  }

  const pay = async (session: StripeObject, country: string) => {
    await stripe.peer.pay(session, undefined, country);
    await stripe.app.mailbox.runJobs();
  };

  test.each([
    ['exclusive', EXCLUSIVE, { total: 5831, tax: 931 }],
    ['inclusive', AUTOMATIC, { total: 4900, tax: 782 }],
  ])('Stripe Tax computes a tax that is %s, and the order has what the finished session says', async (behavior, seller, amounts) => {
    const shop = await openShop(seller);
    await activate(shop);
    const { buyer, id, session } = await begin(shop);
    const request = stripe.peer.requests.find(({ params }) => params.client_reference_id === id);
    expect(request?.params).toMatchObject({ automatic_tax: { enabled: 'true' }, billing_address_collection: 'required' });
    expect(request?.params.line_items[0].price_data).toMatchObject({ unit_amount: '4900', tax_behavior: behavior });
    await pay(session, 'DE');
    expect(await orderOf(buyer, id)).toMatchObject({ state: 'paid', subtotal: 4900, ...amounts, tax_lines: [line('DE', 1900, amounts.tax)] });
    const { total, tax } = amounts;
    expect(await booksOf(stripe.app, shop.school.organisation.id)).toEqual({ gateway_clearing: total, sales: tax - total, tax_owed: -tax, total: 0 });
  });

  test('where nothing is collected, an order has no tax line', async () => {
    const shop = await openShop(EXCLUSIVE);
    await activate(shop);
    const { buyer, id, session } = await begin(shop);
    await pay(session, 'US');
    expect(await orderOf(buyer, id)).toMatchObject({ state: 'paid', total: 4900, tax: 0, tax_lines: [] });
  });

  test('an amount other than the price and the tax that Stripe reports pays nothing, and is flagged', async () => {
    for (const seller of [EXCLUSIVE, AUTOMATIC])
      for (const change of [-1, 1]) {
        const shop = await openShop(seller);
        await activate(shop);
        const { buyer, id, session } = await begin(shop);
        const { listener } = stripe.peer;
        stripe.peer.listener = null;
        await stripe.peer.pay(session, undefined, 'DE');
        session.amount_total += change;
        stripe.peer.listener = listener;
        await expectStatus(200, buyer.browser.call('get', `me/orders/${id}/?refresh=true`));
        expect(await orderOf(buyer, id)).toMatchObject({ state: 'failed', total: 4900, tax: 0 });
        const { body } = await expectStatus(200, shop.school.browser.call('get', 'orders/'));
        expect(body.results).toMatchObject([{ flags: ['amount_mismatch'] }]);
      }
  });

  test('without Stripe Tax, a checkout says so and loses nothing, and succeeds when it is set up', async () => {
    const shop = await openShop(EXCLUSIVE);
    const couponId = await newCoupon(shop);
    const buyer = await shop.newBuyer();
    for (const body of [{}, { coupon_code: 'AUTUMN' }, { coupon_code: 'AUTUMN' }])
      expect((await expectStatus(409, ask(shop, buyer, body))).body.code).toBe('tax_not_ready');
    await activate(shop, 'pending');
    expect((await expectStatus(409, ask(shop, buyer))).body.code).toBe('tax_not_ready');
    expect(await couponUses(stripe.app, couponId)).toBe(0);
    await activate(shop);
    const { results } = (await expectStatus(200, buyer.browser.call('get', 'me/orders/'))).body;
    expect(results.map(({ state }: { state: string }) => state)).toEqual(['expired', 'expired', 'expired', 'expired']);
    const { order } = (await expectStatus(201, ask(shop, buyer, { coupon_code: 'AUTUMN' }))).body;
    await pay(sessionOf(stripe.peer, order.id), 'FR');
    expect(await orderOf(buyer, order.id)).toMatchObject({ state: 'paid', discount: 1225, total: 4410, tax: 735 });
    expect(await couponUses(stripe.app, couponId)).toBe(1);
  });
});
