import { insertClicks } from '../../../src/domain/affiliates/referrals/follow-link.ts';
import { readTouches } from '../../../src/domain/affiliates/referrals/touches.ts';
import { createKeyring } from '../../../src/platform/secrets/keyring.ts';
import { DAY_MS, eachWithAffiliateShop, follow, setProgram } from '../../support/affiliates.ts';
import { SECRET } from '../../support/app.ts';
import { Browser, expectStatus } from '../../support/browser.ts';
import { exportOf } from '../../support/data-export.ts';
import { runTask } from '../../support/jobs.ts';

const here = eachWithAffiliateShop();

describe('following a link', () => {
  test('leads to the course, passes on utm_* and sid alone, and counts people but neither HEAD nor frames nor robots', async () => {
    const link = await here.linkOf(here.mina);
    const browser = new Browser(here.app);
    const { headers } = await follow(browser, `${link.toUpperCase().replace('/R/', '/r/')}?utm_source=mail&sid=autumn_1&next=evil`);
    expect(headers.location).toMatch(/\/courses\/[^/?]+\?(organisation=[^&]+&)?utm_source=mail&sid=autumn_1$/);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    expect(browser.cookie).toMatch(/^lms_referrals=/);
    for (const [name, value] of Object.entries({
      'Sec-Fetch-Dest': 'iframe',
      'Sec-Purpose': 'prefetch',
      'User-Agent': 'Mozilla/5.0 (compatible; Somebot/1.0)',
    })) {
      const other = new Browser(here.app);
      other.headers[name] = value;
      await follow(other, link);
      expect(other.cookie).toBeNull();
    }
    for (const agent of [
      'WhatsApp/2.23.20',
      'curl/8.5.0',
      'Wget/1.21',
      'python-requests/2.31',
      'Go-http-client/2.0',
      'okhttp/4.12',
      'http.rb/5.1 (Mastodon/4.2)',
      'Bluesky Cardyb/1.1',
    ]) {
      const program = new Browser(here.app);
      program.headers['User-Agent'] = agent;
      await follow(program, link);
      expect(program.cookie).toBeNull();
    }
    expect((await here.app.http.head(link)).status).toBe(302);
    expect((await here.overview()).clicks).toBe(1);
  });

  test('leads to the catalogue if the link does not exist, or nobody can see its course', async () => {
    const link = await here.linkOf(here.mina);
    await here.app.database.pool.query(`update courses set visibility = 'private' where id = $1`, [here.shop.courseId]);
    for (const path of [link, '/r/nobody-has-this', '/r/%00']) expect((await follow(new Browser(here.app), path)).headers.location).toContain('/catalogue');
  });

  test('sets no cookie without consent to marketing, for an affiliate who is suspended, or while the program is off, and counts all the same', async () => {
    const link = await here.linkOf(here.mina);
    await setProgram(here.staff, { cookie_consent: 'required' });
    const browser = new Browser(here.app);
    await follow(browser, link);
    expect(browser.cookie).toBeNull();
    await expectStatus(200, browser.call('post', 'cookie-consent/', { preferences: false, analytics: false, marketing: true }));
    await follow(browser, link);
    expect(browser.cookie).toContain('lms_referrals=');
    await setProgram(here.staff, { cookie_consent: 'not_required', is_enabled: false });
    const other = new Browser(here.app);
    await follow(other, link);
    await setProgram(here.staff);
    await expectStatus(200, here.staff.call('patch', `affiliates/${here.mina.affiliateId}/`, { action: 'suspend' }));
    await follow(other, link);
    expect(other.cookie).toBeNull();
    expect((await here.overview()).clicks).toBe(4);
  });
});

