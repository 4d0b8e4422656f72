import { expectStatus } from '../../support/browser.ts';
import { describeSeller, download, FRENCH } from '../../support/invoices.ts';
import { buyPlan, eachWithPlatform, passDays, payPlan, payStorage, platformBooksOf, storageOf, subscriptionOf } from '../../support/platform-shop.ts';

const at = eachWithPlatform();

const BUYER = { legal_name: FRENCH.name, address: FRENCH.address, country: 'FR', vat_id: 'FR 40 303 265 045' };

const describe = (details: object) => describeSeller(at, details);
const invoicesOf = async () => (await expectStatus(200, at.school.browser.call('get', 'billing/invoices/'))).body.results;

beforeAll(() =>
  at.app.database.pool.query(`update platform_seller set name = 'Platform Ltd', country = 'IE', vat_id = 'IE6433435OA', tax_label = 'VAT', tax_rate = 2300`),
);

test('an organisation of another member state pays its plan without the tax, also when it renews or changes the plan, until it loses its VAT ID', async () => {
  const { app, school } = at;
  await describe(BUYER);
  const { body: preview } = await expectStatus(200, buyPlan(school.browser, { plan_id: 'starter', preview: true }));
  // 29.00 without 23 %.
  expect(preview.amount_due).toBe(2358);
  await payPlan(app, school, { plan_id: 'starter' });
  expect((await subscriptionOf(school)).billing).toMatchObject({ amount: 2358, reverse_charge: true });
  await passDays(app, school, 31);
  await describe({});
  await expectStatus(200, buyPlan(school.browser, { plan_id: 'pro' }));
  await payStorage(app, school, { addon_id: 'storage_100' });
  expect(await storageOf(school)).toMatchObject({ amount: 1000, reverse_charge: false });
  const [storage, change, renewal, first] = await invoicesOf();
  expect([first, renewal].map(({ amount, tax }) => [amount, tax])).toEqual([
    [2358, 0],
    [2358, 0],
  ]);
  expect([change.tax, storage.tax]).toEqual([0, 187]);
  expect(await platformBooksOf(app, school)).toMatchObject({ tax_owed: -187 });
  const { text } = await download(app, school, `billing/invoices/${first.id}/pdf/`);
  for (const part of ['Reverse charge', 'IE6433435OA', FRENCH.name, 'FR 40 303 265 045', '$23.58']) expect(text).toContain(part);
  expect((await download(app, school, `billing/invoices/${storage.id}/pdf/`)).text).not.toContain('Reverse charge');
});

test.each([
  ['at home', { ...BUYER, country: 'IE', vat_id: 'IE6388047V' }],
  ['outside the Union', { ...BUYER, country: 'CH', vat_id: 'CHE123456788MWST' }],
  ['whose VAT ID is none of its country', { ...BUYER, vat_id: 'FR40303265046' }],
  ['without a VAT ID', { ...BUYER, vat_id: null }],
])('an organisation %s pays the tax', async (_name, details) => {
  await describe(details);
  await payPlan(at.app, at.school, { plan_id: 'starter' });
  const [{ amount, tax }] = await invoicesOf();
  expect([amount, tax]).toEqual([2900, 542]);
});

test('a checkout begins anew if who owes the tax has changed', async () => {
  const { browser } = at.school;
  const first = await expectStatus(201, buyPlan(browser, { plan_id: 'starter' }));
  await describe(BUYER);
  const second = await expectStatus(201, buyPlan(browser, { plan_id: 'starter' }));
  expect([first.body.amount_due, second.body.amount_due]).toEqual([2900, 2358]);
  expect(second.body.url).not.toBe(first.body.url);
});

test('an invoice names the organisation as its details were when it was paid, so that a change shows from the next payment on', async () => {
  const { app, school } = at;
  const [before, after] = [
    { ...BUYER, country: 'IE', vat_id: 'IE6388047V' },
    { ...BUYER, legal_name: 'Dupont Holdings Ltd', address: '1 Quay Street\nGalway', country: 'IE', vat_id: 'IE6433435OA' },
  ];
  await describe(before);
  await payPlan(app, school, { plan_id: 'starter' });
  await describe(after);
  await passDays(app, school, 31);
  const [renewal, first] = await invoicesOf();
  const texts = [];
  for (const { id } of [first, renewal]) texts.push((await download(app, school, `billing/invoices/${id}/pdf/`)).text);
  expect(texts.map((text) => [text.includes(before.legal_name), text.includes('Quay Street')])).toEqual([
    [true, false],
    [false, true],
  ]);
});
