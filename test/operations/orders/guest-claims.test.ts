import { claimGuestOrders } from '../../../src/domain/commerce/reversals/claim-orders.ts';
import { startTestApp, type TestApp, withPorts } from '../../support/app.ts';
import { MANY } from '../../support/at-once.ts';
import { expectStatus, newUser, sameAt, type TestUser } from '../../support/browser.ts';
import { checkOutAsGuest, guestOf, newGuest, signUpAs } from '../../support/guests.ts';
import { refusalOf } from '../../support/learner.ts';
import { ACCESS, OVER, refundSale } from '../../support/refunds.ts';
import { booksOf, type Shop } from '../../support/shop.ts';
import type { StripePeer } from '../../support/stripe-peer.ts';
import { listenWith, type Sale, type StripeShop, sessionOf, startStripeShop } from '../../support/stripe-shop.ts';

let one: StripeShop;
let app: TestApp;
let peer: StripePeer;
let shop: Shop;
beforeAll(async () => {
  one = await startStripeShop();
  ({ app, peer, shop } = one);
});
afterAll(() => one.close());
beforeEach(() => {
  peer.refundState = 'succeeded';
  peer.listener = listenWith(app);
});

const run = () => app.mailbox.runJobs();

/** Has a guest buy the course. */
async function buyAsGuest(at = shop, guest = newGuest(app, at)): Promise<Sale> {
  const { id } = await checkOutAsGuest(at, guest);
  const session = sessionOf(peer, id);
  await peer.pay(session);
  await run();
  return { buyer: { ...guest, id: '' }, orderId: id, session };
}

const verify = ({ id }: { id: string }) => app.database.pool.query('update users set email_verified_at = now() where id = $1', [id]);
const grantsOf = async (orderId: string) =>
  (await app.database.pool.query('select count(*)::int as count from enrollment_grants where source_id = $1', [orderId])).rows[0].count;
const actionsOf = async (at: Shop): Promise<string[]> =>
  (await at.school.browser.call('get', 'audit-log/?action=order')).body.results.map(({ action }: { action: string }) => action);

test('a guest is told when the gateway fails, and when there is none any more', async () => {
  const guest = newGuest(app, shop);
  const { id } = await checkOutAsGuest(shop, guest);
  const ask = (browser = guest.browser) => refusalOf(browser.call('get', `guest-orders/${id}/?refresh=true`));
  peer.failures.push(...Array(5).fill({ status: 500, body: { error: { type: 'api_error' } } }));
  expect(await ask()).toEqual([503, 'payments_unavailable']);
  peer.failures.length = 0;
  const none = await startTestApp(withPorts({ payments: null }), { beside: app });
  expect(await ask(sameAt(none, guest.browser))).toEqual([503, 'payments_not_configured']);
  await none.close();
});

test('Stripe leads a guest back to the page that says what has become of the payment', async () => {
  const at = await one.open();
  const guest = newGuest(app, at);
  const { id } = await checkOutAsGuest(at, guest);
  const session = sessionOf(peer, id);
  expect(String(session.success_url ?? session.return_url)).toContain(`/guest-orders/${id}`);
  peer.listener = async () => undefined;
  await peer.pay(session);
  const { pathname, search } = new URL(String(session.success_url ?? session.return_url));
  expect((await guest.browser.open(pathname + search)).text).toContain('We sent a receipt');
  expect((await guest.browser.call('get', `guest-orders/${id}/?refresh=true`)).body).toMatchObject({ id, state: 'paid', total: 4900 });
  const user = await signUpAs(app, at, guest.email);
  expect(await at.accessOf(user)).toEqual(ACCESS);
  expect(await actionsOf(at)).toEqual(['order.claimed', 'order.paid', 'order.created']);
});

test('staff see the order of a guest without a buyer, can pay it back, and see who has claimed it', async () => {
  const at = await one.open();
  const [kept, back] = [await buyAsGuest(at), await buyAsGuest(at)];
  const sold = async () => Object.fromEntries((await at.school.browser.call('get', 'orders/')).body.results.map((order: { id: string }) => [order.id, order]));
  expect((await sold())[kept.orderId]).toMatchObject({ buyer: null, state: 'paid', flags: [] });
  expect((await at.school.browser.call('get', 'analytics/purchases/')).body.results).toHaveLength(2);
  await expectStatus(201, refundSale(at, back));
  await run();
  const user = await signUpAs(app, at, kept.buyer.email);
  expect(await sold()).toMatchObject({ [kept.orderId]: { buyer: { id: user.id }, state: 'paid' }, [back.orderId]: { buyer: null, state: 'refunded' } });
  expect(await booksOf(app, at.school.organisation.id)).toMatchObject({ gateway_clearing: 4900, total: 0 });
  expect((await app.mailbox.read(back.buyer.email)).map(({ subject }) => subject)).toHaveLength(2);
});

