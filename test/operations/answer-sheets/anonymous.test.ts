import { ALL_RIGHT, devicePage, newSheetCourse, type SheetCourse, type StoredSheet, sendPages } from '../../support/answer-sheets.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { faultsOf } from '../../support/learner.ts';
import { newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
let course: SheetCourse;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  school = await newSchool(app);
  course = await newSheetCourse(app, school);
  await configure({ anonymous_grading: true });
});
afterAll(() => app.close());

const configure = (body: object) =>
  expectStatus(200, school.browser.call('put', `courses/${course.courseId}/gradebook/lessons/${course.quiz.id}/config/`, body));
const get = async (path: string) => (await expectStatus(200, school.browser.call('get', path))).body;
const correct = async (body: object) => (await expectStatus(200, school.browser.call('patch', `${course.scanPath}correction/`, body))).body;

const HIDDEN = { print_id: null, sheet_id: null, learner: null, number_read: null, candidates: [], attempt_id: null, score_points: null, picture_url: null };

test('while a lesson is graded anonymously, no list of scans and no answer tells whose work they are or its score, and all of them do once it is posted', async () => {
  const learner = await course.enrolled();
  await app.database.pool.query(`update users set name = 'Mina Okafor' where email = $1`, [learner.email]);
  const print = await course.print();
  const [sheet] = (await course.sheets(print)) as [StoredSheet];
  const [scan] = await sendPages(school.browser, devicePage(sheet, ALL_RIGHT, { faint: ['q1.3'] }));
  const key = `sheets/${school.organisation.id}/${scan?.id}-page.jpg`;
  await app.storage.put(key, Buffer.from('a picture with a name'), 'image/jpeg');
  await app.database.pool.query('update answer_sheet_scans set picture_key = $2 where id = $1', [scan?.id, key]);
  const listed = async () => [
    (await get(`answer-sheets/jobs/?ids=${scan?.id}`)).results,
    (await get('answer-sheets/scans/')).results,
    (await get(course.scanPath)).results,
  ];
  const corrected = await correct({ scan_id: scan?.id, marks: [{ question_id: 'q1', choice_ids: ['a'] }] });
  const hidden = [[scan], [corrected], ...(await listed())];
  for (const [one] of hidden) expect(one).toMatchObject({ id: scan?.id, ...HIDDEN });
  expect(hidden.map(([one]) => [one?.status, one?.marks.length])).toEqual([['needs_review', 4], ...Array(4).fill(['graded', 4])]);
  const sheets = await get(`${course.path}pdf/jobs/${print.id}/sheets/`);
  expect(sheets.results).toMatchObject([{ sheet_id: sheet.id, enrollment_id: null }]);
  for (const told of [learner.enrollmentId, 'Okafor']) expect(JSON.stringify([hidden, sheets])).not.toContain(told);
  expect(await faultsOf(school.browser.call('get', `${course.scanPath}?enrollment_id=${learner.enrollmentId}`))).toEqual(['enrollment_id anonymous']);
  await configure({ anonymous_grading: true, posted: true });
  const shown = { print_id: print.id, sheet_id: sheet.id, learner: { name: 'Mina Okafor' }, score_points: 8, picture_url: expect.stringContaining('/files/') };
  for (const [one] of await listed()) expect(one).toMatchObject(shown);
  expect((await get(`${course.scanPath}?enrollment_id=${learner.enrollmentId}`)).results).toMatchObject([shown]);
});

test('whoever decides whose sheet it is sees the names that come into question and no marks, and after the decision no name', async () => {
  const learner = await course.enrolled();
  await expectStatus(
    200,
    school.browser.call('patch', `courses/${course.courseId}/answer-sheets/learners/${learner.enrollmentId}/number/`, { number: '1234' }),
  );
  const [sheet] = (await course.sheets(await course.print({ audience: 'blank', blank_count: 1 }))) as [StoredSheet];
  const [scan] = await sendPages(school.browser, devicePage(sheet, ALL_RIGHT, { number: '1284' }));
  expect(scan).toMatchObject({
    reason: 'unknown_learner',
    number_read: '1284',
    candidates: [{ enrollment_id: learner.enrollmentId }],
    marks: [],
    picture_url: null,
  });
  const decided = await correct({ scan_id: scan?.id, enrollment_id: learner.enrollmentId });
  expect(decided).toMatchObject({ status: 'graded', ...HIDDEN });
});
