import { newId } from '../../../src/domain/kernel/ids.ts';
import { MANY } from '../../support/at-once.ts';
import { expectStatus } from '../../support/browser.ts';
import { AFTERMATH } from '../../support/jobs.ts';
import { faultsOf, refusalOf } from '../../support/learner.ts';
import { newSchool } from '../../support/school.ts';
import { choose, newShop } from '../../support/shop.ts';
import { type Club, startClub } from '../../support/subscriptions.ts';

let club: Club;
beforeAll(async () => {
  club = await startClub({}, AFTERMATH);
});
afterEach(() => club.forget());
afterAll(() => club.app.close());

test('a learner subscribes on the page of the sandbox, and has access, an order, an invoice and one entry in the books', async () => {
  const { app, shop } = club;
  const plan = await club.newPlan();
  const buyer = await club.newBuyer();
  const { body } = await expectStatus(201, club.ask(buyer, plan.id));
  expect(body.subscription).toMatchObject({ state: 'incomplete', plan: { id: plan.id, amount: 1900 }, period_end: null, paid_periods: 0 });
  expect((await choose(app, body.url, 'pay')).status).toBe(303);
  await app.mailbox.runJobs();
  const subscription = await club.read(buyer);
  expect(subscription).toMatchObject({ id: body.subscription.id, state: 'active', paid_periods: 1, cancels_at_period_end: false, next_plan: null });
  expect(await shop.accessOf(buyer)).toEqual({ source: 'subscription', is_over: false });
  const { body: orders } = await expectStatus(200, buyer.browser.call('get', 'me/orders/'));
  expect(orders.results).toEqual([expect.objectContaining({ state: 'paid', total: 1900, course_id: null, course_title: 'All courses' })]);
  const { body: order } = await expectStatus(200, buyer.browser.call('get', `me/orders/${orders.results[0].id}/`));
  expect(order.invoices).toHaveLength(1);
  const { rows } = await app.database.pool.query(
    `select account, amount::int from ledger_transactions t join ledger_entries e on e.organisation_id = t.organisation_id and e.transaction_id = t.id
      where t.order_id = $1 order by account`,
    [orders.results[0].id],
  );
  expect(rows).toEqual([
    { account: 'gateway_clearing', amount: 1900 },
    { account: 'sales', amount: -1900 },
  ]);
  const { id: subscription_id } = await club.read(buyer);
  expect((await expectStatus(409, club.ask(buyer, plan.id))).body).toMatchObject({ code: 'already_subscribed', subscription_id });
});

test('many requests at once lead to one page, and another plan ends the page of the one before', async () => {
  const [one, other] = await Promise.all([club.newPlan(), club.newPlan({ amount: 2900 })]);
  const buyer = await club.newBuyer();
  const answers = await Promise.all(Array.from({ length: MANY }, () => club.ask(buyer, one.id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(MANY - 1).fill(200), 201]);
  expect(new Set(answers.map(({ body }) => `${body.subscription.id} ${body.url}`)).size).toBe(1);
  const { body: begun } = await expectStatus(201, club.ask(buyer, other.id));
  expect((await choose(club.app, answers[0]?.body.url, 'pay')).status).toBe(303);
  await club.app.mailbox.runJobs();
  expect(await club.read(buyer)).toMatchObject({ id: begun.subscription.id, state: 'incomplete' });
  expect((await expectStatus(200, buyer.browser.call('get', 'me/catalog-subscriptions/'))).body.results.map(({ state }: { state: string }) => state)).toEqual([
    'incomplete',
    'expired',
  ]);
});

test('a trial gives access without a payment, once for each person', async () => {
  const plan = await club.newPlan({ trial_days: 14 });
  const buyer = await club.newBuyer();
  const first = await club.subscribe(buyer, plan.id);
  expect(first).toMatchObject({ state: 'trialing', paid_periods: 0, trial_ends_at: first.period_end });
  expect([await club.shop.accessOf(buyer), await club.paid(first.id)]).toEqual([{ source: 'subscription', is_over: false }, []]);
  await expectStatus(200, club.cancel(buyer, first.id));
  await club.passTo(first.period_end);
  expect(await club.read(buyer)).toMatchObject({ state: 'cancelled', paid_periods: 0 });
  expect(await club.shop.accessOf(buyer)).toEqual({ source: 'subscription', is_over: true });
  const second = await club.subscribe(buyer, plan.id);
  expect(second).toMatchObject({ state: 'active', trial_ends_at: null, paid_periods: 1 });
});

test('what cannot be subscribed to is refused', async () => {
  const { app, shop } = club;
  const buyer = await shop.newBuyer();
  expect(await faultsOf(club.ask(buyer, newId()))).toEqual(['plan_id unknown']);
  const archived = await club.newPlan();
  await expectStatus(200, shop.school.browser.call('post', `catalog-subscriptions/plans/${archived.id}/archive/`));
  expect(await refusalOf(club.ask(buyer, archived.id))).toEqual([409, 'plan_archived']);
  const unpaid = await newSchool(app);
  const { body: plan } = await expectStatus(
    201,
    unpaid.browser.call('post', 'catalog-subscriptions/plans/', { title: 'A', amount: 900, currency: 'EUR', interval: 'month' }),
  );
  buyer.browser.headers['X-Organisation'] = unpaid.organisation.id;
  expect(await refusalOf(club.ask(buyer, plan.id))).toEqual([409, 'payments_not_ready']);
});

test('the texts of the seller are consented to, and the version is kept with what was paid', async () => {
  const { app } = club;
  const shop = await newShop(app, async (link) => void (await app.http.post(new URL(link).pathname).type('form').send({ outcome: 'active' })));
  await expectStatus(200, shop.school.browser.call('put', 'billing/seller/', { terms: 'Be kind.' }));
  const { body: plan } = await expectStatus(
    201,
    shop.school.browser.call('post', 'catalog-subscriptions/plans/', { title: 'A', amount: 900, currency: 'EUR', interval: 'month' }),
  );
  const buyer = await shop.newBuyer();
  expect(await faultsOf(club.ask(buyer, plan.id))).toEqual(['consent required']);
  expect(await faultsOf(club.ask(buyer, plan.id, { consent: { version: 2 } }))).toEqual(['consent.version outdated']);
  const { body } = await expectStatus(201, club.ask(buyer, plan.id, { consent: { version: 1, terms: true } }));
  await choose(app, body.url, 'pay');
  await app.mailbox.runJobs();
  const { rows } = await app.database.pool.query('select terms_version from orders where subscription_id = $1', [body.subscription.id]);
  expect(rows).toEqual([{ terms_version: 1 }]);
});

test('a subscriber who declines to confirm a payment and then pays it uses another card, which pays the next period without asking', async () => {
  const { app } = club;
  const plan = await club.newPlan();
  const buyer = await club.newBuyer();
  const { id, period_end } = await club.subscribe(buyer, plan.id);
  await club.setCard(id, 'authenticates');
  await club.passTo(period_end);
  expect(await club.read(buyer)).toMatchObject({ state: 'past_due', payment_error: 'authentication_required' });
  const { url } = (await expectStatus(200, club.ask(buyer, plan.id))).body;
  await choose(app, url, 'decline');
  await choose(app, url, 'pay');
  await app.mailbox.runJobs();
  const renewed = await club.read(buyer);
  expect(renewed).toMatchObject({ state: 'active', paid_periods: 2 });
  await club.passTo(renewed.period_end);
  expect(await club.read(buyer)).toMatchObject({ state: 'active', paid_periods: 3 });
});
