import { expectStatus } from '../../support/browser.ts';
import { runTask } from '../../support/jobs.ts';
import { buyPlan, newFreeSchool, planOf, platformBooksOf } from '../../support/platform-shop.ts';
import type { School } from '../../support/school.ts';
import type { StripeObject } from '../../support/stripe-peer.ts';
import { type StripeShop, sessionOf, startStripeShop } from '../../support/stripe-shop.ts';

let stripe: StripeShop;
let school: School;
let subscription: StripeObject;
/** The payment for the plan, as the peer has it. */
let payment: StripeObject;
beforeAll(async () => {
  stripe = await startStripeShop();
});
afterAll(() => stripe.close());
beforeEach(async () => {
  const { app, peer } = stripe;
  school = await newFreeSchool(app);
  await expectStatus(201, buyPlan(school.browser, { plan_id: 'starter' }));
  subscription = await peer.billing.subscribe(sessionOf(peer, await lastId('platform_purchases')));
  await run();
  const [{ payment: paid }] = subscription.latest_invoice.payments.data;
  payment = { of: undefined, currency: 'usd', payment_intent: { id: paid.payment_intent }, amount_total: 2900 };
});

const run = () => stripe.app.mailbox.runJobs();
const books = () => platformBooksOf(stripe.app, school);

async function lastId(table: 'platform_purchases' | 'platform_payments'): Promise<string> {
  const { rows } = await stripe.app.database.pool.query(`select id from ${table} where organisation_id = $1 order by id desc limit 1`, [
    school.organisation.id,
  ]);
  return rows[0].id;
}

const documents = async () =>
  (await expectStatus(200, school.browser.call('get', 'billing/invoices/'))).body.results.map(({ kind, amount }: Record<string, unknown>) => [kind, amount]);

/** What the owner was mailed since the last time, without the text around it. */
const mails = async () => (await stripe.app.mailbox.read(school.email)).map(({ subject, text }) => `${subject}: ${text?.replaceAll(/\s+/g, ' ')}`);

const logged = async () =>
  (
    await stripe.app.database.pool.query(`select action from audit_log where object_id = $1 and action ~ 'refund|dispute' order by id`, [
      await lastId('platform_purchases'),
    ])
  ).rows.map(({ action }) => action);

test('a refund in parts gets credit notes and moves the books, and the plan ends here and at Stripe when nothing is left', async () => {
  await stripe.peer.refund(payment, 900);
  await run();
  expect([await planOf(school), await documents()]).toEqual([
    ['starter', 'active', 'active'],
    [
      ['credit_note', 900],
      ['invoice', 2900],
    ],
  ]);
  expect(await books()).toEqual({ gateway_clearing: 2000, plan_sales: -2900, refunds: 900 });
  expect(await mails()).toContainEqual(
    expect.stringMatching(/^Refund for .+: .*We have refunded \$9\.00 for .+’s Starter plan\. You will find a credit note with your invoices\./),
  );
  await stripe.peer.refund(payment, 2000);
  for (const event of stripe.peer.events.filter(({ type }) => type === 'refund.created')) await stripe.peer.send({ ...event, id: `${event.id}_again` });
  await run();
  expect([await planOf(school), subscription.status]).toEqual([['free', 'active', null], 'canceled']);
  expect(await documents()).toEqual([
    ['credit_note', 2000],
    ['credit_note', 900],
    ['invoice', 2900],
  ]);
  expect(await books()).toEqual({ gateway_clearing: 0, plan_sales: -2900, refunds: 2900 });
  expect(await logged()).toEqual(['plan_purchase.refund_succeeded', 'plan_purchase.refund_succeeded']);
  expect(await mails()).toContainEqual(expect.stringMatching(/ has ended, because its payment was refunded\. You will not be charged again/));
});

test('a refund that fails after it has succeeded is entered back, with an invoice again', async () => {
  const refund = await stripe.peer.refund(payment, 900);
  await run();
  await stripe.peer.change(refund, 'failed');
  await run();
  expect(await mails()).toContainEqual(expect.stringMatching(/^Refund for .+ failed: .*We could not refund \$9\.00 for/));
  expect(await documents()).toEqual([
    ['invoice', 900],
    ['credit_note', 900],
    ['invoice', 2900],
  ]);
  expect(await books()).toEqual({ gateway_clearing: 2900, plan_sales: -2900, refunds: 0 });
  expect(await logged()).toEqual(['plan_purchase.refund_succeeded', 'plan_purchase.refund_failed']);
});

