import { expectStatus } from '../../support/browser.ts';
import { activate, EXCLUSIVE, entered, ordersOf, type StripeClub } from '../../support/gateway-tax.ts';
import { AUTOMATIC, describeSeller, FRENCH } from '../../support/invoices.ts';
import { AFTERMATH } from '../../support/jobs.ts';
import { couponUses, newCoupon } from '../../support/shop.ts';
import type { StripeObject } from '../../support/stripe-peer.ts';
import { startStripeClub } from '../../support/subscriptions.ts';

describe('Stripe alone', () => {
  let club: StripeClub;
  beforeAll(async () => {
    club = await startStripeClub({}, AFTERMATH);
  });
  beforeEach(async () => {
    await activate(club);
    await describeSeller(club.shop, EXCLUSIVE);
  });
  afterEach(() => club.forget());
  afterAll(() => club.close());

  const atStripe = async (id: string) => {
    const { rows } = await club.app.database.pool.query('select gateway_id from catalogue_subscriptions where id = $1', [id]);
    return club.peer.objects.get(rows[0].gateway_id) as StripeObject;
  };

  async function subscribe(seller: object = EXCLUSIVE) {
    await describeSeller(club.shop, seller);
    const { id: planId } = await club.newPlan();
    const buyer = await club.newBuyer();
    const { id } = await club.subscribe(buyer, planId, {}, 'DE');
    return { buyer, id, planId, subscription: await atStripe(id) };
  }

  test('the page asks Stripe to compute the tax and for an address, and with reverse charge for the address alone', async () => {
    const { id: planId } = await club.newPlan();
    for (const [seller, behavior, body, enabled] of [
      [EXCLUSIVE, 'exclusive', {}, 'true'],
      [AUTOMATIC, 'inclusive', {}, 'true'],
      [EXCLUSIVE, 'exclusive', { business: FRENCH }, 'false'],
    ] as const) {
      await describeSeller(club.shop, seller);
      const { subscription } = (await expectStatus(201, club.ask(await club.newBuyer(), planId, body))).body;
      const request = club.peer.requests.find(({ params }) => params.client_reference_id === subscription.id);
      expect(request?.params).toMatchObject({ automatic_tax: { enabled }, billing_address_collection: 'required' });
      expect(request?.params.line_items[0].price_data).toMatchObject({ tax_behavior: behavior });
    }
  });

  test('without Stripe Tax, a checkout says so and gives the coupon back, and succeeds when it is set up', async () => {
    const couponId = await newCoupon(club.shop, { code: 'READY', plans: true, plan_periods: 1 });
    const { id: planId } = await club.newPlan();
    const buyer = await club.newBuyer();
    for (const state of [null, 'pending'] as const) {
      await activate(club, state);
      expect((await expectStatus(409, club.ask(buyer, planId, { coupon_code: 'READY' }))).body.code).toBe('tax_not_ready');
      expect([(await club.read(buyer)).state, await couponUses(club.app, couponId)]).toEqual(['expired', 0]);
    }
    await activate(club);
    const { id } = await club.subscribe(buyer, planId, { coupon_code: 'READY' }, 'DE');
    expect(await ordersOf(club, id)).toEqual([entered(1900, 271, 'DE 1900 271', { discount: 475 })]);
  });

  test('an amount other than the price and the tax that Stripe reports is flagged', async () => {
    for (const [seller, added] of [
      [EXCLUSIVE, true],
      [AUTOMATIC, false],
    ] as const)
      for (const change of [-1, 1]) {
        const { buyer, id, subscription } = await subscribe(seller);
        const { listener } = club.peer;
        club.peer.listener = null;
        await club.advance(Date.parse((await club.read(buyer)).period_end) - club.app.clock.now());
        await club.till.catchUp();
        subscription.latest_invoice.amount_paid += change;
        club.peer.listener = listener;
        await club.pass(0);
        expect((await ordersOf(club, id))[1]).toMatchObject({ flag: 'amount_mismatch', tax: added ? 361 : 303, total: (added ? 2261 : 1900) + change });
      }
  });

  test('what a credit pays has no tax in the order, as it has no money', async () => {
    const { buyer, id, subscription } = await subscribe();
    subscription.credit = 1000;
    await club.passTo((await club.read(buyer)).period_end);
    // 1261 of 2261, and of 361.
    expect((await ordersOf(club, id))[1]).toEqual({ ...entered(1900, 201, 'DE 1900 201'), discount: 840, total: 1261 });
  });

  test('a period without an address is charged without a tax, as Stripe does, and is flagged for nobody', async () => {
    const { buyer, id, subscription } = await subscribe();
    club.peer.billing.move(subscription, undefined);
    await club.passTo((await club.read(buyer)).period_end);
    expect((await ordersOf(club, id))[1]).toEqual(entered(1900, 0, null));
    expect(await club.read(buyer)).toMatchObject({ state: 'active', paid_periods: 2 });
  });

  test('an invoice whose tax Stripe cannot compute is overdue until it is paid', async () => {
    const { buyer, id, planId, subscription } = await subscribe();
    await club.advance(Date.parse((await club.read(buyer)).period_end) - club.app.clock.now());
    await club.peer.billing.renewUntaxable(subscription);
    await club.app.mailbox.runJobs();
    expect(await club.read(buyer)).toMatchObject({ state: 'past_due', paid_periods: 1, payment_error: 'declined', access_until: expect.any(String) });
    expect((await expectStatus(409, club.ask(buyer, planId))).body.code).toBe('payment_processing');
    Object.assign(subscription.latest_invoice, subscription.latest_invoice.finalized);
    await club.peer.billing.payOpen(subscription);
    await club.app.mailbox.runJobs();
    expect(await club.read(buyer)).toMatchObject({ state: 'active', paid_periods: 2, access_until: null });
    expect((await ordersOf(club, id))[1]).toEqual(entered(1900, 361, 'DE 1900 361'));
  });
});
