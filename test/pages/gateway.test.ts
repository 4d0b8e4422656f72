import { type StripeShop, startStripeShop } from '../support/stripe-shop.ts';

let at: StripeShop;
beforeAll(async () => {
  at = await startStripeShop();
});
afterAll(() => at.close());

test('a form may lead to the gateway; while that is gone nothing typed is lost, and what is sent again goes on', async () => {
  const path = `/courses/${at.shop.courseId}?organisation=${at.shop.school.organisation.subdomain}`;
  const buyer = await at.shop.newBuyer();
  expect((await buyer.browser.open(path)).headers['content-security-policy']).toContain(
    "form-action 'self' https://checkout.stripe.com https://invoice.stripe.com; base-uri",
  );
  at.peer.failures.push({ status: 500, body: { error: { type: 'api_error', message: 'down' } } });
  const form = { buy: '1', quantity: '2' };
  const failed = await buyer.browser.submit(path, form);
  expect([failed.status, failed.text]).toEqual([
    503,
    expect.stringMatching(
      /The payment provider is not responding\. Nothing was charged\..*<details class="field" open>.*name="quantity" type="number" value="2"/s,
    ),
  ]);
  expect(failed.headers['content-security-policy']).toContain('https://checkout.stripe.com');
  // The peer has its pages at an origin that no policy can know.
  const { status, text } = await buyer.browser.submit(path, form);
  expect([status, text]).toEqual([200, expect.stringMatching(/<a class="button" href="https:\/\/checkout\.example\.org\/[^"]+">Continue to payment<\/a>/)]);
  expect((await buyer.browser.open('/')).headers['content-security-policy']).toContain("form-action 'self'; base-uri");
});

test.each(['silence', 'lost'] as const)(
  'while the gateway answers too late (%s), the buyer is told, keeps what was typed, and pays one order in the end',
  async (failure) => {
    const path = `/courses/${at.shop.courseId}?organisation=${at.shop.school.organisation.subdomain}`;
    const buyer = await at.shop.newBuyer();
    at.peer.failures.push(failure);
    const form = { buy: '1', quantity: '3' };
    const late = await buyer.browser.submit(path, form);
    expect([late.status, late.text]).toEqual([
      503,
      expect.stringMatching(/The payment provider is not responding\. Nothing was charged\..*type="number" value="3"/s),
    ]);
    expect((await buyer.browser.submit(path, form)).text).toContain('>Continue to payment</a>');
    expect((await buyer.browser.call('get', 'me/orders/')).body.count).toBe(1);
  },
);
