import fc from 'fast-check';
import { sql } from 'kysely';
import { payable, payableIn } from '../../../src/domain/commerce/invoices/reverse-charge.ts';
import { expectStatus } from '../../support/browser.ts';
import { exportOf } from '../../support/data-export.ts';
import { describeSeller, download, FRENCH, SELLER } from '../../support/invoices.ts';
import { AFTERMATH, runTask } from '../../support/jobs.ts';
import { faultsOf } from '../../support/learner.ts';
import { drawnOf } from '../../support/sample.ts';
import { booksOf, newCoupon } from '../../support/shop.ts';
import { type Club, DAY, paidOrders, startClub, startStripeClub } from '../../support/subscriptions.ts';

const BUSINESS = { business: FRENCH };

const ordersOf = (club: Club, id: string) => paidOrders(club, id, 'reverse_charge');

const owed = (total: number, discount = 0) => ({ subtotal: total + discount, discount, total, tax: 0, reverse_charge: true, flag: null });

describe.each(
  drawnOf('reverse charge of plans', [
    ['the sandbox', startClub],
    ['Stripe', startStripeClub],
  ] as const),
)('at %s', (_name, start) => {
  let club: Club;
  beforeAll(async () => {
    club = await start({}, AFTERMATH);
    await describeSeller(club.shop);
  });
  afterEach(() => club.forget());
  afterAll(() => club.close());

  test('a business pays each period without the tax, also after the tax of the seller has changed, and documents say who owes it', async () => {
    const { app, shop } = club;
    const { browser, organisation } = shop.school;
    const mrr = async () => (await expectStatus(200, browser.call('get', 'analytics/overview/'))).body.subscriptions.mrr[0]?.amount ?? 0;
    const earlier = await mrr();
    const { id: planId } = await club.newPlan();
    const buyer = await club.newBuyer();
    const { id, plan, reverse_charge, business } = await club.subscribe(buyer, planId, BUSINESS);
    expect({ amount: plan.amount, reverse_charge, business }).toEqual({ amount: 1597, reverse_charge: true, business: FRENCH });
    expect((await mrr()) - earlier).toBe(1597);
    await describeSeller(shop, { ...SELLER, tax: { label: 'VAT', rate: 2500 } });
    await club.passTo((await club.read(buyer)).period_end);
    await club.passTo((await club.read(buyer)).period_end);
    expect(await ordersOf(club, id)).toEqual([owed(1597), owed(1597), owed(1597)]);
    await describeSeller(shop);
    expect(await booksOf(app, organisation.id)).not.toHaveProperty('tax_owed');
    const { results } = (await expectStatus(200, buyer.browser.call('get', 'me/orders/'))).body;
    const { text } = await download(app, buyer, `me/orders/${results[0].id}/invoice/`);
    for (const part of ['Reverse charge', FRENCH.vat_id, FRENCH.name, SELLER.vat_id, '€15.97']) expect(text).toContain(part);
    await expectStatus(201, browser.call('post', `orders/${results[0].id}/refund/`, { amount: 500 }));
    await app.mailbox.runJobs();
    const { invoices } = (await expectStatus(200, buyer.browser.call('get', `me/orders/${results[0].id}/`))).body;
    expect(invoices.at(-1)).toMatchObject({ kind: 'credit_note', amount: 500, tax: 0 });
    const note = await download(app, buyer, `me/orders/${results[0].id}/invoice/?number=${invoices.at(-1).number}`);
    for (const part of ['Credit note', 'Reverse charge', FRENCH.vat_id]) expect(note.text).toContain(part);
  });

  test('an upgrade, a downgrade and instalments are charged without the tax, too', async () => {
    const [{ id: small }, { id: large }] = [await club.newPlan(), await club.newPlan({ amount: 3900 })];
    const buyer = await club.newBuyer();
    const { id } = await club.subscribe(buyer, small, BUSINESS);
    await club.advance(10 * DAY);
    const { body: preview } = await expectStatus(200, club.change(buyer, id, large, true));
    // 39.00 without 19 %.
    expect(preview.plan.amount).toBe(3277);
    const { body: changed } = await expectStatus(200, club.change(buyer, id, large));
    expect(changed.subscription).toMatchObject({ plan: { id: large, amount: 3277 }, reverse_charge: true });
    await club.pass(0);
    await expectStatus(200, club.change(buyer, id, small));
    expect(await club.read(buyer)).toMatchObject({ plan: { amount: 3277 }, next_plan: { amount: 1597 } });
    await club.passTo((await club.read(buyer)).period_end);
    expect(await ordersOf(club, id)).toEqual([owed(1597), owed(preview.total), owed(1597)]);
    const { id: rated } = await club.newPlan({ cycles: 2 });
    const other = await club.newBuyer();
    const { id: instalments } = await club.subscribe(other, rated, BUSINESS);
    await club.passTo((await club.read(other)).period_end);
    expect(await club.read(other)).toMatchObject({ state: 'completed', paid_periods: 2 });
    expect(await ordersOf(club, instalments)).toEqual([owed(1597), owed(1597)]);
  });

  test('a coupon takes off the same share, and a trial ends with a payment without the tax', async () => {
    const code = `PLANS-${_name.length}`;
    await newCoupon(club.shop, { code, plans: true, plan_periods: 1 });
    const { id: planId } = await club.newPlan({ trial_days: 7 });
    const buyer = await club.newBuyer();
    const { id, discount } = await club.subscribe(buyer, planId, { ...BUSINESS, coupon_code: code });
    // 19.00 less 4.75 is 14.25, and 11.97 without 19 %.
    expect(discount).toMatchObject({ amount: 400 });
    await club.passTo((await club.read(buyer)).period_end);
    await club.passTo((await club.read(buyer)).period_end);
    expect(await ordersOf(club, id)).toEqual([owed(1197, 400), owed(1597)]);
  });
});

