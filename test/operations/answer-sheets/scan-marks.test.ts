import { randomUUID } from 'node:crypto';
import { ALL_RIGHT, attemptsOf, devicePage, HELD_AT, newSheetSchool, type SheetCourse, type StoredSheet, sendPages } from '../../support/answer-sheets.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { AFTERMATH } from '../../support/jobs.ts';
import { faultsOf, lessonPath, refusalOf } from '../../support/learner.ts';
import { countOf } from '../../support/sample.ts';
import { enrollMany, newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
let course: SheetCourse;
beforeAll(async () => {
  app = await startTestApp(undefined, { idle: AFTERMATH });
});
beforeEach(async () => {
  ({ school, course } = await newSheetSchool(app));
});
afterAll(() => app.close());

const send = (...pages: object[]) => sendPages(school.browser, ...pages);
const correct = (body: object) => school.browser.call('patch', `${course.scanPath}correction/`, body);
const give = (enrollmentId: string, number: string | null) =>
  school.browser.call('patch', `courses/${course.courseId}/answer-sheets/learners/${enrollmentId}/number/`, { number });
/** Enrolls a learner, who never signs in. */
const enrolled = async (): Promise<string> => (await enrollMany(app, school.organisation.id, course.courseId, 1))[0] as string;
const printed = async (enrollmentId: string, body: object = {}): Promise<StoredSheet> =>
  (await course.sheets(await course.print({ audience: 'enrollments', enrollment_ids: [enrollmentId], ...body })))[0] as StoredSheet;
const blank = async (body: object = {}) => (await course.sheets(await course.print({ audience: 'blank', blank_count: 3, ...body })))[0] as StoredSheet;
const personal = async (body: object = {}) => {
  const learner = await enrolled();
  return { learner, sheet: await printed(learner, body) };
};
/** Changes settings of the quiz. */
const set = (settings: object) =>
  app.database.pool.query('update lessons set content = content || $1 where id = $2', [JSON.stringify(settings), course.quiz.id]);

test('a personal sheet makes the attempt of its learner, at the moment of the sitting, scored as online', async () => {
  const { learner, sheet } = await personal();
  const [scan] = await send(devicePage(sheet, { q1: [1], q2: [1], q3: [1], q4: [1] }));
  expect(scan).toMatchObject({
    status: 'graded',
    reason: null,
    read_on: 'device',
    learner: { enrollment_id: learner },
    missing_pages: [],
    score_points: 5,
    max_points: 8,
  });
  expect(await attemptsOf(app, course.quiz)).toEqual([
    {
      id: scan?.attempt_id,
      enrollment_id: learner,
      number: 1,
      source: 'sheet',
      score_points: 5,
      submitted_at: HELD_AT,
      posted_at: expect.any(String),
    },
  ]);
});

test('circles are judged by those that the sheet shows, and a sheet that was printed before shows all of its layout', async () => {
  const { sheet } = await personal();
  const shows = (id: string) => sheet.rows.some((row, index) => row.choice_ids.some((_, place) => id === `q${index + 1}.${place + 1}`));
  const page = devicePage(sheet, { q1: [1], q2: [2] });
  // A copying machine has made what is printed darker.
  const bubbles = page.bubbles.map(({ id, darkness }) => ({ id, darkness: darkness > 0.5 ? darkness : shows(id) || id.startsWith('n') ? 0.14 : 0 }));
  const marks = async () => (await send({ ...page, client_id: randomUUID(), bubbles }))[0]?.marks.map((mark) => [mark.choice_ids.length, mark.is_certain]);
  await app.database.pool.query('update answer_sheet_prints set shows_all = true where lesson_id = $1', [course.quiz.id]);
  expect((await marks())?.slice(2)).toEqual([
    [0, false],
    [0, false],
  ]);
  await app.database.pool.query('update answer_sheet_prints set shows_all = false where lesson_id = $1', [course.quiz.id]);
  expect(await marks()).toEqual([
    [1, true],
    [1, true],
    [0, true],
    [0, true],
  ]);
});

test('a blank row is blank and costs nothing, and a wrong mark costs the penalty', async () => {
  await set({ wrong_penalty: 'half' });
  const { sheet } = await personal();
  const [scan] = await send(devicePage(sheet, { q1: [1], q2: [3] }));
  expect(scan).toMatchObject({ status: 'graded', score_points: 1 });
  expect(scan?.marks.map(({ choice_ids }) => choice_ids)).toEqual([['a'], ['c'], [], []]);
});

test('by points of answers, a blank row is empty, two marks are wrong if the quiz says so, and an uncertain row is not scored before a person decides', async () => {
  const rule = { answer_points: { right: 3, wrong: -1, empty: 0.25 }, double_mark: 'wrong', allow_negative: true };
  await set(rule);
  const { sheet } = await personal();
  const [scan] = await send(devicePage(sheet, { q1: [1], q2: [1, 2], q3: [1, 2] }, { faint: ['q1.2'] }));
  expect(scan).toMatchObject({ status: 'needs_review', reason: 'ambiguous_marks', attempt_id: null, score_points: null });
  const { body } = await expectStatus(200, correct({ scan_id: scan?.id, marks: [{ question_id: 'q1', choice_ids: ['a'] }] }));
  expect(body).toMatchObject({ status: 'graded', score_points: 1.25, max_points: 12 });
  const { body: blank } = await expectStatus(200, correct({ scan_id: scan?.id, marks: [{ question_id: 'q1', choice_ids: [] }] }));
  expect(blank).toMatchObject({ status: 'graded', score_points: -1.5 });
});

test('a sheet is scored by the points of now, also in a question that was regraded since and keeps its printed key', async () => {
  const { sheet } = await personal();
  const lesson = lessonPath(course.quiz);
  const { body } = await expectStatus(200, school.agent('get', lesson));
  const content = { ...body.content, answer_points: { right: 3, wrong: -1, empty: 0 } };
  await expectStatus(200, school.agent('patch', lesson, { updated_at: body.updated_at, content }));
  const config = `courses/${course.courseId}/gradebook/lessons/${course.quiz.id}/config/`;
  await expectStatus(200, school.browser.call('put', config, { regrade: [{ question_id: 'q1', mode: 'new_key' }] }));
  expect(await send(devicePage(sheet, ALL_RIGHT))).toMatchObject([{ status: 'graded', score_points: 12, max_points: 12 }]);
});

test('shuffled sheets are read by their own order', async () => {
  const { sheet } = await personal({ shuffle: 'learner' });
  const places = (id: string, choices: string[]) => {
    const row = sheet.rows.find(({ question_id }) => question_id === id);
    return choices.map((name) => (row?.choice_ids.indexOf(name) ?? -1) + 1);
  };
  const [scan] = await send(devicePage(sheet, { q1: places('q1', ['a']), q2: places('q2', ['b']), q3: [1], q4: places('q4', ['a', 'c']) }));
  expect(scan).toMatchObject({ status: 'graded', score_points: 8 });
});

test.each([
  ['review', { status: 'needs_review', reason: 'ambiguous_marks', score_points: null }],
  ['wrong', { status: 'graded', reason: null, score_points: 4 }],
])('two clear marks where one is allowed follow the setting %s of the quiz', async (double_mark, result) => {
  await set({ double_mark });
  const { sheet } = await personal();
  const [scan] = await send(devicePage(sheet, { ...ALL_RIGHT, q1: [1, 2], q3: [1, 2] }));
  expect(scan).toMatchObject(result);
});

test('an unclear mark is never guessed: a person decides it, which is audited, and the sheet is graded', async () => {
  const { sheet } = await personal();
  const [scan] = await send(devicePage(sheet, { ...ALL_RIGHT, q4: [1] }, { faint: ['q4.3'] }));
  expect(scan).toMatchObject({ status: 'needs_review', reason: 'ambiguous_marks', attempt_id: null });
  expect(scan?.marks[3]).toMatchObject({ question_id: 'q4', choice_ids: ['a'], doubtful_choice_ids: ['c'], is_certain: false });
  const { body } = await expectStatus(200, correct({ scan_id: scan?.id, marks: [{ question_id: 'q4', choice_ids: ['a', 'c'] }] }));
  expect(body).toMatchObject({ status: 'graded', score_points: 8 });
  const { body: again } = await expectStatus(200, correct({ scan_id: scan?.id, marks: [{ question_id: 'q4', choice_ids: [] }] }));
  expect(again).toMatchObject({ status: 'graded', score_points: 6, attempt_id: body.attempt_id });
  const { rows } = await app.database.pool.query(`select before, after from audit_log where object_id = $1 and action = 'scan.corrected' order by id`, [
    scan?.id,
  ]);
  expect(rows[1]).toMatchObject({ before: { marks: { q4: ['a', 'c'] } }, after: { marks: { q4: [] } } });
});

test('the same client_id keeps its first result, and others with the same ID have scans of their own', async () => {
  const { sheet } = await personal();
  const page = devicePage(sheet, ALL_RIGHT);
  const [first] = await send(page);
  const [second] = await send({ ...page, page: 4 });
  expect(second).toEqual({ ...first, urls_expire_at: expect.any(String) });
  const other = await newSchool(app);
  expect(await sendPages(other.browser, page)).toMatchObject([{ status: 'failed', reason: 'unknown_sheet', sheet_id: null }]);
  expect(await attemptsOf(app, course.quiz)).toHaveLength(1);
});

test('a page that is sent many times at once is graded once', async () => {
  const { sheet } = await personal();
  const page = devicePage(sheet, ALL_RIGHT);
  const scans = await Promise.all(Array.from({ length: countOf(50, 10) }, () => send(page)));
  expect(new Set(scans.map(([scan]) => scan?.id)).size).toBe(1);
  const copies = await Promise.all(Array.from({ length: 10 }, () => send(devicePage(sheet, ALL_RIGHT))));
  expect(copies.map(([scan]) => scan?.status)).toEqual(Array(10).fill('graded'));
  expect(await attemptsOf(app, course.quiz)).toHaveLength(1);
});

test('another reading of a page with the same marks shares its result, and one with other marks is left to a person', async () => {
  const { sheet } = await personal();
  const [first] = await send(devicePage(sheet, ALL_RIGHT));
  expect(await send(devicePage(sheet, ALL_RIGHT))).toMatchObject([{ status: 'graded', attempt_id: first?.attempt_id }]);
  const [other] = await send(devicePage(sheet, { ...ALL_RIGHT, q1: [4] }));
  expect(other).toMatchObject({ status: 'needs_review', reason: 'duplicate_sheet' });
  const { body } = await expectStatus(200, correct({ scan_id: other?.id }));
  expect(body).toMatchObject({ status: 'graded', score_points: 6, is_current: true, attempt_id: first?.attempt_id });
});

test('a clear reading replaces one that needs review', async () => {
  const { sheet } = await personal();
  const [unclear] = await send(devicePage(sheet, ALL_RIGHT, { faint: ['q1.3'] }));
  const [clear] = await send(devicePage(sheet, ALL_RIGHT));
  expect([unclear?.status, clear?.status, clear?.score_points]).toEqual(['needs_review', 'graded', 8]);
  const { body } = await expectStatus(200, school.browser.call('get', `answer-sheets/jobs/?ids=${unclear?.id}`));
  expect(body.results).toMatchObject([{ status: 'replaced', is_current: false }]);
});

test('a blank sheet belongs to whoever has the bubbled number, and a corrected number assigns it again', async () => {
  const [one, other] = [await enrolled(), await enrolled()];
  await expectStatus(200, give(one, '0042'));
  const sheet = await blank();
  const [scan] = await send(devicePage(sheet, ALL_RIGHT, { number: '0042' }));
  expect(scan).toMatchObject({ status: 'graded', number_read: '0042', learner: { enrollment_id: one, number: '0042' } });
  await expectStatus(200, give(one, '0043'));
  await expectStatus(200, give(other, '0042'));
  await app.mailbox.runJobs();
  expect(await attemptsOf(app, course.quiz)).toMatchObject([{ enrollment_id: other, score_points: 8 }]);
});

test('an unknown number suggests learners whose number differs in one digit, and assigns none of them', async () => {
  const learner = await enrolled();
  await expectStatus(200, give(learner, '1234'));
  const [scan] = await send(devicePage(await blank(), ALL_RIGHT, { number: '1284' }));
  expect(scan).toMatchObject({
    status: 'needs_review',
    reason: 'unknown_learner',
    learner: null,
    candidates: [{ enrollment_id: learner, number: '1234' }],
  });
  const { body } = await expectStatus(200, correct({ scan_id: scan?.id, enrollment_id: learner }));
  expect(body).toMatchObject({ status: 'graded', score_points: 8, learner: { enrollment_id: learner } });
});

test('a number to which one digit is missing for that of somebody else suggests both learners, and assigns none of them', async () => {
  const [short, long] = [await enrolled(), await enrolled()];
  await expectStatus(200, give(short, '77'));
  await expectStatus(200, give(long, '778'));
  const [scan] = await send(devicePage(await blank(), ALL_RIGHT, { number: '77' }));
  expect(scan).toMatchObject({ reason: 'unknown_learner', learner: null, candidates: [{ number: '77' }, { number: '778' }] });
  expect(await send(devicePage(await blank(), ALL_RIGHT, { number: '778' }))).toMatchObject([{ status: 'graded', learner: { number: '778' } }]);
  await expectStatus(200, give(long, '881'));
  expect(await send(devicePage(await blank(), ALL_RIGHT, { number: '77' }))).toMatchObject([{ status: 'graded', learner: { number: '77' } }]);
});

test('a sheet with the number of somebody else needs review with both names, and its learner can be changed', async () => {
  const { learner, sheet } = await personal();
  const other = await enrolled();
  await expectStatus(200, give(learner, '1'));
  await expectStatus(200, give(other, '2'));
  const [scan] = await send(devicePage(sheet, ALL_RIGHT, { number: '2' }));
  expect(scan).toMatchObject({
    status: 'needs_review',
    reason: 'number_mismatch',
    learner: { enrollment_id: learner },
    candidates: [{ enrollment_id: learner }, { enrollment_id: other }],
  });
  await expectStatus(200, correct({ scan_id: scan?.id, enrollment_id: learner }));
  expect(await attemptsOf(app, course.quiz)).toMatchObject([{ enrollment_id: learner }]);
  await expectStatus(200, correct({ scan_id: scan?.id, enrollment_id: other }));
  expect(await attemptsOf(app, course.quiz)).toMatchObject([{ enrollment_id: other, number: 1 }]);
});

/** Fills more circles of a page. */
const fillMore = <P extends { bubbles: { id: string; darkness: number }[] }>(page: P, ...ids: string[]): P => ({
  ...page,
  bubbles: page.bubbles.map((bubble) => (ids.includes(bubble.id) ? { ...bubble, darkness: 0.95 } : bubble)),
});

test.each([
  ['3078', '8780', ['n1.8', 'n2.7', 'n3.8', 'n4.0'], '8780'],
  ['935515', '435515', ['n1.4'], '435515'],
])('a printed number %s that was corrected to %s by hand needs review, which names both learners', async (number, corrected, ids, read) => {
  const [learner, other, third] = [await enrolled(), await enrolled(), await enrolled()];
  await expectStatus(200, give(learner, number));
  await expectStatus(200, give(other, corrected));
  await expectStatus(200, give(third, number.replace(/.$/, '9')));
  const page = devicePage(await printed(learner), ALL_RIGHT, { number });
  const [scan] = await send(fillMore(page, ...ids));
  expect(scan).toMatchObject({ status: 'needs_review', reason: 'number_mismatch', number_read: read, attempt_id: null });
  expect(scan?.candidates.slice(0, 2)).toMatchObject([{ enrollment_id: learner }, { enrollment_id: other }]);
});

test('a printed number one digit of which is unclear is no correction', async () => {
  const learner = await enrolled();
  await expectStatus(200, give(learner, '3078'));
  const [scan] = await send(devicePage(await printed(learner), ALL_RIGHT, { number: '3078', faint: ['n2.5', 'n7.1'] }));
  expect(scan).toMatchObject({ status: 'graded', number_read: '3?78???' });
});

test('marks in rows without a question are shown, and a blank row of such a page needs review', async () => {
  const [one, other, last] = [await personal(), await personal(), await personal()];
  const [whole] = await send(fillMore(devicePage(one.sheet, ALL_RIGHT), 'q7.2', 'q12.1'));
  expect(whole).toMatchObject({ status: 'graded', score_points: 8, stray_rows: [7, 12] });
  const [slipped] = await send(fillMore(devicePage(other.sheet, { ...ALL_RIGHT, q2: [] }), 'q5.2'));
  expect(slipped).toMatchObject({ status: 'needs_review', reason: 'ambiguous_marks', stray_rows: [5] });
  expect(slipped?.marks.map(({ is_certain }) => is_certain)).toEqual([true, false, true, true]);
  const { body } = await expectStatus(200, correct({ scan_id: slipped?.id, marks: [{ question_id: 'q2', choice_ids: ['b'] }] }));
  expect(body).toMatchObject({ status: 'graded', score_points: 8 });
  expect(await send(devicePage(last.sheet, { ...ALL_RIGHT, q2: [] }))).toMatchObject([{ status: 'graded', stray_rows: [] }]);
});

test('the pages of a sheet come in any order, its grade waits for all of them, and a person can do without', async () => {
  const questions = Array.from({ length: 21 }, (_, index) => ({ type: 'true_false', id: `q${index + 1}`, prompt: 'Is it?', correct: true, points: 1 }));
  await set({ questions });
  const marks = Object.fromEntries(questions.map(({ id }) => [id, [1]]));
  const [one, other] = [await personal(), await personal()];
  const [second] = await send(devicePage(one.sheet, marks, { page: 2 }));
  expect(second).toMatchObject({ status: 'waiting', reason: 'page_missing', missing_pages: [1], page: 2, page_count: 2 });
  expect(await send(devicePage(one.sheet, marks))).toMatchObject([{ status: 'graded', score_points: 21, missing_pages: [] }]);
  const [alone] = await send(devicePage(other.sheet, marks));
  const { body } = await expectStatus(200, correct({ scan_id: alone?.id, accepts_missing_pages: true }));
  expect(body).toMatchObject({ status: 'graded', score_points: 20, missing_pages: [2] });
});

test('two corrections at once are applied one after the other, and the grade is that of both', async () => {
  const { sheet } = await personal();
  const [scan] = await send(devicePage(sheet, {}));
  const corrections = [
    { question_id: 'q1', choice_ids: ['a'] },
    { question_id: 'q2', choice_ids: ['b'] },
    { question_id: 'q3', choice_ids: ['true'] },
    { question_id: 'q4', choice_ids: ['a', 'c'] },
  ];
  const answers = await Promise.all(corrections.map((mark) => correct({ scan_id: scan?.id, marks: [mark] })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await attemptsOf(app, course.quiz)).toMatchObject([{ score_points: 8 }]);
});

test('a sheet of a learner without attempts left needs review', async () => {
  await set({ max_attempts: 1 });
  const { learner, sheet } = await personal();
  await send(devicePage(sheet, ALL_RIGHT));
  expect(await send(devicePage(await printed(learner), ALL_RIGHT))).toMatchObject([{ status: 'needs_review', reason: 'no_attempts_left', attempt_id: null }]);
});

test('a page on which a bubble was not measured is refused, and none of the pages beside it is stored', async () => {
  const [one, other] = [await personal(), await personal()];
  const [page, whole] = [devicePage(one.sheet, ALL_RIGHT), devicePage(other.sheet, ALL_RIGHT)];
  for (const bubbles of [page.bubbles.slice(1), page.bubbles.filter(({ id }) => !id.startsWith('n')), page.bubbles.slice(0, 1)])
    expect(await faultsOf(school.browser.call('post', 'answer-sheets/scan-marks/', { sheets: [whole, { ...page, bubbles }] }))).toEqual([
      'sheets.1.bubbles incomplete',
    ]);
  const { rows } = await app.database.pool.query('select count(*)::int as count from answer_sheet_scans where organisation_id = $1', [school.organisation.id]);
  expect(rows[0].count).toBe(0);
});

test('pages that cannot be are refused before anything is stored', async () => {
  const { sheet } = await personal();
  const page = devicePage(sheet, ALL_RIGHT);
  const faults = (...sheets: object[]) => faultsOf(school.browser.call('post', 'answer-sheets/scan-marks/', { sheets }));
  expect(await faults({ ...page, layout: '999' })).toEqual(['sheets.0.layout unknown']);
  expect(await faults(page, page)).toEqual(['sheets.1.client_id duplicate']);
  expect(await faults({ ...page, bubbles: [...page.bubbles, { id: 'q99.1', darkness: 0 }] })).toEqual([`sheets.0.bubbles.${page.bubbles.length}.id unknown`]);
  expect(await faults({ ...page, bubbles: [...page.bubbles, page.bubbles[0] as object] })).toEqual(['sheets.0.bubbles duplicate']);
  const { rows } = await app.database.pool.query('select count(*)::int as count from answer_sheet_scans where organisation_id = $1', [school.organisation.id]);
  expect(rows[0].count).toBe(0);
});

test('a correction must name what is on the page, and a scan on which something was read', async () => {
  const { sheet } = await personal();
  const [scan] = await send(devicePage(sheet, ALL_RIGHT));
  const marks = [
    { question_id: 'q1', choice_ids: ['z'] },
    { question_id: 'q1', choice_ids: [] },
    { question_id: 'q9', choice_ids: [] },
  ];
  expect(await faultsOf(correct({ scan_id: scan?.id, marks, enrollment_id: randomUUID() }))).toEqual([
    'marks.0.choice_ids.0 unknown',
    'marks.1.question_id duplicate',
    'marks.2.question_id unknown',
    'enrollment_id unknown',
  ]);
  expect(await refusalOf(correct({ scan_id: randomUUID() }))).toEqual([404, 'not_found']);
});
