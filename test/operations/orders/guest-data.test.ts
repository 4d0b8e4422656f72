import { up } from '../../../migrations/0652-buyers-of-the-sandbox.ts';
import { follow, newAffiliateShop, setProgram } from '../../support/affiliates.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { exportOf } from '../../support/data-export.ts';
import { askAsGuest, checkOutAsGuest, guestOf, newGuest, signUpAs } from '../../support/guests.ts';
import { runTask } from '../../support/jobs.ts';
import { answerSandbox, choose, newShop, type Shop } from '../../support/shop.ts';

const DAY_MS = 24 * 3600_000;

let app: TestApp;
let shop: Shop;
beforeAll(async () => {
  app = await startTestApp();
  shop = await newShop(app, answerSandbox(app));
});
afterAll(() => app.close());

const run = () => app.mailbox.runJobs();
const HERE = 'http://here.invalid';

async function buyAsGuest(at: Shop, guest = newGuest(app, at)): Promise<string> {
  const { id, url } = await checkOutAsGuest(at, guest);
  await choose(app, url, 'pay');
  await run();
  return id;
}

const buyerOf = async (orderId: string) => (await app.database.pool.query('select buyer from invoices where order_id = $1', [orderId])).rows[0]?.buyer;

test('a guest is forgotten 30 days after an order that was not paid, and two years after a payment that nobody has claimed, with the buyer of the sandbox; what a form said is forgotten the next night', async () => {
  const one = await startTestApp();
  const at = await newShop(one, answerSandbox(one));
  const { pool } = one.database;
  const [guest, other] = [newGuest(one, at), newGuest(one, at)];
  const open = await checkOutAsGuest(at, newGuest(one, at));
  const paid = await checkOutAsGuest(at, guest);
  const real = await checkOutAsGuest(at, other);
  await pool.query(`update orders set business = '{"name": "Quaxley & Co."}' where id = any($1)`, [[paid.id, real.id]]);
  for (const { url } of [paid, real]) await choose(one, url, 'pay');
  await one.mailbox.runJobs();
  await pool.query('alter table invoices disable trigger invoices_stay');
  await pool.query('update invoices set livemode = true, number = number + 1000 where order_id = $1', [real.id]);
  await pool.query('alter table invoices enable trigger invoices_stay');

  // Somebody who has an account with the address, and has not proved that it is theirs.
  await expectStatus(202, guest.browser.call('post', 'auth/signup/', { email: guest.email, password: guest.password, name: 'Perhaps a guest' }));
  await pool.query(`update users set deletion_due_at = now() - interval '1 day' where email_key = $1`, [guest.email]);
  await runTask(one, 'erase_users');
  expect((await pool.query('select from users where email_key = $1', [guest.email])).rows).toEqual([]);

  const forms = async () => (await pool.query('select from guest_forms')).rowCount;
  expect(await forms()).toBe(3);
  one.clock.advance(3600_000);
  await runTask(one, 'settle_open_orders');
  const isKnown = async () => [(await guestOf(one, open.id)) !== undefined, (await guestOf(one, paid.id)) !== undefined];
  const after = async (days: number) => {
    one.clock.advance(days * DAY_MS);
    await runTask(one, 'forget_guests');
    return isKnown();
  };
  expect(await after(29)).toEqual([true, true]);
  expect(await forms()).toBe(0);
  expect(await after(2)).toEqual([false, true]);
  expect(await after(690)).toEqual([false, true]);
  const kept = async () =>
    (
      await pool.query(
        `select o.state, o.buyer_id, o.total::int, o.business ->> 'name' as business, i.buyer ->> 'email' as email from orders o join invoices i on i.order_id = o.id
          where o.id = any($1) order by i.livemode`,
        [[paid.id, real.id]],
      )
    ).rows;
  const order = { state: 'paid', buyer_id: null, total: 4900 };
  expect(await kept()).toEqual([guest, other].map(({ email }) => ({ ...order, business: 'Quaxley & Co.', email })));
  expect(await after(10)).toEqual([false, false]);
  expect(await kept()).toEqual([null, other.email].map((email) => ({ ...order, business: null, email })));
  const { rows } = await pool.query(`select after from audit_log where action = 'retention.deleted' and after ->> 'what' = 'guest_orders' order by id`);
  expect(rows.map((row) => row.after)).toEqual([1, 2].map((count) => ({ what: 'guest_orders', count })));
  await one.close();
});

