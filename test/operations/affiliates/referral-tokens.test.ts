import { DAY_MS, eachWithAffiliateShop, follow, setProgram } from '../../support/affiliates.ts';
import { startTestApp, withPorts } from '../../support/app.ts';
import { Browser, expectStatus } from '../../support/browser.ts';
import { runTask } from '../../support/jobs.ts';
import { faultsOf } from '../../support/learner.ts';
import { newBuyers } from '../../support/shop.ts';

const MINUTE_MS = 60_000;
const WEB_APP = 'https://app.example.net/learn';

const here = eachWithAffiliateShop();
beforeEach(async () => {
  await setProgram(here.staff, { cookie_consent: 'required' });
});

/** Stands for the origin of the service in the addresses of its pages. */
const HERE = 'http://here.invalid';
const tokenIn = (address: string): string | null => new URL(address, HERE).searchParams.get('referral_token');

/** Follows a link without consent to a cookie, and returns the token that the address has then. */
async function arrive(link: string): Promise<string> {
  const browser = new Browser(here.app);
  const { headers } = await follow(browser, link);
  expect(browser.cookie).toBeNull();
  return tokenIn(headers.location ?? '') as string;
}

const referred = async (): Promise<string[]> => (await here.commissions()).map(({ affiliate_id }) => affiliate_id);

test('what is bought with the token of an address is credited without a cookie, and a visitor who may have the cookie gets no token', async () => {
  const link = await here.linkOf(here.mina);
  await here.buy(await here.shop.newBuyer(), { referral_token: await arrive(`${link}?sid=autumn`) });
  expect(await here.commissions()).toMatchObject([{ affiliate_id: here.mina.affiliateId, sub_id: 'autumn', rule: 'program', flag: null }]);
  await setProgram(here.staff, { cookie_consent: 'not_required' });
  expect(tokenIn((await follow(new Browser(here.app), link)).headers.location ?? '')).toBeNull();
});

test('the pages carry the token through the sign-in to the purchase', async () => {
  const { headers } = await follow(new Browser(here.app), await here.linkOf(here.mina));
  const { pathname, search, searchParams } = new URL(headers.location ?? '', HERE);
  const page = await new Browser(here.app).open(pathname + search);
  const signIn = /href="([^"]+)">Sign in to buy/.exec(page.text)?.[1] ?? '';
  const next = new URL(signIn.replaceAll('&amp;', '&'), HERE).searchParams.get('next') ?? '';
  expect([pathname, tokenIn(next)]).toEqual([expect.stringMatching('^/courses/'), searchParams.get('referral_token')]);
  const buyer = await here.shop.newBuyer();
  const bought = await buyer.browser.submit(next, { buy: '1' });
  await here.pay(new URL(bought.headers.location as string, here.app.url).href);
  expect(await referred()).toEqual([here.mina.affiliateId]);
});

test('a web application gets the token beside the cookie, and a click that arrives in both counts once', async () => {
  await setProgram(here.staff, { cookie_consent: 'not_required' });
  const withWebApp = await startTestApp(withPorts({ webAppUrl: WEB_APP }), { beside: here.app });
  const browser = new Browser(withWebApp);
  const { headers } = await follow(browser, await here.linkOf(here.mina));
  await withWebApp.close();
  expect(headers.location).toMatch(`${WEB_APP}/courses/`);
  const buyer = await here.shop.newBuyer();
  buyer.browser.cookie = `${buyer.browser.cookie}; ${browser.cookie}`;
  await here.buy(buyer, { referral_token: tokenIn(headers.location ?? '') as string });
  expect(await referred()).toEqual([here.mina.affiliateId]);
  const { rows } = await here.app.database.pool.query('select count(*)::int as count from affiliate_touches where user_id = $1', [buyer.id]);
  expect(rows).toEqual([{ count: 1 }]);
});

test.each([
  ['first_touch', 'mina'],
  ['last_touch', 'noor'],
] as const)('under %s, the time of the click decides between a cookie and a token', async (attribution, winner) => {
  await setProgram(here.staff, { cookie_consent: 'not_required', attribution });
  const buyer = await here.newReferred(await here.linkOf(here.mina));
  await setProgram(here.staff, { cookie_consent: 'required' });
  await here.buy(buyer, { referral_token: await arrive(await here.linkOf(here.noor)) });
  expect(await referred()).toEqual([here[winner].affiliateId]);
});

test('a token of an affiliate who is suspended, or who buys, earns nothing', async () => {
  const [own, suspended] = [await arrive(await here.linkOf(here.mina)), await arrive(await here.linkOf(here.noor))];
  await here.buy(here.mina, { referral_token: own });
  await expectStatus(200, here.decide(here.noor, { action: 'suspend' }));
  await here.buy(await here.shop.newBuyer(), { referral_token: suspended });
  expect(await referred()).toEqual([]);
});

test('a token that is not ours, was altered or has expired is ignored, and the purchase goes on', async () => {
  const link = await here.linkOf(here.mina);
  const valid = await arrive(link);
  const altered = valid.slice(0, -4) + [...valid.slice(-4)].reverse().join('') + valid.slice(-4);
  for (const referral_token of ['', 'nonsense', '€'.repeat(50), altered]) await here.buy(await here.shop.newBuyer(), { referral_token });
  here.app.clock.advance(10 * MINUTE_MS);
  await here.buy(await here.shop.newBuyer(), { referral_token: valid });
  expect(await referred()).toEqual([here.mina.affiliateId]);
  const late = await arrive(link);
  here.app.clock.advance(10 * MINUTE_MS + 1);
  await here.buy(await here.shop.newBuyer(), { referral_token: late });
  expect(await referred()).toEqual([here.mina.affiliateId]);
});

test('of ten users who claim one token at once, one is referred, also after it was forgotten that the token was used', async () => {
  const referral_token = await arrive(await here.linkOf(here.mina));
  const buyers = await newBuyers(here.shop, 10);
  const claimAll = () => Promise.all(buyers.map(({ browser }) => expectStatus(204, browser.call('post', 'affiliates/claim/', { referral_token }))));
  const bound = async () =>
    (await here.app.database.pool.query<{ user_id: string }>('select user_id from affiliate_touches where user_id = any($1)', [buyers.map(({ id }) => id)]))
      .rows;
  await claimAll();
  await claimAll();
  await here.app.mailbox.runJobs();
  const [first, ...more] = await bound();
  expect([buyers.map(({ id }) => id).includes(first?.user_id ?? ''), more]).toEqual([true, []]);
  here.app.clock.advance(DAY_MS + 1);
  await runTask(here.app, 'forget_visitors');
  const { rows } = await here.app.database.pool.query('select from affiliate_used_tokens where organisation_id = $1', [here.shop.school.organisation.id]);
  expect(rows).toEqual([]);
  for (const buyer of buyers) buyer.browser.cookie = await here.app.signedInCookie(buyer.id);
  await claimAll();
  await here.app.mailbox.runJobs();
  expect(await bound()).toEqual([first]);
});

test('a token must be text of at most 1,000 characters', async () => {
  const { browser } = await here.shop.newBuyer();
  for (const path of [`courses/${here.shop.courseId}/checkout/`, 'affiliates/claim/'])
    for (const [referral_token, code] of [
      [1, 'type'],
      ['\0', 'encoding'],
      ['x'.repeat(1001), 'too_long'],
    ])
      expect(await faultsOf(browser.call('post', path, { referral_token }))).toEqual([`referral_token ${code}`]);
});
