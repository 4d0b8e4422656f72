import { forgetOldCookieConsents } from '../../../src/domain/identity/consent/cookies.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { Browser, expectStatus, newUser, PASSWORD } from '../../support/browser.ts';

const ALL = { preferences: true, analytics: true, marketing: true };
const NONE = { preferences: false, analytics: false, marketing: false };
const SOME = { preferences: true, analytics: false, marketing: true };
const DAY_MS = 24 * 3600_000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const decide = async (browser: Browser, choice: object) => (await expectStatus(200, browser.call('post', 'cookie-consent/', choice))).body;
const consentOf = async (browser: Browser) => (await expectStatus(200, browser.call('get', 'cookie-consent/'))).body;

async function signedInAs({ email }: { email: string }, browser = new Browser(app)): Promise<Browser> {
  await expectStatus(200, browser.call('post', 'auth/login/', { email, password: PASSWORD }));
  return browser;
}

/** Every decision stored under the visitor ID of this browser. */
const rowsOf = (browser: Browser) =>
  app.database.db
    .selectFrom('cookie_consents')
    .selectAll()
    .where('visitor_id', '=', /lms_visitor=([^;]+)/.exec(browser.cookie ?? '')?.[1] ?? '')
    .orderBy('id')
    .execute();

async function publish(version: string, inForceFrom: number): Promise<() => Promise<void>> {
  const { db } = app.database;
  await db
    .insertInto('policies')
    .values({ policy: 'cookies', version, url: '/legal/cookies', in_force_from: new Date(inForceFrom).toISOString() })
    .execute();
  return async () => void (await db.deleteFrom('policies').where('version', '=', version).execute());
}

test('a visitor who has not decided is reported as undecided, and reading sets no cookie', async () => {
  const answer = await app.http.get('/api/v1/cookie-consent/');
  expect(answer.body).toEqual({ policy_version: '2026-01-01', is_decided: false, ...NONE, decided_at: null });
  expect(answer.headers['set-cookie']).toBeUndefined();
});

test('a decision is recognized in the browser where it was made and in no other', async () => {
  const [browser, other] = [new Browser(app), new Browser(app)];
  const decided = await decide(browser, SOME);
  expect(decided).toEqual({ policy_version: '2026-01-01', is_decided: true, ...SOME, decided_at: new Date(app.clock.now()).toISOString() });
  expect(await consentOf(browser)).toEqual(decided);
  expect((await consentOf(other)).is_decided).toBe(false);
});

test('the visitor cookie is random, hidden from scripts, lasts a year and is renewed by every decision', async () => {
  const browser = new Browser(app);
  const asked = () => app.http.post('/api/v1/cookie-consent/').set(browser.headers);
  const first = await asked().send(ALL);
  const [cookie = ''] = first.headers['set-cookie'] as unknown as string[];
  expect(cookie).toMatch(
    /^lms_visitor=[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}; Max-Age=31536000; Path=\/; .*HttpOnly; SameSite=Lax$/,
  );
  const again = await asked().set('Cookie', cookie).send(NONE);
  expect((again.headers['set-cookie'] as unknown as string[])[0]?.split(';')[0]).toBe(cookie.split(';')[0]);
});

test('an invalid visitor cookie is ignored and replaced', async () => {
  const browser = new Browser(app);
  browser.cookie = "lms_visitor=' or true --";
  expect((await consentOf(browser)).is_decided).toBe(false);
  await decide(browser, ALL);
  expect(browser.cookie).toMatch(/^lms_visitor=[0-9a-f-]{36}$/);
});

test('every decision is stored, and the last one applies', async () => {
  const browser = new Browser(app);
  for (const choice of [ALL, NONE, SOME]) await decide(browser, choice);
  expect(await rowsOf(browser)).toEqual([ALL, NONE, SOME].map((choice) => expect.objectContaining({ ...choice, version: '2026-01-01', user_id: null })));
  expect(await consentOf(browser)).toMatchObject(SOME);
});

