import { newId } from '../../../src/domain/kernel/ids.ts';
import { expectStatus } from '../../support/browser.ts';
import { AUTOMATIC } from '../../support/invoices.ts';
import { faultsOf, refusalOf } from '../../support/learner.ts';
import { newSchool } from '../../support/school.ts';
import { newCoupon } from '../../support/shop.ts';
import { type Club, startClub } from '../../support/subscriptions.ts';

let club: Club;
beforeAll(async () => {
  club = await startClub();
});
afterAll(() => club.app.close());

const PATH = 'qa/me/catalog-subscription/';

test('a QA helper gives a live subscription that was paid in the sandbox, and takes it at once', async () => {
  const buyer = await club.newBuyer();
  expect(await refusalOf(buyer.browser.call('post', PATH, {}))).toEqual([404, 'not_found']);
  expect(await refusalOf(buyer.browser.call('delete', PATH))).toEqual([404, 'not_found']);
  const plan = await club.newPlan();
  await expectStatus(200, club.shop.school.browser.call('put', 'billing/seller/', { terms: 'Be kind.' }));
  const { body } = await expectStatus(201, buyer.browser.call('post', PATH));
  expect(body).toMatchObject({ state: 'active', plan: { id: plan.id }, paid_periods: 1, livemode: false });
  expect((await expectStatus(200, buyer.browser.call('post', PATH, {}))).body).toEqual(body);
  expect(await club.shop.accessOf(buyer)).toEqual({ source: 'subscription', is_over: false });
  await expectStatus(204, buyer.browser.call('delete', PATH));
  expect([(await club.read(buyer)).state, await club.shop.accessOf(buyer)]).toEqual(['cancelled', { source: 'subscription', is_over: true }]);
});

test('a QA helper subscribes with a coupon, unless the gateway cannot charge what it leaves', async () => {
  const buyer = await club.newBuyer();
  const plan = await club.newPlan({ amount: 1000 });
  await newCoupon(club.shop, { code: 'HALF', plans: true, percent_off: 50 });
  await newCoupon(club.shop, { code: 'NEARLY-ALL', plans: true, percent_off: 99 });
  expect(await refusalOf(buyer.browser.call('post', PATH, { plan_id: plan.id, coupon_code: 'NEARLY-ALL' }))).toEqual([409, 'amount_too_small']);
  expect(await faultsOf(buyer.browser.call('post', PATH, { plan_id: plan.id, coupon_code: 'NONE' }))).toEqual(['coupon_code unknown']);
  const { body } = await expectStatus(201, buyer.browser.call('post', PATH, { plan_id: plan.id, coupon_code: 'half' }));
  expect(await club.paid(body.id)).toMatchObject([{ total: 500 }]);
  await expectStatus(204, buyer.browser.call('delete', PATH));
  await expectStatus(200, club.shop.school.browser.call('post', `catalog-subscriptions/plans/${plan.id}/archive/`));
});

test('a QA helper does not subscribe to a seller for whom the sandbox computes no taxes', async () => {
  const { app, shop } = club;
  const buyer = await club.newBuyer();
  const plan = await club.newPlan();
  const setOutcome = (outcome: string) =>
    app.database.pool.query(
      `update sandbox_objects set body = body || jsonb_build_object('outcome', $2::text)
        where id = (select account_id from gateway_accounts where organisation_id = $1)`,
      [shop.school.organisation.id, outcome],
    );
  await expectStatus(200, shop.school.browser.call('put', 'billing/seller/', AUTOMATIC));
  await setOutcome('payouts_disabled');
  expect(await refusalOf(buyer.browser.call('post', PATH, { plan_id: plan.id }))).toEqual([409, 'tax_not_ready']);
  await setOutcome('active');
  const { body } = await expectStatus(201, buyer.browser.call('post', PATH, { plan_id: plan.id }));
  expect(body).toMatchObject({ state: 'active', gateway_tax: true });
  await expectStatus(204, buyer.browser.call('delete', PATH));
  await expectStatus(200, shop.school.browser.call('put', 'billing/seller/', {}));
  await expectStatus(200, shop.school.browser.call('post', `catalog-subscriptions/plans/${plan.id}/archive/`));
});

test('a QA helper takes a page that nobody has used, and refuses plans that cannot be subscribed to', async () => {
  const { browser } = club.shop.school;
  const buyer = await club.newBuyer();
  const plan = await club.newPlan();
  await expectStatus(201, club.ask(buyer, plan.id, { consent: { version: 1, terms: true } }));
  await expectStatus(204, buyer.browser.call('delete', PATH));
  expect((await club.read(buyer)).state).toBe('expired');
  expect(await faultsOf(buyer.browser.call('post', PATH, { plan_id: newId() }))).toEqual(['plan_id unknown']);
  await expectStatus(200, browser.call('post', `catalog-subscriptions/plans/${plan.id}/archive/`));
  expect(await refusalOf(buyer.browser.call('post', PATH, { plan_id: plan.id }))).toEqual([409, 'plan_archived']);
  const unpaid = await newSchool(club.app);
  await expectStatus(201, unpaid.browser.call('post', 'catalog-subscriptions/plans/', { title: 'A', amount: 900, currency: 'EUR', interval: 'month' }));
  buyer.browser.headers['X-Organisation'] = unpaid.organisation.id;
  expect(await refusalOf(buyer.browser.call('post', PATH, {}))).toEqual([409, 'payments_not_ready']);
});
