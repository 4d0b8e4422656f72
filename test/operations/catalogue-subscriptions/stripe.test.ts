import { expectStatus } from '../../support/browser.ts';
import { download } from '../../support/invoices.ts';
import { AFTERMATH, runTask } from '../../support/jobs.ts';
import { refusalOf } from '../../support/learner.ts';
import { type Buyer, chargeShare, newCoupon } from '../../support/shop.ts';
import type { Outcome } from '../../support/stripe-billing.ts';
import type { StripeObject } from '../../support/stripe-peer.ts';
import { type StripeShop, sessionOf, startStripeShop } from '../../support/stripe-shop.ts';
import { type Club, clubOf, DAY } from '../../support/subscriptions.ts';

let stripe: StripeShop;
let club: Club;
/** A plan of 20.00 a month, which no test changes. */
let planId: string;
beforeAll(async () => {
  stripe = await startStripeShop({}, AFTERMATH);
  club = clubOf(stripe.app, stripe.shop);
  planId = (await club.newPlan({ amount: 2000 })).id;
});
afterEach(() => club.forget());
afterAll(() => stripe.close());

/** Has a new learner subscribe at the peer. */
async function subscribed(wish: object = {}, plan = planId): Promise<{ buyer: Buyer; id: string; kept: StripeObject }> {
  const buyer = await club.newBuyer();
  const { body } = await expectStatus(201, club.ask(buyer, plan, wish));
  const { id } = body.subscription;
  const kept = await stripe.peer.billing.subscribe(sessionOf(stripe.peer, id));
  await stripe.app.mailbox.runJobs();
  return { buyer, id, kept };
}

const endOf = ({ items }: StripeObject): string => new Date(items.data[0].current_period_end * 1000).toISOString();
const totals = async (id: string) => (await club.paid(id)).map(({ total }) => total);

/** Renews at the peer when the period ends, and does what follows from the notifications alone. */
async function renew(kept: StripeObject, outcome?: Outcome) {
  await club.advance(Date.parse(endOf(kept)) - stripe.app.clock.now());
  await stripe.peer.billing.renew(kept, outcome);
  await stripe.app.mailbox.runJobs();
}

test('Stripe renews a subscription on the account of the seller, and each invoice is entered once, with the share of the platform', async () => {
  await chargeShare(stripe.app, stripe.shop, 250);
  const { buyer, id, kept } = await subscribed();
  const session = stripe.peer.requests.find(({ params }) => params.client_reference_id === id);
  expect(session).toMatchObject({ account: kept.of, params: { mode: 'subscription', subscription_data: { application_fee_percent: '2.5' } } });
  expect(await club.read(buyer)).toMatchObject({ state: 'active', paid_periods: 1, period_end: endOf(kept) });
  for (let month = 0; month < 2; month++) await renew(kept);
  const paid = stripe.peer.events.filter(({ type, data }) => type === 'invoice.paid' && data.object.subscription === kept.id);
  expect(paid).toHaveLength(3);
  for (const event of paid) await stripe.peer.send({ ...event, id: `${event.id}_again` });
  await stripe.app.mailbox.runJobs();
  expect(await totals(id)).toEqual([2000, 2000, 2000]);
  const { rows } = await stripe.app.database.pool.query(
    `select account, sum(amount)::int from orders join ledger_transactions t on t.organisation_id = orders.organisation_id and t.order_id = orders.id
      join ledger_entries e on e.organisation_id = t.organisation_id and e.transaction_id = t.id where subscription_id = $1 group by account order by account`,
    [id],
  );
  expect(rows).toEqual([
    { account: 'gateway_clearing', sum: 5850 },
    { account: 'platform_fees', sum: 150 },
    { account: 'sales', sum: -6000 },
  ]);
  expect(await club.read(buyer)).toMatchObject({ state: 'active', paid_periods: 3, period_end: endOf(kept) });
});

test('a renewal of which no notification arrives is found by asking, and so is a page that was used', async () => {
  const listener = stripe.peer.listener;
  stripe.peer.listener = null;
  const { buyer, id, kept } = await subscribed();
  expect((await club.read(buyer)).state).toBe('incomplete');
  await club.pass(11 * 60_000);
  expect(await club.read(buyer)).toMatchObject({ id, state: 'active' });
  await renew(kept);
  expect(await totals(id)).toEqual([2000]);
  await club.pass(0);
  stripe.peer.listener = listener;
  expect(await totals(id)).toEqual([2000, 2000]);
});

