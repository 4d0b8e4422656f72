import { issueInvoices } from '../../../src/domain/commerce/invoices/issue.ts';
import { newId } from '../../../src/domain/kernel/ids.ts';
import { timeOf } from '../../../src/platform/clock/clock.ts';
import { inTransaction } from '../../../src/platform/database/connect.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus, type TestUser } from '../../support/browser.ts';
import { describeSeller, download, SELLER } from '../../support/invoices.ts';
import { AFTERMATH, runTask } from '../../support/jobs.ts';
import { refusalOf } from '../../support/learner.ts';
import { newColleague } from '../../support/school.ts';
import { answerSandbox, askToBuy, booksOf, buy, newCoupon, newShop, type Shop } from '../../support/shop.ts';

const NO_TERMS = { terms: null, immediate_access: null, terms_version: null };

let app: TestApp;
let shop: Shop;
let sale: Awaited<ReturnType<typeof buy>>;
beforeAll(async () => {
  app = await startTestApp(undefined, { idle: AFTERMATH });
  shop = await newShop(app, answerSandbox(app));
  sale = await buy(app, shop);
});
afterAll(() => app.close());

const orderOf = async ({ browser }: TestUser, id: string) => (await expectStatus(200, browser.call('get', `me/orders/${id}/`))).body;
const refund = ({ school, courseId }: Shop, orderId: string, amount?: number) =>
  expectStatus(201, school.browser.call('post', `courses/${courseId}/refund/`, { order_id: orderId, ...(amount && { amount }) }));

test('a buyer downloads an invoice with its number, the seller and the tax, as it was when the order was paid', async () => {
  const one = await newShop(app, answerSandbox(app));
  expect((await one.school.browser.call('get', 'billing/seller/')).body).toEqual({
    legal_name: null,
    address: null,
    country: null,
    vat_id: null,
    tax: null,
    prices_include_tax: true,
    gateway_tax: false,
    takes_delayed_payments: true,
    ...NO_TERMS,
  });
  expect((await describeSeller(one, SELLER)).body).toEqual({ ...SELLER, ...NO_TERMS });
  const { buyer, orderId } = await buy(app, one);
  const order = await orderOf(buyer, orderId);
  expect(order).toMatchObject({ total: 4900, tax: 782, tax_lines: [{ label: 'VAT', rate: 1900, country: 'DE', amount: 782 }] });
  const number = `TEST-INV-${new Date(app.clock.now()).getUTCFullYear()}-000001`;
  expect(order.invoices).toEqual([{ number, kind: 'invoice', amount: 4900, tax: 782, issued_at: order.paid_at }]);
  expect(await booksOf(app, one.school.organisation.id)).toEqual({ gateway_clearing: 4900, sales: -4118, tax_owed: -782, total: 0 });
  const { bytes, text, name } = await download(app, buyer, `me/orders/${orderId}/invoice/`);
  expect(name).toContain(`${number}.pdf`);
  for (const part of [
    number,
    'Harbour Academy GmbH',
    '20457 Hamburg',
    'DE123456789',
    'Test user',
    'A course',
    '€49',
    'VAT (19%)',
    '€7.82',
    '€41.18',
    'Test: nothing was charged',
  ])
    expect(text).toContain(part);
  await describeSeller(one, { legal_name: 'Somebody else' });
  await app.database.pool.query(`update users set name = 'Another name' where id = $1`, [buyer.id]);
  expect((await download(app, buyer, `me/orders/${orderId}/invoice/?number=${number}`)).bytes.equals(bytes)).toBe(true);
  const { body: audit } = await one.school.browser.call('get', 'audit-log/?action=seller_details.replaced');
  expect(audit.count).toBe(2);
  const page = await buyer.browser.open(`/orders/${orderId}?organisation=${one.school.organisation.subdomain}`);
  expect(page.text).toMatch(new RegExp(`/api/v1/me/orders/${orderId}/invoice/[^"]+number=${number}"`));
});

test('refunds in parts get credit notes whose tax adds up to that of the order, and an invoice again if one fails', async () => {
  const one = await newShop(app, answerSandbox(app));
  await describeSeller(one, SELLER);
  const { buyer, orderId } = await buy(app, one);
  for (const amount of [333, 333, undefined]) await refund(one, orderId, amount);
  const { invoices } = await orderOf(buyer, orderId);
  expect(invoices.map(({ kind, amount, tax }: Record<string, unknown>) => [kind, amount, tax])).toEqual([
    ['invoice', 4900, 782],
    ['credit_note', 333, 53],
    ['credit_note', 333, 53],
    ['credit_note', 4234, 676],
  ]);
  expect(await booksOf(app, one.school.organisation.id)).toEqual({ gateway_clearing: 0, sales: -4118, tax_owed: 0, refunds: 4118, total: 0 });
  const { text } = await download(app, buyer, `me/orders/${orderId}/invoice/?number=${invoices[1].number}`);
  for (const part of ['Credit note', invoices[1].number, invoices[0].number, 'Refunded: A course', '€3.33', '€0.53']) expect(text).toContain(part);
  expect((await one.school.browser.call('get', 'orders/')).body.results[0]).toMatchObject({ tax: 782, invoices });
  await app.database.pool.query(`update sandbox_objects set body = body || '{"state": "failed"}' where body ->> 'amount' = '4234'`);
  await runTask(app, 'settle_reversals', { organisation_id: one.school.organisation.id, order_id: orderId });
  const again = (await orderOf(buyer, orderId)).invoices[4];
  expect(again).toMatchObject({ kind: 'invoice', amount: 4234, tax: 676 });
  expect((await download(app, buyer, `me/orders/${orderId}/invoice/?number=${again.number}`)).text).toContain('Paid again: the refund failed');
  expect((await booksOf(app, one.school.organisation.id)).tax_owed).toBe(-676);
});