test('the cookie lasts as long as the window of its program, and forgets clicks that are older', async () => {
  const link = await here.linkOf(here.mina);
  const browser = new Browser(here.app);
  const ageOf = (headers: Record<string, unknown>) => /lms_referrals=([^;]+);.*Max-Age=(\d+)/.exec(String(headers['set-cookie']))?.slice(1) as [string, string];
  await setProgram(here.staff, { window_days: 90 });
  const [, first] = ageOf((await follow(browser, link)).headers);
  await setProgram(here.staff, { window_days: 7 });
  here.app.clock.advance(10 * DAY_MS);
  const [both, second] = ageOf((await follow(browser, link)).headers);
  here.app.clock.advance(81 * DAY_MS);
  const [last, third] = ageOf((await follow(browser, link)).headers);
  expect([first, second, third].map((seconds) => Number(seconds) / (24 * 3600))).toEqual([90, 80, 7]);
  const keyring = createKeyring(SECRET);
  expect([both, last].map((cookie) => readTouches(keyring, decodeURIComponent(cookie)).length)).toEqual([2, 1]);
});

test('who withdraws their consent to marketing is remembered no longer', async () => {
  const { browser } = await here.newReferred(await here.linkOf(here.mina));
  expect(browser.cookie).toMatch(/lms_referrals=[^;]/);
  await expectStatus(200, browser.call('post', 'cookie-consent/', { preferences: true, analytics: true, marketing: true }));
  expect(browser.cookie).toMatch(/lms_referrals=[^;]/);
  await expectStatus(200, browser.call('post', 'cookie-consent/', { preferences: true, analytics: true, marketing: false }));
  expect(browser.cookie).not.toMatch(/lms_referrals=[^;]/);
});

test('clicks and visitors are counted exactly when many come at once, and those on a link that is gone by then are left out', async () => {
  const [link, gone] = [await here.linkOf(here.mina), await here.linkOf(here.mina)];
  const browsers = Array.from({ length: 50 }, () => new Browser(here.app));
  await Promise.all(browsers.map((browser, n) => follow(browser, n % 5 ? link : gone)));
  await here.app.database.pool.query('delete from affiliate_links where code = $1', [gone.replace('/r/', '')]);
  await Promise.all(browsers.map((browser) => follow(browser, link)));
  expect(await here.overview()).toMatchObject({ clicks: 90, visitors: 50 });
  const { programs } = (await expectStatus(200, here.mina.browser.call('get', 'affiliates/me/dashboard/'))).body;
  expect(programs).toMatchObject([{ clicks: 90, visitors: 50 }]);
});

test('a visitor counts once however many processes write their clicks at once', async () => {
  const link = await here.linkOf(here.mina);
  const { rows } = await here.app.database.pool.query('select id from affiliate_links where code = $1', [link.replace('/r/', '')]);
  const click = {
    ...{ organisation_id: here.shop.school.organisation.id, link_id: rows[0].id, clicked_at: new Date(here.app.clock.now()).toISOString() },
    ...{ sub_id: null, address: '192.0.2.1', browser: 'Browser' },
  };
  const tools = { db: here.app.database.db, keyring: createKeyring(SECRET) };
  await Promise.all(Array.from({ length: 20 }, () => insertClicks(tools, [click, { ...click, browser: 'Another' }])));
  expect(await here.overview()).toMatchObject({ clicks: 40, visitors: 2 });
});

test('clicks are counted although no key opens what hides the visitors of their day', async () => {
  const link = await here.linkOf(here.mina);
  const clicked = async () => {
    await follow(new Browser(here.app), link);
    await here.app.flushClicks();
    return (await here.overview()).clicks;
  };
  expect(await clicked()).toBe(1);
  await here.app.database.pool.query(`update affiliate_click_keys set key = '\\x00' || key`);
  expect(await clicked()).toBe(2);
});

