import { Secret, TOTP } from 'otpauth';
import { newId } from '../../../src/domain/kernel/ids.ts';
import { Browser, expectStatus, newCreator, newUser, PASSWORD } from '../../support/browser.ts';
import { app, eraseAfter, GRACE_MS, idOf, join, remove, rowOf, signIn, useApp } from './deletion-tools.ts';

useApp();

describe('requesting account deletion', () => {
  test('returns the due date, ends every session and notifies the user by email', async () => {
    const user = await newUser(app);
    const elsewhere = new Browser(app);
    await expectStatus(200, signIn(user.email, elsewhere));
    const { body } = await remove(user);
    expect(body).toEqual({ status: 'scheduled', due_at: new Date(app.clock.now() + GRACE_MS).toISOString() });
    expect([(await user.browser.call('get', 'me/')).status, (await elsewhere.call('get', 'me/')).status]).toEqual([401, 401]);
    const [mail] = await app.mailbox.read(user.email);
    expect(mail?.subject).toBe('Your account will be deleted');
    expect(mail?.text).toContain(new Intl.DateTimeFormat('en', { timeZone: 'UTC', dateStyle: 'long' }).format(new Date(body.due_at)));
  });

  test.each([
    [{}, 'body', 'required'],
    [{ password: 'wrong' }, 'password', 'invalid'],
    [{ code: '123456' }, 'code', 'invalid'],
  ])('with %j is rejected with an error on %s and changes nothing', async (proof, field, code) => {
    const user = await newUser(app);
    const { status, body } = await user.browser.call('post', 'me/delete/', proof);
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ field, code })]]);
    expect((await user.browser.call('get', 'me/')).status).toBe(200);
    expect((await rowOf(await idOf(user.email))).deletion_due_at).toBeNull();
  });

  test('accepts a code of the authenticator app', async () => {
    const user = await newUser(app);
    const { body } = await expectStatus(200, user.browser.call('post', 'me/totp/enable/start/'));
    const code = () => new TOTP({ secret: Secret.fromBase32(body.secret) }).generate({ timestamp: app.clock.now() });
    await expectStatus(200, user.browser.call('post', 'me/totp/enable/confirm/', { code: code() }));
    app.clock.advance(30_000);
    await expectStatus(202, user.browser.call('post', 'me/delete/', { code: code() }));
  });

  test('allows only a limited number of wrong passwords', async () => {
    const user = await newUser(app);
    const statuses = [];
    for (let count = 0; count < 11; count++) statuses.push((await user.browser.call('post', 'me/delete/', { password: 'wrong' })).status);
    expect(statuses.at(-1)).toBe(429);
  });

  test('returns 409 for the only owner of an organisation with learners, naming it, until there is another owner', async () => {
    const owner = await newCreator(app);
    const learner = await join(owner.organisation.id, 'learner');
    await join(owner.organisation.id, 'creator');
    const refused = await owner.browser.call('post', 'me/delete/', { password: PASSWORD });
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([409, 'owner_of_learners', expect.stringContaining('"Academy"')]);
    expect((await owner.browser.call('get', 'me/')).status).toBe(200);
    await remove(learner);
    await join(owner.organisation.id, 'owner');
    await remove(owner);
  });

  test('returns 409 for the only owner while others are enrolled, but not if only the owner is enrolled', async () => {
    const owner = await newCreator(app);
    const { db } = app.database;
    const { body: key } = await expectStatus(201, owner.browser.call('post', 'tenants/api-keys/', { name: 'K', scopes: { courses: 'edit' } }));
    const { body: course } = await app.http.post('/api/v1/agent/courses/').set('Authorization', `Bearer ${key.secret}`).send({ title: 'T' });
    const enroll = async (email: string) =>
      db
        .insertInto('enrollments')
        .values({ organisation_id: owner.organisation.id, id: newId(), course_id: course.id, user_id: await idOf(email) })
        .execute();
    await enroll(owner.email);
    const learner = await newUser(app);
    await enroll(learner.email);
    expect((await owner.browser.call('post', 'me/delete/', { password: PASSWORD })).body.code).toBe('owner_of_learners');
    await remove(learner);
    await eraseAfter(GRACE_MS);
    await expectStatus(200, signIn(owner.email, owner.browser));
    await remove(owner);
    await eraseAfter(GRACE_MS);
    expect(await db.selectFrom('organisations').select('id').where('id', '=', owner.organisation.id).execute()).toEqual([]);
  });

  test('twice concurrently succeeds for at least one of the requests', async () => {
    const user = await newUser(app);
    const answers = await Promise.all([1, 2].map(() => user.browser.call('post', 'me/delete/', { password: PASSWORD })));
    expect(answers.every(({ status }) => status === 202 || status === 401)).toBe(true);
    expect(answers.some(({ status }) => status === 202)).toBe(true);
  });
});

describe('a scheduled account deletion', () => {
  const isKept = async (id: string) => {
    await eraseAfter(2 * GRACE_MS);
    return (await rowOf(id)).erased_at === null;
  };

  test('is canceled by signing in with a password before it is due', async () => {
    const user = await newUser(app);
    const id = await idOf(user.email);
    await remove(user);
    app.clock.advance(GRACE_MS - 1);
    await expectStatus(200, signIn(user.email));
    expect(await isKept(id)).toBe(true);
  });

  test('is canceled by signing in with an email code, but not before the code is entered', async () => {
    const user = await newUser(app);
    const id = await idOf(user.email);
    await expectStatus(200, user.browser.call('patch', 'me/', { second_factor: 'email' }));
    await remove(user);
    await app.mailbox.read(user.email);
    const browser = new Browser(app);
    await expectStatus(200, signIn(user.email, browser));
    expect((await rowOf(id)).deletion_due_at).not.toBeNull();
    const [mail] = await app.mailbox.read(user.email);
    await expectStatus(200, browser.call('post', 'auth/login/mfa/', { code: /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] }));
    expect(await isKept(id)).toBe(true);
  });

  test('is canceled by signing in with an authenticator app, but not before its code is entered', async () => {
    const user = await newUser(app);
    const id = await idOf(user.email);
    const { body } = await expectStatus(200, user.browser.call('post', 'me/totp/enable/start/'));
    const code = () => {
      app.clock.advance(30_000);
      return new TOTP({ secret: Secret.fromBase32(body.secret) }).generate({ timestamp: app.clock.now() });
    };
    await expectStatus(200, user.browser.call('post', 'me/totp/enable/confirm/', { code: code() }));
    await remove(user);
    const browser = new Browser(app);
    await expectStatus(200, signIn(user.email, browser));
    expect((await rowOf(id)).deletion_due_at).not.toBeNull();
    await expectStatus(200, browser.call('post', 'auth/login/totp/', { code: code() }));
    expect(await isKept(id)).toBe(true);
  });

  test('is not canceled by a failed sign-in', async () => {
    const user = await newUser(app);
    const id = await idOf(user.email);
    await remove(user);
    await new Browser(app).call('post', 'auth/login/', { email: user.email, password: 'wrong' });
    expect(await isKept(id)).toBe(false);
  });
});
