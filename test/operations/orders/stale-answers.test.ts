import { settleOrder } from '../../../src/domain/commerce/orders/settle.ts';
import { settlePlatformReversals } from '../../../src/domain/commerce/platform-purchases/reversals.ts';
import { settleReversals } from '../../../src/domain/commerce/reversals/settle-reversals.ts';
import { settleSubscription } from '../../../src/domain/commerce/subscriptions/settle.ts';
import type { Payments } from '../../../src/platform/payments/payments.ts';
import { stripePayments } from '../../../src/platform/payments/stripe.ts';
import { createKeyring } from '../../../src/platform/secrets/keyring.ts';
import { SECRET } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { buyPlan, newFreeSchool, platformBooksOf } from '../../support/platform-shop.ts';
import { orderOf } from '../../support/refunds.ts';
import { booksOf } from '../../support/shop.ts';
import { peerSettings, type StripeObject } from '../../support/stripe-peer.ts';
import { sessionOf } from '../../support/stripe-shop.ts';
import { startStripeClub } from '../../support/subscriptions.ts';

let club: Awaited<ReturnType<typeof startStripeClub>>;
let gateway: Payments;
beforeAll(async () => {
  club = await startStripeClub();
  gateway = stripePayments(peerSettings(club.peer), club.app.clock, { timeoutMs: 2000, retries: 0 });
});
afterEach(() => {
  club.peer.refundState = 'succeeded';
});
afterAll(() => club.close());

/** Has the first call of a method answer only after `meanwhile`, with what was true before. */
function slow<Methods extends object, Name extends keyof Methods>(methods: Methods, name: Name, meanwhile: () => Promise<unknown>): Methods {
  const ask = methods[name] as (...args: unknown[]) => Promise<unknown>;
  let isFirst = true;
  const answerLate = async (...args: unknown[]) => {
    const answer = await ask(...args);
    if (isFirst) {
      isFirst = false;
      await meanwhile();
    }
    return answer;
  };
  return { ...methods, [name]: answerLate };
}

const tools = () => ({ db: club.app.database.db, clock: club.app.clock, keyring: createKeyring(SECRET) });
const run = () => club.app.mailbox.runJobs();
const organisationId = () => club.shop.school.organisation.id;

async function begin() {
  const buyer = await club.newBuyer();
  const { order } = await club.shop.checkOut(buyer);
  return { buyer, orderId: order.id, session: sessionOf(club.peer, order.id), key: { organisationId: organisationId(), orderId: order.id } };
}

async function sell() {
  const sale = await begin();
  await club.peer.pay(sale.session);
  await run();
  return sale;
}

test('an order that was paid while another process had asked before stays paid, also if that was told that its page has ended', async () => {
  for (const status of ['open', 'expired']) {
    const { buyer, orderId, session, key } = await begin();
    session.status = status;
    const late = slow(gateway, 'readCheckout', async () => {
      await club.peer.pay(session);
      await run();
    });
    expect(await settleOrder(tools(), late, key)).toBe('paid');
    expect([(await orderOf(buyer, orderId)).state, await club.shop.accessOf(buyer)]).toEqual(['paid', { source: 'purchase', is_over: false }]);
  }
});

test('a refund that was made, and a dispute that was decided, while another process had asked before stay so, and move money once', async () => {
  const before = (await booksOf(club.app, organisationId())).refunds ?? 0;
  club.peer.refundState = 'pending';
  const refunded = await sell();
  const refund = await club.peer.refund(refunded.session, 1000);
  const late = slow(gateway, 'readReversals', async () => {
    await club.peer.change(refund, 'succeeded');
    await run();
  });
  await settleReversals(tools(), late, refunded.key);
  expect(await orderOf(refunded.buyer, refunded.orderId)).toMatchObject({ state: 'partially_refunded', refunded: 1000, refund_state: 'succeeded' });
  expect((await booksOf(club.app, organisationId())).refunds).toBe(before + 1000);
  const disputed = await sell();
  const dispute = await club.peer.dispute(disputed.session);
  const lateAgain = slow(gateway, 'readReversals', async () => {
    await club.peer.change(dispute, 'won');
    await run();
  });
  await settleReversals(tools(), lateAgain, disputed.key);
  expect([(await orderOf(disputed.buyer, disputed.orderId)).state, (await club.shop.accessOf(disputed.buyer))?.is_over]).toEqual(['paid', false]);
});

test('a subscription whose overdue payment was made while another process had asked before stays active', async () => {
  const buyer = await club.newBuyer();
  const { id: subscriptionId, period_end } = await club.subscribe(buyer, (await club.newPlan()).id);
  await club.setCard(subscriptionId, 'fails');
  await club.passTo(period_end);
  expect((await club.read(buyer)).state).toBe('past_due');
  const { rows } = await club.app.database.pool.query('select gateway_id from catalogue_subscriptions where id = $1', [subscriptionId]);
  const subscriptions = slow(gateway.subscriptions, 'listPayments', async () => {
    await club.setCard(subscriptionId, 'works');
    await club.peer.billing.payOpen(club.peer.objects.get(rows[0].gateway_id) as StripeObject);
    await run();
    expect((await club.read(buyer)).state).toBe('active');
  });
  await settleSubscription(tools(), { ...gateway, subscriptions }, { organisationId: organisationId(), subscriptionId });
  expect(await club.read(buyer)).toMatchObject({ state: 'active', paid_periods: 2 });
});

test('a refund of what the service has sold stays made if another process had asked before', async () => {
  const { app, peer } = club;
  const school = await newFreeSchool(app);
  await expectStatus(201, buyPlan(school.browser, { plan_id: 'starter' }));
  const idIn = async (table: string) =>
    (await app.database.pool.query(`select id from ${table} where organisation_id = $1`, [school.organisation.id])).rows[0].id;
  const subscription = await peer.billing.subscribe(sessionOf(peer, await idIn('platform_purchases')));
  await run();
  const [{ payment }] = subscription.latest_invoice.payments.data;
  peer.refundState = 'pending';
  const refund = await peer.refund({ of: undefined, currency: 'usd', payment_intent: { id: payment.payment_intent }, amount_total: 2900 }, 900);
  const late = slow(gateway, 'readReversals', async () => {
    await peer.change(refund, 'succeeded');
    await run();
  });
  await settlePlatformReversals(tools(), late, { organisationId: school.organisation.id, paymentId: await idIn('platform_payments') });
  const { rows } = await app.database.pool.query('select state from platform_reversals where organisation_id = $1', [school.organisation.id]);
  expect([rows, await platformBooksOf(app, school)]).toEqual([[{ state: 'succeeded' }], { gateway_clearing: 2000, plan_sales: -2900, refunds: 900 }]);
});
