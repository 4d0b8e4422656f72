import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus, newUser } from '../../support/browser.ts';
import { askAsGuest, checkOutAsGuest, newGuest, signUpAs } from '../../support/guests.ts';
import { faultsOf, refusalOf } from '../../support/learner.ts';
import { answerSandbox, askToBuy, buy, choose, newCoupon, newShop, type Shop } from '../../support/shop.ts';

let app: TestApp;
let shop: Shop;
beforeAll(async () => {
  app = await startTestApp();
  shop = await newShop(app, answerSandbox(app));
});
afterAll(() => app.close());

const run = () => app.mailbox.runJobs();
const pageOf = (id: string) => `/guest-orders/${id}?organisation=${shop.school.organisation.subdomain}`;
const mailsTo = async (email: string) => (await app.mailbox.read(email)).filter(({ subject }) => subject === 'Receipt: A course').map(({ text }) => text ?? '');

test('a guest is told the same whatever account the address has, before and after the payment', async () => {
  const [unverified, verified, { buyer: owner }] = [await newUser(app, { verified: false }), await newUser(app), await buy(app, shop)];
  const answers: unknown[][] = [];
  for (const email of ['nobody@example.org', unverified.email, verified.email, owner.email, owner.email.toUpperCase()]) {
    const guest = newGuest(app, shop, email);
    const { status, body, headers } = await askAsGuest(shop, guest);
    const { id, created_at, expires_at, ...order } = body.order;
    await choose(app, body.url, 'pay');
    await run();
    const seen = await expectStatus(200, guest.browser.call('get', `guest-orders/${id}/`));
    expect([headers['cache-control'], seen.headers['cache-control']]).toEqual(['private, no-store', 'private, no-store']);
    const { text } = await guest.browser.open(pageOf(id));
    answers.push([status, Object.keys(headers).sort(), Object.keys(body), order, seen.body.state, text.replaceAll(id, '')]);
  }
  expect(answers[0]).toEqual([
    201,
    expect.arrayContaining(['set-cookie']),
    ['order', 'url'],
    expect.objectContaining({ state: 'pending' }),
    'paid',
    expect.any(String),
  ]);
  expect(answers).toEqual(answers.map(() => answers[0]));
});

test('a guest pays, gets a receipt that says how to get in, and gets in with an account that verifies the address', async () => {
  const guest = newGuest(app, shop);
  const { id, url } = await checkOutAsGuest(shop, guest);
  await choose(app, url, 'pay');
  const { text } = await guest.browser.open(pageOf(id));
  expect(text).toContain('We sent a receipt to the email address you provided');
  await run();
  expect(await mailsTo(guest.email)).toEqual([expect.stringContaining('To get access, sign up with this email address')]);
  expect(await refusalOf(guest.browser.call('get', 'me/'))).toEqual([401, 'not_authenticated']);
  const user = await signUpAs(app, shop, guest.email);
  expect(await shop.accessOf(user)).toEqual({ source: 'purchase', is_over: false });
  expect((await user.browser.call('get', 'me/orders/')).body.results).toMatchObject([{ id, state: 'paid', total: 4900 }]);
  expect(await refusalOf(askToBuy(shop, user))).toEqual([409, 'already_enrolled']);
});

test('a payment for the verified address of an account gives it access at once, and a receipt as usual', async () => {
  const user = await shop.newBuyer();
  const { id, url } = await checkOutAsGuest(shop, newGuest(app, shop, user.email.toUpperCase()));
  await choose(app, url, 'pay');
  await run();
  expect(await shop.accessOf(user)).toEqual({ source: 'purchase', is_over: false });
  expect(await shop.stateOf(user, id)).toBe('paid');
  expect(await mailsTo(user.email)).toEqual([expect.stringContaining('You now have access to the course')]);
});

test('a guest who pays for what the account has gets the money back, and the schedule of the account goes on', async () => {
  const { buyer } = await buy(app, shop);
  await expectStatus(200, buyer.browser.call('post', `me/courses/${shop.courseId}/access/`));
  const schedule = async () => (await app.database.pool.query('select enrolled_at, first_access_at from enrollments where user_id = $1', [buyer.id])).rows[0];
  const before = await schedule();
  app.clock.advance(60_000);
  const guest = newGuest(app, shop, buyer.email);
  const { id, url } = await checkOutAsGuest(shop, guest);
  await choose(app, url, 'pay');
  await run();
  expect(await shop.stateOf(buyer, id)).toBe('refunded');
  expect((await guest.browser.call('get', `guest-orders/${id}/`)).body.state).toBe('paid');
  expect(await schedule()).toEqual(before);
});

test('an order is resumed in its own browser only, by many requests at once too, and another browser or address begins another', async () => {
  const guest = newGuest(app, shop);
  const first = await checkOutAsGuest(shop, guest);
  const again = await Promise.all(Array.from({ length: 5 }, () => expectStatus(200, askAsGuest(shop, guest))));
  expect(new Set(again.map(({ body }) => `${body.order.id} ${body.url}`))).toEqual(new Set([`${first.id} ${first.url}`]));
  const other = newGuest(app, shop, guest.email);
  expect((await checkOutAsGuest(shop, other)).id).not.toBe(first.id);
  expect((await checkOutAsGuest(shop, { ...guest, email: `other-${guest.email}` })).id).not.toBe(first.id);
  expect(await refusalOf(other.browser.call('get', `guest-orders/${first.id}/`))).toEqual([404, 'not_found']);
  expect(await refusalOf(newGuest(app, shop).browser.call('get', `guest-orders/${first.id}/`))).toEqual([404, 'not_found']);
  await choose(app, first.url, 'pay_later');
  await run();
  expect((await expectStatus(409, askAsGuest(shop, guest))).body).toMatchObject({ code: 'payment_processing', order_id: first.id });
  expect((await askAsGuest(shop, other)).status).toBe(200);
  expect((await guest.browser.open(pageOf(first.id))).text).toContain('Your payment is on its way');
});

