import fc from 'fast-check';
import { countChangedDays } from '../../../src/domain/analytics/days/count-days.ts';
import { recordMoney } from '../../../src/domain/commerce/orders/ledger.ts';
import { newId } from '../../../src/domain/kernel/ids.ts';
import { localDay } from '../../../src/domain/kernel/moments.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { runTask } from '../../support/jobs.ts';
import { newLearner, newSchool, type School } from '../../support/school.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const ZONES = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Kiritimati', 'Asia/Kathmandu', 'America/New_York'];
/** Around two changes of the clock in Berlin, and two in New York. */
const START = Date.parse('2026-03-27T00:00:00Z');
const moment = fc.integer({ min: 0, max: 4 * 24 * 4 }).map((quarters) => new Date(START + quarters * 15 * 60_000 - 1).toISOString());
const FACTS = ['refunded', 'refund_failed', 'dispute_opened', 'dispute_won', 'dispute_lost'] as const;
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('sale' as const),
      at: moment,
      currency: fc.constantFrom('EUR', 'JPY'),
      amount: fc.integer({ min: 2, max: 9999 }),
      isLive: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('fact' as const),
      at: moment,
      fact: fc.constantFrom(...FACTS),
      order: fc.nat(),
      amount: fc.integer({ min: 1, max: 9999 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('zone' as const), zone: fc.constantFrom(...ZONES) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('count' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const POSTINGS = {
  refunded: (amount: number) => [
    ['gateway_clearing', -amount],
    ['refunds', amount],
  ],
  refund_failed: (amount: number) => [
    ['gateway_clearing', amount],
    ['refunds', -amount],
  ],
  dispute_opened: (amount: number) => [
    ['gateway_clearing', -amount],
    ['disputes_held', amount],
  ],
  dispute_won: (amount: number) => [
    ['gateway_clearing', amount],
    ['disputes_held', -amount],
  ],
  dispute_lost: (amount: number) => [
    ['disputes', amount],
    ['disputes_held', -amount],
  ],
} as const satisfies Record<(typeof FACTS)[number], (amount: number) => Parameters<typeof recordMoney>[1]['postings']>;

test('whatever is sold, paid back and disputed, in whatever order, and wherever the organisation moves: the figures of each day are the sums of its rows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const school = await newSchool(app);
      await live(school, steps);
      await runTask(app, 'count_days');
      expect(await figures(school)).toEqual(await sums(school));
    }),
    { numRuns: 8 },
  );
});

async function live({ organisation, courseId }: School, steps: readonly Step[]): Promise<void> {
  const { db, pool } = app.database;
  const orders: { id: string; currency: string; livemode: boolean }[] = [];
  for (const one of steps) {
    if (one.kind === 'count') await runTask(app, 'count_days');
    else if (one.kind === 'zone') await pool.query('update organisations set timezone = $2 where id = $1', [organisation.id, one.zone]);
    else if (one.kind === 'sale') {
      const { currency, amount, at, isLive: livemode } = one;
      const id = newId();
      orders.push({ id, currency, livemode });
      await pool.query(
        `insert into orders (organisation_id, id, course_id, course_title, state, currency, subtotal, total, gateway, livemode, account_id, created_at, expires_at, checked_at, paid_at)
         values ($1, $2, $3, 'A course', 'paid', $4, $5, $5, 'sandbox', $6, 'a', $7::timestamptz, $7::timestamptz + interval '1 hour', $7, $7)`,
        [organisation.id, id, courseId, currency, amount, livemode, at],
      );
      await db.transaction().execute((trx) =>
        recordMoney(trx, {
          organisationId: organisation.id,
          orderId: id,
          fact: 'paid',
          currency,
          livemode,
          occurredAt: at,
          postings: [
            ['gateway_clearing', amount - 1],
            ['discounts', 1],
            ['sales', -amount],
          ],
        }),
      );
    } else {
      const order = orders[one.order % Math.max(orders.length, 1)];
      if (!order) continue;
      const { fact, amount, at } = one;
      const { id, currency, livemode } = order;
      await db.transaction().execute((trx) =>
        recordMoney(trx, {
          organisationId: organisation.id,
          orderId: id,
          fact,
          sourceId: newId(),
          currency,
          livemode,
          occurredAt: at,
          postings: POSTINGS[fact](amount),
        }),
      );
    }
  }
}