test('a failed payment is made on the page of the invoice, and after seven days access is suspended until then', async () => {
  const { buyer, kept } = await subscribed();
  await renew(kept, 'failed');
  expect(await club.read(buyer)).toMatchObject({ state: 'past_due', payment_error: 'declined' });
  expect((await expectStatus(200, club.ask(buyer, planId))).body.url).toBe(kept.latest_invoice.hosted_invoice_url);
  await club.pass(7 * DAY);
  expect([(await club.read(buyer)).state, await stripe.shop.accessOf(buyer)]).toEqual(['unpaid', { source: 'subscription', is_over: true }]);
  await stripe.peer.billing.payOpen(kept);
  await stripe.app.mailbox.runJobs();
  expect([(await club.read(buyer)).state, await stripe.shop.accessOf(buyer)]).toEqual(['active', { source: 'subscription', is_over: false }]);
});

test.each<Outcome>(['requires_action', 'declined_until_confirmed'])('a renewal that is %s waits for the subscriber to confirm it', async (outcome) => {
  const { buyer, id, kept } = await subscribed();
  await renew(kept, outcome);
  expect(await club.read(buyer)).toMatchObject({ id, state: 'past_due', payment_error: 'authentication_required' });
  expect((await expectStatus(200, club.ask(buyer, planId))).body.url).toBe(kept.latest_invoice.hosted_invoice_url);
  await stripe.peer.billing.payOpen(kept);
  await stripe.app.mailbox.runJobs();
  expect(await club.read(buyer)).toMatchObject({ state: 'active', payment_error: null, paid_periods: 2 });
  expect(await totals(id)).toEqual([2000, 2000]);
});

test('a declined payment is to be confirmed when Stripe tries again and the bank asks for it, and is declined again when that fails', async () => {
  const { buyer, kept } = await subscribed();
  await renew(kept, 'failed');
  for (const [outcome, error] of [
    ['requires_action', 'authentication_required'],
    ['failed', 'declined'],
  ] as const) {
    await stripe.peer.billing.retry(kept, outcome);
    await stripe.app.mailbox.runJobs();
    expect(await club.read(buyer)).toMatchObject({ state: 'past_due', payment_error: error });
  }
});

test('a dearer plan is invoiced at once as Stripe computes it, a cheaper one begins with the next period, and a cancellation ends it', async () => {
  const [cheap, dear] = await Promise.all([900, 3900].map((amount) => club.newPlan({ amount })));
  const { buyer, id, kept } = await subscribed();
  await club.pass(10 * DAY);
  const { body: preview } = await expectStatus(200, club.change(buyer, id, dear?.id as string, true));
  stripe.peer.billing.declines = true;
  expect(await refusalOf(club.change(buyer, id, dear?.id as string))).toEqual([409, 'payment_refused']);
  stripe.peer.billing.declines = false;
  const { body: change } = await expectStatus(200, club.change(buyer, id, dear?.id as string));
  expect([change.total, change.subscription.plan.amount]).toEqual([preview.total, 3900]);
  expect(await totals(id)).toEqual([2000, preview.total]);
  const { body: later } = await expectStatus(200, club.change(buyer, id, cheap?.id as string));
  expect(later).toMatchObject({ total: 0, subscription: { plan: { amount: 3900 }, next_plan: { amount: 900 } } });
  await renew(kept);
  expect(await totals(id)).toEqual([2000, preview.total, 900]);
  await expectStatus(200, club.cancel(buyer, id));
  expect(kept.cancel_at_period_end).toBe(true);
  await renew(kept);
  expect([(await club.read(buyer)).state, await stripe.shop.accessOf(buyer)]).toEqual(['cancelled', { source: 'subscription', is_over: true }]);
});

test('a subscription of somebody who is erased ends at Stripe', async () => {
  const { buyer, kept } = await subscribed();
  await stripe.app.database.pool.query('update catalogue_subscriptions set user_id = null where user_id = $1', [buyer.id]);
  await runTask(stripe.app, 'end_left_subscriptions');
  expect(kept.status).toBe('canceled');
});

const couponOf = (sessionKey: string): StripeObject => {
  const { discounts } = sessionOf(stripe.peer, sessionKey);
  return stripe.peer.objects.get(discounts[0].coupon) as StripeObject;
};

