import { expectStatus } from '../../support/browser.ts';
import { activate, EXCLUSIVE, entered, ordersOf, owed } from '../../support/gateway-tax.ts';
import { AUTOMATIC, describeSeller, download, FRENCH, SELLER } from '../../support/invoices.ts';
import { AFTERMATH } from '../../support/jobs.ts';
import { drawnOf } from '../../support/sample.ts';
import { type Buyer, choose, newCoupon } from '../../support/shop.ts';
import { type Club, DAY, startClub, startStripeClub } from '../../support/subscriptions.ts';

describe.each(
  drawnOf('tax of a gateway on plans', [
    ['the sandbox', startClub],
    ['Stripe', startStripeClub],
  ] as const),
)('at %s', (_name, start) => {
  let club: Club;
  beforeAll(async () => {
    club = await start({}, AFTERMATH);
    await activate(club);
    await describeSeller(club.shop, EXCLUSIVE);
  });
  afterEach(async () => {
    await describeSeller(club.shop, EXCLUSIVE);
    await club.forget();
  });
  afterAll(() => club.close());

  const passPeriod = async (buyer: Buyer) => club.passTo((await club.read(buyer)).period_end);

  test('the tax of the country is added to each payment, also after the seller has changed the setting; what follows from orders agrees', async () => {
    const { app, shop } = club;
    const { browser, organisation } = shop.school;
    const { id: planId } = await club.newPlan();
    const buyer = await club.newBuyer();
    const { body: offered } = await expectStatus(200, buyer.browser.call('get', `catalog-subscriptions/orgs/${organisation.id}/plans/`));
    expect(offered.results.find((one: { id: string }) => one.id === planId)).toMatchObject({ amount: 1900, includes_tax: false });
    const begun = await club.subscribe(buyer, planId, {}, 'FR');
    expect(begun).toMatchObject({ state: 'active', plan: { amount: 1900 }, gateway_tax: true, prices_include_tax: false });
    await describeSeller(shop, SELLER);
    await passPeriod(buyer);
    expect(await ordersOf(club, begun.id)).toEqual([entered(1900, 380, 'FR 2000 380'), entered(1900, 380, 'FR 2000 380')]);
    const { rows } = await app.database.pool.query(
      `select account, sum(amount)::int as sum from orders o
         join ledger_transactions t on t.organisation_id = o.organisation_id and t.order_id = o.id
         join ledger_entries e on e.organisation_id = t.organisation_id and e.transaction_id = t.id where o.subscription_id = $1 group by account`,
      [begun.id],
    );
    expect(Object.fromEntries(rows.map(({ account, sum }) => [account, sum]))).toEqual({ gateway_clearing: 4560, sales: -3800, tax_owed: -760 });
    const { results } = (await expectStatus(200, buyer.browser.call('get', 'me/orders/'))).body;
    const { text } = await download(app, buyer, `me/orders/${results[0].id}/invoice/`);
    for (const part of ['€19', 'VAT (20%)', '€3.80', '€22.80']) expect(text).toContain(part);
    await expectStatus(201, browser.call('post', `orders/${results[0].id}/refund/`, { amount: 1200 }));
    await app.mailbox.runJobs();
    const { invoices } = (await expectStatus(200, buyer.browser.call('get', `me/orders/${results[0].id}/`))).body;
    expect(invoices.at(-1)).toMatchObject({ kind: 'credit_note', amount: 1200, tax: 200 });
    const { body: moved } = await expectStatus(200, browser.call('get', 'analytics/purchases/'));
    const sale = moved.results.find((one: { order_id: string; kind: string }) => one.order_id === results.at(-1).id && one.kind === 'sale');
    expect(sale).toMatchObject({ amount: 1900, tax: 380 });
    const { text: csv } = await expectStatus(200, browser.call('get', 'analytics/purchases/export/'));
    expect(csv.split('\r\n').find((row) => row.startsWith(sale.id))).toContain(',EUR,1900,380,');
  });

  test('a tax that prices contain is taken out of them, where none is collected there is none, and a trial is paid when it ends', async () => {
    await describeSeller(club.shop, AUTOMATIC);
    const { id: planId } = await club.newPlan({ trial_days: 7 });
    const [swiss, american] = [await club.newBuyer(), await club.newBuyer()];
    const { id, state } = await club.subscribe(swiss, planId, {}, 'CH');
    expect(state).toBe('trialing');
    const { id: untaxed } = await club.subscribe(american, planId, {}, 'US');
    await club.pass(7 * DAY);
    expect(await ordersOf(club, id)).toEqual([entered(1900, 142, 'CH 810 142', { added: false })]);
    expect(await ordersOf(club, untaxed)).toEqual([entered(1900, 0, null, { added: false })]);
  });

  test('an upgrade charges the tax of the difference, which no preview shows, and a downgrade and instalments have it, too', async () => {
    const [{ id: small }, { id: large }] = [await club.newPlan(), await club.newPlan({ amount: 3900 })];
    const buyer = await club.newBuyer();
    const { id } = await club.subscribe(buyer, small, {}, 'DE');
    await club.advance(10 * DAY);
    const { body: preview } = await expectStatus(200, club.change(buyer, id, large, true));
    expect(preview.plan.amount).toBe(3900);
    const { body: changed } = await expectStatus(200, club.change(buyer, id, large));
    expect(changed).toMatchObject({ total: preview.total, subscription: { plan: { id: large, amount: 3900 } } });
    await club.pass(0);
    await expectStatus(200, club.change(buyer, id, small));
    await passPeriod(buyer);
    const tax = Math.round(preview.total * 0.19);
    const first = entered(1900, 361, 'DE 1900 361');
    expect(await ordersOf(club, id)).toEqual([first, entered(preview.total, tax, `DE 1900 ${tax}`), first]);
    const { id: rated } = await club.newPlan({ cycles: 2 });
    const other = await club.newBuyer();
    const { id: instalments } = await club.subscribe(other, rated, {}, 'DE');
    await passPeriod(other);
    expect(await club.read(other)).toMatchObject({ state: 'completed' });
    expect(await ordersOf(club, instalments)).toEqual([first, first]);
  });

  test('a coupon takes off before the tax, and one that leaves nothing to pay leaves no tax', async () => {
    const { id: planId } = await club.newPlan();
    const [code, all] = [`TAXED-${_name.length}`, `ALL-${_name.length}`];
    await newCoupon(club.shop, { code, plans: true, plan_periods: 1 });
    await newCoupon(club.shop, { code: all, plans: true, plan_periods: 1, percent_off: 100 });
    const [buyer, other] = [await club.newBuyer(), await club.newBuyer()];
    const { id } = await club.subscribe(buyer, planId, { coupon_code: code }, 'FR');
    const { id: free } = await club.subscribe(other, planId, { coupon_code: all }, 'FR');
    await passPeriod(buyer);
    expect(await ordersOf(club, id)).toEqual([entered(1900, 285, 'FR 2000 285', { discount: 475 }), entered(1900, 380, 'FR 2000 380')]);
    expect(await ordersOf(club, free)).toEqual([{ ...entered(1900, 0, null, { discount: 1900 }), gateway_tax: false }, entered(1900, 380, 'FR 2000 380')]);
  });

  test.each([
    ['added', EXCLUSIVE, 1900, entered(1900, 380, 'FR 2000 380'), owed(1900)],
    ['contained', AUTOMATIC, 1597, entered(1900, 317, 'FR 2000 317', { added: false }), { ...owed(1597), prices_include_tax: true }],
  ])(
    'a business that owes the tax is not asked for one that is %s, and a change of the business switches it with the next period',
    async (...[, seller, net, taxed, untaxed]) => {
      await describeSeller(club.shop, seller);
      const { id: planId } = await club.newPlan();
      const [buyer, business] = [await club.newBuyer(), await club.newBuyer()];
      const { id } = await club.subscribe(buyer, planId, {}, 'FR');
      const { id: other, plan } = await club.subscribe(business, planId, { business: FRENCH }, 'FR');
      expect(plan.amount).toBe(net);
      const { body } = await expectStatus(200, club.setBusiness(buyer, id, FRENCH));
      expect(body.next_business).toMatchObject({ reverse_charge: true, amount: net });
      await expectStatus(200, club.setBusiness(business, other, null));
      await passPeriod(buyer);
      await passPeriod(buyer);
      expect(await club.read(buyer)).toMatchObject({ reverse_charge: true, plan: { amount: net } });
      expect(await ordersOf(club, id)).toEqual([taxed, untaxed, untaxed]);
      expect(await ordersOf(club, other)).toEqual([untaxed, taxed, taxed]);
    },
  );

  test('a checkout begins anew when the setting has changed', async () => {
    const { id: planId } = await club.newPlan();
    const buyer = await club.newBuyer();
    const first = (await expectStatus(201, club.ask(buyer, planId))).body.subscription;
    await describeSeller(club.shop, { ...SELLER, prices_include_tax: false });
    const second = (await expectStatus(201, club.ask(buyer, planId))).body.subscription;
    expect([second.id === first.id, first.gateway_tax, second.gateway_tax]).toEqual([false, true, false]);
  });
});

