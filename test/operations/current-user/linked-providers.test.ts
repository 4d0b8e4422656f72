import { randomUUID } from 'node:crypto';
import { openIdProviders } from '../../../src/platform/identity/openid-providers.ts';
import { startTestApp, type TestApp, withPorts, withSettings } from '../../support/app.ts';
import { Browser, expectStatus, newUser } from '../../support/browser.ts';
import { startIdentityProvider, type TestIdentityProvider } from '../../support/identity-provider.ts';
import { refusalOf } from '../../support/learner.ts';

let app: TestApp;
let idps: TestIdentityProvider[];
beforeAll(async () => {
  idps = [await startIdentityProvider(), await startIdentityProvider()];
  const [google, other] = idps.map(({ settings }) => settings);
  const providers = openIdProviders([google, { ...other, name: 'other' }] as Parameters<typeof openIdProviders>[0]);
  app = await startTestApp((services) => withPorts({ providers })(withSettings({ publicUrl: 'http://app.example.org' })(services)));
});
afterAll(async () => {
  await app.close();
  for (const idp of idps) await idp.close();
});

const NAMES = ['google', 'other'];

/** Signs in with the provider of this number as the person with this address, and returns their browser. */
async function signIn(email: string, number = 0, sub = randomUUID()): Promise<Browser> {
  const [browser, provider] = [new Browser(app), NAMES[number]];
  const { authorization_url } = (await expectStatus(200, browser.call('post', 'auth/oauth-login/', { provider }))).body;
  const callback_url = await (idps[number] as TestIdentityProvider).visit(authorization_url, { sub, email, email_verified: true, name: 'Ada' });
  await expectStatus(200, browser.call('post', 'auth/oauth-login/', { provider, callback_url }));
  return browser;
}

const list = async (browser: Browser) => (await expectStatus(200, browser.call('get', 'me/providers/'))).body;
const unlink = (browser: Browser, id: string) => browser.call('delete', `me/providers/${id}/`);
const newAddress = () => `${randomUUID()}@example.org`;

test('a user sees their providers and unlinks one of them, and is told so by mail', async () => {
  const user = await newUser(app);
  const browser = await signIn(user.email);
  const { count, results } = await list(browser);
  expect([count, results]).toEqual([1, [{ id: expect.any(String), provider: 'google', issuer: idps[0]?.settings.issuer, linked_at: expect.any(String) }]]);
  await app.mailbox.read(user.email);
  await expectStatus(204, unlink(browser, results[0].id));
  expect(await list(browser)).toMatchObject({ count: 0, results: [] });
  const mails = await app.mailbox.read(user.email);
  expect(mails.map(({ subject }) => subject)).toEqual(['A sign-in method was removed']);
  expect(mails[0]?.text).toContain(new URL(idps[0]?.settings.issuer ?? '').host);
  expect(await refusalOf(unlink(browser, results[0].id))).toEqual([404, 'not_found']);
});

test('the only way to sign in cannot be unlinked, until there is a phone number, a password or another provider', async () => {
  const email = newAddress();
  const browser = await signIn(email);
  const [first] = (await list(browser)).results;
  expect(await refusalOf(unlink(browser, first.id))).toEqual([409, 'only_sign_in']);
  expect((await list(browser)).count).toBe(1);
  await signIn(email, 1);
  await expectStatus(204, unlink(browser, first.id));
  const [second] = (await list(browser)).results;
  expect(second.provider).toBe('other');
  expect(await refusalOf(unlink(browser, second.id))).toEqual([409, 'only_sign_in']);
  await app.database.pool.query(`update users set phone = '+4915112345678' where email = $1`, [email]);
  await expectStatus(204, unlink(browser, second.id));
});

test('a provider that the service no longer supports is no way to sign in', async () => {
  const email = newAddress();
  const browser = await signIn(email);
  const [{ id }] = (await list(browser)).results;
  await app.database.pool.query(
    `insert into user_identities (issuer, subject, user_id) select 'https://gone.example.org', id::text, id from users where email = $1`,
    [email],
  );
  expect(await refusalOf(unlink(browser, id))).toEqual([409, 'only_sign_in']);
  const gone = (await list(browser)).results.find(({ provider }: { provider: string | null }) => provider === null);
  expect(gone.issuer).toBe('https://gone.example.org');
  await expectStatus(204, unlink(browser, gone.id));
});

test('of two providers that are unlinked at once, fifty times, one stays', async () => {
  const email = newAddress();
  const browser = await signIn(email);
  await signIn(email, 1);
  const ids = (await list(browser)).results.map(({ id }: { id: string }) => id);
  const answers = await Promise.all(Array.from({ length: 50 }, (_, number) => unlink(browser, ids[number % 2])));
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  expect((await list(browser)).count).toBe(1);
});

test('a provider of somebody else is not found', async () => {
  const [mine, theirs] = [await signIn(newAddress()), await signIn(newAddress())];
  await signIn((await expectStatus(200, theirs.call('get', 'me/'))).body.email, 1);
  const [{ id }] = (await list(theirs)).results;
  for (const other of [id, 'x', randomUUID()]) expect(await refusalOf(unlink(mine, other))).toEqual([404, 'not_found']);
  expect((await list(theirs)).count).toBe(2);
});
