import { newId } from '../../../src/domain/kernel/ids.ts';
import { startTestApp, type TestApp, withSettings } from '../../support/app.ts';
import { Browser, expectStatus, newCreator, newUser, PASSWORD } from '../../support/browser.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const forget = (email: string) => new Browser(app).call('delete', `qa/signup-email/?email=${encodeURIComponent(email)}`);

test('deleting an account by email address also deletes the organisations it created, and the address can sign up again', async () => {
  const { db } = app.database;
  const creator = await newCreator(app);
  const neighbour = await newCreator(app);
  const { id } = await db.selectFrom('users').select('id').where('email', '=', creator.email).executeTakeFirstOrThrow();
  const { id: neighbourId } = await db.selectFrom('users').select('id').where('email', '=', neighbour.email).executeTakeFirstOrThrow();
  const enroll = async (owner: typeof creator, userId: string) => {
    const { body: key } = await expectStatus(201, owner.browser.call('post', 'tenants/api-keys/', { name: 'K', scopes: { courses: 'edit' } }));
    const { body: course } = await app.http.post('/api/v1/agent/courses/').set('Authorization', `Bearer ${key.secret}`).send({ title: 'T' });
    await db.insertInto('memberships').values({ organisation_id: owner.organisation.id, user_id: userId, role: 'learner' }).execute();
    await db.insertInto('enrollments').values({ organisation_id: owner.organisation.id, id: newId(), course_id: course.id, user_id: userId }).execute();
  };
  await enroll(creator, neighbourId);
  await enroll(neighbour, id);
  await expectStatus(204, forget(creator.email.toUpperCase()));
  expect(await db.selectFrom('users').select('id').where('id', '=', id).execute()).toEqual([]);
  expect(await db.selectFrom('organisations').select('id').where('id', 'in', [creator.organisation.id, neighbour.organisation.id]).execute()).toEqual([
    { id: neighbour.organisation.id },
  ]);
  expect((await creator.browser.call('get', 'me/')).status).toBe(401);
  expect((await neighbour.browser.call('get', 'tenants/config/')).status).toBe(200);
  await expectStatus(202, new Browser(app).call('post', 'auth/signup/', { email: creator.email, password: PASSWORD, name: 'Again' }));
  await app.mailbox.read(creator.email);
  await expectStatus(200, new Browser(app).call('post', 'auth/login/', { email: creator.email, password: PASSWORD }));
});

test('deleting an account returns 404 if no account has the email address', async () => {
  expect((await forget('nobody@example.org')).body.code).toBe('not_found');
});

test.each(['qa/signup-email/', 'qa/signup-email/?email=nobody'])('%s is rejected with an error on the email address', async (path) => {
  const { status, body } = await new Browser(app).call('delete', path);
  expect([status, body.errors[0].field]).toEqual([400, 'email']);
});

test('deleting an account returns 404 if the QA helpers are turned off', async () => {
  const closed = await startTestApp(withSettings({ qaHelpers: false }));
  try {
    const user = await newUser(closed);
    expect((await new Browser(closed).call('delete', `qa/signup-email/?email=${user.email}`)).status).toBe(404);
    expect((await user.browser.call('get', 'me/')).status).toBe(200);
  } finally {
    await closed.close();
  }
});
