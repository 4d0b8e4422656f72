import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { Secret, TOTP } from 'otpauth';
import type supertest from 'supertest';
import { openIdProviders } from '../../../src/platform/identity/openid-providers.ts';
import { startTestApp, type TestApp, withPorts, withSettings } from '../../support/app.ts';
import { Browser, expectStatus, newUser, PASSWORD, tokenOf } from '../../support/browser.ts';
import { type Person, startIdentityProvider, type TestIdentityProvider } from '../../support/identity-provider.ts';
import { freePort } from '../../support/redis.ts';

let app: TestApp;
let idp: TestIdentityProvider;
let withUserInfo: TestIdentityProvider;
beforeAll(async () => {
  idp = await startIdentityProvider();
  withUserInfo = await startIdentityProvider({ claimsIn: 'userinfo', authentication: 'client_secret_basic' });
  const settings = [
    idp.settings,
    { ...withUserInfo.settings, name: 'userinfo' },
    { ...idp.settings, name: 'misconfigured', clientSecret: 'another secret than the provider has' },
  ];
  app = await appWith(openIdProviders(settings));
});
afterAll(async () => {
  await app.close();
  await idp.close();
  await withUserInfo.close();
});

const appWith = (providers: ReturnType<typeof openIdProviders>): Promise<TestApp> =>
  startTestApp((services) => withPorts({ providers })(withSettings({ publicUrl: 'http://app.example.org' })(services)));

const newPerson = (email = `${randomUUID()}@example.org`): NonNullable<Person> => ({ sub: randomUUID(), email, email_verified: true, name: 'Ada Provided' });

const begin = async (browser: Browser, provider = 'google'): Promise<string> => {
  const { body } = await expectStatus(200, browser.call('post', 'auth/oauth-login/', { provider }));
  expect(body).toEqual({ status: 'redirect', authorization_url: expect.any(String), methods: [] });
  return body.authorization_url;
};
const finish = (browser: Browser, callback_url: string, provider = 'google'): Promise<supertest.Response> =>
  browser.call('post', 'auth/oauth-login/', { provider, callback_url });
const signIn = async (person: Person, browser = new Browser(app)): Promise<supertest.Response> =>
  finish(browser, await idp.visit(await begin(browser), person));
const refusal = ({ status, body }: supertest.Response) => [status, body.code];
const SIGNED_IN = { status: 'signed_in', authorization_url: null, methods: [] };
const me = async (browser: Browser) => (await expectStatus(200, browser.call('get', 'me/'))).body;
const logIn = (email: string, password = PASSWORD, browser = new Browser(app)) => browser.call('post', 'auth/login/', { email, password });

test('a provider sign-in starts with a URL that carries PKCE, state and nonce and leads back to the web application', async () => {
  const url = new URL(await begin(new Browser(app)));
  expect(url.origin).toBe(idp.settings.issuer);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: idp.settings.clientId,
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: 'http://app.example.org/oauth/callback',
    state: expect.stringMatching(/^.{40,}$/),
    nonce: expect.stringMatching(/^.{40,}$/),
    code_challenge: expect.stringMatching(/^.{43}$/),
    code_challenge_method: 'S256',
  });
});

test('a new person gets an account with a verified email address and is signed in under a new session ID', async () => {
  const person = newPerson();
  const browser = new Browser(app);
  const callback = await idp.visit(await begin(browser), person);
  const before = browser.cookie;
  const { status, body } = await finish(browser, callback);
  expect([status, body]).toEqual([200, SIGNED_IN]);
  expect(browser.cookie).not.toBe(before);
  expect(await me(browser)).toMatchObject({ email: person.email, email_verified: true, name: 'Ada Provided', second_factor: 'none' });
});

test.each(['nobody', '', PASSWORD])('the password %j does not sign in to an account that has no password', async (password) => {
  const person = newPerson();
  await signIn(person);
  expect((await logIn(person.email as string, password)).status).toBe(password === '' ? 400 : 401);
});

