import { startTestApp, type TestApp } from '../../support/app.ts';
import { Browser, expectStatus, newUser, PASSWORD, tokenOf } from '../../support/browser.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const anonymous = () => new Browser(app);
const address = () => `${crypto.randomUUID()}@example.org`;
const signUp = (email: string, password = PASSWORD) => anonymous().call('post', 'auth/signup/', { email, password, name: 'Somebody' });
const logIn = (browser: Browser, email: string, password = PASSWORD) => browser.call('post', 'auth/login/', { email, password });

describe('signing up', () => {
  test('returns the same response for known and unknown email addresses, and notifies only the owner of the account', async () => {
    const email = address();
    const first = await signUp(email);
    const second = await signUp(email.toUpperCase(), 'another good password');
    expect([first.status, second.status, second.text]).toEqual([202, 202, first.text]);
    const [verification, notice] = await app.mailbox.read(email);
    expect(verification?.subject).toBe('Verify your email address');
    expect(notice?.subject).toBe('You already have an account');
    expect(notice?.text).toMatch(/reset-password\?token=[\w-]{40,}/);
    expect((await logIn(anonymous(), email, 'another good password')).status).toBe(401);
  });

  test('concurrently with one email address creates one account', async () => {
    const email = address();
    const answers = await Promise.all(Array.from({ length: 5 }, () => signUp(email)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(5).fill(202));
    const { rows } = await app.database.pool.query('select count(*) from users where email = $1', [email]);
    expect(rows[0].count).toBe(1);
  });

  test.each([
    ['1234567', 'too_short'],
    ['x'.repeat(257), 'too_long'],
    ['password', 'common'],
    ['PASSWORD', 'common'],
    ['aaaaaaaaaaaa', 'common'],
  ])('rejects the password %j', async (password, code) => {
    const { status, body, text } = await signUp(address(), password);
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ field: 'password', code })]]);
    if (password.length > 8) expect(text).not.toContain(password);
  });

  test('takes the time zone of the browser, which is UTC without one, and rejects one that does not exist', async () => {
    const zoneOf = async (more: object) => {
      const email = address();
      await expectStatus(202, anonymous().call('post', 'auth/signup/', { email, password: PASSWORD, name: 'N', ...more }));
      return (await app.database.pool.query('select timezone from users where email = $1', [email])).rows[0].timezone;
    };
    expect([await zoneOf({}), await zoneOf({ timezone: 'Asia/Tokyo' })]).toEqual(['UTC', 'Asia/Tokyo']);
    const { status, body } = await anonymous().call('post', 'auth/signup/', { email: address(), password: PASSWORD, name: 'N', timezone: 'Mars/Phobos' });
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ field: 'timezone', code: 'unknown' })]]);
  });

  test('rejects unknown fields and names them', async () => {
    const { status, body } = await anonymous().call('post', 'auth/signup/', { email: address(), password: PASSWORD, name: 'N', role: 'owner' });
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ field: 'role', code: 'unknown_field' })]]);
  });
});

