import { randomUUID } from 'node:crypto';
import { startTestApp, type TestApp, withPorts } from '../../support/app.ts';
import { Browser, expectStatus, newUser, PASSWORD } from '../../support/browser.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(withPorts({ serviceName: 'Harbour & Sons' }));
});
afterAll(() => app.close());

test('pages, mails and authenticators show the name that the operator gave the service, and none shows another', async () => {
  const page = (await app.http.get('/').set('Accept', 'text/html')).text;
  expect([page.includes('<title>Harbour &amp; Sons</title>'), page.includes('Learning Management Service')]).toEqual([true, false]);

  const email = `${randomUUID()}@example.org`;
  await expectStatus(202, new Browser(app).call('post', 'auth/signup/', { email, password: PASSWORD, name: 'Ada' }));
  const [mail] = await app.mailbox.read(email);
  expect([mail?.html?.includes('Harbour &amp; Sons</h1>'), mail?.text?.trim().endsWith('Harbour & Sons')]).toEqual([true, true]);

  const { browser } = await newUser(app);
  const { body } = await expectStatus(200, browser.call('post', 'me/totp/enable/start/'));
  expect(new URL(body.otpauth_uri).searchParams.get('issuer')).toBe('Harbour & Sons');
});
