import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { MANY } from '../../support/at-once.ts';
import { Browser, expectStatus, newCreator, newUser, PASSWORD, type TestUser, tokenOf } from '../../support/browser.ts';
import { runTask } from '../../support/jobs.ts';
import { attachNumber } from '../../support/phone.ts';

const NEXT = 'a fresh new password';
const INVALID = [expect.objectContaining({ field: 'token', code: 'invalid' })];
const TAKEN = [expect.objectContaining({ field: 'token', code: 'taken' })];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Person = TestUser & { id: string };

const newAddress = () => `${randomUUID()}@example.org`;
const meOf = async ({ browser }: Pick<Person, 'browser'>) => (await expectStatus(200, browser.call('get', 'me/'))).body;
const logIn = (email: string, password = PASSWORD, browser = new Browser(app)) => browser.call('post', 'auth/login/', { email, password });
const restore = (token: string) => new Browser(app).call('post', 'auth/email-restore/', { token });
const setPassword = (token: string) => new Browser(app).call('post', 'auth/password-reset-confirm/', { token, new_password: NEXT });
const addressOf = async ({ id }: Pick<Person, 'id'>) => (await app.database.pool.query('select email from users where id = $1', [id])).rows[0]?.email;
const lastMail = async (email: string) => (await app.mailbox.read(email)).at(-1);
const refusal = async (answer: ReturnType<typeof restore>) => {
  const { status, body } = await answer;
  return [status, body.errors];
};

async function change({ browser }: Pick<Person, 'browser'>, email = newAddress()): Promise<string> {
  await expectStatus(202, browser.call('post', 'me/email/change/', { email }));
  await expectStatus(200, browser.call('post', 'me/email/change/confirm/', { token: tokenOf((await lastMail(email))?.text) }));
  return email;
}

/** Changes the address of an account, and returns the token that is mailed to the one before. */
async function taken(user: Pick<Person, 'browser'>): Promise<{ token: string; before: string; after: string }> {
  const { email: before } = await meOf(user);
  const after = await change(user);
  return { token: tokenOf((await lastMail(before))?.text), before, after };
}

async function enableTotp({ browser }: Pick<Person, 'browser'>): Promise<() => string> {
  const { body } = await expectStatus(200, browser.call('post', 'me/totp/enable/start/'));
  const totp = new TOTP({ secret: Secret.fromBase32(body.secret) });
  const code = () => totp.generate({ timestamp: app.clock.now() });
  await expectStatus(200, browser.call('post', 'me/totp/enable/confirm/', { code: code() }));
  app.clock.advance(30_000);
  return code;
}

const waysInto = async ({ id }: Pick<Person, 'id'>) =>
  (
    await app.database.pool.query(
      `select phone is not null as phone, totp_enabled_at is not null as totp, password_hash is not null as password,
        (select count(*)::int from backup_codes where user_id = users.id) as codes, (select count(*)::int from user_identities where user_id = users.id) as providers,
        array(select name from api_keys where created_by = users.id and revoked_at is null order by name) as keys
      from users where id = $1`,
      [id],
    )
  ).rows[0];

const linkProvider = ({ id }: Pick<Person, 'id'>) =>
  app.database.db.insertInto('user_identities').values({ issuer: 'https://id.example.org', subject: randomUUID(), user_id: id }).execute();

