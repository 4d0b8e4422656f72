import { startTestApp, type TestApp } from '../../support/app.ts';
import { MANY } from '../../support/at-once.ts';
import { expectStatus } from '../../support/browser.ts';
import { type GradedCourse, newGradedCourse } from '../../support/gradebook.ts';
import { override } from '../../support/grading.ts';
import { refusalOf, report } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
let course: GradedCourse;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
beforeEach(async () => {
  course = await newGradedCourse(app, school);
});
afterAll(() => app.close());

const NOWHERE = '01890000-0000-7000-8000-000000000000';
const patchSettings = (body: object) => school.browser.call('patch', `${course.path}settings/`, body);
const patchConfig = ({ id }: Pick<Row, 'id'>, body: object) => school.browser.call('patch', `${course.path}lessons/${id}/config/`, body);
const criteria = [{ id: 'a', title: 'A', levels: [{ title: 'Good', points: 10, description: '' }] }];

test('settings that are not sent stay as they are', async () => {
  const before = await course.settings({ categories: [{ name: 'Tests', drop_lowest: 1 }], late_policy: { is_enabled: true, rate_percent: 10 } });
  const { body } = await expectStatus(200, patchSettings({ pass_percent: 60 }));
  expect(body).toEqual({ ...before, pass_percent: 60, updated_at: body.updated_at });
  expect(await refusalOf(patchSettings({ unknown: 1 }))).toEqual([400, 'validation_error']);
  expect((await school.browser.call('patch', `courses/${NOWHERE}/gradebook/settings/`, { pass_percent: 1 })).status).toBe(404);
});

test('what is not sent of how a lesson is graded stays as it is', async () => {
  const essay = await course.assignment(10);
  const learner = await course.enrolled();
  const overrides = [override({ enrollment_id: learner.enrollmentId, extra_attempts: 2 })];
  const before = await course.configure(essay, { points: 20, overrides, rubric: { title: 'R', is_feedback_only: true, criteria } });
  const { body } = await expectStatus(200, patchConfig(essay, { is_omitted: true }));
  expect(body).toEqual({ ...before, is_omitted: true });
  expect(await refusalOf(patchConfig(essay, { unknown: 1 }))).toEqual([400, 'validation_error']);
  expect((await patchConfig({ id: NOWHERE }, {})).status).toBe(404);
});

test('many changes of different settings at once all count', async () => {
  const essay = await course.assignment(10);
  const bodies = [{ points: 20 }, { is_omitted: true }, { is_extra_credit: true }, { is_online: false }, { attempts_policy: 'latest' }];
  const settings = [{ pass_percent: 60 }, { posting: 'manual' }, { categories: [{ name: 'Tests' }] }];
  await Promise.all([
    ...Array.from({ length: MANY }, (_, index) => expectStatus(200, patchConfig(essay, bodies[index % bodies.length] as object))),
    ...Array.from({ length: MANY }, (_, index) => expectStatus(200, patchSettings(settings[index % settings.length] as object))),
  ]);
  const { body } = await expectStatus(200, school.browser.call('get', `${course.path}lessons/${essay.id}/config/`));
  expect(body).toMatchObject(Object.assign({}, ...bodies));
  const now = (await expectStatus(200, school.browser.call('get', `${course.path}settings/`))).body;
  expect(now).toMatchObject({ pass_percent: 60, posting: 'manual', categories: [{ name: 'Tests' }] });
});

test('a change refuses what the replacement refuses', async () => {
  const essay = await course.assignment(10);
  const learner = await course.enrolled();
  await course.configure(essay, { rubric: { title: 'R', criteria } });
  await expectStatus(200, report(learner.browser, essay, { event: 'assignment_submitted', submission: { text: 'Work' } }));
  await course.grade(learner, essay, { ratings: [{ criterion_id: 'a', level: 'Good' }] });
  expect(await refusalOf(patchConfig(essay, { rubric: null }))).toEqual([409, 'rubric_in_use']);
  expect(await refusalOf(patchConfig(essay, { anonymous_grading: true }))).toEqual([409, 'anonymity_locked']);
});