test('a user without a password cannot confirm an action with one, but can set one through a password reset', async () => {
  const person = newPerson();
  const email = person.email as string;
  const browser = new Browser(app);
  await signIn(person, browser);
  const change = await browser.call('post', 'auth/password-change/', { current_password: 'nobody', new_password: 'a much better one' });
  expect([change.status, change.body.errors[0].field]).toEqual([400, 'current_password']);
  const disable = await browser.call('post', 'me/totp/disable/', { password: 'nobody' });
  expect([disable.status, disable.body.errors[0].field]).toEqual([400, 'password']);
  await expectStatus(202, browser.call('post', 'auth/password-reset/', { email }));
  const [mail] = await app.mailbox.read(email);
  await expectStatus(204, browser.call('post', 'auth/password-reset-confirm/', { token: tokenOf(mail?.text), new_password: 'a much better one' }));
  expect((await logIn(email, 'a much better one')).status).toBe(200);
});

test('the same subject signs in to the same account even after its email address has changed', async () => {
  const person = newPerson();
  const first = new Browser(app);
  await signIn(person, first);
  const again = new Browser(app);
  expect((await signIn({ sub: person.sub, email: 'another@example.org', email_verified: false }, again)).body).toEqual(SIGNED_IN);
  expect((await me(again)).id).toBe((await me(first)).id);
  expect((await me(again)).email).toBe(person.email);
});

test('an account with a verified email address is linked and keeps its password and sessions', async () => {
  const user = await newUser(app);
  const browser = new Browser(app);
  await signIn(newPerson(user.email.toUpperCase()), browser);
  expect((await me(browser)).id).toBe((await me(user.browser)).id);
  expect((await logIn(user.email)).status).toBe(200);
});

test('an account with an unverified email address passes to the owner of the address and loses all earlier means of access', async () => {
  const squatter = await newUser(app, { verified: false });
  const { body: organisation } = await expectStatus(
    201,
    squatter.browser.call('post', 'tenants/setup/', { name: 'Academy', subdomain: `org-${randomUUID().slice(0, 13)}` }),
  );
  expect(organisation.is_verified).toBe(false);
  const { body: key } = await expectStatus(201, squatter.browser.call('post', 'tenants/api-keys/', { name: 'Key' }));
  await app.database.pool.query(
    `update users set phone = '+4915100000001', code_channel = 'sms', totp_secret = '\\x00', totp_enabled_at = now() where email = $1`,
    [squatter.email],
  );
  const owner = new Browser(app);
  expect((await signIn(newPerson(squatter.email), owner)).body).toEqual(SIGNED_IN);
  expect(await me(owner)).toMatchObject({ email: squatter.email, email_verified: true, phone: null, second_factor: 'none' });
  expect((await squatter.browser.call('get', 'me/')).status).toBe(401);
  expect((await logIn(squatter.email)).status).toBe(401);
  expect((await owner.call('get', 'tenants/config/')).body.is_verified).toBe(true);
  expect((await app.http.get('/api/v1/agent/whoami/').set('Authorization', `Bearer ${key.secret}`)).body.code).toBe('api_key_revoked');
});

test("a password that may be a stranger's goes when the owner of the address signs in in another way", async () => {
  const stranger = await newUser(app, { verified: false, signedIn: false });
  await expectStatus(200, logIn(stranger.email));
  const owner = new Browser(app);
  await app.mailbox.read(stranger.email);
  await expectStatus(202, owner.call('post', 'auth/resend-verification/', { email: stranger.email }));
  await expectStatus(204, owner.call('post', 'auth/verify-email/', { token: tokenOf((await app.mailbox.read(stranger.email))[0]?.text) }));
  expect((await logIn(stranger.email)).body.status).toBe('second_factor_required');
  expect((await signIn(newPerson(stranger.email), owner)).body).toEqual(SIGNED_IN);
  expect((await logIn(stranger.email)).status).toBe(401);
});

