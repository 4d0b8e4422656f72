import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { Webhook } from 'standardwebhooks';
import { startTestApp, type TestApp, withPorts } from '../support/app.ts';
import { Browser, expectStatus, newUser, PASSWORD, type TestUser } from '../support/browser.ts';
import { runTask } from '../support/jobs.ts';
import { codeIn, newPhone, textedCode } from '../support/phone.ts';
import { newSchool } from '../support/school.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const [A, B] = ['first', 'second'].map((name) => `the ${name} secret of the tests, long enough`) as [string, string];
const DONE = 'no stored secret is sealed with a key of SECRET_KEY_OLD';

let receiver: WebhookReceiver;
/** The same service with SECRET_KEY=A, with SECRET_KEY=B and SECRET_KEY_OLD=A, and with SECRET_KEY=B alone. */
let [before, during, after]: TestApp[] = [];
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  const change = withPorts({ publicPost: receiver.post });
  before = await startTestApp(change, { keys: [A] });
  during = await startTestApp(change, { keys: [B, A], beside: before });
  after = await startTestApp(change, { keys: [B], beside: before });
});
afterAll(async () => {
  for (const app of [after, during, before]) await app?.close();
  await receiver.close();
});

const apps = () => ({ before, during, after }) as Record<'before' | 'during' | 'after', TestApp>;

/** The same browser when another process answers it. */
function on(app: TestApp, { cookie }: Browser): Browser {
  const browser = new Browser(app);
  browser.cookie = cookie;
  return browser;
}

/** A browser in which the user has given their password. A second factor may still be required. */
async function loggedIn(app: TestApp, { email }: TestUser): Promise<Browser> {
  const browser = new Browser(app);
  await expectStatus(200, browser.call('post', 'auth/login/', { email, password: PASSWORD }));
  return browser;
}

/** A user with an authenticator, which shows another code at each call. */
async function withAuthenticator(app: TestApp) {
  const user = await newUser(app);
  const { body } = await expectStatus(200, user.browser.call('post', 'me/totp/enable/start/'));
  const totp = new TOTP({ secret: Secret.fromBase32(body.secret) });
  const code = () => {
    app.clock.advance(30_000);
    return totp.generate({ timestamp: app.clock.now() });
  };
  const confirmed = await expectStatus(200, user.browser.call('post', 'me/totp/enable/confirm/', { code: code() }));
  return { ...user, code, backupCodes: confirmed.body.backup_codes as string[] };
}

const sendTotp = async (app: TestApp, user: TestUser, code: string) => (await loggedIn(app, user)).call('post', 'auth/login/totp/', { code });

/** A webhook endpoint, and whether its next delivery by `app` is signed with the secret that its owner was shown. */
async function withEndpoint(app: TestApp) {
  const { browser } = await newSchool(app);
  const { body } = await expectStatus(201, browser.call('post', 'integrations/webhooks/', { url: receiver.url, event_types: ['course.created'] }));
  await app.mailbox.runJobs();
  const deliveries = `integrations/webhooks/${body.id}/deliveries/`;
  const { body: list } = await expectStatus(200, browser.call('get', deliveries));
  const isDelivered = async (by: TestApp) => {
    receiver.received.length = 0;
    await expectStatus(202, browser.call('post', `${deliveries}${list.results[0].id}/redeliver/`));
    await by.mailbox.runJobs();
    const { body: text = '', headers = {} } = receiver.received[0] ?? {};
    const { 'webhook-id': event, 'webhook-timestamp': seconds, 'webhook-signature': signatures } = headers as Record<string, string>;
    return signatures?.split(' ').includes(new Webhook(body.secret).sign(String(event), new Date(Number(seconds) * 1000), text)) ?? false;
  };
  return { isDelivered };
}

test('a session goes on under the old key, gets a cookie of the new key when it is used, and goes on without the old key', async () => {
  const { before, during, after } = apps();
  const signedIn = async () => loggedIn(before, await newUser(before, { signedIn: false }));
  const [used, unused] = [await signedIn(), await signedIn()];
  before.clock.advance(6 * 60_000);
  const browser = on(during, used);
  await expectStatus(200, browser.call('get', 'me/'));
  await expectStatus(200, on(after, browser).call('get', 'me/'));
  await expectStatus(401, on(after, used).call('get', 'me/'));
  await expectStatus(401, on(after, unused).call('get', 'me/'));
  await expectStatus(200, on(during, unused).call('get', 'me/'));
});

