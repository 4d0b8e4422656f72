import { toGateway } from '../../src/pages/parts/purchase.ts';
import type { Visit } from '../../src/pages/visit.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Browser, expectStatus } from '../support/browser.ts';
import { FRENCH } from '../support/invoices.ts';
import { newVisitor } from '../support/learner.ts';
import { decide, POLICY } from '../support/refunds.ts';
import { newSchool } from '../support/school.ts';
import { answerSandbox, choose, newCoupon, newShop, PRICE, type Shop } from '../support/shop.ts';

let app: TestApp;
let shop: Shop;
let at: string;
let path: string;
beforeAll(async () => {
  app = await startTestApp();
  shop = await newShop(app, answerSandbox(app));
  at = `organisation=${shop.school.organisation.subdomain}`;
  path = `/courses/${shop.courseId}?${at}`;
});
afterAll(() => app.close());

const pay = async (location: string) => {
  await choose(app, new URL(location, app.url).href, 'pay');
  await app.mailbox.runJobs();
};
const lastOrder = async ({ browser }: { browser: Browser }) => (await expectStatus(200, browser.call('get', 'me/orders/'))).body.results[0].id as string;

test('a learner sees what the price is and who sells, goes straight to the gateway, also from a second tab, and comes back to start', async () => {
  const buyer = await shop.newBuyer();
  const { text } = await buyer.browser.open(path);
  expect(text).toMatch(
    /€49\.00.*One-time payment.*Sold by [^<]+\..*<details class="field"><summary>Coupon, multiple seats or gift<.*name="coupon_code".*name="quantity".*>Buy</s,
  );
  const first = await buyer.browser.submit(path, { buy: '1', quantity: '1' });
  expect([first.status, first.headers.location]).toEqual([303, expect.stringMatching(/^\/sandbox\/checkout\//)]);
  expect((await buyer.browser.submit(path, { buy: '1', quantity: '1' })).headers.location).toBe(first.headers.location);
  const order = `/orders/${await lastOrder(buyer)}?${at}`;
  expect((await buyer.browser.open(order)).text).toMatch(/You have not paid yet.*>Back to the course</s);
  await pay(first.headers.location as string);
  expect((await buyer.browser.open(order)).text).toMatch(new RegExp(`href="/learn/${shop.courseId}[^"]*">Start<`));
  const again = await buyer.browser.submit(path, { buy: '1', quantity: '1' });
  expect([again.status, again.text]).toEqual([409, expect.stringContaining('You already have access to this course.')]);
});

test('a coupon that ends between the page and the payment is refused at its field, which is open and still filled', async () => {
  const buyer = await shop.newBuyer();
  const id = await newCoupon(shop, { code: 'SPRING' });
  await expectStatus(204, shop.school.browser.call('delete', `courses/${shop.courseId}/coupons/${id}/`));
  const { status, text } = await buyer.browser.submit(path, { buy: '1', coupon_code: 'SPRING', quantity: '1' });
  expect([status, text]).toEqual([400, expect.stringMatching(/<details class="field" open>.*id="coupon_code-fault".*value="SPRING"/s)]);
});

test('two tabs in which somebody buys at the same moment lead to one order, and one page of the gateway', async () => {
  const buyer = await shop.newBuyer();
  const answers = await Promise.all([1, 2].map(() => buyer.browser.submit(path, { buy: '1', quantity: '1' })));
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  expect(new Set(answers.map(({ headers }) => headers.location)).size).toBe(1);
  expect((await expectStatus(200, buyer.browser.call('get', 'me/orders/'))).body.count).toBe(1);
});

test('a business is named in fields that are folded away, what is wrong is said at its field, and the order names the business', async () => {
  const [buyer, guest] = [await shop.newBuyer(), new Browser(app)];
  expect((await buyer.browser.open(path)).text).toMatch(
    /<details class="field"><summary>I am buying for a business<.*name="business\.name".*<textarea id="business\.address".*<option value="FR">France<.*name="business\.vat_id"/s,
  );
  const sent = Object.fromEntries(Object.entries(FRENCH).map(([name, value]) => [`business.${name}`, value.replaceAll('\n', '\r\n')]));
  const wrong = await buyer.browser.submit(path, { buy: '1', ...sent, 'business.vat_id': 'FR40303265046' });
  expect([wrong.status, wrong.text]).toEqual([
    400,
    expect.stringMatching(
      /<details class="field" open><summary>I am buying for a business.*value="Atelier Dupont SARL".*<option value="FR" selected>.*does not match the country.*value="FR40303265046"/s,
    ),
  ]);
  const partly = await guest.submit(path, { buy: '1', email: 'office@example.com', 'business.vat_id': FRENCH.vat_id });
  for (const name of ['name', 'address', 'country']) expect(partly.text).toContain(`id="business.${name}-fault">Please fill in this field.`);
  expect((await guest.submit(path, { buy: '1', email: 'office@example.com', ...sent })).status).toBe(303);
  expect((await buyer.browser.submit(path, { buy: '1', quantity: '1', ...sent })).status).toBe(303);
  const { rows } = await app.database.pool.query(`select business from orders where business ->> 'name' = $1`, [FRENCH.name]);
  expect(rows).toEqual([{ business: FRENCH }, { business: FRENCH }]);
});

test('a guest gives an email address and goes straight to the gateway; what needs an account is not offered', async () => {
  const browser = new Browser(app);
  const { text } = await browser.open(path);
  expect(text).toMatch(/name="email".*I have a coupon.*Sign in to buy with your account/s);
  expect(text).not.toContain('name="quantity"');
  const { status, headers } = await browser.submit(path, { buy: '1', email: 'guest@example.com' });
  expect([status, headers.location]).toEqual([303, expect.stringMatching(/^\/sandbox\/checkout\//)]);
});

test('a guest who sends the form many times at once, before the browser has a cookie, begins one order; a changed form, or one that is sent later, begins another', async () => {
  const [guest, slow] = [new Browser(app), new Browser(app)];
  const send = (browser: Browser, email: string) => {
    browser.cookie = null;
    return browser.submit(path, { buy: '1', email });
  };
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(guest, 'twice@example.org')));
  // What is more than a person sends is refused.
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303, 429]));
  for (const { text } of answers.filter(({ status }) => status === 429)) expect(text).toContain('Too many attempts. Please try again in 60 minutes.');
  expect(new Set(answers.flatMap(({ status, headers }) => (status === 303 ? [headers.location] : []))).size).toBe(1);
  const { rows } = await app.database.pool.query(`select order_id from guest_orders where email = 'twice@example.org'`);
  expect(rows).toEqual([{ order_id: expect.any(String) }]);
  expect((await guest.open(`/guest-orders/${rows[0].order_id}?${at}`)).status).toBe(200);
  const pageFor = async (email: string) => {
    const { status, headers } = await send(slow, email);
    expect(status).toBe(303);
    return headers.location;
  };
  const first = await pageFor('slow@example.org');
  expect(await pageFor('slow@example.org')).toBe(first);
  expect(await pageFor('else@example.org')).not.toBe(first);
  app.clock.advance(60_000);
  expect(await pageFor('slow@example.org')).not.toBe(first);
});

test('the form of a guest buys nothing in the name of whoever has signed in since, and is shown again without the address', async () => {
  const buyer = await shop.newBuyer();
  const sent = { email: 'guest@example.com', coupon_code: 'SPRING', 'business.name': FRENCH.name };
  const { status, text } = await buyer.browser.submit(path, { buy: '1', ...sent });
  expect([status, text]).toEqual([409, expect.stringMatching(/You have since signed in.*value="SPRING".*value="Atelier Dupont SARL"/s)]);
  expect(text).not.toContain('guest@example.com');
  expect((await buyer.browser.call('get', 'me/orders/')).body.count).toBe(0);
});

test('the code of a gift is redeemed once, by whoever signs in with it; a wrong one stays in its field', async () => {
  const giver = await shop.newBuyer();
  await pay((await giver.browser.submit(path, { buy: '1', gift: 'on', quantity: '1' })).headers.location as string);
  const { text } = await giver.browser.open(`/orders/${await lastOrder(giver)}?${at}`);
  const code = /<li><code>([^<]+)<\/code>/.exec(text)?.[1] ?? '';
  expect(text).toContain(`/redeem?${at}`);
  const page = `/redeem?${at}`;
  expect((await new Browser(app).open(`${page}&code=${code}`)).headers.location).toContain(encodeURIComponent(`&code=${code}`));
  const taker = await newVisitor(app, shop.school);
  const wrong = await taker.browser.submit(page, { code: 'NO-SUCH-CODE' });
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringMatching(/id="code-fault".*value="NO-SUCH-CODE"/s)]);
  expect((await taker.browser.submit(page, { code })).headers.location).toMatch(/^\/learn\/.*notice=enrolled/);
  const late = await (await newVisitor(app, shop.school)).browser.submit(page, { code });
  expect([late.status, late.text]).toEqual([409, expect.stringContaining('This access code is no longer valid')]);
});

