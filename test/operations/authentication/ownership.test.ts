import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { finishSignIn } from '../../../src/domain/identity/accounts/finish-sign-in.ts';
import { releaseAddresses } from '../../../src/domain/identity/accounts/hand-over.ts';
import { emailKey } from '../../../src/domain/kernel/email-key.ts';
import { inTransaction } from '../../../src/platform/database/connect.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { MANY } from '../../support/at-once.ts';
import { Browser, expectStatus, newUser, PASSWORD, proveAgain, type TestUser, tokenOf } from '../../support/browser.ts';
import { runTask } from '../../support/jobs.ts';
import { attachNumber, codeIn, newPhone, textedCode } from '../../support/phone.ts';
import { newLearner, newPupil, newSchool, type School } from '../../support/school.ts';
import { until } from '../../support/until.ts';

const NEXT = 'a fresh new password';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
afterAll(() => app.close());

type Pupil = Awaited<ReturnType<typeof newPupil>>;

const anybody = () => new Browser(app);
const pupil = () => newPupil(app, school.organisation.id, school.courseId);
const newAddress = () => `${randomUUID()}@example.org`;
const me = async (browser: Browser) => (await expectStatus(200, browser.call('get', 'me/'))).body;
const statusOf = async (browser: Browser) => (await browser.call('get', 'me/')).status;
const logIn = (email: string, password = PASSWORD, browser = anybody()) => browser.call('post', 'auth/login/', { email, password });
const signUp = (email: string, more: object = {}) => anybody().call('post', 'auth/signup/', { email, password: NEXT, name: 'Owner', ...more });
let proof = { at: 0, given: Promise.resolve() };
const card = async ({ enrollmentId }: Pick<Pupil, 'enrollmentId'>, browser = school.browser) => {
  if (app.clock.now() - proof.at > 5 * 60_000) proof = { at: app.clock.now(), given: proveAgain(school) };
  await proof.given;
  return browser.call('post', `courses/${school.courseId}/learners/${enrollmentId}/reset-password/`);
};
const resetMail = ({ enrollmentId }: Pick<Pupil, 'enrollmentId'>, browser = school.browser) =>
  browser.call('post', `courses/${school.courseId}/learners/${enrollmentId}/reset-password/mail/`);
const useCard = (card_code: string) => anybody().call('post', 'auth/password-reset/card/', { card_code, new_password: NEXT });
const tokenFor = async (email: string) => tokenOf((await app.mailbox.read(email)).map(({ text }) => text).find((text) => text?.includes('token=')));
const setPassword = (token: string, new_password = NEXT) => anybody().call('post', 'auth/password-reset-confirm/', { token, new_password });

/** Sets a password by mail. */
async function reset(email: string): Promise<void> {
  await app.mailbox.read(email);
  await expectStatus(202, anybody().call('post', 'auth/password-reset/', { email }));
  await expectStatus(204, setPassword(await tokenFor(email)));
}

async function verify(email: string, browser = anybody()): Promise<void> {
  await app.mailbox.read(email);
  await expectStatus(202, browser.call('post', 'auth/resend-verification/', { email }));
  await expectStatus(204, browser.call('post', 'auth/verify-email/', { token: await tokenFor(email) }));
}

async function invited(email: string, to = school): Promise<string> {
  await app.mailbox.read(email);
  await expectStatus(201, to.browser.call('post', 'tenants/members/invites/', { email, role: 'learner' }));
  return tokenFor(email);
}

async function enableTotp({ browser }: TestUser): Promise<() => string> {
  const { body } = await expectStatus(200, browser.call('post', 'me/totp/enable/start/'));
  const totp = new TOTP({ secret: Secret.fromBase32(body.secret) });
  await expectStatus(200, browser.call('post', 'me/totp/enable/confirm/', { code: totp.generate({ timestamp: app.clock.now() }) }));
  app.clock.advance(30_000);
  return () => totp.generate({ timestamp: app.clock.now() });
}

