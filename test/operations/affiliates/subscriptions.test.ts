import { eachWithAffiliateClub } from '../../support/affiliate-club.ts';
import { expectExactTotals, follow, newLink, setProgram } from '../../support/affiliates.ts';
import { expectStatus } from '../../support/browser.ts';
import { choose, newCoupon } from '../../support/shop.ts';
import { DAY } from '../../support/subscriptions.ts';

const here = eachWithAffiliateClub();

describe('an affiliate earns on a subscription', () => {
  test.each([
    ['nothing of the renewals unless the program says so', {}, 1, 1],
    ['as many renewals as the program says', { subscription_renewals: 2 }, 3, 3],
    ['every renewal', { subscription_renewals: null }, 3, 4],
  ])('the first payment, and %s', async (_name, settings, renewals, payments) => {
    await setProgram(here.staff, settings);
    const { buyer, planId, id } = await here.sellPlan();
    await here.renew(buyer, renewals);
    const orders = await here.paymentsOf(id);
    expect(orders).toHaveLength(1 + renewals);
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

  test('by what was paid without a tax that the gateway has added', async () => {
    await setProgram(here.staff, { subscription_renewals: 1 });
    await expectStatus(200, here.staff.call('put', 'billing/seller/', { prices_include_tax: false, gateway_tax: true }));
    await newCoupon(here.shop, { plans: true, plan_periods: 1, affiliate_id: here.noor.affiliateId });
    const buyer = await here.newBuyer();
    await here.subscribe(buyer, (await here.newPlan()).id, { coupon_code: 'AUTUMN' }, 'FR');
    await here.renew(buyer, 1);
    expect((await here.commissions()).map(({ base }) => base)).toEqual([1900, 1425]);
    await expectExactTotals(here.app, here);
  });

  test('by the coupon of the affiliate without a click, at its own rate on what was really paid, also for renewals', async () => {
    await setProgram(here.staff, { subscription_renewals: 1 });
    const rate = { type: 'percent', hundredths: 5000 };
    await newCoupon(here.shop, { plans: true, plan_periods: 2, affiliate_id: here.noor.affiliateId, affiliate_rate: rate });
    const buyer = await here.newBuyer();
    await here.subscribe(buyer, (await here.newPlan()).id, { coupon_code: 'AUTUMN' });
    await here.renew(buyer, 2);
    const rows = await here.commissions();
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(row).toMatchObject({ affiliate_id: here.noor.affiliateId, rule: 'coupon', base: 1425, amount: 713 });
    await expectExactTotals(here.app, here);
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
    expect(await here.paymentsOf(instalments.id)).toHaveLength(3);
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
