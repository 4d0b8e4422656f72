import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { awayFrom, enrollMany, newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
let cohorts: string;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  school = await newSchool(app);
  cohorts = `courses/${school.courseId}/cohorts/`;
});
afterAll(() => app.close());

const NOWHERE = '01890000-0000-7000-8000-000000000000';
const create = (body: object) => school.browser.call('post', cohorts, body);
const made = async (body: object = {}) => (await expectStatus(201, create({ name: 'Spring', ...body }))).body;
const patch = (id: string, body: object) => school.browser.call('patch', `${cohorts}${id}/`, body);
const remove = (id: string) => school.browser.call('delete', `${cohorts}${id}/`);
const members = (id: string, body: object) => school.browser.call('post', `${cohorts}${id}/members/`, body);
const learners = (count: number) => enrollMany(app, school.organisation.id, school.courseId, count);
/** Gives learners a grant each, which staff can revoke and bring back. */
const granted = async (count: number) => {
  const all = await learners(count);
  await app.database.pool.query(
    `insert into enrollment_grants (organisation_id, enrollment_id, source, source_id, starts_at) select $1, id, 'free', id, now() from unnest($2::uuid[]) id`,
    [school.organisation.id, all],
  );
  return all;
};
const refused = (code: string) => ({ status: 409, body: expect.objectContaining({ code }) });

test('cohorts are listed newest first, and each creation, change and deletion is recorded in the audit log', async () => {
  const first = await made({ starts_on: '2026-03-01', ends_on: '2026-06-30', seat_limit: 20 });
  expect(first).toEqual({
    id: expect.any(String),
    name: 'Spring',
    status: 'active',
    starts_on: '2026-03-01',
    ends_on: '2026-06-30',
    seat_limit: 20,
    member_count: 0,
    seats_taken: 0,
    created_at: expect.any(String),
  });
  const second = await made({ name: 'Autumn', status: 'archived' });
  const list = async (query = '') => (await expectStatus(200, school.browser.call('get', `${cohorts}${query}`))).body;
  expect(await list()).toMatchObject({ count: 2, results: [second, first] });
  expect(await list('?status=active')).toMatchObject({ count: 1, results: [first] });
  expect((await list('?page_size=1')).next).toContain('page=2');
  const { body } = await expectStatus(200, patch(first.id, { name: 'Summer', ends_on: null }));
  expect(body).toEqual({ ...first, name: 'Summer', ends_on: null });
  expect((await expectStatus(200, patch(first.id, {}))).body).toEqual(body);
  await expectStatus(204, remove(first.id));
  await expectStatus(404, remove(first.id));
  expect((await list()).count).toBe(1);
  const { rows } = await app.database.pool.query(`select action from audit_log where object_id = $1 order by id`, [first.id]);
  expect(new Set(rows.map((row) => row.action))).toEqual(new Set(['cohort.created', 'cohort.updated', 'cohort.deleted']));
});

test('a cohort name is unique within its course regardless of letter case', async () => {
  const spring = await made();
  const other = await made({ name: 'Autumn' });
  const taken = { status: 409, body: { code: 'cohort_name_taken', cohort_id: spring.id } };
  expect(await create({ name: 'SPRING' })).toMatchObject(taken);
  expect(await patch(other.id, { name: 'spring' })).toMatchObject(taken);
  await expectStatus(200, patch(other.id, { name: 'AUTUMN' }));
  const { id } = await school.newCourse();
  await expectStatus(201, school.browser.call('post', `courses/${id}/cohorts/`, { name: 'Spring' }));
});

test('concurrent requests with one name create only one cohort', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => create({ name: 'Spring' })));
  expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409, 409]);
});

test('a cohort cannot end before it starts, even if only one of the dates is changed', async () => {
  const fault = { status: 400, body: { errors: [{ field: 'ends_on', code: 'before_start' }] } };
  expect(await create({ name: 'Spring', starts_on: '2026-03-02', ends_on: '2026-03-01' })).toMatchObject(fault);
  const { id } = await made({ starts_on: '2026-03-01', ends_on: '2026-03-01' });
  expect(await patch(id, { starts_on: '2026-03-02' })).toMatchObject(fault);
  await expectStatus(200, patch(id, { starts_on: '2026-03-02', ends_on: null }));
});

