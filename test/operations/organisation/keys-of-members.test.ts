import { startTestApp, type TestApp } from '../../support/app.ts';
import { Browser, expectStatus, newUser } from '../../support/browser.ts';
import { runTask } from '../../support/jobs.ts';
import { refusalOf } from '../../support/learner.ts';
import { newColleague, newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  school = await newSchool(app);
});
afterAll(() => app.close());

type Colleague = Awaited<ReturnType<typeof newColleague>>;
const KEYS = 'tenants/api-keys/';
const REVOKED = [401, 'api_key_revoked'];

async function newKey({ browser }: Pick<Colleague, 'browser'>, name = 'Importer'): Promise<{ id: string; display_prefix: string; secret: string }> {
  return (await expectStatus(201, browser.call('post', KEYS, { name, scopes: { courses: 'edit' } }))).body;
}
const create = (secret: string) => app.http.post('/api/v1/agent/courses/').set('Authorization', `Bearer ${secret}`).send({ title: 'A course' });
const outcome = async (secret: string) => {
  const { status, body } = await create(secret);
  return [status, body.code];
};
const remove = (id: string, query = '', browser = school.browser) => browser.call('delete', `tenants/members/${id}/${query}`);
const change = (id: string, body: object, browser = school.browser) => browser.call('patch', `tenants/members/${id}/`, body);
const appointOwner = ({ id }: { id: string }) => expectStatus(200, change(id, { role: 'owner' }));
const entries = async (id: string) =>
  (await app.database.pool.query('select action, actor_type, actor_id, before, after from audit_log where object_id = $1 order by created_at, id', [id])).rows;

test('the API keys of somebody who is removed end with their membership, owners are told which, and the audit log says so', async () => {
  const [colleague, other] = [await newColleague(app, school), await newColleague(app, school)];
  const [key, kept] = [await newKey(colleague), await newKey(other, 'Kept')];
  await expectStatus(204, remove(colleague.id));
  expect(await outcome(key.secret)).toEqual(REVOKED);
  expect((await create(kept.secret)).status).toBe(201);
  expect((await entries(key.id)).at(-1)).toMatchObject({
    action: 'api_key.revoked',
    actor_id: school.id,
    before: { name: 'Importer', created_by: colleague.id },
    after: null,
  });
  const [mail, ...more] = await app.mailbox.read(school.email);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('API keys were revoked');
  expect(mail?.text).toContain('Test user is no longer on the staff of Academy, so the API key that they created was revoked: "Importer".');
  expect(await app.mailbox.read(other.email)).toEqual([]);
});

test('the response names the keys that ended if the request says what becomes of them', async () => {
  const colleague = await newColleague(app, school);
  const [second, first] = [await newKey(colleague, 'Sync'), await newKey(colleague, 'Importer')];
  const named = [first, second].map(({ id, display_prefix }, index) => ({ id, display_prefix, name: index ? 'Sync' : 'Importer' }));
  const { body } = await expectStatus(200, remove(colleague.id, '?keys=revoke'));
  expect(body).toEqual({ keys: { revoked: named, taken_over: [] } });
  expect((await expectStatus(200, remove((await newColleague(app, school)).id, '?keys=revoke'))).body).toEqual({ keys: { revoked: [], taken_over: [] } });
  expect((await remove((await newColleague(app, school)).id, '?keys=keep')).status).toBe(400);
});