describe('verifying an email address', () => {
  test('works only once per token, even with concurrent requests', async () => {
    const email = address();
    await signUp(email);
    const [mail] = await app.mailbox.read(email);
    const token = tokenOf(mail?.text);
    expect(mail?.html).toContain(token);
    const answers = await Promise.all([1, 2, 3].map(() => anonymous().call('post', 'auth/verify-email/', { token })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([204, 400, 400]);
    expect(answers.find((answer) => answer.status === 400)?.body.errors).toEqual([expect.objectContaining({ field: 'token', code: 'invalid' })]);
  });

  test('requires the token of the latest email, and a verified address receives no more emails', async () => {
    const email = address();
    await signUp(email);
    const [first] = await app.mailbox.read(email);
    await expectStatus(202, anonymous().call('post', 'auth/resend-verification/', { email }));
    const [second] = await app.mailbox.read(email);
    expect((await anonymous().call('post', 'auth/verify-email/', { token: tokenOf(first?.text) })).status).toBe(400);
    expect((await anonymous().call('post', 'auth/verify-email/', { token: tokenOf(second?.text) })).status).toBe(204);
    await app.mailbox.read(email);
    await expectStatus(202, anonymous().call('post', 'auth/resend-verification/', { email }));
    expect(await app.mailbox.read(email)).toEqual([]);
  });

  test('fails with an expired token', async () => {
    const email = address();
    await signUp(email);
    const [mail] = await app.mailbox.read(email);
    await app.database.pool.query('update user_tokens set expires_at = now() where email = $1', [email]);
    expect((await anonymous().call('post', 'auth/verify-email/', { token: tokenOf(mail?.text) })).status).toBe(400);
  });

  test('can be requested only a limited number of times per address, even if the address is unknown', async () => {
    const email = address();
    for (let number = 0; number < 5; number++) await expectStatus(202, anonymous().call('post', 'auth/resend-verification/', { email }));
    const { status, headers } = await anonymous().call('post', 'auth/resend-verification/', { email: email.toUpperCase() });
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  test('stores only a hash of the token', async () => {
    const email = address();
    await signUp(email);
    const [mail] = await app.mailbox.read(email);
    const { rows } = await app.database.pool.query("select string_agg(to_jsonb(t)::text, '') as text from user_tokens t where email = $1", [email]);
    expect(rows[0].text).not.toContain(tokenOf(mail?.text));
  });
});

describe('signing in', () => {
  test('returns the same response for a wrong password and an unknown email address', async () => {
    const { email } = await newUser(app, { signedIn: false });
    const browser = anonymous();
    Object.assign(browser.headers, { 'X-Request-Id': 'same' });
    const wrong = await logIn(browser, email, 'not the password');
    const unknown = await logIn(browser, address(), 'not the password');
    expect([wrong.status, wrong.body.code]).toEqual([401, 'invalid_credentials']);
    expect(unknown.text).toBe(wrong.text);
    expect(wrong.headers['set-cookie']).toBeUndefined();
  });

  test('accepts the email address in any letter case, starts a new session ID and sets an HttpOnly, SameSite=Lax cookie', async () => {
    const { email } = await newUser(app, { signedIn: false });
    const browser = anonymous();
    const first = await expectStatus(200, logIn(browser, email.toUpperCase()));
    expect(first.body).toEqual({ status: 'signed_in', methods: [] });
    const before = browser.cookie;
    expect(first.headers['set-cookie']).toEqual([
      expect.stringMatching(/^lms_browser=.*; Max-Age=15552000; Path=\/; Expires=.*; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^lms_session=.*; Path=\/; Expires=.*; HttpOnly; SameSite=Lax$/),
    ]);
    await expectStatus(200, logIn(browser, email));
    expect(browser.cookie).not.toBe(before);
    const old = anonymous();
    old.cookie = before;
    expect((await old.call('get', 'me/')).status).toBe(401);
  });

  test('is blocked for an account from one IP address after ten failures, while the owner can still sign in from elsewhere', async () => {
    const { email } = await newUser(app, { signedIn: false });
    const attacker = anonymous();
    for (let number = 0; number < 10; number++) expect((await logIn(attacker, email, 'wrong password')).status).toBe(401);
    expect((await logIn(attacker, email)).status).toBe(429);
    expect((await logIn(anonymous(), email)).status).toBe(200);
  });
});

describe('a session', () => {
  test('continues under a new ID after a refresh, and the old ID stops working', async () => {
    const { browser } = await newUser(app);
    const old = anonymous();
    old.cookie = browser.cookie;
    await expectStatus(200, browser.call('post', 'auth/token/refresh/'));
    expect(browser.cookie).not.toBe(old.cookie);
    expect((await browser.call('get', 'me/')).status).toBe(200);
    expect((await old.call('get', 'me/')).status).toBe(401);
  });

  test('ends after two weeks without use, and after sixty days even if it is used', async () => {
    const idle = await newUser(app);
    app.clock.advance(14 * 86_400_000 + 1);
    expect((await idle.browser.call('get', 'me/')).body.code).toBe('not_authenticated');
    const busy = await newUser(app);
    for (let day = 0; day < 60; day += 10) {
      expect((await busy.browser.call('get', 'me/')).status).toBe(200);
      app.clock.advance(10 * 86_400_000);
    }
    expect((await busy.browser.call('get', 'me/')).status).toBe(200);
    app.clock.advance(1);
    expect((await busy.browser.call('get', 'me/')).status).toBe(401);
  });

  test('that changes the password continues under a new ID and ends all other sessions at once', async () => {
    const { email, browser } = await newUser(app);
    const other = anonymous();
    await logIn(other, email);
    const before = browser.cookie;
    const wrong = await browser.call('post', 'auth/password-change/', { current_password: 'no', new_password: 'a much better one' });
    expect([wrong.status, wrong.body.errors[0]]).toEqual([400, expect.objectContaining({ field: 'current_password', code: 'invalid' })]);
    await expectStatus(204, browser.call('post', 'auth/password-change/', { current_password: PASSWORD, new_password: 'a much better one' }));
    expect((await other.call('get', 'me/')).status).toBe(401);
    expect((await browser.call('get', 'me/')).status).toBe(200);
    expect(browser.cookie).not.toBe(before);
    expect((await logIn(anonymous(), email)).status).toBe(401);
    expect((await logIn(anonymous(), email, 'a much better one')).status).toBe(200);
  });
});

describe('resetting a password', () => {
  test('returns the same response for known and unknown email addresses, works once per token and ends every session', async () => {
    const { email, browser } = await newUser(app);
    const known = await anonymous().call('post', 'auth/password-reset/', { email });
    const unknown = await anonymous().call('post', 'auth/password-reset/', { email: address() });
    expect([known.status, unknown.status, unknown.text]).toEqual([202, 202, known.text]);
    const [mail] = await app.mailbox.read(email);
    const token = tokenOf(mail?.text);
    const common = await anonymous().call('post', 'auth/password-reset-confirm/', { token, new_password: 'password1' });
    expect([common.status, common.body.errors[0].field]).toEqual([400, 'new_password']);
    await expectStatus(204, anonymous().call('post', 'auth/password-reset-confirm/', { token, new_password: 'a fresh new password' }));
    expect((await anonymous().call('post', 'auth/password-reset-confirm/', { token, new_password: 'a fresh new password' })).status).toBe(400);
    expect((await browser.call('get', 'me/')).status).toBe(401);
    expect((await logIn(anonymous(), email, 'a fresh new password')).status).toBe(200);
  });

  test('rejects a token that was issued to verify an email address', async () => {
    const email = address();
    await signUp(email);
    const [mail] = await app.mailbox.read(email);
    expect((await anonymous().call('post', 'auth/password-reset-confirm/', { token: tokenOf(mail?.text), new_password: 'a fresh new password' })).status).toBe(
      400,
    );
  });
});

describe('an email code as second factor', () => {
  const half = async () => {
    const user = await newUser(app);
    await expectStatus(200, user.browser.call('patch', 'me/', { second_factor: 'email' }));
    const browser = anonymous();
    const { body } = await logIn(browser, user.email);
    expect(body).toEqual({ status: 'second_factor_required', methods: ['email'] });
    const [mail] = await app.mailbox.read(user.email);
    return { ...user, browser, code: /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '' };
  };

  test('completes the sign-in once, under a new session ID', async () => {
    const { browser, code } = await half();
    const before = anonymous();
    before.cookie = browser.cookie;
    await expectStatus(200, browser.call('post', 'auth/login/mfa/', { code }));
    expect((await browser.call('get', 'me/')).status).toBe(200);
    expect((await before.call('post', 'auth/login/mfa/', { code })).status).toBe(401);
  });

  test('stops working after five wrong attempts, and another code can be sent', async () => {
    const { email, browser, code } = await half();
    const wrong = code === '000000' ? '000001' : '000000';
    for (let number = 0; number < 5; number++) expect((await browser.call('post', 'auth/login/mfa/', { code: wrong })).body.code).toBe('invalid_code');
    expect((await browser.call('post', 'auth/login/mfa/', { code })).body.code).toBe('invalid_code');
    await expectStatus(202, browser.call('post', 'auth/login/mfa/resend/', {}));
    const [mail] = await app.mailbox.read(email);
    await expectStatus(200, browser.call('post', 'auth/login/mfa/', { code: /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] }));
  });

  test('has limits on guesses per IP address and on emails, while the owner can still finish signing in from elsewhere', async () => {
    const { email, browser } = await half();
    for (let number = 0; number < 10; number++) await browser.call('post', 'auth/login/mfa/', { code: '000000' });
    expect((await browser.call('post', 'auth/login/mfa/', { code: '000000' })).status).toBe(429);
    const elsewhere = anonymous();
    await logIn(elsewhere, email);
    const [mail] = await app.mailbox.read(email);
    await expectStatus(200, elsewhere.call('post', 'auth/login/mfa/', { code: /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] }));
    for (let number = 0; number < 5; number++) await expectStatus(202, browser.call('post', 'auth/login/mfa/resend/', {}));
    expect((await browser.call('post', 'auth/login/mfa/resend/', {})).status).toBe(429);
  });

  test('has a limit on guesses per user across all IP addresses', async () => {
    const { browser } = await half();
    for (let number = 0; number < 100; number++) {
      browser.headers['X-Forwarded-For'] = `10.1.${number}.1`;
      expect((await browser.call('post', 'auth/login/mfa/', { code: '000000' })).status).toBe(401);
    }
    browser.headers['X-Forwarded-For'] = '10.2.0.1';
    expect((await browser.call('post', 'auth/login/mfa/', { code: '000000' })).status).toBe(429);
  });

  test('is sent only through a channel that the sign-in allows', async () => {
    const { browser } = await half();
    const { status, body } = await browser.call('post', 'auth/login/mfa/resend/', { channel: 'sms' });
    expect([status, body.errors[0]]).toEqual([400, expect.objectContaining({ field: 'channel', code: 'not_allowed' })]);
  });

  test('must be entered within ten minutes', async () => {
    const { browser, code } = await half();
    app.clock.advance(10 * 60_000 + 1);
    expect((await browser.call('post', 'auth/login/mfa/', { code })).body.code).toBe('not_authenticated');
  });

  test('requires a verified email address', async () => {
    const { browser } = await newUser(app, { verified: false });
    const { status, body } = await browser.call('patch', 'me/', { second_factor: 'email' });
    expect([status, body.errors[0].field]).toEqual([400, 'second_factor']);
  });
});
