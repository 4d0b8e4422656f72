import type supertest from 'supertest';
import { expectStatus, type TestUser } from './browser.ts';
import type { Shop } from './shop.ts';
import type { StripeObject, StripePeer } from './stripe-peer.ts';
import type { Sale } from './stripe-shop.ts';

export const DAY_MS = 24 * 3600_000;
export const POLICY = { is_enabled: true, window_days: 1, max_progress_percent: 50, after_certificate: false };
export const ACCESS = { source: 'purchase', is_over: false };
export const OVER = { source: 'purchase', is_over: true };

/** Sets the refund policy of a course. */
export const decide = ({ school, courseId }: Shop, policy: object) =>
  expectStatus(200, school.browser.call('put', `courses/${courseId}/refund-policy/`, policy));

/** Asks for money back, as a buyer or as staff. */
export const askForRefund = ({ courseId }: Pick<Shop, 'courseId'>, { browser }: Pick<TestUser, 'browser'>, body: object = {}): Promise<supertest.Response> =>
  browser.call('post', `courses/${courseId}/refund/`, body);

/** An order, as its buyer sees it. */
export const orderOf = async ({ browser }: TestUser, id: string) => (await expectStatus(200, browser.call('get', `me/orders/${id}/`))).body;

/** Staff pay back a sale. */
export const refundSale = (at: Shop, { orderId }: Sale, body: object = {}): Promise<supertest.Response> =>
  askForRefund(at, at.school, { order_id: orderId, ...body });

/** The refunds of a sale at the gateway. */
export const refundsMade = (peer: StripePeer, { session }: Sale): StripeObject[] =>
  [...peer.objects.values()].filter(({ object, payment_intent }) => object === 'refund' && payment_intent === session.payment_intent.id);

/** What a buyer and the staff see of a sale: its state, what went back, the state of the refund, and whether the buyer has access. */
export async function seenOf(at: Shop, { buyer, orderId }: Sale) {
  const { state, refunded, refund_state } = await orderOf(buyer, orderId);
  return [state, refunded, refund_state, (await at.accessOf(buyer))?.is_over === false];
}