test('one browser begins one order for an address, also by many requests at once', async () => {
  const guest = newGuest(app, shop);
  // The cookie of another order says which browser it is.
  await checkOutAsGuest(shop, { ...guest, email: 'first@example.org' });
  const answers = await Promise.all(Array.from({ length: 10 }, () => askAsGuest(shop, guest)));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
  expect(new Set(answers.map(({ body }) => body.order.id)).size).toBe(1);
});

test('what a payment does not vouch for needs an account, whatever account the address has', async () => {
  const { buyer } = await buy(app, shop);
  await newCoupon(shop, { code: 'ONCE', max_uses_per_person: 1 });
  await newCoupon(shop, { code: 'NOTHING', percent_off: 100 });
  await newCoupon(shop, { code: 'QUARTER' });
  for (const guest of [newGuest(app, shop), newGuest(app, shop, buyer.email)]) {
    const faults = (body: object) => faultsOf(askAsGuest(shop, guest, body));
    expect(await faults({ quantity: 2 })).toEqual(['quantity needs_account']);
    expect(await faults({ gift: true })).toEqual(['gift needs_account']);
    expect(await faults({ coupon_code: 'once' })).toEqual(['coupon_code needs_account']);
    expect(await faults({ coupon_code: 'nothing' })).toEqual(['coupon_code needs_account']);
    const { body } = await expectStatus(201, askAsGuest(shop, guest, { coupon_code: 'quarter' }));
    expect(body.order).toMatchObject({ discount: 1225, total: 3675 });
    await choose(app, body.url, 'pay');
    await run();
  }
  const { rows } = await app.database.pool.query(`select uses from coupons where code = 'QUARTER' and organisation_id = $1`, [shop.school.organisation.id]);
  expect(rows).toEqual([{ uses: 2 }]);
});

test('an address is required of guests, ignored for users, and must be one', async () => {
  const { browser } = newGuest(app, shop);
  const faults = (body: object) => faultsOf(browser.call('post', `courses/${shop.courseId}/checkout/`, body));
  expect(await faults({})).toEqual(['email required']);
  expect(await faults({ email: 'nobody' })).toEqual(['email format']);
  const user = await shop.newBuyer();
  const { body } = await expectStatus(201, askAsGuest(shop, { ...user, email: 'other@example.org' }));
  expect(await shop.stateOf(user, body.order.id)).toBe('pending');
  browser.headers['Sec-Fetch-Site'] = 'cross-site';
  expect(await refusalOf(browser.call('post', `courses/${shop.courseId}/checkout/`, { email: 'a@example.org' }))).toEqual([403, 'csrf_failed']);
});

test('an Idempotency-Key is kept for the address of the guest', async () => {
  const [guest, other] = [newGuest(app, shop), newGuest(app, shop)];
  for (const { browser } of [guest, other]) browser.headers['Idempotency-Key'] = 'one';
  const first = await expectStatus(201, askAsGuest(shop, guest));
  guest.browser.cookie = null;
  const again = await expectStatus(201, askAsGuest(shop, guest));
  expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
  expect(await faultsOf(askAsGuest(shop, guest, { quantity: 1, gift: true }))).toEqual(['Idempotency-Key reused']);
  expect((await expectStatus(201, askAsGuest(shop, other))).body.order.id).not.toBe(first.body.order.id);
});

test('checkouts are limited for each address of guests, and for each network', async () => {
  const email = 'limited@example.org';
  for (let count = 0; count < 10; count++) await checkOutAsGuest(shop, newGuest(app, shop, email));
  expect(await refusalOf(askAsGuest(shop, newGuest(app, shop, 'Limited@example.org')))).toEqual([429, 'throttled']);
  const { browser } = newGuest(app, shop);
  const answers: number[] = [];
  for (let count = 0; count < 31; count++) answers.push((await askAsGuest(shop, { browser, email: `limit-${count % 4}@example.org` })).status);
  expect(answers.at(-1)).toBe(429);
  expect(answers.slice(0, 30)).not.toContain(429);
});

test('guests buy on the pages of the service', async () => {
  const { slug } = (await shop.school.browser.call('get', `courses/${shop.courseId}/`)).body;
  const here = `/courses/${slug}?organisation=${shop.school.organisation.subdomain}`;
  const { browser, email } = newGuest(app, shop);
  expect((await browser.open(here)).text).toContain('You do not need an account to pay');
  const bought = await browser.submit(here, { buy: '1', email });
  const url = new URL(bought.headers.location as string, app.url).href;
  await choose(app, url, 'pay');
  await run();
  expect(await mailsTo(email)).toHaveLength(1);
  expect((await browser.submit(here, { buy: '1', email: 'nobody' })).text).toContain('email');
});
