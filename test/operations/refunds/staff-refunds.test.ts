import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus, type TestUser } from '../../support/browser.ts';
import { AFTERMATH } from '../../support/jobs.ts';
import { faultsOf, refusalOf } from '../../support/learner.ts';
import { ACCESS, askForRefund, decide, OVER, orderOf, POLICY } from '../../support/refunds.ts';
import { newSchool } from '../../support/school.ts';
import { answerSandbox, booksOf, buy, choose, newShop, type Shop } from '../../support/shop.ts';

let app: TestApp;
let shop: Shop;
beforeAll(async () => {
  app = await startTestApp(undefined, { idle: AFTERMATH });
  shop = await newShop(app, answerSandbox(app));
  await decide(shop, POLICY);
});
afterAll(() => app.close());

const refund = (who: Pick<TestUser, 'browser'>, body: object = {}, at = shop) => askForRefund(at, who, body);
const query = async (text: string, ...values: unknown[]) => (await app.database.pool.query(text, values)).rows;

test('staff pay back a part, and the rest later, beyond the policy, whether or not access ends', async () => {
  const one = await newShop(app, answerSandbox(app));
  const { buyer, orderId } = await buy(app, one);
  const pay = (body: object) => refund(one.school, { order_id: orderId, ...body }, one);
  expect((await expectStatus(201, pay({ amount: 1000 }))).body).toMatchObject({ amount: 1000, origin: 'staff', state: 'succeeded' });
  expect([(await orderOf(buyer, orderId)).state, await one.accessOf(buyer)]).toEqual(['partially_refunded', ACCESS]);
  expect(await faultsOf(pay({ amount: 3901 }))).toEqual(['amount too_large']);
  await expectStatus(201, pay({ amount: 400, end_access: true }));
  expect(await one.accessOf(buyer)).toEqual(OVER);
  expect((await expectStatus(201, pay({}))).body.amount).toBe(3500);
  expect(await refusalOf(pay({}))).toEqual([409, 'already_refunded']);
  expect(await booksOf(app, one.school.organisation.id)).toEqual({ gateway_clearing: 0, sales: -4900, refunds: 4900, total: 0 });
  const kind = await buy(app, one);
  await expectStatus(201, refund(one.school, { order_id: kind.orderId, end_access: false }, one));
  expect([(await orderOf(kind.buyer, kind.orderId)).state, await one.accessOf(kind.buyer)]).toEqual(['refunded', ACCESS]);
});

test('an amount that the gateway cannot pay in its currency is refused', async () => {
  const { buyer, orderId } = await buy(app, shop);
  await query(`update orders set currency = 'KWD' where id = $1`, orderId);
  expect(await faultsOf(refund(shop.school, { order_id: orderId, amount: 15 }))).toEqual(['amount not_a_step']);
  expect(await shop.accessOf(buyer)).toEqual(ACCESS);
});

test('staff cannot bring back access that they had ended and that was paid back', async () => {
  const { buyer } = await buy(app, shop);
  const [row] = await query('select id from enrollments where user_id = $1', buyer.id);
  const path = `courses/${shop.courseId}/learners/${row.id}`;
  await expectStatus(200, shop.school.browser.call('post', `${path}/revoke/`));
  await expectStatus(201, refund(buyer));
  await expectStatus(200, shop.school.browser.call('post', `${path}/restore/`));
  expect(await shop.accessOf(buyer)).toEqual(OVER);
});

test('a second payment for a course that the buyer has is paid back by a job, once, and access stays', async () => {
  const one = await newShop(app, answerSandbox(app));
  const buyer = await one.newBuyer();
  const first = await one.checkOut(buyer);
  await expectStatus(200, one.school.browser.call('put', `courses/${one.courseId}/price/`, { amount: 5900, currency: 'EUR' }));
  await buy(app, one, buyer);
  // The page of the first order is paid although it has ended, as if the payment had been on its way.
  await query(`update sandbox_objects set body = body || '{"state": "paid"}' where id in (select session_id from orders where id = $1)`, first.order.id);
  const settle = (task: string) =>
    query(
      `select graphile_worker.add_job($2, json_build_object('organisation_id', organisation_id, 'order_id', id)) from orders where id = $1`,
      first.order.id,
      task,
    );
  await settle('settle_order');
  await app.mailbox.runJobs();
  await settle('refund_duplicate');
  await app.mailbox.runJobs();
  expect(await orderOf(buyer, first.order.id)).toMatchObject({ state: 'refunded', refunded: 4900 });
  expect(await query('select origin, amount from refunds where order_id = $1', first.order.id)).toEqual([{ origin: 'duplicate', amount: 4900 }]);
  expect(await one.accessOf(buyer)).toEqual(ACCESS);
  expect(await booksOf(app, one.school.organisation.id)).toEqual({ gateway_clearing: 5900, sales: -10_800, refunds: 4900, total: 0 });
});

