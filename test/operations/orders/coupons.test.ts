import type { Payments } from '../../../src/platform/payments/payments.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { Browser, expectStatus } from '../../support/browser.ts';
import { AFTERMATH, runTask } from '../../support/jobs.ts';
import { faultsOf, refusalOf } from '../../support/learner.ts';
import { answerSandbox, askToBuy, booksOf, choose, couponUses, newCoupon, newShop, type Shop } from '../../support/shop.ts';

let app: TestApp;
let shop: Shop;
beforeAll(async () => {
  app = await startTestApp(undefined, { idle: AFTERMATH });
});
beforeEach(async () => {
  shop = await newShop(app, answerSandbox(app));
});
afterAll(() => app.close());

const run = () => app.mailbox.runJobs();
const flagsOf = async (): Promise<(string | null)[]> =>
  (await app.database.pool.query('select flag from orders where course_id = $1 order by id', [shop.courseId])).rows.map(({ flag }) => flag);

test('a coupon reduces what is paid, is frozen in the order, counts when the money arrives, and the books show the discount', async () => {
  const id = await newCoupon(shop, { percent_off: 33 });
  const buyer = await shop.newBuyer();
  const { body } = await expectStatus(201, askToBuy(shop, buyer, ' autumn '));
  expect(body.order).toMatchObject({ subtotal: 4900, coupon_code: 'AUTUMN', discount: 1617, total: 3283, state: 'pending' });
  expect(await couponUses(app, id)).toBe(0);
  await expectStatus(204, shop.school.browser.call('delete', `courses/${shop.courseId}/coupons/${id}/`));
  expect((await expectStatus(200, askToBuy(shop, buyer, 'AUTUMN'))).body).toMatchObject({ url: body.url, order: { total: 3283 } });
  await choose(app, body.url, 'pay');
  await run();
  expect((await buyer.browser.call('get', `me/orders/${body.order.id}/`)).body).toMatchObject({ state: 'paid', coupon_code: 'AUTUMN', total: 3283 });
  expect([await shop.accessOf(buyer), await couponUses(app, id), await flagsOf()]).toEqual([{ source: 'purchase', is_over: false }, 1, [null]]);
  expect(await booksOf(app, shop.school.organisation.id)).toEqual({ discounts: 1617, gateway_clearing: 3283, sales: -4900, total: 0 });
});

test('another coupon, or none, ends the page with the earlier price, and a coupon that is refused leaves it as it is', async () => {
  await newCoupon(shop);
  const buyer = await shop.newBuyer();
  const { body: first } = await expectStatus(201, askToBuy(shop, buyer, 'AUTUMN'));
  expect(await faultsOf(askToBuy(shop, buyer, 'WINTER'))).toEqual(['coupon_code unknown']);
  expect((await expectStatus(200, askToBuy(shop, buyer, 'AUTUMN'))).body.url).toBe(first.url);
  const { body: second } = await expectStatus(201, askToBuy(shop, buyer));
  expect([second.order.total, second.order.coupon_code, await shop.stateOf(buyer, first.order.id)]).toEqual([4900, null, 'expired']);
  expect((await app.http.get(new URL(first.url).pathname)).text).toContain('This checkout has expired');
});

test('a coupon that gives no discount is refused with the reason, and nothing is ordered', async () => {
  const buyer = await shop.newBuyer();
  const tomorrow = new Date(app.clock.now() + 86_400_000).toISOString();
  await newCoupon(shop, { code: 'LATER', starts_at: tomorrow });
  await newCoupon(shop, { code: 'DOLLARS', percent_off: null, amount_off: 100, currency: 'USD' });
  await newCoupon(shop, { code: 'ONCE', max_uses_per_person: 1 });
  const { id: elsewhere } = await shop.school.newCourse();
  await expectStatus(201, shop.school.browser.call('post', `courses/${elsewhere}/coupons/`, { code: 'OTHER', percent_off: 5 }));
  await newCoupon(shop, { code: 'GONE', expires_at: tomorrow, max_uses: 1 });
  const used = await shop.newBuyer();
  await choose(app, (await expectStatus(201, askToBuy(shop, used, 'ONCE'))).body.url, 'pay');
  await run();
  await app.database.pool.query('delete from enrollment_grants where source_id in (select id from orders where buyer_id = $1)', [used.id]);
  await app.database.pool.query('delete from enrollments where user_id = $1', [used.id]);
  expect(await faultsOf(askToBuy(shop, used, 'ONCE'))).toEqual(['coupon_code used_by_person']);
  for (const [code, reason] of [
    ['LATER', 'scheduled'],
    ['DOLLARS', 'other_currency'],
    ['OTHER', 'other_item'],
    ['NOTHING', 'unknown'],
  ] as const)
    expect(await faultsOf(askToBuy(shop, buyer, code))).toEqual([`coupon_code ${reason}`]);
  await app.database.pool.query(`update coupons set uses = 1 where code = 'GONE' and organisation_id = $1`, [shop.school.organisation.id]);
  expect(await faultsOf(askToBuy(shop, buyer, 'GONE'))).toEqual(['coupon_code used_up']);
  await app.database.pool.query(`update coupons set expires_at = now() - interval '1 day', uses = 0 where code = 'GONE' and organisation_id = $1`, [
    shop.school.organisation.id,
  ]);
  expect(await faultsOf(askToBuy(shop, buyer, 'GONE'))).toEqual(['coupon_code expired']);
  expect((await buyer.browser.call('get', 'me/orders/')).body.count).toBe(0);
});

