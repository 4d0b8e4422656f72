import { startTestApp, type TestApp, withPorts } from '../../support/app.ts';
import { MANY } from '../../support/at-once.ts';
import { Browser, expectStatus } from '../../support/browser.ts';
import { refusalOf } from '../../support/learner.ts';
import { answerSandbox, askToBuy, type Buyer, booksOf, couponUses, newBuyers, newCoupon, newShop, type Shop } from '../../support/shop.ts';
import { statusCounts } from '../../support/studio.ts';

let app: TestApp;
let shop: Shop;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  shop = await newShop(app, answerSandbox(app));
});
afterAll(() => app.close());

const run = () => app.mailbox.runJobs();

test('a coupon for the whole price gives access at once, without the gateway, with a mail, an entry in the books and its use counted', async () => {
  const id = await newCoupon(shop, { percent_off: null, amount_off: 9900, currency: 'EUR' });
  await expectStatus(204, shop.school.browser.call('delete', 'qa/me/gateway-connect/'));
  const buyer = await shop.newBuyer();
  const { body } = await expectStatus(201, askToBuy(shop, buyer, 'AUTUMN'));
  expect(body).toMatchObject({ url: null, order: { state: 'paid', next_action: 'none', subtotal: 4900, discount: 4900, total: 0, coupon_code: 'AUTUMN' } });
  expect([await shop.accessOf(buyer), await couponUses(app, id)]).toEqual([{ source: 'purchase', is_over: false }, 1]);
  expect(await booksOf(app, shop.school.organisation.id)).toEqual({ discounts: 4900, sales: -4900, total: 0 });
  expect((await expectStatus(200, buyer.browser.call('get', `me/orders/${body.order.id}/?refresh=true`))).body).toEqual({
    ...body.order,
    access_codes: [],
    invoices: [],
    consent: null,
  });
  await run();
  expect((await app.mailbox.read(buyer.email)).map(({ text }) => text)).toContainEqual(expect.stringContaining('Your coupon covered the full price'));
  const { body: audit } = await shop.school.browser.call('get', 'audit-log/?action=order');
  expect(audit.results.map(({ action }: { action: string }) => action)).toEqual(['order.paid', 'order.created']);
});

test('a coupon for the whole price works where no gateway is configured', async () => {
  await newCoupon(shop, { percent_off: 100 });
  const none = await startTestApp(withPorts({ payments: null }), { beside: app });
  const buyer = await shop.newBuyer();
  const same = new Browser(none);
  same.cookie = buyer.browser.cookie;
  same.headers['X-Organisation'] = shop.school.organisation.id;
  const { body } = await expectStatus(201, same.call('post', `courses/${shop.courseId}/checkout/`, { coupon_code: 'AUTUMN' }));
  expect([body.url, await shop.accessOf(buyer)]).toEqual([null, { source: 'purchase', is_over: false }]);
  await none.close();
});

test('a coupon for the whole price ends the page that was to be paid', async () => {
  await newCoupon(shop, { percent_off: 100 });
  const buyer = await shop.newBuyer();
  const { body: paid } = await expectStatus(201, askToBuy(shop, buyer));
  await expectStatus(201, askToBuy(shop, buyer, 'AUTUMN'));
  expect(await shop.stateOf(buyer, paid.order.id)).toBe('expired');
  expect((await app.http.get(new URL(paid.url).pathname)).text).toContain('This checkout has expired');
});

test('of many free orders at once, one gets the last use of the coupon, and the others get nothing at all', async () => {
  const id = await newCoupon(shop, { percent_off: 100, max_uses: 1 });
  const buyers = await newBuyers(shop, Math.ceil(MANY / 2));
  const answers = await Promise.all(Array.from({ length: 2 * buyers.length }, (_, n) => askToBuy(shop, buyers[n % buyers.length] as Buyer, 'AUTUMN')));
  const winners = answers.filter(({ status }) => status === 201);
  expect(winners).toHaveLength(1);
  const refusals = answers.filter(({ status }) => status !== 201).map(({ status, body }) => [status, body.code]);
  expect(refusals.every(([status, code]) => (status === 400 && code === 'validation_error') || (status === 409 && code === 'already_enrolled'))).toBe(true);
  expect(await couponUses(app, id)).toBe(1);
  const { rows } = await app.database.pool.query('select state from orders where course_id = $1', [shop.courseId]);
  expect(rows).toEqual([{ state: 'paid' }]);
  expect((await Promise.all(buyers.map((buyer) => shop.accessOf(buyer)))).filter(Boolean)).toHaveLength(1);
});

test('many free orders of one buyer at once give access once and use the coupon once', async () => {
  const id = await newCoupon(shop, { percent_off: 100 });
  const buyer = await shop.newBuyer();
  const answers = await Promise.all(Array.from({ length: MANY }, () => askToBuy(shop, buyer, 'AUTUMN')));
  expect(statusCounts(answers)).toEqual({ 201: 1, 409: MANY - 1 });
  expect([await couponUses(app, id), (await buyer.browser.call('get', 'me/orders/')).body.count]).toEqual([1, 1]);
});

test('of twelve free orders of one person at once, those beyond the limit for each person are told of that limit', async () => {
  await newCoupon(shop, { percent_off: 100, max_uses_per_person: 1 });
  const { browser } = await shop.newBuyer();
  const give = () => browser.call('post', `courses/${shop.courseId}/checkout/`, { coupon_code: 'AUTUMN', gift: true });
  const answers = await Promise.all(Array.from({ length: 12 }, give));
  expect(statusCounts(answers)).toEqual({ 201: 1, 400: 11 });
  expect(new Set(answers.flatMap(({ body }) => body.errors?.map(({ code }: { code: string }) => code) ?? []))).toEqual(new Set(['used_by_person']));
});

test('a free order respects the limit of the plan', async () => {
  const id = await newCoupon(shop, { percent_off: 100 });
  const buyer = await shop.newBuyer();
  await app.database.pool.query(`update plans set learner_limit = 0 where id = 'enterprise'`);
  expect(await refusalOf(askToBuy(shop, buyer, 'AUTUMN'))).toEqual([403, 'learner_limit']);
  await app.database.pool.query(`update plans set learner_limit = null where id = 'enterprise'`);
  expect([await couponUses(app, id), await shop.accessOf(buyer), (await buyer.browser.call('get', 'me/orders/')).body.count]).toEqual([0, undefined, 0]);
});

test('the course page takes a coupon, says why it cannot be used, and leads to the order if nothing is to be paid', async () => {
  await newCoupon(shop, { percent_off: 100 });
  const buyer = await shop.newBuyer();
  const { slug } = (await shop.school.browser.call('get', `courses/${shop.courseId}/`)).body;
  const here = `/courses/${slug}?organisation=${shop.school.organisation.subdomain}`;
  expect((await buyer.browser.open(here)).text).toContain('name="coupon_code"');
  expect((await buyer.browser.submit(here, { buy: '1', coupon_code: 'SPRING' })).text).toContain('This code does not exist');
  const { status, headers } = await buyer.browser.submit(here, { buy: '1', coupon_code: 'autumn' });
  expect([status, headers.location]).toEqual([303, expect.stringContaining('/orders/')]);
  expect((await buyer.browser.open(headers.location as string)).text).toContain('You have access to the course');
});
