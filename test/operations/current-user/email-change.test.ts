import { randomUUID } from 'node:crypto';
import { issueToken } from '../../../src/domain/identity/accounts/secrets.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { atOnce, deadlocks, MANY } from '../../support/at-once.ts';
import { Browser, expectStatus, newCreator, newUser, PASSWORD, type TestUser, tokenOf } from '../../support/browser.ts';
import { runTask } from '../../support/jobs.ts';
import { attachNumber } from '../../support/phone.ts';
import { newPupil, newSchool, type School } from '../../support/school.ts';

const NEXT = 'a fresh new password';
const INVALID = [expect.objectContaining({ field: 'token', code: 'invalid' })];
const TAKEN = [expect.objectContaining({ field: 'token', code: 'taken' })];

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
afterAll(() => app.close());

type Person = Pick<TestUser, 'browser' | 'email'>;

const newAddress = () => `${randomUUID()}@example.org`;
const request = ({ browser }: Pick<Person, 'browser'>, email: string) => browser.call('post', 'me/email/change/', { email });
const withdraw = ({ browser }: Pick<Person, 'browser'>) => browser.call('delete', 'me/email/change/');
const confirm = ({ browser }: Pick<Person, 'browser'>, token: string) => browser.call('post', 'me/email/change/confirm/', { token });
const meOf = async ({ browser }: Pick<Person, 'browser'>) => (await expectStatus(200, browser.call('get', 'me/'))).body;
const logIn = (email: string, password = PASSWORD, browser = new Browser(app)) => browser.call('post', 'auth/login/', { email, password });
const resetMail = (email: string) => expectStatus(202, new Browser(app).call('post', 'auth/password-reset/', { email }));
const setPassword = (token: string) => new Browser(app).call('post', 'auth/password-reset-confirm/', { token, new_password: NEXT });
const mailed = async (email: string) => (await app.mailbox.read(email)).map(({ subject }) => subject);
const tokenAt = async (email: string) => tokenOf((await app.mailbox.read(email)).at(-1)?.text);
const set = (id: string, what: string) => app.database.pool.query(`update users set ${what} where id = $1`, [id]);

/** Asks for an address, and returns the token of the mail to it. */
async function asked(user: Person, email: string): Promise<string> {
  await expectStatus(202, request(user, email));
  return tokenAt(email);
}

async function change(user: Person, email = newAddress()): Promise<string> {
  await expectStatus(200, confirm(user, await asked(user, email)));
  return email;
}

const refusal = async (answer: ReturnType<typeof confirm>) => {
  const { status, body } = await answer;
  return [status, body.errors];
};

