import type { SessionKeeping } from '../../../src/http/sessions.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { Browser, expectStatus, newUser, PASSWORD, sameAt } from '../../support/browser.ts';
import { runTask } from '../../support/jobs.ts';

let app: TestApp;
let store: SessionKeeping['store'];
beforeAll(async () => {
  app = await startTestApp((services) => {
    ({ store } = services.sessions);
    return services;
  });
});
afterAll(() => app.close());

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const SAFARI = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

async function signIn(email: string, agent = SAFARI): Promise<Browser> {
  const browser = new Browser(app);
  browser.headers['User-Agent'] = agent;
  await expectStatus(200, browser.call('post', 'auth/login/', { email, password: PASSWORD }));
  return browser;
}

interface Listed {
  id: string;
  browser: string | null;
  ip: string | null;
  started_at: string;
  seen_at: string;
  is_current: boolean;
}

const sessionsOf = async (browser: Browser): Promise<Listed[]> => (await expectStatus(200, browser.call('get', 'me/sessions/'))).body.results;
const currentOf = async (browser: Browser): Promise<Listed> => (await sessionsOf(browser)).find(({ is_current }) => is_current) as Listed;

test('own sessions are listed with browser, address, first and last use, and without what could be used to get in', async () => {
  const { email } = await newUser(app, { signedIn: false });
  const phone = await signIn(email);
  const begun = app.clock.now();
  app.clock.advance(10 * MINUTE);
  const desk = await signIn(email, FIREFOX);
  phone.headers['X-Forwarded-For'] = '203.0.113.9';
  app.clock.advance(10 * MINUTE);
  await expectStatus(200, phone.call('get', 'me/'));
  const { body } = await expectStatus(200, phone.call('get', 'me/sessions/'));
  const time = (ms: number) => new Date(ms).toISOString();
  expect(body).toMatchObject({ count: 2, next: null, previous: null });
  expect(body.results).toEqual([
    { id: expect.any(String), browser: 'Safari (iPhone)', ip: '203.0.113.9', started_at: time(begun), seen_at: time(begun + 20 * MINUTE), is_current: true },
    {
      id: expect.any(String),
      browser: 'Firefox (Linux)',
      ip: desk.headers['X-Forwarded-For'],
      started_at: time(begun + 10 * MINUTE),
      seen_at: time(begun + 10 * MINUTE),
      is_current: false,
    },
  ]);
  const secret = decodeURIComponent(/lms_session=([^;]*)/.exec(phone.cookie ?? '')?.[1] ?? '');
  for (const { id } of body.results) expect(secret).not.toContain(id);
});

test('ending one session signs out that browser at once and no other, and can be asked for only once', async () => {
  const { email, browser } = await newUser(app);
  const [lost, kept] = [await signIn(email), await signIn(email)];
  const { id } = await currentOf(lost);
  await expectStatus(204, browser.call('delete', `me/sessions/${id}/`));
  await expectStatus(401, lost.call('get', 'me/'));
  await expectStatus(200, kept.call('get', 'me/'));
  await expectStatus(404, browser.call('delete', `me/sessions/${id}/`));
  await expectStatus(204, kept.call('delete', `me/sessions/${(await currentOf(kept)).id}/`));
  await expectStatus(401, kept.call('get', 'me/'));
  expect(await sessionsOf(browser)).toHaveLength(1);
});

test('the session of somebody else cannot be ended, and its answer is that of one that does not exist', async () => {
  const [one, other] = [await newUser(app), await newUser(app)];
  const { id } = await currentOf(one.browser);
  await expectStatus(404, other.browser.call('delete', `me/sessions/${id}/`));
  await expectStatus(404, other.browser.call('delete', 'me/sessions/0199f328-4cd4-735a-8d1a-551ef1cea00d/'));
  await expectStatus(200, one.browser.call('get', 'me/'));
});

