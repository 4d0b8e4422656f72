import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { exportOf } from '../../support/data-export.ts';
import { faultsOf, refusalOf } from '../../support/learner.ts';
import { answerSandbox, choose, newCoupon, newShop, type Shop } from '../../support/shop.ts';

const TEXTS = {
  terms: 'The course is taught online.\nThe law of Hamburg applies.',
  immediate_access: 'I want access at once and lose my right of withdrawal.',
};
const CONSENT = { version: 1, terms: true, immediate_access: true };

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const ask = async ({ school }: Shop, texts: object) => (await expectStatus(200, school.browser.call('put', 'billing/seller/', texts))).body;

async function newAskingShop(): Promise<Shop> {
  const shop = await newShop(app, answerSandbox(app));
  await ask(shop, TEXTS);
  return shop;
}

test('a buyer must consent to each text in its present version, and the order, the receipt and the data export keep what they have consented to', async () => {
  const shop = await newAskingShop();
  const buyer = await shop.newBuyer();
  const faults = (consent?: object) => faultsOf(buyer.browser.call('post', `courses/${shop.courseId}/checkout/`, consent && { consent }));
  expect((await expectStatus(200, buyer.browser.call('get', `courses/${shop.courseId}/checkout/`))).body).toEqual({ version: 1, ...TEXTS });
  expect(await faults()).toEqual(['consent required']);
  expect(await faults({ version: 1 })).toEqual(['consent.terms required', 'consent.immediate_access required']);
  expect(await faults({ ...CONSENT, terms: false })).toEqual(['consent.terms required']);
  expect(await faults({ ...CONSENT, version: 2 })).toEqual(['consent.version outdated']);
  const { order, url } = await shop.checkOut(buyer, { consent: CONSENT });
  await ask(shop, { terms: 'Other terms.' });
  await choose(app, url, 'pay');
  await app.mailbox.runJobs();
  const { body } = await expectStatus(200, buyer.browser.call('get', `me/orders/${order.id}/`));
  expect([body.state, body.consent]).toEqual(['paid', { version: 1, given_at: body.created_at, ...TEXTS }]);
  const receipt = (await app.mailbox.read(buyer.email)).find(({ subject }) => subject === 'Receipt: A course')?.text;
  for (const part of ['You agreed to these terms of sale:', 'The law of Hamburg applies.', TEXTS.immediate_access]) expect(receipt).toContain(part);
  expect((await shop.school.browser.call('get', 'orders/')).body.results[0]).toMatchObject({ id: order.id, terms_version: 1 });
  const exported = await exportOf(app, buyer.browser);
  expect(Object.values(exported).join('\n')).toContain(TEXTS.immediate_access);
  const { body: audit } = await shop.school.browser.call('get', 'audit-log/?action=seller_details.replaced');
  expect(JSON.stringify(audit.results)).toContain('Other terms.');
});

test('new texts end the page that has begun, and texts that are not asked for need no consent', async () => {
  const shop = await newAskingShop();
  const buyer = await shop.newBuyer();
  const before = await shop.checkOut(buyer, { consent: CONSENT });
  expect((await shop.checkOut(buyer, { consent: CONSENT })).order.id).toBe(before.order.id);
  expect((await ask(shop, { terms: 'Other terms.' })).terms_version).toBe(2);
  expect(await faultsOf(buyer.browser.call('post', `courses/${shop.courseId}/checkout/`, { consent: CONSENT }))).toEqual(['consent.version outdated']);
  expect(await shop.stateOf(buyer, before.order.id)).toBe('pending');
  const after = await shop.checkOut(buyer, { consent: { version: 2, terms: true } });
  expect([after.order.id === before.order.id, await shop.stateOf(buyer, before.order.id)]).toEqual([false, 'expired']);
  expect((await ask(shop, {})).terms_version).toBe(null);
  const unasked = await shop.checkOut(buyer);
  expect((await buyer.browser.call('get', `me/orders/${unasked.order.id}/`)).body.consent).toBe(null);
});