test('two concurrent decisions are both stored, and the one stored last applies', async () => {
  const browser = new Browser(app);
  await decide(browser, NONE);
  await Promise.all([decide(browser, ALL), decide(browser, SOME)]);
  const rows = await rowsOf(browser);
  expect(rows).toHaveLength(3);
  const { preferences, analytics, marketing } = rows[2] as (typeof rows)[number];
  expect(await consentOf(browser)).toMatchObject({ preferences, analytics, marketing });
});

test("a user's last decision applies in every browser and takes precedence over earlier decisions made in it", async () => {
  const user = await newUser(app);
  await decide(user.browser, SOME);
  const other = new Browser(app);
  await decide(other, ALL);
  await signedInAs(user, other);
  expect(await consentOf(other)).toMatchObject(SOME);
  await decide(other, NONE);
  expect(await consentOf(user.browser)).toMatchObject(NONE);
});

test('a user who has not decided inherits the decision of a visitor in the same browser, but not that of another user', async () => {
  const [first, second] = [await newUser(app), await newUser(app)];
  const shared = new Browser(app);
  await decide(shared, SOME);
  await signedInAs(first, shared);
  expect(await consentOf(shared)).toMatchObject({ is_decided: true, ...SOME });
  await decide(shared, ALL);
  await signedInAs(second, shared);
  expect(await consentOf(shared)).toMatchObject({ is_decided: true, ...SOME });
});

test('a request with a bearer key is not treated as coming from the signed-in user', async () => {
  const user = await newUser(app);
  await decide(user.browser, ALL);
  user.browser.headers.Authorization = 'Bearer nothing';
  user.browser.cookie = (user.browser.cookie ?? '')
    .split('; ')
    .filter((pair) => !pair.startsWith('lms_visitor'))
    .join('; ');
  expect((await consentOf(user.browser)).is_decided).toBe(false);
});

test('a new policy version requires a new decision from the moment it is in force, and the old decision is kept', async () => {
  const browser = new Browser(app);
  const user = await newUser(app);
  await decide(browser, ALL);
  await decide(user.browser, ALL);
  const withdraw = await publish('2026-99', app.clock.now() + DAY_MS);
  try {
    expect(await consentOf(browser)).toMatchObject({ policy_version: '2026-01-01', is_decided: true });
    app.clock.advance(DAY_MS);
    for (const asked of [browser, user.browser])
      expect(await consentOf(asked)).toEqual({ policy_version: '2026-99', is_decided: false, ...NONE, decided_at: null });
    expect(await decide(browser, SOME)).toMatchObject({ policy_version: '2026-99', is_decided: true, ...SOME });
    expect((await rowsOf(browser)).map(({ version }) => version)).toEqual(['2026-01-01', '2026-99']);
  } finally {
    app.clock.advance(-DAY_MS);
    await withdraw();
  }
});

test('a decision is deleted after three years and not before', async () => {
  const { db } = app.database;
  const [old, young] = [new Browser(app), new Browser(app)];
  await decide(old, ALL);
  await decide(young, ALL);
  const [row] = await rowsOf(old);
  const decidedAt = new Date(app.clock.now());
  decidedAt.setUTCFullYear(decidedAt.getUTCFullYear() - 3);
  await db
    .updateTable('cookie_consents')
    .set({ created_at: new Date(decidedAt.getTime() + DAY_MS).toISOString() })
    .where('id', '=', row?.id ?? '')
    .execute();
  await forgetOldCookieConsents({ db, clock: app.clock });
  expect(await rowsOf(old)).toHaveLength(1);
  await forgetOldCookieConsents({ db, clock: { now: () => app.clock.now() + DAY_MS } });
  expect([await rowsOf(old), await rowsOf(young)]).toEqual([[], [expect.anything()]]);
});

test.each([
  [{ preferences: true, analytics: true }, 'marketing', 'required'],
  [{ ...ALL, marketing: 'yes' }, 'marketing', 'type'],
  [{ ...ALL, marketing: null }, 'marketing', 'type'],
  [{ ...ALL, necessary: true }, 'necessary', 'unknown_field'],
])('the decision %j is rejected with an error on %s', async (choice, field, code) => {
  const browser = new Browser(app);
  const { status, body } = await browser.call('post', 'cookie-consent/', choice);
  expect([status, body.errors]).toEqual([400, [expect.objectContaining({ field, code })]]);
  expect(browser.cookie).toBeNull();
});
