import { Browser } from '../support/browser.ts';
import { FRENCH } from '../support/invoices.ts';
import { choose } from '../support/shop.ts';
import { type Club, DAY, startClub } from '../support/subscriptions.ts';

let club: Club;
beforeAll(async () => {
  club = await startClub();
});
afterAll(() => club.app.close());

test('a subscriber sees the subscription, cancels it, takes that back, and pays what is overdue', async () => {
  const path = `/account/subscription?organisation=${club.shop.school.organisation.subdomain}`;
  const buyer = await club.newBuyer();
  const shown = async () => (await buyer.browser.open(path)).text;
  expect(await shown()).toContain('You have no subscription.');
  const plan = await club.newPlan({ title: 'Everything <3' });
  const { id, period_end } = await club.subscribe(buyer, plan.id);
  expect(await shown()).toMatch(/You have access\. The next payment is due on .*Everything &lt;3.*€19\.00.*This was a test/s);
  expect((await buyer.browser.submit(path, { cancel: '1' })).status).toBe(303);
  expect(await shown()).toMatch(/Cancelled\. You have access until .*Undo the cancellation/s);
  await buyer.browser.submit(path, { resume: '1' });
  expect(await shown()).toContain('The next payment is due on');
  await club.setCard(id, 'fails');
  await club.passTo(period_end);
  expect(await shown()).toContain('A payment has failed. You have access until');
  await club.pass(7 * DAY);
  expect(await shown()).toContain('A payment is overdue.');
  const leadsTo = async (form: Record<string, string>) => new URL((await buyer.browser.submit(path, form)).headers.location ?? '', club.app.url).href;
  await choose(club.app, await leadsTo({ pay: '1' }), 'pay');
  await club.app.mailbox.runJobs();
  expect(await shown()).toContain('The next payment is due on');
  await club.setCard(id, 'authenticates');
  await club.passTo((await club.read(buyer)).period_end);
  expect(await shown()).toMatch(/Your bank is asking you to confirm a payment\. You have access until .*name="confirm".*Confirm the payment/s);
  await choose(club.app, await leadsTo({ confirm: '1' }), 'confirm');
  await club.app.mailbox.runJobs();
  expect(await shown()).toContain('The next payment is due on');
  expect((await new Browser(club.app).open(path)).headers.location).toContain('/sign-in');
});

test('a subscriber names the company of the next invoices, sees a wrong VAT ID at its field, and takes the company back', async () => {
  const path = `/account/subscription?organisation=${club.shop.school.organisation.subdomain}`;
  const buyer = await club.newBuyer();
  await club.subscribe(buyer, (await club.newPlan()).id);
  const sent = Object.fromEntries(Object.entries(FRENCH).map(([name, value]) => [`business.${name}`, value]));
  const wrong = await buyer.browser.submit(path, { business: '1', ...sent, 'business.vat_id': '123' });
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringMatching(/<details class="field" open>.*id="business\.vat_id-fault"/s)]);
  await buyer.browser.submit(path, { business: '1', ...sent });
  expect((await buyer.browser.open(path)).text).toMatch(
    /<p>Atelier Dupont SARL<\/p>.*takes effect from the next payment.*12 rue du Port\n35400 Saint-Malo<\/textarea>/s,
  );
  await buyer.browser.submit(path, { business: '1', 'business.name': ' ' });
  expect((await club.read(buyer)).next_business).toBeNull();
});

test('a subscriber who has cancelled sees that the company and another plan concern them only if they undo the cancellation', async () => {
  const path = `/account/subscription?organisation=${club.shop.school.organisation.subdomain}`;
  const buyer = await club.newBuyer();
  const { browser } = buyer;
  const other = await club.newPlan({ amount: 2900 });
  await club.subscribe(buyer, (await club.newPlan()).id);
  await browser.submit(path, { cancel: '1' });
  expect((await browser.open(path)).text).toMatch(/Undo the cancellation.*Company on your invoices.*This takes effect if you undo the cancellation\./s);
  const sent = Object.fromEntries(Object.entries(FRENCH).map(([name, value]) => [`business.${name}`, value]));
  await browser.submit(path, { business: '1', ...sent });
  expect((await browser.open(path)).text).toMatch(/<p>Atelier Dupont SARL<\/p>\s*<p class="quiet">This takes effect if you undo the cancellation\./);
  const { text } = await browser.submit(path.replace('?', '/change?'), { plan_id: other.id });
  expect(text).toContain('This also undoes your cancellation.');
  await club.passTo((await club.read(buyer)).period_end);
  const late = await browser.submit(path, { business: '1', ...sent });
  expect([late.status, late.text]).toEqual([409, expect.stringMatching(/This subscription has ended\..*The subscription ended on/s)]);
});