describe('a new email address', () => {
  test('is that of the account only once its link is used, and then alone signs in', async () => {
    const user = await newUser(app);
    const next = newAddress();
    expect((await expectStatus(202, request(user, next))).body).toEqual({ status: 'accepted' });
    expect(await meOf(user)).toMatchObject({ email: user.email, pending_email: next });
    expect((await logIn(next)).status).toBe(401);
    const [mail] = await app.mailbox.read(next);
    expect(mail?.subject).toBe('Verify your new email address');
    expect(mail?.text).toMatch(/Use this email address: http\S+\/account\/email\?token=[\w-]{43}/);
    const token = tokenOf(mail?.text);
    const { body } = await expectStatus(200, confirm(user, token));
    expect(body).toMatchObject({ email: next, email_verified: true, pending_email: null });
    expect([(await logIn(user.email)).status, (await logIn(next)).status]).toEqual([401, 200]);
    expect(await refusal(confirm(user, token))).toEqual([400, INVALID]);
  });

  test('is stored without the secret of its link', async () => {
    const user = await newUser(app);
    const next = newAddress();
    const token = await asked(user, next);
    const { rows } = await app.database.pool.query(
      `select to_jsonb(c)::text || (select string_agg(to_jsonb(t)::text, '') from user_tokens t where t.user_id = c.user_id) as text
       from email_changes c where c.user_id = $1`,
      [user.id],
    );
    expect(rows[0]?.text).toContain(next);
    expect(rows[0]?.text).not.toContain(token);
  });

  test('is mailed in the language of the user, and the old address is told of the request and of the change', async () => {
    const user = await newUser(app);
    await expectStatus(200, user.browser.call('patch', 'me/', { language: 'de' }));
    const next = newAddress();
    await expectStatus(202, request(user, next));
    const [told] = await app.mailbox.read(user.email);
    expect(told?.subject).toBe('Eine neue E-Mail-Adresse wurde beantragt');
    expect(told?.text).toMatch(/Neues Passwort festlegen: http\S+\/reset-password$/m);
    const [mail] = await app.mailbox.read(next);
    expect(mail?.subject).toBe('Bestätigen Sie Ihre neue E-Mail-Adresse');
    await expectStatus(200, confirm(user, tokenOf(mail?.text)));
    expect(await mailed(user.email)).toEqual(['Ihre E-Mail-Adresse wurde geändert']);
    expect(await mailed(next)).toEqual([]);
  });

  test.each([
    ['the present one', ({ email }: Person) => email, 'not_allowed'],
    ['the present one in capitals', ({ email }: Person) => email.toUpperCase(), 'not_allowed'],
    ['the sign-in name of somebody without a mailbox', () => 'pupil-0001@school.localhost', 'reserved'],
    ['no address', () => 'nobody', 'format'],
  ])('must not be %s', async (_what, address, code) => {
    const user = await newUser(app);
    const { status, body } = await request(user, address(user));
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ field: 'email', code })]]);
    expect((await meOf(user)).pending_email).toBeNull();
  });

  test('differs from another one by its tag, and not by its case', async () => {
    const user = await newUser(app);
    const [name, host] = newAddress().split('@');
    const tagged = `${name}+Home@${host}`;
    expect(await change(user, tagged)).toBe(tagged);
    expect([(await logIn(tagged.toLowerCase())).status, (await logIn(`${name}@${host}`)).status]).toEqual([200, 401]);
  });

  test('is asked for, confirmed and withdrawn by signed-in users only', async () => {
    const nobody = { browser: new Browser(app) };
    const answers = [await request(nobody, newAddress()), await confirm(nobody, 'x'), await withdraw(nobody)];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [401, 'not_authenticated']));
  });

  test('is not asked for, confirmed or withdrawn by a form of another site', async () => {
    const user = await newUser(app);
    const token = await asked(user, newAddress());
    user.browser.headers['Sec-Fetch-Site'] = 'cross-site';
    const answers = [await request(user, newAddress()), await confirm(user, token), await withdraw(user)];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [403, 'csrf_failed']));
  });

  test('takes a proof that is not old', async () => {
    const user = await newUser(app);
    app.clock.advance(11 * 60_000);
    const { status, body } = await request(user, newAddress());
    expect([status, body.code]).toEqual([403, 'reauthentication_required']);
  });

  test('is asked for at most five times an hour by one user, and by all of them together', async () => {
    const user = await newUser(app);
    for (let n = 0; n < 5; n++) await expectStatus(202, request(user, newAddress()));
    const { status, body } = await request(user, newAddress());
    expect([status, body.code]).toEqual([429, 'throttled']);
    const wanted = newAddress();
    for (let n = 0; n < 5; n++) await expectStatus(202, request(await newUser(app), wanted));
    expect((await request(await newUser(app), wanted)).status).toBe(429);
  });
});

