import { ALL_RIGHT, attemptsOf, devicePage, newSheetCourse, type SheetCourse, sendPages } from '../../support/answer-sheets.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { exportOf } from '../../support/data-export.ts';
import { newSchool, type School } from '../../support/school.ts';

const DAY_MS = 24 * 3600_000;

let app: TestApp;
let school: School;
let course: SheetCourse;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  school = await newSchool(app);
  const yesterday = new Date(app.clock.now() - DAY_MS).toISOString();
  course = await newSheetCourse(app, school, { due: { kind: 'date', date: yesterday.slice(0, 10), time: yesterday.slice(11, 16) } });
});
afterAll(() => app.close());

const cellOf = async ({ enrollmentId }: { enrollmentId: string }) => {
  await app.mailbox.runJobs();
  const { body } = await expectStatus(200, school.browser.call('get', `courses/${course.courseId}/gradebook/learners/${enrollmentId}/`));
  return body.cells[0];
};
/** A learner who enrolled before the quiz was due. */
const enrolled = async () => {
  const learner = await course.enrolled();
  await app.database.pool.query(`update enrollments set enrolled_at = enrolled_at - interval '10 days' where id = $1`, [learner.enrollmentId]);
  return learner;
};

test('nobody is missing in a printed quiz until its sitting is closed, and work on paper is never late', async () => {
  const [here, away] = [await enrolled(), await enrolled()];
  expect(await cellOf(away)).toMatchObject({ is_missing: true });
  const print = await course.print({ held_at: new Date(app.clock.now()).toISOString() });
  expect(await cellOf(away)).toMatchObject({ state: 'not_submitted', is_missing: false });
  const sheet = (await course.sheets(print)).find(({ enrollment_id }) => enrollment_id === here.enrollmentId);
  await sendPages(school.browser, devicePage(sheet as never, ALL_RIGHT));
  expect(await cellOf(here)).toMatchObject({ state: 'graded', score: 8, is_late: false, is_missing: false });
  await expectStatus(200, school.browser.call('patch', `${course.path}pdf/jobs/${print.id}/`, { is_closed: true }));
  expect(await cellOf(away)).toMatchObject({ is_missing: true });
});

test('a correction changes the grade, and a changed learner moves it', async () => {
  const [one, other] = [await enrolled(), await enrolled()];
  const [sheet] = await course.sheets(await course.print({ audience: 'enrollments', enrollment_ids: [one.enrollmentId] }));
  const [scan] = await sendPages(school.browser, devicePage(sheet as never, ALL_RIGHT));
  expect(await cellOf(one)).toMatchObject({ score: 8 });
  const correct = (body: object) => expectStatus(200, school.browser.call('patch', `${course.scanPath}correction/`, { scan_id: scan?.id, ...body }));
  await correct({ marks: [{ question_id: 'q1', choice_ids: [] }] });
  expect(await cellOf(one)).toMatchObject({ score: 6 });
  await correct({ enrollment_id: other.enrollmentId });
  expect([(await cellOf(one)).score, (await cellOf(other)).score]).toEqual([null, 6]);
});

test('the review of an attempt on paper shows its scanned pages, and the data export of its learner has them', async () => {
  const learner = await enrolled();
  const [sheet] = await course.sheets(await course.print());
  const [scan] = await sendPages(school.browser, devicePage(sheet as never, ALL_RIGHT));
  const key = `sheets/${school.organisation.id}/${scan?.id}-page.jpg`;
  await app.storage.put(key, Buffer.from('the picture'), 'image/jpeg');
  await app.database.pool.query('update answer_sheet_scans set picture_key = $2, picture_bytes = 11 where id = $1', [scan?.id, key]);
  const { body } = await expectStatus(
    200,
    school.browser.call('get', `courses/${course.courseId}/gradebook/lessons/${course.quiz.id}/review/${learner.enrollmentId}/`),
  );
  expect(body.attempts).toMatchObject([{ source: 'sheet', score_points: 8, pages: [{ page: 1, picture_url: expect.stringContaining('/files/') }] }]);
  await expectStatus(
    200,
    school.browser.call('patch', `courses/${course.courseId}/answer-sheets/learners/${learner.enrollmentId}/number/`, { number: '0042' }),
  );
  const files = await exportOf(app, learner.browser);
  expect(JSON.parse(files['student-numbers.json'] ?? '')).toMatchObject([{ number: '0042' }]);
  expect(JSON.parse(files['answer-sheets.json'] ?? '')).toMatchObject([{ id: scan?.id, sheet_id: sheet?.id, marks: expect.any(Array) }]);
  expect(Object.values(files)).toContain('the picture');
});

test('a result that is not posted is neither listed to its learner nor exported', async () => {
  await expectStatus(200, school.browser.call('put', `courses/${course.courseId}/gradebook/settings/`, { posting: 'manual' }));
  const learner = await enrolled();
  const [sheet] = await course.sheets(await course.print());
  await sendPages(school.browser, devicePage(sheet as never, ALL_RIGHT));
  expect(await attemptsOf(app, course.quiz)).toMatchObject([{ posted_at: null }]);
  expect(JSON.parse((await exportOf(app, learner.browser))['answer-sheets.json'] ?? '')).toEqual([]);
});

test('pictures are deleted 180 days after the result was posted, and with the learner', async () => {
  await enrolled();
  const [sheet] = await course.sheets(await course.print());
  const [scan] = await sendPages(school.browser, devicePage(sheet as never, ALL_RIGHT));
  const keys = ['page', 'row-1'].map((name) => `sheets/${school.organisation.id}/${scan?.id}-${name}.jpg`);
  for (const key of keys) await app.storage.put(key, Buffer.from('a picture'), 'image/jpeg');
  await app.database.pool.query(`update answer_sheet_scans set picture_key = $2, crops = jsonb_build_object('q1', $3::text) where id = $1`, [
    scan?.id,
    ...keys,
  ]);
  const expire = async () => {
    await app.database.pool.query(`select graphile_worker.add_job('expire_sheet_pictures', '{}')`);
    await app.mailbox.runJobs();
    return Promise.all(keys.map(async (key) => (await app.storage.stat(key)) !== undefined));
  };
  expect(await expire()).toEqual([true, true]);
  await app.database.pool.query(`update answer_sheet_scans set finished_at = now() - interval '181 days' where id = $1`, [scan?.id]);
  expect(await expire()).toEqual([true, true]);
  await app.database.pool.query(`update quiz_attempts set posted_at = now() - interval '181 days' where id = $1`, [scan?.attempt_id]);
  expect(await expire()).toEqual([false, true]);
  await app.database.pool.query('delete from enrollments where id = (select enrollment_id from quiz_attempts where id = $1)', [scan?.attempt_id]);
  expect(await expire()).toEqual([false, false]);
});
