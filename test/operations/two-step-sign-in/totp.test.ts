import { Secret, TOTP } from 'otpauth';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { Browser, expectStatus, newUser, PASSWORD, type TestUser } from '../../support/browser.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

interface Enabled extends TestUser {
  backupCodes: string[];
  code: () => string;
}

async function enable(): Promise<Enabled> {
  const user = await newUser(app);
  const { body } = await expectStatus(200, user.browser.call('post', 'me/totp/enable/start/'));
  const totp = new TOTP({ secret: Secret.fromBase32(body.secret) });
  const code = () => totp.generate({ timestamp: app.clock.now() });
  const confirmed = await expectStatus(200, user.browser.call('post', 'me/totp/enable/confirm/', { code: code() }));
  app.clock.advance(30_000);
  return { ...user, backupCodes: confirmed.body.backup_codes, code };
}

async function half({ email }: TestUser): Promise<Browser> {
  const browser = new Browser(app);
  await expectStatus(200, browser.call('post', 'auth/login/', { email, password: PASSWORD }));
  return browser;
}

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('codes match RFC 6238, appendix B, at %d seconds', (seconds, code) => {
  const totp = new TOTP({ secret: Secret.fromUTF8('12345678901234567890'), algorithm: 'SHA1', digits: 6, period: 30 });
  expect(totp.generate({ timestamp: seconds * 1000 })).toBe(code);
});

test('a wrong code does not enable TOTP, and starting again replaces the first secret', async () => {
  const { browser } = await newUser(app);
  expect((await browser.call('post', 'me/totp/enable/confirm/', { code: '123456' })).body.code).toBe('totp_not_started');
  const { body: first } = await expectStatus(200, browser.call('post', 'me/totp/enable/start/'));
  expect(first.otpauth_uri).toMatch(/^otpauth:\/\/totp\/.*secret=/);
  const wrong = await browser.call('post', 'me/totp/enable/confirm/', { code: '000000' });
  expect([wrong.status, wrong.body.errors[0]]).toEqual([400, expect.objectContaining({ field: 'code', code: 'invalid' })]);
  const { body: second } = await expectStatus(200, browser.call('post', 'me/totp/enable/start/'));
  const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now() });
  expect((await browser.call('post', 'me/totp/enable/confirm/', { code: codeOf(first.secret) })).status).toBe(400);
  await expectStatus(200, browser.call('post', 'me/totp/enable/confirm/', { code: codeOf(second.secret) }));
  expect((await browser.call('get', 'me/')).body).toMatchObject({ second_factor: 'totp', backup_codes_left: 10 });
  expect((await browser.call('post', 'me/totp/enable/start/')).body.code).toBe('totp_enabled');
  expect((await browser.call('post', 'me/totp/enable/confirm/', { code: '123456' })).body.code).toBe('totp_enabled');
});

test.each(['12345é', '１２３４５６', '٠١٢٣٤٥', '12345\u{1F600}', '1234567', ' 12345'])('%j is a wrong code and no failure', async (code) => {
  const { browser } = await newUser(app);
  await expectStatus(200, browser.call('post', 'me/totp/enable/start/'));
  const { status, body } = await browser.call('post', 'me/totp/enable/confirm/', { code });
  expect([status, body.errors[0]]).toEqual([400, expect.objectContaining({ field: 'code' })]);
});

test('enabling TOTP ends all other sessions and keeps the current one', async () => {
  const user = await newUser(app);
  const other = await half(user);
  const { body } = await expectStatus(200, user.browser.call('post', 'me/totp/enable/start/'));
  const code = new TOTP({ secret: Secret.fromBase32(body.secret) }).generate({ timestamp: app.clock.now() });
  await expectStatus(200, user.browser.call('post', 'me/totp/enable/confirm/', { code }));
  expect((await other.call('get', 'me/')).status).toBe(401);
  expect((await user.browser.call('get', 'me/')).status).toBe(200);
});

