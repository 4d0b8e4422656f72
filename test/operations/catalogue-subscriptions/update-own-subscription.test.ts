import { newId } from '../../../src/domain/kernel/ids.ts';
import { atOnce } from '../../support/at-once.ts';
import { expectStatus } from '../../support/browser.ts';
import { exportOf } from '../../support/data-export.ts';
import { describeSeller, download, FRENCH, SELLER } from '../../support/invoices.ts';
import { AFTERMATH, runTask } from '../../support/jobs.ts';
import { faultsOf, refusalOf } from '../../support/learner.ts';
import { drawnOf } from '../../support/sample.ts';
import { type Buyer, newCoupon } from '../../support/shop.ts';
import type { PeerRequest } from '../../support/stripe-peer.ts';
import { type Club, DAY, paidOrders, startClub, startStripeClub } from '../../support/subscriptions.ts';

const GERMAN = { ...FRENCH, country: 'DE', vat_id: 'DE136695976' };

const ordersOf = (club: Club, id: string) => paidOrders(club, id, `reverse_charge, business ->> 'vat_id' as vat_id`);

/** A payment with 19 % of VAT, and one whose tax the subscriber owes. */
const taxed = (total: number, { tax = 303, discount = 0, vat_id = null as string | null } = {}) => ({
  ...{ subtotal: total + discount, discount, total, tax, reverse_charge: false, vat_id, flag: null },
});
const owed = (total: number, discount = 0) => ({
  subtotal: total + discount,
  discount,
  total,
  tax: 0,
  reverse_charge: true,
  vat_id: FRENCH.vat_id,
  flag: null,
});