describe('the owner of an address that somebody has changed', () => {
  test('gets the account back with the link in the mail that tells them of it, and sets a new password', async () => {
    const user = await newUser(app);
    const after = await change(user);
    const mail = await lastMail(user.email);
    expect(mail?.subject).toBe('Your email address was changed');
    expect(mail?.text).toMatch(/Restore this email address: http\S+\/restore-email\?token=[\w-]{43}/);
    expect(mail?.text).not.toContain(after);
    await expectStatus(204, restore(tokenOf(mail?.text)));
    expect([await addressOf(user), (await user.browser.call('get', 'me/')).status]).toEqual([user.email, 401]);
    expect([(await logIn(user.email)).status, (await logIn(after)).status]).toEqual([401, 401]);
    const mails = await app.mailbox.read(user.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Set a new password']);
    await expectStatus(204, setPassword(tokenOf(mails[0]?.text)));
    expect((await logIn(user.email, NEXT)).status).toBe(200);
    const [told] = await app.mailbox.read(after);
    expect([told?.subject, told?.text?.includes('token=')]).toEqual(['Your account has its former email address again', false]);
    expect(await refusal(restore(tokenOf(mail?.text)))).toEqual([400, INVALID]);
  });

  test('is rid of every way in that was added since, also of a further change that waits', async () => {
    const user = await newCreator(app);
    const { token } = await taken(user);
    await attachNumber(app, user);
    await enableTotp(user);
    await linkProvider(user);
    await expectStatus(201, user.browser.call('post', 'tenants/api-keys/', { name: 'Theirs' }));
    await app.database.pool.query(`insert into email_changes (user_id, email, session_epoch, expires_at)
      select id, 'x@example.org', session_epoch + 1, now() + interval '1 day' from users where id = '${user.id}'`);
    await expectStatus(204, restore(token));
    expect(await waysInto(user)).toEqual({ phone: false, totp: false, password: false, codes: 0, providers: 0, keys: [] });
    expect((await app.database.pool.query('select 1 from email_changes where user_id = $1', [user.id])).rows).toEqual([]);
  });

  test('keeps what was set up before, so that the mails of an address alone do not get around the second factor', async () => {
    const user = await newCreator(app);
    await attachNumber(app, user);
    await linkProvider(user);
    await expectStatus(201, user.browser.call('post', 'tenants/api-keys/', { name: 'Importer' }));
    const code = await enableTotp(user);
    await expectStatus(200, user.browser.call('post', 'auth/reauthenticate/', { method: 'totp', code: code() }));
    const { token, before } = await taken(user);
    await expectStatus(204, restore(token));
    expect(await waysInto(user)).toEqual({ phone: true, totp: true, password: false, codes: 10, providers: 1, keys: ['Importer'] });
    await expectStatus(204, setPassword(tokenOf((await lastMail(before))?.text)));
    expect((await logIn(before, NEXT)).body).toMatchObject({ status: 'second_factor_required', methods: ['totp', 'backup_code'] });
  });

  test('receives codes by mail where codes to a phone that is not theirs were the second factor', async () => {
    const user = await newUser(app);
    const { token } = await taken(user);
    await attachNumber(app, user);
    await expectStatus(200, user.browser.call('patch', 'me/', { second_factor: 'sms' }));
    await expectStatus(204, restore(token));
    const { rows } = await app.database.pool.query('select code_channel, phone from users where id = $1', [user.id]);
    expect(rows).toEqual([{ code_channel: 'email', phone: null }]);
  });

  test('gets it back after later changes, whose links then do nothing', async () => {
    const user = await newUser(app);
    const first = await taken(user);
    const second = await taken(user);
    await expectStatus(204, restore(first.token));
    expect(await refusal(restore(second.token))).toEqual([400, INVALID]);
    expect(await addressOf(user)).toBe(user.email);
  });

  test('gets it back even if who changed it has restored another address since', async () => {
    const user = await newUser(app);
    const first = await taken(user);
    const second = await taken(user);
    await expectStatus(204, restore(second.token));
    expect(await addressOf(user)).toBe(first.after);
    await expectStatus(204, restore(first.token));
    expect(await addressOf(user)).toBe(user.email);
  });

  test('gets it back although the password was changed and the account is to be deleted', async () => {
    const user = await newUser(app);
    const { token } = await taken(user);
    await expectStatus(204, user.browser.call('post', 'auth/password-change/', { current_password: PASSWORD, new_password: NEXT }));
    await expectStatus(202, user.browser.call('post', 'me/delete/', { password: NEXT }));
    await expectStatus(204, restore(token));
    expect(await addressOf(user)).toBe(user.email);
  });

  test('has seven days for it', async () => {
    const user = await newUser(app);
    const { token } = await taken(user);
    const { rows } = await app.database.pool.query(
      `select extract(epoch from expires_at - now()) / 86400 as days from user_tokens where user_id = $1 and purpose = 'restore_email'`,
      [user.id],
    );
    expect(Number(rows[0]?.days)).toBeCloseTo(7, 2);
    await app.database.pool.query('update user_tokens set expires_at = now() where user_id = $1', [user.id]);
    expect(await refusal(restore(token))).toEqual([400, INVALID]);
  });

  test('does not get it back from another account that has verified it since, and nothing changes', async () => {
    const user = await newUser(app);
    const { token, before, after } = await taken(user);
    const other = await newUser(app);
    await change(other, before);
    expect(await refusal(restore(token))).toEqual([400, TAKEN]);
    expect([(await meOf(user)).email, (await meOf(other)).email]).toEqual([after, before]);
  });

  test('gets it back from an account that somebody has made with it in the meantime', async () => {
    const user = await newUser(app);
    const { token, before } = await taken(user);
    await expectStatus(202, new Browser(app).call('post', 'auth/signup/', { email: before, password: PASSWORD, name: 'Somebody' }));
    await expectStatus(204, restore(token));
    expect([await addressOf(user), (await logIn(before)).status]).toEqual([before, 401]);
  });

  test('gets no other link when the mail is sent again after that', async () => {
    const user = await newUser(app);
    const { token, before } = await taken(user);
    const { rows } = await app.database.pool.query(`select id from security_notices where user_id = $1 and kind = 'address_changed'`, [user.id]);
    await expectStatus(204, restore(token));
    await app.mailbox.read(before);
    await runTask(app, 'mail_security_notice', { notice_id: rows[0]?.id });
    const mail = await lastMail(before);
    expect([mail?.subject, mail?.text?.includes('token=')]).toEqual(['Your email address was changed', false]);
  });

  test('gets one link, which replaces the one before, when the mail is sent twice', async () => {
    const user = await newUser(app);
    const { token, before } = await taken(user);
    const { rows } = await app.database.pool.query(`select id from security_notices where user_id = $1 and kind = 'address_changed'`, [user.id]);
    await runTask(app, 'mail_security_notice', { notice_id: rows[0]?.id });
    expect(await refusal(restore(token))).toEqual([400, INVALID]);
    await expectStatus(204, restore(tokenOf((await lastMail(before))?.text)));
  });
});

test('an address is restored once of many requests at once', async () => {
  const user = await newUser(app);
  const { token, before } = await taken(user);
  const answers = await Promise.all(Array.from({ length: MANY }, () => restore(token)));
  expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array.from({ length: MANY - 1 }, () => 400)]);
  expect((await app.mailbox.read(before)).map(({ subject }) => subject)).toEqual(['Set a new password']);
});

test('a link of another kind restores nothing', async () => {
  const user = await newUser(app);
  await expectStatus(202, new Browser(app).call('post', 'auth/password-reset/', { email: user.email }));
  expect(await refusal(restore(tokenOf((await lastMail(user.email))?.text)))).toEqual([400, INVALID]);
});

test('an address is not restored by a form of another site', async () => {
  const browser = new Browser(app);
  browser.headers['Sec-Fetch-Site'] = 'cross-site';
  const { status, body } = await browser.call('post', 'auth/email-restore/', { token: 'x' });
  expect([status, body.code]).toEqual([403, 'csrf_failed']);
});
