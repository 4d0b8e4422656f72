import { insertClicks } from '../../../src/domain/affiliates/referrals/follow-link.ts';
import { createKeyring } from '../../../src/platform/secrets/keyring.ts';
import { DAY_MS, eachWithAffiliateShop, follow, NOWHERE, newAffiliateShop, setProgram, type TestAffiliate } from '../../support/affiliates.ts';
import { SECRET } from '../../support/app.ts';
import { Browser, expectStatus, type TestUser } from '../../support/browser.ts';
import { exportOf } from '../../support/data-export.ts';
import { askAsGuest, newGuest, signUpAs } from '../../support/guests.ts';
import { faultsOf } from '../../support/learner.ts';
import { countOf } from '../../support/sample.ts';
import { newCoupon } from '../../support/shop.ts';

const here = eachWithAffiliateShop({ link: 'course' });

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const today = (): string => dayOf(here.app.clock.now());

/** Returns rows without what is the same in all of them. */
async function rowsOf(browser: Browser, path: string) {
  await here.app.flushClicks();
  const { results } = (await expectStatus(200, browser.call('get', path))).body;
  // biome-ignore lint/suspicious/noExplicitAny: rows of a response
  return results as any[];
}
const funnel = (query = '') => rowsOf(here.staff, `affiliates/funnel/?by=sub_id${query}`);
const ownFunnel = ({ browser, affiliateId }: TestAffiliate, query = '') => rowsOf(browser, `affiliates/me/funnel/?affiliate_id=${affiliateId}${query}`);

/** Says when an account was made, by the clock of the test. */
const makeAt = ({ id }: { id: string }, ms: number) => here.app.database.pool.query('update users set created_at = $1 where id = $2', [new Date(ms), id]);

/** Follows a link in a new browser, and then makes an account there and claims the link. */
async function signUpBy(...links: string[]): Promise<TestUser & { id: string }> {
  const browser = new Browser(here.app);
  for (const link of links) {
    await follow(browser, link);
    here.app.clock.advance(1);
  }
  const person = await here.shop.newBuyer();
  await makeAt(person, here.app.clock.now());
  person.browser.cookie = `${person.browser.cookie}; ${browser.cookie}`;
  await claim(person);
  return person;
}

async function claim({ browser }: TestUser): Promise<void> {
  await expectStatus(204, browser.call('post', 'affiliates/claim/'));
  await here.app.mailbox.runJobs();
}

const setZone = (timezone: string) =>
  here.app.database.pool.query('update organisations set timezone = $1 where id = $2', [timezone, here.shop.school.organisation.id]);

test('a sub-id goes with the visitor from the link to the sign-up, the order and the refund, in rows by link or by sub-id', async () => {
  const { link } = here;
  await follow(new Browser(here.app), link);
  const buyer = await signUpBy(`${link}?sid=autumn`);
  const order = await here.buy(buyer);
  await here.refund(order, 1000);
  const money = [{ currency: 'EUR', livemode: false, orders: 1, revenue: 4900, refunds: 1, refunded: 1000 }];
  const named = { id: expect.any(String), code: link.replace('/r/', ''), label: '', course_id: here.shop.courseId };
  const common = { affiliate_id: here.mina.affiliateId, link: named, other_sub_ids: false };
  const none = { ...common, sub_id: null, clicks: 1, visitors: 1, sign_ups: 0, orders: 0, refunds: 0, money: [] };
  const autumn = { ...common, sub_id: 'autumn', clicks: 1, visitors: 1, sign_ups: 1, orders: 1, refunds: 1, money };
  expect(await funnel()).toEqual([autumn, none]);
  expect(await ownFunnel(here.mina, '&by=sub_id')).toEqual([autumn, none]);
  const byLink = { ...autumn, sub_id: null, clicks: 2, visitors: 2 };
  expect(await ownFunnel(here.mina)).toEqual([byLink]);
  const { body } = await expectStatus(200, here.staff.call('get', 'affiliates/funnel/?page_size=1'));
  expect(body).toMatchObject({ count: 1, next: null, results: [byLink] });
});