describe('in the sandbox', () => {
  let club: Club;
  beforeAll(async () => {
    club = await startClub({}, AFTERMATH);
    await describeSeller(club.shop);
  });
  afterEach(() => club.forget());
  afterAll(() => club.app.close());

  test('an invalid VAT ID, a country that does not exist, and a price that is too small without the tax are refused', async () => {
    const { id: planId } = await club.newPlan({ amount: 50 });
    const buyer = await club.newBuyer();
    expect((await expectStatus(400, club.ask(buyer, planId, { business: { ...FRENCH, vat_id: 'FR1' } }))).body.errors).toMatchObject([
      { field: 'business.vat_id', code: 'invalid_vat_id' },
    ]);
    expect(await faultsOf(club.ask(buyer, planId, { business: { ...FRENCH, country: 'ZZ' } }))).toEqual(['business.country unknown']);
    expect((await expectStatus(409, club.ask(buyer, planId, BUSINESS))).body.code).toBe('amount_too_small');
    await expectStatus(201, club.ask(buyer, planId));
  });

  test('a checkout is resumed for the same business alone, and a business at home pays the tax', async () => {
    const { id: planId } = await club.newPlan();
    const buyer = await club.newBuyer();
    const first = (await expectStatus(201, club.ask(buyer, planId, BUSINESS))).body.subscription;
    expect((await expectStatus(200, club.ask(buyer, planId, BUSINESS))).body.subscription.id).toBe(first.id);
    const { id, plan } = await club.subscribe(buyer, planId, { business: { ...FRENCH, country: 'DE', vat_id: 'DE136695976' } });
    expect([id === first.id, plan.amount]).toEqual([false, 1900]);
    expect(await ordersOf(club, id)).toEqual([{ subtotal: 1900, discount: 0, total: 1900, tax: 303, reverse_charge: false, flag: null }]);
  });

  test('the business is exported, and erased with the account', async () => {
    const { id: planId } = await club.newPlan();
    const buyer = await club.newBuyer();
    const { id } = await club.subscribe(buyer, planId, BUSINESS);
    expect((await exportOf(club.app, buyer.browser))['subscriptions.json']).toContain(FRENCH.vat_id);
    await club.app.database.pool.query(`update users set deletion_due_at = now() - interval '1 day' where id = $1`, [buyer.id]);
    await runTask(club.app, 'erase_users');
    const { rows } = await club.app.database.pool.query('select business from catalogue_subscriptions where id = $1', [id]);
    expect(rows).toEqual([{ business: null }]);
  });

  test('statements and code compute the same that is paid, whoever owes the tax and whether or not it is added', async () => {
    const prices = fc.array(
      fc.tuple(
        fc.integer({ min: 1, max: 100_000_000_000 }),
        fc.option(fc.integer({ min: 1, max: 10_000 })),
        fc.constantFrom('EUR', 'MGA', 'KWD', 'JPY'),
        fc.boolean(),
        fc.boolean(),
      ),
      { minLength: 1, maxLength: 50 },
    );
    await fc.assert(
      fc.asyncProperty(prices, async (cases) => {
        const given = JSON.stringify(cases.map(([price, rate, currency, includes, owes]) => ({ price, rate, currency, includes, owes })));
        const of = { rate: sql`one.rate`, pricesIncludeTax: sql`one.includes`, reverseCharge: sql`one.owes`, currency: sql`one.currency` };
        const { rows } = await sql<{ paid: number }>`select ${payableIn(sql`one.price`, of)} as paid from rows from (jsonb_to_recordset(${given}::jsonb)
          as (price bigint, rate text, currency text, includes boolean, owes boolean)) with ordinality as one(price, rate, currency, includes, owes, place) order by place`.execute(
          club.app.database.db,
        );
        expect(rows.map((row) => Number(row.paid))).toEqual(
          cases.map(([price, rate, currency, pricesIncludeTax, reverseCharge]) =>
            payable(price, { tax: rate === null ? null : { rate }, pricesIncludeTax, reverseCharge }, currency),
          ),
        );
      }),
      { numRuns: 20 },
    );
  });
});
