import { eachWithAffiliateClub } from '../../support/affiliate-club.ts';
import { expectExactTotals, follow, newLink, setProgram } from '../../support/affiliates.ts';
import { expectStatus } from '../../support/browser.ts';
import { runTask } from '../../support/jobs.ts';
import { choose } from '../../support/shop.ts';
import { DAY } from '../../support/subscriptions.ts';

const here = eachWithAffiliateClub();

const query = async (text: string, ...values: unknown[]) => (await here.app.database.pool.query(text, values)).rows;

/** The orders of a subscription, oldest first. */
const ordersOf = async (id: string): Promise<string[]> =>
  (await query('select id from orders where subscription_id = $1 order by paid_at, id', id)).map((row) => row.id);

const settle = async (orderId: string) => {
  const { id } = (await here.commissions()).find(({ order_id }) => order_id === orderId);
  await expectStatus(200, here.staff.call('patch', `affiliates/commissions/${id}/settle/`, { settled: true }));
};

describe('an affiliate earns on a subscription', () => {
  test.each([
    ['nothing of the renewals unless the program says so', {}, 1],
    ['as many renewals as the program says', { subscription_renewals: 2 }, 3],
    ['every renewal', { subscription_renewals: null }, 5],
  ])('the first payment, and %s', async (_name, settings, payments) => {
    await setProgram(here.staff, settings);
    const { buyer, planId, id } = await here.sellPlan();
    await here.renew(buyer, 4);
    const orders = await ordersOf(id);
    expect(orders).toHaveLength(5);
    const rows = (await here.commissions()).reverse();
    expect(rows.map(({ order_id }) => order_id)).toEqual(orders.slice(0, payments));
    for (const row of rows)
      expect(row).toMatchObject({ course_id: null, plan_id: planId, course_title: 'All courses', base: 1900, amount: 380, rule: 'program' });
    await expectExactTotals(here.app, here);
  });

  test('by what was really paid without tax, at the rate and with the hold of the checkout', async () => {
    await setProgram(here.staff, { subscription_renewals: null, rate: { type: 'percent', hundredths: 1250 }, hold_days: 5 });
    await expectStatus(200, here.staff.call('put', 'billing/seller/', { country: 'DE', tax: { label: 'VAT', rate: 1900 } }));
    const { buyer } = await here.sellPlan();
    await setProgram(here.staff, { rate: { type: 'percent', hundredths: 5000 }, hold_days: 90, subscription_renewals: 0 });
    await expectStatus(200, here.decide(here.mina, { rate: { type: 'fixed', amount: 1, currency: 'EUR' } }));
    await here.renew(buyer, 1);
    const rows = await here.commissions();
    expect(rows.map(({ base, amount }) => [base, amount])).toEqual([
      [1597, 200],
      [1597, 200],
    ]);
    for (const { earned_at, payable_at } of rows) expect(Date.parse(payable_at) - Date.parse(earned_at)).toBe(5 * DAY);
  });

  test('by the rate that comes first, and rules of courses do not apply', async () => {
    const percent = (hundredths: number) => ({ type: 'percent', hundredths });
    await expectStatus(200, here.staff.call('put', 'affiliates/course-rules/', { course_id: here.shop.courseId, is_excluded: true }));
    await here.sellPlan();
    const [invite] = (await expectStatus(200, here.staff.call('get', 'affiliates/invites/'))).body.results;
    await expectStatus(200, here.staff.call('patch', `affiliates/invites/${invite.id}/`, { rate: percent(3000) }));
    await here.sellPlan();
    await expectStatus(200, here.decide(here.mina, { rate: { type: 'fixed', amount: 500, currency: 'EUR' } }));
    await here.sellPlan();
    expect((await here.commissions()).reverse().map(({ rule, amount }) => [rule, amount])).toEqual([
      ['program', 380],
      ['invite', 570],
      ['affiliate', 500],
    ]);
  });

  test('what a change of the plan costs, which is no renewal and does not begin the count again, and instalments count as renewals', async () => {
    await setProgram(here.staff, { subscription_renewals: 1 });
    const { buyer, id } = await here.sellPlan();
    const dearer = await here.newPlan({ title: 'More', amount: 5900 });
    await expectStatus(200, here.change(buyer, id, dearer.id));
    await here.renew(buyer, 1);
    const dearest = await here.newPlan({ title: 'Most', amount: 7900 });
    await expectStatus(200, here.change(buyer, id, dearest.id));
    await here.renew(buyer, 1);
    await expectStatus(200, here.change(buyer, id, (await here.newPlan({ amount: 9900 })).id));
    const totals = (await here.paid(id)).map(({ total, course_title }) => [course_title, total]);
    expect(totals).toHaveLength(6);
    expect((await here.commissions()).reverse().map(({ course_title, base }) => [course_title, base])).toEqual(totals.slice(0, 4));
    const instalments = await here.sellPlan({ cycles: 3 });
    await here.passTo(new Date(here.app.clock.now() + 40 * DAY).toISOString());
    await here.passTo(new Date(here.app.clock.now() + 40 * DAY).toISOString());
    expect(await ordersOf(instalments.id)).toHaveLength(3);
    expect(await here.commissions(`?plan_id=${instalments.planId}`)).toHaveLength(2);
    await expectExactTotals(here.app, here);
  });

  test('from the first payment on, which a trial is not', async () => {
    await setProgram(here.staff, { subscription_renewals: 1, window_days: 10 });
    const { buyer } = await here.sellPlan({ trial_days: 30 });
    expect(await here.earned()).toEqual([]);
    await here.renew(buyer, 1);
    expect(await here.earned()).toEqual([[1900, 380, 'pending']]);
    await here.renew(buyer, 2);
    expect(await here.earned()).toHaveLength(2);
  });

  test('that was begun with the token of an address, and who followed no link earns nobody anything', async () => {
    await setProgram(here.staff, { cookie_consent: 'required' });
    const { id } = await here.newPlan();
    const visitor = await here.newBuyer();
    const { headers } = await follow(visitor.browser, await newLink(here.noor, { label: 'Talk' }));
    const referral_token = new URL(headers.location ?? '', 'http://here.invalid').searchParams.get('referral_token');
    const buyer = await here.newBuyer();
    for (const [who, body] of [
      [buyer, { referral_token }],
      [await here.newBuyer(), {}],
    ] as const) {
      const { url } = (await expectStatus(201, here.ask(who, id, body))).body;
      await choose(here.app, url, 'pay');
    }
    await here.app.mailbox.runJobs();
    expect(await here.commissions()).toMatchObject([{ affiliate_id: here.noor.affiliateId, plan_id: id }]);
  });
});

