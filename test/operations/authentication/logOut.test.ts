import { startTestApp, type TestApp } from '../../support/app.ts';
import { Browser, expectStatus, newUser, PASSWORD } from '../../support/browser.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('signing out ends the session of this browser and no other, and may be repeated', async () => {
  const { browser, email } = await newUser(app);
  const elsewhere = new Browser(app);
  await expectStatus(200, elsewhere.call('post', 'auth/login/', { email, password: PASSWORD }));
  const { cookie } = browser;
  await expectStatus(204, browser.call('post', 'auth/logout/'));
  await expectStatus(204, browser.call('post', 'auth/logout/'));
  browser.cookie = cookie;
  expect((await browser.call('get', 'me/')).status).toBe(401);
  await expectStatus(200, elsewhere.call('get', 'me/'));
});

test('signing out also ends a sign-in that waits for its second factor', async () => {
  const { browser, email } = await newUser(app);
  await expectStatus(200, browser.call('patch', 'me/', { second_factor: 'email' }));
  const half = new Browser(app);
  await expectStatus(200, half.call('post', 'auth/login/', { email, password: PASSWORD }));
  await expectStatus(204, half.call('post', 'auth/logout/'));
  const [mail] = await app.mailbox.read(email);
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
  expect((await half.call('post', 'auth/login/mfa/', { code })).status).toBe(401);
});

test('another site cannot sign anybody out', async () => {
  const { browser } = await newUser(app);
  browser.headers = { ...browser.headers, 'Sec-Fetch-Site': 'cross-site' };
  expect((await browser.call('post', 'auth/logout/')).status).toBe(403);
});