test('whoever has the course buys it for others, and gets a link to share for each code', async () => {
  const giver = await shop.newBuyer();
  await pay((await giver.browser.submit(path, { buy: '1', quantity: '1' })).headers.location as string);
  const { text } = await giver.browser.open(path);
  expect(text).toMatch(/You are enrolled.*<summary>Buy for others<.*€49\.00.*name="gift" value="on".*name="quantity"/s);
  const wrong = await giver.browser.submit(path, { buy: '1', gift: 'on', quantity: '1', coupon_code: 'NONE' });
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringMatching(/<details class="field" open><summary>Buy for others.*id="coupon_code-fault"/s)]);
  await pay((await giver.browser.submit(path, { buy: '1', gift: 'on', quantity: '2' })).headers.location as string);
  const order = await giver.browser.open(`/orders/${await lastOrder(giver)}?${at}`);
  expect(order.text.match(/<li><code>([^<]+)<\/code> <a href="[^"]*\/redeem\?[^"]*code=\1">/g)).toHaveLength(2);
});

test('a course whose seller cannot be paid yet says so, and keeps what was entered', async () => {
  const school = await newSchool(app);
  await expectStatus(200, school.browser.call('put', `courses/${school.courseId}/price/`, PRICE));
  await expectStatus(200, school.agent('patch', `courses/${school.courseId}/`, { status: 'published' }));
  const { browser } = await newVisitor(app, school);
  const { status, text } = await browser.submit(`/courses/${school.courseId}?organisation=${school.organisation.subdomain}`, { buy: '1', quantity: '3' });
  expect([status, text]).toEqual([409, expect.stringMatching(/You cannot buy anything here at the moment\..*<details class="field" open>.*value="3"/s)]);
});

