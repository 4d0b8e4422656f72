import { startTestApp, type TestApp } from '../../support/app.ts';
import { type AttendedCourse, attendanceOf, soon, wait } from '../../support/attendance.ts';
import { expectStatus } from '../../support/browser.ts';
import { type GradedCourse, newGradedCourse, takeQuiz } from '../../support/gradebook.ts';
import { runTask } from '../../support/jobs.ts';
import { type Enrolled, faultsOf } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
let graded: GradedCourse;
let attended: AttendedCourse;
let quiz: Row;
let learner: Enrolled;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
beforeEach(async () => {
  graded = await newGradedCourse(app, school, { timezone: 'UTC' });
  attended = attendanceOf(app, school, graded.courseId);
  await attended.settings();
  quiz = await graded.quiz(10);
  learner = await graded.enrolled();
  await takeQuiz(learner, quiz, true);
});
afterAll(() => app.close());

/** Holds a meeting at which the learner has this status, or is absent, and closes it. Returns how to mark it again. */
async function held(status: string | null): Promise<(body: object) => Promise<unknown>> {
  const slot = soon(app, 10);
  const [{ id: slot_id }] = await attended.meet(slot);
  wait(app, 11);
  const mark = (body: object) => attended.marked(learner, slot.first_date, { ...body, slot_id });
  if (status !== null) await mark({ status });
  wait(app, 100);
  await runTask(app, 'close_meetings');
  return mark;
}
const row = async (query = '') => (await graded.grid(query)).results.find(({ enrollment_id }) => enrollment_id === learner.enrollmentId);
const shown = async () => {
  const found = await row();
  return [found?.attendance?.percent, found?.attendance?.score, found?.current?.percent, found?.final?.percent];
};

test('attendance counts by its points and the rate once the settings say so, and follows every change of the rate', async () => {
  await held('present');
  const markSecond = await held(null);
  expect([(await graded.grid()).attendance, await row()]).toMatchObject([null, { attendance: null, current: { percent: 100 } }]);
  await graded.settings({ attendance: { is_counted: true, points: 10 } });
  expect((await graded.grid()).attendance).toEqual({ points: 10, category_id: null, is_extra_credit: false });
  expect(await row()).toMatchObject({ attendance: { score: 5, percent: 50, dropped_from: [] }, current: { score: 15, points: 20, percent: 75 } });
  await markSecond({ status: 'late' });
  expect(await shown()).toEqual([100, 10, 100, 100]);
  await attended.settings({ late_credit_percent: 50 });
  expect(await shown()).toEqual([75, 7.5, 87.5, 87.5]);
  await held(null);
  expect(await shown()).toEqual([50, 5, 75, 75]);
  await graded.settings({});
  expect(await shown()).toEqual([undefined, undefined, 100, 100]);
});

test('a learner sees what attendance counts and why, and it leaves the grades of those for whom no meeting counts', async () => {
  await graded.settings({ attendance: { is_counted: true, points: 10 } });
  await held('present');
  await held('excused');
  await held(null);
  const { body } = await expectStatus(200, learner.browser.call('get', `${graded.path}learners/${learner.enrollmentId}/`));
  expect(body.attendance).toEqual({
    score: 5,
    percent: 50,
    dropped_from: [],
    points: 10,
    category_id: null,
    is_extra_credit: false,
    present: 1,
    late: 0,
    excused: 1,
    absent: 1,
    made_up: 0,
  });
  expect(body).toMatchObject({ current: { score: 15, points: 20, percent: 75 }, categories: [{ id: null, current: { percent: 75 } }] });
  const late = await graded.enrolled();
  expect(await graded.learner(late)).toMatchObject({ attendance: null, current: { percent: null }, final: { percent: 0 } });
  expect((await graded.grid()).results.find(({ enrollment_id }) => enrollment_id === late.enrollmentId)?.attendance).toBeNull();
});

test('attendance takes the weight of its category, can be dropped by it, and can be extra credit', async () => {
  await held('present');
  await held(null);
  const { categories } = await graded.settings({ categories: [{ name: 'Tests' }, { name: 'Presence' }] });
  const [tests, presence] = categories.map(({ id, name }) => ({ id, name })) as [{ id: string; name: string }, { id: string; name: string }];
  const attendance = { is_counted: true, points: 10, category_id: presence.id.toUpperCase() };
  await graded.configure(quiz, { category_id: tests.id });
  const weighted = [
    { ...tests, weight_percent: 20 },
    { ...presence, weight_percent: 80 },
  ];
  expect((await graded.settings({ is_weighted: true, categories: weighted, attendance })).attendance.category_id).toBe(presence.id);
  expect(await shown()).toEqual([50, 5, 60, 60]);
  const dropping = [{ ...tests, drop_lowest: 1 }];
  await graded.settings({ categories: dropping, attendance: { ...attendance, category_id: tests.id } });
  expect(await row()).toMatchObject({ attendance: { score: 5, dropped_from: ['current', 'final'] }, current: { percent: 100 } });
  await graded.settings({ categories: dropping, attendance: { ...attendance, category_id: tests.id, is_extra_credit: true } });
  expect(await row()).toMatchObject({ attendance: { dropped_from: [] }, current: { score: 15, points: 10, percent: 150 } });
  const put = (body: object) => school.browser.call('put', `${graded.path}settings/`, body);
  expect(await faultsOf(put({ attendance: { ...attendance, category_id: tests.id } }))).toEqual(['attendance.category_id unknown']);
  expect(await faultsOf(put({ categories: [{ name: 'New' }], attendance }))).toEqual(['attendance.category_id unknown']);
  expect(await faultsOf(put({ attendance: { points: -1 } }))).toEqual(['attendance.points out_of_range']);
});

test('the export has a column of attendance, which filling in the file ignores', async () => {
  await held('present');
  await held(null);
  const csvOf = async () => (await expectStatus(200, school.browser.call('get', `${graded.path}export/`))).text;
  await graded.grid();
  expect(await csvOf()).not.toContain('Attendance');
  await graded.settings({ attendance: { is_counted: true, points: 15 } });
  await graded.grid();
  const csv = await csvOf();
  const [head = '', line = ''] = csv.trim().split('\r\n');
  expect(head.split(',').slice(-4)).toEqual(['Attendance', 'Current (%)', 'Final (%)', 'Grade']);
  expect(line.split(',').slice(-4)).toEqual(['7.5', '70', '70', '']);
  const { body } = await expectStatus(200, school.browser.call('post', `${graded.path}fill/`, { csv: csv.replace(',7.5,', ',15,'), dry_run: true }));
  expect(body).toMatchObject({ changed: 0 });
});

test('neither an alias nor the grid of one lesson shows attendance', async () => {
  await graded.settings({ attendance: { is_counted: true } });
  await held('present');
  const essay = await graded.assignment();
  expect((await graded.grid(`?lesson_id=${quiz.id}`)).attendance).toBeNull();
  expect((await row(`?lesson_id=${quiz.id}`))?.attendance).toBeNull();
  await graded.configure(essay, { anonymous_grading: true, posting: 'manual' });
  await graded.grid();
  const { results } = await graded.grid(`?lesson_id=${essay.id}`);
  const alias = results[0]?.enrollment_id as string;
  expect(results).toMatchObject([{ user: null, attendance: null, current: null }]);
  expect(await graded.learner({ enrollmentId: alias })).toMatchObject({ user: null, attendance: null, current: { points: 0, percent: null } });
});
