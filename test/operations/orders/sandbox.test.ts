import { startTestApp, type TestApp, withPorts } from '../../support/app.ts';
import { Browser, expectStatus, newUser } from '../../support/browser.ts';
import { runTask } from '../../support/jobs.ts';
import { refusalOf } from '../../support/learner.ts';
import { answerSandbox, booksOf, choose, newShop, type Shop } from '../../support/shop.ts';

let app: TestApp;
let shop: Shop;
beforeAll(async () => {
  app = await startTestApp();
  shop = await newShop(app, answerSandbox(app));
});
afterAll(() => app.close());

const run = () => app.mailbox.runJobs();

test('a learner buys a course on the pages of the service, gets access and a receipt, and the books balance', async () => {
  const one = await newShop(app, answerSandbox(app));
  const buyer = await one.newBuyer();
  const { slug } = (await one.school.browser.call('get', `courses/${one.courseId}/`)).body;
  const here = `/courses/${slug}?organisation=${one.school.organisation.subdomain}`;
  expect((await buyer.browser.open(here)).text).toContain('name="buy"');
  const bought = await buyer.browser.submit(here, { buy: '1' });
  const url = new URL(bought.headers.location as string, app.url).href;
  const page = await buyer.browser.open(new URL(url).pathname);
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('€49')]);
  expect(page.text).toContain('Nothing will be charged');
  expect((await choose(app, url, 'pay')).status).toBe(303);
  expect((await buyer.browser.open(new URL(url).pathname)).text).toContain('Paid.');
  await run();
  const { results, count } = (await expectStatus(200, buyer.browser.call('get', 'me/orders/'))).body;
  expect([count, results]).toEqual([1, [expect.objectContaining({ state: 'paid', next_action: 'none', total: 4900, currency: 'EUR', livemode: false })]]);
  expect(await one.accessOf(buyer)).toEqual({ source: 'purchase', is_over: false });
  expect(await booksOf(app, one.school.organisation.id)).toEqual({ gateway_clearing: 4900, sales: -4900, total: 0 });
  const mails = await app.mailbox.read(buyer.email);
  expect(mails.filter(({ subject }) => subject === 'Receipt: A course').map(({ text }) => text)).toEqual([expect.stringContaining('€49')]);
  expect((await buyer.browser.open(`/orders/${results[0].id}?organisation=${one.school.organisation.subdomain}`)).text).toContain(
    'You have access to the course',
  );
  expect(await refusalOf(buyer.browser.call('post', `courses/${one.courseId}/checkout/`))).toEqual([409, 'already_enrolled']);
  expect((await one.school.browser.call('get', 'billing/gateway-connect/')).body.balance).toEqual([{ currency: 'EUR', available: 4900, amount: 0 }]);
  const { body: audit } = await one.school.browser.call('get', 'audit-log/?action=order');
  expect(audit.results.map(({ action }: { action: string }) => action)).toEqual(['order.paid', 'order.created']);
});