test('a form leads to the pages of the gateway that its policy names, and any other page of a gateway is reached by a link', () => {
  const visit = {
    base: 'https://lms.example',
    say: String,
    services: { ports: { payments: { pageOrigins: ['https://checkout.stripe.com'] } } },
  } as unknown as Visit;
  const leads = (url: string) => toGateway(visit, url, { title: 'A course', submit: 'Pay' });
  expect(leads('https://checkout.stripe.com/c/pay/1?x=2')).toEqual({ redirect: 'https://checkout.stripe.com/c/pay/1?x=2' });
  expect(leads('https://lms.example/sandbox/checkout/1')).toEqual({ redirect: '/sandbox/checkout/1' });
  expect(leads('https://pay.school.example/1')).toHaveProperty(
    'main.text',
    expect.stringContaining('<a class="button" href="https://pay.school.example/1">Pay</a>'),
  );
});

test('a buyer sees what the order consists of, gets the money back on its page while the policy allows it, and is told afterwards that it cannot be had twice', async () => {
  await decide(shop, { ...POLICY, max_progress_percent: null });
  await newCoupon(shop, { code: 'QUARTER' });
  const buyer = await shop.newBuyer();
  await pay((await buyer.browser.submit(path, { buy: '1', coupon_code: 'QUARTER', quantity: '1' })).headers.location as string);
  const order = `/orders/${await lastOrder(buyer)}?${at}`;
  expect((await buyer.browser.open(order)).text).toMatch(
    /€36\.75.*<dt>Price<\/dt><dd>€49\.00<\/dd><dt>Discount<\/dt><dd>-€12\.25<.*<details class="field"><summary>Get a refund<.*>Refund this order</s,
  );
  expect((await (await shop.newBuyer()).browser.submit(order, { do: 'refund' })).status).toBe(404);
  expect((await buyer.browser.submit(order, { do: 'refund' })).headers.location).toBe(order);
  await app.mailbox.runJobs();
  const { text } = await buyer.browser.open(order);
  expect(text).toMatch(/Your payment has been refunded\..*<dt>Refunded<\/dt><dd>€36\.75</s);
  expect(text).not.toContain('Refund this order');
  const again = await buyer.browser.submit(order, { do: 'refund' });
  expect([again.status, again.text]).toEqual([409, expect.stringContaining('This order cannot be refunded now.')]);
});
