import { CONTRACT, startTestApp, type TestApp } from '../../support/app.ts';
import { Browser, expectStatus, newUser } from '../../support/browser.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const all = async <T>(path: string): Promise<{ results: T[]; cache: string | undefined }> => {
  const results: T[] = [];
  let cache: string | undefined;
  for (let page = 1; ; page++) {
    const { body, headers } = await expectStatus(200, new Browser(app).call('get', `${path}?page_size=200&page=${page}`));
    results.push(...body.results);
    cache = headers['cache-control'];
    if (body.next === null) return { results, cache };
  }
};

test('currencies are returned to visitors with the minor units of ISO 4217, in alphabetical order, and can be cached', async () => {
  const { results, cache } = await all<{ code: string; minor_units: number }>('currencies/');
  const units = Object.fromEntries(results.map((currency) => [currency.code, currency.minor_units]));
  expect(units).toMatchObject({ EUR: 2, JPY: 0, KWD: 3, HUF: 2, IDR: 2, COP: 2, PKR: 2, MGA: 2, IQD: 3, ISK: 0, UGX: 0 });
  expect(Object.keys(units)).toEqual(Object.keys(units).sort());
  expect(cache).toBe('public, max-age=86400');
});

test('categories are returned to visitors by ID, page by page, and can be cached', async () => {
  const { results, cache } = await all<{ id: number; slug: string; name: string }>('categories/');
  expect(results).toHaveLength(18);
  expect(results).toContainEqual({ id: 3, slug: 'computing', name: 'Computing' });
  expect(results.map(({ id }) => id)).toEqual(results.map(({ id }) => id).sort((one, other) => one - other));
  expect(cache).toBe('public, max-age=86400');
  const { body } = await expectStatus(200, new Browser(app).call('get', 'categories/?page=2&page_size=5'));
  expect([body.count, body.results]).toEqual([18, results.slice(5, 10)]);
});

test('the contract names the categories that the service lists wherever it describes the category of a course', async () => {
  const { results } = await all<{ id: number; name: string }>('categories/');
  const listed = results.map(({ id, name }) => `${id} ${name}`).join(', ');
  const described = [...CONTRACT.matchAll(/: (1 [A-Z][\w ]+, 2 [^.]*)\./g)].map((match) => match[1]);
  expect(described.length).toBeGreaterThan(3);
  expect(new Set(described)).toEqual(new Set([listed]));
});

test('time zones are returned with their current offset, including daylight saving time and half and quarter hours', async () => {
  const winter = Date.UTC(2027, 0, 15);
  app.clock.time = winter;
  const offsets = async () =>
    Object.fromEntries((await all<{ name: string; offset_minutes: number }>('timezones/')).results.map((zone) => [zone.name, zone.offset_minutes]));
  expect(await offsets()).toMatchObject({ 'Europe/Berlin': 60, 'America/New_York': -300, 'Asia/Kolkata': 330, 'Asia/Kathmandu': 345 });
  app.clock.time = Date.UTC(2027, 6, 15);
  expect(await offsets()).toMatchObject({ 'Europe/Berlin': 120, 'America/New_York': -240 });
});

test('plans are listed from smallest to largest', async () => {
  const { body } = await expectStatus(200, new Browser(app).call('get', 'billing/plans/'));
  expect(body.results.map((plan: { id: string; course_limit: number | null }) => [plan.id, plan.course_limit])).toEqual([
    ['free', 3],
    ['starter', 25],
    ['pro', 250],
    ['enterprise', null],
  ]);
});

test('updating the current user changes only the fields that are sent', async () => {
  const { email, browser } = await newUser(app);
  const before = (await browser.call('get', 'me/')).body;
  expect(before).toMatchObject({ email, name: 'Test user', second_factor: 'none', memberships: [], current_organisation: null });
  const { body } = await expectStatus(200, browser.call('patch', 'me/', { timezone: 'Asia/Tokyo', language: 'ja' }));
  expect(body).toEqual({ ...before, timezone: 'Asia/Tokyo', language: 'ja' });
  expect((await browser.call('patch', 'me/', { timezone: '+09:00', email: 'x@example.org' })).body.errors).toHaveLength(2);
});

test('the subscription returns 404 for an organisation without one', async () => {
  const { browser } = await newUser(app);
  const { body } = await expectStatus(201, browser.call('post', 'tenants/setup/', { name: 'A', subdomain: `no-plan-${app.clock.now()}` }));
  await app.database.db.deleteFrom('platform_subscriptions').where('organisation_id', '=', body.id).execute();
  await expectStatus(404, browser.call('get', 'billing/subscription/'));
});