test('what has happened is counted on its own day, in the zone of the organisation, and an earlier day never changes', async () => {
  await setZone('Pacific/Kiritimati');
  const { link } = here;
  const order = await here.buy(await here.newReferred(link));
  const first = dayOf(here.app.clock.now() + 14 * 3600_000);
  here.app.clock.advance(2 * DAY_MS);
  here.staff.cookie = await here.app.signedInCookie(here.shop.school.id);
  await here.refund(order, 4900);
  const later = dayOf(here.app.clock.now() + 14 * 3600_000);
  const before = await funnel(`&from=${first}&to=${first}`);
  expect(before).toMatchObject([{ clicks: 1, orders: 1, refunds: 0, money: [{ revenue: 4900, refunded: 0 }] }]);
  expect(await funnel(`&from=${later}`)).toMatchObject([{ clicks: 0, orders: 0, refunds: 1, money: [{ revenue: 0, refunded: 4900 }] }]);
  await setZone('Pacific/Pago_Pago');
  expect(await funnel(`&from=${first}&to=${first}`)).toEqual(before);
});

test('only whoever made their account after the click is a sign-up, once, by the link that the program credits', async () => {
  const [first, last] = [here.link, await here.linkOf(here.noor)];
  const known = await here.newReferred(first);
  await makeAt(known, here.app.clock.now() - DAY_MS);
  await claim(known);
  expect(await funnel()).toMatchObject([{ clicks: 1, sign_ups: 0 }]);
  const signUps = async () => Object.fromEntries((await funnel()).map(({ affiliate_id, sign_ups }) => [affiliate_id, sign_ups]));
  const person = await signUpBy(first, last);
  await Promise.all(Array.from({ length: 10 }, () => claim(person)));
  expect(await signUps()).toEqual({ [here.mina.affiliateId]: 1, [here.noor.affiliateId]: 0 });
  await setProgram(here.staff, { attribution: 'last_touch' });
  await signUpBy(first, last);
  expect(await signUps()).toEqual({ [here.mina.affiliateId]: 1, [here.noor.affiliateId]: 1 });
  await expectStatus(200, here.decide(here.noor, { action: 'suspend' }));
  await signUpBy(first, last);
  expect(await signUps()).toEqual({ [here.mina.affiliateId]: 2, [here.noor.affiliateId]: 1 });
  expect(JSON.parse((await exportOf(here.app, person.browser))['referred-sign-ups.json'] ?? '')).toMatchObject([{ sub_id: null }]);
});

test('a guest who pays, and then makes an account with the address, is a sign-up', async () => {
  const guest = newGuest(here.app, here.shop);
  await follow(guest.browser, `${here.link}?sid=guest`);
  const { body } = await expectStatus(201, askAsGuest(here.shop, guest));
  await here.pay(body.url);
  expect(await funnel()).toMatchObject([{ sub_id: 'guest', sign_ups: 0, orders: 1 }]);
  // An account is made when the database says so.
  await here.app.database.pool.query(`update affiliate_referrals set clicked_at = $1 where order_id = $2`, [new Date(), body.order.id]);
  await signUpAs(here.app, here.shop, guest.email);
  expect(await funnel()).toMatchObject([{ sub_id: 'guest', sign_ups: 1, orders: 1 }]);
});

test('an order by a coupon without a click has no link, and one that earns nothing is none', async () => {
  await newCoupon(here.shop, { affiliate_id: here.noor.affiliateId });
  await here.buy(await here.shop.newBuyer(), { coupon_code: 'AUTUMN' });
  await here.buy(await here.shop.newBuyer());
  expect(await funnel()).toMatchObject([{ affiliate_id: here.noor.affiliateId, link: null, sub_id: null, clicks: 0, orders: 1, money: [{ revenue: 3675 }] }]);
});