describe.each(
  drawnOf('business of a subscription', [
    ['the sandbox', startClub],
    ['Stripe', startStripeClub],
  ] as const),
)('at %s', (_name, start) => {
  let club: Club;
  /** The usual plan, which no test changes. */
  let usual: { id: string };
  beforeAll(async () => {
    club = await start({}, AFTERMATH);
    await describeSeller(club.shop);
    usual = await club.newPlan();
  });
  afterEach(() => club.forget());
  afterAll(() => club.close());

  const subscribed = async (wish: object = {}, plan = usual) => {
    const buyer = await club.newBuyer();
    return { buyer, ...(await club.subscribe(buyer, plan.id, wish)) } as { buyer: Buyer; id: string };
  };
  const set = async ({ buyer, id }: { buyer: Buyer; id: string }, business: object | null) =>
    (await expectStatus(200, club.setBusiness(buyer, id, business))).body;
  const renew = async ({ buyer }: { buyer: Buyer }) => club.passTo((await club.read(buyer)).period_end);

  test('a business that is named later owes the tax from the next period on, and one that is removed does not any more', async () => {
    const one = await subscribed();
    expect(await set(one, { ...FRENCH, vat_id: 'FR 40 303 265 045' })).toMatchObject({
      ...{ plan: { amount: 1900 }, reverse_charge: false, business: null },
      next_business: { business: FRENCH, reverse_charge: true, amount: 1597 },
    });
    await renew(one);
    expect(await club.read(one.buyer)).toMatchObject({ plan: { amount: 1597 }, reverse_charge: true, business: FRENCH, next_business: null });
    expect(await set(one, null)).toMatchObject({ reverse_charge: true, next_business: { business: null, reverse_charge: false, amount: 1900 } });
    await renew(one);
    expect(await ordersOf(club, one.id)).toEqual([taxed(1900), owed(1597), taxed(1900)]);
    expect(await club.read(one.buyer)).toMatchObject({ reverse_charge: false, business: null, next_business: null });
    const { results } = (await expectStatus(200, one.buyer.browser.call('get', 'me/orders/'))).body;
    const texts = [];
    for (const { id } of results.slice().reverse()) texts.push((await download(club.app, one.buyer, `me/orders/${id}/invoice/`)).text);
    expect(texts.map((text) => text.includes(FRENCH.vat_id) && text.includes('Reverse charge'))).toEqual([false, true, false]);
  });

  test('a business that owes no tax is named on later invoices at the same price, and the current one takes a change back', async () => {
    const one = await subscribed({ business: GERMAN });
    expect((await set(one, FRENCH)).next_business).toMatchObject({ reverse_charge: true });
    expect((await set(one, GERMAN)).next_business).toBe(null);
    await renew(one);
    await set(one, { ...GERMAN, name: 'Dupont GmbH', vat_id: null });
    await renew(one);
    expect(await ordersOf(club, one.id)).toEqual([taxed(1900, { vat_id: GERMAN.vat_id }), taxed(1900, { vat_id: GERMAN.vat_id }), taxed(1900)]);
    expect((await club.read(one.buyer)).business).toEqual({ ...GERMAN, name: 'Dupont GmbH', vat_id: null });
  });

  test('a coupon takes off the same share of the next payments, and a trial ends with a payment without the tax', async () => {
    const code = `CHANGED-${_name.length}`;
    await newCoupon(club.shop, { code, plans: true, plan_periods: 2 });
    const one = await subscribed({ coupon_code: code }, await club.newPlan({ trial_days: 7 }));
    // 19.00 less 4.75 is 14.25, and 11.97 without 19 %.
    expect(await set(one, FRENCH)).toMatchObject({ discount: { amount: 400, payments_left: 2 }, next_business: { amount: 1597 } });
    await renew(one);
    await set(one, null);
    await renew(one);
    await renew(one);
    expect(await ordersOf(club, one.id)).toEqual([owed(1197, 400), taxed(1425, { tax: 228, discount: 475 }), taxed(1900)]);
  });

  test('a coupon reduces as many payments as it says, also where their day is none of the month', async () => {
    const { clock } = club.app;
    await club.advance(Date.UTC(new Date(clock.now()).getUTCFullYear() + 1, 0, 31, 10) - clock.now());
    const code = `DAYS-${_name.length}`;
    await newCoupon(club.shop, { code, plans: true, plan_periods: 4 });
    const one = await subscribed({ coupon_code: code });
    await set(one, FRENCH);
    for (const day of ['02-28', '03-31', '04-30', '05-31']) {
      expect((await club.read(one.buyer)).period_end.slice(5, 10)).toBe(day.replace('02-28', new Date(clock.now()).getUTCFullYear() % 4 ? '02-28' : '02-29'));
      await renew(one);
    }
    expect(await ordersOf(club, one.id)).toEqual([taxed(1425, { tax: 228, discount: 475 }), ...Array(3).fill(owed(1197, 400)), owed(1597)]);
  });

  test('a change of the plan before the next period is paid as the current one is, and the next period as the business owes it', async () => {
    const [{ id: large }, { id: small }] = [await club.newPlan({ amount: 3900 }), await club.newPlan({ amount: 1000 })];
    const one = await subscribed();
    await set(one, FRENCH);
    await club.advance(10 * DAY);
    const { body: preview } = await expectStatus(200, club.change(one.buyer, one.id, large, true));
    expect(preview).toMatchObject({ plan: { amount: 3900 }, lines: [{ kind: 'credit' }, { kind: 'charge' }] });
    const { body: changed } = await expectStatus(200, club.change(one.buyer, one.id, large));
    expect(changed).toMatchObject({ total: preview.total, subscription: { plan: { amount: 3900 }, next_business: { amount: 3277 } } });
    const { body: later } = await expectStatus(200, club.change(one.buyer, one.id, small));
    expect(later).toMatchObject({ plan: { amount: 840 }, subscription: { next_plan: { amount: 840 }, next_business: { amount: 840 } } });
    await renew(one);
    const [first, change, next] = await ordersOf(club, one.id);
    expect([first, next]).toEqual([taxed(1900), owed(840)]);
    expect(change).toMatchObject({ total: preview.total, reverse_charge: false, flag: null });
    // A planned plan that is taken back leaves the business.
    await expectStatus(200, club.change(one.buyer, one.id, large));
    await expectStatus(200, club.change(one.buyer, one.id, small));
    await set(one, null);
    await expectStatus(200, club.change(one.buyer, one.id, large));
    expect(await club.read(one.buyer)).toMatchObject({ plan: { amount: 3277 }, next_plan: null, next_business: { amount: 3900 } });
    await renew(one);
    expect((await ordersOf(club, one.id)).at(-1)).toEqual(taxed(3900, { tax: 623 }));
  });

  test('a change of the plan whose payment is refused leaves the next period as it was planned', async () => {
    const { id: large } = await club.newPlan({ amount: 3900 });
    const one = await subscribed();
    await set(one, FRENCH);
    await club.setCard(one.id, 'fails');
    expect(await refusalOf(club.change(one.buyer, one.id, large))).toEqual([409, 'payment_refused']);
    await club.setCard(one.id, 'works');
    expect(await club.read(one.buyer)).toMatchObject({ plan: { amount: 1900 }, next_business: { amount: 1597 } });
    await renew(one);
    expect(await ordersOf(club, one.id)).toEqual([taxed(1900), owed(1597)]);
  });

  test('a cancellation stays, and is taken back for the changed business', async () => {
    const one = await subscribed();
    await expectStatus(200, club.cancel(one.buyer, one.id));
    expect(await set(one, FRENCH)).toMatchObject({ cancels_at_period_end: true, next_business: { amount: 1597 } });
    await expectStatus(200, club.change(one.buyer, one.id, usual.id));
    await renew(one);
    expect(await ordersOf(club, one.id)).toEqual([taxed(1900), owed(1597)]);
  });

  test('a period whose price was changed just before counts as paid by the new business, also if the answer of the gateway was lost', async () => {
    const one = await subscribed();
    await set(one, FRENCH);
    // As if the process had ended before it stored that the gateway was told.
    await club.app.database.pool.query('update catalogue_subscriptions set business_change_id = $2 where id = $1', [one.id, newId()]);
    await renew(one);
    await renew(one);
    expect(await ordersOf(club, one.id)).toEqual([taxed(1900), owed(1597), owed(1597)]);
  });

  test('several changes at once, beside a change of the plan and a renewal, end in one state that the gateway knows', async () => {
    const one = await subscribed();
    const { id: small } = await club.newPlan({ amount: 1000 });
    const lock = `select from catalogue_subscriptions where id = '${one.id}' for update`;
    await club.advance(Date.parse((await club.read(one.buyer)).period_end) - club.app.clock.now());
    await club.till.catchUp();
    await atOnce(club.app, lock, [
      () => club.setBusiness(one.buyer, one.id, FRENCH),
      () => club.setBusiness(one.buyer, one.id, GERMAN),
      () => club.change(one.buyer, one.id, small),
      () => club.setBusiness(one.buyer, one.id, FRENCH),
    ]);
    await club.pass(11 * 60_000);
    const { next_business } = await club.read(one.buyer);
    await renew(one);
    const amount = next_business.reverse_charge ? 840 : 1000;
    expect(next_business).toMatchObject({ amount });
    const [first, second, third] = await ordersOf(club, one.id);
    expect([first, second]).toEqual([taxed(1900), taxed(1900)]);
    expect(third).toMatchObject({ total: amount, reverse_charge: next_business.reverse_charge, vat_id: next_business.business.vat_id, flag: null });
  });
});