test('staff list the orders of the organisation, and those that they have to look at', async () => {
  const one = await newShop(app, answerSandbox(app));
  const [fine, failed, gone] = [await buy(app, one), await buy(app, one), await buy(app, one)];
  await query(`update orders set refund_state = 'failed', flag = 'learner_limit' where id = $1`, failed.orderId);
  await query(`update orders set dispute_state = 'open', buyer_id = null where id = $1`, gone.orderId);
  const list = async (text: string) => (await expectStatus(200, one.school.browser.call('get', `orders/${text}`))).body;
  const all = await list('');
  expect(all.results.map(({ id, flags }: { id: string; flags: string[] }) => [id, flags])).toEqual([
    [gone.orderId, ['disputed']],
    [failed.orderId, ['learner_limit', 'refund_failed']],
    [fine.orderId, []],
  ]);
  expect(all.results[2]).toMatchObject({ state: 'paid', buyer: { id: fine.buyer.id }, total: 4900, refunded: 0 });
  expect(all.results[0]).toMatchObject({ state: 'disputed', buyer: null });
  const flagged = await list('?is_flagged=true&page_size=1');
  expect([flagged.count, flagged.results]).toEqual([2, [all.results[0]]]);
  expect((await list(`?course_id=${(await one.school.newCourse()).id}`)).count).toBe(0);
  expect((await list(`?course_id=${one.courseId}`)).count).toBe(3);
  await expectStatus(400, one.school.browser.call('get', 'orders/?course_id=x'));
  expect((await (await newSchool(app)).browser.call('get', 'orders/')).body.count).toBe(0);
});

test('the database keeps refunds from coming back to life, and one from running beside another', async () => {
  const { buyer, orderId } = await buy(app, shop);
  await expectStatus(201, refund(buyer));
  await expect(query(`update refunds set state = 'pending' where order_id = $1`, orderId)).rejects.toThrow('a refund cannot move from succeeded to pending');
  const insert = `insert into refunds (organisation_id, id, order_id, origin, amount, created_at, changed_at)
    select organisation_id, gen_random_uuid(), id, 'staff', 1, now(), now() from orders where id = $1`;
  await query(insert, orderId);
  await expect(query(insert, orderId)).rejects.toThrow('refunds_running');
  await expect(query('update orders set refunded = 4901 where id = $1', orderId)).rejects.toThrow('orders_refunded');
});

test('paying back an order of several places revokes its codes, and ends the places that they gave', async () => {
  const one = await newShop(app, answerSandbox(app));
  const [buyer, friend] = [await one.newBuyer(), await one.newBuyer()];
  const { body: checkout } = await expectStatus(201, buyer.browser.call('post', `courses/${one.courseId}/checkout/`, { quantity: 2 }));
  await choose(app, checkout.url, 'pay');
  await app.mailbox.runJobs();
  const codesOf = async (): Promise<{ code: string; status: string }[]> => (await orderOf(buyer, checkout.order.id)).access_codes;
  const [first] = await codesOf();
  await friend.browser.call('post', 'courses/redeem/', { code: first?.code });
  expect(await one.accessOf(friend)).toEqual({ source: 'code', is_over: false });
  await expectStatus(201, refund(one.school, { order_id: checkout.order.id }, one));
  expect((await codesOf()).map(({ status }) => status)).toEqual(['revoked', 'revoked']);
  expect(await one.accessOf(friend)).toEqual({ source: 'code', is_over: true });
});