describe('a credentials card', () => {
  test.each<[string, (pupil: Pupil) => Promise<unknown>]>([
    ['sets a password by mail', ({ email }) => reset(email)],
    ['verifies the email address', ({ email }) => verify(email)],
    ['proves a phone number', (pupil) => attachNumber(app, pupil)],
    [
      'accepts an invitation that was mailed to them, to another organisation',
      async ({ browser, email }) => {
        const token = await invited(email, await newSchool(app));
        await expectStatus(200, browser.call('post', 'tenants/members/invites/accept/', { token }));
      },
    ],
    [
      'signs up with an invitation that was mailed to them',
      async ({ email }) => expectStatus(202, signUp(email, { invite_token: await invited(email, await newSchool(app)) })),
    ],
  ])('is worth nothing as soon as the person %s, and there is none any more', async (_way, makeOwn) => {
    const person = await pupil();
    const { body } = await expectStatus(201, card(person));
    await makeOwn(person);
    const { rows } = await app.database.pool.query('select password_hash, personal_since from users where id = $1', [person.id]);
    expect(rows[0].personal_since).not.toBeNull();
    expect(await useCard(body.card_code)).toMatchObject({ status: 409, body: { code: 'account_is_personal' } });
    expect(await card(person)).toMatchObject({ status: 409, body: { code: 'account_is_personal' } });
    expect((await app.database.pool.query('select password_hash from users where id = $1', [person.id])).rows[0].password_hash).toBe(rows[0].password_hash);
  });

  test('does not make an account its person’s own by being used: the organisation can issue another one', async () => {
    const person = await pupil();
    const { body } = await expectStatus(201, card(person));
    await expectStatus(204, useCard(body.card_code));
    await expectStatus(201, card(person));
  });

  test('is refused to an organisation for the account that somebody made themselves, who gets a mail instead', async () => {
    const person = await newLearner(app, school.organisation.id, school.courseId);
    expect(await card(person)).toMatchObject({ status: 409, body: { code: 'account_is_personal' } });
    expect((await expectStatus(202, resetMail(person))).body).toEqual({ status: 'accepted' });
    expect((await logIn(person.email)).status).toBe(200);
    await expectStatus(204, setPassword(await tokenFor(person.email)));
    expect((await logIn(person.email, NEXT)).status).toBe(200);
  });

  test('is refused to another organisation than the one that made the account', async () => {
    const other = await newSchool(app);
    const person = await pupil();
    const { rows } = await app.database.pool.query(
      `with member as (insert into memberships (organisation_id, user_id, role) values ($1, $2, 'learner'))
       insert into enrollments (organisation_id, id, course_id, user_id) values ($1, $3, $4, $2) returning id`,
      [other.organisation.id, person.id, randomUUID(), other.courseId],
    );
    const answer = await other.browser.call('post', `courses/${other.courseId}/learners/${rows[0].id}/reset-password/`);
    expect(answer).toMatchObject({ status: 409, body: { code: 'account_is_personal' } });
  });

  test('used at the moment in which the person verifies the address sets the password before that or never, for many people at once', async () => {
    const hashes = async (people: Pupil[]) => {
      const { rows } = await app.database.pool.query('select id, password_hash from users where id = any($1)', [people.map(({ id }) => id)]);
      return new Map(rows.map(({ id, password_hash }) => [id, password_hash]));
    };
    const people = await Promise.all(Array.from({ length: MANY }, pupil));
    const cards = await Promise.all(people.map(async (person) => (await expectStatus(201, card(person))).body.card_code as string));
    await app.mailbox.runJobs();
    await Promise.all(people.map(({ email }) => anybody().call('post', 'auth/resend-verification/', { email })));
    const tokens: string[] = [];
    for (const { email } of people) tokens.push(await tokenFor(email));
    const before = await hashes(people);
    const [used, verified] = await Promise.all([
      Promise.all(cards.map(useCard)),
      Promise.all(tokens.map((token) => anybody().call('post', 'auth/verify-email/', { token }))),
    ]);
    const after = await hashes(people);
    expect(new Set(verified.map(({ status }) => status))).toEqual(new Set([204]));
    for (const [index, { id }] of people.entries()) expect(used[index]?.status).toBe(before.get(id) === after.get(id) ? 409 : 204);
    expect(new Set((await Promise.all(people.map((person) => card(person)))).map(({ status }) => status))).toEqual(new Set([409]));
  });
});

