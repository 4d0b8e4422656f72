import { Secret, TOTP } from 'otpauth';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { Browser, expectStatus, newUser, PASSWORD, type TestUser } from '../../support/browser.ts';
import { attachNumber, codeIn, newPhone, proveNumber, textedCode } from '../../support/phone.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const anonymous = () => new Browser(app);
const send = (phone: string, browser = anonymous(), purpose?: string) => browser.call('post', 'auth/phone/send/', { phone, ...(purpose ? { purpose } : {}) });
const verify = (phone: string, code: string, browser = anonymous(), purpose?: string) =>
  browser.call('post', 'auth/phone/verify/', { phone, code, ...(purpose ? { purpose } : {}) });
const other = (code: string) => (code === '000000' ? '000001' : '000000');

async function withPhone(options: { verified?: boolean } = {}): Promise<TestUser & { phone: string }> {
  const user = await newUser(app, options);
  return { ...user, phone: await attachNumber(app, user) };
}

describe('signing in by phone', () => {
  test('returns the same response after the same number of queries for known and unknown numbers, and texts only the known one', async () => {
    const { phone } = await withPhone();
    const unknown = newPhone();
    const counts = [];
    const answers = [];
    for (const number of [phone, unknown]) {
      app.database.queries.count = 0;
      answers.push(await send(number));
      counts.push(app.database.queries.count);
    }
    expect(answers.map((answer) => [answer.status, answer.text])).toEqual(Array(2).fill([202, '{"status":"accepted"}']));
    expect(counts[0]).toBe(counts[1]);
    expect(await app.mailbox.texts(unknown)).toEqual([]);
    expect(await app.mailbox.texts(phone)).toEqual([expect.stringMatching(/^\d{6} signs you in/)]);
  });

  test('works once per code, even if the code is submitted twice concurrently', async () => {
    const { phone, email } = await withPhone();
    await send(phone);
    const code = await textedCode(app, phone);
    const browsers = [anonymous(), anonymous()];
    const answers = await Promise.all(browsers.map((browser) => verify(phone, code, browser)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401]);
    const winner = answers[0]?.status === 200 ? 0 : 1;
    expect(answers[winner]?.body).toEqual({ status: 'signed_in', methods: [], phone_token: null });
    expect((await browsers[winner]?.call('get', 'me/'))?.body).toMatchObject({ email, phone });
    expect(answers[1 - winner]?.body.code).toBe('invalid_code');
  });

  test('rejects a code that is expired or was replaced by a newer one', async () => {
    const { phone } = await withPhone();
    await send(phone);
    const first = await textedCode(app, phone);
    await send(phone);
    const second = await textedCode(app, phone);
    if (first !== second) expect((await verify(phone, first)).body.code).toBe('invalid_code');
    await app.database.pool.query('update phone_codes set expires_at = now() where phone = $1', [phone]);
    expect((await verify(phone, second)).body.code).toBe('invalid_code');
  });

  test('accepts the right code after four wrong ones but not after five, even if those are sent concurrently', async () => {
    const { phone } = await withPhone();
    await send(phone);
    const code = await textedCode(app, phone);
    await Promise.all(Array.from({ length: 5 }, () => verify(phone, other(code))));
    expect((await verify(phone, code)).body.code).toBe('invalid_code');
    await send(phone);
    const fresh = await textedCode(app, phone);
    for (let number = 0; number < 4; number++) await verify(phone, other(fresh));
    expect((await verify(phone, fresh)).status).toBe(200);
  });

  test('rejects a code that was sent for another purpose or number', async () => {
    const { phone } = await withPhone();
    await send(phone, anonymous(), 'attach');
    const code = await textedCode(app, phone);
    expect((await verify(phone, code)).body.code).toBe('invalid_code');
    expect((await verify(newPhone(), code, anonymous(), 'attach')).body.code).toBe('invalid_code');
    expect((await verify(phone, code, anonymous(), 'attach')).body).toEqual({ status: 'verified', methods: [], phone_token: expect.any(String) });
  });

  test('requires an email code instead of an SMS code as second factor, because one phone is only one factor', async () => {
    const { phone, email, browser } = await withPhone();
    await expectStatus(200, browser.call('patch', 'me/', { second_factor: 'sms' }));
    await send(phone);
    const half = anonymous();
    const { body } = await verify(phone, await textedCode(app, phone), half);
    expect(body).toEqual({ status: 'second_factor_required', methods: ['email'], phone_token: null });
    const resent = await half.call('post', 'auth/login/mfa/resend/', { channel: 'sms' });
    expect([resent.status, resent.body.errors[0]]).toEqual([400, expect.objectContaining({ field: 'channel', code: 'not_allowed' })]);
    expect(await app.mailbox.texts(phone)).toEqual([]);
    const elsewhere = anonymous();
    const mail = (await app.mailbox.read(email)).at(-1);
    await expectStatus(200, elsewhere.call('post', 'auth/login/', { email, password: PASSWORD }));
    expect((await half.call('post', 'auth/login/mfa/', { code: await textedCode(app, phone) })).body.code).toBe('invalid_code');
    expect((await half.call('post', 'auth/login/mfa/', { code: codeIn(mail?.text) })).body.code).toBe('invalid_code');
    await expectStatus(202, half.call('post', 'auth/login/mfa/resend/', {}));
    const [again] = await app.mailbox.read(email);
    await expectStatus(200, half.call('post', 'auth/login/mfa/', { code: codeIn(again?.text) }));
    expect((await half.call('get', 'me/')).body.email).toBe(email);
  });

  test('is not possible for an account with SMS as second factor and without a verified email address', async () => {
    const { phone, browser } = await withPhone({ verified: false });
    await send(phone);
    const code = await textedCode(app, phone);
    await expectStatus(200, browser.call('patch', 'me/', { second_factor: 'sms' }));
    expect((await verify(phone, code)).body.code).toBe('invalid_code');
    expect((await send(phone)).status).toBe(202);
    expect(await app.mailbox.texts(phone)).toEqual([]);
  });

  test('still requires the code of an authenticator app', async () => {
    const { phone, browser } = await withPhone();
    const { body } = await expectStatus(200, browser.call('post', 'me/totp/enable/start/'));
    const code = () => new TOTP({ secret: Secret.fromBase32(body.secret) }).generate({ timestamp: app.clock.now() });
    await expectStatus(200, browser.call('post', 'me/totp/enable/confirm/', { code: code() }));
    app.clock.advance(30_000);
    await send(phone);
    const half = anonymous();
    expect((await verify(phone, await textedCode(app, phone), half)).body.methods).toEqual(['totp', 'backup_code']);
    await expectStatus(200, half.call('post', 'auth/login/totp/', { code: code() }));
  });

  test('limits the codes requested for one number, even an unknown one, and those requested from one IP address', async () => {
    const phone = newPhone();
    for (let number = 0; number < 5; number++) expect((await send(phone)).status).toBe(202);
    const { status, headers } = await send(phone);
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
    const browser = anonymous();
    for (let number = 0; number < 20; number++) expect((await send(newPhone(), browser)).status).toBe(202);
    expect((await send(newPhone(), browser)).status).toBe(429);
  });

  test('limits guesses for one number from one IP address, while its owner can still sign in from elsewhere', async () => {
    const { phone } = await withPhone();
    const attacker = anonymous();
    for (let number = 0; number < 10; number++) expect((await verify(phone, '000000', attacker)).status).toBe(401);
    expect((await verify(phone, '000000', attacker)).status).toBe(429);
    await send(phone);
    expect((await verify(phone, await textedCode(app, phone))).status).toBe(200);
  });

  test('stores no codes or proofs in plain text and deletes expired ones', async () => {
    const phone = newPhone();
    await send(phone, anonymous(), 'attach');
    const code = await textedCode(app, phone);
    const token = await proveNumber(app, newPhone());
    const stored = async () => {
      const { rows } = await app.database.pool.query(
        "select coalesce(string_agg(row, ''), '') as text from (select to_jsonb(c)::text as row from phone_codes c union all select to_jsonb(p)::text from phone_proofs p) rows",
      );
      return rows[0].text as string;
    };
    expect(await stored()).not.toContain(code);
    expect(await stored()).not.toContain(token);
    expect(await stored()).toContain(phone);
    await app.database.pool.query('update phone_codes set expires_at = now()');
    await app.database.pool.query('update phone_proofs set expires_at = now()');
    await app.database.pool.query("select graphile_worker.add_job('forget_expired_secrets')");
    await app.mailbox.runJobs();
    expect(await stored()).toBe('');
  });
});