test('fifty clicks at once with ten sub-ids are counted exactly, and so are their visitors', async () => {
  const { link } = here;
  const browsers = Array.from({ length: 50 }, () => new Browser(here.app));
  await Promise.all(browsers.map((browser, n) => follow(browser, `${link}?sid=s${n % 10}`)));
  here.app.clock.advance(1);
  await follow(browsers[0] as Browser, `${link}?sid=s9`);
  const rows = await funnel();
  expect(rows.map(({ sub_id, clicks, visitors }) => [sub_id, clicks, visitors]).sort()).toEqual(
    Array.from({ length: 10 }, (_, n) => [`s${n}`, n === 9 ? 6 : 5, 5]),
  );
});

test('of 1,500 sub-ids at once, in several processes, exactly 1,000 of a month are told apart, and those stay so', async () => {
  const { link } = here;
  const { rows } = await here.app.database.pool.query('select id from affiliate_links where code = $1', [link.replace('/r/', '')]);
  const tools = { db: here.app.database.db, keyring: createKeyring(SECRET) };
  const click = (name: string, at = here.app.clock.now()) => ({
    ...{ organisation_id: here.shop.school.organisation.id, link_id: rows[0].id, sub_id: name, clicked_at: new Date(at).toISOString() },
    ...{ address: '192.0.2.1', browser: 'Browser' },
  });
  const part = (process: number) => Array.from({ length: 600 }, (_, n) => click(`s${process * 300 + n}`));
  await Promise.all([0, 1, 2, 3].map((process) => insertClicks(tools, part(process))));
  const counts = async () => {
    const all = (await Promise.all(Array.from({ length: 6 }, (_, page) => funnel(`&page_size=200&page=${page + 1}`)))).flat();
    return { all, others: all.find(({ other_sub_ids }) => other_sub_ids), told: all.filter(({ sub_id }) => sub_id !== null) };
  };
  const { all, told, others } = await counts();
  expect([told.length, others.sub_id, all.reduce((sum, { clicks }) => sum + clicks, 0)]).toEqual([1000, null, 2400]);
  await insertClicks(tools, [click(told[0].sub_id), click('another')]);
  const after = await counts();
  expect([after.told.length, after.others.clicks]).toEqual([1000, others.clicks + 1]);
  await insertClicks(tools, [click('another', here.app.clock.now() + 32 * DAY_MS)]);
  expect(await funnel(`&from=${dayOf(here.app.clock.now() + 31 * DAY_MS)}&to=${dayOf(here.app.clock.now() + 33 * DAY_MS)}`)).toMatchObject([
    { sub_id: 'another', clicks: 1 },
  ]);
});

test('a sub-id with other characters, or too long, is none', async () => {
  const { link } = here;
  for (const sid of ['*', '%00', 'a%20b', 'x'.repeat(65), '', 'x&sid=y']) await follow(new Browser(here.app), `${link}?sid=${sid}`);
  await follow(new Browser(here.app), `${link}?sid=${'x'.repeat(64)}`);
  expect(await funnel()).toMatchObject([
    { sub_id: null, other_sub_ids: false, clicks: 6 },
    { sub_id: 'x'.repeat(64), clicks: 1 },
  ]);
});

test('sales and refunds at once are counted exactly', async () => {
  const count = countOf(10, 5);
  const link = `${here.link}?sid=rush`;
  const buyers = await Promise.all(Array.from({ length: count }, () => here.newReferred(link)));
  const orders = await Promise.all(buyers.map((buyer) => here.buy(buyer)));
  await Promise.all(orders.map((order) => here.refund(order, 900)));
  expect(await funnel()).toMatchObject([
    {
      sub_id: 'rush',
      clicks: count,
      visitors: count,
      orders: count,
      refunds: count,
      money: [{ orders: count, revenue: count * 4900, refunds: count, refunded: count * 900 }],
    },
  ]);
});