describe('staff who send a learner a password reset', () => {
  test('are told that one without a mailbox gets none, and that nobody can be invited at a sign-in name', async () => {
    const person = await pupil();
    const email = `pupil-${person.id}@academy.localhost`;
    await app.database.pool.query('update users set email = $2, email_key = $2, has_mailbox = false where id = $1', [person.id, email]);
    expect(await resetMail(person)).toMatchObject({ status: 409, body: { code: 'no_mailbox' } });
    const answer = await school.browser.call('post', 'tenants/members/invites/', { email, role: 'learner' });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'email', code: 'reserved' }] } });
  });

  test('are limited to five mails an hour for each enrollment, and see nothing of other courses and organisations', async () => {
    const person = await newLearner(app, school.organisation.id, school.courseId);
    for (let number = 0; number < 5; number++) await expectStatus(202, resetMail(person));
    expect((await resetMail(person)).status).toBe(429);
    const other = await newSchool(app);
    for (const enrollmentId of [person.enrollmentId, randomUUID(), 'x'])
      expect((await other.browser.call('post', `courses/${other.courseId}/learners/${enrollmentId}/reset-password/mail/`)).status).toBe(404);
    expect((await resetMail(await newLearner(app, school.organisation.id, school.courseId), person.browser)).status).toBe(403);
  });
});

describe('an account that an organisation made', () => {
  test('gets into no other organisation before the person has proved a way back', async () => {
    const other = await newSchool(app);
    const { id } = await other.newCourse({ status: 'published', visibility: 'public' });
    const person = await pupil();
    const there = person.browser;
    there.headers['X-Organisation'] = other.organisation.id;
    const token = await invited(newAddress(), other);
    const tries = () =>
      Promise.all([
        there.call('post', `courses/${id}/enroll/`),
        there.call('post', 'tenants/members/invites/accept/', { token }),
        there.call('post', 'tenants/setup/', { name: 'Own', subdomain: `org-${randomUUID().slice(0, 13)}` }),
      ]);
    expect((await tries()).map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([409, 'recovery_required']));
    const [code] = (await expectStatus(201, other.browser.call('post', `courses/${id}/codes/`, {}))).body.codes;
    const others = await Promise.all([
      there.call('post', 'courses/redeem/', { code }),
      there.call('post', `courses/${id}/checkout/`, {}),
      there.call('post', 'catalog-subscriptions/checkout/', { plan_id: randomUUID() }),
      there.call('post', 'affiliates/join/', { code: 'ABCDEFGH' }),
      there.call('post', 'qa/me/catalog-subscription/', { plan_id: randomUUID() }),
    ]);
    expect(others.map(({ status, body }) => [status, body.code])).toEqual(Array(5).fill([409, 'recovery_required']));
    expect((await app.database.pool.query('select organisation_id from memberships where user_id = $1', [person.id])).rows).toHaveLength(1);
    await verify(person.email, person.browser);
    expect((await tries()).map(({ status }) => status)).toEqual([201, 200, 201]);
  });
});

