import { expectStatus } from './browser.ts';
import { runTask } from './jobs.ts';
import { refusalOf } from './learner.ts';
import { type Buyer, booksOf, chargeShare } from './shop.ts';
import { type Club, DAY } from './subscriptions.ts';

const START = '2027-01-31T10:00:00.000Z';

/** What the platform keeps of each payment, in hundredths of a percent. */
const SHARE = 250;

interface Subscriber {
  buyer: Buyer;
  id: string;
}

/**
 * Lets a club live for two years, in which a trial ends, another is left, cards fail and ask for confirmations, plans and prices change and instalments end, and
 * expects what each subscriber has paid, may see and is told of, and that orders, invoices, books and gateway agree about all of it.
 */
export async function liveTwoYears(club: Club): Promise<void> {
  const { app, shop } = club;
  await club.passTo(START);
  await chargeShare(app, shop, SHARE);
  const [monthly, dearer, trial, yearly, instalments] = await Promise.all([
    club.newPlan(),
    club.newPlan({ title: 'More', amount: 2900 }),
    club.newPlan({ title: 'Trial', trial_days: 28 }),
    club.newPlan({ title: 'Year', interval: 'year', amount: 19_000 }),
    club.newPlan({ title: 'Instalments', cycles: 6, amount: 5000 }),
  ]);
  const join = async ({ id: planId }: { id: string }, buyer?: Buyer): Promise<Subscriber> => {
    const person = buyer ?? (await club.newBuyer());
    return { buyer: person, id: (await club.subscribe(person, planId)).id };
  };
  const steady = await join(monthly);
  const tried = await join(trial);
  const left = await join(trial);
  const annual = await join(yearly);
  const paying = await join(instalments);
  const failing = await join(monthly);
  const asked = await join(monthly);
  const people = [steady, tried, left, annual, paying, failing, asked];
  const read = ({ buyer }: Subscriber) => club.read(buyer);
  const accessOf = async ({ buyer }: Subscriber) => !(await shop.accessOf(buyer))?.is_over;
  const confirm = async ({ buyer }: Subscriber) => {
    await club.till.confirm((await expectStatus(200, club.ask(buyer, monthly.id))).body.url);
    await app.mailbox.runJobs();
  };

  /** What happens on the 28th of a month. */
  const onThe28th: Record<number, () => Promise<unknown>> = {
    3: () => club.setCard(asked.id, 'authenticates'),
    4: async () => expect(await refusalOf(club.change(asked.buyer, asked.id, dearer.id))).toEqual([409, 'payment_refused']),
    6: () => expectStatus(200, club.change(steady.buyer, steady.id, dearer.id)),
    8: () => expectStatus(200, club.change(steady.buyer, steady.id, monthly.id)),
    10: () => club.setCard(failing.id, 'fails'),
    11: async () => {
      expect([await read(failing), await accessOf(failing)]).toMatchObject([{ state: 'unpaid', payment_error: 'declined' }, false]);
      await club.setCard(failing.id, 'works');
    },
    12: async () => {
      await expectStatus(200, shop.school.browser.call('patch', `catalog-subscriptions/plans/${monthly.id}/`, { amount: 2400 }));
      people.push(await join(monthly));
    },
    20: async () => {
      expect([await read(left), await accessOf(left)]).toMatchObject([{ state: 'cancelled', paid_periods: 0 }, false]);
      left.id = (await join(trial, left.buyer)).id;
    },
  };
  /** What happens on the last day of a month, when a payment has just failed for which the bank asks. */
  const atTheEnd: Record<number, () => Promise<unknown>> = {
    3: () => confirm(asked),
    4: () => confirm(asked),
    5: async () => {
      await club.pass(7 * DAY);
      expect([await read(asked), await accessOf(asked)]).toMatchObject([{ state: 'unpaid', payment_error: 'authentication_required' }, false]);
      await confirm(asked);
      await club.setCard(asked.id, 'works');
    },
  };
  await expectStatus(200, club.cancel(left.buyer, left.id));
  for (let month = 1; month <= 24; month++) {
    if (onThe28th[month]) {
      await club.passTo(new Date(Date.UTC(2027, month, 28, 12)).toISOString());
      await onThe28th[month]?.();
    }
    await club.passTo(new Date(Date.UTC(2027, month + 1, 0, 12)).toISOString());
    if (atTheEnd[month]) {
      expect([await read(asked), await accessOf(asked)]).toMatchObject([{ state: 'past_due', payment_error: 'authentication_required' }, true]);
      await atTheEnd[month]?.();
      expect([await read(asked), await accessOf(asked)]).toMatchObject([{ state: 'active', payment_error: null, paid_periods: month + 1 }, true]);
    }
    if (month === 10) await club.pass(7 * DAY);
  }
  await club.pass(8 * DAY);

  const paymentsOf = async ({ id }: Subscriber) => (await club.paid(id)).map(({ paid_at, total }) => [paid_at, total] as const);
  const totalsOf = async (one: Subscriber) => (await paymentsOf(one)).map(([, total]) => total);
  // The ends of months are counted from the first day.
  const days = (await paymentsOf(steady)).map(([day]) => day);
  expect(days.slice(0, 4)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']);
  expect(days).toContain('2028-02-29');
  const [whole, isWhole] = [await totalsOf(steady), (amount: number) => (total: number) => total === amount];
  // What the change cost is the payment that is neither.
  expect([whole.length, whole.filter(isWhole(2900)).length, whole.filter(isWhole(1900)).length]).toEqual([26, 2, 23]);
  expect(await read(tried)).toMatchObject({ state: 'active', paid_periods: 24 });
  expect((await paymentsOf(left))[0]?.[0]).toBe('2028-09-28');
  expect(await totalsOf(left)).toEqual([1900, 1900, 1900, 1900, 1900]);
  expect((await paymentsOf(annual)).map(([day]) => day)).toEqual(['2027-01-31', '2028-01-31', '2029-01-31']);
  expect([(await read(paying)).state, await totalsOf(paying)]).toEqual(['completed', [5000, 5000, 5000, 5000, 5000, 5000]]);
  expect([(await read(failing)).state, await totalsOf(failing)]).toEqual(['active', Array.from({ length: 25 }, () => 1900)]);
  expect([(await read(asked)).state, await totalsOf(asked)]).toEqual(['active', Array.from({ length: 25 }, () => 1900)]);
  expect(await totalsOf(people.at(-1) as Subscriber)).toEqual(Array.from({ length: 13 }, () => 2400));
  for (const one of people) expect(await accessOf(one)).toBe(true);
  await expectAgreement(club);
}

/** Orders, invoices, books and gateway say the same of all that was paid. */
async function expectAgreement({ app, shop, till }: Club): Promise<void> {
  const organisationId = shop.school.organisation.id;
  const one = async (statement: string) => (await app.database.pool.query(statement, [organisationId])).rows[0];
  const orders = await one(
    `select count(*)::int as number, sum(total)::int as total, sum(platform_fee)::int as fees, count(flag)::int as flags from orders where organisation_id = $1`,
  );
  expect(orders.flags).toBe(0);
  expect(await one(`select count(*)::int as number, sum(amount)::int as total from invoices where organisation_id = $1 and kind = 'invoice'`)).toEqual({
    number: orders.number,
    total: orders.total,
  });
  expect(
    await one(`select bool_and(gapless) as gapless from (select max(number) = count(*) as gapless from invoices where organisation_id = $1 group by year) y`),
  ).toEqual({ gapless: true });
  const { gateway_clearing, platform_fees, sales, total } = await booksOf(app, organisationId);
  expect({ gateway_clearing, platform_fees, sales, total }).toEqual({
    gateway_clearing: orders.total - orders.fees,
    platform_fees: orders.fees,
    sales: -orders.total,
    total: 0,
  });
  expect(await till.taken()).toBe(orders.total);
  await runTask(app, 'reconcile_accounts');
  await app.mailbox.runJobs();
  const compared = await one(
    `select count(*)::int as days, sum(entry_count)::int as entries, sum(other_count)::int as others, sum(difference_count)::int as differences
    from reconciliations where organisation_id = $1`,
  );
  // The first comparison looks back at 30 days.
  expect(compared).toEqual({ days: 30, entries: 7, others: 0, differences: 0 });
}
