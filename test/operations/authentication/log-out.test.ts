import { startTestApp, type TestApp } from '../../support/app.ts';
import { Browser, expectStatus, newUser, PASSWORD } from '../../support/browser.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const logOut = (browser: Browser) => expectStatus(204, browser.call('post', 'auth/logout/'));

test('signing out ends the session of this browser for good, and no other session of the user', async () => {
  const { email, browser } = await newUser(app);
  const other = new Browser(app);
  await expectStatus(200, other.call('post', 'auth/login/', { email, password: PASSWORD }));
  const { cookie } = browser;
  await logOut(browser);
  browser.cookie = cookie;
  await expectStatus(401, browser.call('get', 'me/'));
  await expectStatus(200, other.call('get', 'me/'));
});

test('signing out without a session, again, or while a sign-in waits for its second factor succeeds', async () => {
  await logOut(new Browser(app));
  const { email, browser } = await newUser(app);
  await logOut(browser);
  await logOut(browser);
  await expectStatus(200, browser.call('post', 'auth/login/', { email, password: PASSWORD }));
  await expectStatus(200, browser.call('patch', 'me/', { second_factor: 'email' }));
  const half = new Browser(app);
  await expectStatus(200, half.call('post', 'auth/login/', { email, password: PASSWORD }));
  await logOut(half);
  expect((await half.call('post', 'auth/login/mfa/', { code: '000000' })).body.code).toBe('not_authenticated');
});