describe('an address that nobody has verified', () => {
  test('makes no member by a join code until it is verified, and then it does', async () => {
    const { body } = await expectStatus(200, school.browser.call('get', 'tenants/join-code/'));
    const stranger = await newUser(app, { verified: false });
    const joined = (await expectStatus(200, stranger.browser.call('patch', 'me/', { join_code: body.join_code }))).body;
    expect([joined.memberships, (await me(stranger.browser)).memberships]).toEqual([[], []]);
    await verify(stranger.email, stranger.browser);
    expect((await me(stranger.browser)).memberships).toMatchObject([{ organisation: { id: school.organisation.id }, role: 'learner' }]);
  });

  test('is shown to staff as such, and enrolls nobody', async () => {
    const stranger = await newUser(app, { verified: false });
    const { organisation, courseId, browser } = school;
    await app.database.pool.query(`insert into memberships (organisation_id, user_id, role) values ($1, $2, 'learner')`, [organisation.id, stranger.id]);
    const { body } = await expectStatus(200, browser.call('get', `tenants/members/?search=${stranger.email}`));
    expect(body.results).toMatchObject([{ user: { email: stranger.email, email_verified: false } }]);
    const enroll = () => browser.call('post', `courses/${courseId}/enroll/`, { email: stranger.email });
    expect(await enroll()).toMatchObject({ status: 400, body: { errors: [{ field: 'email', code: 'unknown' }] } });
    await verify(stranger.email);
    expect((await enroll()).status).toBe(201);
    expect((await browser.call('get', `tenants/members/?search=${stranger.email}`)).body.results).toMatchObject([{ user: { email_verified: true } }]);
  });

  test('enrolls the account to which the organisation gave it', async () => {
    const person = await pupil();
    const { id } = await school.newCourse();
    await expectStatus(201, school.browser.call('post', `courses/${id}/enroll/`, { email: person.email }));
  });

  test('goes to its owner who signs up with it: a mail lets them set a password, and the stranger is out', async () => {
    const stranger = await newUser(app, { verified: false });
    await expectStatus(202, signUp(stranger.email));
    expect((await logIn(stranger.email, NEXT)).status).toBe(401);
    expect(await statusOf(stranger.browser)).toBe(200);
    await expectStatus(204, setPassword(await tokenFor(stranger.email), 'the password of the owner'));
    expect([await statusOf(stranger.browser), (await logIn(stranger.email)).status]).toEqual([401, 401]);
    const owner = anybody();
    await expectStatus(200, logIn(stranger.email, 'the password of the owner', owner));
    expect(await me(owner)).toMatchObject({ email: stranger.email, email_verified: true });
  });

  test('is told of no link when its account is verified', async () => {
    const { email } = await newUser(app);
    await expectStatus(202, signUp(email));
    expect(await tokenFor(email)).toBe('');
  });

  test('goes to its owner who signs up with an invitation, at once and with the name and password that they give', async () => {
    const stranger = await newUser(app, { verified: false });
    const phone = await attachNumber(app, stranger);
    await expectStatus(202, signUp(stranger.email, { invite_token: await invited(stranger.email) }));
    expect([await statusOf(stranger.browser), (await logIn(stranger.email)).status]).toEqual([401, 401]);
    const owner = anybody();
    await expectStatus(200, logIn(stranger.email, NEXT, owner));
    expect(await me(owner)).toMatchObject({
      name: 'Owner',
      email_verified: true,
      phone: null,
      memberships: [{ organisation: { id: school.organisation.id } }],
    });
    await anybody().call('post', 'auth/phone/send/', { phone, purpose: 'sign_in' });
    expect(await textedCode(app, phone)).toBe('');
  });

  test('is taken from the account that holds it, with its password and sessions, and leaves a verified one alone', async () => {
    const [stranger, owner] = [await newUser(app, { verified: false }), await newUser(app)];
    await inTransaction(app.database.db, (trx) => releaseAddresses(trx, [emailKey(stranger.email), emailKey(owner.email)]));
    expect([await statusOf(stranger.browser), (await logIn(stranger.email)).status, await statusOf(owner.browser)]).toEqual([401, 401, 200]);
    await expectStatus(202, signUp(stranger.email));
    const token = await tokenFor(stranger.email);
    await expectStatus(204, anybody().call('post', 'auth/verify-email/', { token }));
    expect((await logIn(stranger.email, NEXT)).status).toBe(200);
  });
});