describe('in the sandbox', () => {
  let club: Club;
  beforeAll(async () => {
    club = await startClub({}, AFTERMATH);
    await describeSeller(club.shop, EXCLUSIVE);
  });
  afterAll(() => club.close());

  test('the page asks for a country and needs one, and the page of an overdue payment shows what is paid with the tax', async () => {
    const { id: planId } = await club.newPlan();
    const buyer = await club.newBuyer();
    const { url } = (await expectStatus(201, club.ask(buyer, planId))).body;
    const page = (await club.app.http.get(new URL(url).pathname)).text;
    for (const part of ['€19.00 plus tax', '<option value="DE">Germany</option>']) expect(page).toContain(part);
    await choose(club.app, url, 'pay');
    await club.app.mailbox.runJobs();
    expect(await club.read(buyer)).toMatchObject({ state: 'incomplete' });
    await choose(club.app, url, 'pay', 'DE');
    await club.app.mailbox.runJobs();
    const { id } = await club.read(buyer);
    await club.setCard(id, 'fails');
    await club.passTo((await club.read(buyer)).period_end);
    const { url: open } = (await expectStatus(200, club.ask(buyer, planId))).body;
    expect((await club.app.http.get(new URL(open).pathname)).text).toContain('22.61');
    await choose(club.app, open, 'pay');
    await club.app.mailbox.runJobs();
    expect(await ordersOf(club, id)).toEqual([entered(1900, 361, 'DE 1900 361'), entered(1900, 361, 'DE 1900 361')]);
  });
});