type Sums = Record<string, Record<string, number>>;

/** The figures, by day, currency and mode. */
async function figures({ organisation }: School): Promise<Sums> {
  const { rows } = await app.database.pool.query('select * from analytics_money_days where organisation_id = $1', [organisation.id]);
  return Object.fromEntries(
    rows.map(({ day, currency, livemode, gross, discounts, refunds, disputes, sales, refund_count, dispute_count, reversal_count }) => [
      `${day} ${currency} ${livemode}`,
      { gross, discounts, refunds, disputes, sales, refund_count, dispute_count, reversal_count },
    ]),
  );
}

/** The same, added up here from each entry of the books. */
async function sums({ organisation }: School): Promise<Sums> {
  const { pool } = app.database;
  const [{ timezone }] = (await pool.query('select timezone from organisations where id = $1', [organisation.id])).rows;
  const { rows } = await pool.query(
    'select t.id, t.fact, t.currency, t.livemode, t.occurred_at, e.account, e.amount from ledger_transactions t join ledger_entries e on e.transaction_id = t.id where t.organisation_id = $1',
    [organisation.id],
  );
  const found: Sums = {};
  const counted = new Set<string>();
  for (const { id, fact, currency, livemode, occurred_at, account, amount } of rows) {
    const day = localDay(timezone, occurred_at);
    const key = `${day} ${currency} ${livemode}`;
    found[key] ??= { gross: 0, discounts: 0, refunds: 0, disputes: 0, sales: 0, refund_count: 0, dispute_count: 0, reversal_count: 0 };
    const add = (name: string, value: number) => {
      const day_ = found[key] as Record<string, number>;
      day_[name] = (day_[name] ?? 0) + value;
    };
    if (account === 'sales') add('gross', -amount);
    if (account === 'discounts' || account === 'refunds') add(account, amount);
    if (account === 'disputes' || account === 'disputes_held') add('disputes', amount);
    if (counted.has(id)) continue;
    counted.add(id);
    if (fact === 'paid') add('sales', 1);
    if (fact === 'refunded') add('refund_count', 1);
    if (fact === 'dispute_opened') add('dispute_count', 1);
    if (fact === 'refund_failed' || fact === 'dispute_won') add('reversal_count', 1);
  }
  return found;
}

test('an organisation in a time zone that the database does not know keeps back the figures of no other', async () => {
  const schools = [await newSchool(app), await newSchool(app)].sort((one, other) => (one.organisation.id < other.organisation.id ? -1 : 1));
  await app.mailbox.runJobs();
  const { pool } = app.database;
  for (const [index, one] of schools.entries()) {
    await newLearner(app, one.organisation.id, one.courseId);
    if (index === 0) await pool.query(`update organisations set timezone = 'US/Pacific-New' where id = $1`, [one.organisation.id]);
  }
  await expect(countChangedDays(app.database.db)).rejects.toThrow(`such as ${schools[0]?.organisation.id}`);
  const counted = async () =>
    (
      await pool.query('select distinct organisation_id from analytics_enrollment_days where organisation_id = any($1)', [
        schools.map(({ organisation }) => organisation.id),
      ])
    ).rows;
  expect(await counted()).toEqual([{ organisation_id: schools[1]?.organisation.id }]);
  await pool.query(`update organisations set timezone = 'UTC' where id = $1`, [schools[0]?.organisation.id]);
  await countChangedDays(app.database.db);
  expect(await counted()).toHaveLength(2);
});