test('authenticators and backup codes of the old key sign in', async () => {
  const { before, during } = apps();
  const user = await withAuthenticator(before);
  await expectStatus(200, sendTotp(during, user, user.code()));
  const [code = ''] = user.backupCodes;
  await expectStatus(200, sendTotp(during, user, code));
  await expectStatus(401, sendTotp(during, user, code));
});

test('codes that were sent under the old key sign in, once', async () => {
  const { before, during } = apps();
  const byMail = await newUser(before);
  await expectStatus(200, byMail.browser.call('patch', 'me/', { second_factor: 'email' }));
  const browser = await loggedIn(before, byMail);
  const [mail] = await before.mailbox.read(byMail.email);
  const phone = newPhone();
  await expectStatus(202, new Browser(before).call('post', 'auth/phone/send/', { phone, purpose: 'attach' }));
  const texted = { phone, purpose: 'attach', code: await textedCode(before, phone) };

  const code = codeIn(mail?.text);
  await expectStatus(401, on(during, browser).call('post', 'auth/login/mfa/', { code: code === '000000' ? '000001' : '000000' }));
  await expectStatus(200, on(during, browser).call('post', 'auth/login/mfa/', { code }));
  await expectStatus(200, new Browser(during).call('post', 'auth/phone/verify/', texted));
  await expectStatus(401, new Browser(during).call('post', 'auth/phone/verify/', texted));
});

test('URLs of files and preview tokens of the old key work until they expire, and not without the old key', async () => {
  const { before, during, after } = apps();
  const key = `tests/${randomUUID()}/file.txt`;
  const address = new URL((await before.storage.uploadAddress(key, { expiresSeconds: 60, contentType: 'text/plain', size: 4 })).url);
  const upload = (app: TestApp) =>
    fetch(new URL(address.pathname + address.search, app.url), { method: 'PUT', headers: { 'Content-Type': 'text/plain' }, body: 'text' });
  expect((await upload(after)).status).toBe(403);
  expect((await upload(during)).status).toBe(200);
  const { pathname, search } = new URL(await before.storage.readAddress(key, { expiresSeconds: 60 }));
  expect(await (await fetch(new URL(pathname + search, during.url))).text()).toBe('text');

  const { browser, courseId } = await newSchool(before);
  const { body } = await expectStatus(201, browser.call('post', `courses/${courseId}/preview-token/`));
  const preview = (app: TestApp) => new Browser(app).call('get', `courses/${courseId}/phone-preview/?token=${body.token}`);
  await expectStatus(200, preview(during));
  await expectStatus(404, preview(after));
});

test('what the new key makes is unknown to a process that has only the old key, and known to one that already accepts the new key', async () => {
  const { before, during } = apps();
  const early = await startTestApp(undefined, { keys: [A, B], beside: before });
  const user = await withAuthenticator(during);
  await expectStatus(401, on(before, user.browser).call('get', 'me/'));
  await expectStatus(200, on(early, user.browser).call('get', 'me/'));
  await expectStatus(200, sendTotp(early, user, user.code()));
  await early.close();
});

test('after the reseal job, authenticators and webhook secrets need the old key no more; before it, they fail with a clear error in the log', async () => {
  const { before, during, after } = apps();
  const user = await withAuthenticator(before);
  const endpoint = await withEndpoint(before);
  expect(await endpoint.isDelivered(during)).toBe(true);

  const refused = await expectStatus(500, sendTotp(after, user, user.code()));
  expect(refused.body.code).toBe('internal_error');
  const failure = after.log.find(({ msg, operation }) => msg === 'request failed' && operation === 'logInWithTotp');
  expect(failure?.err).toMatchObject({ class: 'UnknownKeyError', message: expect.stringContaining('SECRET_KEY_OLD') });

  await runTask(during, 'reseal_secrets');
  expect(during.log.filter(({ column }) => column)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ column: 'users.totp_secret', unreadable: 0 }),
      expect.objectContaining({ column: 'webhook_endpoints.secret', resealed: 1, unreadable: 0 }),
    ]),
  );
  expect(during.log.filter(({ msg }) => msg === DONE)).toHaveLength(1);
  await expectStatus(200, sendTotp(after, user, user.code()));
  expect(await endpoint.isDelivered(after)).toBe(true);
  await runTask(during, 'reseal_secrets');
  expect(during.log.filter(({ msg }) => msg === DONE)).toHaveLength(2);
});
