import { Secret, TOTP } from 'otpauth';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { Browser, expectStatus, newUser, PASSWORD, type TestUser, tokenOf } from '../../support/browser.ts';
import { attachNumber, newPhone, textedCode } from '../../support/phone.ts';
import { newLearner, newSchool } from '../../support/school.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const NEW_PASSWORD = 'another fine password';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

async function person(): Promise<TestUser & { id: string }> {
  const user = await newUser(app);
  user.browser.headers = { ...user.browser.headers, 'User-Agent': FIREFOX };
  return user;
}

const subjects = async ({ email }: TestUser) => (await app.mailbox.read(email)).map(({ subject }) => subject);

async function enableTotp({ browser }: TestUser): Promise<void> {
  const { body } = await expectStatus(200, browser.call('post', 'me/totp/enable/start/'));
  const code = new TOTP({ secret: Secret.fromBase32(body.secret) }).generate({ timestamp: app.clock.now() });
  await expectStatus(200, browser.call('post', 'me/totp/enable/confirm/', { code }));
}

const changePassword = ({ browser }: TestUser) =>
  expectStatus(204, browser.call('post', 'auth/password-change/', { current_password: PASSWORD, new_password: NEW_PASSWORD }));

async function resetPassword(user: TestUser): Promise<void> {
  await expectStatus(202, user.browser.call('post', 'auth/password-reset/', { email: user.email }));
  const token = tokenOf((await app.mailbox.read(user.email)).at(-1)?.text);
  await expectStatus(204, user.browser.call('post', 'auth/password-reset-confirm/', { token, new_password: NEW_PASSWORD }));
}

test('a person is told by mail of each change of what authenticates them', async () => {
  const user = await person();
  await attachNumber(app, user);
  const phone = newPhone();
  await expectStatus(202, user.browser.call('post', 'me/phone/change/start/', { phone, password: PASSWORD }));
  await expectStatus(200, user.browser.call('post', 'me/phone/change/confirm/', { code: await textedCode(app, phone) }));
  await enableTotp(user);
  await expectStatus(204, user.browser.call('post', 'me/totp/disable/', { password: PASSWORD }));
  await changePassword(user);
  expect(await subjects(user)).toEqual([
    'A phone number was added to your account',
    'Your phone number was changed',
    'Your authenticator app was turned on',
    'Your authenticator app was turned off',
    'Your password was changed',
  ]);
});

test('a mail says what happened, when, with which browser and from which address, and leads to a new password', async () => {
  const user = await person();
  await changePassword(user);
  const [mail] = await app.mailbox.read(user.email);
  const { text = '' } = mail ?? {};
  expect(text).toContain('Your account’s password was changed');
  expect(text).toContain(`When: ${new Intl.DateTimeFormat('en', { year: 'numeric', month: 'long' }).format(Date.now()).split(' ')[0]}`);
  expect(text).toContain('Browser: Firefox (Windows)');
  expect(text).toContain(`IP address: ${user.browser.headers['X-Forwarded-For']}`);
  expect(text).toMatch(/Set a new password: http\S+\/reset-password$/m);
});

test('the mail of a reset names the factors and keys that the account keeps', async () => {
  const school = await newSchool(app);
  const phone = await attachNumber(app, school);
  await expectStatus(201, school.browser.call('post', 'tenants/api-keys/', { name: 'Importer' }));
  await enableTotp(school);
  await app.mailbox.read(school.email);
  await resetPassword(school);
  const { subject, text = '' } = (await app.mailbox.read(school.email)).at(-1) ?? {};
  expect(subject).toBe('Your password was reset');
  for (const way of ['Authenticator app', `Phone number ending in ${phone.slice(-3)}`, 'Academy’s API key Importer']) expect(text).toContain(`- ${way}`);
  const plain = await person();
  await resetPassword(plain);
  expect((await app.mailbox.read(plain.email)).at(-1)?.text).toContain('your password is the only way in');
});

