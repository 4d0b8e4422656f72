import { newId } from '../../../src/domain/kernel/ids.ts';
import { startTestApp, type TestApp, withPorts } from '../../support/app.ts';
import { expectStatus, newUser, sameAt } from '../../support/browser.ts';
import { refusalOf } from '../../support/learner.ts';
import { type Buyer, choose } from '../../support/shop.ts';
import { type StripeShop, sessionOf, startStripeShop } from '../../support/stripe-shop.ts';
import { type Club, clubOf, startClub } from '../../support/subscriptions.ts';

const QA = 'qa/me/catalog-subscription/';
const NOT_CONFIGURED = [503, 'payments_not_configured'];
const UNAVAILABLE = [503, 'payments_unavailable'];
const PROCESSING = [409, 'payment_processing'];

describe('with Stripe,', () => {
  let stripe: StripeShop;
  let club: Club;
  let none: TestApp;
  let planId: string;
  beforeAll(async () => {
    stripe = await startStripeShop();
    club = clubOf(stripe.app, stripe.shop);
    none = await startTestApp(withPorts({ payments: null }), { beside: stripe.app });
    planId = (await club.newPlan()).id;
  });
  afterAll(async () => {
    await none.close();
    await stripe.close();
  });

  const fails = async (answer: () => Promise<unknown>): Promise<unknown> => {
    stripe.peer.failures.push(...Array(5).fill({ status: 500, body: { error: { type: 'api_error' } } }));
    const refusal = await answer();
    stripe.peer.failures.length = 0;
    return refusal;
  };

  test('a gateway that fails, and none, are said to whoever begins, changes or ends a subscription', async () => {
    const buyer = await club.newBuyer();
    const elsewhere = { ...buyer, browser: sameAt(none, buyer.browser) };
    expect(await refusalOf(club.ask(elsewhere, planId))).toEqual(NOT_CONFIGURED);
    expect(await fails(() => refusalOf(club.ask(buyer, planId)))).toEqual(UNAVAILABLE);
    const { body } = await expectStatus(201, club.ask(buyer, planId));
    const { id } = body.subscription;
    expect(await fails(() => refusalOf(buyer.browser.call('post', QA, { plan_id: planId })))).toEqual(UNAVAILABLE);
    await stripe.peer.billing.subscribe(sessionOf(stripe.peer, id));
    await stripe.app.mailbox.runJobs();
    const other = (await club.newPlan({ amount: 2900 })).id;
    expect(await refusalOf(club.cancel(elsewhere, id))).toEqual(NOT_CONFIGURED);
    expect(await refusalOf(club.change(elsewhere, id, other))).toEqual(NOT_CONFIGURED);
    expect(await refusalOf(club.setBusiness(elsewhere, id, null))).toEqual(NOT_CONFIGURED);
    expect(await refusalOf(elsewhere.browser.call('delete', QA))).toEqual(NOT_CONFIGURED);
    expect(await fails(() => refusalOf(club.cancel(buyer, id)))).toEqual(UNAVAILABLE);
    expect(await fails(() => refusalOf(club.change(buyer, id, other)))).toEqual(UNAVAILABLE);
    expect(await fails(() => refusalOf(club.setBusiness(buyer, id, null)))).toEqual(UNAVAILABLE);
    expect(await fails(() => refusalOf(buyer.browser.call('delete', QA)))).toEqual(UNAVAILABLE);
    expect(await club.read(buyer)).toMatchObject({ id, state: 'active' });
  });

  test('testers get no subscription outside the sandbox', async () => {
    const buyer = await club.newBuyer();
    expect(await refusalOf(buyer.browser.call('post', QA, { plan_id: planId }))).toEqual(NOT_CONFIGURED);
  });
});

describe('in the sandbox,', () => {
  let club: Club;
  beforeAll(async () => {
    club = await startClub();
  });
  afterAll(() => club.app.close());

  test('what has become of a page that was just paid is clarified before anything else happens', async () => {
    const plans = [await club.newPlan(), await club.newPlan({ amount: 2900 })] as const;
    const paid = async (): Promise<{ buyer: Buyer; id: string }> => {
      const buyer = await club.newBuyer();
      const { body } = await expectStatus(201, club.ask(buyer, plans[0].id));
      await choose(club.app, body.url, 'pay');
      return { buyer, id: body.subscription.id };
    };
    const [first, second, third] = [await paid(), await paid(), await paid()];
    expect(await refusalOf(club.ask(first.buyer, plans[1].id))).toEqual(PROCESSING);
    expect(await refusalOf(club.cancel(second.buyer, second.id))).toEqual(PROCESSING);
    expect(await refusalOf(third.buyer.browser.call('post', QA, { plan_id: plans[1].id }))).toEqual(PROCESSING);
    for (const { buyer, id } of [first, second, third]) expect(await club.read(buyer)).toMatchObject({ id, state: 'active', plan: { id: plans[0].id } });
  });

  test('testers get no second subscription beside one of another gateway', async () => {
    const buyer = await club.newBuyer();
    const { id } = await club.subscribe(buyer, (await club.newPlan()).id);
    await club.app.database.pool.query(`update catalogue_subscriptions set state = 'past_due', past_due_at = now(), gateway = 'stripe' where id = $1`, [id]);
    expect(await refusalOf(buyer.browser.call('post', QA))).toEqual([409, 'already_subscribed']);
  });

  test('a tester pays what is overdue', async () => {
    const buyer = await club.newBuyer();
    const { id, period_end } = await club.subscribe(buyer, (await club.newPlan()).id);
    await club.setCard(id, 'fails');
    await club.passTo(period_end);
    expect((await club.read(buyer)).state).toBe('past_due');
    await expectStatus(201, buyer.browser.call('post', QA));
    expect(await club.read(buyer)).toMatchObject({ id, state: 'active', paid_periods: 2 });
  });

  test('a request that names no organisation is refused', async () => {
    const { browser } = await newUser(club.app);
    const plan_id = newId();
    for (const [method, path, body] of [
      ['post', 'catalog-subscriptions/checkout/', { plan_id }],
      ['get', 'me/catalog-subscriptions/', undefined],
      ['post', 'me/catalog-subscriptions/x/cancel/', undefined],
      ['post', 'me/catalog-subscriptions/x/change-plan/', { plan_id }],
      ['patch', 'me/catalog-subscriptions/x/', { business: null }],
      ['post', QA, {}],
      ['patch', QA, { minutes: 1 }],
      ['delete', QA, undefined],
    ] as const)
      expect([path, ...(await refusalOf(browser.call(method, path, body)))]).toEqual([path, 403, 'no_organisation']);
  });
});
