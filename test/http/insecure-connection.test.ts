import { Secret, TOTP } from 'otpauth';
import { operationTable } from '../../generated/operations.ts';
import type { OperationRow } from '../../src/http/contract/operation-row.ts';
import { startTestApp, type TestApp, withSettings } from '../support/app.ts';
import { Browser, expectStatus, newUser, PASSWORD } from '../support/browser.ts';

const publicUrl = 'https://learn.example.org';
const HTTPS = { 'X-Forwarded-Proto': 'https' };

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(withSettings({ publicUrl }));
});
afterAll(() => app.close());

/** A browser behind a proxy that adds these headers. */
function behind(headers: Record<string, string>, on = app): Browser {
  const browser = new Browser(on);
  if ('Forwarded' in headers) delete browser.headers['X-Forwarded-For'];
  Object.assign(browser.headers, headers);
  return browser;
}

const logIn = (browser: Browser, email: string) => browser.call('post', 'auth/login/', { email, password: PASSWORD });
const warnings = () => app.log.filter(({ msg }) => msg.startsWith('sign-in refused: PUBLIC_URL is https'));

test.each<Record<string, string>>([HTTPS, { Forwarded: 'for=192.0.2.1;proto=https' }, { Forwarded: 'proto=http, for="[2001:db8::1]:80";PROTO="https"' }])(
  'a sign-in through a proxy that sends %j sets a secure cookie',
  async (headers) => {
    const user = await newUser(app, { signedIn: false });
    const browser = behind(headers);
    const { headers: sent } = await expectStatus(200, logIn(browser, user.email));
    const secure = (name: string) => expect.stringMatching(new RegExp(`^__Host-${name}=.*; Path=/; .*; HttpOnly; Secure; SameSite=Lax$`));
    expect(sent['set-cookie']).toEqual([secure('lms_browser'), secure('lms_session')]);
    await expectStatus(200, browser.call('get', 'me/'));
  },
);

test.each<Record<string, string>>([
  {},
  { 'X-Forwarded-Proto': 'http' },
  { Forwarded: 'for=192.0.2.1' },
  { Forwarded: 'proto=https, for=192.0.2.1;proto=http' },
  { 'X-Forwarded-Proto': 'http', Forwarded: 'proto=https' },
])('a sign-in through a proxy that sends %j is refused and starts no session', async (headers) => {
  const user = await newUser(app, { signedIn: false });
  const browser = behind(headers);
  const { body, headers: sent } = await expectStatus(403, logIn(browser, user.email));
  expect(body).toMatchObject({ code: 'insecure_connection', detail: expect.stringContaining('HTTPS') });
  expect(sent['set-cookie']).toBeUndefined();
});

test('a client that claims https itself is refused if no proxy is trusted', async () => {
  const direct = await startTestApp(withSettings({ publicUrl, trustProxy: 0 }));
  const user = await newUser(direct, { signedIn: false });
  for (const headers of [HTTPS, { Forwarded: 'proto=https' }]) expect((await logIn(behind(headers, direct), user.email)).body.code).toBe('insecure_connection');
  await direct.close();
});

test('a refused sign-in uses up no code, and the same code signs in over https', async () => {
  const user = await newUser(app);
  const totpBrowser = behind(HTTPS);
  totpBrowser.cookie = user.browser.cookie;
  const { body } = await expectStatus(200, totpBrowser.call('post', 'me/totp/enable/start/'));
  const totp = new TOTP({ secret: Secret.fromBase32(body.secret) });
  const code = () => totp.generate({ timestamp: app.clock.now() });
  const { body: confirmed } = await expectStatus(200, totpBrowser.call('post', 'me/totp/enable/confirm/', { code: code() }));
  app.clock.advance(30_000);
  for (const factor of [code(), confirmed.backup_codes[0]]) {
    const [secure, insecure] = [behind(HTTPS), behind({})];
    await expectStatus(200, logIn(secure, user.email));
    insecure.cookie = secure.cookie;
    expect((await insecure.call('post', 'auth/login/totp/', { code: factor })).body.code).toBe('insecure_connection');
    await expectStatus(200, secure.call('post', 'auth/login/totp/', { code: factor }));
  }
});

const starting = Object.entries<OperationRow>(operationTable).filter(([, { startsSession }]) => startsSession);

test.each(starting)('%s is refused before its credential is checked', async (_id, { method, path }) => {
  const answer = await behind({}).call(method, path.slice('/api/v1/'.length), {});
  expect([answer.status, answer.body.code]).toEqual([403, 'insecure_connection']);
});

test('a session that exists goes on, and another site is refused first', async () => {
  const { browser } = await newUser(app);
  await expectStatus(200, browser.call('get', 'me/'));
  const foreign = behind({ 'Sec-Fetch-Site': 'cross-site' });
  expect((await logIn(foreign, 'nobody@example.org')).body.code).toBe('csrf_failed');
});

test('refusals are logged as a warning, once a minute', async () => {
  app.clock.advance(60_000);
  const before = warnings().length;
  for (const _ of [1, 2, 3]) await expectStatus(403, logIn(behind({}), 'nobody@example.org'));
  expect(warnings().slice(before)).toMatchObject([{ level: 40, operation: 'logIn', trust_proxy: 1 }]);
  app.clock.advance(60_000);
  await expectStatus(403, logIn(behind({}), 'nobody@example.org'));
  expect(warnings()).toHaveLength(before + 2);
});