test('an owner who takes the keys over is their maker from then on, so that they end with the right of that owner', async () => {
  const [colleague, heir] = [await newColleague(app, school), await newColleague(app, school)];
  await appointOwner(heir);
  const key = await newKey(colleague);
  await app.mailbox.read(school.email);
  const { body } = await expectStatus(200, remove(colleague.id, '?keys=take_over', heir.browser));
  expect(body).toEqual({ keys: { revoked: [], taken_over: [{ id: key.id, name: 'Importer', display_prefix: key.display_prefix }] } });
  expect((await create(key.secret)).status).toBe(201);
  expect((await entries(key.id)).at(-1)).toMatchObject({ action: 'api_key.taken_over', before: { created_by: colleague.id }, after: { created_by: heir.id } });
  expect((await app.mailbox.read(school.email))[0]?.text).toContain('The API key that they created was transferred to an owner: "Importer".');
  const { results } = (await school.browser.call('get', KEYS)).body;
  expect(results.find(({ id }: { id: string }) => id === key.id).created_by).toBe(heir.id);
  await expectStatus(204, remove(heir.id));
  expect(await outcome(key.secret)).toEqual(REVOKED);
});

test('nobody but an owner takes keys over, and nobody their own, and nothing has changed then', async () => {
  const [creator, owner] = [await newColleague(app, school), await newColleague(app, school)];
  await appointOwner(owner);
  const key = await newKey(owner);
  const own = await remove(owner.id, '?keys=take_over', owner.browser);
  expect([own.status, own.body.errors]).toEqual([400, [expect.objectContaining({ field: 'keys', code: 'not_allowed' })]]);
  expect((await change(owner.id, { role: 'learner', keys: 'take_over' }, owner.browser)).status).toBe(400);
  const learner = await newColleague(app, school);
  await expectStatus(200, change(learner.id, { role: 'learner' }));
  expect(await refusalOf(remove(learner.id, '?keys=take_over', creator.browser))).toEqual([403, 'permission_denied']);
  await expectStatus(204, remove(learner.id, '', creator.browser));
  expect((await create(key.secret)).status).toBe(201);
});

test('keys end when their maker becomes a learner, and stay when they become an owner or a creator', async () => {
  const colleague = await newColleague(app, school);
  const key = await newKey(colleague);
  for (const role of ['owner', 'creator']) {
    expect((await expectStatus(200, change(colleague.id, { role }))).body).toMatchObject({ role, keys: { revoked: [], taken_over: [] } });
    expect((await create(key.secret)).status).toBe(201);
  }
  const { body } = await expectStatus(200, change(colleague.id, { role: 'learner' }));
  expect(body).toMatchObject({ role: 'learner', keys: { revoked: [{ id: key.id, name: 'Importer' }], taken_over: [] } });
  expect(await outcome(key.secret)).toEqual(REVOKED);
});

test('an owner takes over the keys of somebody who becomes a learner', async () => {
  const colleague = await newColleague(app, school);
  const key = await newKey(colleague);
  const { body } = await expectStatus(200, change(colleague.id, { role: 'learner', keys: 'take_over' }));
  expect(body.keys).toMatchObject({ revoked: [], taken_over: [{ id: key.id }] });
  expect((await create(key.secret)).status).toBe(201);
});

test.each(['me/membership/', 'qa/me/org-membership/'])('keys end when their maker leaves: DELETE %s', async (path) => {
  const colleague = await newColleague(app, school);
  const key = await newKey(colleague);
  await expectStatus(204, colleague.browser.call('delete', path));
  expect(await outcome(key.secret)).toEqual(REVOKED);
  expect((await app.mailbox.read(school.email))[0]?.text).toContain('"Importer"');
});

test('keys end when the account of their maker is erased, and the mail to the owners no longer names that person', async () => {
  const colleague = await newColleague(app, school);
  const key = await newKey(colleague);
  await app.database.pool.query(`update users set deletion_due_at = $2 where id = $1`, [colleague.id, new Date(app.clock.now() - 1000)]);
  await runTask(app, 'erase_users');
  expect(await outcome(key.secret)).toEqual(REVOKED);
  expect((await entries(key.id)).at(-1)).toMatchObject({ action: 'api_key.revoked', actor_type: 'system', actor_id: null });
  expect((await app.mailbox.read(school.email))[0]?.text).toContain('Someone has left the staff of Academy');
});