describe('nothing is earned on a subscription', () => {
  test('of oneself, of an old customer, or begun while the program is off', async () => {
    const { id } = await here.newPlan();
    const own = await newLink(here.mina);
    await follow(here.mina.browser, own);
    await here.subscribe(here.mina, id);
    const alias = await here.newFollower();
    await query('update users set email = $2, email_key = $2 where id = $1', alias.id, here.mina.email.replace('@', '+me@'));
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
    await here.renew(buyer, 2);
    expect(await ordersOf(body.subscription.id)).toHaveLength(3);
    expect((await here.commissions()).map(({ order_id }) => order_id)).toEqual([order]);
  });

  test('from when the affiliate is suspended on, until they are approved again', async () => {
    await setProgram(here.staff, { subscription_renewals: null });
    const { buyer } = await here.sellPlan();
    await expectStatus(200, here.decide(here.mina, { action: 'suspend' }));
    await here.renew(buyer, 2);
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
  ['window', [1, 1, 0]],
  ['lifetime', [1, 1, 1]],
])('under a program for the %s, the renewals of another subscription of the buyer count on or anew', async (applies_to, renewals) => {
  await setProgram(here.staff, { applies_to, subscription_renewals: 1, window_days: 365 });
  const { buyer, planId, id } = await here.sellPlan();
  await here.renew(buyer, 1);
  await expectStatus(200, here.cancel(buyer, id));
  await here.pass(32 * DAY);
  await here.subscribe(buyer, planId);
  await here.renew(buyer, 2);
  const rows = await query(
    `select r.subscription_part as part, count(*)::int from affiliate_commissions c join affiliate_referrals r using (organisation_id, order_id)
     where organisation_id = $1 group by subscription_id, part order by subscription_id, part`,
    here.shop.school.organisation.id,
  );
  const [first, renewed, again] = renewals;
  expect(rows.map(({ part, count }) => [part, count])).toEqual([['first', first], ['renewal', renewed], ['first', 1], ...(again ? [['renewal', again]] : [])]);
});

test('refunds of a payment reduce its commission or make it void, and make negative rows once it was settled, and leave the other payments alone', async () => {
  await setProgram(here.staff, { subscription_renewals: null });
  const { buyer, id } = await here.sellPlan();
  await here.renew(buyer, 2);
  const [whole, part, settled] = (await ordersOf(id)) as [string, string, string];
  await here.refundPayment(whole);
  await here.refundPayment(part, 951);
  await settle(settled);
  await here.refundPayment(settled, 633);
  expect(await here.earned()).toEqual([
    [1900, 380, 'void'],
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
  const orders = await ordersOf(id);
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

test('what is suspicious about the checkout holds each payment until staff have settled one', async () => {
  await setProgram(here.staff, { subscription_renewals: null });
  const place = { 'X-Forwarded-For': '192.0.2.7', 'User-Agent': 'Browser A' };
  Object.assign(here.mina.browser.headers, place);
  await newLink(here.mina);
  const { id: planId } = await here.newPlan();
  const buyer = await here.newFollower();
  Object.assign(buyer.browser.headers, place);
  const { id } = await here.subscribe(buyer, planId);
  await here.renew(buyer, 1);
  expect((await here.commissions()).map(({ flag }) => flag)).toEqual(['same_network', 'same_network']);
  await settle((await ordersOf(id))[0] as string);
  await here.renew(buyer, 1);
  expect((await here.commissions()).map(({ flag }) => flag)).toEqual([null, 'same_network', 'same_network']);
});

test('what was earned stays when the subscriber erases their account, without the person', async () => {
  const { buyer } = await here.sellPlan();
  await query(`update users set deletion_due_at = now() - interval '1 day' where id = $1`, buyer.id);
  await runTask(here.app, 'erase_users');
  expect(await here.earned()).toEqual([[1900, 380, 'pending']]);
  expect(await query('select distinct buyer_id from affiliate_referrals where organisation_id = $1', here.shop.school.organisation.id)).toEqual([
    { buyer_id: null },
  ]);
});