test('staff see all affiliates of their organisation, or one of them, or one link; an affiliate sees their own rows only', async () => {
  const [mina, noor] = [here.link, await here.linkOf(here.noor)];
  const other = await newAffiliateShop(here.app, undefined, { link: 'course' });
  for (const link of [mina, mina, noor, other.link]) await follow(new Browser(here.app), link);
  const seen = async (asked: Promise<{ affiliate_id: string }[]>) => (await asked).map(({ affiliate_id }) => affiliate_id);
  expect(await seen(funnel())).toEqual([here.mina.affiliateId, here.noor.affiliateId]);
  expect(await seen(funnel(`&affiliate_id=${here.noor.affiliateId}`))).toEqual([here.noor.affiliateId]);
  expect(await seen(funnel(`&affiliate_id=${other.mina.affiliateId}`))).toEqual([]);
  const [{ link }] = await funnel(`&affiliate_id=${here.noor.affiliateId}`);
  expect(await seen(funnel(`&link_id=${link.id}`))).toEqual([here.noor.affiliateId]);
  expect(await seen(ownFunnel(here.mina))).toEqual([here.mina.affiliateId]);
  expect(await seen(ownFunnel(here.mina, `&link_id=${link.id}`))).toEqual([]);
  for (const affiliate of [here.noor.affiliateId, other.mina.affiliateId, NOWHERE])
    await expectStatus(404, here.mina.browser.call('get', `affiliates/me/funnel/?affiliate_id=${affiliate}`));
  await expectStatus(403, here.mina.browser.call('get', 'affiliates/funnel/'));
});

test('a span ends no earlier than it begins, has 366 days at most, and the last 30 if nothing else is asked', async () => {
  const { link } = here;
  await follow(new Browser(here.app), link);
  await here.app.flushClicks();
  const shift = (days: number) =>
    here.app.database.pool.query('update affiliate_funnel_days set day = $1::date - $2::int where organisation_id = $3', [
      today(),
      days,
      here.shop.school.organisation.id,
    ]);
  await shift(29);
  expect(await funnel()).toHaveLength(1);
  await shift(30);
  expect(await funnel()).toHaveLength(0);
  expect(await funnel(`&from=${dayOf(here.app.clock.now() - 365 * DAY_MS)}`)).toHaveLength(1);
  for (const path of ['affiliates/funnel/', 'affiliates/funnel/export/', `affiliates/me/funnel/`]) {
    const faults = (query: string) => faultsOf(here.staff.call('get', `${path}?affiliate_id=${here.mina.affiliateId}&${query}`));
    const own = (query: string) => faultsOf(here.mina.browser.call('get', `${path}?affiliate_id=${here.mina.affiliateId}&${query}`));
    const ask = path.includes('/me/') ? own : faults;
    expect(await ask('from=2026-03-02&to=2026-03-01')).toEqual(['to before_start']);
    expect(await ask('from=2025-01-01&to=2026-01-02')).toEqual(['to too_late']);
    expect(await ask('from=2026-02-30')).toEqual([expect.stringMatching(/^from /)]);
    expect(await ask('by=day')).toEqual([expect.stringMatching(/^by /)]);
    expect(await ask('link_id=x')).toEqual([expect.stringMatching(/^link_id /)]);
  }
});

test('the export has a line for each row and currency, whose columns can be added up', async () => {
  const { link } = here;
  const order = await here.buy(await signUpBy(`${link}?sid=-1`));
  await here.refund(order, 1000);
  await follow(new Browser(here.app), await here.linkOf(here.noor));
  await here.app.flushClicks();
  await here.app.database.pool.query(
    `insert into affiliate_funnel_money (organisation_id, day, affiliate_id, link_id, sub_id, currency, livemode, orders, revenue, refunds, refunded)
     select organisation_id, day, affiliate_id, link_id, sub_id, 'USD', livemode, 2, 800, 0, 0 from affiliate_funnel_money where organisation_id = $1`,
    [here.shop.school.organisation.id],
  );
  const { text } = await expectStatus(200, here.staff.call('get', 'affiliates/funnel/export/?by=sub_id'));
  const [head, ...lines] = text.trim().split('\r\n');
  expect(head).toBe('affiliate_id,link_id,code,label,sub_id,other_sub_ids,clicks,visitors,sign_ups,currency,livemode,orders,revenue,refunds,refunded');
  expect(lines.map((line: string) => line.split(',').slice(4).join()).sort()).toEqual(
    ["'-1,false,1,1,1,EUR,false,1,4900,1,1000", "'-1,false,0,0,0,USD,false,2,800,0,0", ',false,1,1,0,,,0,,0,'].sort(),
  );
});