test('what a coupon leaves of a price is never an amount that the gateway cannot charge', async () => {
  await newCoupon(shop, { percent_off: null, amount_off: 4899, currency: 'EUR' });
  expect(await refusalOf(askToBuy(shop, await shop.newBuyer(), 'AUTUMN'))).toEqual([409, 'amount_too_small']);
});

test('a payment that takes days keeps the use, gives it back if it fails, and counts once if it arrives', async () => {
  const id = await newCoupon(shop, { max_uses: 1 });
  const [failing, other] = [await shop.newBuyer(), await shop.newBuyer()];
  const { body: first } = await expectStatus(201, askToBuy(shop, failing, 'AUTUMN'));
  await choose(app, first.url, 'pay_later');
  await run();
  expect(await couponUses(app, id)).toBe(1);
  expect(await faultsOf(askToBuy(shop, other, 'AUTUMN'))).toEqual(['coupon_code used_up']);
  await choose(app, first.url, 'bounce');
  await run();
  expect([await shop.stateOf(failing, first.order.id), await couponUses(app, id)]).toEqual(['failed', 0]);
  const { body: second } = await expectStatus(201, askToBuy(shop, other, 'AUTUMN'));
  await choose(app, second.url, 'pay_later');
  await run();
  await choose(app, second.url, 'arrive');
  await run();
  expect([await shop.stateOf(other, second.order.id), await couponUses(app, id), await flagsOf()]).toEqual(['paid', 1, [null, null]]);
});

test('staff see all that they have to look at in an order, and settle it together', async () => {
  const id = await newCoupon(shop, { max_uses: 1 });
  const [late, other] = [await shop.newBuyer(), await shop.newBuyer()];
  const { body: first } = await expectStatus(201, askToBuy(shop, late, 'AUTUMN'));
  await choose(app, first.url, 'pay');
  app.clock.advance(61 * 60_000);
  const { body: second } = await expectStatus(201, askToBuy(shop, other, 'AUTUMN'));
  await choose(app, second.url, 'pay');
  await expectStatus(200, other.browser.call('get', `me/orders/${second.order.id}/?refresh=true`));
  await shop.school.agent('patch', `courses/${shop.courseId}/`, { status: 'archived' });
  await run();
  const sold = async (path: string) => (await expectStatus(200, shop.school.browser.call('get', path))).body.results;
  const flagged = await sold(`orders/?is_flagged=true&course_id=${shop.courseId}`);
  expect(flagged).toMatchObject([{ id: first.order.id, flags: ['course_closed', 'coupon_over_limit'] }]);
  expect(await couponUses(app, id)).toBe(2);
  await expectStatus(204, shop.school.browser.call('delete', `orders/${first.order.id}/flag/`));
  expect(await sold(`orders/?is_flagged=true&course_id=${shop.courseId}`)).toEqual([]);
  expect((await sold('audit-log/?action=order.flag_settled'))[0].before).toEqual({ flags: ['course_closed', 'coupon_over_limit'] });
});

test('an order that is left to expire uses nothing up', async () => {
  const id = await newCoupon(shop, { max_uses: 1 });
  const [leaving, other] = [await shop.newBuyer(), await shop.newBuyer()];
  const { body } = await expectStatus(201, askToBuy(shop, leaving, 'AUTUMN'));
  app.clock.advance(61 * 60_000);
  await runTask(app, 'settle_open_orders');
  expect([await shop.stateOf(leaving, body.order.id), await couponUses(app, id)]).toEqual(['expired', 0]);
  await expectStatus(201, askToBuy(shop, other, 'AUTUMN'));
});

test('an order without a page that the buyer abandons ends with an entry in the audit log', async () => {
  await newCoupon(shop);
  const buyer = await shop.newBuyer();
  const { body } = await expectStatus(201, askToBuy(shop, buyer));
  await app.database.pool.query('update orders set session_id = null where id = $1', [body.order.id]);
  await app.database.pool.query(`delete from sandbox_objects where key = $1`, [`checkout-${body.order.id}`]);
  await expectStatus(201, askToBuy(shop, buyer, 'AUTUMN'));
  expect(await shop.stateOf(buyer, body.order.id)).toBe('expired');
  const { rows } = await app.database.pool.query('select action from audit_log where object_id = $1 order by id', [body.order.id]);
  expect(rows).toEqual([{ action: 'order.created' }, { action: 'order.expired' }]);
});

test('a page that the gateway makes for an order which was abandoned meanwhile is ended, so that nobody pays twice', async () => {
  await newCoupon(shop);
  const buyer = await shop.newBuyer();
  let interfere = () => Promise.resolve<unknown>(undefined);
  const slow = await startTestApp(
    (services) => {
      const payments = services.ports.payments as Payments;
      const startCheckout: Payments['startCheckout'] = async (accountId, request) => {
        const session = await payments.startCheckout(accountId, request);
        await interfere();
        return session;
      };
      return { ...services, ports: { ...services.ports, payments: { ...payments, startCheckout } } };
    },
    { beside: app },
  );
  const same = new Browser(slow);
  same.cookie = buyer.browser.cookie;
  same.headers['X-Organisation'] = shop.school.organisation.id;
  interfere = () => app.database.pool.query(`update orders set state = 'expired' where buyer_id = $1`, [buyer.id]);
  expect(await refusalOf(same.call('post', `courses/${shop.courseId}/checkout/`))).toEqual([409, 'payment_processing']);
  const { rows } = await app.database.pool.query(
    `select body ->> 'state' as state from sandbox_objects where key in (select 'checkout-' || id from orders where buyer_id = $1)`,
    [buyer.id],
  );
  expect(rows).toEqual([{ state: 'expired' }]);
  await slow.close();
});
