import { eachWithAffiliateClub } from '../../support/affiliate-club.ts';
import { expectExactTotals, newLink, setProgram } from '../../support/affiliates.ts';
import { expectStatus } from '../../support/browser.ts';
import { runTask } from '../../support/jobs.ts';

const here = eachWithAffiliateClub();

test('refunds of a payment reduce its commission or make it void, and make negative rows once it was settled, and leave the other payments alone', async () => {
  await setProgram(here.staff, { subscription_renewals: null });
  const { buyer, id } = await here.sellPlan();
  await here.renew(buyer, 2);
  const [whole, part, settled] = (await here.paymentsOf(id)) as [string, string, string];
  await here.refundPayment(whole);
  await here.refundPayment(part, 951);
  await here.settle(settled);
  await here.refundPayment(settled, 633);
  expect(await here.earned()).toEqual([
    [0, 0, 'void'],
    [949, 190, 'pending'],
    [1900, 380, 'pending'],
    [-633, -127, 'payable'],
  ]);
  await here.refundPayment(settled);
  expect(await here.earned()).toHaveLength(5);
  expect((await here.commissions('?status=payable')).map(({ base, amount }) => [base, amount])).toEqual([
    [-1267, -253],
    [-633, -127],
  ]);
  await expectExactTotals(here.app, here);
});

test('the lists, the file, the overview, the dashboard and the payout contain what subscriptions have earned beside what courses have', async () => {
  await setProgram(here.staff, { subscription_renewals: null, hold_days: 0 });
  const { buyer, planId, id } = await here.sellPlan();
  await here.renew(buyer, 1);
  await here.buy(await here.newFollower());
  const orders = await here.paymentsOf(id);
  expect((await here.commissions(`?plan_id=${planId}`)).map(({ order_id }) => order_id)).toEqual(orders.toReversed());
  expect(await here.commissions(`?course_id=${here.shop.courseId}`)).toMatchObject([{ course_id: here.shop.courseId, plan_id: null, amount: 980 }]);
  expect(await here.commissions(`?plan_id=${here.shop.courseId}`)).toEqual([]);
  const lines = async (path: string) =>
    (await expectStatus(200, here.staff.call('get', path))).text
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
  const [columns = [], ...rows] = await lines('affiliates/commissions/export/');
  const cells = (row: string[]) => ['order_id', 'course_id', 'plan_id', 'course_title', 'amount'].map((name) => row[columns.indexOf(name)]);
  expect(rows.map(cells).slice(0, 2)).toEqual(orders.map((order) => [order, '', planId, 'All courses', '380']));
  expect(rows.map(cells)[2]).toMatchObject({ 1: here.shop.courseId, 2: '', 4: '980' });
  expect(await lines(`affiliates/commissions/export/?plan_id=${planId}`)).toHaveLength(3);
  const money = [{ currency: 'EUR', livemode: false, orders: 3, revenue: 8700, pending: 1740, payable: 0, settled: 0 }];
  expect(await here.overview()).toMatchObject({ money });
  here.mina.browser.cookie = await here.app.signedInCookie(here.mina.id);
  expect((await expectStatus(200, here.mina.browser.call('get', 'affiliates/me/dashboard/'))).body.programs).toMatchObject([{ money }]);
  const own = (await expectStatus(200, here.mina.browser.call('get', `affiliates/me/commissions/?affiliate_id=${here.mina.affiliateId}`))).body;
  expect(own.results.map(({ course_title, amount }: { course_title: string; amount: number }) => [course_title, amount])).toEqual([
    ['A course', 980],
    ['All courses', 380],
    ['All courses', 380],
  ]);
  expect((await expectStatus(200, here.staff.call('get', `affiliates/courses/${here.shop.courseId}/`))).body).toMatchObject({ orders: 1 });
  await runTask(here.app, 'release_commissions');
  const [header = [], payee = []] = await lines('affiliates/payouts/export/');
  expect(payee[header.indexOf('net')]).toBe('1740');
  await expectExactTotals(here.app, here);
});

test('amounts in several currencies are never added, in the overview, the dashboard and the payout', async () => {
  await setProgram(here.staff, { hold_days: 0 });
  await here.sellPlan();
  await here.sellPlan({ currency: 'USD', amount: 2500 });
  const amounts = [
    { currency: 'EUR', orders: 1, revenue: 1900, pending: 380 },
    { currency: 'USD', orders: 1, revenue: 2500, pending: 500 },
  ];
  expect(await here.overview()).toMatchObject({ money: amounts });
  expect((await expectStatus(200, here.mina.browser.call('get', 'affiliates/me/dashboard/'))).body.programs).toMatchObject([{ money: amounts }]);
  await runTask(here.app, 'release_commissions');
  const { text } = await expectStatus(200, here.staff.call('get', 'affiliates/payouts/export/'));
  expect([...text.matchAll(/,(EUR|USD),false,(\d+),0,\2,/g)].map(([, currency, net]) => [currency, net])).toEqual([
    ['EUR', '380'],
    ['USD', '500'],
  ]);
  await expectExactTotals(here.app, here);
});

test('what is suspicious about the checkout holds each payment until staff have settled one', async () => {
  await setProgram(here.staff, { subscription_renewals: null });
  const place = { 'X-Forwarded-For': '192.0.2.7', 'User-Agent': 'Mozilla/5.0 A' };
  Object.assign(here.mina.browser.headers, place);
  await newLink(here.mina);
  const { id: planId } = await here.newPlan();
  const buyer = await here.newFollower();
  Object.assign(buyer.browser.headers, place);
  const { id } = await here.subscribe(buyer, planId);
  await here.renew(buyer, 1);
  expect((await here.commissions()).map(({ flag }) => flag)).toEqual(['same_network', 'same_network']);
  await here.settle((await here.paymentsOf(id))[0] as string);
  await here.renew(buyer, 1);
  expect((await here.commissions()).map(({ flag }) => flag)).toEqual([null, 'same_network', 'same_network']);
});

test('what was earned stays when the subscriber erases their account, without the person', async () => {
  const { buyer } = await here.sellPlan();
  await here.query(`update users set deletion_due_at = now() - interval '1 day' where id = $1`, buyer.id);
  await runTask(here.app, 'erase_users');
  expect(await here.earned()).toEqual([[1900, 380, 'pending']]);
  expect(await here.query('select distinct buyer_id from affiliate_referrals where organisation_id = $1', here.shop.school.organisation.id)).toEqual([
    { buyer_id: null },
  ]);
});
