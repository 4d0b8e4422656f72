import { startTestApp, type TestApp } from '../../support/app.ts';
import { type GradedCourse, handIn, newGradedCourse } from '../../support/gradebook.ts';
import { type Enrolled, faultsOf, refusalOf } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
let course: GradedCourse;
let essay: Row;
let learner: Enrolled;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
beforeEach(async () => {
  course = await newGradedCourse(app, school);
  essay = await course.assignment(10);
  learner = await course.enrolled();
  await handIn(learner, essay);
});
afterAll(() => app.close());

const criterion = (id: string, levels: Record<string, number>) => ({
  id,
  title: id,
  levels: Object.entries(levels).map(([title, points]) => ({ title, points })),
});
const RUBRIC = { title: 'Scripts', criteria: [criterion('style', { Good: 4, Fair: 2.5, Poor: 0 }), criterion('tests', { Many: 6, Few: 3.25 })] };
const rated = (style: string, tests: string) => [
  { criterion_id: 'tests', level: tests },
  { criterion_id: 'style', level: style },
];
const put = (body: object) => school.browser.call('put', `${course.path}grades/${learner.enrollmentId}/${essay.id}/`, { updated_at: null, ...body });
const config = (body: object) => school.browser.call('put', `${course.path}lessons/${essay.id}/config/`, body);

test('ratings by the rubric make the score, and are shown to the learner in the order of the criteria', async () => {
  await course.configure(essay, { rubric: RUBRIC });
  const ratings = [
    { criterion_id: 'style', level: 'Fair', points: 2.5 },
    { criterion_id: 'tests', level: 'Few', points: 3.25 },
  ];
  expect(await course.grade(learner, essay, { ratings: rated('Fair', 'Few') })).toMatchObject({ score: 5.75, entered_score: 5.75, ratings });
  const own = await learner.browser.call('get', `${course.path}learners/${learner.enrollmentId}/`);
  expect(own.body.cells[0]).toMatchObject({ score: 5.75, ratings });
  expect(await course.grade(learner, essay, { score: 4 })).toMatchObject({ score: 4, ratings: [] });
});

test('ratings that do not fit the rubric are refused with all their faults', async () => {
  expect(await faultsOf(put({ ratings: rated('Good', 'Many') }))).toEqual(['ratings not_allowed']);
  await course.configure(essay, { rubric: RUBRIC });
  const faulty = [
    { criterion_id: 'style', level: 'Great' },
    { criterion_id: 'style', level: 'Good' },
    { criterion_id: 'wit', level: 'Good' },
  ];
  expect(await faultsOf(put({ ratings: faulty, score: 3 }))).toEqual([
    'ratings.0.level unknown',
    'ratings.1.criterion_id duplicate',
    'ratings.2.criterion_id unknown',
    'ratings incomplete',
    'score rated',
  ]);
  expect(await faultsOf(put({ ratings: rated('Good', 'Many'), is_excused: true }))).toEqual(['score excused', 'ratings excused']);
  const twice = { ...RUBRIC, criteria: [{ id: 'style', title: 'S', levels: [10, 5].map((points) => ({ title: 'Good', points })) }] };
  expect(await faultsOf(config({ rubric: twice }))).toEqual(['rubric.criteria.0.levels.1.title duplicate']);
});

test('a rubric for feedback only leaves the score to the grader', async () => {
  await course.configure(essay, { rubric: { ...RUBRIC, is_feedback_only: true } });
  const ratings = [{ criterion_id: 'style', level: 'Good' }];
  expect(await course.grade(learner, essay, { score: 7, ratings })).toMatchObject({ score: 7, ratings: [{ criterion_id: 'style', points: 4 }] });
});

test('a rubric by which work was rated changes only with the choice to keep its grades or to compute them again', async () => {
  await course.configure(essay, { rubric: RUBRIC });
  const other = await course.enrolled();
  await course.grade(learner, essay, { ratings: rated('Fair', 'Many') });
  await course.grade(other, essay, { score: 9 });
  const next = { title: 'Scripts', criteria: [criterion('style', { Good: 5, Fair: 3 }), criterion('tests', { All: 5 })] };
  expect(await refusalOf(config({ rubric: next }))).toEqual([409, 'rubric_in_use']);
  expect(await course.configure(essay, { rubric: RUBRIC, is_omitted: true })).toMatchObject({ is_omitted: true });
  await course.configure(essay, { rubric: next, rubric_change: 'keep' });
  expect(await course.cell(learner, essay)).toMatchObject({
    score: 8.5,
    ratings: [
      { level: 'Fair', points: 2.5 },
      { level: 'Many', points: 6 },
    ],
  });
  expect(await faultsOf(config({ rubric: { ...next, is_feedback_only: true }, rubric_change: 'recompute' }))).toEqual(['rubric_change not_allowed']);
  await course.configure(essay, { rubric: RUBRIC, rubric_change: 'keep' });
  await course.configure(essay, { rubric: next, rubric_change: 'recompute' });
  expect(await course.cell(learner, essay)).toMatchObject({ score: 3, ratings: [{ criterion_id: 'style', level: 'Fair', points: 3 }] });
  expect(await course.cell(other, essay)).toMatchObject({ score: 9 });
  const { results } = await course.grid();
  expect(results.map(({ cells }) => cells[0]?.score)).toEqual([3, 9]);
  const { rows } = await app.database.pool.query(`select after from audit_log where object_id = $1 and after ? 'rescored_1'`, [essay.id]);
  expect(rows).toMatchObject([{ after: { rescored_1: [{ enrollment_id: learner.enrollmentId, before: 8.5, after: 3 }] } }]);
});
