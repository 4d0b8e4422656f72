import { type AffiliateClub, newAffiliateClub } from '../support/affiliate-club.ts';
import { type AffiliateShop, expectExactTotals, follow, newAffiliateShop, newLink, setProgram } from '../support/affiliates.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { expectStatus } from '../support/browser.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const RATE = 0.2;

/** Compares, for each order, the commissions with what the books say is left of the money. */
async function expectAgreement(): Promise<void> {
  const { rows } = await app.database.pool.query<{ base: number; amount: number; left: number }>(
    `select coalesce(sum(c.base) filter (where c.status <> 'void'), 0)::int as base, coalesce(sum(c.amount) filter (where c.status <> 'void'), 0)::int as amount,
       (select -sum(e.amount)::int from ledger_transactions t join ledger_entries e on e.organisation_id = t.organisation_id and e.transaction_id = t.id
         where t.order_id = c.order_id and e.account in ('sales', 'discounts', 'refunds', 'disputes')) as left
     from affiliate_commissions c group by c.order_id`,
  );
  expect(rows.map(({ base, amount }) => [base, amount])).toEqual(rows.map(({ left }) => [left, Math.round(left * RATE)]));
}

test('one browser refers its buyer to three organisations: each credits by its own rules, and the commissions agree with the books', async () => {
  const [first, last, third] = [await newAffiliateShop(app), await newAffiliateShop(app), await newAffiliateShop(app)];
  await setProgram(last.staff, { attribution: 'last_touch' });
  const buyer = await first.shop.newBuyer();
  for (const link of [
    await first.linkOf(first.mina),
    await last.linkOf(last.mina),
    await third.linkOf(third.mina),
    await first.linkOf(first.noor),
    await last.linkOf(last.noor),
  ]) {
    await follow(buyer.browser, link);
    app.clock.advance(1000);
  }
  await expectStatus(200, third.decide(third.mina, { action: 'suspend' }));
  const buyAt = (here: AffiliateShop) => {
    buyer.browser.headers['X-Organisation'] = here.shop.school.organisation.id;
    return here.buy(buyer);
  };
  const orders = { first: await buyAt(first), last: await buyAt(last), third: await buyAt(third) };
  await follow(third.noor.browser, await third.linkOf(third.noor));
  await third.buy(third.noor);

  const earned = { base: 4900, amount: 980, status: 'pending' };
  expect(await first.commissions()).toMatchObject([{ ...earned, order_id: orders.first, affiliate_id: first.mina.affiliateId }]);
  expect(await last.commissions()).toMatchObject([{ ...earned, order_id: orders.last, affiliate_id: last.noor.affiliateId }]);
  expect(await third.commissions()).toEqual([]);
  await expectAgreement();

  await first.refund(orders.first, 2451);
  const [{ id }] = await last.commissions();
  await expectStatus(200, last.staff.call('patch', `affiliates/commissions/${id}/settle/`, { settled: true }));
  await last.refund(orders.last, 1633);
  await last.refund(orders.last, 3267);
  expect(await first.commissions()).toMatchObject([{ base: 2449, amount: 490, status: 'pending' }]);
  expect((await last.commissions()).map(({ amount, settled }: { amount: number; settled: boolean }) => [amount, settled])).toEqual([
    [-653, false],
    [-327, false],
    [980, true],
  ]);
  await expectAgreement();
  for (const here of [first, last, third]) await expectExactTotals(app, here);

  await first.mina.browser.call('get', 'affiliates/me/dashboard/');
  const { programs } = (await expectStatus(200, last.noor.browser.call('get', 'affiliates/me/dashboard/'))).body;
  expect(programs).toMatchObject([{ clicks: 1, money: [{ orders: 1, revenue: 0, pending: 0, payable: -980, settled: 980 }] }]);
});

test('a subscription that is renewed earns on each payment under two touch models, and follows refunds, a suspension and an approval, in agreement with the books', async () => {
  const [first, last] = [await newAffiliateClub(app), await newAffiliateClub(app)];
  await setProgram(first.staff, { subscription_renewals: null });
  await setProgram(last.staff, { subscription_renewals: 2, attribution: 'last_touch' });
  await expectStatus(200, last.staff.call('put', 'billing/seller/', { country: 'DE', tax: { label: 'VAT', rate: 1900 } }));
  const subscribeAt = async (here: AffiliateClub) => {
    const { id: planId } = await here.newPlan();
    const buyer = await here.newFollower(await newLink(here.mina));
    await follow(buyer.browser, await newLink(here.noor));
    app.clock.advance(1000);
    return { buyer, id: (await here.subscribe(buyer, planId)).id };
  };
  const [at, there] = [await subscribeAt(first), await subscribeAt(last)];
  await first.renew(at.buyer, 1);
  await last.advance(0);
  await expectStatus(200, first.decide(first.mina, { action: 'suspend' }));
  await first.renew(at.buyer, 1);
  await last.advance(0);
  await first.advance(0);
  await expectStatus(200, first.decide(first.mina, { action: 'approve' }));
  await first.renew(at.buyer, 1);
  await last.advance(0);
  await last.renew(there.buyer, 1);

  const paid = { first: await first.paymentsOf(at.id), last: await last.paymentsOf(there.id) };
  expect([paid.first.length, paid.last.length]).toEqual([4, 4]);
  expect((await first.commissions()).map(({ order_id, affiliate_id }) => [order_id, affiliate_id]).reverse()).toEqual(
    [0, 1, 3].map((payment) => [paid.first[payment], first.mina.affiliateId]),
  );
  expect((await last.commissions()).map(({ order_id, affiliate_id, base }) => [order_id, affiliate_id, base]).reverse()).toEqual(
    [0, 1, 2].map((payment) => [paid.last[payment], last.noor.affiliateId, 1597]),
  );
  await expectAgreement();

  const [early, , , late] = paid.first as [string, string, string, string];
  await first.refundPayment(early, 951);
  await first.settle(late);
  await first.refundPayment(late);
  expect(await first.earned()).toEqual([
    [949, 190, 'pending'],
    [1900, 380, 'pending'],
    [1900, 380, 'pending'],
    [-1900, -380, 'payable'],
  ]);
  await last.refundPayment(paid.last[1] as string);
  expect((await last.earned()).map(([, , status]) => status)).toEqual(['pending', 'void', 'pending']);
  await expectAgreement();
  for (const here of [first, last]) await expectExactTotals(app, here);
});
