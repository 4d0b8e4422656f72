import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus, type TestUser } from '../../support/browser.ts';
import { exportOf } from '../../support/data-export.ts';
import { checkOutAsGuest, newGuest } from '../../support/guests.ts';
import { describeSeller, download, FRENCH, SELLER } from '../../support/invoices.ts';
import { AFTERMATH, runTask } from '../../support/jobs.ts';
import { faultsOf } from '../../support/learner.ts';
import { answerSandbox, booksOf, choose, newCoupon, newShop, PRICE, type Shop } from '../../support/shop.ts';

let app: TestApp;
let shop: Shop;
beforeAll(async () => {
  app = await startTestApp(undefined, { idle: AFTERMATH });
  shop = await newShop(app, answerSandbox(app));
  await describeSeller(shop);
});
afterAll(() => app.close());

const ask = ({ courseId }: Shop, { browser }: TestUser, body: object) => browser.call('post', `courses/${courseId}/checkout/`, body);
const orderOf = async ({ browser }: TestUser, id: string) => (await expectStatus(200, browser.call('get', `me/orders/${id}/`))).body;

async function buyAs(at: Shop, body: object = { business: FRENCH }) {
  const buyer = await at.newBuyer();
  const { order, url } = await at.checkOut(buyer, body);
  await choose(app, url, 'pay');
  await app.mailbox.runJobs();
  return { buyer, orderId: order.id };
}

test('a business of another member state pays the price without the tax, and the invoice says that it owes the tax', async () => {
  const one = await newShop(app, answerSandbox(app));
  await describeSeller(one);
  const { buyer, orderId } = await buyAs(one, { business: { ...FRENCH, vat_id: 'fr 40 303 265 045' } });
  const order = await orderOf(buyer, orderId);
  expect(order).toMatchObject({ state: 'paid', subtotal: 4118, discount: 0, total: 4118, tax: 0, tax_lines: [], reverse_charge: true, business: FRENCH });
  expect(await booksOf(app, one.school.organisation.id)).toEqual({ gateway_clearing: 4118, sales: -4118, total: 0 });
  const { text } = await download(app, buyer, `me/orders/${orderId}/invoice/`);
  for (const part of ['DE123456789', FRENCH.name, '35400 Saint-Malo', FRENCH.vat_id, 'Test user', '€41.18', 'Reverse charge: the buyer owes the VAT'])
    expect(text).toContain(part);
  expect(text).not.toMatch(/19%|before tax/);
  const { browser } = one.school;
  const { body: sold } = await expectStatus(200, browser.call('get', 'orders/'));
  expect(sold.results[0]).toMatchObject({ tax: 0, reverse_charge: true, business: FRENCH });
  const { body: moved } = await expectStatus(200, browser.call('get', 'analytics/purchases/'));
  expect(moved.results[0]).toMatchObject({ kind: 'sale', amount: 4118, tax: 0, reverse_charge: true, vat_id: FRENCH.vat_id });
  const { text: csv } = await expectStatus(200, browser.call('get', 'analytics/purchases/export/'));
  expect(csv.split('\r\n').map((line) => line.split(',').slice(-4))).toEqual([
    ['amount', 'tax', 'reverse_charge', 'vat_id'],
    ['4118', '0', 'true', FRENCH.vat_id],
    [''],
  ]);
});

test('credit notes about it say so, too, in the language of the seller', async () => {
  const one = await newShop(app, answerSandbox(app));
  await describeSeller(one);
  const { buyer, orderId } = await buyAs(one);
  const { browser, organisation } = one.school;
  const sentences = {
    en: 'Reverse charge',
    de: 'Steuerschuldnerschaft des Leistungsempfängers',
    fr: 'Autoliquidation',
    es: 'Inversión del sujeto pasivo',
    pt: 'Autoliquidação',
  };
  for (const [language, sentence] of Object.entries(sentences)) {
    await app.database.pool.query('update organisations set language = $2 where id = $1', [organisation.id, language]);
    await expectStatus(201, browser.call('post', `courses/${one.courseId}/refund/`, { order_id: orderId, amount: 500 }));
    const { invoices } = await orderOf(buyer, orderId);
    const { number } = invoices.at(-1);
    expect(invoices.at(-1)).toMatchObject({ kind: 'credit_note', amount: 500, tax: 0 });
    const { text } = await download(app, buyer, `me/orders/${orderId}/invoice/?number=${number}`);
    expect(text).toContain(sentence);
    expect(text).toContain(FRENCH.vat_id);
  }
  expect(await booksOf(app, organisation.id)).toEqual({ gateway_clearing: 1618, sales: -4118, refunds: 2500, total: 0 });
});

test('the tax of the seller applies to businesses at home, outside the Union or without a VAT ID, and if the seller has none', async () => {
  const one = await newShop(app, answerSandbox(app));
  const buyer = await one.newBuyer();
  const at = async (business: object, seller: object = SELLER) => {
    await describeSeller(one, seller);
    const { order } = (await ask(one, buyer, { business })).body;
    return [order.total, order.tax, order.reverse_charge, order.business.vat_id];
  };
  expect(await at({ ...FRENCH, country: 'DE', vat_id: 'DE136695976' })).toEqual([4900, 782, false, 'DE136695976']);
  expect(await at({ ...FRENCH, country: 'CH', vat_id: 'CHE-123.456.788' })).toEqual([4900, 782, false, 'CHE123456788']);
  expect(await at({ ...FRENCH, vat_id: undefined })).toEqual([4900, 782, false, null]);
  expect(await at(FRENCH, { ...SELLER, vat_id: null })).toEqual([4900, 782, false, FRENCH.vat_id]);
  expect(await at(FRENCH, { ...SELLER, country: 'CH' })).toEqual([4900, 782, false, FRENCH.vat_id]);
  expect(await at(FRENCH, { ...SELLER, tax: null })).toEqual([4900, 0, true, FRENCH.vat_id]);
  expect(await at(FRENCH)).toEqual([4118, 0, true, FRENCH.vat_id]);
});