describe('a link that verifies an address', () => {
  /** Somebody who signed up with an address, and signed in. */
  async function squatter(): Promise<TestUser & { id: string }> {
    const user = await newUser(app, { verified: false, signedIn: false });
    await expectStatus(200, logIn(user.email, PASSWORD, user.browser));
    return user;
  }

  test('leaves a stranger who signed up with the address no way in, and tells its owner', async () => {
    const stranger = await squatter();
    const { email } = stranger;
    const phone = await attachNumber(app, stranger);
    await enableTotp(stranger);
    await expectStatus(201, stranger.browser.call('post', 'tenants/setup/', { name: 'Academy', subdomain: `org-${randomUUID().slice(0, 13)}` }));
    const { body: key } = await expectStatus(201, stranger.browser.call('post', 'tenants/api-keys/', { name: 'Key' }));
    await app.mailbox.read(email);
    await verify(email);
    expect(await statusOf(stranger.browser)).toBe(401);
    const { rows } = await app.database.pool.query('select revoked_at from api_keys where id = $1', [key.id]);
    expect(rows[0].revoked_at).not.toBeNull();
    await anybody().call('post', 'auth/phone/send/', { phone, purpose: 'sign_in' });
    expect(await textedCode(app, phone)).toBe('');
    expect((await logIn(email, PASSWORD, stranger.browser)).body).toEqual({ status: 'second_factor_required', methods: ['email'] });
    expect(await statusOf(stranger.browser)).toBe(401);
    const mails = await app.mailbox.read(email);
    const told = mails.find(({ subject }) => subject === 'Your email address was verified');
    expect(told?.text).toContain('your password is the only way in');
    expect(told?.text).toContain('/reset-password');
  });

  test('leaves its owner, who opened it in another browser, the password, which takes a code by mail once', async () => {
    const person = await squatter();
    await verify(person.email);
    await app.mailbox.read(person.email);
    expect((await logIn(person.email, PASSWORD, person.browser)).body.status).toBe('second_factor_required');
    const code = codeIn((await app.mailbox.read(person.email)).at(-1)?.text);
    await expectStatus(200, person.browser.call('post', 'auth/login/mfa/', { code }));
    expect(await me(person.browser)).toMatchObject({ email_verified: true, second_factor: 'none' });
    expect((await logIn(person.email)).body.status).toBe('signed_in');
  });

  test('changes nothing in a browser that is signed in to the account, or that made it', async () => {
    const person = await squatter();
    const phone = await attachNumber(app, person);
    await verify(person.email, person.browser);
    expect(await me(person.browser)).toMatchObject({ email_verified: true, phone });
    expect((await logIn(person.email)).body.status).toBe('signed_in');
    const [email, maker] = [newAddress(), anybody()];
    await expectStatus(202, maker.call('post', 'auth/signup/', { email, password: NEXT, name: 'Owner' }));
    await expectStatus(200, logIn(email, NEXT));
    await verify(email, maker);
    expect((await logIn(email, NEXT)).body.status).toBe('signed_in');
  });

  test('does not take a browser for the maker of an account that was there before, or for a user of it who is signed out', async () => {
    const [stranger, other] = [await squatter(), await squatter()];
    const owner = anybody();
    await expectStatus(202, owner.call('post', 'auth/signup/', { email: stranger.email, password: NEXT, name: 'Owner' }));
    await verify(stranger.email, owner);
    expect((await logIn(stranger.email)).body.status).toBe('second_factor_required');
    await app.database.pool.query('update users set session_epoch = session_epoch + 1 where id = $1', [other.id]);
    await verify(other.email, other.browser);
    expect((await logIn(other.email)).body.status).toBe('second_factor_required');
  });

  test('asks no code of a client without cookies that has signed up, verifies and signs in from one address within the hour', async () => {
    /** An account that was made and verified without cookies, by a client at each of these addresses. */
    const made = async (at: Browser, verifiesAt: Browser) => {
      const email = newAddress();
      const from = ({ headers }: Browser) => Object.assign(anybody(), { headers });
      await expectStatus(202, from(at).call('post', 'auth/signup/', { email, password: PASSWORD, name: 'Client' }));
      await verify(email, from(verifiesAt));
      return { email, signIn: async (by: Browser) => (await logIn(email, PASSWORD, from(by))).body.status };
    };
    const [home, elsewhere] = [anybody(), anybody()];
    const client = await made(home, home);
    expect([await client.signIn(home), await client.signIn(elsewhere)]).toEqual(['signed_in', 'signed_in']);
    expect(await (await made(home, home)).signIn(elsewhere)).toBe('second_factor_required');
    expect(await (await made(elsewhere, home)).signIn(home)).toBe('second_factor_required');
    const late = await made(home, home);
    await app.database.pool.query(`update users set code_unless_until = now() where email = $1`, [late.email]);
    expect(await late.signIn(home)).toBe('second_factor_required');
    await reset(late.email);
    expect((await logIn(late.email, NEXT)).body.status).toBe('signed_in');
  });

  test('forgets the network of a sign-up when the address is verified, and after an hour', async () => {
    const [verified, old] = [newAddress(), newAddress()];
    const browsers = [anybody(), anybody()] as const;
    for (const [index, email] of [verified, old].entries())
      await expectStatus(202, (browsers[index] as Browser).call('post', 'auth/signup/', { email, password: PASSWORD, name: 'Client' }));
    const networks = async () =>
      (await app.database.pool.query('select signed_up_from from users where email = any($1) order by email = $2', [[verified, old], old])).rows;
    expect(await networks()).toEqual(browsers.map(({ headers }) => ({ signed_up_from: headers['X-Forwarded-For'] })));
    await verify(verified);
    await app.database.pool.query(`update users set created_at = created_at - interval '1 hour' where email = $1`, [old]);
    await runTask(app, 'forget_expired_secrets');
    expect(await networks()).toEqual([{ signed_up_from: null }, { signed_up_from: null }]);
  });

  test('lets a password that it left with a code go when the person signs in by phone, and trusts it after no code that it did not begin', async () => {
    const stranger = await squatter();
    await verify(stranger.email);
    const { rows } = await app.database.pool.query('update users set phone = $2, code_channel = $3 where id = $1 returning phone', [
      stranger.id,
      newPhone(),
      'email',
    ]);
    const [{ phone }] = rows;
    const owner = anybody();
    await expectStatus(202, owner.call('post', 'auth/phone/send/', { phone, purpose: 'sign_in' }));
    await app.mailbox.read(stranger.email);
    await expectStatus(200, owner.call('post', 'auth/phone/verify/', { phone, code: await textedCode(app, phone) }));
    await expectStatus(200, owner.call('post', 'auth/login/mfa/', { code: codeIn((await app.mailbox.read(stranger.email)).at(-1)?.text) }));
    await expectStatus(200, owner.call('patch', 'me/', { second_factor: 'none' }));
    expect((await logIn(stranger.email)).status).toBe(401);
  });

  test('makes no password trusted by a sign-in that it has overtaken', async () => {
    const stranger = await squatter();
    const { session_epoch } = (await app.database.pool.query('select session_epoch from users where id = $1', [stranger.id])).rows[0];
    await verify(stranger.email);
    await finishSignIn(app.database.db, stranger.id, session_epoch, { byPassword: true });
    expect((await logIn(stranger.email)).body.status).toBe('second_factor_required');
  });

  test('takes a browser for the maker of the account that was made there last, for an hour', async () => {
    const [shared, later] = [anybody(), anybody()];
    const [first, second, third] = [newAddress(), newAddress(), newAddress()];
    const signUpAt = (browser: Browser, email: string) => expectStatus(202, browser.call('post', 'auth/signup/', { email, password: PASSWORD, name: 'Maker' }));
    for (const email of [first, second]) await signUpAt(shared, email);
    for (const email of [first, second]) await verify(email, shared);
    await signUpAt(later, third);
    app.clock.advance(3_600_001);
    await verify(third, later);
    const asked = await Promise.all([first, second, third].map(async (email) => (await logIn(email)).body.status));
    expect(asked).toEqual(['second_factor_required', 'signed_in', 'second_factor_required']);
  });
});

