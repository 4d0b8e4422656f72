import { newId } from '../../../src/domain/kernel/ids.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { newLearner, newSchool, type School } from '../../support/school.ts';
import { statusCounts } from '../../support/studio.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  school = await newSchool(app);
});
afterAll(() => app.close());

const PLANS = 'catalog-subscriptions/plans/';
const MONTHLY = { title: 'All courses', amount: 1900, currency: 'EUR', interval: 'month' };

const create = (body: object = {}, { browser } = school) => browser.call('post', PLANS, { ...MONTHLY, ...body });
const made = async (body: object = {}) => (await expectStatus(201, create(body))).body;
const change = (id: string, body: object) => school.browser.call('patch', `${PLANS}${id}/`, body);
const archive = (id: string) => school.browser.call('post', `${PLANS}${id}/archive/`);
const list = async () => (await expectStatus(200, school.browser.call('get', PLANS))).body;
const offered = (name = school.organisation.id) => app.http.get(`/api/v1/catalog-subscriptions/orgs/${name}/plans/`);
const actionsOn = async (id: string) =>
  (await app.database.pool.query('select action from audit_log where object_id = $1 order by id', [id])).rows.map(({ action }) => action);

test('a plan is created with the terms that were sent, changed, archived and kept in the list, and all of it is audited', async () => {
  const first = await made();
  expect(first).toEqual({
    ...MONTHLY,
    id: expect.any(String),
    description: '',
    trial_days: 0,
    course_ids: null,
    cycles: null,
    version: 1,
    created_at: expect.any(String),
    archived_at: null,
  });
  const terms = { description: 'Two courses.', trial_days: 14, course_ids: [school.courseId], cycles: 12, interval: 'year' };
  const second = await made(terms);
  expect(second).toMatchObject(terms);
  expect(await list()).toMatchObject({ count: 2, results: [second, first] });
  await expectStatus(200, change(second.id, { title: 'One course' }));
  const { body: archived } = await expectStatus(200, archive(second.id));
  expect(archived).toEqual({ ...second, title: 'One course', archived_at: expect.any(String) });
  expect((await expectStatus(200, archive(second.id))).body).toEqual(archived);
  expect((await list()).results).toEqual([archived, first]);
  expect(await change(second.id, { title: 'Again' })).toMatchObject({ status: 409, body: { code: 'plan_archived' } });
  expect(await actionsOn(second.id)).toEqual(['catalogue_plan.created', 'catalogue_plan.updated', 'catalogue_plan.archived']);
});

test('other terms of payment make a new version and keep the old one, and other changes do not', async () => {
  const { id } = await made();
  const versionAfter = async (body: object) => (await expectStatus(200, change(id, body))).body.version;
  expect(await versionAfter({ title: 'Everything', course_ids: [school.courseId] })).toBe(1);
  expect(await versionAfter({ amount: 1900 })).toBe(1);
  expect(await versionAfter({ amount: 2400 })).toBe(2);
  expect(await versionAfter({ trial_days: 7, cycles: 3 })).toBe(3);
  const { rows } = await app.database.pool.query('select version, amount::int, trial_days, cycles from catalogue_plan_versions where plan_id = $1 order by 1', [
    id,
  ]);
  expect(rows).toEqual([
    { version: 1, amount: 1900, trial_days: 0, cycles: null },
    { version: 2, amount: 2400, trial_days: 0, cycles: null },
    { version: 3, amount: 2400, trial_days: 7, cycles: 3 },
  ]);
});

test('of fifty changes at once, each makes a version of its own', async () => {
  const { id } = await made();
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => change(id, { amount: 2000 + n })));
  expect(statusCounts(answers)).toEqual({ 200: 50 });
  expect(new Set(answers.map(({ body }) => body.version)).size).toBe(50);
  expect((await list()).results[0].version).toBe(51);
});

test.each([
  ['a currency that does not exist', { currency: 'XQX' }, 'currency', 'unknown'],
  ['a currency in which nothing can be charged', { currency: 'KPW' }, 'currency', 'currency_not_chargeable'],
  ['a price that is too low', { amount: 49 }, 'amount', 'amount_too_small'],
  ['a price that is too high', { amount: 100_000_000 }, 'amount', 'amount_too_large'],
  ['a price that is no step of its currency', { amount: 1001, currency: 'KWD' }, 'amount', 'amount_not_a_step'],
])('a plan with %s is refused, and so is a change to it', async (_what, body, field, code) => {
  const { id } = await made();
  for (const answer of [create(body), change(id, body)]) expect((await expectStatus(400, answer)).body.errors).toMatchObject([{ field, code }]);
  expect((await list()).results[0]).toMatchObject({ ...MONTHLY, version: 1 });
});

test('courses of other organisations, and deleted ones, cannot be named, and a course that is deleted leaves its plans', async () => {
  const other = await newSchool(app);
  const { id: deleted } = await school.newCourse();
  const { id: planId } = await made({ course_ids: [school.courseId, deleted] });
  await expectStatus(204, school.browser.call('delete', `courses/${deleted}/`));
  expect((await list()).results[0].course_ids).toEqual([school.courseId]);
  const course_ids = [school.courseId.toUpperCase(), other.courseId, deleted, newId()];
  for (const answer of [create({ course_ids }), change(planId, { course_ids })])
    expect((await expectStatus(400, answer)).body.errors.map(({ field, code }: { field: string; code: string }) => [field, code])).toEqual([
      ['course_ids.1', 'unknown'],
      ['course_ids.2', 'unknown'],
      ['course_ids.3', 'unknown'],
    ]);
  expect((await list()).results[0].course_ids).toEqual([school.courseId]);
});

test('everybody sees the plans that are not archived, by ID or subdomain of the organisation, lowest price first', async () => {
  const { rows } = await app.database.pool.query('select subdomain from organisations where id = $1', [school.organisation.id]);
  const year = await made({ amount: 19_000, interval: 'year' });
  const month = await made();
  await expectStatus(200, archive((await made({ amount: 100 })).id));
  const shown = ({ version: _version, created_at: _created, archived_at: _archived, ...plan }: Record<string, unknown>) => plan;
  for (const name of [school.organisation.id, rows[0].subdomain]) {
    const { status, body } = await offered(name);
    expect(status).toBe(200);
    expect(body).toMatchObject({ count: 2, results: [shown(month), shown(year)] });
    expect(body.results[0]).not.toHaveProperty('version');
  }
  expect(await offered('nobody-has-this-subdomain')).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

test('learners can neither list nor make plans', async () => {
  const learner = await newLearner(app, school.organisation.id, school.courseId);
  learner.browser.headers['X-Organisation'] = school.organisation.id;
  await expectStatus(403, learner.browser.call('get', PLANS));
  await expectStatus(403, create({}, { ...school, ...learner }));
});

test('the QA helper makes a plan, changes the newest one that is not archived, and archives it', async () => {
  const QA = 'qa/me/catalog-plan/';
  await expectStatus(404, school.browser.call('delete', QA));
  const { body: plan } = await expectStatus(200, school.browser.call('put', QA, { ...MONTHLY, trial_days: 7 }));
  const { body: changed } = await expectStatus(200, school.browser.call('put', QA, { ...MONTHLY, amount: 2000 }));
  expect(changed).toEqual({ ...plan, amount: 2000, trial_days: 0, version: 2 });
  await expectStatus(204, school.browser.call('delete', QA));
  expect((await offered()).body.count).toBe(0);
  expect(await actionsOn(plan.id)).toEqual(['catalogue_plan.created', 'catalogue_plan.updated', 'catalogue_plan.archived']);
});
