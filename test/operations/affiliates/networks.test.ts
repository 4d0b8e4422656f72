import { DAY_MS, eachWithAffiliateShop, newAffiliate, setProgram, type TestAffiliate } from '../../support/affiliates.ts';
import { type Browser, expectStatus } from '../../support/browser.ts';
import { runTask } from '../../support/jobs.ts';

const HOUR_MS = 3_600_000;

const here = eachWithAffiliateShop({ link: 'course' });

/** Has a browser call from somewhere. */
const place = ({ headers }: Browser, address: string, browser: string): void => {
  Object.assign(headers, { 'X-Forwarded-For': address, 'User-Agent': browser });
};

/** Has a new buyer follow a link, by default that of Mina, and buy from somewhere, and returns the flag of what is earned. */
async function sellAt(address: string, browser: string, link = here.link): Promise<string | null> {
  const buyer = await here.newReferred(link);
  place(buyer.browser, address, browser);
  const order = await here.buy(buyer);
  return (await here.commissions()).find(({ order_id }) => order_id === order).flag;
}

/** Has an affiliate claim what their browser carries, somewhere, as the page that sells does once per session. */
async function visit({ browser }: TestAffiliate, address: string, agent: string): Promise<void> {
  place(browser, address, agent);
  await expectStatus(204, browser.call('post', 'affiliates/claim/'));
  await here.app.mailbox.runJobs();
}

test('what is bought in the network and browser of the affiliate waits for staff, and affiliates are not told why', async () => {
  await visit(here.mina, '192.0.2.7', 'Mozilla/5.0 A');
  await visit(here.noor, '192.0.2.7', 'Mozilla/5.0 B');
  expect(await sellAt('192.0.2.7', 'Mozilla/5.0 A')).toBe('same_network');
  expect(await sellAt('192.0.2.7', 'Mozilla/5.0 B')).toBeNull();
  expect(await sellAt('192.0.2.8', 'Mozilla/5.0 A')).toBeNull();
  await here.release();
  expect(await here.commissions('?flagged=true')).toMatchObject([{ status: 'pending', flag: 'same_network' }]);
  expect(await here.commissions('?status=payable')).toHaveLength(2);
  here.mina.browser.cookie = await here.app.signedInCookie(here.mina.id);
  const own = await expectStatus(200, here.mina.browser.call('get', `affiliates/me/commissions/?affiliate_id=${here.mina.affiliateId}`));
  expect(own.body.count).toBe(3);
  expect(own.text).not.toMatch(/flag|network/);
});

test('an affiliate is seen when they join and when they create a link, for 24 hours, in one /64 network of IPv6', async () => {
  const [{ code }] = (await expectStatus(200, here.staff.call('get', 'affiliates/invites/'))).body.results;
  const affiliate = await newAffiliate(here.app, here.shop.school, code);
  const { 'X-Forwarded-For': home = '' } = affiliate.browser.headers;
  place(affiliate.browser, '2001:db8:1:2::7', 'Browser');
  const link = await here.linkOf(affiliate);
  expect(await sellAt(home, '', link)).toBe('same_network');
  here.app.clock.advance(23 * HOUR_MS);
  expect(await sellAt('2001:db8:1:2::8', 'Browser', link)).toBe('same_network');
  here.app.clock.advance(HOUR_MS);
  expect(await sellAt('2001:db8:1:2::8', 'Browser', link)).toBeNull();
});

test('the order of the fifth buyer from a /24 network of IPv4 within a day waits for staff, and those of one buyer or from elsewhere do not', async () => {
  await setProgram(here.staff, { applies_to: 'window' });
  const at = (n: number) => `203.0.113.${n}`;
  const buyer = await here.newReferred(here.link);
  place(buyer.browser, at(100), 'Browser');
  await here.buy(buyer);
  for (const n of [1, 2, 3]) expect(await sellAt(at(n), `Browser ${n}`)).toBeNull();
  expect(await sellAt('198.51.100.1', 'Browser')).toBeNull();
  const courseId = await here.newCourse();
  await here.buy(buyer, { courseId });
  expect(await here.commissions()).toHaveLength(6);
  expect(await sellAt(at(4), 'Browser 4')).toBe('order_burst');
  expect(await here.commissions('?flagged=true')).toHaveLength(1);
});

test('the order of the fifth buyer from a /64 network of IPv6 within a day waits for staff', async () => {
  for (const n of [1, 2, 3, 4]) expect(await sellAt(`2001:db8:9:9::${n}`, `Browser ${n}`)).toBeNull();
  expect(await sellAt('2001:db8:9:9::5', 'Browser 5')).toBe('order_burst');
  expect(await here.commissions('?flagged=true')).toHaveLength(1);
});

test('neither addresses nor browsers are stored, their hashes are forgotten after three days, and those of an erased person at once', async () => {
  await visit(here.mina, '192.0.2.7', 'Mozilla/5.0 A');
  await visit(here.noor, '192.0.2.8', 'Mozilla/5.0 A');
  const [buyer, other] = [await here.newReferred(here.link), await here.newReferred(here.link)];
  await here.buy(buyer);
  await here.buy(other);
  const stored = async () => {
    const sightings = await here.app.database.pool.query('select * from affiliate_sightings where user_id = any($1)', [[here.mina.id, here.noor.id, buyer.id]]);
    const networks = await here.app.database.pool.query('select * from affiliate_order_networks where organisation_id = $1', [
      here.shop.school.organisation.id,
    ]);
    return [sightings.rows, networks.rows];
  };
  const before = await stored();
  expect(new Set(before[0]?.map(({ user_id }) => user_id))).toEqual(new Set([here.mina.id, here.noor.id]));
  expect(before[1]).toHaveLength(2);
  expect(
    before
      .flat()
      .map((row) => JSON.stringify(Object.values(row).map(String)))
      .join(),
  ).not.toMatch(/192\.0\.2|Browser A/);
  await here.app.database.pool.query(`update users set deletion_due_at = now() - interval '1 day' where id = any($1)`, [[here.mina.id, buyer.id]]);
  await runTask(here.app, 'erase_users');
  const [sightings, networks] = await stored();
  expect(new Set(sightings?.map(({ user_id }) => user_id))).toEqual(new Set([here.noor.id]));
  expect(networks).toHaveLength(1);
  here.app.clock.advance(2 * DAY_MS + 1000);
  await runTask(here.app, 'forget_visitors');
  expect(await stored()).toEqual([[], []]);
});
