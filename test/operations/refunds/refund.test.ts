import { startTestApp, type TestApp, withPorts } from '../../support/app.ts';
import { Browser, expectStatus, type TestUser } from '../../support/browser.ts';
import { faultsOf, refusalOf } from '../../support/learner.ts';
import { ACCESS, askForRefund, DAY_MS, decide, OVER, orderOf, POLICY } from '../../support/refunds.ts';
import { newSchool } from '../../support/school.ts';
import { answerSandbox, booksOf, buy, newShop, type Shop } from '../../support/shop.ts';

let app: TestApp;
let shop: Shop;
beforeAll(async () => {
  app = await startTestApp();
  shop = await newShop(app, answerSandbox(app));
  await decide(shop, POLICY);
});
afterAll(() => app.close());

const refund = (who: Pick<TestUser, 'browser'>, body: object = {}, at = shop) => askForRefund(at, who, body);
const query = async (text: string, ...values: unknown[]) => (await app.database.pool.query(text, values)).rows;

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
  expect([status, text]).toEqual([200, expect.stringContaining('Your payment has been refunded')]);
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
    await query(`update orders set paid_at = $2, access_from = $2 where id = $1`, orderId, new Date(app.clock.now() - DAY_MS).toISOString());
    await refuse(buyer, orderId, 'window_over');
    await query(`update orders set paid_at = $2, access_from = $2 where id = $1`, orderId, new Date(app.clock.now() - DAY_MS + 60_000).toISOString());
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