test('members are added and removed all or nothing, and their number is returned', async () => {
  const { id } = await made();
  const [one = '', two = '', three = ''] = await learners(3);
  const count = async (body: object) => (await expectStatus(200, members(id, body))).body.member_count;
  expect(await count({ add: [one, two.toUpperCase()] })).toBe(2);
  expect(await count({ add: [one, three] })).toBe(3);
  expect(await count({ remove: [one, NOWHERE] })).toBe(2);
  expect(await count({ add: [two], remove: [two] })).toBe(2);
  expect(await count({})).toBe(2);
  const other = await newSchool(app);
  const [stranger = ''] = await enrollMany(app, other.organisation.id, other.courseId, 1);
  const answer = await members(id, { add: [one, stranger, NOWHERE], remove: [two] });
  expect(answer).toMatchObject({ status: 400, body: { errors: ['add.1', 'add.2'].map((field) => ({ field, code: 'unknown' })) } });
  expect(await count({})).toBe(2);
});

test('a preview enrollment cannot be added to a cohort', async () => {
  const { id } = await made();
  const [preview = ''] = await learners(1);
  await app.database.pool.query(`update enrollments set source = 'preview' where id = $1`, [preview]);
  expect(await members(id, { add: [preview] })).toMatchObject({ status: 400, body: { errors: [{ field: 'add.0', code: 'unknown' }] } });
});

test('when thirty learners join concurrently, only as many get in as there are seats', async () => {
  const { id } = await made({ seat_limit: 10 });
  const all = await learners(30);
  const answers = await Promise.all(all.map((enrollment) => members(id, { add: [enrollment] })));
  expect(answers.map((answer) => answer.status).sort()).toEqual([...Array(10).fill(200), ...Array(20).fill(409)]);
  expect(answers.find((answer) => answer.status === 409)).toMatchObject(refused('cohort_full'));
  const { rows } = await app.database.pool.query('select count(*)::int as count from cohort_members where cohort_id = $1', [id]);
  expect(rows[0].count).toBe(10);
});

test('a cohort admits none of a group that exceeds its seats, allows a swap in one request, and cannot have fewer seats than members', async () => {
  const { id } = await made({ seat_limit: 2 });
  const [one = '', two = '', three = ''] = await learners(3);
  expect(await members(id, { add: [one, two, three] })).toMatchObject(refused('cohort_full'));
  expect((await members(id, { add: [one, two] })).body.member_count).toBe(2);
  expect(await members(id, { add: [one, two] })).toMatchObject({ status: 200 });
  expect((await members(id, { add: [three], remove: [one] })).body.member_count).toBe(2);
  expect(await patch(id, { seat_limit: 1 })).toMatchObject({ status: 400, body: { errors: [{ field: 'seat_limit', code: 'below_members' }] } });
  await expectStatus(200, patch(id, { seat_limit: null }));
  expect((await members(id, { add: [one] })).body.member_count).toBe(3);
});

test('a name is the same whatever its case, its quotes and the spaces around it, and is stored without those', async () => {
  expect((await made({ name: ' Group ‘A’ ' })).name).toBe('Group ‘A’');
  expect(await create({ name: "group  'a'" })).toMatchObject(refused('cohort_name_taken'));
  const { id } = await made({ name: 'Group B' });
  expect(await patch(id, { name: 'GROUP ‘A’\u00a0' })).toMatchObject(refused('cohort_name_taken'));
});

