import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { exportOf } from '../../support/data-export.ts';
import { refusalOf, report } from '../../support/learner.ts';
import { DAY_MS, POLICY } from '../../support/refunds.ts';
import { answerSandbox, type Buyer, booksOf, buy, choose, newShop, type Shop } from '../../support/shop.ts';
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
const orderOf = async ({ browser }: Buyer, id: string) => (await expectStatus(200, browser.call('get', `me/orders/${id}/`))).body;
const redeem = ({ browser }: Buyer, code: string) => browser.call('post', 'courses/redeem/', { code });
const refused = (body: object) => async () => refusalOf((await shop.newBuyer()).browser.call('post', `courses/${shop.courseId}/checkout/`, body));
const buyPlaces = async (buyer: Buyer, body: object): Promise<string[]> => {
  const { order, url } = await shop.checkOut(buyer, body);
  await choose(app, url, 'pay');
  await run();
  return (await orderOf(buyer, order.id)).access_codes.map(({ code }: { code: string }) => code);
};

test('an order of several places gives a code for each when it is paid, which others redeem, and gives its buyer no access', async () => {
  const buyer = await shop.newBuyer();
  const { order, url } = await shop.checkOut(buyer, { quantity: 3 });
  expect(order).toMatchObject({ quantity: 3, is_gift: false, subtotal: 14_700, total: 14_700 });
  expect((await app.http.get(new URL(url).pathname)).text).toContain('3 × A course');
  expect((await orderOf(buyer, order.id)).access_codes).toEqual([]);
  await choose(app, url, 'pay');
  await run();
  const { access_codes } = await orderOf(buyer, order.id);
  expect(access_codes).toEqual(Array(3).fill({ code: expect.stringMatching(/^[A-Z2-9]{12}$/), status: 'active' }));
  expect(new Set(access_codes.map(({ code }: { code: string }) => code)).size).toBe(3);
  expect([await shop.accessOf(buyer), await booksOf(app, shop.school.organisation.id)]).toEqual([
    undefined,
    { gateway_clearing: 14_700, sales: -14_700, total: 0 },
  ]);
  const [one, two] = [await shop.newBuyer(), await shop.newBuyer()];
  await expectStatus(201, redeem(one, access_codes[0].code));
  expect(await refusalOf(redeem(two, access_codes[0].code))).toEqual([409, 'access_code_used_up']);
  expect((await orderOf(buyer, order.id)).access_codes.map(({ status }: { status: string }) => status)).toEqual(['used_up', 'active', 'active']);
  expect((await app.mailbox.read(buyer.email)).map(({ text }) => text)).toContainEqual(expect.stringContaining('the 3 access codes'));
});

test('a gift of one place gives a code, also to somebody who has the course', async () => {
  const buyer = await shop.newBuyer();
  await choose(app, (await shop.checkOut(buyer)).url, 'pay');
  await run();
  expect(await refusalOf(buyer.browser.call('post', `courses/${shop.courseId}/checkout/`, {}))).toEqual([409, 'already_enrolled']);
  const [code] = await buyPlaces(buyer, { gift: true });
  const friend = await shop.newBuyer();
  await expectStatus(201, redeem(friend, code as string));
  expect(await shop.accessOf(friend)).toEqual({ source: 'code', is_over: false });
});

test('another number of places ends the page with the earlier one', async () => {
  const buyer = await shop.newBuyer();
  const before = await shop.checkOut(buyer, { quantity: 2 });
  expect((await shop.checkOut(buyer, { quantity: 2 })).url).toBe(before.url);
  const after = await shop.checkOut(buyer, { quantity: 3 });
  expect([after.order.total, await shop.stateOf(buyer, before.order.id)]).toEqual([14_700, 'expired']);
  expect((await shop.checkOut(buyer, { quantity: 3, gift: true })).order.id).not.toBe(after.order.id);
});

test('a coupon reduces the price of one place, so that a coupon for the whole price never gives several places', async () => {
  const path = `courses/${shop.courseId}/coupons/`;
  await expectStatus(201, shop.school.browser.call('post', path, { code: 'WHOLE', percent_off: 100 }));
  const buyer = await shop.newBuyer();
  const { order } = await shop.checkOut(buyer, { quantity: 3, coupon_code: 'WHOLE' });
  expect(order).toMatchObject({ subtotal: 14_700, discount: 4900, total: 9800 });
  const free = await shop.checkOut(buyer, { gift: true, coupon_code: 'WHOLE' });
  expect([free.url, (await orderOf(buyer, free.order.id)).access_codes.length]).toEqual([null, 1]);
});

test.each([{ quantity: 0 }, { quantity: 501 }, { quantity: 1.5 }, { gift: 'yes' }, { seats: 2 }])('a checkout with %j is refused', async (body) => {
  expect(await refused(body)()).toEqual([400, 'validation_error']);
});

test('an amount that the gateway cannot charge at once is refused', async () => {
  await app.database.pool.query('update courses set price_amount = 90000000 where id = $1', [shop.courseId]);
  expect(await refused({ quantity: 2 })()).toEqual([409, 'amount_too_large']);
});

test('of fifty people at once, as many get a place as codes were bought', async () => {
  const codes = await buyPlaces(await shop.newBuyer(), { quantity: 2 });
  const people = await Promise.all(Array.from({ length: 10 }, () => shop.newBuyer()));
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => redeem(people[n % 10] as Buyer, codes[n % 2] as string)));
  expect(statusCounts(answers)[201]).toBe(2);
  expect((await Promise.all(people.map((person) => shop.accessOf(person)))).filter(Boolean)).toHaveLength(2);
});