test('ending all others leaves the own one, under a new cookie, and ends sign-ins that wait for a second factor', async () => {
  const { email, browser } = await newUser(app);
  const other = await signIn(email);
  await expectStatus(200, browser.call('patch', 'me/', { second_factor: 'email' }));
  const half = await signIn(email);
  const old = sameAt(app, browser);
  const before = await currentOf(browser);
  await expectStatus(204, browser.call('post', 'me/sessions/end-others/'));
  await expectStatus(401, other.call('get', 'me/'));
  await expectStatus(401, old.call('get', 'me/'));
  expect((await half.call('post', 'auth/login/mfa/', { code: '000000' })).body.code).toBe('not_authenticated');
  expect(await sessionsOf(browser)).toMatchObject([{ id: before.id, started_at: before.started_at, is_current: true }]);
});

test.each([
  ['signing out', (browser: Browser) => expectStatus(204, browser.call('post', 'auth/logout/'))],
  [
    'signing in again in the same browser',
    (browser: Browser, email: string) => expectStatus(200, browser.call('post', 'auth/login/', { email, password: PASSWORD })),
  ],
])('after %s, the session is no longer listed', async (_what, act) => {
  const { email, browser } = await newUser(app);
  const other = await signIn(email);
  const { id } = await currentOf(other);
  await act(other, email);
  expect((await sessionsOf(browser)).map((session) => session.id)).not.toContain(id);
});

test('a new password leaves only the own session in the list', async () => {
  const { email, browser } = await newUser(app);
  await signIn(email);
  await expectStatus(204, browser.call('post', 'auth/password-change/', { current_password: PASSWORD, new_password: 'another fine password' }));
  expect(await sessionsOf(browser)).toMatchObject([{ is_current: true }]);
});

test('a sign-in that waits for its second factor is not listed until it is complete', async () => {
  const { email, browser } = await newUser(app);
  await expectStatus(200, browser.call('patch', 'me/', { second_factor: 'email' }));
  const half = await signIn(email);
  expect(await sessionsOf(browser)).toHaveLength(1);
  const code = /\b\d{6}\b/.exec((await app.mailbox.read(email)).at(-1)?.text ?? '')?.[0];
  await expectStatus(200, half.call('post', 'auth/login/mfa/', { code }));
  expect(await sessionsOf(browser)).toHaveLength(2);
});

test('sessions that have outlived their limits are neither listed nor kept', async () => {
  const { id, email } = await newUser(app);
  app.clock.advance(15 * DAY);
  const browser = await signIn(email);
  expect(await sessionsOf(browser)).toHaveLength(1);
  await runTask(app, 'forget_expired_secrets');
  const { rows } = await app.database.pool.query('select from user_sessions where user_id = $1', [id]);
  expect(rows).toHaveLength(1);
});

test('a session from before sessions were listed goes on, is entered when it is used, and can then be ended', async () => {
  const { browser, id } = await newUser(app);
  const other = await app.signedInCookie(id);
  const sid = decodeURIComponent(other).split('s:')[1]?.split('.')[0] as string;
  const old = new Browser(app);
  old.cookie = other;
  const session = await new Promise<Record<string, unknown>>((resolve, reject) =>
    store.get(sid, (error, data) => (error ? reject(error) : resolve(data as never))),
  );
  await new Promise((resolve) => store.set(sid, { ...session, publicId: undefined } as never, resolve));
  await app.database.pool.query('delete from user_sessions where user_id = $1 and id = $2', [id, session.publicId]);
  await Promise.all(Array.from({ length: 5 }, () => expectStatus(200, sameAt(app, old).call('get', 'me/'))));
  const entered = await currentOf(old);
  expect(await sessionsOf(browser)).toHaveLength(2);
  expect(entered.id).toMatch(/^[0-9a-f-]{36}$/);
  await expectStatus(204, browser.call('delete', `me/sessions/${entered.id}/`));
  await expectStatus(401, old.call('get', 'me/'));
});
