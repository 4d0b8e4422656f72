import { startTestApp, type TestApp, withPorts } from '../../support/app.ts';
import { Browser, expectStatus, type TestUser } from '../../support/browser.ts';
import { faultsOf, refusalOf } from '../../support/learner.ts';
import { newSchool } from '../../support/school.ts';
import { answerSandbox, booksOf, buy, choose, newShop, type Shop } from '../../support/shop.ts';

const POLICY = { is_enabled: true, window_days: 1, max_progress_percent: 50, after_certificate: false };
const DAY_MS = 24 * 3600_000;

let app: TestApp;
let shop: Shop;
beforeAll(async () => {
  app = await startTestApp();
  shop = await newShop(app, answerSandbox(app));
  await decide(shop, POLICY);
});
afterAll(() => app.close());

const decide = ({ school, courseId }: Shop, policy: object) => expectStatus(200, school.browser.call('put', `courses/${courseId}/refund-policy/`, policy));
const refund = ({ browser }: TestUser, body: object = {}, { courseId } = shop) => browser.call('post', `courses/${courseId}/refund/`, body);
const orderOf = async ({ browser }: TestUser, id: string) => (await expectStatus(200, browser.call('get', `me/orders/${id}/`))).body;
const query = async (text: string, ...values: unknown[]) => (await app.database.pool.query(text, values)).rows;
const ACCESS = { source: 'purchase', is_over: false };
const OVER = { source: 'purchase', is_over: true };

test('a buyer gets the money back within the policy: access ends, progress stays, the books balance, and everybody is told', async () => {
  const one = await newShop(app, answerSandbox(app));
  await decide(one, POLICY);
  const { buyer, orderId } = await buy(app, one);
  const before = await orderOf(buyer, orderId);
  expect(before).toMatchObject({ state: 'paid', refunded: 0, refund_state: null, refund_obstacle: null });
  expect(Date.parse(before.refund_until)).toBe(Date.parse(before.paid_at) + DAY_MS);
  const { body } = await expectStatus(201, refund(buyer, { reason: 'Too easy.' }, one));
  expect(body).toMatchObject({ order_id: orderId, amount: 4900, currency: 'EUR', state: 'succeeded', origin: 'buyer' });
  expect(await orderOf(buyer, orderId)).toMatchObject({ state: 'refunded', refunded: 4900, refund_state: 'succeeded', refund_obstacle: 'refunded' });
  const { access_codes: _codes, invoices: _invoices, consent: _consent, ...listed } = await orderOf(buyer, orderId);
  expect((await buyer.browser.call('get', 'me/orders/')).body.results).toEqual([listed]);
  expect(await one.accessOf(buyer)).toEqual(OVER);
  expect(await query('select count(*)::int as count from enrollments where user_id = $1', buyer.id)).toEqual([{ count: 1 }]);
  expect(await booksOf(app, one.school.organisation.id)).toEqual({ gateway_clearing: 0, sales: -4900, refunds: 4900, total: 0 });
  expect((await one.school.browser.call('get', 'billing/gateway-connect/')).body.balance).toEqual([{ currency: 'EUR', available: 0, amount: 0 }]);
  const [mail] = (await app.mailbox.read(buyer.email)).filter(({ subject }) => subject === 'Refund: A course');
  expect(mail?.text).toContain('€49');
  expect((await app.mailbox.read(one.school.email)).map(({ subject }) => subject)).toContain('Refund for A course');
  const { body: audit } = await one.school.browser.call('get', 'audit-log/?action=order');
  expect(audit.results.map(({ action }: { action: string }) => action).slice(0, 2)).toEqual(['order.refund_succeeded', 'order.refund_requested']);
  expect(await refusalOf(refund(buyer, {}, one))).toEqual([409, 'already_refunded']);
  const { status, text } = await buyer.browser.open(`/orders/${orderId}?organisation=${one.school.organisation.subdomain}`);
  expect([status, text]).toEqual([200, expect.stringContaining('You got back the money')]);
  await buy(app, one, buyer);
  expect(await one.accessOf(buyer)).toEqual(ACCESS);
});

