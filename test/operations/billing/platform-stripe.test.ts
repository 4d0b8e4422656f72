import { startTestApp, withPorts } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { refusalOf } from '../../support/learner.ts';
import { buyPlan, buyStorage, limitOf, newFreeSchool, passDays, platformBooksOf, storageOf, subscriptionOf } from '../../support/platform-shop.ts';
import type { School } from '../../support/school.ts';
import type { StripeObject } from '../../support/stripe-peer.ts';
import { type StripeShop, sessionOf, startStripeShop } from '../../support/stripe-shop.ts';

let stripe: StripeShop;
let school: School;
beforeAll(async () => {
  stripe = await startStripeShop();
});
beforeEach(async () => {
  school = await newFreeSchool(stripe.app);
});
afterAll(() => stripe.close());

const purchaseOf = async (): Promise<string> => {
  const { rows } = await stripe.app.database.pool.query('select id from platform_purchases where organisation_id = $1 order by id desc limit 1', [
    school.organisation.id,
  ]);
  return rows[0].id;
};

/** Buys at the peer. */
async function pay(ask = () => buyPlan(school.browser, { plan_id: 'starter' })): Promise<StripeObject> {
  await expectStatus(201, ask());
  const kept = await stripe.peer.billing.subscribe(sessionOf(stripe.peer, await purchaseOf()));
  await stripe.app.mailbox.runJobs();
  return kept;
}

/** Renews at the peer when the period ends, and does what follows from the notifications alone. */
async function renew(kept: StripeObject, outcome?: 'paid' | 'failed'): Promise<void> {
  stripe.app.clock.advance(kept.items.data[0].current_period_end * 1000 - stripe.app.clock.now());
  await stripe.peer.billing.renew(kept, outcome);
  await stripe.app.mailbox.runJobs();
  school.browser.cookie = await stripe.app.signedInCookie(school.id);
}

const planOf = async () => {
  const { plan, status, billing } = await subscriptionOf(school);
  return [plan.id, status, billing?.status ?? null];
};

test('a plan is paid into the account of the service, renewed by Stripe, and each invoice is entered once', async () => {
  const kept = await pay();
  const request = stripe.peer.requests.findLast(({ path }) => path === '/v1/checkout/sessions');
  expect([request?.account, request?.params.mode, request?.params.subscription_data.application_fee_percent]).toEqual([undefined, 'subscription', undefined]);
  expect(await planOf()).toEqual(['starter', 'active', 'active']);
  for (let month = 0; month < 3; month++) await renew(kept);
  for (const event of stripe.peer.events.filter(({ type }) => type === 'invoice.paid')) await stripe.peer.send({ ...event, id: `${event.id}_again` });
  await stripe.app.mailbox.runJobs();
  expect(await platformBooksOf(stripe.app, school)).toEqual({ gateway_clearing: 11600, plan_sales: -11600 });
});

test('a larger plan is charged at once as Stripe computes it, and a declined card changes nothing', async () => {
  const kept = await pay();
  await expectStatus(200, buyPlan(school.browser, { plan_id: 'free' }));
  stripe.app.clock.advance(5 * 24 * 3600_000);
  stripe.peer.billing.declines = true;
  expect(await refusalOf(buyPlan(school.browser, { plan_id: 'pro' }))).toEqual([409, 'payment_refused']);
  stripe.peer.billing.declines = false;
  expect([await planOf(), kept.cancel_at_period_end]).toEqual([['starter', 'active', 'active'], true]);
  const { body } = await expectStatus(200, buyPlan(school.browser, { plan_id: 'pro' }));
  expect([body, kept.cancel_at_period_end]).toMatchObject([{ effect: 'now', billing: { item_id: 'pro', cancel_at_period_end: false } }, false]);
  expect(await platformBooksOf(stripe.app, school)).toEqual({ gateway_clearing: 2900 + body.amount_due, plan_sales: -2900 - body.amount_due });
});

test('a smaller plan begins with the next period', async () => {
  const kept = await pay(() => buyPlan(school.browser, { plan_id: 'pro' }));
  await expectStatus(200, buyPlan(school.browser, { plan_id: 'starter' }));
  expect(await planOf()).toEqual(['pro', 'active', 'active']);
  await renew(kept);
  expect(await planOf()).toEqual(['starter', 'active', 'active']);
  expect(await platformBooksOf(stripe.app, school)).toEqual({ gateway_clearing: 12800, plan_sales: -12800 });
});

test('a failed renewal is paid on the page of its invoice', async () => {
  const kept = await pay();
  await renew(kept, 'failed');
  expect(await planOf()).toEqual(['starter', 'past_due', 'past_due']);
  const { body } = await expectStatus(200, buyPlan(school.browser, { plan_id: 'starter' }));
  expect(body.url).toBe(kept.latest_invoice.hosted_invoice_url);
  await stripe.peer.billing.payOpen(kept);
  await stripe.app.mailbox.runJobs();
  expect(await planOf()).toEqual(['starter', 'active', 'active']);
});

test('storage that is not paid within seven days ends at Stripe, too', async () => {
  const kept = await pay(() => buyStorage(school.browser, { addon_id: 'storage_100' }));
  expect(await limitOf(school)).toBe(1024 ** 3 + 100_000_000_000);
  await renew(kept, 'failed');
  await passDays(stripe.app, school, 7);
  expect([(await storageOf(school)).status, await limitOf(school), kept.status]).toEqual(['unpaid', 1024 ** 3, 'canceled']);
});