const providersOf = async (browser: Browser) => (await expectStatus(200, browser.call('get', 'me/providers/'))).body.count;
const mailed = async (email: string) => (await app.mailbox.read(email)).map(({ subject }) => subject);
const LINKED = 'A sign-in method was added';
const codeFor = async (email: string) => /\b\d{6}\b/.exec((await app.mailbox.read(email)).at(-1)?.text ?? '')?.[0];

test('a provider is linked to an account with a second factor only when that was passed, and its person is told', async () => {
  const user = await newUser(app);
  await app.database.pool.query(`update users set code_channel = 'email' where email = $1`, [user.email]);
  await app.mailbox.read(user.email);
  const [person, browser] = [newPerson(user.email), new Browser(app)];
  expect((await signIn(person, browser)).body.status).toBe('second_factor_required');
  expect(await providersOf(user.browser)).toBe(0);
  await expectStatus(200, browser.call('post', 'auth/login/mfa/', { code: await codeFor(user.email) }));
  expect(await providersOf(user.browser)).toBe(1);
  expect(await mailed(user.email)).toContain(LINKED);
});

test('a provider that was linked by two sign-ins at once, each with an authenticator, is linked once', async () => {
  const user = await newUser(app);
  const { body } = await expectStatus(200, user.browser.call('post', 'me/totp/enable/start/'));
  const code = new TOTP({ secret: Secret.fromBase32(body.secret) }).generate({ timestamp: app.clock.now() });
  const { backup_codes } = (await expectStatus(200, user.browser.call('post', 'me/totp/enable/confirm/', { code }))).body;
  const [person, browsers] = [newPerson(user.email), [new Browser(app), new Browser(app)]];
  for (const browser of browsers) expect((await signIn(person, browser)).body.methods).toEqual(['totp', 'backup_code']);
  expect(await providersOf(user.browser)).toBe(0);
  await app.mailbox.read(user.email);
  await Promise.all(browsers.map((browser, index) => expectStatus(200, browser.call('post', 'auth/login/totp/', { code: backup_codes[index] }))));
  expect([await providersOf(user.browser), (await mailed(user.email)).filter((subject) => subject === LINKED)]).toEqual([1, [LINKED]]);
});

test('the person is told of a provider that is linked in a browser that they know, and not of one with which the account was made', async () => {
  const user = await newUser(app);
  await expectStatus(200, logIn(user.email, PASSWORD, user.browser));
  await app.mailbox.read(user.email);
  await signIn(newPerson(user.email), user.browser);
  expect(await mailed(user.email)).toEqual([LINKED]);
  const person = newPerson();
  await signIn(person);
  expect(await mailed(person.email as string)).toEqual([]);
});

test.each([
  ['not verified', { email_verified: false }],
  ['not said to be verified', { email_verified: undefined }],
  ['missing', { email: undefined }],
  ['malformed', { email: 'no address' }],
])('a sign-in whose email address is %s at the provider is rejected and linked to no account', async (_what, change) => {
  const user = await newUser(app, { signedIn: false });
  const person = { ...newPerson(user.email), ...change } as NonNullable<Person>;
  expect(refusal(await signIn(person))).toEqual([401, 'provider_email_unverified']);
  const { rows } = await app.database.pool.query('select count(*) from user_identities where subject = $1', [person.sub]);
  expect(rows[0].count).toBe(0);
});

test('claims missing from the tokens are fetched from the provider, and the client secret can be sent in the header', async () => {
  const person = newPerson();
  const browser = new Browser(app);
  const callback = await withUserInfo.visit(await begin(browser, 'userinfo'), person);
  expect((await finish(browser, callback, 'userinfo')).body).toEqual(SIGNED_IN);
  expect(await me(browser)).toMatchObject({ email: person.email, name: 'Ada Provided' });
});

test.each([' ', '\u3164\u200b'])('a user whose name at the provider is %j is named after the email address', async (name) => {
  const browser = new Browser(app);
  const person = { ...newPerson(), name };
  await signIn(person, browser);
  expect((await me(browser)).name).toBe(person.email);
});

