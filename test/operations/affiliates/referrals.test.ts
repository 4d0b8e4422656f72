import { type AffiliateShop, follow, newAffiliateShop, setProgram } from '../../support/affiliates.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { Browser, expectStatus } from '../../support/browser.ts';
import { exportOf } from '../../support/data-export.ts';

let app: TestApp;
let here: AffiliateShop;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  here = await newAffiliateShop(app);
});
afterAll(() => app.close());

describe('following a link', () => {
  test('leads to the course, passes on utm_* and sid alone, and counts people but neither HEAD nor frames nor robots', async () => {
    const link = await here.linkOf(here.mina);
    const browser = new Browser(app);
    const { headers } = await follow(browser, `${link.toUpperCase().replace('/R/', '/r/')}?utm_source=mail&sid=autumn_1&next=evil`);
    expect(headers.location).toMatch(/\/courses\/[^/?]+\?(organisation=[^&]+&)?utm_source=mail&sid=autumn_1$/);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    expect(browser.cookie).toMatch(/^lms_referrals=/);
    for (const [name, value] of Object.entries({ 'Sec-Fetch-Dest': 'iframe', 'Sec-Purpose': 'prefetch', 'User-Agent': 'Somebot/1.0' })) {
      const other = new Browser(app);
      other.headers[name] = value;
      await follow(other, link);
      expect(other.cookie).toBeNull();
    }
    expect((await app.http.head(link)).status).toBe(302);
    expect((await here.overview()).clicks).toBe(1);
  });

  test('leads to the catalogue if the link does not exist, or nobody can see its course', async () => {
    const link = await here.linkOf(here.mina);
    await app.database.pool.query(`update courses set visibility = 'private' where id = $1`, [here.shop.courseId]);
    for (const path of [link, '/r/nobody-has-this', '/r/%00']) expect((await follow(new Browser(app), path)).headers.location).toContain('/catalogue');
  });

  test('sets no cookie without consent to marketing, for an affiliate who is suspended, or while the program is off, and counts all the same', async () => {
    const link = await here.linkOf(here.mina);
    await setProgram(here.staff, { cookie_consent: 'required' });
    const browser = new Browser(app);
    await follow(browser, link);
    expect(browser.cookie).toBeNull();
    await expectStatus(200, browser.call('post', 'cookie-consent/', { preferences: false, analytics: false, marketing: true }));
    await follow(browser, link);
    expect(browser.cookie).toContain('lms_referrals=');
    await setProgram(here.staff, { cookie_consent: 'not_required', is_enabled: false });
    const other = new Browser(app);
    await follow(other, link);
    await setProgram(here.staff);
    await expectStatus(200, here.staff.call('patch', `affiliates/${here.mina.affiliateId}/`, { action: 'suspend' }));
    await follow(other, link);
    expect(other.cookie).toBeNull();
    expect((await here.overview()).clicks).toBe(4);
  });
});

test('who withdraws their consent to marketing is remembered no longer', async () => {
  const { browser } = await here.newReferred(await here.linkOf(here.mina));
  expect(browser.cookie).toMatch(/lms_referrals=[^;]/);
  await expectStatus(200, browser.call('post', 'cookie-consent/', { preferences: true, analytics: true, marketing: true }));
  expect(browser.cookie).toMatch(/lms_referrals=[^;]/);
  await expectStatus(200, browser.call('post', 'cookie-consent/', { preferences: true, analytics: true, marketing: false }));
  expect(browser.cookie).not.toMatch(/lms_referrals=[^;]/);
});

test('clicks are counted exactly when many come at once, and those on a link that is gone by then are left out', async () => {
  const [link, gone] = [await here.linkOf(here.mina), await here.linkOf(here.mina)];
  await Promise.all(Array.from({ length: 50 }, (_, n) => follow(new Browser(app), n % 5 ? link : gone)));
  await app.database.pool.query('delete from affiliate_links where code = $1', [gone.replace('/r/', '')]);
  await Promise.all(Array.from({ length: 50 }, () => follow(new Browser(app), link)));
  const { clicks } = await here.overview();
  const { rows } = await app.database.pool.query('select count(*)::int as clicks from affiliate_clicks where organisation_id = $1', [
    here.shop.school.organisation.id,
  ]);
  expect({ clicks }).toEqual(rows[0]);
  expect(clicks).toBe(90);
});

describe('claiming a referral', () => {
  test('answers alike, with as many statements and one job, whatever the browser carries', async () => {
    const link = await here.linkOf(here.mina);
    const forged = (await here.newReferred(link)).browser.cookie?.replace(/.(?=[^=]*$)/, '_') ?? '';
    const cookies = [null, 'lms_referrals=', 'lms_referrals=nonsense', forged, (await here.newReferred(link)).browser.cookie];
    await app.flushClicks();
    const seen = [];
    for (const cookie of cookies) {
      const { browser } = await here.shop.newBuyer();
      if (cookie) browser.cookie = [browser.cookie, cookie.split('; ').find((pair) => pair.startsWith('lms_referrals'))].join('; ');
      app.database.queries.count = 0;
      const { status, text, headers } = await browser.call('post', 'affiliates/claim/');
      seen.push(JSON.stringify([status, text, Object.keys(headers).sort(), app.database.queries.count]));
    }
    expect(new Set(seen).size).toBe(1);
    expect(JSON.parse(seen[0] as string).slice(0, 2)).toEqual([204, '']);
    const { rows } = await app.database.pool.query(`select count(*)::int as jobs from graphile_worker.jobs where task_identifier = 'bind_touches'`);
    expect(rows).toEqual([{ jobs: cookies.length }]);
    await app.mailbox.runJobs();
  });

  test('binds the links that were followed before, so that the order counts in another browser, and is exported', async () => {
    const buyer = await here.newReferred(await here.linkOf(here.mina));
    await expectStatus(204, buyer.browser.call('post', 'affiliates/claim/'));
    await expectStatus(204, buyer.browser.call('post', 'affiliates/claim/'));
    await app.mailbox.runJobs();
    const files = await exportOf(app, buyer.browser);
    expect(JSON.parse(files['referrals.json'] ?? '')).toHaveLength(1);
    buyer.browser.cookie = (buyer.browser.cookie ?? '')
      .split('; ')
      .filter((pair) => !pair.startsWith('lms_referrals'))
      .join('; ');
    await here.buy(buyer);
    expect(await here.commissions()).toMatchObject([{ affiliate_id: here.mina.affiliateId }]);
  });
});