test('a member whose access has ended takes no seat, and gets it back with the access only while it is free', async () => {
  const [one = '', two = '', three = ''] = await granted(3);
  const { id } = await made({ name: 'One seat', seat_limit: 1 });
  const access = (enrollment: string, act: 'revoke' | 'restore') =>
    school.browser.call('post', `courses/${school.courseId}/learners/${enrollment}/${act}/`, {});
  await expectStatus(200, members(id, { add: [one] }));
  expect(await members(id, { add: [two] })).toMatchObject(refused('cohort_full'));
  await expectStatus(200, access(one, 'revoke'));
  expect((await members(id, { add: [two] })).body).toMatchObject({ member_count: 2, seats_taken: 1 });
  expect(await access(one, 'restore')).toMatchObject(refused('cohort_full'));
  expect(await school.browser.call('patch', `courses/${school.courseId}/learners/${one}/`, { is_revoked: false })).toMatchObject(refused('cohort_full'));
  await app.database.pool.query('update enrollments set expires_at = $1 where id = $2', [new Date(app.clock.now()), two]);
  await expectStatus(200, access(one, 'restore'));
  expect(await members(id, { add: [three] })).toMatchObject(refused('cohort_full'));
});

test('of fifty learners whose access is brought back at once, only one gets the only seat', async () => {
  const { id } = await made({ name: 'A seat for fifty' });
  const all = await granted(50);
  await expectStatus(200, members(id, { add: all }));
  await app.database.pool.query("update enrollment_grants set revoked_at = now(), revoked_by = 'staff' where enrollment_id = any($1::uuid[])", [all]);
  await app.database.pool.query('update enrollments set revoked_at = now() where id = any($1::uuid[])', [all]);
  await expectStatus(200, patch(id, { seat_limit: 1 }));
  const answers = await Promise.all(all.map((one) => school.browser.call('post', `courses/${school.courseId}/learners/${one}/restore/`, {})));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(409)]);
});

test('a cohort never has more members than seats, even if its seats are reduced while a learner joins', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await made({ name: `Round ${round}`, seat_limit: 2 });
    const [one = '', two = ''] = await learners(2);
    await expectStatus(200, members(id, { add: [one] }));
    const [seats, join] = await Promise.all([patch(id, { seat_limit: 1 }), members(id, { add: [two] })]);
    expect([seats.status, join.status]).toEqual(seats.status === 200 ? [200, 409] : [400, 200]);
  }
});

test('a cohort can be deleted only while it has no members', async () => {
  const { id } = await made({ name: 'Full of people' });
  const [one = ''] = await learners(1);
  await expectStatus(200, members(id, { add: [one] }));
  expect(await remove(id)).toMatchObject(refused('cohort_not_empty'));
  await expectStatus(200, members(id, { remove: [one] }));
  await expectStatus(204, remove(id));
});

test('when a cohort is deleted while a learner joins, only one of the two requests succeeds', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await made({ name: `Round ${round}` });
    const [one = ''] = await learners(1);
    const [gone, join] = await Promise.all([remove(id), members(id, { add: [one] })]);
    expect([gone.status, join.status]).toEqual(gone.status === 204 ? [204, 404] : [409, 200]);
    if (gone.status === 204) continue;
    expect(gone).toMatchObject(refused('cohort_not_empty'));
    await expectStatus(200, members(id, { remove: [one] }));
    await expectStatus(204, remove(id));
  }
});

test('cohorts of other courses, other organisations and deleted courses return 404', async () => {
  const { id } = await made();
  const [one = ''] = await learners(1);
  const other = await newSchool(app);
  for (const [browser, courseId, cohortId] of await awayFrom(app, school, id)) {
    const path = `courses/${courseId}/cohorts/${cohortId}/`;
    await expectStatus(404, browser.call('patch', path, {}));
    await expectStatus(404, browser.call('post', `${path}members/`, { add: [one] }));
    await expectStatus(404, browser.call('delete', path));
  }
  await expectStatus(404, other.browser.call('get', cohorts));
  await expectStatus(404, other.browser.call('post', cohorts, { name: 'Spring' }));
  await app.database.pool.query('update courses set deleted_at = now() where id = $1', [school.courseId]);
  await expectStatus(404, school.browser.call('get', cohorts));
  await expectStatus(404, patch(id, {}));
  await expectStatus(404, remove(id));
});
