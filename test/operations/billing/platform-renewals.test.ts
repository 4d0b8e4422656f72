import { expectStatus } from '../../support/browser.ts';
import {
  buyPlan,
  eachWithPlatform,
  passDays,
  payPlan,
  payStorage,
  planOf,
  platformBooksOf,
  storageOf,
  subjectsOf,
  subscriptionOf,
} from '../../support/platform-shop.ts';
import { countOf } from '../../support/sample.ts';
import { choose } from '../../support/shop.ts';

const at = eachWithPlatform();

const change = async (body: object) => (await expectStatus(200, buyPlan(at.school.browser, body))).body;

describe('when a renewal fails,', () => {
  beforeEach(async () => {
    await payPlan(at.app, at.school, { plan_id: 'starter' });
    await at.setCard(at.school, 'fails');
    await passDays(at.app, at.school, 31);
  });

  test('the plan stays for seven days, in which every purchase leads to the page to pay', async () => {
    expect(await planOf(at.school)).toEqual(['starter', 'past_due', 'past_due']);
    expect(await subjectsOf(at.app, at.school)).toContainEqual(expect.stringMatching(/^The payment for .+ failed$/));
    expect(await change({ plan_id: 'pro', preview: true })).toMatchObject({ effect: 'payment', url: null, amount_due: 2900 });
    const { url } = await change({ plan_id: 'pro' });
    await choose(at.app, url, 'pay');
    await at.app.mailbox.runJobs();
    expect(await planOf(at.school)).toEqual(['starter', 'active', 'active']);
    expect((await subscriptionOf(at.school)).billing.grace_until).toBeNull();
    expect(await platformBooksOf(at.app, at.school)).toEqual({ gateway_clearing: 5800, plan_sales: -5800 });
  });

  test('and is not paid within seven days, the limits of the free plan count, and the plan can be bought again', async () => {
    await passDays(at.app, at.school, 6.9);
    expect(await planOf(at.school)).toEqual(['starter', 'past_due', 'past_due']);
    await passDays(at.app, at.school, 0.1);
    expect(await planOf(at.school)).toEqual(['free', 'active', 'unpaid']);
    expect(await subjectsOf(at.app, at.school)).toContainEqual(expect.stringMatching(/^The payment for .+ is overdue$/));
    await at.setCard(at.school, 'works');
    await passDays(at.app, at.school, 60);
    expect(await platformBooksOf(at.app, at.school)).toEqual({ gateway_clearing: 2900, plan_sales: -2900 });
    await payPlan(at.app, at.school, { plan_id: 'starter' });
    expect(await planOf(at.school)).toEqual(['starter', 'active', 'active']);
  });

  test('free ends the plan at once, and nothing more is charged', async () => {
    expect(await change({ plan_id: 'free', preview: true })).toMatchObject({ effect: 'now' });
    expect(await change({ plan_id: 'free' })).toMatchObject({ effect: 'now', billing: null });
    expect(await planOf(at.school)).toEqual(['free', 'active', null]);
    await at.setCard(at.school, 'works');
    await passDays(at.app, at.school, 31);
    expect(await platformBooksOf(at.app, at.school)).toEqual({ gateway_clearing: 2900, plan_sales: -2900 });
  });
});

test('owners are asked to confirm a payment when the bank asks for it, once, also if it was declined before', async () => {
  const { app, school } = at;
  await payPlan(app, school, { plan_id: 'starter' });
  await payStorage(app, school, { addon_id: 'storage_100' });
  // The card of what was bought last, the storage, is declined at first.
  await at.setCard(school, 'fails');
  await app.database.pool.query(
    `update sandbox_objects set body = body || '{"card": "authenticates"}' where id =
      (select subscription_id from platform_purchases where organisation_id = $1 and kind = 'plan')`,
    [school.organisation.id],
  );
  await subjectsOf(app, school);
  await passDays(app, school, 31);
  const mails = await app.mailbox.read(school.email);
  expect(mails.map(({ subject }) => subject).sort()).toEqual([
    expect.stringMatching(/^Please confirm the payment for /),
    expect.stringMatching(/^The payment for .+ failed$/),
  ]);
  expect(mails.find(({ subject }) => subject?.startsWith('Please'))?.text).toMatch(
    /Your bank is asking you to confirm the payment of \$29\.00 for Academy’s Starter plan/,
  );
  expect((await subscriptionOf(school)).billing).toMatchObject({ status: 'past_due', payment_error: 'authentication_required' });
  expect(await storageOf(school)).toMatchObject({ status: 'past_due', payment_error: 'declined' });
  await at.setCard(school, 'authenticates');
  await passDays(app, school, 1);
  await passDays(app, school, 1);
  expect(await subjectsOf(app, school)).toEqual([expect.stringMatching(/^Please confirm the payment for /)]);
  await choose(app, (await change({ plan_id: 'starter' })).url, 'confirm');
  await app.mailbox.runJobs();
  expect((await subscriptionOf(school)).billing).toMatchObject({ status: 'active', payment_error: null });
});

test('a plan and storage are charged month by month, and the books agree', async () => {
  const months = countOf(24, 3);
  await payPlan(at.app, at.school, { plan_id: 'starter' });
  await payStorage(at.app, at.school, { addon_id: 'storage_100' });
  for (let month = 1; month <= months; month++) await passDays(at.app, at.school, 31);
  const { rows } = await at.app.database.pool.query(
    `select kind, count(*)::int as count, count(distinct paid.period_start)::int as periods from platform_payments paid
       join platform_purchases purchase on purchase.organisation_id = paid.organisation_id and purchase.id = paid.purchase_id
     where paid.organisation_id = $1 group by kind order by kind`,
    [at.school.organisation.id],
  );
  const paid = rows[0].count;
  expect(rows).toEqual(['plan', 'storage'].map((kind) => ({ kind, count: paid, periods: paid })));
  expect(paid).toBeGreaterThanOrEqual(months + 1);
  expect(await platformBooksOf(at.app, at.school)).toEqual({ gateway_clearing: 3900 * paid, plan_sales: -2900 * paid, storage_sales: -1000 * paid });
  expect([await planOf(at.school), (await storageOf(at.school)).status]).toEqual([['starter', 'active', 'active'], 'active']);
});

test('periods that have begun while nobody asked are each paid once, with an invoice, and the smaller plan that was chosen has begun with the first', async () => {
  await payPlan(at.app, at.school, { plan_id: 'pro' });
  await change({ plan_id: 'starter' });
  await passDays(at.app, at.school, 95);
  expect(await planOf(at.school)).toEqual(['starter', 'active', 'active']);
  expect(await platformBooksOf(at.app, at.school)).toEqual({ gateway_clearing: 18600, plan_sales: -18600 });
  const { results } = (await expectStatus(200, at.school.browser.call('get', 'billing/invoices/'))).body;
  expect(results.map(({ title, amount }: Record<string, unknown>) => [String(title).split(',')[0], amount])).toEqual([
    ...Array(3).fill(['Starter', 2900]),
    ['Pro', 9900],
  ]);
});
