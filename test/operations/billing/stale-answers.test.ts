import { settlePurchase } from '../../../src/domain/commerce/platform-purchases/settle.ts';
import type { sandboxPayments } from '../../../src/platform/payments/sandbox.ts';
import { expectStatus } from '../../support/browser.ts';
import { buyPlan, eachWithPlatform, passDays, payPlan, planOf, subjectsOf, subscriptionOf } from '../../support/platform-shop.ts';
import { choose } from '../../support/shop.ts';

const at = eachWithPlatform();

/** Has another process ask about the purchase of the school, and apply what it was told only after `meanwhile`. */
async function askBefore(meanwhile: () => Promise<unknown>): Promise<void> {
  const { app, school, payments } = at;
  const { rows } = await app.database.pool.query('select id from platform_purchases where organisation_id = $1', [school.organisation.id]);
  let isFirst = true;
  const slow = {
    ...payments(),
    subscriptions: {
      ...payments().subscriptions,
      async listPayments(...asked: Parameters<ReturnType<typeof sandboxPayments>['subscriptions']['listPayments']>) {
        const answer = await payments().subscriptions.listPayments(...asked);
        if (isFirst) {
          isFirst = false;
          await meanwhile();
        }
        return answer;
      },
    },
  };
  await settlePurchase({ db: app.database.db, clock: app.clock }, slow, { organisationId: school.organisation.id, purchaseId: rows[0].id });
}

test('an overdue payment that was made while another process had asked before stays made, and owners are not told again that it failed', async () => {
  const { app, school, setCard } = at;
  await payPlan(app, school, { plan_id: 'starter' });
  await setCard(school, 'fails');
  await passDays(app, school, 31);
  const failed = async () => (await subjectsOf(app, school)).filter((subject) => subject?.endsWith(' failed')).length;
  expect([await planOf(school), await failed()]).toEqual([['starter', 'past_due', 'past_due'], 1]);
  await askBefore(async () => {
    const { url } = (await expectStatus(200, buyPlan(school.browser, { plan_id: 'pro' }))).body;
    await choose(app, url, 'pay');
    await app.mailbox.runJobs();
    expect(await planOf(school)).toEqual(['starter', 'active', 'active']);
  });
  await app.mailbox.runJobs();
  expect([await planOf(school), await failed()]).toEqual([['starter', 'active', 'active'], 0]);
});

test('a plan that was cancelled, resumed or changed while another process had asked before stays so', async () => {
  const { app, school } = at;
  const billing = async () => (await subscriptionOf(school)).billing;
  await payPlan(app, school, { plan_id: 'starter' });
  await askBefore(() => expectStatus(200, buyPlan(school.browser, { plan_id: 'free' })));
  expect(await billing()).toMatchObject({ cancel_at_period_end: true });
  await askBefore(() => expectStatus(200, buyPlan(school.browser, { plan_id: 'starter' })));
  expect(await billing()).toMatchObject({ cancel_at_period_end: false });
  await askBefore(() => expectStatus(200, buyPlan(school.browser, { plan_id: 'pro' })));
  expect(await planOf(school)).toEqual(['pro', 'active', 'active']);
});
