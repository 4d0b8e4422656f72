import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { newGradedCourse } from '../../support/gradebook.ts';
import { newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
let templates: string;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  school = await newSchool(app);
  templates = `courses/${school.courseId}/rubrics/templates/`;
});
afterAll(() => app.close());

const criterion = (id: string, ...points: number[]) => ({
  id,
  title: `Criterion ${id}`,
  levels: points.map((each) => ({ title: `${each} points`, points: each, description: '' })),
});
const SCRIPTS = { title: 'Scripts', criteria: [criterion('style', 0, 12.5), criterion('result', 27.5, 0)] };
const create = (body: object = SCRIPTS) => school.browser.call('post', templates, body);
const made = async (body?: object) => (await expectStatus(201, create(body))).body;
const list = async (query = '', path = templates) => (await expectStatus(200, school.browser.call('get', `${path}${query}`))).body;
const remove = (id: string) => school.browser.call('delete', `${templates}${id}/`);

test('templates are listed newest first in every course of their organisation and found by their title, and each change is recorded in the audit log', async () => {
  const first = await made();
  expect(first).toEqual({ ...SCRIPTS, id: expect.any(String), is_feedback_only: false, points: 40, created_at: expect.any(String) });
  const second = await made({ ...SCRIPTS, title: 'Essays 100%', is_feedback_only: true });
  const { id: other } = await school.newCourse();
  for (const path of [templates, `courses/${other}/rubrics/templates/`]) expect(await list('', path)).toMatchObject({ count: 2, results: [second, first] });
  expect(await list('?search=SCRIPT')).toMatchObject({ count: 1, results: [first] });
  expect(await list('?search=0%25')).toMatchObject({ count: 1, results: [second] });
  expect(await list('?search=s%25s')).toMatchObject({ count: 0, results: [] });
  expect(await list('?page_size=1&page=2')).toMatchObject({ count: 2, next: null, results: [first] });
  await expectStatus(204, school.browser.call('delete', `courses/${other}/rubrics/templates/${first.id}/`));
  await expectStatus(404, remove(first.id));
  expect(await list()).toMatchObject({ count: 1, results: [second] });
  const { rows } = await app.database.pool.query('select action, actor_type from audit_log where object_id = $1 order by id', [first.id]);
  expect(rows).toEqual(['rubric_template.created', 'rubric_template.deleted'].map((action) => ({ action, actor_type: 'user' })));
});

test('another organisation neither sees nor deletes a template', async () => {
  const { id } = await made();
  const other = await newSchool(app);
  const theirs = `courses/${other.courseId}/rubrics/templates/`;
  expect((await expectStatus(200, other.browser.call('get', theirs))).body.results).toEqual([]);
  await expectStatus(404, other.browser.call('delete', `${theirs}${id}/`));
  for (const path of [templates, `courses/x/rubrics/templates/`]) await expectStatus(404, other.browser.call('get', path));
  expect((await list()).count).toBe(1);
});

test('a lesson keeps its rubric and its grades when the template that it was copied from is deleted', async () => {
  const course = await newGradedCourse(app, school);
  const { id, title, is_feedback_only, criteria } = await made();
  const lesson = await course.assignment(40);
  const { rubric } = await course.configure(lesson, { rubric: { title, is_feedback_only, criteria } });
  const learner = await course.enrolled();
  const before = await course.grade(learner, lesson, { score: 30 });
  await expectStatus(204, remove(id));
  expect((await course.configure(lesson, { rubric })).rubric).toEqual({ title, is_feedback_only, criteria });
  expect(await course.cell(learner, lesson)).toEqual(before);
});

test('criteria that have one ID, levels that have one title, and a rubric that is too long are refused', async () => {
  const twice = { ...criterion('style', 1, 2), levels: [...criterion('', 1, 2).levels, ...criterion('', 2).levels] };
  expect(await create({ title: 'Twice', criteria: [twice, criterion('style', 1)] })).toMatchObject({
    status: 400,
    body: {
      errors: [
        { field: 'criteria.0.levels.2.title', code: 'duplicate' },
        { field: 'criteria.1.id', code: 'duplicate' },
      ],
    },
  });
  const long = criterion('long', ...Array.from({ length: 20 }, (_, points) => points));
  const criteria = ['a', 'b'].map((id) => ({ ...long, id, levels: long.levels.map((level) => ({ ...level, description: 'x'.repeat(1700) })) }));
  expect(await create({ title: 'Long', criteria })).toMatchObject({ status: 400, body: { errors: [{ field: 'criteria', code: 'too_large' }] } });
  expect(await list()).toMatchObject({ count: 0 });
});

test('an organisation has at most 200 templates, even when ten are created at the same time', async () => {
  await app.database.pool.query(
    `insert into rubric_templates (organisation_id, id, title, is_feedback_only, criteria)
     select $1, gen_random_uuid(), 'Old', true, '[{"id": "a", "title": "A", "levels": [{"title": "B", "points": 1, "description": ""}]}]' from generate_series(1, 195)`,
    [school.organisation.id],
  );
  const answers = await Promise.all(Array.from({ length: 10 }, () => create()));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(201), ...Array(5).fill(409)]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('rubric_template_limit');
  expect((await list('?page_size=1')).count).toBe(200);
});
