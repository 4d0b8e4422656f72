import { type AffiliateShop, newAffiliateShop, setProgram } from '../../support/affiliates.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { AFTERMATH } from '../../support/jobs.ts';
import { choose, newCoupon } from '../../support/shop.ts';

let app: TestApp;
let here: AffiliateShop;
beforeAll(async () => {
  app = await startTestApp(undefined, { idle: AFTERMATH });
  here = await newAffiliateShop(app);
});
afterAll(() => app.close());

async function newCourse(): Promise<string> {
  const { id } = await here.shop.school.newCourse({ status: 'published' });
  await expectStatus(200, here.staff.call('put', `courses/${id}/price/`, { amount: 4900, currency: 'EUR' }));
  return id;
}

test.each([
  ['a program for first orders', { applies_to: 'first_order', new_customers_only: false }, false],
  ['a program for first orders, with a coupon of the affiliate', { applies_to: 'first_order', new_customers_only: false }, true],
  ['a program for new customers', { applies_to: 'window', new_customers_only: true }, false],
])('under %s, of orders that were begun before any was paid and are paid at once, one earns', async (_name, settings, withCoupon) => {
  await setProgram(here.staff, settings);
  const code = `MINA${withCoupon ? 1 : 0}`;
  if (withCoupon) await newCoupon(here.shop, { code, affiliate_id: here.mina.affiliateId, course_ids: null });
  const buyer = withCoupon ? await here.shop.newBuyer() : await here.newReferred(await here.linkOf(here.mina));
  const before = (await here.commissions()).length;
  const courses = [here.shop.courseId, await newCourse(), await newCourse()];
  const orders: string[] = [];
  for (const courseId of courses) {
    const path = `courses/${courseId}/checkout/`;
    const { body: checkout } = await expectStatus(201, buyer.browser.call('post', path, withCoupon ? { coupon_code: code } : {}));
    await choose(app, checkout.url, 'pay');
    orders.push(checkout.order.id);
  }
  const answers = await Promise.all(orders.map((id) => buyer.browser.call('get', `me/orders/${id}/?refresh=true`)));
  expect(answers.map(({ body }) => body.state)).toEqual(['paid', 'paid', 'paid']);
  await app.mailbox.runJobs();
  expect((await here.commissions()).length - before).toBe(1);
});

test('who has paid nothing yet is a new customer, and an order for which nothing was paid is no first order', async () => {
  await setProgram(here.staff, { applies_to: 'first_order', new_customers_only: true });
  await newCoupon(here.shop, { code: 'WHOLE', percent_off: 100, course_ids: null });
  const buyer = await here.newReferred(await here.linkOf(here.mina));
  const before = (await here.commissions()).length;
  const begin = async (courseId: string, body: object) => (await expectStatus(201, buyer.browser.call('post', `courses/${courseId}/checkout/`, body))).body;
  expect((await begin(here.shop.courseId, { coupon_code: 'WHOLE' })).order).toMatchObject({ state: 'paid', total: 0 });
  await choose(app, (await begin(await newCourse(), {})).url, 'pay');
  await app.mailbox.runJobs();
  expect((await here.commissions()).length - before).toBe(1);
  await choose(app, (await begin(await newCourse(), {})).url, 'pay');
  await app.mailbox.runJobs();
  expect((await here.commissions()).length - before).toBe(1);
});
