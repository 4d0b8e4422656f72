import { expectStatus } from '../../support/browser.ts';
import { runTask } from '../../support/jobs.ts';
import { buyPlan, buyStorage, storageOf, subscriptionOf } from '../../support/platform-shop.ts';
import { answerSandbox, choose, newShop } from '../../support/shop.ts';
import { type Club, clubOf, DAY, startClub } from '../../support/subscriptions.ts';

let first: Club;
let club: Club;
beforeAll(async () => {
  first = await startClub();
});
beforeEach(async () => {
  club = clubOf(first.app, await newShop(first.app, answerSandbox(first.app)), first.till);
});
afterAll(() => first.app.close());

const remove = ({ browser, organisation }: Club['shop']['school']) => expectStatus(202, browser.call('delete', `tenants/?subdomain=${organisation.subdomain}`));
const restore = ({ browser, organisation }: Club['shop']['school']) =>
  expectStatus(200, browser.call('post', 'tenants/restore/', { subdomain: organisation.subdomain }));

/** Buys a plan and storage for the school. */
async function buyOwn({ app, shop: { school } }: Club): Promise<void> {
  await app.database.pool.query(`update platform_subscriptions set plan_id = 'free' where organisation_id = $1`, [school.organisation.id]);
  for (const asked of [buyPlan(school.browser, { plan_id: 'pro' }), buyStorage(school.browser, { addon_id: 'storage_100' })]) {
    await choose(app, (await expectStatus(201, asked)).body.url, 'pay');
    await app.mailbox.runJobs();
  }
}

test('nobody is charged again for a closed organisation, and a restored one keeps what is paid until the end of the period', async () => {
  const { app, shop } = club;
  const { school } = shop;
  const buyer = await club.newBuyer();
  const subscription = await club.subscribe(buyer, (await club.newPlan()).id);
  const late = await club.newBuyer();
  await expectStatus(201, club.ask(late, subscription.plan.id));
  await buyOwn(club);
  await remove(school);
  await app.mailbox.runJobs();
  await restore(school);
  await app.mailbox.runJobs();
  expect(await club.read(buyer)).toMatchObject({ state: 'active', cancels_at_period_end: true, end_reason: 'organisation_closed' });
  expect((await app.mailbox.read(buyer.email)).at(-1)?.text).toMatch(/Your subscription to All courses was cancelled when .+ was closed\./);
  expect((await club.read(late)).state).toBe('expired');
  expect([(await subscriptionOf(school)).billing, await storageOf(school)]).toEqual([
    expect.objectContaining({ status: 'active', cancel_at_period_end: true }),
    expect.objectContaining({ status: 'active', cancel_at_period_end: true }),
  ]);
  await club.pass(35 * DAY);
  expect(await club.paid(subscription.id)).toHaveLength(1);
  expect(await club.read(buyer)).toMatchObject({ state: 'cancelled', end_reason: 'organisation_closed' });
});

test('nothing ends for an organisation that was restored before anything could be told to the gateway', async () => {
  const { school } = club.shop;
  const buyer = await club.newBuyer();
  await club.subscribe(buyer, (await club.newPlan()).id);
  await buyOwn(club);
  await remove(school);
  await restore(school);
  await club.app.mailbox.runJobs();
  expect(await club.read(buyer)).toMatchObject({ state: 'active', cancels_at_period_end: false });
  expect((await subscriptionOf(school)).billing).toMatchObject({ status: 'active', cancel_at_period_end: false });
});

test('subscriptions that are still there end at the gateway when the organisation is erased', async () => {
  const { app, shop } = club;
  const { school } = shop;
  const buyer = await club.newBuyer();
  const { id } = await club.subscribe(buyer, (await club.newPlan({ interval: 'year' })).id);
  const { rows } = await app.database.pool.query('select gateway_id from catalogue_subscriptions where id = $1', [id]);
  const stateAtGateway = async () =>
    (await app.database.pool.query(`select body ->> 'state' as state from sandbox_objects where id = $1`, [rows[0].gateway_id])).rows[0]?.state;
  await remove(school);
  await app.mailbox.runJobs();
  await club.advance(30 * DAY);
  await runTask(app, 'erase_organisations');
  await runTask(app, 'end_left_subscriptions');
  await app.mailbox.runJobs();
  expect(await stateAtGateway()).toBe('ended');
});

test('the kept invoices of an organisation that is gone are deleted after ten years', async () => {
  const { app } = club;
  const at = (years: number) => `(to_timestamp(${app.clock.now() / 1000}) - interval '${years} years')`;
  await app.database.pool.query(
    `insert into kept_invoices (organisation_id, id, order_id, kind, year, number, amount, tax, contents, buyer, issued_at)
     select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'invoice', 2020, n, 100, 0, '{}', '{"name": "Buyer"}', issued_at
     from (values (1, ${at(9)}), (2, ${at(11)})) as kept (n, issued_at)`,
  );
  await runTask(app, 'forget_invoice_buyers');
  expect((await app.database.pool.query('select number, buyer from kept_invoices')).rows).toEqual([{ number: 1, buyer: { name: 'Buyer' } }]);
});
