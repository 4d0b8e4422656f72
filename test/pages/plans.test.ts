import { Browser, expectStatus } from '../support/browser.ts';
import { describeSeller, FRENCH, SELLER } from '../support/invoices.ts';
import { answerSandbox, choose, newShop } from '../support/shop.ts';
import { type Club, MONTHLY, startClub } from '../support/subscriptions.ts';

let club: Club;
let at: string;
beforeAll(async () => {
  club = await startClub();
  at = `organisation=${club.shop.school.organisation.subdomain}`;
});
afterEach(() => club.forget());
afterAll(() => club.app.close());

test('a visitor finds the plans in the catalogue, signs in for one, and pays straight at the gateway, also from a second tab', async () => {
  const plan = await club.newPlan({ title: 'Everything <3', description: 'All of it.', trial_days: 0 });
  const page = `/plans/${plan.id}?${at}`;
  const visitor = new Browser(club.app);
  expect((await visitor.open(`/catalogue?${at}`)).text).toContain(`href="/plans?${at}"`);
  expect((await visitor.open(`/plans?${at}`)).text).toMatch(
    /Everything &lt;3.*All of it\..*€19\.00 per month.*All courses\..*Renews until you cancel\..*Any tax is included\./s,
  );
  expect((await visitor.open(page)).text).toContain('Sign in to subscribe');
  const buyer = await club.newBuyer();
  expect((await buyer.browser.open(page)).text).toMatch(/Sold by .*<details class="field"><summary>I have a coupon.*>Subscribe</s);
  const wrong = await buyer.browser.submit(page, { coupon_code: 'NONE' });
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringMatching(/<details class="field" open>.*id="coupon_code-fault"/s)]);
  const { status, headers } = await buyer.browser.submit(page, {});
  expect([status, headers.location]).toEqual([303, expect.stringMatching(/^\/sandbox\/checkout\//)]);
  expect((await buyer.browser.submit(page, {})).headers.location).toBe(headers.location);
  await choose(club.app, new URL(headers.location as string, club.app.url).href, 'pay');
  await club.app.mailbox.runJobs();
  expect((await buyer.browser.open(`/account/subscription?${at}`)).text).toMatch(/You have access\..*€19\.00 per month.*Change the plan/s);
  expect((await buyer.browser.open(`/plans/nothing?${at}`)).status).toBe(404);
});

test('a subscriber sees what another plan costs before changing to it, and again if its terms have changed meanwhile', async () => {
  const [small, large] = [await club.newPlan({ title: 'Small' }), await club.newPlan({ title: 'Large', amount: 3900 })];
  const page = `/account/subscription/change?${at}`;
  const buyer = await club.newBuyer();
  expect((await buyer.browser.open(page)).headers.location).toBe(`/plans?${at}`);
  await club.subscribe(buyer, small.id);
  expect((await buyer.browser.open(page)).text).toMatch(/Large.*€39\.00 per month.*Preview the change/s);
  const { text } = await buyer.browser.submit(page, { plan_id: large.id });
  expect(text).toMatch(
    /: Large<.*Credit for the rest of the period.*-€19\.00.*New price for the rest of the period.*€39\.00.*Due now.*€20\.00.*Confirm the change/s,
  );
  expect((await club.read(buyer)).plan.title).toBe('Small');
  const version = /name="version" value="(\d+)"/.exec(text)?.[1] ?? '';
  const stale = await buyer.browser.submit(page, { plan_id: large.id, version: `${Number(version) + 1}` });
  expect(stale.text).toContain('The terms of this plan have just changed.');
  expect((await club.read(buyer)).plan.title).toBe('Small');
  expect((await buyer.browser.submit(page, { plan_id: large.id, version })).headers.location).toBe(`/account/subscription?${at}`);
  expect((await club.read(buyer)).plan.title).toBe('Large');
});

test('a smaller plan is announced with its day and price until it begins, and stays so if a cancellation is undone', async () => {
  const [small, large] = [await club.newPlan({ title: 'Small' }), await club.newPlan({ title: 'Large', amount: 3900 })];
  const buyer = await club.newBuyer();
  await club.subscribe(buyer, large.id);
  const change = `/account/subscription/change?${at}`;
  const { text } = await buyer.browser.submit(change, { plan_id: small.id });
  await buyer.browser.submit(change, { plan_id: small.id, version: /name="version" value="(\d+)"/.exec(text)?.[1] ?? '' });
  const page = `/account/subscription?${at}`;
  const announced = /Large.*€39\.00 per month.*From [A-Z][^<]*: Small, €19\.00 per month/s;
  expect((await buyer.browser.open(page)).text).toMatch(announced);
  await buyer.browser.submit(page, { cancel: '1' });
  await buyer.browser.submit(page, { resume: '1' });
  expect((await buyer.browser.open(page)).text).toMatch(announced);
});

test('a plan asks for the consent of its seller also where no course is listed, and shows the text that is accepted', async () => {
  const own = await newShop(club.app, answerSandbox(club.app));
  const { browser, organisation } = own.school;
  await expectStatus(200, own.school.agent('patch', `courses/${own.courseId}/`, { visibility: 'unlisted' }));
  await describeSeller(own, { ...SELLER, terms: 'Lessons are in <i>English</i>.', immediate_access: 'I want access at once.' });
  const { body: plan } = await expectStatus(201, browser.call('post', 'catalog-subscriptions/plans/', MONTHLY));
  const page = `/plans/${plan.id}?organisation=${organisation.subdomain}`;
  const { body: terms } = await expectStatus(200, new Browser(club.app).call('get', `catalog-subscriptions/orgs/${organisation.subdomain}/terms/`));
  expect(terms).toEqual({ version: expect.any(Number), terms: 'Lessons are in <i>English</i>.', immediate_access: 'I want access at once.' });
  const buyer = await own.newBuyer();
  const { text } = await buyer.browser.open(page);
  expect(text).toMatch(
    /<details class="field"><summary>Terms of sale<\/summary><p>Lessons are in &lt;i&gt;English&lt;\/i&gt;\.<\/p>.*name="consent\.terms".*name="consent\.immediate_access".*I want access at once\./s,
  );
  const terms_version = /name="terms_version" value="(\d+)"/.exec(text)?.[1] ?? '';
  const refused = await buyer.browser.submit(page, { terms_version, 'consent.terms': 'on' });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('id="consent.immediate_access-fault"')]);
  const consent = { terms_version, 'consent.terms': 'on', 'consent.immediate_access': 'on' };
  const sent = Object.fromEntries(Object.entries(FRENCH).map(([name, value]) => [`business.${name}`, value]));
  const wrong = await buyer.browser.submit(page, { ...consent, ...sent, 'business.country': 'DE' });
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringMatching(/<details class="field" open>.*id="business\.vat_id-fault"/s)]);
  expect((await buyer.browser.submit(page, { ...consent, ...sent })).status).toBe(303);
  expect((await expectStatus(200, buyer.browser.call('get', 'me/catalog-subscriptions/'))).body.results[0].business).toEqual(FRENCH);
  await expectStatus(404, new Browser(club.app).call('get', 'catalog-subscriptions/orgs/no-such-organisation/terms/'));
});
