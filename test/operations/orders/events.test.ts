import { type ListeningSchool, startListening } from '../../support/events.ts';
import { answerSandbox, choose, newShop } from '../../support/shop.ts';

let listening: ListeningSchool;
beforeAll(async () => {
  listening = await startListening('order.paid');
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