test('the numbers of fifty documents that are issued at once have no gaps, also if some of their transactions fail', async () => {
  const { orderId } = sale;
  const organisationId = shop.school.organisation.id;
  const issue = (fails: boolean) =>
    inTransaction(app.database.db, async (trx) => {
      const document = { organisationId, orderId, kind: 'credit_note', sourceId: newId(), amount: 1, tax: 0 } as const;
      await issueInvoices(trx, [document], timeOf(app.clock));
      if (fails) throw new Error('as if the process had ended');
    });
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, (_, index) => issue(index % 5 === 0)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(40);
  const { rows } = await app.database.pool.query(`select number from invoices where organisation_id = $1 and kind = 'credit_note' order by number`, [
    organisationId,
  ]);
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
});

test('a document can be neither changed nor deleted', async () => {
  const change = (text: string) => app.database.pool.query(`${text} where order_id = '${sale.orderId}'`);
  await expect(change('update invoices set amount = 1')).rejects.toThrow('invoices stay as they are');
  await expect(change(`update invoices set buyer = '{}'`)).rejects.toThrow('invoices stay as they are');
  await expect(change('delete from invoices')).rejects.toThrow('invoices stay as they are');
});

test('owners read the invoice of a buyer whose account is gone for ten years, and other staff do not', async () => {
  const { orderId } = await buy(app, shop);
  await app.database.pool.query('update orders set buyer_id = null where id = $1', [orderId]);
  const { browser } = shop.school;
  const path = `orders/${orderId}/invoice/`;
  expect((await download(app, { browser }, path)).text).toContain('Test user');
  expect(await refusalOf((await newColleague(app, shop.school)).browser.call('get', path))).toEqual([403, 'permission_denied']);
  await app.database.pool.query(`alter table invoices disable trigger invoices_stay`);
  await app.database.pool.query(`update invoices set issued_at = issued_at - interval '10 years' where order_id = $1`, [orderId]);
  await app.database.pool.query(`alter table invoices enable trigger invoices_stay`);
  app.clock.advance(60_000);
  await runTask(app, 'forget_invoice_buyers');
  const { text } = await download(app, { browser }, path);
  expect(text).not.toContain('Test user');
  expect(text).toContain('€49');
});

test('without a number, the invoice about the payment is downloaded, whatever else was issued first', async () => {
  const one = await newShop(app, answerSandbox(app));
  const { buyer, orderId } = await buy(app, one);
  await app.database.pool.query(
    `insert into invoices (organisation_id, id, order_id, source_id, kind, livemode, year, number, amount, tax, contents, buyer, issued_at)
     select organisation_id, '00000000-0000-7000-8000-000000000000', order_id, id, 'credit_note', livemode, year, 900, 1, 0, contents, buyer, issued_at
     from invoices where order_id = $1`,
    [orderId],
  );
  for (const [caller, path] of [
    [buyer, `me/orders/${orderId}/invoice/`],
    [one.school, `orders/${orderId}/invoice/`],
  ] as const)
    expect((await download(app, caller, path)).name).toContain('TEST-INV-');
});

test('erasing a buyer forgets them in documents about orders of the sandbox, and keeps them in those the law asks for', async () => {
  const one = await newShop(app, answerSandbox(app));
  const [sandboxed, real] = [await buy(app, one), await buy(app, one)];
  await app.database.pool.query('alter table invoices disable trigger invoices_stay');
  await app.database.pool.query('update invoices set livemode = true, number = number + 1000 where order_id = $1', [real.orderId]);
  await app.database.pool.query('alter table invoices enable trigger invoices_stay');
  await app.database.pool.query(`update users set deletion_due_at = now() - interval '1 day' where id = any($1)`, [[sandboxed.buyer.id, real.buyer.id]]);
  await runTask(app, 'erase_users');
  const buyerOf = async (orderId: string) => (await app.database.pool.query('select buyer from invoices where order_id = $1', [orderId])).rows[0].buyer;
  expect(await buyerOf(sandboxed.orderId)).toBeNull();
  expect(await buyerOf(real.orderId)).toMatchObject({ email: real.buyer.email });
});

test('orders of others, orders for which nothing was paid and unknown numbers have no invoice', async () => {
  const { buyer, orderId } = sale;
  const [other, free] = [await shop.newBuyer(), await shop.newBuyer()];
  const { order } = await shop.checkOut(other);
  await newCoupon(shop, { percent_off: 100 });
  const { body } = await expectStatus(201, askToBuy(shop, free, 'AUTUMN'));
  expect((await orderOf(free, body.order.id)).invoices).toEqual([]);
  for (const [{ browser }, path] of [
    [other, `me/orders/${orderId}/invoice/`],
    [other, `me/orders/${order.id}/invoice/`],
    [free, `me/orders/${body.order.id}/invoice/`],
    [buyer, `me/orders/${orderId}/invoice/?number=CN-2026-000001`],
    [buyer, 'me/orders/nothing/invoice/'],
    [shop.school, `orders/${order.id}/invoice/`],
  ] as const)
    expect(await refusalOf(browser.call('get', path))).toEqual([404, 'not_found']);
});

test('an invoice is in the language of the organisation, and in English if that has no texts', async () => {
  const one = await newShop(app, answerSandbox(app));
  const { browser, organisation } = one.school;
  for (const [language, heading] of [
    ['de-AT', 'Rechnung'],
    ['ja', 'Invoice'],
  ] as const) {
    await app.database.pool.query('update organisations set language = $2 where id = $1', [organisation.id, language]);
    const { orderId } = await buy(app, one);
    expect((await download(app, { browser }, `orders/${orderId}/invoice/`)).text).toContain(heading);
  }
});