test('a person is told of a card that is made for their account, and of its use', async () => {
  const school = await newSchool(app);
  const { id, email, enrollmentId } = await newLearner(app, school.organisation.id, school.courseId);
  await app.database.pool.query('update users set made_by_organisation_id = $2, email_verified_at = null where id = $1', [id, school.organisation.id]);
  const { body } = await expectStatus(201, school.browser.call('post', `courses/${school.courseId}/learners/${enrollmentId}/reset-password/`));
  const card = { card_code: body.card_code, new_password: NEW_PASSWORD };
  await expectStatus(204, new Browser(app).call('post', 'auth/password-reset/card/', card));
  const mails = await app.mailbox.read(email);
  expect(mails.map(({ subject }) => subject)).toEqual(['You have a new sign-in card', 'Your password was set with a sign-in card']);
  expect(mails[0]?.text).toContain('Academy has created a sign-in card for your account.');
});

test('a change that is refused is told to nobody', async () => {
  const user = await person();
  const { status } = await user.browser.call('post', 'auth/password-change/', { current_password: 'wrong', new_password: NEW_PASSWORD });
  expect([status, await subjects(user)]).toEqual([400, []]);
  await expectStatus(204, user.browser.call('post', 'me/totp/disable/', { password: PASSWORD }));
  expect(await subjects(user)).toEqual([]);
});

test('the mail goes to the address that the account had when it changed', async () => {
  const user = await person();
  await changePassword(user);
  await app.database.pool.query(`update users set email = $2, email_key = $2 where id = $1`, [user.id, `new-${user.email}`]);
  expect(await subjects(user)).toEqual(['Your password was changed']);
});

describe('signing in with a browser that was not seen before', () => {
  const signIn = async ({ email }: TestUser, browser = new Browser(app)): Promise<Browser> => {
    await expectStatus(200, browser.call('post', 'auth/login/', { email, password: PASSWORD }));
    return browser;
  };
  const NEW = 'Sign-in from a new browser';

  test('is told by mail, but not the first sign-in, and not again for a browser that was seen', async () => {
    const user = await newUser(app, { signedIn: false });
    const first = await signIn(user);
    await signIn(user, first);
    expect(await subjects(user)).toEqual([]);
    const second = await signIn(user);
    await expectStatus(204, second.call('post', 'auth/logout/'));
    await signIn(user, second);
    expect(await subjects(user)).toEqual([NEW]);
  });

  test('is told at most once a day, also of several at once', async () => {
    const user = await newUser(app, { signedIn: false });
    await signIn(user);
    await Promise.all([signIn(user), signIn(user), signIn(user)]);
    expect(await subjects(user)).toEqual([NEW]);
    await signIn(user);
    expect(await subjects(user)).toEqual([]);
    await app.database.pool.query(`update security_notices set created_at = created_at - interval '25 hours' where user_id = $1`, [user.id]);
    await signIn(user);
    expect(await subjects(user)).toEqual([NEW]);
  });

  test('is not told to an address that nobody has verified', async () => {
    const user = await newUser(app, { signedIn: false, verified: false });
    await signIn(user);
    await signIn(user);
    expect(await subjects(user)).toEqual([]);
  });

  test('is told after 180 days without a sign-in, to a browser with the cookie of others, and with a cookie that somebody has made up', async () => {
    const [user, other] = [await newUser(app, { signedIn: false }), await newUser(app, { signedIn: false })];
    const shared = await signIn(user);
    const [, day = '', rest = ''] = /lms_browser=(\d+)\.([^;]*)/.exec(shared.cookie ?? '') ?? [];
    await signIn(other);
    await signIn(other, shared);
    expect(await subjects(other)).toEqual([NEW]);
    const forger = new Browser(app);
    forger.cookie = `lms_browser=${Number(day) + 1}.${rest}`;
    await signIn(user, forger);
    expect(await subjects(user)).toEqual([NEW]);
    await app.database.pool.query('delete from security_notices');
    await signIn(user, shared);
    expect(await subjects(user)).toEqual([]);
    app.clock.advance(182 * 86_400_000);
    await signIn(user, shared);
    expect(await subjects(user)).toEqual([NEW]);
  });
});