describe('at Stripe that fails', () => {
  let club: Awaited<ReturnType<typeof startStripeClub>>;
  /** The usual plan, which no test changes. */
  let planId: string;
  beforeAll(async () => {
    club = await startStripeClub({}, AFTERMATH);
    await describeSeller(club.shop);
    planId = (await club.newPlan()).id;
  });
  afterEach(() => club.forget());
  afterAll(() => club.close());

  /** As if the gateway had not responded when it was to be told of a change. */
  const leaveUntold = (id: string, business: object | null) =>
    club.app.database.pool.query(
      `update catalogue_subscriptions set next_business = $2, next_reverse_charge = $3, next_coupon_discount = 0, business_change_id = $4, revision = revision + 1
        where id = $1`,
      [id, business && JSON.stringify(business), business !== null, newId()],
    );

  const isUntold = async (id: string): Promise<boolean> =>
    (await club.app.database.pool.query('select business_change_id is not null as is_untold from catalogue_subscriptions where id = $1', [id])).rows[0]
      .is_untold;

  test('what Stripe is told late, after a newer change, does not stay', async () => {
    const buyer = await club.newBuyer();
    const { id } = await club.subscribe(buyer, planId);
    await leaveUntold(id, FRENCH);
    /** Comes in between when the gateway is told, and not when it is asked. */
    const overtake = async () => {
      const { method, path } = club.peer.requests.at(-1) as PeerRequest;
      if (method !== 'POST' || !path.startsWith('/v1/subscriptions/')) return void club.peer.failures.push(overtake);
      await leaveUntold(id, GERMAN);
      await expectStatus(200, club.setBusiness(buyer, id, GERMAN));
    };
    club.peer.failures.push(overtake);
    await club.pass(11 * 60_000);
    expect(club.peer.failures).toEqual([]);
    await club.passTo((await club.read(buyer)).period_end);
    expect((await ordersOf(club, id)).map(({ total, flag }) => [total, flag])).toEqual([
      [1900, null],
      [1900, null],
    ]);
  });

  test('a change that was stored is completed by a job, and by the next request', async () => {
    const completed = [];
    for (const complete of [
      (buyer: Buyer, id: string) => expectStatus(200, club.setBusiness(buyer, id, FRENCH)),
      (buyer: Buyer, id: string) => expectStatus(200, club.change(buyer, id, planId, true)),
      // The job comes last, because it would complete the others, too.
      () => club.pass(11 * 60_000),
    ]) {
      const buyer = await club.newBuyer();
      const { id } = await club.subscribe(buyer, planId);
      await leaveUntold(id, FRENCH);
      await complete(buyer, id);
      const { reverse_charge, next_business, period_end } = await club.read(buyer);
      expect([reverse_charge, next_business.amount, await isUntold(id)]).toEqual([false, 1597, false]);
      completed.push({ id, period_end });
    }
    await club.passTo(
      completed
        .map(({ period_end }) => period_end)
        .sort()
        .at(-1),
    );
    for (const { id } of completed) expect(await ordersOf(club, id)).toEqual([taxed(1900), owed(1597)]);
  });

  test('a period that begins before the gateway was told is paid as it was agreed, and the next one as it was changed', async () => {
    const buyer = await club.newBuyer();
    const { id } = await club.subscribe(buyer, planId, { business: FRENCH });
    await leaveUntold(id, null);
    // The peer renews first, and is asked and told afterwards.
    await club.passTo((await club.read(buyer)).period_end);
    expect(await club.read(buyer)).toMatchObject({ reverse_charge: true, next_business: { business: null, amount: 1900 } });
    await club.passTo((await club.read(buyer)).period_end);
    expect(await ordersOf(club, id)).toEqual([owed(1597), owed(1597), taxed(1900)]);
  });
});

