import type { Shape } from '../../../src/domain/kernel/contract.ts';
import { writePolicy } from '../../../src/domain/learning/policies/policy.ts';
import { startTestApp, type TestApp, withPorts } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { type GradedCourse, handIn, newGradedCourse, takeQuiz } from '../../support/gradebook.ts';
import { lessonKey } from '../../support/grading.ts';
import { type Enrolled, faultsOf, refusalOf, userId } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { enrollMany, newSchool, type School } from '../../support/school.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';

let app: TestApp;
let receiver: WebhookReceiver;
let school: School;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  app = await startTestApp(withPorts({ publicPost: receiver.post }), { idle: ['issue_certificate', 'render_submission', 'send_notice', 'spread_notice'] });
  school = await newSchool(app);
  const event_types = ['grade.posted', 'grade.updated', 'submission.graded'];
  await expectStatus(201, school.browser.call('post', 'integrations/webhooks/', { url: receiver.url, event_types }));
  await app.mailbox.runJobs();
});
// The ping of the new endpoint is no event, and those of other tests are not asked about.
beforeEach(() => {
  receiver.received.splice(0);
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

interface Place {
  course: GradedCourse;
  essay: Row;
  learners: Enrolled[];
}

/** Has a lesson, which has no grades yet, be graded anonymously. */
const hideNames = (lesson: Row) => writePolicy(app.database.db, lessonKey(school, lesson), { posting: null, isAnonymous: true });

/** A course with an essay that is graded anonymously and one that is not. Every learner but the last has handed in the former, and the first of them both. */
async function newPlace(count = 3): Promise<Place & { open: Row }> {
  const course = await newGradedCourse(app, school);
  const [essay, open] = [await course.assignment(10), await course.assignment(90)];
  await hideNames(essay);
  const learners: Enrolled[] = [];
  for (let number = 0; number < count; number++) learners.push(await course.enrolled());
  await app.database.pool.query(`update users set name = 'Person ' || email where email = any($1)`, [learners.map(({ email }) => email)]);
  for (const learner of learners.slice(0, -1)) await handIn(learner, essay, `Work of ${learner.email}`);
  const [one] = learners.slice(0, -1);
  if (one) await handIn(one, open, `Work of ${one.email}`);
  return { course, essay, open, learners };
}

const aliasesOf = async ({ course, essay }: Place): Promise<Shape<'GradebookRow'>[]> => (await course.grid(`?lesson_id=${essay.id}`)).results;
const put = ({ course, essay }: Place, id: string, body: object) =>
  school.browser.call('put', `${course.path}grades/${id}/${essay.id}/`, { updated_at: null, ...body });

test('while a lesson is graded anonymously, no operation that a grader can call on it tells whose work it is', async () => {
  const place = await newPlace();
  const { course, essay, learners } = place;
  const rows = await aliasesOf(place);
  expect(rows).toHaveLength(3);
  const [first] = rows as [Shape<'GradebookRow'>];
  expect(first).toMatchObject({ user: null, alias: first.enrollment_id.slice(0, 8), current: null, final: null });
  const told: string[] = [];
  const call = async (method: 'get' | 'put' | 'post', path: string, body?: object) => {
    const { status, text } = await school.browser.call(method, path, body);
    told.push(text);
    return status;
  };
  const grade = (id: string, body: object) => call('put', `${course.path}grades/${id}/${essay.id}/`, { updated_at: null, ...body });
  expect(await grade(first.enrollment_id, { score: 7.25, comment: { text: 'Fine' } })).toBe(200);
  expect(await grade(first.enrollment_id, { score: 8 })).toBe(409);
  for (const { enrollment_id } of rows) expect(await call('get', `${course.path}learners/${enrollment_id}/`)).toBe(200);
  expect(await call('get', `${course.path}lessons/${essay.id}/config/`)).toBe(200);
  const filled = rows.slice(1).map(({ enrollment_id }, index) => ({ enrollment_id, lesson_id: essay.id, score: index + 1 }));
  expect(await call('post', `${course.path}fill/`, { cells: filled })).toBe(200);
  expect(await call('put', `${course.path}lessons/${essay.id}/config/`, { anonymous_grading: true, category_id: null })).toBe(200);
  await app.mailbox.runJobs();
  expect(await call('get', `${course.path}?lesson_id=${essay.id}`)).toBe(200);
  for (const format of ['csv', 'xlsx']) expect(await call('get', `${course.path}export/?lesson_id=${essay.id}&format=${format}`)).toBe(200);
  const changes = (await expectStatus(200, school.browser.call('get', 'audit-log/?page_size=100'))).body.results as Row[];
  const ofGrades = changes.filter(({ action }) => ['grade.updated', 'gradebook.filled'].includes(action as string)).slice(0, 2);
  expect(ofGrades).toHaveLength(2);
  told.push(JSON.stringify(ofGrades), ...receiver.received.splice(0).map(({ body }) => body));
  for (const learner of learners) {
    const identity = [learner.email, learner.enrollmentId, await userId(app, learner)];
    expect(told.filter((text) => identity.some((part) => text.includes(part)))).toEqual([]);
  }
  expect(told.join()).toContain(first.enrollment_id);
});

test('the rows of named learners tell nothing about a lesson that is graded anonymously, and its scores join no total until they are posted', async () => {
  const place = await newPlace();
  const { course, essay, open, learners } = place;
  const [one] = learners as [Enrolled];
  await course.grade(one, open, { score: 45 });
  for (const { enrollment_id } of await aliasesOf(place)) await expectStatus(200, put(place, enrollment_id, { score: 10 }));
  const grid = await course.grid();
  expect(grid.lessons).toMatchObject([
    { id: essay.id, is_anonymous: true },
    { id: open.id, is_anonymous: false },
  ]);
  const blank = { ...grid.results[0]?.cells[0], lesson_id: essay.id };
  expect(blank).toMatchObject({ state: 'anonymous', score: null, is_posted: false, updated_at: null });
  for (const { cells, user, alias } of grid.results) {
    expect(cells[0]).toEqual(blank);
    expect([user?.email, alias]).toEqual([expect.any(String), null]);
  }
  expect(await course.learner(one)).toMatchObject({
    current: { percent: 50 },
    cells: [{ state: 'anonymous', works: [], comments: [], graded_by: null, due_at: null }, { score: 45 }],
  });
  const csv = (await expectStatus(200, school.browser.call('get', `${course.path}export/`))).text;
  expect(csv.split('\r\n').find((line: string) => line.startsWith(one.enrollmentId))).toMatch(/,,45,50,50,$/);
  expect(await refusalOf(put(place, one.enrollmentId, { score: 1 }))).toEqual([404, 'not_found']);
  await expectStatus(200, school.browser.call('post', `${course.path}fill/`, { csv }));

  await course.configure(essay, { anonymous_grading: true, posted: true });
  const posted = await course.grid();
  expect(posted.results.find(({ enrollment_id }) => enrollment_id === one.enrollmentId)).toMatchObject({
    current: { percent: 55 },
    cells: [{ score: 10, is_posted: true }, { score: 45 }],
  });
  expect((await course.grid(`?lesson_id=${essay.id}`)).results.map(({ user }) => user?.email).sort()).toEqual(learners.map(({ email }) => email).sort());
});

test('after posting, an alias leads to its learner, and events name the learner and the score', async () => {
  const place = await newPlace(2);
  const { course, essay, learners } = place;
  for (const { enrollment_id } of await aliasesOf(place)) await expectStatus(200, put(place, enrollment_id, { score: 4 }));
  const [{ enrollment_id: alias }] = (await aliasesOf(place)) as [Shape<'GradebookRow'>];
  await app.mailbox.runJobs();
  const events = receiver.received.splice(0).map(({ body }) => JSON.parse(body));
  expect(events.length).toBeGreaterThan(1);
  for (const { data } of events) expect(data).toMatchObject({ enrollment_id: null, user: null, score: null });
  await course.configure(essay, { anonymous_grading: true, posted: true });
  await app.mailbox.runJobs();
  const posted = receiver.received.splice(0).map(({ body }) => JSON.parse(body));
  expect(posted.map(({ data }) => data.user.email).sort()).toEqual(learners.map(({ email }) => email).sort());
  for (const { type, data } of posted) expect([type, data.score]).toEqual(['grade.posted', 4]);
  const page = await course.learner({ enrollmentId: alias });
  expect(page).toMatchObject({ alias: null, user: { email: expect.any(String) } });
  expect(learners.map(({ enrollmentId }) => enrollmentId)).toContain(page.enrollment_id);
  await course.configure(essay, { anonymous_grading: true, posted: false });
  expect(await course.learner({ enrollmentId: alias })).toMatchObject({ enrollment_id: alias, user: null, alias: alias.slice(0, 8) });
});

test('aliases have a random order that stays the same, and nothing that orders or filters learners applies to them', async () => {
  const course = await newGradedCourse(app, school);
  const essay = await course.assignment(10);
  await enrollMany(app, school.organisation.id, course.courseId, 12);
  await hideNames(essay);
  const place = { course, essay, learners: [] };
  const order = async (query = '') => (await course.grid(`?lesson_id=${essay.id}${query}`)).results.map(({ enrollment_id }) => enrollment_id);
  const first = await order();
  const [alias] = first as [string];
  await expectStatus(200, put(place, alias, { score: 1 }));
  for (const query of ['', '&ordering=-enrolled_at', '&ordering=final', '&ordering=-current']) expect(await order(query)).toEqual(first);
  expect([...(await order('&page_size=5')), ...(await order('&page_size=5&page=2')), ...(await order('&page_size=5&page=3'))]).toEqual(first);
  const { rows } = await app.database.pool.query(`select id from gradebook_aliases where lesson_id = $1 order by enrollment_id`, [essay.id]);
  expect(rows.map(({ id }) => id)).not.toEqual(first);
  const query = `?lesson_id=${essay.id}&search=Learner&cohort_id=01890000-0000-7000-8000-000000000000`;
  expect(await faultsOf(school.browser.call('get', `${course.path}${query}`))).toEqual(['search anonymous', 'cohort_id anonymous']);
  const cohort = `?lesson_id=${essay.id}&cohort_id=01890000-0000-7000-8000-000000000000`;
  expect(await faultsOf(school.browser.call('get', `${course.path}export/${cohort}`))).toEqual(['cohort_id anonymous']);
  expect(await faultsOf(school.browser.call('get', `${course.path}?lesson_id=01890000-0000-7000-8000-000000000000`))).toEqual(['lesson_id unknown']);
  const rule = { which: 'missing', lesson_id: essay.id, score: 0, cohort_id: '01890000-0000-7000-8000-000000000000' };
  expect(await faultsOf(school.browser.call('post', `${course.path}fill/`, { rule, dry_run: true }))).toEqual(['rule.cohort_id anonymous']);
});

test('grades by CSV take the aliases of the export of a lesson that is graded anonymously, and no enrollment', async () => {
  const place = await newPlace(2);
  const { course, essay, open, learners } = place;
  const [row] = (await aliasesOf(place)) as [Shape<'GradebookRow'>];
  const path = `${course.path}export/?lesson_id=${essay.id}`;
  const csv = (await expectStatus(200, school.browser.call('get', path))).text;
  expect((await expectStatus(200, school.browser.call('post', `${course.path}fill/`, { csv }))).body).toMatchObject({ changed: 0 });
  const graded = csv.replace(`${row.enrollment_id},${row.alias},,`, `${row.enrollment_id},${row.alias},,6.5`);
  expect((await expectStatus(200, school.browser.call('post', `${course.path}fill/`, { csv: graded }))).body).toMatchObject({ changed: 1 });
  expect(await course.learner({ enrollmentId: row.enrollment_id })).toMatchObject({ cells: [{ score: 6.5, is_posted: false }] });
  const cell = (enrollment_id: string | undefined, { id }: Row) => ({ enrollment_id, lesson_id: id, score: 1 });
  const cells = [cell(learners[0]?.enrollmentId, essay), cell(row.enrollment_id, open)];
  expect(await faultsOf(school.browser.call('post', `${course.path}fill/`, { cells }))).toEqual([
    'cells.0.enrollment_id anonymous',
    'cells.1.enrollment_id unknown',
  ]);
});

test('anonymous grading cannot be switched to look whose work is graded, and is posted by hand for everybody at once', async () => {
  const place = await newPlace(2);
  const { course, essay, learners } = place;
  const path = `${course.path}lessons/${essay.id}/config/`;
  const config = (body: object) => school.browser.call('put', path, body);
  await course.configure(essay, {});
  await course.configure(essay, { anonymous_grading: true });
  const [row] = (await aliasesOf(place)) as [Shape<'GradebookRow'>];
  await expectStatus(200, put(place, row.enrollment_id, { score: 3 }));
  expect(await refusalOf(config({}))).toEqual([409, 'anonymity_locked']);
  const refused = { anonymous_grading: true, posting: 'automatic', posted: true, posted_for: [learners[0]?.enrollmentId] };
  expect(await faultsOf(config(refused))).toEqual(['posted_for anonymous', 'posting anonymous']);
  expect((await expectStatus(200, config({ anonymous_grading: true, posted: true }))).body).toMatchObject({ anonymous_grading: true, is_anonymous: false });
  await course.configure(essay, {});
  expect(await refusalOf(config({ anonymous_grading: true }))).toEqual([409, 'anonymity_locked']);
  await course.configure(essay, { posted: false });
  expect(await course.configure(essay, { anonymous_grading: true })).toMatchObject({ is_anonymous: true });
  const { rows } = await app.database.pool.query(
    `select after from audit_log where object_id = $1 and action = 'gradebook.lesson_updated' and after ? 'anonymous_grading' order by id`,
    [essay.id],
  );
  expect(rows.map(({ after }) => after.anonymous_grading)).toEqual([false, true, false, true]);
});

test('a regrade of a quiz that is graded anonymously lists points by alias', async () => {
  const course = await newGradedCourse(app, school);
  const quiz = await course.quiz(10);
  await hideNames(quiz);
  const learner = await course.enrolled();
  await takeQuiz(learner, quiz, true);
  const place = { course, essay: quiz, learners: [learner] };
  const [row] = (await aliasesOf(place)) as [Shape<'GradebookRow'>];
  expect(row.cells).toMatchObject([{ state: 'graded', score: 10, is_posted: false }]);
  const { body } = await expectStatus(200, put(place, row.enrollment_id, { question_points: [{ question_id: 'q', points: 2.5 }] }));
  expect(body).toMatchObject({ score: 2.5, due_at: null, works: [{ submitted_at: null, due_at: null, given_points: [{ question_id: 'q', points: 2.5 }] }] });
  const regrade = [{ question_id: 'q', mode: 'full_points' }];
  const { regrade_preview } = await course.configure(quiz, { anonymous_grading: true, regrade, dry_run: true });
  expect(regrade_preview?.kept).toMatchObject([{ enrollment_id: row.enrollment_id, question_id: 'q' }]);
});

test('a learner who enrolls later gets an alias too, and learners cannot use aliases', async () => {
  const place = await newPlace(1);
  const late = await place.course.enrolled();
  const rows = await aliasesOf(place);
  expect(rows).toHaveLength(2);
  for (const { enrollment_id } of rows) {
    expect(await refusalOf(late.browser.call('get', `${place.course.path}learners/${enrollment_id}/`))).toEqual([404, 'not_found']);
  }
});
