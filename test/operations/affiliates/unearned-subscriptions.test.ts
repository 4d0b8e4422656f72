import { eachWithAffiliateClub } from '../../support/affiliate-club.ts';
import { follow, newLink, setProgram } from '../../support/affiliates.ts';
import { expectStatus } from '../../support/browser.ts';
import { choose } from '../../support/shop.ts';
import { DAY } from '../../support/subscriptions.ts';

const here = eachWithAffiliateClub();

describe('nothing is earned on a subscription', () => {
  test('of oneself, of an old customer, or begun while the program is off', async () => {
    const { id } = await here.newPlan();
    const own = await newLink(here.mina);
    await follow(here.mina.browser, own);
    await here.subscribe(here.mina, id);
    const alias = await here.newFollower();
    await here.query('update users set email = $2, email_key = $2 where id = $1', alias.id, here.mina.email.replace('@', '+me@'));
    await here.subscribe(alias, id);
    const customer = await here.newFollower();
    await here.buy(customer);
    await here.subscribe(customer, id);
    await setProgram(here.staff, { new_customers_only: true, applies_to: 'lifetime' });
    await follow(customer.browser, await newLink(here.noor));
    await expectStatus(200, here.cancel(customer, (await here.read(customer)).id));
    await here.pass(40 * DAY);
    await here.subscribe(customer, id);
    const other = await here.newFollower();
    await expectStatus(200, here.staff.call('patch', 'affiliates/program/', { is_enabled: false }));
    await here.subscribe(other, id);
    expect(await here.commissions()).toMatchObject([{ course_id: here.shop.courseId, plan_id: null }]);
  });

  test('and on no renewal of it, if another order of the buyer was paid first', async () => {
    await setProgram(here.staff, { subscription_renewals: null });
    const { id } = await here.newPlan();
    const buyer = await here.newFollower();
    const { body } = await expectStatus(201, here.ask(buyer, id));
    const order = await here.buy(buyer);
    await choose(here.app, body.url, 'pay');
    await here.app.mailbox.runJobs();
    await here.renew(buyer, 1);
    expect(await here.paymentsOf(body.subscription.id)).toHaveLength(2);
    expect((await here.commissions()).map(({ order_id }) => order_id)).toEqual([order]);
  });

  test('from when the affiliate is suspended on, until they are approved again', async () => {
    await setProgram(here.staff, { subscription_renewals: null });
    const { buyer } = await here.sellPlan();
    await expectStatus(200, here.decide(here.mina, { action: 'suspend' }));
    await here.renew(buyer, 1);
    expect(await here.earned()).toEqual([[1900, 380, 'pending']]);
    await here.sellPlan();
    expect(await here.earned()).toHaveLength(1);
    await expectStatus(200, here.decide(here.mina, { action: 'approve' }));
    await here.renew(buyer, 1);
    expect(await here.earned()).toHaveLength(2);
  });

  test('that goes on while the program is off, if the program says so', async () => {
    await setProgram(here.staff, { subscription_renewals: null });
    const { buyer } = await here.sellPlan();
    await expectStatus(200, here.staff.call('patch', 'affiliates/program/', { is_enabled: false }));
    await here.renew(buyer, 1);
    expect(await here.earned()).toHaveLength(2);
    await expectStatus(200, here.staff.call('patch', 'affiliates/program/', { renewals_earn_while_off: false }));
    await here.renew(buyer, 1);
    expect(await here.earned()).toHaveLength(2);
  });
});

test.each([
  ['window', ['first', 'renewal', 'first']],
  ['lifetime', ['first', 'renewal', 'first', 'renewal']],
])('under a program for the %s, the renewals of another subscription of the buyer count on or anew', async (applies_to, earning) => {
  await setProgram(here.staff, { applies_to, subscription_renewals: 1, window_days: 365 });
  const { buyer, planId, id } = await here.sellPlan();
  await here.renew(buyer, 1);
  await expectStatus(200, here.cancel(buyer, id));
  await here.pass(32 * DAY);
  await here.subscribe(buyer, planId);
  await here.renew(buyer, 2);
  const parts = await here.query(
    'select subscription_part as part from affiliate_commissions c join orders o on o.id = c.order_id where o.organisation_id = $1 order by paid_at',
    here.shop.school.organisation.id,
  );
  expect(parts.map(({ part }) => part)).toEqual(earning);
});
