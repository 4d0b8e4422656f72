import { expectStatus } from '../../support/browser.ts';
import { booksOf } from '../../support/shop.ts';
import { type Club, DAY, startClub } from '../../support/subscriptions.ts';

let club: Club;
beforeAll(async () => {
  club = await startClub();
});
afterAll(() => club.app.close());

const START = '2027-01-31T10:00:00.000Z';

test('two years of subscriptions, with a trial, a failing card, changes of the plan and the ends of months, agree with the books and the invoices', async () => {
  const { app, shop } = club;
  await club.passTo(START);
  const [monthly, dearer, trial, yearly, instalments] = await Promise.all([
    club.newPlan(),
    club.newPlan({ title: 'More', amount: 2900 }),
    club.newPlan({ title: 'Trial', trial_days: 28 }),
    club.newPlan({ title: 'Year', interval: 'year', amount: 19_000 }),
    club.newPlan({ title: 'Instalments', cycles: 6, amount: 5000 }),
  ]);
  const people = await Promise.all(
    [monthly, trial, yearly, instalments, monthly].map(async ({ id }) => {
      const buyer = await club.newBuyer();
      return { buyer, subscription: await club.subscribe(buyer, id) };
    }),
  );
  const [steady, tried, annual, paying, failing] = people as [
    (typeof people)[0],
    (typeof people)[0],
    (typeof people)[0],
    (typeof people)[0],
    (typeof people)[0],
  ];
  for (let month = 1; month <= 24; month++) {
    // The ends of months are counted from the first day.
    await club.passTo(new Date(Date.UTC(2027, month, 28, 12)).toISOString());
    if (month === 6) await expectStatus(200, club.change(steady.buyer, steady.subscription.id, dearer.id));
    if (month === 8) await expectStatus(200, club.change(steady.buyer, steady.subscription.id, monthly.id));
    if (month === 10) await club.setCard(failing.subscription.id, 'fails');
    if (month === 11) {
      expect((await club.read(failing.buyer)).state).toBe('unpaid');
      await club.setCard(failing.subscription.id, 'works');
    }
    await club.passTo(new Date(Date.UTC(2027, month + 1, 0, 12)).toISOString());
    // The gateway is asked daily about what is overdue.
    await club.pass(8 * DAY);
  }
  const days = (await club.paid(steady.subscription.id)).map(({ paid_at }) => paid_at);
  expect(days.slice(0, 4)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']);
  expect(days).toContain('2028-02-29');
  const whole = (await club.paid(steady.subscription.id)).map(({ total }) => total);
  expect([whole.filter((total) => total === 2900).length, whole.filter((total) => total === 1900).length]).toEqual([2, 23]);
  expect(await club.read(tried.buyer)).toMatchObject({ state: 'active', paid_periods: 24 });
  expect((await club.paid(annual.subscription.id)).map(({ paid_at }) => paid_at)).toEqual(['2027-01-31', '2028-01-31', '2029-01-31']);
  expect(await club.read(paying.buyer)).toMatchObject({ state: 'completed', paid_periods: 6 });
  expect((await club.read(failing.buyer)).state).toBe('active');
  for (const { buyer } of people) expect(await shop.accessOf(buyer)).toEqual({ source: 'subscription', is_over: false });
  const { rows } = await app.database.pool.query(
    `select count(*)::int as orders, count(i.id)::int as invoices, sum(o.total)::int as total, bool_and(o.flag is null) as exact
    from orders o left join invoices i on i.organisation_id = o.organisation_id and i.order_id = o.id
    where o.organisation_id = $1`,
    [shop.school.organisation.id],
  );
  const books = await booksOf(app, shop.school.organisation.id);
  expect(rows[0]).toMatchObject({ orders: rows[0].invoices, exact: true });
  expect([books.gateway_clearing, books.sales, books.total]).toEqual([rows[0].total, -rows[0].total, 0]);
  const balance = (
    await club.app.database.pool.query(`select sum((body -> 'total' ->> 'amount')::bigint)::int as total from sandbox_objects where body ? 'subscriptionId'`)
  ).rows;
  expect(balance[0].total).toBe(rows[0].total);
}, 120_000);
