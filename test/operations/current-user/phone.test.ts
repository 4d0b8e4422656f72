import { startTestApp, type TestApp } from '../../support/app.ts';
import { Browser, expectStatus, newUser, PASSWORD } from '../../support/browser.ts';
import { attachNumber, newPhone, proveNumber, textedCode } from '../../support/phone.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const attach = (browser: Browser, phone_token: string) => browser.call('post', 'me/phone/attach/', { phone_token });
const start = (browser: Browser, body: object) => browser.call('post', 'me/phone/change/start/', body);
const confirm = (browser: Browser, code: string) => browser.call('post', 'me/phone/change/confirm/', { code });

async function owner() {
  const user = await newUser(app);
  return { ...user, phone: await attachNumber(app, user) };
}

describe('attaching a phone number', () => {
  test('returns the user and notifies them by email without the full number', async () => {
    const { browser, email } = await newUser(app);
    const phone = newPhone();
    const { body } = await expectStatus(200, attach(browser, await proveNumber(app, phone)));
    expect(body).toMatchObject({ email, phone });
    const [mail] = await app.mailbox.read(email);
    expect(mail?.subject).toBe('A phone number was added to your account');
    expect(mail?.text).toContain(phone.slice(-3));
    expect(mail?.text).not.toContain(phone);
  });

  test('is rejected with a wrong, used or expired token', async () => {
    const first = await newUser(app);
    const second = await newUser(app);
    const invalid = [400, [expect.objectContaining({ field: 'phone_token', code: 'invalid' })]];
    const refusal = async (token: string) => {
      const { status, body } = await attach(second.browser, token);
      return [status, body.errors];
    };
    const token = await proveNumber(app, newPhone());
    await expectStatus(200, attach(first.browser, token));
    expect(await refusal(token)).toEqual(invalid);
    expect(await refusal('wrong')).toEqual(invalid);
    const late = await proveNumber(app, newPhone());
    await app.database.pool.query('update phone_proofs set expires_at = now()');
    expect(await refusal(late)).toEqual(invalid);
  });

  test('with one token succeeds for only one of two concurrent requests', async () => {
    const users = [await newUser(app), await newUser(app)];
    const token = await proveNumber(app, newPhone());
    const answers = await Promise.all(users.map(({ browser }) => attach(browser, token)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
  });

  test('is rejected if the user already has a number or the number belongs to another account, even concurrently', async () => {
    const { browser, phone } = await owner();
    expect((await attach(browser, await proveNumber(app, newPhone()))).body.code).toBe('phone_attached');
    const other = await newUser(app);
    const taken = await attach(other.browser, await proveNumber(app, phone));
    expect([taken.status, taken.body.code]).toEqual([409, 'phone_taken']);
    const rivals = [await newUser(app), await newUser(app)];
    const wanted = newPhone();
    const tokens = [await proveNumber(app, wanted), await proveNumber(app, wanted)];
    const answers = await Promise.all(rivals.map((rival, index) => attach(rival.browser, tokens[index] as string)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
  });
});

describe('changing the phone number', () => {
  test('takes the password and a code sent to the new number, and notifies the user by email', async () => {
    const { browser, email, phone: old } = await owner();
    await app.mailbox.read(email);
    const phone = newPhone();
    expect((await expectStatus(202, start(browser, { phone, password: PASSWORD }))).body).toEqual({ status: 'accepted' });
    expect(await app.mailbox.texts(old)).toEqual([]);
    const code = await textedCode(app, phone);
    expect((await expectStatus(200, confirm(browser, code))).body).toMatchObject({ email, phone });
    expect((await app.mailbox.read(email)).map((mail) => mail.subject)).toEqual(['Your phone number was changed']);
    expect((await confirm(browser, code)).status).toBe(400);
    const signIn = new Browser(app);
    await expectStatus(202, signIn.call('post', 'auth/phone/send/', { phone: old }));
    expect(await app.mailbox.texts(old)).toEqual([]);
  });

  test.each([
    ['no proof', {}, 'body', 'required'],
    ['a wrong password', { password: 'wrong password' }, 'password', 'invalid'],
    ['a code but no authenticator', { code: '123456' }, 'code', 'invalid'],
  ])('with %s is rejected and sends no text message', async (_what, proof, field, code) => {
    const { browser } = await owner();
    const phone = newPhone();
    const { status, body } = await start(browser, { phone, ...proof });
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ field, code })]]);
    expect(await app.mailbox.texts(phone)).toEqual([]);
  });

  test('requires an attached number', async () => {
    const { browser } = await newUser(app);
    const { status, body } = await start(browser, { phone: newPhone(), password: PASSWORD });
    expect([status, body.code]).toEqual([409, 'phone_not_attached']);
  });

  test('to a number of another account is rejected only once its code is confirmed', async () => {
    const { browser, phone: mine } = await owner();
    const { phone } = await owner();
    await expectStatus(202, start(browser, { phone, password: PASSWORD }));
    const { status, body } = await confirm(browser, await textedCode(app, phone));
    expect([status, body.code]).toEqual([409, 'phone_taken']);
    expect((await browser.call('get', 'me/')).body.phone).toBe(mine);
  });

  test('accepts only the code of the latest start, and only from the user who started it', async () => {
    const { browser, phone: mine } = await owner();
    const [one, two] = [newPhone(), newPhone()];
    await expectStatus(202, start(browser, { phone: one, password: PASSWORD }));
    const first = await textedCode(app, one);
    await expectStatus(202, start(browser, { phone: two, password: PASSWORD }));
    const second = await textedCode(app, two);
    const stranger = await owner();
    expect((await confirm(stranger.browser, second)).body.errors[0]).toMatchObject({ field: 'code', code: 'invalid' });
    if (first !== second) expect((await confirm(browser, first)).status).toBe(400);
    expect((await browser.call('get', 'me/')).body.phone).toBe(mine);
    expect((await expectStatus(200, confirm(browser, second))).body.phone).toBe(two);
  });

  test('can be started only a limited number of times per user', async () => {
    const { browser } = await owner();
    for (let number = 0; number < 5; number++) await expectStatus(202, start(browser, { phone: newPhone(), password: PASSWORD }));
    expect((await start(browser, { phone: newPhone(), password: PASSWORD })).status).toBe(429);
  });

  test('allows only a limited number of wrong codes', async () => {
    const { browser } = await owner();
    for (let number = 0; number < 10; number++) expect((await confirm(browser, '000000')).status).toBe(400);
    expect((await confirm(browser, '000000')).status).toBe(429);
  });
});
