import { expectStatus } from '../../support/browser.ts';
import { listenForEvents, type Told } from '../../support/events.ts';
import { AFTERMATH } from '../../support/jobs.ts';
import { faultsOf, refusalOf } from '../../support/learner.ts';
import { newSchool } from '../../support/school.ts';
import { type Buyer, choose, couponUses, newCoupon } from '../../support/shop.ts';
import { type Club, DAY, paidOrders, startClub } from '../../support/subscriptions.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';

let receiver: WebhookReceiver;
let club: Club;
let told: () => Promise<Told[]>;
let codes = 0;
/** A plan of 19.00 a month, which no test changes. */
let planId: string;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  club = await startClub({ publicPost: receiver.post }, AFTERMATH);
  planId = (await club.newPlan()).id;
  told = await listenForEvents(club.app, club.shop.school, receiver, ['coupon.redeemed']);
});
afterEach(() => club.forget());
afterAll(async () => {
  await club.app.close();
  await receiver.close();
});

/** Creates a coupon for plans: a quarter off the first payment, unless `terms` say otherwise. */
async function newCode(terms: object = {}): Promise<{ id: string; code: string }> {
  const code = `PLAN-${++codes}`;
  return { code, id: await newCoupon(club.shop, { code, plans: true, ...terms }) };
}

const wish = (code: string) => ({ coupon_code: code });

const ordersOf = (id: string) =>
  paidOrders(
    club,
    id,
    'coupon_code, (select count(*)::int from invoices where invoices.organisation_id = orders.organisation_id and invoices.order_id = orders.id) as invoices',
  );

const totals = async (id: string): Promise<number[]> => (await ordersOf(id)).map(({ total }) => total);

/** Lets whole periods pass, one after the other. */
async function renew(buyer: Buyer, times: number): Promise<void> {
  for (let period = 0; period < times; period++) await club.passTo((await club.read(buyer)).period_end);
}

test('a coupon reduces the first payment: order, tax, invoice, books, event and audit log agree, and later payments cost the price', async () => {
  const { app, shop } = club;
  const { browser } = shop.school;
  const seller = { legal_name: 'Shell School', country: 'DE', tax: { label: 'VAT', rate: 1900 } };
  await expectStatus(200, browser.call('put', 'billing/seller/', seller));
  await told();
  const { id: couponId, code } = await newCode();
  const buyer = await club.newBuyer();
  const { body } = await expectStatus(201, club.ask(buyer, planId, wish(` ${code.toLowerCase()} `)));
  expect(body.subscription.discount).toEqual({ coupon_code: code, amount: 475, payments_left: 1 });
  expect((await app.http.get(new URL(body.url).pathname)).text).toContain('14.25');
  await choose(app, body.url, 'pay');
  await app.mailbox.runJobs();
  const { id } = await club.read(buyer);
  expect(await club.read(buyer)).toMatchObject({ state: 'active', paid_periods: 1, discount: null });
  await renew(buyer, 1);
  expect(await ordersOf(id)).toEqual([
    { subtotal: 1900, discount: 475, total: 1425, tax: 228, coupon_code: code, flag: null, invoices: 1 },
    { subtotal: 1900, discount: 0, total: 1900, tax: 303, coupon_code: null, flag: null, invoices: 1 },
  ]);
  const { rows: moved } = await app.database.pool.query(
    `select account, sum(amount)::int as sum from orders join ledger_transactions t on t.organisation_id = orders.organisation_id and t.order_id = orders.id
      join ledger_entries e on e.organisation_id = t.organisation_id and e.transaction_id = t.id where subscription_id = $1 group by account order by account`,
    [id],
  );
  expect(moved.map(({ account, sum }) => [account, sum])).toEqual([
    ['discounts', 400],
    ['gateway_clearing', 3325],
    ['sales', -3194],
    ['tax_owed', -531],
  ]);
  expect(await couponUses(app, couponId)).toBe(1);
  const { rows: first } = await app.database.pool.query('select id from orders where subscription_id = $1 order by id limit 1', [id]);
  const redeemed = { coupon_id: couponId, code, order_id: first[0].id, course_id: null, discount: 475, is_over_limit: false, currency: 'EUR' };
  expect(await told()).toMatchObject([{ type: 'coupon.redeemed', data: redeemed }]);
  const { rows: logged } = await app.database.pool.query(
    `select action, after ->> 'coupon_code' as code, after ->> 'discount' as discount from audit_log
      where object_id = any($1) and action in ('catalogue_subscription.created', 'order.paid') order by id`,
    [[id, first[0].id]],
  );
  expect(logged).toEqual([
    { action: 'catalogue_subscription.created', code, discount: '475' },
    { action: 'order.paid', code, discount: '475' },
  ]);
  const invoice = await expectStatus(200, buyer.browser.call('get', `me/orders/${first[0].id}/`));
  expect(invoice.body).toMatchObject({ subtotal: 1900, discount: 475, total: 1425, coupon_code: code, invoices: [{ amount: 1425, tax: 228 }] });
  await expectStatus(200, browser.call('put', 'billing/seller/', {}));
});