test('a checkout is resumed and not doubled, also by fifty requests at once', async () => {
  const buyer = await shop.newBuyer();
  const answers = await Promise.all(Array.from({ length: 50 }, () => buyer.browser.call('post', `courses/${shop.courseId}/checkout/`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(49).fill(200), 201]);
  expect(new Set(answers.map(({ body }) => `${body.order.id} ${body.url}`)).size).toBe(1);
});

test('declining, asking for confirmation and closing the page charge nothing and leave the page usable', async () => {
  const buyer = await shop.newBuyer();
  const { order, url } = await shop.checkOut(buyer);
  expect((await choose(app, url, 'decline')).text).toContain('The card was declined');
  expect((await choose(app, url, 'authenticate')).text).toContain('The bank is asking you to confirm');
  expect((await choose(app, url, 'steal')).status).toBe(404);
  expect((await app.http.get('/sandbox/checkout/cs_x')).status).toBe(404);
  await run();
  expect([await shop.stateOf(buyer, order.id), await shop.accessOf(buyer)]).toEqual(['pending', undefined]);
  expect((await shop.checkOut(buyer)).url).toBe(url);
  await choose(app, url, 'pay');
  await run();
  expect(await shop.stateOf(buyer, order.id)).toBe('paid');
});

test('a payment that takes days gives access when it arrives, and meanwhile nothing else can be paid', async () => {
  const buyer = await shop.newBuyer();
  const { order, url } = await shop.checkOut(buyer);
  await choose(app, url, 'pay_later');
  await run();
  expect([await shop.stateOf(buyer, order.id), await shop.accessOf(buyer)]).toEqual(['processing', undefined]);
  const refused = await expectStatus(409, buyer.browser.call('post', `courses/${shop.courseId}/checkout/`));
  expect(refused.body).toMatchObject({ code: 'payment_processing', order_id: order.id, subscription_id: null });
  expect((await app.mailbox.read(buyer.email)).map(({ subject }) => subject)).toContain('Your payment for A course is on its way');
  await choose(app, url, 'arrive');
  await run();
  expect([await shop.stateOf(buyer, order.id), await shop.accessOf(buyer)]).toEqual(['paid', { source: 'purchase', is_over: false }]);
});

test('a payment that takes days and fails gives nothing, and the course can be bought again', async () => {
  const buyer = await shop.newBuyer();
  const { order, url } = await shop.checkOut(buyer);
  await choose(app, url, 'pay_later');
  await run();
  await choose(app, url, 'bounce');
  await run();
  expect([await shop.stateOf(buyer, order.id), await shop.accessOf(buyer)]).toEqual(['failed', undefined]);
  expect((await app.mailbox.read(buyer.email)).map(({ subject }) => subject)).toContain('Your payment for A course failed');
  expect((await shop.checkOut(buyer)).order.id).not.toBe(order.id);
});

describe('if no notification arrives,', () => {
  const forgetAll = () => app.database.pool.query('delete from gateway_notifications');

  test('the page to which the gateway leads back asks for itself, and gives access at once', async () => {
    const buyer = await shop.newBuyer();
    const { order, url } = await shop.checkOut(buyer);
    await choose(app, url, 'pay');
    await forgetAll();
    const { text } = await buyer.browser.open(`/orders/${order.id}?organisation=${shop.school.organisation.subdomain}`);
    expect(text).toContain('You have access to the course');
    expect(await shop.accessOf(buyer)).toEqual({ source: 'purchase', is_over: false });
  });

  test('a job asks about orders that were not asked about for ten minutes, and ends those that are over', async () => {
    const [paid, left] = [await shop.newBuyer(), await shop.newBuyer()];
    const [bought, abandoned] = [await shop.checkOut(paid), await shop.checkOut(left)];
    await choose(app, bought.url, 'pay');
    await forgetAll();
    app.clock.advance(10 * 60_000);
    await runTask(app, 'settle_open_orders');
    expect([await shop.stateOf(paid, bought.order.id), await shop.stateOf(left, abandoned.order.id)]).toEqual(['paid', 'pending']);
    app.clock.advance(50 * 60_000);
    await runTask(app, 'settle_open_orders');
    expect(await shop.stateOf(left, abandoned.order.id)).toBe('expired');
    expect((await shop.checkOut(left)).order.id).not.toBe(abandoned.order.id);
  });
});

test('a new price ends the page with the old one, and an archived course is still given to those who pay', async () => {
  const one = await newShop(app, answerSandbox(app));
  const buyer = await one.newBuyer();
  const before = await one.checkOut(buyer);
  await expectStatus(200, one.school.browser.call('put', `courses/${one.courseId}/price/`, { amount: 5900, currency: 'EUR' }));
  const after = await one.checkOut(buyer);
  expect([after.order.total, await one.stateOf(buyer, before.order.id)]).toEqual([5900, 'expired']);
  expect((await app.http.get(new URL(before.url).pathname)).text).toContain('This checkout has expired');
  await one.school.agent('patch', `courses/${one.courseId}/`, { status: 'archived' });
  expect(await refusalOf((await one.newBuyer()).browser.call('post', `courses/${one.courseId}/checkout/`))).toEqual([409, 'enrollment_closed']);
  await choose(app, after.url, 'pay');
  await run();
  expect([await one.stateOf(buyer, after.order.id), await one.accessOf(buyer)]).toEqual(['paid', { source: 'purchase', is_over: false }]);
  expect((await app.database.pool.query('select flag from orders where id = $1', [after.order.id])).rows[0].flag).toBe('course_closed');
});

test('a paid order is granted beyond the limit of the plan, after the course is gone or the buyer, and flagged for staff', async () => {
  const one = await newShop(app, answerSandbox(app));
  const buyers = [await one.newBuyer(), await one.newBuyer(), await one.newBuyer()] as const;
  const checkouts = await Promise.all(buyers.map((buyer) => one.checkOut(buyer)));
  const flagOf = async (index: number) => (await app.database.pool.query('select state, flag from orders where id = $1', [checkouts[index]?.order.id])).rows[0];
  await app.database.pool.query(`update plans set learner_limit = 0 where id = 'enterprise'`);
  await choose(app, checkouts[0]?.url ?? '', 'pay');
  await run();
  await app.database.pool.query(`update plans set learner_limit = null where id = 'enterprise'`);
  expect(await flagOf(0)).toEqual({ state: 'paid', flag: 'learner_limit' });
  expect(await one.accessOf(buyers[0])).toEqual({ source: 'purchase', is_over: false });
  await app.database.pool.query('update orders set buyer_id = null where id = $1', [checkouts[1]?.order.id]);
  await choose(app, checkouts[1]?.url ?? '', 'pay');
  await run();
  expect(await flagOf(1)).toEqual({ state: 'paid', flag: 'buyer_gone' });
  await app.database.pool.query('update courses set deleted_at = now() where id = $1', [one.courseId]);
  await choose(app, checkouts[2]?.url ?? '', 'pay');
  await run();
  expect(await flagOf(2)).toEqual({ state: 'paid', flag: 'course_gone' });
  expect(await booksOf(app, one.school.organisation.id)).toEqual({ gateway_clearing: 3 * 4900, sales: -3 * 4900, total: 0 });
});

test('what cannot be bought is refused with the reason', async () => {
  const one = await newShop(app, answerSandbox(app));
  const { browser } = await one.newBuyer();
  const buy = (id = one.courseId) => refusalOf(browser.call('post', `courses/${id}/checkout/`));
  expect(await buy('01890000-0000-7000-8000-000000000000')).toEqual([404, 'not_found']);
  await app.database.pool.query('update courses set price_amount = 3 where id = $1', [one.courseId]);
  expect(await buy()).toEqual([409, 'amount_too_small']);
  await app.database.pool.query('update courses set price_amount = null where id = $1', [one.courseId]);
  expect(await buy()).toEqual([409, 'nothing_to_pay']);
  await app.database.pool.query(`update courses set price_amount = 4900, visibility = 'private' where id = $1`, [one.courseId]);
  expect(await buy()).toEqual([409, 'enrollment_closed']);
  await app.database.pool.query(`update courses set visibility = 'public' where id = $1`, [one.courseId]);
  await expectStatus(204, one.school.browser.call('delete', 'qa/me/gateway-connect/'));
  expect(await buy()).toEqual([409, 'payments_not_ready']);
});

test('others see nothing of an order', async () => {
  const [buyer, other] = [await shop.newBuyer(), await shop.newBuyer()];
  const { order } = await shop.checkOut(buyer);
  for (const { browser } of [other, shop.school]) {
    expect((await browser.call('get', `me/orders/${order.id}/`)).status).toBe(404);
    expect((await browser.call('get', `me/orders/${order.id}/?refresh=true`)).status).toBe(404);
  }
  expect((await other.browser.call('get', 'me/orders/')).body.count).toBe(0);
});

test('the database keeps the books balanced and unchanged, and orders from moving back', async () => {
  const buyer = await shop.newBuyer();
  const { order, url } = await shop.checkOut(buyer);
  await choose(app, url, 'pay');
  await run();
  const change = (text: string, ...values: unknown[]) => app.database.pool.query(text, values);
  await expect(change(`update orders set state = 'failed', paid_at = null where id = $1`, order.id)).rejects.toThrow(
    'an order cannot move from paid to failed',
  );
  const { rows } = await change('select organisation_id, id from ledger_transactions where order_id = $1', order.id);
  const [{ organisation_id, id }] = rows as [{ organisation_id: string; id: string }];
  await expect(change('update ledger_entries set amount = amount + 1 where transaction_id = $1', id)).rejects.toThrow('the ledger is append-only');
  await expect(change('delete from ledger_transactions where id = $1', id)).rejects.toThrow('the ledger is append-only');
  await expect(change(`insert into ledger_entries values ($1, $2, 'discounts', 1)`, organisation_id, id)).rejects.toThrow('does not balance');
  await expect(
    change(
      `insert into ledger_transactions (organisation_id, id, order_id, fact, currency, livemode, occurred_at)
       select organisation_id, gen_random_uuid(), order_id, fact, currency, livemode, now() from ledger_transactions where id = $1`,
      id,
    ),
  ).rejects.toThrow('duplicate key');
});

test('without a gateway, nothing can be bought and no notification is received', async () => {
  const none = await startTestApp(withPorts({ payments: null }), { beside: app });
  const buyer = await shop.newBuyer();
  const { order } = await shop.checkOut(buyer);
  const same = new Browser(none);
  same.cookie = buyer.browser.cookie;
  same.headers['X-Organisation'] = shop.school.organisation.id;
  expect(await refusalOf(same.call('post', `courses/${shop.courseId}/checkout/`))).toEqual([503, 'payments_not_configured']);
  expect(await refusalOf(same.call('get', `me/orders/${order.id}/?refresh=true`))).toEqual([503, 'payments_not_configured']);
  expect((await expectStatus(200, same.call('get', `me/orders/${order.id}/`))).body.state).toBe('pending');
  const { status, body } = await none.http.post('/billing/gateway/webhook/').send({});
  expect([status, body.code]).toEqual([503, 'payments_not_configured']);
  await none.close();
});

test('a request that names no organisation buys nothing, gets no money back and finds no orders', async () => {
  const { browser } = await newUser(app);
  for (const [method, path, body] of [
    ['post', `courses/${shop.courseId}/refund/`, {}],
    ['get', 'me/orders/'],
    ['get', `me/orders/${shop.courseId}/`],
    ['get', `me/orders/${shop.courseId}/invoice/`],
  ] as const)
    expect(await refusalOf(browser.call(method, path, body))).toEqual([403, 'no_organisation']);
  expect(await refusalOf(browser.call('post', `courses/${shop.courseId}/checkout/`))).toEqual([404, 'not_found']);
});

test('notifications are forgotten after a month', async () => {
  const insert = `insert into gateway_notifications (gateway, id, type, livemode, received_at) values ('sandbox', $1, 'a', false, now() - $2::interval)`;
  await app.database.pool.query(insert, ['evt_old', '31 days']);
  await app.database.pool.query(insert, ['evt_new', '29 days']);
  await runTask(app, 'forget_notifications');
  const { rows } = await app.database.pool.query(`select id from gateway_notifications where id in ('evt_old', 'evt_new')`);
  expect(rows).toEqual([{ id: 'evt_new' }]);
});
