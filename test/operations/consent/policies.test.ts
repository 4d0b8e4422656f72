import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Browser, expectStatus, newUser } from '../../support/browser.ts';

const VERSION = '2026-01-01';
const TERMS = { policy: 'terms', version: VERSION };
const PRIVACY = { policy: 'privacy', version: VERSION };
const DAY_MS = 24 * 3600_000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const consentOf = async (browser: Browser) => (await expectStatus(200, browser.call('get', 'legal/consent/'))).body;
const accept = (browser: Browser, ...accepted: object[]) => browser.call('post', 'legal/consent/', { accept: accepted });
const now = () => new Date(app.clock.now()).toISOString();

/** The stored policy acceptances of a user. */
async function keptOf({ email }: { email: string }) {
  return app.database.db
    .selectFrom('policy_acceptances')
    .innerJoin('users', 'users.id', 'policy_acceptances.user_id')
    .select(['policy', 'version', 'accepted_at', 'ip'])
    .where('email', '=', email)
    .orderBy('policy', 'desc')
    .execute();
}

/** Publishes a version and moves the clock to the moment it is in force; returns a function that undoes both. */
async function publish(version: string): Promise<() => Promise<void>> {
  const { db } = app.database;
  app.clock.advance(DAY_MS);
  await db.insertInto('policies').values({ policy: 'terms', version, url: 'https://example.org/terms', in_force_from: now() }).execute();
  return async () => {
    app.clock.advance(-DAY_MS);
    await db.deleteFrom('policy_acceptances').where('version', '=', version).execute();
    await db.deleteFrom('policies').where('version', '=', version).execute();
  };
}

test('a new user has accepted nothing and gets the URL of each policy', async () => {
  const { browser } = await newUser(app);
  const none = { version: VERSION, accepted_version: null, accepted_at: null, is_accepted: false };
  expect(await consentOf(browser)).toEqual({
    policies: [
      { policy: 'terms', url: `${app.url}/legal/terms`, ...none },
      { policy: 'privacy', url: `${app.url}/legal/privacy`, ...none },
    ],
    is_complete: false,
  });
});

test('acceptances are stored with time and IP address, and consent is complete once every policy is accepted', async () => {
  const user = await newUser(app);
  const { body: half } = await expectStatus(200, accept(user.browser, TERMS));
  expect([half.is_complete, half.policies.map((policy: { is_accepted: boolean }) => policy.is_accepted)]).toEqual([false, [true, false]]);
  const { body: whole } = await expectStatus(200, accept(user.browser, PRIVACY));
  expect(whole.is_complete).toBe(true);
  expect(whole.policies[1]).toMatchObject({ accepted_version: VERSION, accepted_at: now(), is_accepted: true });
  const ip = user.browser.headers['X-Forwarded-For'];
  expect(await keptOf(user)).toEqual([TERMS, PRIVACY].map((policy) => ({ ...policy, accepted_at: now(), ip })));
});

test('accepting a policy again keeps the first time, and naming it twice in one request counts once', async () => {
  const user = await newUser(app);
  await expectStatus(200, accept(user.browser, TERMS, TERMS));
  const first = await keptOf(user);
  app.clock.advance(60_000);
  await expectStatus(200, accept(user.browser, PRIVACY, TERMS, PRIVACY));
  expect(await keptOf(user)).toEqual([first[0], expect.objectContaining({ ...PRIVACY, accepted_at: now() })]);
});

test('concurrent acceptances are stored only once, whatever the order of the policies', async () => {
  const user = await newUser(app);
  const orders = Array.from({ length: 8 }, (_, index) => (index % 2 ? [TERMS, PRIVACY] : [PRIVACY, TERMS]));
  const answers = await Promise.all(orders.map((order) => accept(user.browser, ...order)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.is_complete}`))).toEqual(new Set(['200 true']));
  expect(await keptOf(user)).toHaveLength(2);
});

test.each(['2025-01-01', '9999-01-01', 'x'])('a request that names version %s is rejected, and nothing in it is stored', async (version) => {
  const user = await newUser(app);
  const { status, body } = await accept(user.browser, PRIVACY, { policy: 'terms', version });
  expect([status, body.code]).toEqual([409, 'policy_version']);
  expect(await keptOf(user)).toEqual([]);
});

test('a newer version must be accepted in place of the old one, and the earlier acceptance is still returned', async () => {
  const user = await newUser(app);
  await expectStatus(200, accept(user.browser, TERMS, PRIVACY));
  const acceptedAt = now();
  const withdraw = await publish('2026-99');
  try {
    expect((await accept(user.browser, TERMS)).body.code).toBe('policy_version');
    const { policies, is_complete } = await consentOf(user.browser);
    expect(is_complete).toBe(false);
    expect(policies[0]).toEqual({
      policy: 'terms',
      version: '2026-99',
      url: 'https://example.org/terms',
      accepted_version: VERSION,
      accepted_at: acceptedAt,
      is_accepted: false,
    });
    const { body } = await expectStatus(200, accept(user.browser, { policy: 'terms', version: '2026-99' }));
    expect([body.is_complete, body.policies[0].accepted_version]).toEqual([true, '2026-99']);
    expect(await keptOf(user)).toHaveLength(3);
  } finally {
    await withdraw();
  }
});

test('a version that is not yet in force is not returned and cannot be accepted', async () => {
  const { browser } = await newUser(app);
  const withdraw = await publish('2026-99');
  app.clock.advance(-1);
  try {
    expect((await consentOf(browser)).policies[0].version).toBe(VERSION);
    expect((await accept(browser, { policy: 'terms', version: '2026-99' })).status).toBe(409);
  } finally {
    app.clock.advance(1);
    await withdraw();
  }
});

test.each([
  [{ accept: [] }, 'accept', 'too_few'],
  [{ accept: [{ policy: 'cookies', version: VERSION }] }, 'accept.0.policy', 'not_a_choice'],
  [{ accept: [TERMS, { policy: 'privacy' }] }, 'accept.1.version', 'required'],
  [{ accept: [{ ...TERMS, accepted_at: '2020-01-01T00:00:00Z' }] }, 'accept.0.accepted_at', 'unknown_field'],
])('the request body %j is rejected with an error on %s', async (sent, field, code) => {
  const { browser } = await newUser(app);
  const { status, body } = await browser.call('post', 'legal/consent/', sent);
  expect([status, body.errors]).toEqual([400, [expect.objectContaining({ field, code })]]);
});

test('the QA helper deletes the acceptances of the calling user only', async () => {
  const [user, other] = [await newUser(app), await newUser(app)];
  for (const { browser } of [user, other]) await expectStatus(200, accept(browser, TERMS, PRIVACY));
  await expectStatus(204, user.browser.call('delete', 'qa/me/policy-acceptances/'));
  expect((await consentOf(user.browser)).policies[0]).toMatchObject({ accepted_version: null, accepted_at: null });
  expect((await consentOf(other.browser)).is_complete).toBe(true);
});
