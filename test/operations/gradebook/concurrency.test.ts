import type supertest from 'supertest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { waitingForLocks } from '../../support/at-once.ts';
import { expectStatus } from '../../support/browser.ts';
import { type GradedCourse, newGradedCourse } from '../../support/gradebook.ts';
import { attempt } from '../../support/grading.ts';
import { type Enrolled, report } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { countOf } from '../../support/sample.ts';
import { enrollMany, newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
let course: GradedCourse;
beforeAll(async () => {
  app = await startTestApp(undefined, { idle: ['issue_certificate'] });
  school = await newSchool(app);
});
beforeEach(async () => {
  course = await newGradedCourse(app, school);
});
afterAll(() => app.close());

const put = (enrollmentId: string, { id }: Row, body: object) =>
  school.browser.call('put', `${course.path}grades/${enrollmentId}/${id}/`, { updated_at: null, ...body });
const fill = (body: object) => school.browser.call('post', `${course.path}fill/`, body);
const config = ({ id }: Row, body: object) => school.browser.call('put', `${course.path}lessons/${id}/config/`, body);
const statusesOf = async (calls: Promise<supertest.Response>[]) => (await Promise.all(calls)).map(({ status }) => status);

/** Expects the stored grades, which the gradebook shows, to be those that a computation of this moment gives. */
async function expectFresh(): Promise<void> {
  const { results } = await course.grid('?page_size=200');
  expect(results.length).toBeGreaterThan(0);
  for (const { enrollment_id, cells, current, final } of results) {
    const fresh = await course.learner({ enrollmentId: enrollment_id });
    expect({ current, final }).toEqual({ current: fresh.current, final: fresh.final });
    expect(fresh.cells).toMatchObject(cells);
  }
}

test('grades that are posted while they are written are all kept, and are either posted or not', async () => {
  const essay = await course.assignment(10);
  await course.settings({ posting: 'manual' });
  const learners = await enrollMany(app, school.organisation.id, course.courseId, 12);
  const calls = learners.flatMap((id, index) => [
    put(id, essay, { score: index % 10 }),
    ...(index % 4 === 0 ? [config(essay, { posted: true }), config(essay, { posted: false })] : []),
  ]);
  expect(new Set(await statusesOf(calls))).toEqual(new Set([200]));
  await expectStatus(200, config(essay, { posted: true }));
  await expectFresh();
  const { results } = await course.grid('?page_size=200');
  const scores = new Map(results.map(({ enrollment_id, cells }) => [enrollment_id, [cells[0]?.score, cells[0]?.is_posted]]));
  for (const [index, id] of learners.entries()) expect(scores.get(id)).toEqual([index % 10, true]);
});

test('a regrade reaches an attempt that is handed in at the same time', async () => {
  const quiz = await course.quiz(10);
  const learners: Enrolled[] = [];
  for (let number = 0; number < countOf(4, 3); number++) learners.push(await course.enrolled());
  const answers = [{ question_id: 'q', is_true: false }];
  await attempt((learners[0] as Enrolled).browser, quiz, answers);
  const started = await Promise.all(learners.slice(1).map(({ browser }) => expectStatus(200, report(browser, quiz, { event: 'quiz_started' }))));
  const submit = learners
    .slice(1)
    .map(({ browser }, index) => report(browser, quiz, { event: 'quiz_submitted', attempt_id: started[index]?.body.attempts[0].id, answers }));
  const regrade = config(quiz, { regrade: [{ question_id: 'q', mode: 'full_points' }] });
  const [statuses] = await Promise.all([statusesOf([...submit, regrade]), app.mailbox.runJobs()]);
  expect(new Set(statuses)).toEqual(new Set([200]));
  await expectFresh();
  expect((await course.grid()).results.map(({ cells }) => cells[0]?.score)).toEqual(learners.map(() => 10));
});

test('a regrade waits for an attempt that is being handed in, which would otherwise keep its old score', async () => {
  const quiz = await course.quiz(10);
  const { browser } = await course.enrolled();
  const { body } = await expectStatus(200, report(browser, quiz, { event: 'quiz_started' }));
  const attempt_id = body.attempts[0].id;
  const { pool } = app.database;
  const other = await pool.connect();
  try {
    await other.query('begin');
    await other.query('select from quiz_attempts where id = $1 for update', [attempt_id]);
    const submitted = statusesOf([report(browser, quiz, { event: 'quiz_submitted', attempt_id, answers: [{ question_id: 'q', is_true: false }] })]);
    while ((await waitingForLocks(pool)) < 1);
    let isMade = false;
    const regraded = statusesOf([config(quiz, { regrade: [{ question_id: 'q', mode: 'full_points' }] })]).then((statuses) => {
      isMade = true;
      return statuses;
    });
    while (!isMade && (await waitingForLocks(pool)) < 2);
    await app.mailbox.runJobs();
    await other.query('commit');
    expect(await Promise.all([submitted, regraded])).toEqual([[200], [200]]);
  } finally {
    other.release();
  }
  expect((await course.grid()).results.map(({ cells }) => cells[0]?.score)).toEqual([10]);
});

test('overrides and rules that change while grades are computed reach every grade in the end', async () => {
  const yesterday = new Date(app.clock.now() - 25 * 3_600_000).toISOString();
  const due = { kind: 'date', date: yesterday.slice(0, 10), time: yesterday.slice(11, 16) };
  const essay = await course.assignment(10, { due });
  const part = countOf(10, 2);
  const learners = await enrollMany(app, school.organisation.id, course.courseId, 6 * part);
  await app.database.pool.query(`update enrollments set enrolled_at = enrolled_at - interval '9 days' where course_id = $1`, [course.courseId]);
  const later = { kind: 'date', date: '2090-01-01', time: '12:00' };
  const extended = (parts: number) => learners.slice(0, parts * part).map((enrollment_id) => ({ enrollment_id, due: later }));
  const calls = [1, 4, 2, 3].flatMap((parts) => [
    config(essay, { overrides: extended(parts) }),
    school.browser.call('put', `${course.path}settings/`, { missing_policy: { is_enabled: true, deduct_percent: parts * 10 } }),
  ]);
  const [statuses] = await Promise.all([statusesOf(calls), app.mailbox.runJobs(), app.mailbox.runJobs()]);
  expect(new Set(statuses)).toEqual(new Set([200]));
  await expectStatus(200, config(essay, { overrides: extended(2.5) }));
  await expectFresh();
  const { results, recomputation } = await course.grid('?page_size=200');
  expect(recomputation).toEqual({ is_running: false, done: learners.length, total: learners.length });
  expect(results.filter(({ cells }) => cells[0]?.is_missing)).toHaveLength(3.5 * part);
});

test('a fill beside writers of the same cells loses nothing: each cell has what one of them wrote, and who came too late is told', async () => {
  const [one, two] = [await course.assignment(10), await course.assignment(10)];
  const learners = await enrollMany(app, school.organisation.id, course.courseId, 6);
  const cells = learners.flatMap((enrollment_id) => [one, two].map(({ id }) => ({ enrollment_id, lesson_id: id, score: 9 })));
  const fills = [fill({ cells }), fill({ cells: cells.toReversed() })];
  const puts = learners.flatMap((id) => [put(id, one, { score: 1 }), put(id, two, { score: 2 })]);
  const answers = await Promise.all([...fills, ...puts]);
  const told = answers.map(({ status, body }) => (status === 409 ? body.code : status));
  expect(['stale_grade', 'fill_changed', 200]).toEqual(expect.arrayContaining([...new Set(told)]));
  await expectFresh();
  const { results } = await course.grid('?page_size=200');
  const { rows } = await app.database.pool.query<{ action: string; object_id: string }>(
    `select action, object_id from audit_log where action in ('grade.updated', 'gradebook.filled') and (object_id = any($1) or object_id = $2)`,
    [learners, course.courseId],
  );
  const isFilled = rows.some(({ action }) => action === 'gradebook.filled');
  const written = answers.slice(fills.length).filter(({ status }) => status === 200);
  expect(rows.filter(({ action }) => action === 'grade.updated')).toHaveLength(written.length);
  for (const { cells: shown } of results) {
    expect([1, 9]).toContain(shown[0]?.score);
    expect([2, 9]).toContain(shown[1]?.score);
  }
  if (!isFilled) expect(written).toHaveLength(puts.length);
});
