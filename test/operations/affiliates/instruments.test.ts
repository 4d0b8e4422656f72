import { follow, newAffiliate, newInvite, newLink, setProgram, type TestAffiliate } from '../../support/affiliates.ts';
import { expectStatus, type TestUser } from '../../support/browser.ts';
import { AFTERMATH, runTask } from '../../support/jobs.ts';
import type { Shop } from '../../support/shop.ts';
import { type StripeShop, sessionOf, startStripeShop } from '../../support/stripe-shop.ts';
import { clubOf } from '../../support/subscriptions.ts';

let one: StripeShop;
beforeAll(async () => {
  one = await startStripeShop({}, AFTERMATH);
});
afterAll(() => one.close());

/** Creates an approved affiliate of a shop. */
async function enroll(shop: Shop): Promise<TestAffiliate> {
  await setProgram(shop.school.browser, { cookie_consent: 'not_required' });
  return newAffiliate(one.app, shop.school, (await newInvite(shop.school.browser)).code);
}

/** Has a buyer pay with a card, and returns the order. */
async function pay(shop: Shop, buyer: TestUser & { id: string }, fingerprint?: string): Promise<string> {
  const { order } = await shop.checkOut(buyer);
  await one.peer.pay(sessionOf(one.peer, order.id), fingerprint);
  await one.app.mailbox.runJobs();
  return order.id;
}

/** Has a new buyer follow a link of an affiliate and pay with a card. */
async function sell(shop: Shop, mina: TestAffiliate, fingerprint?: string): Promise<string> {
  const buyer = await shop.newBuyer();
  await follow(buyer.browser, await newLink(mina, { course_id: shop.courseId }));
  return pay(shop, buyer, fingerprint);
}

const earnedOn = async ({ school }: Shop): Promise<string[]> =>
  (await expectStatus(200, school.browser.call('get', 'affiliates/commissions/'))).body.results.map(({ order_id }: { order_id: string }) => order_id);

test('nothing is earned on an order that was paid with a card of the affiliate, and only on that', async () => {
  const shop = await one.open();
  const mina = await enroll(shop);
  await pay(shop, mina, 'card-of-mina');
  await sell(shop, mina, 'card-of-mina');
  const [other, unknown] = [await sell(shop, mina, 'another-card'), await sell(shop, mina)];
  expect((await earnedOn(shop)).sort()).toEqual([other, unknown].sort());
  const { rows } = await one.app.database.pool.query('select instrument_hash from orders where organisation_id = $1', [shop.school.organisation.id]);
  expect(rows.map(({ instrument_hash }) => String(instrument_hash)).join()).not.toContain('card');
});

test('a card is recognized at one account of the gateway only, and no longer after the affiliate has erased their account', async () => {
  const [here, there] = [await one.open(), await one.open()];
  const [mina, noor] = [await enroll(here), await enroll(there)];
  await pay(here, mina, 'one-card');
  expect(await earnedOn(there)).toEqual([]);
  const order = await sell(there, noor, 'one-card');
  expect(await earnedOn(there)).toEqual([order]);
  await one.app.database.pool.query(`update users set deletion_due_at = now() - interval '1 day' where id = $1`, [mina.id]);
  await runTask(one.app, 'erase_users');
  const { rows } = await one.app.database.pool.query('select instrument_hash from orders where organisation_id = $1', [here.school.organisation.id]);
  expect(rows).toEqual([{ instrument_hash: null }]);
});

test('nothing is earned on the payments for a subscription that were made with a card of the affiliate, and only on those', async () => {
  const shop = await one.open();
  const club = clubOf(one.app, shop);
  const mina = await enroll(shop);
  await setProgram(shop.school.browser, { subscription_renewals: null });
  await pay(shop, mina, 'card-of-mina');
  const { id: planId } = await club.newPlan();
  const subscribe = async (fingerprint?: string) => {
    const buyer = await club.newBuyer();
    await follow(buyer.browser, await newLink(mina));
    const { body } = await expectStatus(201, club.ask(buyer, planId));
    const kept = await one.peer.billing.subscribe(sessionOf(one.peer, body.subscription.id), fingerprint);
    await one.app.mailbox.runJobs();
    return kept;
  };
  const [kept] = [await subscribe('card-of-mina'), await subscribe('another-card'), await subscribe()];
  expect(await earnedOn(shop)).toHaveLength(2);
  kept.fingerprint = 'another-card';
  one.app.clock.advance(kept.items.data[0].current_period_end * 1000 - one.app.clock.now());
  shop.school.browser.cookie = await one.app.signedInCookie(shop.school.id);
  await one.peer.billing.renew(kept);
  await one.app.mailbox.runJobs();
  expect(await earnedOn(shop)).toHaveLength(3);
});