describe('a provider sign-in', () => {
  test('is rejected if the person declines it at the provider', async () => {
    expect(refusal(await signIn(null))).toEqual([401, 'provider_refused']);
  });

  test.each(['state', 'nonce', 'code_challenge'])('is rejected if its %s was tampered with', async (name) => {
    const browser = new Browser(app);
    const url = new URL(await begin(browser));
    url.searchParams.set(name, `${url.searchParams.get(name)?.slice(0, -3)}abc`);
    expect(refusal(await finish(browser, await idp.visit(url.href, newPerson())))).toEqual([401, 'provider_refused']);
  });

  test('is rejected if the browser has started another one since', async () => {
    const browser = new Browser(app);
    const first = await idp.visit(await begin(browser), newPerson());
    await begin(browser);
    expect(refusal(await finish(browser, first))).toEqual([401, 'provider_refused']);
  });

  test('is rejected when its callback is used again, even after a failed attempt', async () => {
    const browser = new Browser(app);
    const callback = await idp.visit(await begin(browser), newPerson());
    expect((await finish(browser, callback)).status).toBe(200);
    expect(refusal(await finish(browser, callback))).toEqual([401, 'provider_refused']);
    const other = new Browser(app);
    const good = await idp.visit(await begin(other), newPerson());
    expect(refusal(await finish(other, `${good}&state=wrong`))).toEqual([401, 'provider_refused']);
    expect(refusal(await finish(other, good))).toEqual([401, 'provider_refused']);
  });

  test('succeeds only once if its callback is submitted twice concurrently', async () => {
    const browser = new Browser(app);
    const callback = await idp.visit(await begin(browser), newPerson());
    const twin = new Browser(app);
    twin.cookie = browser.cookie;
    const answers = await Promise.all([finish(browser, callback), finish(twin, callback)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401]);
  });

  test('is rejected in another browser', async () => {
    const callback = await idp.visit(await begin(new Browser(app)), newPerson());
    expect(refusal(await finish(new Browser(app), callback))).toEqual([401, 'provider_refused']);
    const other = new Browser(app);
    await begin(other);
    expect(refusal(await finish(other, callback))).toEqual([401, 'provider_refused']);
  });

  test('is rejected if it is completed for another provider', async () => {
    const browser = new Browser(app);
    const callback = await idp.visit(await begin(browser), newPerson());
    expect(refusal(await finish(browser, callback, 'userinfo'))).toEqual([401, 'provider_refused']);
  });

  test('is rejected after more than ten minutes', async () => {
    const [late, just] = [new Browser(app), new Browser(app)];
    const callbacks = [await idp.visit(await begin(just), newPerson()), await idp.visit(await begin(late), newPerson())] as const;
    app.clock.advance(10 * 60_000);
    expect((await finish(just, callbacks[0])).status).toBe(200);
    app.clock.advance(1);
    expect(refusal(await finish(late, callbacks[1]))).toEqual([401, 'provider_refused']);
  });

  test.each(['urn:x', 'https://example.org/page', 'http://app.example.org/oauth/callback?code=x&state='])(
    'is rejected for the callback URL %s',
    async (address) => {
      const browser = new Browser(app);
      await begin(browser);
      expect(refusal(await finish(browser, address))).toEqual([401, 'provider_refused']);
    },
  );
});

test('an unknown provider is rejected with an error on the provider field in both steps', async () => {
  for (const body of [{ provider: 'unknown' }, { provider: 'unknown', callback_url: 'http://app.example.org/oauth/callback?code=x' }]) {
    const answer = await new Browser(app).call('post', 'auth/oauth-login/', body);
    expect([answer.status, answer.body.errors]).toEqual([400, [expect.objectContaining({ field: 'provider', code: 'unknown' })]]);
  }
});