test('what was paid back before the claim gives nothing, and is seen by the account', async () => {
  const sale = await buyAsGuest();
  await expectStatus(201, refundSale(shop, sale));
  await run();
  const user = await signUpAs(app, shop, sale.buyer.email);
  expect([await shop.accessOf(user), await shop.stateOf(user, sale.orderId), await grantsOf(sale.orderId)]).toEqual([undefined, 'refunded', 0]);
});

test('a refund that fails after the claim gives the access that it held back', async () => {
  const sale = await buyAsGuest();
  await expectStatus(201, refundSale(shop, sale));
  await run();
  const user = await signUpAs(app, shop, sale.buyer.email);
  const refund = [...peer.objects.values()].find(({ object, payment_intent }) => object === 'refund' && payment_intent === sale.session.payment_intent.id);
  await peer.change(refund as NonNullable<typeof refund>, 'failed');
  await run();
  expect(await shop.accessOf(user)).toEqual(ACCESS);
});

test('a payment that is disputed gives nothing to the account that claims it until the dispute is won', async () => {
  const [won, lost] = [await buyAsGuest(), await buyAsGuest()];
  const disputes = [await peer.dispute(won.session), await peer.dispute(lost.session)] as const;
  await run();
  const users = [await signUpAs(app, shop, won.buyer.email), await signUpAs(app, shop, lost.buyer.email)] as const;
  expect([await shop.accessOf(users[0]), await shop.accessOf(users[1])]).toEqual([undefined, undefined]);
  await peer.change(disputes[0], 'won');
  await peer.change(disputes[1], 'lost');
  await run();
  expect([await shop.accessOf(users[0]), await shop.accessOf(users[1])]).toEqual([ACCESS, undefined]);
  const later = await peer.dispute(won.session);
  await run();
  expect(await shop.accessOf(users[0])).toEqual(OVER);
  await peer.change(later, 'won');
  await run();
  expect([await shop.accessOf(users[0]), await grantsOf(won.orderId)]).toEqual([ACCESS, 1]);
});

test('all orders of the address are claimed at once, in all organisations, and what was paid twice goes back', async () => {
  const at = await one.open();
  const guest = newGuest(app, shop);
  const first = await buyAsGuest(shop, guest);
  const twice = await buyAsGuest(shop, newGuest(app, shop, guest.email));
  await buyAsGuest(at, newGuest(app, at, guest.email.toUpperCase()));
  const user = await signUpAs(app, shop, guest.email);
  await run();
  expect([await shop.accessOf(user), await at.accessOf(user)]).toEqual([ACCESS, ACCESS]);
  expect([await shop.stateOf(user, first.orderId), await shop.stateOf(user, twice.orderId)]).toEqual(['paid', 'refunded']);
  expect(await guestOf(app, first.orderId)).toEqual({ email: null, is_claimed: true, is_access_owed: false });
});

test('many payments and verifications at once end in one place each', async () => {
  const SALES = Math.ceil(MANY / 5);
  const at = await one.open();
  const waiting: { user: TestUser & { id: string }; sale: Awaited<ReturnType<typeof checkOutAsGuest>> }[] = [];
  for (let count = 0; count < SALES; count++) {
    const user = await newUser(app, { verified: false });
    waiting.push({ user, sale: await checkOutAsGuest(at, newGuest(app, at, user.email)) });
  }
  await Promise.all(
    waiting.flatMap(({ user, sale }) => [
      peer.pay(sessionOf(peer, sale.id)),
      ...Array.from({ length: 4 }, async () => {
        await verify(user);
        await claimGuestOrders({ db: app.database.db, clock: app.clock }, user.id);
      }),
    ]),
  );
  await run();
  // A job follows each verification, also that which came before the payment.
  for (const { user } of waiting) await claimGuestOrders({ db: app.database.db, clock: app.clock }, user.id);
  for (const { user, sale } of waiting) expect([await at.accessOf(user), await grantsOf(sale.id)]).toEqual([ACCESS, 1]);
  expect((await actionsOf(at)).filter((action) => action === 'order.paid')).toHaveLength(SALES);
  expect(await booksOf(app, at.school.organisation.id)).toEqual({ gateway_clearing: SALES * 4900, sales: SALES * -4900, total: 0 });
});

test('an account whose address is not verified gets nothing, and a claim without a payment changes nothing', async () => {
  const user = await newUser(app, { verified: false });
  const sale = await buyAsGuest(shop, newGuest(app, shop, user.email));
  await claimGuestOrders({ db: app.database.db, clock: app.clock }, user.id);
  expect(await guestOf(app, sale.orderId)).toMatchObject({ email: user.email, is_claimed: false });
  const open = await checkOutAsGuest(shop, newGuest(app, shop, user.email));
  await verify(user);
  await claimGuestOrders({ db: app.database.db, clock: app.clock }, user.id);
  expect([(await guestOf(app, sale.orderId)).is_claimed, (await guestOf(app, open.id)).is_claimed]).toEqual([true, false]);
});