test('a coupon reduces as many payments as it says, and the trial counts as none', async () => {
  const { code } = await newCode({ percent_off: null, amount_off: 600, currency: 'EUR', plan_periods: 2 });
  const { id: trialId } = await club.newPlan({ trial_days: 14 });
  const buyer = await club.newBuyer();
  const { id, ...begun } = await club.subscribe(buyer, trialId, wish(code));
  expect(begun).toMatchObject({ state: 'trialing', discount: { amount: 600, payments_left: 2 } });
  await renew(buyer, 1);
  expect((await club.read(buyer)).discount).toEqual({ coupon_code: code, amount: 600, payments_left: 1 });
  await renew(buyer, 2);
  expect(await totals(id)).toEqual([1300, 1300, 1900]);
  expect((await club.read(buyer)).discount).toBeNull();
  const { rows } = await club.app.database.pool.query('select count(*)::int from orders where subscription_id = $1 and flag is not null', [id]);
  expect(rows).toEqual([{ count: 0 }]);
});

test('a discount for ever reduces every payment, and the recurring revenue with them', async () => {
  const mrr = async () => {
    const { subscriptions } = (await expectStatus(200, club.shop.school.browser.call('get', 'analytics/overview/'))).body;
    return subscriptions.mrr.find(({ currency }: { currency: string }) => currency === 'EUR')?.amount ?? 0;
  };
  const { code } = await newCode({ percent_off: 50, plan_periods: null });
  const { code: once } = await newCode({ percent_off: 50 });
  const before = await mrr();
  const [buyer, other] = [await club.newBuyer(), await club.newBuyer()];
  const { id } = await club.subscribe(buyer, planId, wish(code));
  await renew(buyer, 2);
  expect(await totals(id)).toEqual([950, 950, 950]);
  expect((await club.read(buyer)).discount).toEqual({ coupon_code: code, amount: 950, payments_left: null });
  await club.subscribe(other, planId, wish(once));
  expect((await mrr()) - before).toBe(950 + 1900);
});

test('a coupon that leaves nothing to pay begins the period without a payment or an invoice, and counts as an instalment', async () => {
  const { code, id: couponId } = await newCode({ percent_off: 100 });
  const { id: twiceId } = await club.newPlan({ title: 'Twice', cycles: 2 });
  const buyer = await club.newBuyer();
  const { id, ...begun } = await club.subscribe(buyer, twiceId, wish(code));
  expect(begun).toMatchObject({ state: 'active', paid_periods: 1, discount: null });
  expect(await ordersOf(id)).toEqual([{ subtotal: 1900, discount: 1900, total: 0, tax: 0, coupon_code: code, flag: null, invoices: 0 }]);
  await renew(buyer, 1);
  expect(await totals(id)).toEqual([0, 1900]);
  expect(await club.read(buyer)).toMatchObject({ state: 'completed', paid_periods: 2 });
  expect(await couponUses(club.app, couponId)).toBe(1);
  const [{ id: free }] = (await club.app.database.pool.query('select id from orders where subscription_id = $1 and total = 0', [id])).rows;
  expect(await refusalOf(club.shop.school.browser.call('post', `orders/${free}/refund/`, { amount: 1 }))).toEqual([409, 'order_not_paid']);
});

