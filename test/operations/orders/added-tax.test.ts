import { startTestApp, type TestApp, withPorts } from '../../support/app.ts';
import { expectStatus, type TestUser } from '../../support/browser.ts';
import { exportOf } from '../../support/data-export.ts';
import { listenForEvents } from '../../support/events.ts';
import { checkOutAsGuest, guestOf, newGuest } from '../../support/guests.ts';
import { ADDING, describeSeller, download, FRENCH, SELLER } from '../../support/invoices.ts';
import { AFTERMATH } from '../../support/jobs.ts';
import { answerSandbox, booksOf, chargeShare, choose, newCoupon, newShop, PRICE, type Shop } from '../../support/shop.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';

let app: TestApp;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  app = await startTestApp(withPorts({ publicPost: receiver.post }), { idle: AFTERMATH });
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

async function openShop(seller: object = ADDING): Promise<Shop> {
  const shop = await newShop(app, answerSandbox(app));
  await describeSeller(shop, seller);
  return shop;
}

const orderOf = async ({ browser }: TestUser, id: string) => (await expectStatus(200, browser.call('get', `me/orders/${id}/`))).body;
const ask = ({ courseId }: Shop, { browser }: TestUser, body: object = {}) => browser.call('post', `courses/${courseId}/checkout/`, body);

async function buyAt(shop: Shop, body: object = {}) {
  const buyer = await shop.newBuyer();
  const { order, url } = await shop.checkOut(buyer, body);
  const page = await app.http.get(new URL(url).pathname);
  await choose(app, url, 'pay');
  await app.mailbox.runJobs();
  return { buyer, order: await orderOf(buyer, order.id), page: page.text };
}

test('a tax that prices lack is added: page, order, invoice, books, analytics, event, export and platform fee agree', async () => {
  const shop = await openShop();
  await chargeShare(app, shop, 1000);
  const { browser, organisation } = shop.school;
  const told = await listenForEvents(app, shop.school, receiver, ['order.paid']);
  const { buyer, order, page } = await buyAt(shop);
  expect(page).toContain('58.31');
  const tax_lines = [{ label: 'VAT', rate: 1900, country: 'DE', amount: 931 }];
  const amounts = { subtotal: 4900, discount: 0, total: 5831, tax: 931, prices_include_tax: false };
  expect(order).toMatchObject({ state: 'paid', ...amounts, tax_lines, reverse_charge: false, invoices: [{ amount: 5831, tax: 931 }] });
  expect(await booksOf(app, organisation.id)).toEqual({ gateway_clearing: 5248, platform_fees: 583, sales: -4900, tax_owed: -931, total: 0 });
  const { text } = await download(app, buyer, `me/orders/${order.id}/invoice/`);
  for (const part of ['€49', 'VAT (19%)', '€9.31', '€58.31', 'before tax']) expect(text).toContain(part);
  expect(text).not.toContain('Includes VAT');
  expect(await told()).toMatchObject([{ type: 'order.paid', data: amounts }]);
  expect(JSON.parse((await exportOf(app, buyer.browser))['orders.json'] as string)).toMatchObject([amounts]);
  const { body: sold } = await expectStatus(200, browser.call('get', 'orders/'));
  expect(sold.results[0]).toMatchObject({ total: 5831, tax: 931, platform_fee: 583 });
  const { body: moved } = await expectStatus(200, browser.call('get', 'analytics/purchases/'));
  expect(moved.results[0]).toMatchObject({ kind: 'sale', amount: 4900, tax: 931 });
  const { text: csv } = await expectStatus(200, browser.call('get', 'analytics/purchases/export/'));
  expect(csv.split('\r\n')[1]?.split(',').slice(-4)).toEqual(['4900', '931', 'false', '']);
});

test('a coupon takes off before the tax, several places pay it once, and refunds give back its share until nothing is left', async () => {
  const shop = await openShop();
  await newCoupon(shop);
  const { buyer, order } = await buyAt(shop, { coupon_code: 'AUTUMN', quantity: 3 });
  // 3 x 49.00 less 12.25 is 134.75, of which 19 % is 25.60.
  expect(order).toMatchObject({ subtotal: 14700, discount: 1225, total: 16035, tax: 2560, quantity: 3 });
  expect(order.access_codes).toHaveLength(3);
  const { browser, organisation } = shop.school;
  expect(await booksOf(app, organisation.id)).toEqual({ gateway_clearing: 16035, discounts: 1225, sales: -14700, tax_owed: -2560, total: 0 });
  const { text } = await download(app, buyer, `me/orders/${order.id}/invoice/`);
  for (const part of ['€147', '€12.25', '€25.60', '€160.35', '€134.75']) expect(text).toContain(part);
  for (const amount of [1000, 5035, 10000]) await expectStatus(201, browser.call('post', `courses/${shop.courseId}/refund/`, { order_id: order.id, amount }));
  const { invoices, state } = await orderOf(buyer, order.id);
  expect(state).toBe('refunded');
  expect(invoices.map(({ amount, tax }: { amount: number; tax: number }) => [amount, tax])).toEqual([
    [16035, 2560],
    [1000, 160],
    [5035, 803],
    [10000, 1597],
  ]);
  expect(await booksOf(app, organisation.id)).toEqual({ gateway_clearing: 0, discounts: 1225, sales: -14700, refunds: 13475, tax_owed: 0, total: 0 });
  const note = await download(app, buyer, `me/orders/${order.id}/invoice/?number=${invoices[1].number}`);
  for (const part of ['€10', '€1.60', 'Includes VAT (19%)']) expect(note.text).toContain(part);
});