describe('in the sandbox', () => {
  let club: Club;
  beforeAll(async () => {
    club = await startClub({}, ['compute_grades', 'mail_order', 'make_badge']);
    await describeSeller(club.shop);
  });
  afterEach(() => club.forget());
  afterAll(() => club.app.close());

  test('a business with an invalid VAT ID or in no country, and a price that is too small without the tax, are refused', async () => {
    const buyer = await club.newBuyer();
    const { id } = await club.subscribe(buyer, (await club.newPlan({ amount: 50 })).id);
    expect((await expectStatus(400, club.setBusiness(buyer, id, { ...FRENCH, vat_id: 'FR1' }))).body.errors).toMatchObject([
      { field: 'business.vat_id', code: 'invalid_vat_id' },
    ]);
    expect(await faultsOf(club.setBusiness(buyer, id, { ...FRENCH, country: 'ZZ' }))).toEqual(['business.country unknown']);
    await expectStatus(400, buyer.browser.call('patch', `me/catalog-subscriptions/${id}/`, {}));
    expect(await refusalOf(club.setBusiness(buyer, id, FRENCH))).toEqual([409, 'amount_too_small']);
    expect((await club.read(buyer)).next_business).toBe(null);
  });

  test('another person, a subscription that has not begun, one that is overdue and one that has ended are refused', async () => {
    const { id: planId } = await club.newPlan();
    const buyer = await club.newBuyer();
    const { body } = await expectStatus(201, club.ask(buyer, planId));
    expect(await refusalOf(club.setBusiness(buyer, body.subscription.id, null))).toEqual([409, 'payment_overdue']);
    const { id } = body.subscription;
    await club.till.pay(body.url);
    await club.app.mailbox.runJobs();
    expect(await refusalOf(club.setBusiness(await club.newBuyer(), id, null))).toEqual([404, 'not_found']);
    expect(await refusalOf(club.setBusiness(buyer, newId(), null))).toEqual([404, 'not_found']);
    await club.setCard(id, 'fails');
    await club.passTo((await club.read(buyer)).period_end);
    expect(await refusalOf(club.setBusiness(buyer, id, FRENCH))).toEqual([409, 'payment_overdue']);
    await expectStatus(200, club.cancel(buyer, id));
    expect(await refusalOf(club.setBusiness(buyer, id, FRENCH))).toEqual([409, 'subscription_over']);
  });

  test('the details of the seller decide when the business is changed, and mails name what the next period costs', async () => {
    await describeSeller(club.shop, { ...SELLER, vat_id: null });
    const buyer = await club.newBuyer();
    const { id, reverse_charge } = await club.subscribe(buyer, (await club.newPlan({ interval: 'year', title: 'Maths', amount: 19000 })).id, {
      business: FRENCH,
    });
    expect(reverse_charge).toBe(false);
    await describeSeller(club.shop);
    await expectStatus(200, club.setBusiness(buyer, id, FRENCH));
    await club.passTo(new Date(Date.parse((await club.read(buyer)).period_end) - 13 * DAY).toISOString());
    await club.app.mailbox.read(buyer.email);
    await runTask(club.app, 'remind_subscribers', {});
    await club.app.mailbox.runJobs();
    expect((await club.app.mailbox.read(buyer.email))[0]?.text).toContain('€159.66');
  });

  test('the change is in the audit log, and the business is exported, and erased with the account', async () => {
    const buyer = await club.newBuyer();
    const { id } = await club.subscribe(buyer, (await club.newPlan()).id);
    await expectStatus(200, club.setBusiness(buyer, id, FRENCH));
    await expectStatus(200, club.setBusiness(buyer, id, FRENCH));
    const { pool } = club.app.database;
    const { rows: logged } = await pool.query(
      `select actor_id, before ->> 'reverse_charge' as before, after ->> 'reverse_charge' as after from audit_log
        where object_id = $1 and action = 'catalogue_subscription.business_change_requested'`,
      [id],
    );
    expect(logged).toEqual([{ actor_id: buyer.id, before: 'false', after: 'true' }]);
    expect((await exportOf(club.app, buyer.browser))['subscriptions.json']).toContain(FRENCH.vat_id);
    await pool.query(`update users set deletion_due_at = now() - interval '1 day' where id = $1`, [buyer.id]);
    await runTask(club.app, 'erase_users');
    const { rows } = await pool.query('select next_business from catalogue_subscriptions where id = $1', [id]);
    expect(rows).toEqual([{ next_business: null }]);
  });
});
