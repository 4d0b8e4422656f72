import { atOnce } from '../../support/at-once.ts';
import { expectStatus } from '../../support/browser.ts';
import { listenForEvents, type Told } from '../../support/events.ts';
import { runTask } from '../../support/jobs.ts';
import { choose } from '../../support/shop.ts';
import { type Club, DAY, startClub } from '../../support/subscriptions.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';

const TYPES = ['started', 'renewed', 'past_due', 'unpaid', 'cancelled', 'resumed', 'changed'].map((name) => `subscription.${name}`);

let receiver: WebhookReceiver;
let club: Club;
let told: () => Promise<Told[]>;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  club = await startClub({ publicPost: receiver.post });
  told = await listenForEvents(club.app, club.shop.school, receiver, TYPES);
});
afterEach(() => club.forget());
afterAll(async () => {
  await club.app.close();
  await receiver.close();
});

/** Returns what was told of a subscription, in the order of the types, because deliveries arrive in any order. */
const happened = async (id: string) =>
  (await told()).filter(({ data }) => data.subscription_id === id).sort((one, other) => TYPES.indexOf(one.type) - TYPES.indexOf(other.type));
const types = async (id: string) => (await happened(id)).map(({ type }) => type.slice('subscription.'.length));

test('a subscription tells when it begins, is renewed, overdue, unpaid, paid again, cancelled and over, each once', async () => {
  const { id: planId } = await club.newPlan();
  const buyer = await club.newBuyer();
  const subscription = await club.subscribe(buyer, planId);
  const data = { subscription_id: subscription.id, user: { id: buyer.id }, plan: { id: planId, amount: 1900, interval: 'month' }, livemode: false };
  expect(await happened(subscription.id)).toMatchObject([
    {
      type: 'subscription.started',
      data: { ...data, state: 'active', period_end: subscription.period_end, paid_periods: 1, access_until: null, payment_error: null },
    },
  ]);

  await club.passTo(subscription.period_end);
  const { rows } = await club.app.database.pool.query('select id from orders where subscription_id = $1 order by id desc limit 1', [subscription.id]);
  expect(await happened(subscription.id)).toMatchObject([
    { type: 'subscription.renewed', data: { ...data, paid_periods: 2, order_id: rows[0].id, total: 1900 } },
  ]);

  await club.setCard(subscription.id, 'fails');
  await club.passTo((await club.read(buyer)).period_end);
  const accessUntil = new Date(club.app.clock.now() + 7 * DAY).toISOString();
  expect(await happened(subscription.id)).toMatchObject([
    { type: 'subscription.past_due', data: { ...data, state: 'past_due', access_until: accessUntil, payment_error: 'declined' } },
  ]);
  await club.pass(7 * DAY);
  expect(await happened(subscription.id)).toMatchObject([{ type: 'subscription.unpaid', data: { ...data, state: 'unpaid', access_until: null } }]);

  const { body } = await expectStatus(200, club.ask(buyer, planId));
  await choose(club.app, body.url, 'pay');
  expect(await types(subscription.id)).toEqual(['renewed', 'resumed']);

  await expectStatus(200, club.cancel(buyer, subscription.id));
  expect(await happened(subscription.id)).toMatchObject([{ type: 'subscription.changed', data: { ...data, state: 'active', cancels_at_period_end: true } }]);
  await expectStatus(200, club.change(buyer, subscription.id, planId));
  expect(await happened(subscription.id)).toMatchObject([{ type: 'subscription.resumed', data: { ...data, cancels_at_period_end: false } }]);
  await expectStatus(200, club.cancel(buyer, subscription.id));
  const { period_end } = await club.read(buyer);
  await club.passTo(period_end);
  expect(await happened(subscription.id)).toMatchObject([
    { type: 'subscription.cancelled', data: { ...data, state: 'cancelled', ended_at: period_end } },
    { type: 'subscription.changed', data: { cancels_at_period_end: true } },
  ]);
});

test('a trial begins a subscription, so that its first payment renews it, and a plan of the next period is told when it is chosen and when it begins', async () => {
  const [cheap, dear] = await Promise.all([club.newPlan({ amount: 900 }), club.newPlan({ amount: 2900, trial_days: 14 })]);
  const buyer = await club.newBuyer();
  const { id, trial_ends_at } = await club.subscribe(buyer, dear.id);
  expect(await happened(id)).toMatchObject([{ type: 'subscription.started', data: { state: 'trialing', trial_ends_at, paid_periods: 0 } }]);
  await club.passTo(trial_ends_at);
  expect(await happened(id)).toMatchObject([{ type: 'subscription.renewed', data: { state: 'active', paid_periods: 1, total: 2900 } }]);
  await expectStatus(200, club.change(buyer, id, cheap.id));
  expect(await happened(id)).toMatchObject([{ type: 'subscription.changed', data: { plan: { id: dear.id }, next_plan: { id: cheap.id } } }]);
  await club.passTo((await club.read(buyer)).period_end);
  expect(await happened(id)).toMatchObject([
    { type: 'subscription.renewed', data: { plan: { id: cheap.id }, total: 900 } },
    { type: 'subscription.changed', data: { plan: { id: cheap.id }, next_plan: null } },
  ]);
});

test('several processes that settle the same change at once tell it once', async () => {
  const { id: planId } = await club.newPlan();
  const buyer = await club.newBuyer();
  const { id, period_end } = await club.subscribe(buyer, planId);
  expect(await types(id)).toEqual(['started']);
  await club.advance(Date.parse(period_end) - club.app.clock.now());
  // Each of these requests settles the subscription before it answers.
  await atOnce(
    club.app,
    `select from catalogue_subscriptions where id = '${id}' for update`,
    Array.from({ length: 8 }, () => () => club.change(buyer, id, planId, true)),
  );
  await runTask(club.app, 'settle_due_subscriptions');
  expect(await types(id)).toEqual(['renewed']);
});

test('the last instalment is a renewal, also if it was overdue', async () => {
  const { id: planId } = await club.newPlan({ amount: 5000, cycles: 2 });
  const buyer = await club.newBuyer();
  const { id, period_end } = await club.subscribe(buyer, planId);
  await club.setCard(id, 'fails');
  await club.passTo(period_end);
  expect(await types(id)).toEqual(['started', 'past_due']);
  await club.setCard(id, 'works');
  await club.pass(DAY);
  expect(await happened(id)).toMatchObject([
    { type: 'subscription.renewed', data: { state: 'completed', paid_periods: 2 } },
    { type: 'subscription.resumed', data: { state: 'completed' } },
  ]);
});