test.each([
  ['an owner', async () => void (await expectStatus(200, buyPlan(school.browser, { plan_id: 'free' })))],
  ['seven days', () => passDays(stripe.app, school, 7)],
  [
    'Stripe',
    async (kept: StripeObject) => {
      Object.assign(kept, { status: 'canceled', ended_at: Math.floor(stripe.app.clock.now() / 1000) });
      await passDays(stripe.app, school, 1);
    },
  ],
] as const)('what is overdue cannot be paid any more when %s ended the plan', async (_who, end) => {
  const kept = await pay();
  await renew(kept, 'failed');
  expect(kept.latest_invoice.status).toBe('open');
  await end(kept);
  expect([(await planOf())[0], kept.status, kept.latest_invoice.status]).toEqual(['free', 'canceled', 'void']);
});

test('a request whose answer got lost leads to the same page when it is repeated', async () => {
  stripe.peer.failures.push('lost');
  expect(await refusalOf(buyPlan(school.browser, { plan_id: 'pro' }))).toEqual([503, 'payments_unavailable']);
  await expectStatus(200, buyPlan(school.browser, { plan_id: 'pro' }));
  const id = await purchaseOf();
  expect([...stripe.peer.objects.values()].filter(({ client_reference_id }) => client_reference_id === id)).toHaveLength(1);
});

test('a change whose answer got lost is completed by the next request, and charged once', async () => {
  await pay();
  stripe.app.clock.advance(24 * 3600_000);
  const { amount_due } = (await expectStatus(200, buyPlan(school.browser, { plan_id: 'pro', preview: true }))).body;
  const change = (path: string) => stripe.peer.requests.filter((request) => request.method === 'POST' && request.path.startsWith(path)).length;
  const before = change('/v1/subscriptions/');
  await stripe.app.database.pool.query(
    `update platform_purchases set change_id = gen_random_uuid(), change_item_id = 'pro', change_interval = 'month', change_amount = 9900, change_price = 9900, change_now = true
     where organisation_id = $1`,
    [school.organisation.id],
  );
  await expectStatus(200, buyPlan(school.browser, { plan_id: 'pro' }));
  expect(change('/v1/subscriptions/')).toBe(before + 1);
  expect(await planOf()).toEqual(['pro', 'active', 'active']);
  expect(await platformBooksOf(stripe.app, school)).toEqual({ gateway_clearing: 2900 + amount_due, plan_sales: -2900 - amount_due });
});

test('Stripe entering another price than was agreed to gives nothing', async () => {
  await expectStatus(201, buyPlan(school.browser, { plan_id: 'pro' }));
  await stripe.app.database.pool.query('update platform_purchases set amount = 9901 where organisation_id = $1', [school.organisation.id]);
  await stripe.peer.billing.subscribe(sessionOf(stripe.peer, await purchaseOf()));
  await stripe.app.mailbox.runJobs();
  expect(await planOf()).toEqual(['free', 'active', null]);
  const { rows } = await stripe.app.database.pool.query('select flag from platform_purchases where organisation_id = $1', [school.organisation.id]);
  expect(rows).toEqual([{ flag: 'price_mismatch' }]);
});

test('while a payment is on its way, nothing else can be bought', async () => {
  for (const [ask, other] of [
    [() => buyPlan(school.browser, { plan_id: 'starter' }), () => buyPlan(school.browser, { plan_id: 'pro' })],
    [() => buyStorage(school.browser, { addon_id: 'storage_100' }), () => buyStorage(school.browser, { addon_id: 'storage_500' })],
  ] as const) {
    await expectStatus(201, ask());
    const kept = await stripe.peer.billing.subscribe(sessionOf(stripe.peer, await purchaseOf()));
    kept.status = 'incomplete';
    await stripe.app.mailbox.runJobs();
    expect([await refusalOf(ask()), await refusalOf(other())]).toEqual(Array(2).fill([409, 'payment_processing']));
    kept.status = 'active';
  }
  await stripe.app.mailbox.runJobs();
});

test('an organisation that is deleted is charged nothing more', async () => {
  const kept = await pay();
  await expectStatus(204, school.browser.call('delete', `qa/signup-email/?email=${encodeURIComponent(school.email)}`));
  await stripe.app.mailbox.runJobs();
  expect(kept.status).toBe('canceled');
  expect(await platformBooksOf(stripe.app, school)).toEqual({ gateway_clearing: 2900, plan_sales: -2900 });
});

test('without a gateway nothing can be bought', async () => {
  const app = await startTestApp(withPorts({ payments: null }));
  try {
    const one = await newFreeSchool(app);
    expect(await refusalOf(buyPlan(one.browser, { plan_id: 'pro' }))).toEqual([503, 'payments_not_configured']);
    expect(await refusalOf(buyStorage(one.browser, { addon_id: 'storage_100' }))).toEqual([503, 'payments_not_configured']);
  } finally {
    await app.close();
  }
});

test('if Stripe does not respond, nothing is bought, and the request can be repeated', async () => {
  stripe.peer.failures.push({ status: 500, body: { error: { type: 'api_error' } } });
  expect(await refusalOf(buyStorage(school.browser, { addon_id: 'storage_100' }))).toEqual([503, 'payments_unavailable']);
  expect(await storageOf(school)).toBeNull();
});