test('a guest and the giver of a gift pay the tax, too, and a coupon that leaves nothing leaves no tax', async () => {
  const shop = await openShop();
  const guest = newGuest(app, shop);
  const { id, url } = await checkOutAsGuest(shop, guest);
  await choose(app, url, 'pay');
  await app.mailbox.runJobs();
  expect(await guestOf(app, id)).toMatchObject({ email: guest.email });
  expect((await app.database.pool.query('select total::int, tax::int from orders where id = $1', [id])).rows).toEqual([{ total: 5831, tax: 931 }]);
  expect((await buyAt(shop, { gift: true })).order).toMatchObject({ total: 5831, tax: 931, is_gift: true });
  await newCoupon(shop, { percent_off: 100 });
  const buyer = await shop.newBuyer();
  const { order } = (await expectStatus(201, ask(shop, buyer, { coupon_code: 'AUTUMN' }))).body;
  expect(order).toMatchObject({ subtotal: 4900, discount: 4900, total: 0, tax: 0, prices_include_tax: false });
});

test('a business that owes the tax pays the price as it is, and so does everybody if there is no tax', async () => {
  const shop = await openShop();
  const owed = await buyAt(shop, { business: FRENCH });
  expect(owed.order).toMatchObject({ subtotal: 4900, total: 4900, tax: 0, tax_lines: [], reverse_charge: true });
  expect((await download(app, owed.buyer, `me/orders/${owed.order.id}/invoice/`)).text).toContain('Reverse charge');
  await describeSeller(shop, { ...ADDING, tax: null });
  expect((await buyAt(shop)).order).toMatchObject({ subtotal: 4900, total: 4900, tax: 0 });
  expect(await booksOf(app, shop.school.organisation.id)).toEqual({ gateway_clearing: 9800, sales: -9800, total: 0 });
});

test('the tax is rounded to what the gateway can charge', async () => {
  const shop = await openShop();
  await expectStatus(200, shop.school.browser.call('put', `courses/${shop.courseId}/price/`, { amount: 1010, currency: 'KWD' }));
  // 19 % of 1.010 is 0.1919, and KWD is charged in steps of 0.010.
  expect((await buyAt(shop)).order).toMatchObject({ subtotal: 1010, total: 1200, tax: 190 });
});

test('everybody sees whether a price is all that is to be paid, and the setting is audited', async () => {
  const shop = await openShop();
  const { browser } = shop.school;
  const visitor = await shop.newBuyer();
  const seen = async () => {
    const { body: price } = await expectStatus(200, visitor.browser.call('get', `courses/${shop.courseId}/price/`));
    const { body: found } = await expectStatus(200, visitor.browser.call('get', 'me/discover/'));
    const { slug } = found.results[0].course;
    const { text } = await app.http.get(`/courses/${slug}?organisation=${shop.school.organisation.subdomain}`);
    return [price.includes_tax, found.results[0].price.includes_tax, !text.includes('€49.00 plus tax')];
  };
  expect(await seen()).toEqual([false, false, false]);
  expect((await expectStatus(200, browser.call('put', `courses/${shop.courseId}/price/`, PRICE))).body).toMatchObject({ includes_tax: false });
  await describeSeller(shop, { ...ADDING, tax: null });
  expect(await seen()).toEqual([true, true, true]);
  await describeSeller(shop, SELLER);
  expect(await seen()).toEqual([true, true, true]);
  const { rows } = await app.database.pool.query(
    `select before ->> 'prices_include_tax' as before, after ->> 'prices_include_tax' as after from audit_log
      where organisation_id = $1 and action = 'seller_details.replaced' order by id`,
    [shop.school.organisation.id],
  );
  expect(rows).toEqual([
    { before: 'true', after: 'false' },
    { before: null, after: null },
    { before: 'false', after: 'true' },
  ]);
});

test('an order keeps whether the tax is added; a checkout after the setting has changed begins anew', async () => {
  const shop = await openShop();
  const paid = await buyAt(shop);
  const buyer = await shop.newBuyer();
  const first = (await expectStatus(201, ask(shop, buyer))).body.order;
  expect((await expectStatus(200, ask(shop, buyer))).body.order.id).toBe(first.id);
  await describeSeller(shop, SELLER);
  const second = (await expectStatus(201, ask(shop, buyer))).body.order;
  expect(second).toMatchObject({ subtotal: 4900, total: 4900, tax: 782, prices_include_tax: true });
  await expectStatus(201, shop.school.browser.call('post', `courses/${shop.courseId}/refund/`, { order_id: paid.order.id }));
  expect((await orderOf(paid.buyer, paid.order.id)).invoices.at(-1)).toMatchObject({ kind: 'credit_note', amount: 5831, tax: 931 });
});
