import { newId } from '../../../src/domain/kernel/ids.ts';
import { expectStatus } from '../../support/browser.ts';
import { AFTERMATH, runTask } from '../../support/jobs.ts';
import { refusalOf } from '../../support/learner.ts';
import { type Club, startClub } from '../../support/subscriptions.ts';

let club: Club;
beforeAll(async () => {
  club = await startClub({}, AFTERMATH);
});
afterEach(() => club.forget());
afterAll(() => club.close());

const query = async (text: string, ...values: unknown[]) => (await club.app.database.pool.query(text, values)).rows;

const subscribed = async (terms: object = {}) => {
  const plan = await club.newPlan(terms);
  const buyer = await club.newBuyer();
  return { plan, buyer, subscription: await club.subscribe(buyer, plan.id) };
};

type Subscribed = Awaited<ReturnType<typeof subscribed>>;

/** The orders of a subscription, oldest first. */
const ordersOf = async ({ subscription }: Subscribed): Promise<string[]> =>
  (await query('select id from orders where subscription_id = $1 order by paid_at, id', subscription.id)).map(({ id }) => id);

const refund = async (orderId: string | undefined, body: object = {}) => {
  const answer = await club.shop.school.browser.call('post', `orders/${orderId}/refund/`, body);
  await club.app.mailbox.runJobs();
  return answer;
};

/** The state of a subscription, and whether its access is over. */
const seen = async ({ buyer }: Subscribed) => [(await club.read(buyer)).state, (await club.shop.accessOf(buyer))?.is_over];

/** Has the gateway say that a refund has failed after all. */
async function failRefund(orderId: string | undefined): Promise<void> {
  await query(
    `update sandbox_objects set body = body || '{"state": "failed"}' where id = (select gateway_refund_id from refunds where order_id = $1 and state = 'succeeded')`,
    orderId,
  );
  await runTask(club.app, 'settle_reversals', { organisation_id: club.shop.school.organisation.id, order_id: orderId });
  await club.app.mailbox.runJobs();
}

test('a period that is paid back in full ends the access and the subscription, and access comes back for what was paid if the refund fails', async () => {
  const one = await subscribed();
  const [orderId] = await ordersOf(one);
  expect((await expectStatus(201, refund(orderId))).body).toMatchObject({ order_id: orderId, amount: 1900, state: 'succeeded', origin: 'staff' });
  expect(await seen(one)).toEqual(['cancelled', true]);
  await failRefund(orderId);
  expect(await seen(one)).toEqual(['cancelled', false]);
  expect(await query('select distinct ends_at from enrollment_grants where source_id = $1', one.subscription.id)).toEqual([
    { ends_at: one.subscription.period_end },
  ]);
  await club.passTo(one.subscription.period_end);
  expect(await ordersOf(one)).toHaveLength(1);
});

test('staff decide whether access ends, whatever is left', async () => {
  const kept = await subscribed();
  await expectStatus(201, refund((await ordersOf(kept))[0], { end_access: false }));
  expect(await seen(kept)).toEqual(['active', false]);
  const ended = await subscribed();
  await expectStatus(201, refund((await ordersOf(ended))[0], { amount: 400 }));
  expect(await seen(ended)).toEqual(['active', false]);
  await expectStatus(201, refund((await ordersOf(ended))[0], { amount: 100, end_access: true }));
  expect(await seen(ended)).toEqual(['cancelled', true]);
});

test('the payment for a period that is over, or for a change of the plan, is paid back without an end of the access', async () => {
  const one = await subscribed();
  await club.passTo(one.subscription.period_end);
  const dearer = await club.newPlan({ amount: 5900 });
  await expectStatus(200, club.change(one.buyer, one.subscription.id, dearer.id));
  const [past, renewed, change] = await ordersOf(one);
  expect(await query('select subscription_part from orders where subscription_id = $1 order by paid_at, id', one.subscription.id)).toEqual(
    ['first', 'renewal', 'change'].map((subscription_part) => ({ subscription_part })),
  );
  for (const id of [past, change]) await expectStatus(201, refund(id));
  expect(await seen(one)).toEqual(['active', false]);
  await expectStatus(201, refund(renewed));
  expect(await seen(one)).toEqual(['cancelled', true]);
});

