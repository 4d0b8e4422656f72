import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus, newCreator } from '../../support/browser.ts';
import { AFTERMATH } from '../../support/jobs.ts';
import { answerSandbox, buy, newShop, type Shop } from '../../support/shop.ts';

let app: TestApp;
let shop: Shop;
beforeAll(async () => {
  app = await startTestApp(undefined, { idle: AFTERMATH });
  shop = await newShop(app, answerSandbox(app));
});
afterAll(() => app.close());

test('staff read one order as it is listed, and others do not: its buyer, and staff of other organisations', async () => {
  const [first, second] = [await buy(app, shop), await buy(app, shop)];
  const { browser } = shop.school;
  const { body: listed } = await expectStatus(200, browser.call('get', 'orders/'));
  for (const { orderId } of [first, second]) {
    const { body } = await expectStatus(200, browser.call('get', `orders/${orderId}/`));
    expect(body).toEqual(listed.results.find(({ id }: { id: string }) => id === orderId));
    expect(body).toMatchObject({ state: 'paid', invoices: [{ number: expect.any(String) }] });
  }
  await expectStatus(403, first.buyer.browser.call('get', `orders/${first.orderId}/`));
  await expectStatus(404, (await newCreator(app)).browser.call('get', `orders/${first.orderId}/`));
  await expectStatus(404, browser.call('get', `orders/${shop.courseId}/`));
  await expectStatus(404, browser.call('get', 'orders/nothing/'));
});