describe('the link of a new address', () => {
  test('works in a session of the same user only, and for nobody else', async () => {
    const [user, rival, stranger] = [await newUser(app), await newUser(app), await newUser(app)];
    const next = newAddress();
    const token = await asked(user, next);
    await asked(rival, next);
    await asked(stranger, newAddress());
    for (const other of [rival, stranger]) expect(await refusal(confirm(other, token))).toEqual([400, INVALID]);
    expect(await refusal(confirm(user, 'wrong'))).toEqual([400, INVALID]);
    await expectStatus(200, confirm(user, token));
  });

  test('works once, also of two requests at once', async () => {
    const user = await newUser(app);
    const token = await asked(user, newAddress());
    const answers = await Promise.all([confirm(user, token), confirm(user, token)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.every(({ status }) => status < 500)).toBe(true);
  });

  test('works for a day', async () => {
    const user = await newUser(app);
    const token = await asked(user, newAddress());
    const { rows } = await app.database.pool.query(`select extract(epoch from expires_at - created_at)::int as seconds from email_changes where user_id = $1`, [
      user.id,
    ]);
    expect(rows).toEqual([{ seconds: 24 * 3600 }]);
    await app.database.pool.query('update user_tokens set expires_at = now() where user_id = $1', [user.id]);
    expect(await refusal(confirm(user, token))).toEqual([400, INVALID]);
    await app.database.pool.query(`update user_tokens set expires_at = now() + interval '1 hour' where user_id = $1`, [user.id]);
    await app.database.pool.query('update email_changes set expires_at = now() where user_id = $1', [user.id]);
    expect(await refusal(confirm(user, token))).toEqual([400, INVALID]);
    expect((await meOf(user)).pending_email).toBeNull();
    await runTask(app, 'forget_expired_secrets', {});
    expect((await app.database.pool.query('select 1 from email_changes where user_id = $1', [user.id])).rows).toEqual([]);
  });

  test('ends with a later request, also if its mail is sent after it', async () => {
    const user = await newUser(app);
    const [first, second] = [newAddress(), newAddress()];
    const old = await asked(user, first);
    const token = await asked(user, second);
    expect(await refusal(confirm(user, old))).toEqual([400, INVALID]);
    const late = await issueToken(app.database.db, 'change_email', { id: user.id, email: first });
    expect(await refusal(confirm(user, late))).toEqual([400, INVALID]);
    expect(await refusal(confirm(user, token))).toEqual([400, INVALID]);
    await expectStatus(200, confirm(user, await asked(user, second)));
  });

  test('ends when the request is withdrawn, and that can be repeated', async () => {
    const user = await newUser(app);
    const token = await asked(user, newAddress());
    await expectStatus(204, withdraw(user));
    await expectStatus(204, withdraw(user));
    expect((await meOf(user)).pending_email).toBeNull();
    expect(await refusal(confirm(user, token))).toEqual([400, INVALID]);
  });

  test.each<[string, (user: TestUser & { id: string }) => Promise<unknown>]>([
    ['the password is changed', ({ browser }) => browser.call('post', 'auth/password-change/', { current_password: PASSWORD, new_password: NEXT })],
    [
      'the password is reset',
      async (user) => {
        await app.mailbox.read(user.email);
        await resetMail(user.email);
        await expectStatus(204, setPassword(await tokenAt(user.email)));
        await expectStatus(200, logIn(user.email, NEXT, user.browser));
      },
    ],
    ['all other sessions are ended', ({ browser }) => browser.call('post', 'me/sessions/end-others/')],
    [
      'the deletion of the account is scheduled, even if it is called off',
      async (user) => {
        await expectStatus(202, user.browser.call('post', 'me/delete/', { password: PASSWORD }));
        await expectStatus(200, logIn(user.email, PASSWORD, user.browser));
      },
    ],
  ])('ends when %s', async (_what, act) => {
    const user = await newUser(app);
    const token = await asked(user, newAddress());
    await act(user);
    expect(await meOf(user)).toMatchObject({ email: user.email, pending_email: null });
    expect(await refusal(confirm(user, token))).toEqual([400, INVALID]);
  });

  test('ends when the person makes an account of their school their own: whoever had it before may have asked', async () => {
    const pupil = await newPupil(app, school.organisation.id, school.courseId);
    const token = await asked(pupil, newAddress());
    await attachNumber(app, pupil);
    expect(await refusal(confirm(pupil, token))).toEqual([400, INVALID]);
    expect((await meOf(pupil)).email).toBe(pupil.email);
  });

  test('is not for a session that ends at the same time, whether that asks for it or uses it', async () => {
    const user = await newUser(app);
    const next = newAddress();
    const end = `update users set session_epoch = session_epoch + 1 where id = '${user.id}'`;
    const [answer] = await atOnce(app, end, [() => request(user, next)]);
    expect([answer?.status, await mailed(next)]).toEqual([202, []]);
    user.browser.cookie = await app.signedInCookie(user.id);
    await set(user.id, 'session_epoch = 0');
    const token = await asked(user, next);
    const [used] = await atOnce(app, end, [() => confirm(user, token)]);
    const { rows } = await app.database.pool.query('select email from users where id = $1', [user.id]);
    expect([used?.status, rows[0]?.email]).toEqual([400, user.email]);
  });
});

describe('after the change', () => {
  test('all other sessions have ended, and the one that confirmed goes on', async () => {
    const user = await newUser(app);
    const other = new Browser(app);
    await expectStatus(200, logIn(user.email, PASSWORD, other));
    const copied = user.browser.cookie;
    const next = await change(user);
    expect((await meOf(user)).email).toBe(next);
    const thief = new Browser(app);
    thief.cookie = copied;
    expect([(await other.call('get', 'me/')).status, (await thief.call('get', 'me/')).status]).toEqual([401, 401]);
  });

  test('API keys and linked providers stay', async () => {
    const creator = await newCreator(app);
    await expectStatus(201, creator.browser.call('post', 'tenants/api-keys/', { name: 'Importer' }));
    await app.database.db.insertInto('user_identities').values({ issuer: 'https://id.example.org', subject: creator.id, user_id: creator.id }).execute();
    await change(creator);
    const { rows } = await app.database.pool.query(
      `select (select count(*)::int from api_keys where created_by = $1 and revoked_at is null) as keys,
        (select count(*)::int from user_identities where user_id = $1) as providers`,
      [creator.id],
    );
    expect(rows[0]).toEqual({ keys: 1, providers: 1 });
  });

  test('what was mailed to the old address no longer works, nor what is mailed there late', async () => {
    const user = await newUser(app);
    await resetMail(user.email);
    const reset = await tokenAt(user.email);
    await expectStatus(202, user.browser.call('post', 'auth/reauthenticate/send/', { channel: 'email' }));
    await app.mailbox.runJobs();
    await change(user);
    expect(await refusal(setPassword(reset))).toEqual([400, INVALID]);
    const { rows } = await app.database.pool.query('select 1 from user_codes where user_id = $1', [user.id]);
    expect(rows).toEqual([]);
    const late = await issueToken(app.database.db, 'reset_password', { id: user.id, email: user.email });
    expect(await refusal(setPassword(late))).toEqual([400, INVALID]);
    await app.mailbox.read(user.email);
    await resetMail(user.email);
    expect(await mailed(user.email)).toEqual([]);
  });

  test('an account that nobody had verified is, with what waited for that', async () => {
    const user = await newUser(app, { verified: false });
    await expectStatus(201, user.browser.call('post', 'tenants/setup/', { name: 'Academy', subdomain: `org-${randomUUID().slice(0, 13)}` }));
    await expectStatus(202, user.browser.call('post', 'auth/resend-verification/', { email: user.email }));
    const mistyped = await tokenAt(user.email);
    const next = await change(user);
    const { rows } = await app.database.pool.query('select verified_at is not null as verified from organisations where created_by = $1', [user.id]);
    expect([rows, await meOf(user)]).toEqual([[{ verified: true }], expect.objectContaining({ email: next, email_verified: true })]);
    expect(await refusal(new Browser(app).call('post', 'auth/verify-email/', { token: mistyped }))).toEqual([400, INVALID]);
    const [told] = (await app.mailbox.read(user.email)).slice(-1);
    expect([told?.subject, told?.text?.includes('token=')]).toEqual(['Your email address was changed', false]);
  });

  test('an account that a school has made is the person’s own, and its cards stop working', async () => {
    const pupil = await newPupil(app, school.organisation.id, school.courseId);
    const path = `courses/${school.courseId}/learners/${pupil.enrollmentId}/reset-password/`;
    const { browser } = school;
    browser.cookie = await app.signedInCookie(school.id);
    const { body } = await expectStatus(201, browser.call('post', path));
    await change(pupil);
    const used = await new Browser(app).call('post', 'auth/password-reset/card/', { card_code: body.card_code, new_password: NEXT });
    expect([used.status, (await browser.call('post', path)).body.code]).toEqual([409, 'account_is_personal']);
  });

  test('nobody is told at the sign-in name of somebody without a mailbox', async () => {
    const pupil = await newPupil(app, school.organisation.id, school.courseId);
    await set(pupil.id, 'has_mailbox = false');
    await change(pupil);
    expect(await mailed(pupil.email)).toEqual([]);
  });

  test('the wrong passwords that others tried with the new address delay nobody', async () => {
    const user = await newUser(app);
    const next = newAddress();
    for (let n = 0; n < 100; n++) await logIn(next, 'wrong password');
    expect((await logIn(next, 'wrong password')).status).toBe(429);
    await change(user, next);
    expect((await logIn(next)).status).toBe(200);
  });
});

describe('an address that another account has', () => {
  test('is not told to who asks, but to its owner, and nothing changes', async () => {
    const [user, owner] = [await newUser(app), await newUser(app)];
    const free = await request(user, newAddress());
    const taken = await request(user, owner.email);
    expect([taken.status, taken.body]).toEqual([free.status, free.body]);
    const mails = await app.mailbox.read(owner.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['You already use this email address']);
    expect(mails[0]?.text).not.toContain('token=');
    expect((await meOf(user)).email).toBe(user.email);
    const forged = await issueToken(app.database.db, 'change_email', { id: user.id, email: owner.email });
    expect(await refusal(confirm(user, forged))).toEqual([400, TAKEN]);
    expect([(await meOf(user)).email, (await meOf(owner)).email]).toEqual([user.email, owner.email]);
  });

  test('without a proof goes to who proves it', async () => {
    const [user, squatter] = [await newUser(app), await newUser(app, { verified: false })];
    await change(user, squatter.email);
    expect([(await meOf(user)).email, (await squatter.browser.call('get', 'me/')).status]).toEqual([squatter.email, 401]);
    const { rows } = await app.database.pool.query('select email, password_hash from users where id = $1', [squatter.id]);
    expect(rows).toEqual([{ email: `released-${squatter.id}@released.invalid`, password_hash: null }]);
  });

  test('goes to one of several who confirm it at once, and the others keep theirs', async () => {
    const wanted = newAddress();
    const people = [await newUser(app), await newUser(app), await newUser(app)];
    const tokens: string[] = [];
    for (const person of people) tokens.push(await asked(person, wanted));
    const answers = await Promise.all(people.map((person, index) => confirm(person, tokens[index] as string)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    for (const [index, person] of people.entries()) {
      const { status, body } = answers[index] as (typeof answers)[number];
      expect(status === 200 ? body.email : body.errors).toEqual(status === 200 ? wanted : TAKEN);
      expect((await meOf(person)).email).toBe(status === 200 ? wanted : person.email);
    }
  });

  test('is not lost to somebody who signs up with it at the same time', async () => {
    const user = await newUser(app);
    const wanted = newAddress();
    const token = await asked(user, wanted);
    const signUp = () => new Browser(app).call('post', 'auth/signup/', { email: wanted, password: NEXT, name: 'Another' });
    const [confirmed, signedUp] = await Promise.all([confirm(user, token), signUp()]);
    expect([signedUp?.status, [200, 400]]).toEqual([202, expect.arrayContaining([confirmed?.status])]);
    if (confirmed?.status === 400) await expectStatus(200, confirm(user, token));
    expect((await meOf(user)).email).toBe(wanted);
  });

  test('is exchanged by two at once without a deadlock', async () => {
    const pairs = await Promise.all(
      Array.from({ length: 3 }, async () => [await newUser(app, { verified: false }), await newUser(app, { verified: false })] as const),
    );
    const confirming: (() => ReturnType<typeof confirm>)[] = [];
    for (const [one, other] of pairs)
      for (const [user, { email }] of [
        [one, other],
        [other, one],
      ] as const) {
        const token = await asked(user, email);
        confirming.push(() => confirm(user, token));
      }
    const ids = pairs.flat().map(({ id }) => `'${id}'`);
    const answers = await atOnce(app, `select id from users where id in (${ids.join()}) for update`, confirming);
    expect([answers.map(({ status }) => status).sort(), await deadlocks(app.database.pool)]).toEqual([[200, 200, 200, 400, 400, 400], 0]);
  });
});

test('of many requests at once, the last one counts, and it alone sends a mail', async () => {
  const user = await newUser(app);
  const addresses = Array.from({ length: MANY }, newAddress);
  const answers = await Promise.all(addresses.map((address) => request(user, address)));
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(MANY - 5);
  const { pending_email } = await meOf(user);
  await app.mailbox.runJobs();
  const mails: [string, string][] = [];
  for (const address of addresses) for (const { text } of await app.mailbox.read(address)) mails.push([address, tokenOf(text)]);
  expect(mails).toEqual([[pending_email, expect.any(String)]]);
  expect((await expectStatus(200, confirm(user, mails[0]?.[1] as string))).body.email).toBe(pending_email);
});
