import { expectStatus } from '../../support/browser.ts';
import { listenForEvents, type Told } from '../../support/events.ts';
import { type StripeShop, startStripeShop } from '../../support/stripe-shop.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';

let receiver: WebhookReceiver;
let one: StripeShop;
let happened: () => Promise<Told[]>;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  one = await startStripeShop({ publicPost: receiver.post });
  happened = await listenForEvents(one.app, one.shop.school, receiver, ['order.refunded', 'order.disputed']);
});
afterAll(async () => {
  await one.close();
  await receiver.close();
});

test('order.refunded says once what was paid back, and order.disputed what a bank asks and decides', async () => {
  const { peer, shop } = one;
  const { buyer, orderId, session } = await one.buy();
  expect(await happened()).toEqual([]);
  const path = `courses/${shop.courseId}/refund/`;
  const { body } = await expectStatus(201, shop.school.browser.call('post', path, { order_id: orderId, amount: 900 }));
  const order = { order_id: orderId, course_id: shop.courseId, total: 4900, currency: 'EUR', livemode: false, user: { id: buyer.id } };
  expect(await happened()).toMatchObject([
    { type: 'order.refunded', data: { ...order, refunded: 900, refund_id: body.id, refund_amount: 900, refund_origin: 'staff' } },
  ]);
  const dispute = await peer.dispute(session);
  const disputed = (dispute_state: string) => ({ type: 'order.disputed', data: { ...order, dispute_amount: 4900, dispute_state } });
  expect(await happened()).toMatchObject([disputed('open')]);
  await peer.change(dispute, 'won');
  expect(await happened()).toMatchObject([disputed('won')]);
  await one.app.mailbox.runJobs();
  expect(await happened()).toEqual([]);
});