test('a key that is made in the moment in which its maker is removed does not outlive them, fifty at once', async () => {
  const colleague = await newColleague(app, school);
  const { browser } = colleague;
  const making = Array.from({ length: 50 }, (_, number) => browser.call('post', KEYS, { name: `Key ${number}` }));
  const [removed, ...made] = await Promise.all([remove(colleague.id), ...making]);
  expect(removed?.status).toBe(204);
  expect(made.every(({ status }) => [201, 403].includes(status))).toBe(true);
  const { rows } = await app.database.pool.query('select id from api_keys where created_by = $1 and revoked_at is null', [colleague.id]);
  expect(rows).toEqual([]);
});

test('of fifty who remove, demote and take over at once, each key ends or belongs to an owner', async () => {
  const colleagues = await Promise.all(Array.from({ length: 10 }, () => newColleague(app, school)));
  for (const [number, colleague] of colleagues.entries()) await newKey(colleague, `Key ${number}`);
  const asked = Array.from({ length: 50 }, (_, number) => {
    const { id } = colleagues[number % 10] as Colleague;
    return number % 3 ? remove(id, number % 2 ? '?keys=take_over' : '') : change(id, { role: 'learner', keys: number % 2 ? 'take_over' : 'revoke' });
  });
  for (const { status } of await Promise.all(asked)) expect([200, 204, 404]).toContain(status);
  const { rows } = await app.database.pool.query(
    `select count(*)::int as all, count(*) filter (where revoked_at is not null or created_by = $2)::int as ended from api_keys
     where organisation_id = $1 and created_by is not null`,
    [school.organisation.id, school.id],
  );
  expect(rows).toEqual([{ all: 10, ended: 10 }]);
});

test('no key ends in another organisation, where its maker is still staff', async () => {
  const [colleague, elsewhere] = [await newColleague(app, school), await newSchool(app)];
  await app.database.db.insertInto('memberships').values({ organisation_id: elsewhere.organisation.id, user_id: colleague.id, role: 'creator' }).execute();
  const browser = new Browser(app);
  browser.cookie = await app.signedInCookie(colleague.id);
  browser.headers['X-Organisation'] = elsewhere.organisation.id;
  const key = await newKey({ browser });
  await expectStatus(204, remove(colleague.id));
  expect((await create(key.secret)).status).toBe(201);
});

test('a learner leaves the organisation, keeps what they have learned, and sees it again after they have joined once more', async () => {
  const learner = await newUser(app);
  const join_code = (await expectStatus(200, school.browser.call('get', 'tenants/join-code/'))).body.join_code;
  await expectStatus(200, learner.browser.call('patch', 'me/', { join_code }));
  await app.database.pool.query(`insert into enrollments (organisation_id, id, course_id, user_id) values ($1, gen_random_uuid(), $2, $3)`, [
    school.organisation.id,
    school.courseId,
    learner.id,
  ]);
  await expectStatus(204, learner.browser.call('delete', 'me/membership/'));
  expect((await entries(learner.id)).at(-1)).toMatchObject({ action: 'member.left', before: { role: 'learner' } });
  expect(await refusalOf(learner.browser.call('get', 'me/enrollments/'))).toEqual([403, 'no_organisation']);
  expect(await refusalOf(learner.browser.call('delete', 'me/membership/'))).toEqual([403, 'no_organisation']);
  await expectStatus(200, learner.browser.call('patch', 'me/', { join_code }));
  expect((await expectStatus(200, learner.browser.call('get', 'me/enrollments/'))).body.count).toBe(1);
});

test('an organisation keeps an owner if all its owners leave at once', async () => {
  const owners = [school, await newColleague(app, school), await newColleague(app, school)];
  for (const owner of owners.slice(1)) await appointOwner(owner);
  const answers = await Promise.all(owners.map(({ browser }) => browser.call('delete', 'me/membership/')));
  expect(answers.map(({ status, body }) => [status, body.code]).sort()).toEqual([
    [204, undefined],
    [204, undefined],
    [409, 'last_owner'],
  ]);
});