test('Stripe takes a coupon off as many payments as it says, a trial counts as none, and what it charges is what the orders say', async () => {
  const terms = { plans: true, percent_off: 25 };
  const { id: plainId } = await club.newPlan({ amount: 1950 });
  const { id: trialId } = await club.newPlan({ amount: 1950, trial_days: 40 });
  await newCoupon(stripe.shop, { ...terms, code: 'ONCE' });
  await newCoupon(stripe.shop, { ...terms, code: 'TWICE', plan_periods: 2 });
  await newCoupon(stripe.shop, { ...terms, code: 'ALWAYS', plan_periods: null });
  await newCoupon(stripe.shop, { ...terms, code: 'FREE', percent_off: 100 });
  const charged = async (plan: string, coupon_code: string, periods: number) => {
    const { id, kept } = await subscribed({ coupon_code }, plan);
    for (let period = 0; period < periods; period++) await renew(kept);
    const { rows } = await stripe.app.database.pool.query('select flag from orders where subscription_id = $1 and flag is not null', [id]);
    expect(rows).toEqual([]);
    const { duration, duration_in_months, amount_off, of } = couponOf(id);
    expect([of, amount_off]).toEqual([kept.of, coupon_code === 'FREE' ? '1950' : '488']);
    return [duration, duration_in_months, await totals(id)];
  };
  expect(await charged(plainId, 'ONCE', 1)).toEqual(['once', undefined, [1462, 1950]]);
  expect(await charged(plainId, 'TWICE', 2)).toEqual(['repeating', '2', [1462, 1462, 1950]]);
  expect(await charged(trialId, 'TWICE', 3)).toEqual(['repeating', '3', [1462, 1462, 1950]]);
  expect(await charged(trialId, 'ONCE', 2)).toEqual(['repeating', '2', [1462, 1950]]);
  expect(await charged(plainId, 'ALWAYS', 2)).toEqual(['forever', undefined, [1462, 1462, 1462]]);
  expect(await charged(plainId, 'FREE', 1)).toEqual(['once', undefined, [0, 1950]]);
});

test('a change of the plan takes the coupon away at Stripe, and taking a planned change back brings the rest of it back', async () => {
  await newCoupon(stripe.shop, { plans: true, percent_off: 50, code: 'HALF', plan_periods: 3 });
  const { id: smallId } = await club.newPlan({ amount: 1000 });
  const { id: sameId } = await club.newPlan({ amount: 2000, title: 'Same price' });
  const { buyer, id, kept } = await subscribed({ coupon_code: 'HALF' });
  await expectStatus(200, club.change(buyer, id, smallId));
  expect(kept.discounts).toEqual([]);
  await expectStatus(200, club.change(buyer, id, planId));
  expect(kept.discounts).toHaveLength(1);
  await renew(kept);
  expect(await club.read(buyer)).toMatchObject({ discount: { payments_left: 1 } });
  expect((await expectStatus(200, club.change(buyer, id, sameId, true))).body.total).toBe(1000);
  await expectStatus(200, club.change(buyer, id, sameId));
  expect(kept.discounts).toEqual([]);
  await renew(kept);
  expect(await totals(id)).toEqual([1000, 1000, 2000]);
});

test('a discount that somebody gives at Stripe itself is money that is missing, and is flagged', async () => {
  const { id, kept } = await subscribed();
  Object.assign(kept, { discounts: ['di_1'], reduction: { coupon: { amount_off: 500, duration: 'once' }, until: Number.POSITIVE_INFINITY } });
  await renew(kept);
  expect((await club.paid(id)).map(({ total, flag }) => [total, flag])).toEqual([
    [2000, null],
    [1500, 'amount_mismatch'],
  ]);
});

test('a period that a credit at Stripe pays, in part or in full, is a paid period, with an order whose discount is the credit', async () => {
  const { buyer, id, kept } = await subscribed();
  kept.credit = 2500;
  await renew(kept);
  expect(await club.read(buyer)).toMatchObject({ state: 'active', paid_periods: 2 });
  await renew(kept);
  await renew(kept);
  expect(await club.read(buyer)).toMatchObject({ state: 'active', paid_periods: 4 });
  const { pool } = stripe.app.database;
  const { rows } = await pool.query(
    `select subtotal::int, discount::int, total::int, flag, (select count(*)::int from invoices i where i.organisation_id = orders.organisation_id and i.order_id = orders.id)
      as invoices from orders where subscription_id = $1 order by paid_at, id`,
    [id],
  );
  const paid = (discount: number) => ({ subtotal: 2000, discount, total: 2000 - discount, flag: null, invoices: discount === 2000 ? 0 : 1 });
  expect(rows).toEqual([paid(0), paid(2000), paid(500), paid(0)]);
  const { rows: kept_until } = await pool.query('select paid_until = period_end as is_paid from catalogue_subscriptions where id = $1', [id]);
  expect(kept_until).toEqual([{ is_paid: true }]);
  const { results } = (await expectStatus(200, buyer.browser.call('get', 'me/orders/'))).body;
  expect((await download(stripe.app, buyer, `me/orders/${results[1].id}/invoice/`)).text).toMatch(/Discount\s+-€5(\.00)?/);
});