test('a dispute holds the money, and when it is lost the plan ends with a credit note; one that is won changes nothing', async () => {
  const dispute = await stripe.peer.dispute(payment);
  await run();
  expect([await planOf(school), await documents()]).toEqual([['starter', 'active', 'active'], [['invoice', 2900]]]);
  expect(await books()).toEqual({ gateway_clearing: 0, plan_sales: -2900, disputes_held: 2900 });
  expect(await mails()).toContainEqual(expect.stringMatching(/^Payment for .+ disputed: .*on hold until the bank decides/));
  await stripe.peer.change(dispute, 'lost');
  await run();
  expect([await planOf(school), subscription.status]).toEqual([['free', 'active', null], 'canceled']);
  expect(await documents()).toEqual([
    ['credit_note', 2900],
    ['invoice', 2900],
  ]);
  expect(await books()).toEqual({ gateway_clearing: 0, plan_sales: -2900, disputes: 2900, disputes_held: 0 });
  expect(await logged()).toEqual(['plan_purchase.dispute_open', 'plan_purchase.dispute_lost']);
  const told = await mails();
  expect(told).toContainEqual(expect.stringMatching(/^Payment dispute for .+ decided: .*The bank has paid back \$29\.00 for/));
  expect(told).toContainEqual(expect.stringMatching(/ has ended, because the bank reversed the payment after a dispute\./));
});

test('a lost dispute about what was refunded in part before is credited as far as it was paid, and the rest is a loss', async () => {
  await stripe.peer.refund(payment, 900);
  const dispute = await stripe.peer.dispute(payment);
  await run();
  await stripe.peer.change(dispute, 'lost');
  await run();
  expect(await documents()).toEqual([
    ['credit_note', 2000],
    ['credit_note', 900],
    ['invoice', 2900],
  ]);
  expect(await books()).toEqual({ gateway_clearing: -900, plan_sales: -2900, refunds: 900, disputes: 2000, disputes_held: 0, losses: 900 });
});

test('a decision about a dispute of which no notification arrives is found by asking every day', async () => {
  const dispute = await stripe.peer.dispute(payment);
  await run();
  Object.assign(dispute, { status: 'won' });
  stripe.app.clock.advance(25 * 3600_000);
  await runTask(stripe.app, 'settle_platform_purchases');
  await run();
  school.browser.cookie = await stripe.app.signedInCookie(school.id);
  expect(await planOf(school)).toEqual(['starter', 'active', 'active']);
  expect(await books()).toEqual({ gateway_clearing: 2900, plan_sales: -2900, disputes_held: 0 });
  expect(await documents()).toEqual([['invoice', 2900]]);
  expect(await logged()).toEqual(['plan_purchase.dispute_open', 'plan_purchase.dispute_won']);
  expect(await mails()).toContainEqual(expect.stringMatching(/^Payment dispute for .+ decided: .*the payment of \$29\.00 for .+ stands/));
});

test('a larger plan ends when nothing is left of what was paid for it and for what it replaced, in whatever order the money goes back', async () => {
  const { app, peer } = stripe;
  await expectStatus(200, buyPlan(school.browser, { plan_id: 'pro' }));
  const [{ payment: paid }] = subscription.latest_invoice.payments.data;
  const difference = { ...payment, payment_intent: { id: paid.payment_intent }, amount_total: subscription.latest_invoice.amount_paid };
  await peer.refund(payment, 2900);
  await run();
  expect([await planOf(school), subscription.status]).toEqual([['pro', 'active', 'active'], 'active']);
  await peer.refund(difference, difference.amount_total);
  await run();
  expect([await planOf(school), subscription.status]).toEqual([['free', 'active', null], 'canceled']);
  expect((await platformBooksOf(app, school)).gateway_clearing).toBe(0);
});

test('a year that has replaced a month ends when what was paid for it goes back', async () => {
  await expectStatus(200, buyPlan(school.browser, { plan_id: 'starter', interval: 'year' }));
  const [{ payment: paid }] = subscription.latest_invoice.payments.data;
  const year = { ...payment, payment_intent: { id: paid.payment_intent }, amount_total: subscription.latest_invoice.amount_paid };
  await stripe.peer.refund(payment, 2900);
  await run();
  expect(await planOf(school)).toEqual(['starter', 'active', 'active']);
  await stripe.peer.refund(year, year.amount_total);
  await run();
  expect([await planOf(school), subscription.status]).toEqual([['free', 'active', null], 'canceled']);
});
