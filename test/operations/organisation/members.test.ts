import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus, newCreator } from '../../support/browser.ts';
import { refusalOf } from '../../support/learner.ts';
import { newLearner, newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  school = await newSchool(app);
});
afterAll(() => app.close());

/** Creates a member of the school with this role. */
async function newMember(role: 'owner' | 'creator' | 'learner' = 'learner') {
  const member = await newLearner(app, school.organisation.id, school.courseId);
  await app.database.pool.query('update memberships set role = $2 where user_id = $1', [member.id, role]);
  return member;
}

const list = async (query = '') => (await expectStatus(200, school.browser.call('get', `tenants/members/${query}`))).body;
const change = (id: string, role: string, browser = school.browser) => browser.call('patch', `tenants/members/${id}/`, { role });
const remove = (id: string, browser = school.browser) => browser.call('delete', `tenants/members/${id}/`);
const actions = async (id: string) =>
  (await app.database.pool.query('select action, before, after from audit_log where object_id = $1 order by id', [id])).rows;

test('staff list the members of their organisation, the longest-standing first, and find them by role, name and address', async () => {
  const [first, second] = [await newMember(), await newMember('creator')];
  await app.database.pool.query(`update memberships set created_at = now() + interval '1 hour' where user_id = $1`, [first.id]);
  await app.database.pool.query(`update memberships set created_at = now() + interval '2 hours' where user_id = $1`, [second.id]);
  await app.database.pool.query(`update users set name = 'Ünique Name' where id = $1`, [second.id]);
  const ids = ({ results }: { results: { user: { id: string } }[] }) => results.map(({ user }) => user.id);
  const all = await list();
  expect(all).toMatchObject({ count: 3, results: [{ role: 'owner' }, { role: 'learner' }, { role: 'creator' }] });
  expect(ids(all).slice(1)).toEqual([first.id, second.id]);
  expect(ids(await list('?role=creator'))).toEqual([second.id]);
  expect(ids(await list('?search=ünique'))).toEqual([second.id]);
  expect(ids(await list(`?search=${encodeURIComponent(first.email)}`))).toEqual([first.id]);
  expect(ids(await list('?page=2&page_size=1'))).toEqual([first.id]);
});

test('an owner changes the role of a member, and repeating it changes nothing', async () => {
  const member = await newMember();
  for (const _time of [1, 2]) expect((await expectStatus(200, change(member.id, 'creator'))).body).toMatchObject({ user: { id: member.id }, role: 'creator' });
  expect(await actions(member.id)).toEqual([{ action: 'membership.updated', before: { role: 'learner' }, after: { role: 'creator' } }]);
  await expectStatus(200, member.browser.call('get', 'tenants/members/'));
});

test('an owner hands the organisation over by making another member an owner and then changing their own role', async () => {
  const heir = await newMember('creator');
  expect(await refusalOf(change(school.id, 'creator'))).toEqual([409, 'last_owner']);
  await expectStatus(200, change(heir.id, 'owner'));
  await expectStatus(200, change(school.id, 'creator'));
  expect(await refusalOf(change(heir.id, 'learner'))).toEqual([403, 'permission_denied']);
  expect(await refusalOf(remove(heir.id))).toEqual([403, 'permission_denied']);
});

test('an organisation keeps an owner if all its owners resign or leave at once', async () => {
  const others = [await newMember('owner'), await newMember('owner'), await newMember('owner')];
  const all = [school, ...others];
  const answers = await Promise.all(all.map(({ id, browser }, index) => (index % 2 ? remove(id, browser) : change(id, 'learner', browser))));
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(1);
  const { rows } = await app.database.pool.query(`select 1 from memberships where organisation_id = $1 and role = 'owner'`, [school.organisation.id]);
  expect(rows).toHaveLength(1);
});

test('creators remove learners and themselves, but neither other staff nor roles are theirs to change', async () => {
  const [creator, other, learner] = [await newMember('creator'), await newMember('creator'), await newMember()];
  expect(await refusalOf(change(learner.id, 'creator', creator.browser))).toEqual([403, 'permission_denied']);
  for (const id of [other.id, school.id]) expect(await refusalOf(remove(id, creator.browser))).toEqual([403, 'permission_denied']);
  await expectStatus(204, remove(learner.id, creator.browser));
  expect(await refusalOf(learner.browser.call('get', 'me/enrollments/'))).toEqual([403, 'no_organisation']);
  expect(await actions(learner.id)).toEqual([{ action: 'member.removed', before: { role: 'learner' }, after: null }]);
  await expectStatus(204, remove(creator.id, creator.browser));
});

test('a user who is no member of the organisation is not found', async () => {
  const other = await newCreator(app);
  const [{ user_id }] = (await app.database.pool.query('select user_id from memberships where organisation_id = $1', [other.organisation.id])).rows;
  for (const id of [user_id, 'x', '01890000-0000-7000-8000-000000000000']) {
    expect(await refusalOf(change(id, 'learner'))).toEqual([404, 'not_found']);
    expect(await refusalOf(remove(id))).toEqual([404, 'not_found']);
  }
});

test('staff change the name, the language and the support address of the organisation, and nothing else', async () => {
  const patch = (body: object) => school.browser.call('patch', 'tenants/config/', body);
  const before = (await expectStatus(200, school.browser.call('get', 'tenants/config/'))).body;
  const changes = { name: 'Harbour', language: 'pt-BR', support_email: 'help@example.org' };
  expect((await expectStatus(200, patch(changes))).body).toEqual({ ...before, ...changes });
  expect((await expectStatus(200, patch({ support_email: null }))).body).toEqual({ ...before, ...changes, support_email: null });
  expect((await patch({ currency: 'USD' })).status).toBe(400);
  expect((await patch({ language: 'x' })).status).toBe(400);
});