test('a code works only once, even concurrently, and is accepted one step late but not two', async () => {
  const user = await enable();
  const browsers = await Promise.all([half(user), half(user)]);
  const now = user.code();
  const answers = await Promise.all(browsers.map((browser) => browser.call('post', 'auth/login/totp/', { code: now })));
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401]);
  app.clock.advance(60_000);
  const late = user.code();
  app.clock.advance(30_000);
  await expectStatus(200, (await half(user)).call('post', 'auth/login/totp/', { code: late }));
  app.clock.advance(60_000);
  const stale = user.code();
  app.clock.advance(60_000);
  expect((await (await half(user)).call('post', 'auth/login/totp/', { code: stale })).body.code).toBe('invalid_code');
});

test('a backup code works only once, however it is written, and new backup codes replace the old ones', async () => {
  const user = await enable();
  const [one = '', two = ''] = user.backupCodes;
  const spelled = `${one.slice(0, 5).toUpperCase()} - ${one.slice(5)}`;
  const answers = await Promise.all(
    (await Promise.all([half(user), half(user)])).map((browser) => browser.call('post', 'auth/login/totp/', { code: spelled })),
  );
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401]);
  expect((await user.browser.call('get', 'me/')).body.backup_codes_left).toBe(9);
  const { body } = await expectStatus(200, user.browser.call('post', 'me/totp/backup-codes/regenerate/', { password: PASSWORD }));
  expect(body.backup_codes).toHaveLength(10);
  expect((await (await half(user)).call('post', 'auth/login/totp/', { code: two })).status).toBe(401);
  await expectStatus(200, (await half(user)).call('post', 'auth/login/totp/', { code: body.backup_codes[0] }));
});

test('disabling TOTP requires the password or a code, and ends the backup codes', async () => {
  const user = await enable();
  const disable = (proof: object) => user.browser.call('post', 'me/totp/disable/', proof);
  expect((await disable({})).body.errors[0]).toMatchObject({ field: 'body', code: 'required' });
  expect((await disable({ password: 'wrong' })).body.errors[0]).toMatchObject({ field: 'password', code: 'invalid' });
  expect((await disable({ code: '000000' })).body.errors[0]).toMatchObject({ field: 'code', code: 'invalid' });
  await expectStatus(204, disable({ code: user.code() }));
  expect((await user.browser.call('get', 'me/')).body).toMatchObject({ second_factor: 'none', backup_codes_left: 0 });
  expect((await (await half(user)).call('get', 'me/')).status).toBe(200);
  expect((await user.browser.call('post', 'me/totp/backup-codes/regenerate/', { password: PASSWORD })).body.code).toBe('totp_not_enabled');
  await expectStatus(204, disable({ password: PASSWORD }));
});

test('the TOTP secret is not stored in plain text', async () => {
  const user = await newUser(app);
  const { body } = await expectStatus(200, user.browser.call('post', 'me/totp/enable/start/'));
  const secret = Buffer.from(Secret.fromBase32(body.secret).bytes).toString('hex');
  const { rows } = await app.database.pool.query('select to_jsonb(u)::text as text from users u where email = $1', [user.email]);
  expect(rows[0].text).not.toContain(secret);
});

test('guesses of a code from one IP address are limited, while the owner can still sign in from elsewhere', async () => {
  const user = await enable();
  const browser = await half(user);
  for (let number = 0; number < 10; number++) expect((await browser.call('post', 'auth/login/totp/', { code: '000000' })).status).toBe(401);
  expect((await browser.call('post', 'auth/login/totp/', { code: user.code() })).status).toBe(429);
  await expectStatus(200, (await half(user)).call('post', 'auth/login/totp/', { code: user.code() }));
});

test('guesses of a code while enabling TOTP are limited', async () => {
  const { browser } = await newUser(app);
  await expectStatus(200, browser.call('post', 'me/totp/enable/start/'));
  for (let number = 0; number < 10; number++) expect((await browser.call('post', 'me/totp/enable/confirm/', { code: '000000' })).status).toBe(400);
  expect((await browser.call('post', 'me/totp/enable/confirm/', { code: '000000' })).status).toBe(429);
});