test('a coupon that gives no discount is refused with the reason, and what was begun stays', async () => {
  const { app } = club;
  const buyer = await club.newBuyer();
  const { body: begun } = await expectStatus(201, club.ask(buyer, planId));
  const tomorrow = new Date(app.clock.now() + DAY).toISOString();
  const refused = async (terms: object) => faultsOf(club.ask(buyer, planId, wish((await newCode(terms)).code)));
  expect(await refused({ starts_at: tomorrow })).toEqual(['coupon_code scheduled']);
  expect(await refused({ percent_off: null, amount_off: 100, currency: 'USD' })).toEqual(['coupon_code other_currency']);
  expect(await refused({ plans: false })).toEqual(['coupon_code other_item']);
  expect(await faultsOf(club.ask(buyer, planId, wish('NOTHING')))).toEqual(['coupon_code unknown']);
  const { code: old, id: oldId } = await newCode({ expires_at: tomorrow });
  await app.database.pool.query(`update coupons set expires_at = now() - interval '1 year' where id = $1`, [oldId]);
  expect(await faultsOf(club.ask(buyer, planId, wish(old)))).toEqual(['coupon_code expired']);
  const { code: small } = await newCode({ percent_off: null, amount_off: 1890, currency: 'EUR' });
  expect(await refusalOf(club.ask(buyer, planId, wish(small)))).toEqual([409, 'amount_too_small']);
  expect((await expectStatus(200, club.ask(buyer, planId))).body.url).toBe(begun.url);
});

test('one person uses a coupon as often as it says, also for another subscription later', async () => {
  const { code, id: couponId } = await newCode({ max_uses_per_person: 1 });
  const buyer = await club.newBuyer();
  const { id } = await club.subscribe(buyer, planId, wish(code));
  await expectStatus(200, club.cancel(buyer, id));
  await renew(buyer, 1);
  expect((await club.read(buyer)).state).toBe('cancelled');
  expect(await faultsOf(club.ask(buyer, planId, wish(code)))).toEqual(['coupon_code used_by_person']);
  expect(await couponUses(club.app, couponId)).toBe(1);
});

test('a change to another plan ends the discount, credits what was paid, and a planned change that is taken back brings it back', async () => {
  const { code } = await newCode({ percent_off: 50, plan_periods: null });
  const { id: usualId } = await club.newPlan({ amount: 2000 });
  const { id: smallId } = await club.newPlan({ title: 'Small', amount: 1000 });
  const { id: largeId } = await club.newPlan({ title: 'Large', amount: 4000 });
  const buyer = await club.newBuyer();
  const { id } = await club.subscribe(buyer, usualId, wish(code));
  const { body: planned } = await expectStatus(200, club.change(buyer, id, smallId));
  expect(planned.subscription).toMatchObject({ next_plan: { id: smallId }, discount: null });
  const { body: resumed } = await expectStatus(200, club.change(buyer, id, usualId));
  expect(resumed.subscription).toMatchObject({ next_plan: null, discount: { amount: 1000, payments_left: null } });
  await renew(buyer, 1);
  expect(await totals(id)).toEqual([1000, 1000]);
  const { body: preview } = await expectStatus(200, club.change(buyer, id, largeId, true));
  expect(preview.lines.map(({ amount }: { amount: number }) => amount)).toEqual([-1000, 4000]);
  const { body: changed } = await expectStatus(200, club.change(buyer, id, largeId));
  expect(changed).toMatchObject({ total: 3000, subscription: { plan: { id: largeId }, discount: null } });
  await renew(buyer, 1);
  expect(await totals(id)).toEqual([1000, 1000, 3000, 4000]);
  expect((await ordersOf(id)).map(({ flag }) => flag)).toEqual([null, null, null, null]);
});

test('a planned change to a smaller plan ends the discount with the period, and an upgrade in between credits what was paid', async () => {
  const { code } = await newCode({ percent_off: 50, plan_periods: 6 });
  const { id: usualId } = await club.newPlan({ amount: 2000 });
  const { id: smallId } = await club.newPlan({ title: 'Small', amount: 900 });
  const { id: largeId } = await club.newPlan({ title: 'Large', amount: 4000 });
  const [one, other] = [await club.newBuyer(), await club.newBuyer()];
  const { id } = await club.subscribe(one, usualId, wish(code));
  const { id: otherId } = await club.subscribe(other, usualId, wish(code));
  await expectStatus(200, club.change(one, id, smallId));
  await expectStatus(200, club.change(other, otherId, smallId));
  expect((await expectStatus(200, club.change(other, otherId, largeId, true))).body.total).toBe(3000);
  expect((await expectStatus(200, club.change(other, otherId, largeId))).body.total).toBe(3000);
  await renew(one, 1);
  expect(await totals(id)).toEqual([1000, 900]);
  expect(await totals(otherId)).toEqual([1000, 3000, 4000]);
});

test('a coupon of another organisation is unknown', async () => {
  const elsewhere = await newSchool(club.app);
  await newCoupon({ school: elsewhere, courseId: elsewhere.courseId }, { code: 'ELSEWHERE', plans: true });
  expect(await faultsOf(club.ask(await club.newBuyer(), planId, wish('ELSEWHERE')))).toEqual(['coupon_code unknown']);
});