describe('a password that is reset by mail', () => {
  test('leaves a stranger no way in to an account whose address they never verified', async () => {
    const stranger = await newUser(app, { verified: false });
    const phone = await attachNumber(app, stranger);
    const { body: own } = await expectStatus(
      201,
      stranger.browser.call('post', 'tenants/setup/', { name: 'Academy', subdomain: `org-${randomUUID().slice(0, 13)}` }),
    );
    const { body: key } = await expectStatus(201, stranger.browser.call('post', 'tenants/api-keys/', { name: 'Key' }));
    await reset(stranger.email);
    const owner = anybody();
    expect((await logIn(stranger.email, NEXT, owner)).body).toMatchObject({ status: 'signed_in' });
    expect(await me(owner)).toMatchObject({ email_verified: true, phone: null, second_factor: 'none', memberships: [{ organisation: { id: own.id } }] });
    expect((await owner.call('get', 'tenants/config/')).body.is_verified).toBe(true);
    await anybody().call('post', 'auth/phone/send/', { phone, purpose: 'sign_in' });
    expect(await textedCode(app, phone)).toBe('');
    expect((await app.http.get('/api/v1/agent/whoami/').set('Authorization', `Bearer ${key.secret}`)).body.code).toBe('api_key_revoked');
  });

  test('is not undone by a change of the password that began before, and makes nobody a member who did not ask for it', async () => {
    const { join_code } = (await expectStatus(200, school.browser.call('get', 'tenants/join-code/'))).body;
    const theirs = 'the password of a stranger';
    for (let round = 0; round < 5; round++) {
      const stranger = await newUser(app, { verified: false });
      await expectStatus(200, stranger.browser.call('patch', 'me/', { join_code }));
      await anybody().call('post', 'auth/password-reset/', { email: stranger.email });
      const token = await tokenFor(stranger.email);
      const change = stranger.browser.call('post', 'auth/password-change/', { current_password: PASSWORD, new_password: theirs });
      const [changed, taken] = await Promise.all([change, setPassword(token)]);
      expect([taken.status, [204, 400, 401].includes(changed.status)]).toEqual([204, true]);
      expect((await logIn(stranger.email, theirs)).status).toBe(401);
      const owner = anybody();
      await expectStatus(200, logIn(stranger.email, NEXT, owner));
      expect((await me(owner)).memberships).toEqual([]);
    }
  });

  test('leaves no API key that was asked for before, and is made after', async () => {
    const stranger = await newUser(app, { verified: false });
    await expectStatus(201, stranger.browser.call('post', 'tenants/setup/', { name: 'Academy', subdomain: `org-${randomUUID().slice(0, 13)}` }));
    const { pool } = app.database;
    // The hand-over has begun, and the key waits for it.
    const client = await pool.connect();
    await client.query('begin');
    await client.query('update users set session_epoch = session_epoch + 1 where email = $1', [stranger.email]);
    const asked = stranger.browser.call('post', 'tenants/api-keys/', { name: 'Key' });
    const isWaiting = () => pool.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    const answer = asked.then((response) => response);
    await until(async () => (await isWaiting()).rowCount === 1);
    await client.query('commit');
    client.release();
    expect(await answer).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
  });

  test('removes the authenticator of a stranger, which would shut out the owner for good', async () => {
    const stranger = await newUser(app, { verified: false });
    await enableTotp(stranger);
    await reset(stranger.email);
    expect((await logIn(stranger.email, NEXT)).body).toMatchObject({ status: 'signed_in' });
  });

  test('keeps phone, authenticator and keys of an account whose address was verified, ends its sessions, and still asks for the second factor', async () => {
    const owner = await newUser(app);
    const phone = await attachNumber(app, owner, newPhone());
    await expectStatus(201, owner.browser.call('post', 'tenants/setup/', { name: 'Academy', subdomain: `org-${randomUUID().slice(0, 13)}` }));
    const { body: key } = await expectStatus(201, owner.browser.call('post', 'tenants/api-keys/', { name: 'Key' }));
    const code = await enableTotp(owner);
    await reset(owner.email);
    const mails = await app.mailbox.read(owner.email);
    expect(mails.map(({ text }) => text).join()).toContain(phone.slice(-3));
    expect(await statusOf(owner.browser)).toBe(401);
    const again = anybody();
    expect((await logIn(owner.email, NEXT, again)).body).toMatchObject({ status: 'second_factor_required', methods: ['totp', 'backup_code'] });
    await expectStatus(200, again.call('post', 'auth/login/totp/', { code: code() }));
    expect(await me(again)).toMatchObject({ phone, second_factor: 'totp' });
    expect((await app.http.get('/api/v1/agent/whoami/').set('Authorization', `Bearer ${key.secret}`)).status).toBe(200);
  });
});