test('a visitor counts again on the next day, and neither they nor the key of their day are kept', async () => {
  const link = await here.linkOf(here.mina);
  const browser = new Browser(here.app);
  const visit = async () => {
    await follow(browser, link);
    await follow(browser, link);
    await here.app.flushClicks();
    return (await here.app.database.pool.query('select visitor_hash from affiliate_visitors where organisation_id = $1', [here.shop.school.organisation.id]))
      .rows;
  };
  const first = await visit();
  expect(first).toHaveLength(1);
  here.app.clock.advance(DAY_MS);
  await runTask(here.app, 'forget_visitors');
  const [second, ...more] = await visit();
  expect(more).toEqual([]);
  expect(second.visitor_hash.equals(first[0].visitor_hash)).toBe(false);
  const today = new Date(here.app.clock.now()).toISOString().slice(0, 10);
  // The clocks of other tests may have been ahead.
  const { rows } = await here.app.database.pool.query('select day::text from affiliate_click_keys where day <= $1', [today]);
  expect(rows).toEqual([{ day: today }]);
  here.staff.cookie = await here.app.signedInCookie(here.shop.school.id);
  expect(await here.overview()).toMatchObject({ clicks: 4, visitors: 2 });
});

test('links can be followed 600 times in five minutes from one address', async () => {
  const { headers: ofAddress } = new Browser(here.app);
  const ask = () => here.app.http.get('/r/x').set(ofAddress);
  const statuses = new Set<number>();
  for (let asked = 0; asked <= 600; asked += 50) for (const { status } of await Promise.all(Array.from({ length: 50 }, ask))) statuses.add(status);
  const refused = await ask();
  expect([...statuses].sort()).toEqual([302, 429]);
  expect(refused.status).toBe(429);
  expect(refused.body.code).toBe('throttled');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await ask().set(new Browser(here.app).headers)).status).toBe(302);
});

describe('claiming a referral', () => {
  test('answers alike, with as many statements and one job, whatever the browser carries', async () => {
    const link = await here.linkOf(here.mina);
    const forged = (await here.newReferred(link)).browser.cookie?.replace(/.(?=[^=]*$)/, '_') ?? '';
    const cookie = (await here.newReferred(link)).browser.cookie;
    await setProgram(here.staff, { cookie_consent: 'required' });
    const token = new URL((await follow(new Browser(here.app), link)).headers.location ?? '', 'http://here.invalid').searchParams.get('referral_token');
    const brought = [
      ...[null, 'lms_referrals=', 'lms_referrals=nonsense', forged, cookie].map((one) => [one, {}] as const),
      ...['', 'nonsense', token].map((referral_token) => [null, { referral_token }] as const),
      [cookie, { referral_token: token }] as const,
    ];
    await here.app.flushClicks();
    const seen = [];
    for (const [cookie, body] of brought) {
      const { browser } = await here.shop.newBuyer();
      if (cookie) browser.cookie = [browser.cookie, cookie.split('; ').find((pair) => pair.startsWith('lms_referrals'))].join('; ');
      here.app.database.queries.count = 0;
      const { status, text, headers } = await browser.call('post', 'affiliates/claim/', body);
      seen.push(JSON.stringify([status, text, Object.keys(headers).sort(), here.app.database.queries.count]));
    }
    expect(new Set(seen).size).toBe(1);
    expect(JSON.parse(seen[0] as string).slice(0, 2)).toEqual([204, '']);
    const { rows } = await here.app.database.pool.query(`select count(*)::int as jobs from graphile_worker.jobs where task_identifier = 'bind_touches'`);
    expect(rows).toEqual([{ jobs: brought.length }]);
    await here.app.mailbox.runJobs();
  });

  test('binds the links that were followed before, so that the order counts in another browser, and is exported', async () => {
    const buyer = await here.newReferred(await here.linkOf(here.mina));
    await expectStatus(204, buyer.browser.call('post', 'affiliates/claim/'));
    await expectStatus(204, buyer.browser.call('post', 'affiliates/claim/'));
    await here.app.mailbox.runJobs();
    const files = await exportOf(here.app, buyer.browser);
    expect(JSON.parse(files['referrals.json'] ?? '')).toHaveLength(1);
    buyer.browser.cookie = (buyer.browser.cookie ?? '')
      .split('; ')
      .filter((pair) => !pair.startsWith('lms_referrals'))
      .join('; ');
    await here.buy(buyer);
    expect(await here.commissions()).toMatchObject([{ affiliate_id: here.mina.affiliateId }]);
  });
});
