import { version } from 'uuid';
import { affiliateShops, DAY_MS, expectExactTotals, follow, NOWHERE, setProgram } from '../../support/affiliates.ts';
import { MANY } from '../../support/at-once.ts';
import { expectStatus } from '../../support/browser.ts';
import { exportOf } from '../../support/data-export.ts';
import { refusalOf } from '../../support/learner.ts';
import { statusCounts } from '../../support/studio.ts';

const here = affiliateShops();

/** Opens a school in which Mina has earned something on so many orders, and returns them. */
const openWith = (sales: number) => here.open({ link: 'course', sales }) as Promise<[string, string]>;

const settle = (id: string, settled: boolean) => here.staff.call('patch', `affiliates/commissions/${id}/settle/`, { settled });

describe('a commission', () => {
  test('is computed on what was paid, by the rate that comes first, and says so, and affiliates see neither order nor buyer', async () => {
    await openWith(0);
    const { link } = here;
    const orders = [];
    const percent = (hundredths: number) => ({ type: 'percent', hundredths });
    orders.push(await here.buy(await here.newReferred(`${link}?sid=a1`)));
    await expectStatus(200, here.staff.call('put', 'affiliates/course-rules/', { course_id: here.shop.courseId, rate: percent(3000) }));
    orders.push(await here.buy(await here.newReferred(link)));
    const invites = (await expectStatus(200, here.staff.call('get', 'affiliates/invites/'))).body.results;
    await expectStatus(200, here.staff.call('patch', `affiliates/invites/${invites[0].id}/`, { rate: percent(3333) }));
    orders.push(await here.buy(await here.newReferred(link)));
    await expectStatus(200, here.decide(here.mina, { rate: { type: 'fixed', amount: 999_999, currency: 'EUR' } }));
    orders.push(await here.buy(await here.newReferred(link)));
    await expectStatus(200, here.decide(here.mina, { rate: { type: 'fixed', amount: 1, currency: 'USD' } }));
    orders.push(await here.buy(await here.newReferred(link)));
    await expectStatus(200, here.staff.call('put', 'affiliates/course-rules/', { course_id: here.shop.courseId, is_excluded: true }));
    await here.buy(await here.newReferred(link));
    const rows = await here.commissions();
    expect(rows.reverse().map(({ order_id, rule, base, amount }: Record<string, unknown>) => [order_id, rule, base, amount])).toEqual([
      [orders[0], 'program', 4900, 980],
      [orders[1], 'course', 4900, 1470],
      [orders[2], 'invite', 4900, 1633],
      [orders[3], 'affiliate', 4900, 4900],
      [orders[4], 'invite', 4900, 1633],
    ]);
    expect(rows[0]).toMatchObject({ status: 'pending', settled: false, sub_id: 'a1', livemode: false, currency: 'EUR', course_title: 'A course' });
    const own = `affiliates/me/commissions/?affiliate_id=${here.mina.affiliateId}&status=pending&settled=false`;
    const { results } = (await expectStatus(200, here.mina.browser.call('get', own))).body;
    expect(results).toHaveLength(5);
    expect(Object.keys(results[0])).not.toEqual(expect.arrayContaining(['order_id']));
    expect(Object.keys(results[0])).not.toEqual(expect.arrayContaining(['earned_at']));
    expect(await refusalOf(here.mina.browser.call('get', `affiliates/me/commissions/?affiliate_id=${here.noor.affiliateId}`))).toEqual([404, 'not_found']);
    const files = await exportOf(here.app, here.mina.browser);
    const exported = JSON.parse(files['commissions.json'] ?? '');
    expect(exported).toHaveLength(5);
    // Those of one day are in no order.
    const first = exported.find(({ sub_id }: { sub_id: string | null }) => sub_id === 'a1');
    expect(first).toMatchObject({ status: 'pending', is_disputed: false, voided_by_staff: false, rate: { type: 'percent' }, day: results[0].day });
    expect(JSON.parse(files['affiliate-programs.json'] ?? '')).toMatchObject([{ rate: { amount: 1, currency: 'USD' }, reason: null, links: [{ label: '' }] }]);
    await expectExactTotals(here.app, here);
  });

  test('has an ID that tells no time, and lists and exports are in the order in which they were earned', async () => {
    await openWith(0);
    const orders: string[] = [];
    for (let number = 0; number < 3; number++) orders.push(await here.buy(await here.newReferred(here.link)));
    const { rows: earlier } = await here.app.database.pool.query(
      `with orders as (select gen_random_uuid() as order_id, n from generate_series(1, 5) n), referrals as (
         insert into affiliate_referrals (organisation_id, order_id, affiliate_id, course_id, course_title, rate, rule, hold_days, created_at)
         select r.organisation_id, o.order_id, r.affiliate_id, r.course_id, 'a', r.rate, r.rule, 30, r.created_at from affiliate_referrals r, orders o
         where r.organisation_id = $1 and r.order_id = $2)
       insert into affiliate_commissions
         (organisation_id, id, order_id, sequence, affiliate_id, course_id, currency, livemode, base, amount, status, payable_at, earned_at, created_at)
       select c.organisation_id, gen_random_uuid(), o.order_id, 0, c.affiliate_id, c.course_id, 'EUR', false, 4900, 980, 'pending', c.payable_at,
         c.earned_at - make_interval(hours => 6 - o.n), c.created_at - make_interval(hours => 6 - o.n) from affiliate_commissions c, orders o where c.organisation_id = $1 and c.order_id = $2
       returning order_id, earned_at`,
      [here.shop.school.organisation.id, orders[0]],
    );
    orders.unshift(...earlier.sort((one, other) => one.earned_at - other.earned_at).map(({ order_id }) => order_id));
    const rows = await here.commissions();
    for (const { id } of rows) expect(version(id)).toBe(4);
    expect(rows.map(({ order_id }: { order_id: string }) => order_id)).toEqual([...orders].reverse());
    const file = (await expectStatus(200, here.staff.call('get', 'affiliates/commissions/export/'))).text;
    const exported = file.trim().split('\r\n').slice(1);
    expect(exported.map((line) => line.split(',')[3])).toEqual(orders);
    const own = (await expectStatus(200, here.mina.browser.call('get', `affiliates/me/commissions/?affiliate_id=${here.mina.affiliateId}&page_size=3`))).body;
    expect(own.results.map(({ id }: { id: string }) => id)).toEqual(rows.slice(0, 3).map(({ id }: { id: string }) => id));
  });

  test('goes to the first or the last link that was followed within the window, as the program says', async () => {
    await openWith(0);
    const [first, second] = [here.link, await here.linkOf(here.noor)];
    const early = await here.newReferred(first, second);
    await here.buy(early);
    await setProgram(here.staff, { attribution: 'last_touch', window_days: 10 });
    await here.buy(await here.newReferred(first, second));
    const late = await here.newReferred(first);
    here.app.clock.advance(11 * DAY_MS);
    await here.buy(late);
    expect((await here.commissions()).map(({ affiliate_id }: { affiliate_id: string }) => affiliate_id)).toEqual([
      here.noor.affiliateId,
      here.mina.affiliateId,
    ]);
  });

  test.each([
    ['first_order', 1],
    ['window', 2],
    ['lifetime', 3],
  ])('is earned on the orders that %s reaches', async (applies_to, count) => {
    await openWith(0);
    await setProgram(here.staff, { applies_to, window_days: 10 });
    const buyer = await here.newReferred(here.link);
    await here.buy(buyer);
    for (const days of [1, 20]) {
      const courseId = await here.newCourse();
      here.app.clock.advance(days * DAY_MS);
      buyer.browser.cookie = await here.app.signedInCookie(buyer.id);
      await here.buy(buyer, { courseId });
    }
    here.staff.cookie = await here.app.signedInCookie(here.shop.school.id);
    expect(await here.commissions()).toHaveLength(count);
  });

  test('is not earned on orders of oneself, under another spelling of the address, of an old customer, by a suspended affiliate, or while the program is off', async () => {
    await openWith(0);
    const { link } = here;
    await follow(here.mina.browser, link);
    await here.buy(here.mina);
    const alias = await here.newReferred(link);
    await here.app.database.pool.query(`update users set email = $2, email_key = $2 where id = $1`, [alias.id, here.mina.email.replace('@', '+me@')]);
    await here.buy(alias);
    await setProgram(here.staff, { new_customers_only: true });
    const courseId = await here.newCourse();
    await follow(alias.browser, await here.linkOf(here.noor));
    await here.buy(alias, { courseId });
    const [remembered, begun] = [await here.newReferred(link), await here.newReferred(link)];
    const { body } = await expectStatus(201, begun.browser.call('post', `courses/${here.shop.courseId}/checkout/`));
    await expectStatus(200, here.decide(here.mina, { action: 'suspend' }));
    await here.pay(body.url);
    await here.buy(remembered);
    const other = await here.newReferred(await here.linkOf(here.noor));
    await setProgram(here.staff, { is_enabled: false });
    await here.buy(other);
    expect(await here.commissions()).toEqual([]);
  });

  test('becomes payable when its hold is over, and shrinks or becomes void with refunds before it is settled', async () => {
    const [whole, part] = await openWith(2);
    await here.giveBack(part, 2450);
    await here.giveBack(whole, 0);
    expect(await here.commissions()).toMatchObject([
      { order_id: part, base: 2450, amount: 490, status: 'pending' },
      { order_id: whole, base: 0, amount: 0, status: 'void' },
    ]);
    expect(await refusalOf(settle((await here.commissions())[1].id, true))).toEqual([409, 'commission_void']);
    await here.giveBack(whole, 4900);
    await here.release();
    expect((await here.commissions('?status=payable')).map(({ amount }: { amount: number }) => amount)).toEqual([490, 980]);
    await expectExactTotals(here.app, here);
  });

  test('stays as it is once it was settled, and refunds add rows that end at zero', async () => {
    const [order] = await openWith(1);
    const [{ id }] = await here.commissions();
    expect((await expectStatus(200, settle(id, true))).body).toMatchObject({ settled: true, status: 'pending', settled_at: expect.any(String) });
    await expectStatus(200, settle(id, true));
    expect((await expectStatus(200, settle(id, false))).body).toMatchObject({ settled: false, settled_at: null });
    await here.giveBack(order, 1633);
    await here.giveBack(order, 0);
    await here.giveBack(order, 0);
    expect((await here.commissions()).map(({ base, amount, status }: Record<string, unknown>) => [base, amount, status])).toEqual([
      [-1633, -327, 'payable'],
      [-3267, -653, 'payable'],
      [4900, 980, 'pending'],
    ]);
    const audit = await expectStatus(200, here.staff.call('get', 'audit-log/?action=commission'));
    expect(audit.body.results.map(({ action }: { action: string }) => action)).toEqual(['commission.unsettled', 'commission.settled']);
    for (const unknown of [NOWHERE, 'x']) expect(await refusalOf(settle(unknown, true))).toEqual([404, 'not_found']);
    await expectExactTotals(here.app, here);
  });

  test('follows the refunds of the order, before it is settled and after', async () => {
    const [order] = await openWith(1);
    await here.refund(order, 2450);
    expect(await here.commissions()).toMatchObject([{ base: 2450, amount: 490, status: 'pending' }]);
    const [{ id }] = await here.commissions();
    await expectStatus(200, settle(id, true));
    await here.refund(order, 2450);
    expect(await here.commissions()).toMatchObject([
      { base: -2450, amount: -490, status: 'payable', settled: false },
      { base: 2450, amount: 490, settled: true },
    ]);
    await expectExactTotals(here.app, here);
  });

  test('exists once, and many marks at once are one change', async () => {
    const [order] = await openWith(1);
    await here.giveBack(order, 4900);
    const [{ id }, ...more] = await here.commissions();
    expect(more).toEqual([]);
    expect(statusCounts(await Promise.all(Array.from({ length: MANY }, () => settle(id, true))))).toEqual({ 200: MANY });
    expect((await expectStatus(200, here.staff.call('get', 'audit-log/?action=commission'))).body.results).toHaveLength(1);
    await expectExactTotals(here.app, here);
  });
});

