import type { TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import {
  buyPlan,
  newFreeSchool,
  passDays,
  payPlan,
  payStorage,
  platformBooksOf,
  startPlatform,
  storageOf,
  subjectsOf,
  subscriptionOf,
} from '../../support/platform-shop.ts';
import type { School } from '../../support/school.ts';
import { choose } from '../../support/shop.ts';

let app: TestApp;
let setCard: Awaited<ReturnType<typeof startPlatform>>['setCard'];
let school: School;
beforeAll(async () => {
  ({ app, setCard } = await startPlatform());
});
beforeEach(async () => {
  school = await newFreeSchool(app);
});
afterAll(() => app.close());

const planOf = async (one = school) => {
  const { plan, status, billing } = await subscriptionOf(one);
  return [plan.id, status, billing?.status ?? null];
};
const change = async (body: object) => (await expectStatus(200, buyPlan(school.browser, body))).body;

describe('when a renewal fails,', () => {
  beforeEach(async () => {
    await payPlan(app, school, { plan_id: 'starter' });
    await setCard(school, 'fails');
    await passDays(app, school, 31);
  });

  test('the plan stays for seven days, in which every purchase leads to the page to pay', async () => {
    expect(await planOf()).toEqual(['starter', 'past_due', 'past_due']);
    expect(await subjectsOf(app, school)).toContainEqual(expect.stringMatching(/^The payment for .+ has failed$/));
    expect(await change({ plan_id: 'pro', preview: true })).toMatchObject({ effect: 'payment', url: null, amount_due: 2900 });
    const { url } = await change({ plan_id: 'pro' });
    await choose(app, url, 'pay');
    await app.mailbox.runJobs();
    expect(await planOf()).toEqual(['starter', 'active', 'active']);
    expect((await subscriptionOf(school)).billing.grace_until).toBeNull();
    expect(await platformBooksOf(app, school)).toEqual({ gateway_clearing: 5800, plan_sales: -5800 });
  });

  test('and is not paid within seven days, the limits of the free plan count, and the plan can be bought again', async () => {
    await passDays(app, school, 6.9);
    expect(await planOf()).toEqual(['starter', 'past_due', 'past_due']);
    await passDays(app, school, 0.1);
    expect(await planOf()).toEqual(['free', 'active', 'unpaid']);
    expect(await subjectsOf(app, school)).toContainEqual(expect.stringMatching(/is no longer paid for$/));
    await setCard(school, 'works');
    await passDays(app, school, 60);
    expect(await platformBooksOf(app, school)).toEqual({ gateway_clearing: 2900, plan_sales: -2900 });
    await payPlan(app, school, { plan_id: 'starter' });
    expect(await planOf()).toEqual(['starter', 'active', 'active']);
  });

  test('free ends the plan at once, and nothing more is charged', async () => {
    expect(await change({ plan_id: 'free', preview: true })).toMatchObject({ effect: 'now' });
    expect(await change({ plan_id: 'free' })).toMatchObject({ effect: 'now', billing: null });
    expect(await planOf()).toEqual(['free', 'active', null]);
    await setCard(school, 'works');
    await passDays(app, school, 31);
    expect(await platformBooksOf(app, school)).toEqual({ gateway_clearing: 2900, plan_sales: -2900 });
  });
});

test('two years of plan and storage are charged month by month, and the books agree', async () => {
  await payPlan(app, school, { plan_id: 'starter' });
  await payStorage(app, school, { addon_id: 'storage_100' });
  for (let month = 1; month <= 24; month++) await passDays(app, school, 31);
  const { rows } = await app.database.pool.query(
    `select kind, count(*)::int as count, count(distinct paid.period_start)::int as periods from platform_payments paid
       join platform_purchases purchase on purchase.organisation_id = paid.organisation_id and purchase.id = paid.purchase_id
     where paid.organisation_id = $1 group by kind order by kind`,
    [school.organisation.id],
  );
  const paid = rows[0].count;
  expect(rows).toEqual(['plan', 'storage'].map((kind) => ({ kind, count: paid, periods: paid })));
  expect(paid).toBeGreaterThanOrEqual(25);
  expect(await platformBooksOf(app, school)).toEqual({ gateway_clearing: 3900 * paid, plan_sales: -2900 * paid, storage_sales: -1000 * paid });
  expect([await planOf(), (await storageOf(school)).status]).toEqual([['starter', 'active', 'active'], 'active']);
});