test('what a guest has claimed is exported as their order, and erasing the account forgets the guest everywhere', async () => {
  const guest = newGuest(app, shop);
  const paid = await buyAsGuest(shop, guest);
  const open = await checkOutAsGuest(shop, newGuest(app, shop, guest.email));
  expect(await buyerOf(paid)).toEqual({ name: guest.email, email: guest.email });
  const user = await signUpAs(app, shop, guest.email);
  const files = await exportOf(app, user.browser);
  const section = (name: string) => files[`${name}.json`] ?? Object.keys(files).join();
  expect(section('orders')).toContain(paid);
  expect(section('guest-orders')).toContain(open.id);
  await app.database.pool.query(`update users set deletion_due_at = now() - interval '1 day' where id = $1`, [user.id]);
  await runTask(app, 'erase_users');
  expect([await guestOf(app, paid), await guestOf(app, open.id), await buyerOf(paid)]).toEqual([undefined, undefined, null]);
  await choose(app, open.url, 'pay');
  await run();
  const { rows } = await app.database.pool.query('select state, flag from orders where id = $1', [open.id]);
  expect(rows).toEqual([{ state: 'paid', flag: 'buyer_gone' }]);
});

test('the upgrade from a release that kept them forgets the buyers of the sandbox whose guest was forgotten, and no others', async () => {
  const guests = [newGuest(app, shop), newGuest(app, shop)];
  const [forgotten, known] = [await buyAsGuest(shop, guests[0]), await buyAsGuest(shop, guests[1])];
  await app.database.pool.query('delete from guest_orders where order_id = $1', [forgotten]);
  await up(app.database.db as never);
  expect([await buyerOf(forgotten), await buyerOf(known)]).toEqual([null, expect.objectContaining({ email: guests[1]?.email })]);
});

describe('affiliates', () => {
  test('earn on the orders of guests who have followed their links, by cookie or token, once a token, and the claim keeps it', async () => {
    const here = await newAffiliateShop(app);
    const guest = newGuest(app, here.shop);
    await follow(guest.browser, await here.linkOf(here.mina));
    await buyAsGuest(here.shop, guest);
    expect(await here.commissions()).toMatchObject([{ affiliate_id: here.mina.affiliateId, rule: 'program' }]);
    const user = await signUpAs(app, here.shop, guest.email);
    const { rows } = await app.database.pool.query('select buyer_id from affiliate_referrals where organisation_id = $1', [here.shop.school.organisation.id]);
    expect(rows).toEqual([{ buyer_id: user.id }]);
    expect(await here.commissions()).toHaveLength(1);
    await setProgram(here.staff, { cookie_consent: 'required' });
    const { headers } = await follow(newGuest(app, here.shop).browser, await here.linkOf(here.noor));
    const referral_token = new URL(headers.location ?? '', HERE).searchParams.get('referral_token');
    for (const one of [newGuest(app, here.shop), newGuest(app, here.shop)]) {
      const { body } = await askAsGuest(here.shop, one, { referral_token });
      await here.pay(body.url);
    }
    expect((await here.commissions()).map(({ affiliate_id }) => affiliate_id).sort()).toEqual([here.mina.affiliateId, here.noor.affiliateId].sort());
  });

  test('earn nothing on what they buy as guests with their own address', async () => {
    const here = await newAffiliateShop(app);
    const guest = newGuest(app, here.shop, here.mina.email.replace('@', '+me@'));
    await follow(guest.browser, await here.linkOf(here.mina));
    await buyAsGuest(here.shop, guest);
    expect(await here.commissions()).toEqual([]);
  });

  test('are not credited twice for the first order of an address that has no account', async () => {
    const here = await newAffiliateShop(app);
    const guest = newGuest(app, here.shop);
    await follow(guest.browser, await here.linkOf(here.mina));
    await buyAsGuest(here.shop, guest);
    await buyAsGuest(here.shop, guest);
    expect(await here.commissions()).toHaveLength(1);
  });

  test('lose the network of an order when the account of its guest is erased', async () => {
    const here = await newAffiliateShop(app);
    const guest = newGuest(app, here.shop);
    const user = await signUpAs(app, here.shop, guest.email);
    await follow(guest.browser, await here.linkOf(here.mina));
    await checkOutAsGuest(here.shop, guest);
    const networks = async () =>
      (await app.database.pool.query('select from affiliate_order_networks where organisation_id = $1', [here.shop.school.organisation.id])).rowCount;
    expect(await networks()).toBe(1);
    await app.database.pool.query(`update users set deletion_due_at = now() - interval '1 day' where id = $1`, [user.id]);
    await runTask(app, 'erase_users');
    expect(await networks()).toBe(0);
  });
});