test('staff see which codes were sold, others see none of them, and the buyer finds them in the data export', async () => {
  const buyer = await shop.newBuyer();
  const { order, url } = await shop.checkOut(buyer, { quantity: 2 });
  await choose(app, url, 'pay');
  await run();
  const { body } = await expectStatus(200, shop.school.browser.call('get', `courses/${shop.courseId}/codes/`));
  expect(body.results).toMatchObject([{ order_id: order.id }, { order_id: order.id }]);
  expect((await (await shop.newBuyer()).browser.call('get', `me/orders/${order.id}/`)).status).toBe(404);
  const codes = (await orderOf(buyer, order.id)).access_codes.map(({ code }: { code: string }) => code);
  expect(JSON.parse((await exportOf(app, buyer.browser))['orders.json'] ?? '')).toMatchObject([{ id: order.id, quantity: 2, access_codes: codes }]);
  const here = `/orders/${order.id}?organisation=${shop.school.organisation.subdomain}`;
  expect((await buyer.browser.open(here)).text).toContain(codes[0]);
  const { rows } = await app.database.pool.query(`select action from audit_log where after->>'order_id' = $1`, [order.id]);
  expect(rows).toEqual([{ action: 'access_code.created' }]);
});

test('places that were paid for are given after the course was archived and beyond the limit of the plan, and those of staff are not', async () => {
  const codes = await buyPlaces(await shop.newBuyer(), { quantity: 2 });
  const { body } = await expectStatus(201, shop.school.browser.call('post', `courses/${shop.courseId}/codes/`, {}));
  await expectStatus(200, shop.school.agent('patch', `courses/${shop.courseId}/`, { status: 'archived' }));
  const [one, two, three] = [await shop.newBuyer(), await shop.newBuyer(), await shop.newBuyer()];
  expect(await refusalOf(redeem(three, body.codes[0]))).toEqual([409, 'enrollment_closed']);
  await expectStatus(201, redeem(one, codes[0] as string));
  await app.database.pool.query(`update plans set learner_limit = 0 where id = 'enterprise'`);
  const { status } = await redeem(two, codes[1] as string);
  await app.database.pool.query(`update plans set learner_limit = null where id = 'enterprise'`);
  expect([status, await shop.accessOf(one), await shop.accessOf(two)]).toEqual([201, ...Array(2).fill({ source: 'code', is_over: false })]);
});

test('an order of places for a course that is gone is flagged', async () => {
  const buyer = await shop.newBuyer();
  const { order, url } = await shop.checkOut(buyer, { quantity: 2 });
  await app.database.pool.query('update courses set deleted_at = now() where id = $1', [shop.courseId]);
  await choose(app, url, 'pay');
  await run();
  const { rows } = await app.database.pool.query('select state, flag from orders where id = $1', [order.id]);
  expect(rows).toEqual([{ state: 'paid', flag: 'course_gone' }]);
});

test('the course page sells several places and gifts, and says what is wrong with their number', async () => {
  const buyer = await shop.newBuyer();
  const { slug } = (await shop.school.browser.call('get', `courses/${shop.courseId}/`)).body;
  const here = `/courses/${slug}?organisation=${shop.school.organisation.subdomain}`;
  const shown = (await buyer.browser.open(here)).text;
  for (const name of ['quantity', 'gift']) expect(shown).toContain(`name="${name}"`);
  for (const quantity of ['501', 'many']) expect((await buyer.browser.submit(here, { buy: '1', quantity })).text).toContain('id="quantity-fault"');
  await buyer.browser.submit(here, { buy: '1', quantity: '3' });
  await buyer.browser.submit(here, { buy: '1', quantity: '1', gift: 'on' });
  const { results } = (await buyer.browser.call('get', 'me/orders/')).body;
  expect(results.map(({ quantity, is_gift, state }: Record<string, unknown>) => [quantity, is_gift, state])).toEqual([
    [1, true, 'pending'],
    [3, false, 'expired'],
  ]);
});

test('what a buyer has learned says nothing about the places that they give away, and what was learned with those does', async () => {
  await expectStatus(200, shop.school.browser.call('put', `courses/${shop.courseId}/refund-policy/`, { ...POLICY, max_progress_percent: 0 }));
  const buyer = await shop.newBuyer();
  await buy(app, shop, buyer);
  const lesson = await shop.school.newLesson();
  const complete = (who: Buyer) =>
    expectStatus(200, report(who.browser, lesson, { event: 'opened' })).then(() => expectStatus(200, report(who.browser, lesson, { event: 'read' })));
  await complete(buyer);
  const friend = await shop.newBuyer();
  const { order, url } = await shop.checkOut(buyer, { quantity: 2 });
  await choose(app, url, 'pay');
  await run();
  const bought = async () => orderOf(buyer, order.id);
  await expectStatus(201, redeem(friend, (await bought()).access_codes[0].code));
  expect((await bought()).refund_obstacle).toBeNull();
  await complete(friend);
  expect((await bought()).refund_obstacle).toBe('too_much_progress');
  expect(await refusalOf(buyer.browser.call('post', `courses/${shop.courseId}/refund/`, { order_id: order.id }))).toEqual([409, 'refund_not_possible']);
});

test('a place that was paid for begins the schedule of somebody whose access had ended anew', async () => {
  const [one, two] = (await buyPlaces(await shop.newBuyer(), { quantity: 2 })) as [string, string];
  const friend = await shop.newBuyer();
  const { id } = (await expectStatus(201, redeem(friend, one))).body;
  await expectStatus(200, shop.school.browser.call('post', `courses/${shop.courseId}/learners/${id}/revoke/`));
  app.clock.advance(DAY_MS);
  expect((await expectStatus(201, redeem(friend, two))).body).toMatchObject({ id, state: 'active', enrolled_at: new Date(app.clock.now()).toISOString() });
});