test('a VAT ID that is none of its country is refused, and what has begun stays', async () => {
  const buyer = await shop.newBuyer();
  const { order } = await shop.checkOut(buyer, { business: FRENCH });
  for (const vat_id of ['FR40303265046', '40303265045', 'DE136695976', ' - '])
    expect((await expectStatus(400, ask(shop, buyer, { business: { ...FRENCH, vat_id } }))).body.errors).toMatchObject([
      { field: 'business.vat_id', code: 'invalid_vat_id' },
    ]);
  expect((await expectStatus(400, ask(shop, buyer, { business: { ...FRENCH, country: 'CH', vat_id: '-' } }))).body.errors).toMatchObject([
    { field: 'business.vat_id', code: 'invalid_vat_id' },
  ]);
  expect((await expectStatus(200, ask(shop, buyer, { business: FRENCH }))).body.order.id).toBe(order.id);
});

test('a country that does not exist is refused of a business that buys, also as a guest, and of the seller, and what was stored before stays readable', async () => {
  const buyer = await shop.newBuyer();
  const { order } = await shop.checkOut(buyer, { business: FRENCH });
  for (const business of [
    { ...FRENCH, country: 'ZZ', vat_id: null },
    { ...FRENCH, country: 'XK' },
    { ...FRENCH, country: 'EU' },
  ])
    for (const browser of [buyer.browser, newGuest(app, shop).browser])
      expect(await faultsOf(browser.call('post', `courses/${shop.courseId}/checkout/`, { email: 'a@example.org', business }))).toEqual([
        'business.country unknown',
      ]);
  const { browser, id } = shop.school;
  // The session of the school may have ended with the time that another test lets pass.
  browser.cookie = await app.signedInCookie(id);
  expect(await faultsOf(browser.call('put', 'billing/seller/', { ...SELLER, country: 'ZZ' }))).toEqual(['country unknown']);
  expect((await expectStatus(200, browser.call('get', 'billing/seller/'))).body.country).toBe(SELLER.country);
  await app.database.pool.query(`update orders set business = jsonb_set(business, '{country}', '"ZZ"') where id = $1`, [order.id]);
  expect((await orderOf(buyer, order.id)).business.country).toBe('ZZ');
});

test('an order is resumed for the same business, and begins anew for another one or none', async () => {
  const buyer = await shop.newBuyer();
  const first = (await expectStatus(201, ask(shop, buyer, { business: FRENCH }))).body.order;
  expect((await expectStatus(200, ask(shop, buyer, { business: { ...FRENCH, vat_id: 'FR 40303265045' } }))).body.order.id).toBe(first.id);
  const other = (await expectStatus(201, ask(shop, buyer, { business: { ...FRENCH, name: 'Another one' } }))).body.order;
  expect(other).toMatchObject({ total: 4118, business: { name: 'Another one' } });
  expect((await expectStatus(201, ask(shop, buyer, {}))).body.order).toMatchObject({ total: 4900, tax: 782, reverse_charge: false, business: null });
});

test('a coupon takes off the same share of the price without the tax, and each amount fits the others', async () => {
  const one = await newShop(app, answerSandbox(app));
  await describeSeller(one);
  await newCoupon(one);
  const buyer = await one.newBuyer();
  const { order, url } = await one.checkOut(buyer, { business: FRENCH, coupon_code: 'AUTUMN', quantity: 3 });
  // 3 x 49.00 less 12.25, without 19 %.
  expect(order).toMatchObject({ subtotal: 12353, discount: 1029, total: 11324, tax: 0 });
  await choose(app, url, 'pay');
  await app.mailbox.runJobs();
  expect(await booksOf(app, one.school.organisation.id)).toEqual({ gateway_clearing: 11324, discounts: 1029, sales: -12353, total: 0 });
});

test('a price that the gateway cannot charge without the tax is refused', async () => {
  const one = await newShop(app, answerSandbox(app));
  await describeSeller(one);
  await expectStatus(200, one.school.browser.call('put', `courses/${one.courseId}/price/`, { ...PRICE, amount: 50 }));
  const buyer = await one.newBuyer();
  expect((await expectStatus(409, ask(one, buyer, { business: FRENCH }))).body.code).toBe('amount_too_small');
  await expectStatus(201, ask(one, buyer, {}));
});

test('the business is exported with its order, and erased with the account and with the address of a guest', async () => {
  const { buyer, orderId } = await buyAs(shop);
  const businessOf = async (id: string) => (await app.database.pool.query('select business from orders where id = $1', [id])).rows[0].business;
  expect((await exportOf(app, buyer.browser))['orders.json']).toContain(FRENCH.vat_id);
  await app.database.pool.query(`update users set deletion_due_at = now() - interval '1 day' where id = $1`, [buyer.id]);
  await runTask(app, 'erase_users');
  expect(await businessOf(orderId)).toBeNull();
  const guest = newGuest(app, shop);
  const { id, url } = await checkOutAsGuest(shop, guest, { business: FRENCH });
  await choose(app, url, 'pay');
  await app.mailbox.runJobs();
  const { rows } = await app.database.pool.query('select buyer, amount::int from invoices where order_id = $1', [id]);
  expect(rows).toEqual([{ buyer: { name: guest.email, email: guest.email, business: FRENCH }, amount: 4118 }]);
  expect(await businessOf(id)).toEqual(FRENCH);
  app.clock.advance(731 * 24 * 3600_000);
  await runTask(app, 'forget_guests');
  expect(await businessOf(id)).toBeNull();
});