test('of a month that became a year, what was paid for the year decides about the access', async () => {
  const one = await subscribed();
  const year = await club.newPlan({ amount: 19_000, interval: 'year' });
  club.app.clock.advance(24 * 3600_000);
  await expectStatus(200, club.change(one.buyer, one.subscription.id, year.id));
  const [month, change] = await ordersOf(one);
  await expectStatus(201, refund(month));
  expect(await seen(one)).toEqual(['active', false]);
  await expectStatus(201, refund(change));
  expect(await seen(one)).toEqual(['cancelled', true]);
});

test('an instalment that is paid back in full ends the access, also after all were paid', async () => {
  const one = await subscribed({ cycles: 2 });
  await club.passTo(one.subscription.period_end);
  expect(await seen(one)).toEqual(['completed', false]);
  const [first] = await ordersOf(one);
  await expectStatus(201, refund(first));
  expect(await seen(one)).toEqual(['completed', true]);
  await failRefund(first);
  expect(await seen(one)).toEqual(['completed', false]);
});

test('two refunds that both end the access give it back only when both have failed', async () => {
  const one = await subscribed({ cycles: 2 });
  await club.passTo(one.subscription.period_end);
  const [first, second] = await ordersOf(one);
  for (const id of [first, second]) await expectStatus(201, refund(id));
  await failRefund(first);
  expect(await seen(one)).toEqual(['completed', true]);
  await failRefund(second);
  expect(await seen(one)).toEqual(['completed', false]);
});

test('courses that are added to the plan do not open for a subscription whose access was withdrawn', async () => {
  const one = await subscribed({ cycles: 3 });
  await query('update catalogue_subscriptions set withdrawals = 1 where id = $1', one.subscription.id);
  const { id } = await club.shop.school.newCourse({ status: 'published' });
  await runTask(club.app, 'align_subscriptions', { organisation_id: club.shop.school.organisation.id });
  expect(await query('select 1 from enrollments where course_id = $1 and user_id = $2', id, one.buyer.id)).toEqual([]);
});

test('an order that is unknown, not paid, refunded, on its way back or disputed is refused', async () => {
  const one = await subscribed();
  const [orderId] = await ordersOf(one);
  const set = (columns: string) => query(`update orders set ${columns} where id = $1`, orderId);
  expect(await refusalOf(refund(newId()))).toEqual([404, 'not_found']);
  expect(await refusalOf(one.buyer.browser.call('post', `orders/${orderId}/refund/`, {}))).toEqual([403, 'permission_denied']);
  await set(`refund_state = 'pending'`);
  await query(
    `insert into refunds (organisation_id, id, order_id, origin, amount, created_at, changed_at)
      select organisation_id, $2, id, 'staff', total, now(), now() from orders where id = $1`,
    orderId,
    newId(),
  );
  expect(await refusalOf(refund(orderId))).toEqual([409, 'refund_pending']);
  await query('delete from refunds where order_id = $1', orderId);
  await set(`refund_state = null, dispute_state = 'open'`);
  expect(await refusalOf(refund(orderId))).toEqual([409, 'order_disputed']);
  await set(`dispute_state = null, livemode = true`);
  expect(await refusalOf(refund(orderId))).toEqual([503, 'payments_not_configured']);
  await set('livemode = false');
  await expectStatus(201, refund(orderId));
  expect(await refusalOf(refund(orderId))).toEqual([409, 'already_refunded']);
  const buyer = await club.shop.newBuyer();
  const { order } = await club.shop.checkOut(buyer);
  expect(await refusalOf(refund(order.id))).toEqual([409, 'order_not_paid']);
});