test('an order that a coupon makes free needs the consent, too', async () => {
  const shop = await newAskingShop();
  await newCoupon(shop, { percent_off: 100 });
  const { browser } = await shop.newBuyer();
  const path = `courses/${shop.courseId}/checkout/`;
  expect(await faultsOf(browser.call('post', path, { coupon_code: 'AUTUMN' }))).toEqual(['consent required']);
  const { body } = await expectStatus(201, browser.call('post', path, { coupon_code: 'AUTUMN', consent: CONSENT }));
  expect((await browser.call('get', `me/orders/${body.order.id}/`)).body.consent).toMatchObject({ version: 1, ...TEXTS });
});

test('the course page shows the texts, and buys only with consent', async () => {
  const shop = await newAskingShop();
  const buyer = await shop.newBuyer();
  const { slug } = (await shop.school.browser.call('get', `courses/${shop.courseId}/`)).body;
  const here = `/courses/${slug}?organisation=${shop.school.organisation.subdomain}`;
  const { text } = await buyer.browser.open(here);
  for (const part of ['The law of Hamburg applies.', TEXTS.immediate_access, 'name="terms_version" value="1"']) expect(text).toContain(part);
  expect(text).toMatch(/name="consent.terms" value="on" required/);
  const refused = await buyer.browser.submit(here, { buy: '1', terms_version: '1', 'consent.terms': 'on' });
  expect(refused.text).toContain('id="consent.immediate_access-fault"');
  const bought = await buyer.browser.submit(here, { buy: '1', terms_version: '1', 'consent.terms': 'on', 'consent.immediate_access': 'on' });
  expect(bought.headers.location).toMatch(/^\/sandbox\/checkout\//);
});

test('the same texts keep their version, fifty changes at once get versions without gaps, and no version ever changes', async () => {
  const shop = await newAskingShop();
  const versions = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => (await ask(shop, { terms: `Terms ${Math.floor(index / 2)}` })).terms_version as number),
  );
  const { rows } = await app.database.pool.query('select version from sale_terms where organisation_id = $1 order by version', [shop.school.organisation.id]);
  expect(rows.map(({ version }) => version)).toEqual(rows.map((_, index) => index + 1));
  expect(new Set([1, ...versions]).size).toBe(rows.length);
  const { terms_version } = await ask(shop, TEXTS);
  expect([await ask(shop, {}), await ask(shop, TEXTS)].map((seller) => seller.terms_version)).toEqual([null, terms_version]);
  const change = (text: string) => app.database.pool.query(`${text} where organisation_id = '${shop.school.organisation.id}'`);
  await expect(change(`update sale_terms set terms = 'Changed'`)).rejects.toThrow('terms of sale stay as they are');
  await expect(change('delete from sale_terms')).rejects.toThrow('terms of sale stay as they are');
});

test('the texts disappear with the organisation', async () => {
  const shop = await newAskingShop();
  await shop.checkOut(await shop.newBuyer(), { consent: CONSENT });
  const { id } = shop.school.organisation;
  await app.database.pool.query('delete from organisations where id = $1', [id]);
  expect((await app.database.pool.query('select from sale_terms where organisation_id = $1', [id])).rowCount).toBe(0);
});

test('everybody who sees a course reads what its buyers consent to, and nobody else does', async () => {
  const shop = await newAskingShop();
  const path = `/api/v1/courses/${shop.courseId}/checkout/`;
  const visit = () => app.http.get(path).set('X-Organisation', shop.school.organisation.id);
  const { status, body } = await visit();
  expect([status, body]).toEqual([200, { version: 1, ...TEXTS }]);
  await shop.school.agent('patch', `courses/${shop.courseId}/`, { status: 'archived' });
  expect(await refusalOf(visit())).toEqual([404, 'not_found']);
});
