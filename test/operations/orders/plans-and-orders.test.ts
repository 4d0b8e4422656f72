import { waitingForLocks, whileLocked } from '../../support/at-once.ts';
import { expectStatus } from '../../support/browser.ts';
import { runTask } from '../../support/jobs.ts';
import { askForRefund } from '../../support/refunds.ts';
import { buy, choose, newBuyers, PRICE } from '../../support/shop.ts';
import { type Club, DAY, startClub } from '../../support/subscriptions.ts';

/** Enough of each kind that all of them meet, and more with `make test ARGS=--all`. */
const [COURSES, EACH] = process.env.TEST_ALL ? [4, 5] : [2, 2];

let club: Club;
let courses: string[];
let planId: string;
beforeAll(async () => {
  // What is mailed afterwards, no test asks about. The other jobs take locks, too.
  club = await startClub({}, ['mail_order', 'send_notice', 'spread_notice']);
  const { school, courseId } = club.shop;
  courses = [courseId];
  while (courses.length < COURSES) {
    const { id } = await school.newCourse();
    await expectStatus(200, school.browser.call('put', `courses/${id}/price/`, PRICE));
    await expectStatus(200, school.agent('patch', `courses/${id}/`, { status: 'published' }));
    courses.push(id);
  }
  planId = (await club.newPlan()).id;
});
afterAll(() => club.app.close());

type Buyer = Awaited<ReturnType<Club['newBuyer']>>;

/** Has a buyer pay for courses on the pages of the gateway. Nothing of it is settled yet. Returns the orders. */
const payCourses = async (buyer: Buyer, ids: readonly string[]) =>
  Promise.all(
    ids.map(async (id) => {
      const { body } = await expectStatus(201, buyer.browser.call('post', `courses/${id}/checkout/`, {}));
      await choose(club.app, body.url, 'pay');
      return { buyer, orderId: body.order.id as string };
    }),
  );

const settle = ({ buyer, orderId }: { buyer: Buyer; orderId: string }) => buyer.browser.call('get', `me/orders/${orderId}/?refresh=true`);
const subscribe = ({ browser }: Buyer) => browser.call('post', 'qa/me/catalog-subscription/', { plan_id: planId });

test('while a subscription waits to give access to its courses, a payment for another course is entered with its invoice', async () => {
  const { app } = club;
  const [subscriber, buyer] = (await newBuyers(club.shop, 2)) as [Buyer, Buyer];
  await buy(app, club.shop);
  const [sale] = await payCourses(buyer, courses.slice(1, 2));
  const held = `select from course_learner_counts where course_id = '${courses[0]}' for update`;
  const { subscribing, settled } = await whileLocked(app, held, async () => {
    const asked = subscribe(subscriber);
    while ((await waitingForLocks(app.database.pool)) === 0) await new Promise(setImmediate);
    return { subscribing: asked, settled: await settle(sale as NonNullable<typeof sale>) };
  });
  expect([(await subscribing).status, settled.body.state]).toEqual([201, 'paid']);
});

test('orders, subscriptions, renewals and refunds at once wait for no lock in a circle, fail nowhere, and leave no gap between the numbers', async () => {
  const { app, shop } = club;
  const { pool } = app.database;
  // Another test may have run on this database before.
  const before = await deadlocks();
  const renewed: Buyer[] = [];
  const refunded: Awaited<ReturnType<typeof buy>>[] = [];
  for (let index = 0; index < EACH; index++) {
    const member = await club.newBuyer();
    await club.subscribe(member, planId);
    renewed.push(member);
  }
  await club.advance(31 * DAY);
  for (let index = 0; index < EACH; index++) refunded.push(await buy(app, shop));
  const buyers = await newBuyers(shop, EACH);
  const subscribers = await newBuyers(shop, EACH);
  const sales = (await Promise.all(buyers.map((buyer) => payCourses(buyer, courses)))).flat();
  const both = await newBuyers(shop, EACH);
  const mixed = (await Promise.all(both.map((buyer) => payCourses(buyer, courses.slice(0, 2))))).flat();
  const statuses = await Promise.all([
    ...subscribers.map(subscribe),
    ...sales.map(settle),
    ...refunded.map(({ orderId }) => askForRefund(shop, shop.school, { order_id: orderId })),
    ...both.map(subscribe),
    ...mixed.map(settle),
    runTask(app, 'settle_due_subscriptions', {}).then(() => ({ status: 200 })),
  ]).then((answers) => answers.map(({ status }) => status));
  await app.mailbox.runJobs();
  expect(statuses.filter((status) => status >= 300)).toEqual([]);
  for (const member of renewed) expect(await club.read(member)).toMatchObject({ state: 'active', paid_periods: 2 });
  expect(app.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  expect((await deadlocks()) - before).toBe(0);
  const { rows } = await pool.query(`select kind, array_agg(number order by number) as numbers from invoices where organisation_id = $1 group by kind`, [
    shop.school.organisation.id,
  ]);
  for (const { numbers } of rows) expect(numbers).toEqual(Array.from(numbers, (_, index) => index + 1));

  /** Each connection says what it knows only when it is asked to, or after a second. */
  async function deadlocks(): Promise<number> {
    const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
    for (const client of clients) await client.query('select pg_stat_force_next_flush()');
    for (const client of clients) client.release();
    return (await pool.query('select deadlocks::int from pg_stat_database where datname = current_database()')).rows[0].deadlocks;
  }
});