describe('an SMS code as second factor', () => {
  test('requires a phone number', async () => {
    const { browser } = await newUser(app);
    const { status, body } = await browser.call('patch', 'me/', { second_factor: 'sms' });
    expect([status, body.errors[0]]).toEqual([400, expect.objectContaining({ field: 'second_factor', code: 'not_allowed' })]);
  });

  test('completes a sign-in with a password and can be sent again', async () => {
    const { phone, email, browser } = await withPhone();
    expect((await expectStatus(200, browser.call('patch', 'me/', { second_factor: 'sms' }))).body.second_factor).toBe('sms');
    const half = anonymous();
    const { body } = await expectStatus(200, half.call('post', 'auth/login/', { email, password: PASSWORD }));
    expect(body).toEqual({ status: 'second_factor_required', methods: ['sms'] });
    const first = await textedCode(app, phone);
    expect((await half.call('post', 'auth/login/mfa/resend/', { channel: 'email' })).status).toBe(400);
    await expectStatus(202, half.call('post', 'auth/login/mfa/resend/', { channel: 'sms' }));
    const second = await textedCode(app, phone);
    if (first !== second) expect((await half.call('post', 'auth/login/mfa/', { code: first })).body.code).toBe('invalid_code');
    await expectStatus(200, half.call('post', 'auth/login/mfa/', { code: second }));
    expect((await half.call('get', 'me/')).status).toBe(200);
  });

  test('is sent only a limited number of times for sign-ins from one IP address', async () => {
    const { email, browser } = await withPhone();
    await expectStatus(200, browser.call('patch', 'me/', { second_factor: 'sms' }));
    const logIn = (from: Browser) => from.call('post', 'auth/login/', { email, password: PASSWORD });
    const insistent = anonymous();
    for (let number = 0; number < 10; number++) await expectStatus(200, logIn(insistent));
    app.clock.advance(5 * 60_000 + 1);
    expect((await logIn(insistent)).status).toBe(429);
    expect((await logIn(anonymous())).status).toBe(200);
  });
});