test('fifty requests at once pay back once', async () => {
  const { buyer, orderId } = await buy(app, shop);
  const answers = await Promise.all(Array.from({ length: 50 }, () => refund(buyer)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const { status, body } of answers.filter((answer) => answer.status !== 201))
    expect([status, ['refund_pending', 'already_refunded'].includes(body.code)]).toEqual([409, true]);
  expect(await query('select amount, state from refunds where order_id = $1', orderId)).toEqual([{ amount: 4900, state: 'succeeded' }]);
  expect(
    await query(
      `select id from sandbox_objects where id like 're!_%' escape '!' and body ->> 'key' in
    (select id::text from refunds where order_id = $1)`,
      orderId,
    ),
  ).toHaveLength(1);
});

describe('a buyer does not get the money back', () => {
  const refuse = async (buyer: TestUser & { id: string }, orderId: string, obstacle: string, one = shop) => {
    expect((await orderOf(buyer, orderId)).refund_obstacle).toBe(obstacle);
    expect(await refusalOf(refund(buyer, {}, one))).toEqual([409, 'refund_not_possible']);
    expect(await one.accessOf(buyer)).toEqual(ACCESS);
  };

  test('without a policy, also if there is one later: each order keeps that of its checkout', async () => {
    const one = await newShop(app, answerSandbox(app));
    const { buyer, orderId } = await buy(app, one);
    await decide(one, POLICY);
    await refuse(buyer, orderId, 'not_offered', one);
    const later = await buy(app, one);
    await decide(one, { is_enabled: false });
    await expectStatus(201, refund(later.buyer, {}, one));
  });

  test('after the window', async () => {
    const { buyer, orderId } = await buy(app, shop);
    await query(`update orders set paid_at = $2 where id = $1`, orderId, new Date(app.clock.now() - DAY_MS).toISOString());
    await refuse(buyer, orderId, 'window_over');
    await query(`update orders set paid_at = $2 where id = $1`, orderId, new Date(app.clock.now() - DAY_MS + 60_000).toISOString());
    await expectStatus(201, refund(buyer));
  });

  test('after more progress than the policy allows', async () => {
    const one = await newShop(app, answerSandbox(app));
    await decide(one, { ...POLICY, max_progress_percent: 0 });
    const { buyer, orderId } = await buy(app, one);
    await one.school.newLesson();
    await query(
      `insert into lesson_progress (organisation_id, enrollment_id, lesson_id, completed_at)
       select e.organisation_id, e.id, l.id, now() from enrollments e join lessons l on l.course_id = e.course_id where e.user_id = $1`,
      buyer.id,
    );
    await refuse(buyer, orderId, 'too_much_progress', one);
  });

  test('after the course has awarded a certificate', async () => {
    const { buyer, orderId } = await buy(app, shop);
    await query(
      `insert into certificates (organisation_id, id, course_id, enrollment_id, cycle, serial, issued_at)
       select organisation_id, gen_random_uuid(), course_id, id, 1, translate(upper(substr(md5(id::text), 1, 16)), '01', '23'), now()
       from enrollments where user_id = $1`,
      buyer.id,
    );
    await refuse(buyer, orderId, 'certificate_issued');
  });
});

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

test('buyers name no amount and decide nothing about access, and staff name the order', async () => {
  const { buyer } = await buy(app, shop);
  expect(await faultsOf(refund(buyer, { amount: 100, end_access: false }))).toEqual(['amount not_allowed', 'end_access not_allowed']);
  expect(await faultsOf(refund(shop.school))).toEqual(['order_id required']);
});

test('orders of others, of other courses and of other organisations do not exist, and an order that is not paid has nothing to pay back', async () => {
  const { orderId } = await buy(app, shop);
  const other = await shop.newBuyer();
  expect(await refusalOf(refund(other))).toEqual([404, 'not_found']);
  expect(await refusalOf(refund(other, { order_id: orderId }))).toEqual([404, 'not_found']);
  const elsewhere = await shop.school.newCourse();
  expect(await refusalOf(shop.school.browser.call('post', `courses/${elsewhere.id}/refund/`, { order_id: orderId }))).toEqual([404, 'not_found']);
  expect(await refusalOf(refund(await newSchool(app), { order_id: orderId }))).toEqual([404, 'not_found']);
  expect(await refusalOf(shop.school.browser.call('post', 'courses/x/refund/', { order_id: orderId }))).toEqual([404, 'not_found']);
  const { order } = await shop.checkOut(other);
  expect(await refusalOf(refund(other))).toEqual([404, 'not_found']);
  expect(await refusalOf(refund(other, { order_id: order.id }))).toEqual([409, 'order_not_paid']);
  expect(await refusalOf(refund(shop.school, { order_id: order.id }))).toEqual([409, 'order_not_paid']);
});

test('a gateway that did not take the payment pays nothing back', async () => {
  const { buyer, orderId } = await buy(app, shop);
  await query('update orders set livemode = true where id = $1', orderId);
  expect(await refusalOf(refund(buyer))).toEqual([503, 'payments_not_configured']);
  const none = await startTestApp(withPorts({ payments: null }), { beside: app });
  const same = new Browser(none);
  same.cookie = buyer.browser.cookie;
  same.headers['X-Organisation'] = shop.school.organisation.id;
  expect(await refusalOf(refund({ ...buyer, browser: same }))).toEqual([503, 'payments_not_configured']);
  await none.close();
  expect(await query('select id from refunds where order_id = $1', orderId)).toEqual([]);
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
