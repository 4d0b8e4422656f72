import { startTestApp, type TestApp } from '../../support/app.ts';
import { atOnce } from '../../support/at-once.ts';
import { expectStatus } from '../../support/browser.ts';
import { newGradedCourse, takeQuiz } from '../../support/gradebook.ts';
import { runTask } from '../../support/jobs.ts';
import { rowsRead, triggeredPlansOf } from '../../support/plans.ts';
import { newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
afterAll(() => app.close());

test('a learner who is deleted while grades are computed is left out, and the others get theirs', async () => {
  const course = await newGradedCourse(app, school);
  const quiz = await course.quiz(10);
  const [stays, goes] = [await course.enrolled(), await course.enrolled()];
  await takeQuiz(stays, quiz, true);
  const payload = { organisation_id: school.organisation.id, course_id: course.courseId };
  await atOnce(app, `delete from enrollments where id = '${goes.enrollmentId}'`, [() => runTask(app, 'compute_gradebook', payload)]);
  const { rows } = await app.database.pool.query(`select last_error from graphile_worker.jobs where last_error is not null`);
  expect(rows).toEqual([]);
  const { results } = await course.grid();
  expect(results.map(({ enrollment_id, current }) => [enrollment_id, current?.percent])).toEqual([[stays.enrollmentId, 100]]);
});

test('a learner whose grades cannot be computed keeps nobody else from theirs, and is named to the operators until they can be', async () => {
  const course = await newGradedCourse(app, school);
  const quiz = await course.quiz(10);
  const learners = [await course.enrolled(), await course.enrolled(), await course.enrolled()];
  for (const learner of learners) await takeQuiz(learner, quiz, true);
  await course.grid();
  const strange = learners[1]?.enrollmentId as string;
  const scoreOf = (points: string) =>
    app.database.pool.query(`update quiz_attempts set max_points = $2::numeric, score_points = $2::numeric where enrollment_id = $1`, [strange, points]);
  await scoreOf('NaN');
  await course.configure(quiz, { points: 50, is_extra_credit: false });
  await app.mailbox.runJobs();
  const seen = async () => {
    const { results, recomputation } = await course.grid();
    const scores = learners.map(({ enrollmentId }) => results.find(({ enrollment_id }) => enrollment_id === enrollmentId)?.cells[0]?.score);
    return { scores, ...recomputation };
  };
  expect(await seen()).toEqual({ scores: [50, 10, 50], is_running: true, done: 2, total: 3 });
  const { rows } = await app.database.pool.query('select last_error from graphile_worker.jobs where last_error is not null');
  expect(rows).toEqual([{ last_error: expect.stringContaining(`1 learners have grades that could not be computed, such as ${strange}: `) }]);
  await scoreOf('10');
  await runTask(app, 'compute_gradebook', { organisation_id: school.organisation.id, course_id: course.courseId });
  expect(await seen()).toEqual({ scores: [50, 50, 50], is_running: false, done: 3, total: 3 });
  await app.database.pool.query('delete from graphile_worker._private_jobs where last_error is not null');
});

test('grades are computed again when a lesson or a chapter changes, unless only its title does', async () => {
  const course = await newGradedCourse(app, school);
  const { id, chapter_id } = await course.quiz(10);
  const chapter = `courses/${course.courseId}/chapters/${chapter_id}/`;
  const lesson = `${chapter}lessons/${id}/`;
  const isNoted = async (path: string, fields: object) => {
    await app.database.pool.query('delete from gradebook_changes');
    const { updated_at } = (await expectStatus(200, school.browser.call('get', lesson))).body;
    await expectStatus(200, school.browser.call('patch', path, path === lesson ? { ...fields, updated_at } : fields));
    const { rows } = await app.database.pool.query('select course_id from gradebook_changes');
    return rows.map(({ course_id }) => course_id);
  };
  for (const path of [lesson, chapter]) {
    expect(await isNoted(path, { title: 'Renamed' })).toEqual([]);
    expect(await isNoted(path, { is_published: false })).toEqual([course.courseId]);
  }
});

test('work that comes due after the access has ended is not missing, and is again when the access is back', async () => {
  const course = await newGradedCourse(app, school, { timezone: 'UTC' });
  await course.settings({ missing_policy: { is_enabled: true, deduct_percent: 100 } });
  const quiz = await course.quiz(10);
  const learner = await course.enrolled();
  await takeQuiz(learner, quiz, true);
  const access = (act: string) => expectStatus(200, school.browser.call('post', `courses/${course.courseId}/learners/${learner.enrollmentId}/${act}/`, {}));
  await access('revoke');
  const due = new Date(app.clock.now() + 60_000).toISOString();
  const late = await course.assignment(20, { due: { kind: 'date', date: due.slice(0, 10), time: due.slice(11, 16) } });
  app.clock.advance(3 * 60_000);
  const row = async () => {
    await runTask(app, 'refresh_gradebooks');
    const [found] = (await course.grid()).results;
    return [found?.current?.percent, (await course.cell(learner, late)).state];
  };
  expect(await row()).toEqual([100, 'not_submitted']);
  await access('restore');
  expect(await row()).toEqual([33.33, 'missing']);
});

test('a grid whose grades wait to be computed says so from the change on, whatever they wait for', async () => {
  const course = await newGradedCourse(app, school);
  const quiz = await course.quiz(10);
  const essay = await course.assignment(10);
  const learner = await course.enrolled();
  await takeQuiz(learner, quiz, true);
  const running = async () => (await expectStatus(200, school.browser.call('get', course.path))).body.recomputation;
  const settled = async () => {
    await runTask(app, 'refresh_gradebooks');
    expect(await running()).toEqual({ is_running: false, done: 1, total: 1 });
  };
  expect(await running()).toMatchObject({ is_running: true, total: 1 });
  await settled();
  const lesson = `courses/${course.courseId}/chapters/${quiz.chapter_id}/lessons/${quiz.id}/`;
  const { updated_at } = (await expectStatus(200, school.browser.call('get', lesson))).body;
  await expectStatus(200, school.browser.call('patch', lesson, { updated_at, is_published: false }));
  expect(await running()).toEqual({ is_running: true, done: 0, total: 1 });
  await settled();
  const cells = [{ enrollment_id: learner.enrollmentId, lesson_id: essay.id, score: 5 }];
  await expectStatus(200, school.browser.call('post', `${course.path}fill/`, { cells }));
  expect(await running()).toMatchObject({ is_running: true });
  await settled();
  expect((await course.grid()).results[0]?.current?.percent).toBe(50);
});

test('a change of many lessons compares none with another, even on a connection that has changed single lessons before', async () => {
  const course = await newGradedCourse(app, school);
  const { id, chapter_id } = await course.quiz(10);
  const { pool } = app.database;
  await pool.query(
    `insert into lessons (organisation_id, id, course_id, chapter_id, title, position, is_published, content_type, is_free_preview)
     select $1, gen_random_uuid(), $2, $3, 'L', n, false, 'lesson', false from generate_series(2, 500) n`,
    [school.organisation.id, course.courseId, chapter_id],
  );
  const one = `update lessons set title = 'One' where id = '${id}'`;
  const plans = await triggeredPlansOf(pool, [...Array<string>(8).fill(one), `update lessons set title = 'All' where chapter_id = '${chapter_id}'`]);
  const read = plans.map(rowsRead);
  expect(Math.max(...read)).toBeGreaterThanOrEqual(2 * 500);
  expect(Math.max(...read)).toBeLessThanOrEqual(3 * 500);
});
