import { expectStatus } from '../../support/browser.ts';
import { type ListeningSchool, startListening } from '../../support/events.ts';
import { answerSandbox, choose, newShop } from '../../support/shop.ts';

let listening: ListeningSchool;
beforeAll(async () => {
  listening = await startListening('order.paid', 'coupon.redeemed');
});
afterAll(() => listening.close());

test('order.paid says once what was bought, by whom and for how much', async () => {
  const { app, school, happened } = listening;
  const shop = await newShop(app, answerSandbox(app), school);
  const buyer = await shop.newBuyer();
  const { order, url } = await shop.checkOut(buyer);
  expect(await happened()).toEqual([]);
  await choose(app, url, 'pay');
  const data = { order_id: order.id, course_id: shop.courseId, total: 4900, currency: 'EUR', livemode: false, user: { id: buyer.id } };
  expect(await happened()).toMatchObject([{ type: 'order.paid', data }]);
  await app.mailbox.runJobs();
  expect(await happened()).toEqual([]);
});

test('coupon.redeemed says once who used which coupon for which order, when a payment arrives and when nothing is to be paid', async () => {
  const { app, school, happened } = listening;
  const { id: courseId } = await school.newCourse();
  const shop = await newShop(app, answerSandbox(app), { ...school, courseId });
  for (const [code, percent_off] of [
    ['SPRING', 25],
    ['GUEST', 100],
  ] as const)
    await expectStatus(201, school.browser.call('post', `courses/${courseId}/coupons/`, { code, percent_off }));
  const [payer, invited] = [await shop.newBuyer(), await shop.newBuyer()];
  const { order, url } = await shop.checkOut(payer, { coupon_code: 'spring' });
  expect(await happened()).toEqual([]);
  await choose(app, url, 'pay');
  const data = { code: 'SPRING', order_id: order.id, course_id: courseId, discount: 1225, currency: 'EUR', is_over_limit: false, user: { id: payer.id } };
  expect((await happened()).find(({ type }) => type === 'coupon.redeemed')).toMatchObject({ data });
  const free = await shop.checkOut(invited, { coupon_code: 'GUEST' });
  const events = await happened();
  expect(events.map(({ type }) => type).sort()).toEqual(['coupon.redeemed', 'order.paid']);
  expect(events.find(({ type }) => type === 'coupon.redeemed')).toMatchObject({ data: { code: 'GUEST', order_id: free.order.id, discount: 4900 } });
  expect(await happened()).toEqual([]);
});