test('the overview, the course and the dashboard show the same totals, and each affiliate only their own', async () => {
  await openWith(1);
  await here.buy(await here.newReferred(await here.linkOf(here.noor)));
  const one = { currency: 'EUR', livemode: false, orders: 1, revenue: 4900, pending: 980, payable: 0, settled: 0 };
  expect(await here.overview()).toMatchObject({ affiliates: { approved: 2 }, clicks: 2, money: [{ ...one, orders: 2, revenue: 9800, pending: 1960 }] });
  const amount = { currency: 'EUR', livemode: false };
  expect((await expectStatus(200, here.staff.call('get', `affiliates/courses/${here.shop.courseId}/`))).body).toEqual({
    clicks: 2,
    orders: 2,
    revenue: [{ ...amount, amount: 9800 }],
    commission: [{ ...amount, amount: 1960 }],
  });
  expect(await refusalOf(here.staff.call('get', `affiliates/courses/${NOWHERE}/`))).toEqual([404, 'not_found']);
  const dashboard = async (query = '') => (await expectStatus(200, here.mina.browser.call('get', `affiliates/me/dashboard/${query}`))).body;
  expect(await dashboard()).toMatchObject({ programs: [{ affiliate_id: here.mina.affiliateId, clicks: 1, money: [one] }] });
  expect(await dashboard(`?affiliate_id=${here.mina.affiliateId}`)).toEqual(await dashboard());
  expect(await refusalOf(here.mina.browser.call('get', `affiliates/me/dashboard/?affiliate_id=${here.noor.affiliateId}`))).toEqual([404, 'not_found']);
  const from = new Date(here.app.clock.now() + DAY_MS).toISOString();
  expect(await here.commissions(`?from=${from}`)).toEqual([]);
  expect(await here.commissions(`?to=${from}&affiliate_id=${here.noor.affiliateId}&course_id=${here.shop.courseId}`)).toHaveLength(1);
});