test('a wrong client secret returns 503 and is named in the log, and the secret appears in neither of them', async () => {
  const browser = new Browser(app);
  const answer = await finish(browser, await idp.visit(await begin(browser, 'misconfigured'), newPerson()), 'misconfigured');
  expect(refusal(answer)).toEqual([503, 'provider_unreachable']);
  expect(app.log).toContainEqual(
    expect.objectContaining({ msg: 'dependency failed', dependency: 'identity_provider', err: 'the provider misconfigured failed: 401 invalid_client' }),
  );
  expect(JSON.stringify([answer.body, app.log])).not.toContain('another secret');
});

test('a provider sign-in requires the second factor of the account', async () => {
  const user = await newUser(app);
  await expectStatus(200, user.browser.call('patch', 'me/', { second_factor: 'email' }));
  const browser = new Browser(app);
  const { body } = await signIn(newPerson(user.email), browser);
  expect(body).toEqual({ status: 'second_factor_required', authorization_url: null, methods: ['email'] });
  expect((await browser.call('get', 'me/')).body.code).toBe('second_factor_required');
  const [mail] = await app.mailbox.read(user.email);
  await expectStatus(200, browser.call('post', 'auth/login/mfa/', { code: /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] }));
  expect((await me(browser)).email).toBe(user.email);
});

test('concurrent sign-ins of one new person lead to a single account, even if their email addresses differ', async () => {
  const person = newPerson();
  const browsers = Array.from({ length: 4 }, () => new Browser(app));
  const callbacks: string[] = [];
  for (const [index, browser] of browsers.entries())
    callbacks.push(await idp.visit(await begin(browser), index < 2 ? person : { ...person, email: `${index}-${person.email}` }));
  const answers = await Promise.all(browsers.map((browser, index) => finish(browser, callbacks[index] as string)));
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
  const ids = await Promise.all(browsers.map(async (browser) => (await me(browser)).id));
  expect(new Set(ids).size).toBe(1);
  const { rows } = await app.database.pool.query('select count(*) from users where email like $1', [`%${person.email}`]);
  expect(rows[0].count).toBe(1);
});

test('a concurrent sign-up with the same email address creates no second account', async () => {
  const person = newPerson();
  const browser = new Browser(app);
  const callback = await idp.visit(await begin(browser), person);
  const [provided, signedUp] = await Promise.all([
    finish(browser, callback),
    new Browser(app).call('post', 'auth/signup/', { email: person.email, password: PASSWORD, name: 'Twin' }),
  ]);
  expect([provided.status, signedUp.status]).toEqual([200, 202]);
  const { rows } = await app.database.pool.query('select count(*), max(password_hash) as hash from users where email = $1', [person.email]);
  expect(rows[0]).toEqual({ count: 1, hash: null });
});

describe('a provider that does not respond', () => {
  const opened: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of opened.splice(0)) await close();
  });
  test('causes a 503 and is contacted again on the next request', async () => {
    const port = await freePort();
    const settings = { ...idp.settings, issuer: `http://127.0.0.1:${port}` };
    const own = await appWith(openIdProviders([settings]));
    opened.push(() => own.close());
    const ask = (body: object, browser = new Browser(own)) => browser.call('post', 'auth/oauth-login/', body);
    expect(refusal(await ask({ provider: 'google' }))).toEqual([503, 'provider_unreachable']);
    const late = await startIdentityProvider({ port });
    opened.push(() => late.close());
    const browser = new Browser(own);
    const { body } = await expectStatus(200, ask({ provider: 'google' }, browser));
    const callback_url = await late.visit(body.authorization_url, newPerson());
    await late.close();
    expect(refusal(await ask({ provider: 'google', callback_url }, browser))).toEqual([503, 'provider_unreachable']);
  });

  test('causes a 503 after a timeout', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    opened.push(() => silent.close());
    const { port } = silent.address() as { port: number };
    const own = await appWith(openIdProviders([{ ...idp.settings, issuer: `http://127.0.0.1:${port}` }], 0.2));
    opened.push(() => own.close());
    expect(refusal(await new Browser(own).call('post', 'auth/oauth-login/', { provider: 'google' }))).toEqual([503, 'provider_unreachable']);
  });
});
