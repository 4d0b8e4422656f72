import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { type GradedCourse, handIn, newGradedCourse } from '../../support/gradebook.ts';
import { attempt } from '../../support/grading.ts';
import { type Enrolled, faultsOf, progressIn } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
let course: GradedCourse;
let quiz: Row;
let learner: Enrolled;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
beforeEach(async () => {
  course = await newGradedCourse(app, school);
  const question = (id: string) => ({ type: 'true_false', id, prompt: 'Is it?', correct: true, points: 4 });
  const questions = [question('one'), question('two'), { type: 'essay', id: 'essay', prompt: 'Why?', points: 2 }];
  quiz = await course.quiz(0, { questions, passing_score_percent: 60 });
  learner = await course.enrolled();
});
afterAll(() => app.close());

const answers = (one: boolean, two: boolean) => [
  { question_id: 'one', is_true: one },
  { question_id: 'two', is_true: two },
  { question_id: 'essay', text: 'Because.' },
];
const put = (body: object) => school.browser.call('put', `${course.path}grades/${learner.enrollmentId}/${quiz.id}/`, body);

test('points that a person gives for questions make the score of the attempt, are listed, and survive a regrade', async () => {
  await attempt(learner.browser, quiz, answers(true, false));
  expect(await course.cell(learner, quiz)).toMatchObject({ state: 'needs_grading', score: null, is_posted: false });
  const points = [
    { question_id: 'essay', points: 1.25 },
    { question_id: 'two', points: 0.5 },
  ];
  const graded = await course.grade(learner, quiz, { question_points: points });
  expect(graded).toMatchObject({ state: 'graded', score: 5.75, is_entered: false, is_posted: true, entered_score: null });
  expect(graded.works[0]?.given_points).toEqual(expect.arrayContaining(points));
  expect((await course.grid()).results[0]?.cells).toMatchObject([{ score: 5.75 }]);
  expect((await progressIn(learner.browser, quiz)).body.attempts).toMatchObject([{ score_points: 5.75 }]);
  const regrade = ['one', 'two'].map((question_id) => ({ question_id, mode: 'leave_out' }));
  const { regrade_preview } = await course.configure(quiz, { regrade });
  expect(regrade_preview?.kept).toMatchObject([{ enrollment_id: learner.enrollmentId, question_id: 'two' }]);
  await app.mailbox.runJobs();
  expect(await course.cell(learner, quiz)).toMatchObject({ works: [{ given_points: expect.arrayContaining(points) }] });
  expect((await progressIn(learner.browser, quiz)).body.attempts).toMatchObject([{ score_points: 1.75, max_points: 6 }]);
  const back = await course.grade(learner, quiz, { question_points: [{ question_id: 'two', points: null }] });
  expect(back.works[0]).toMatchObject({ given_points: [{ question_id: 'essay', points: 1.25 }] });
});

test('points go to the attempt that counts unless another is named, and several that count must be named', async () => {
  await attempt(learner.browser, quiz, answers(true, true));
  await attempt(learner.browser, quiz, answers(false, false));
  const essay = (points: number) => ({ question_points: [{ question_id: 'essay', points }] });
  expect((await course.grade(learner, quiz, essay(2))).works).toMatchObject([{ given_points: [{ points: 2 }] }, { given_points: [] }]);
  expect((await course.grade(learner, quiz, { ...essay(1), work_number: 2 })).works).toMatchObject([{ raw_score: 10 }, { raw_score: 1 }]);
  await course.configure(quiz, { attempts_policy: 'average' });
  const { updated_at } = await course.cell(learner, quiz);
  expect(await faultsOf(put({ updated_at, ...essay(1) }))).toEqual(['work_number required']);
});

test('points below 0, above those of the question, for unknown questions, beside a score or without an attempt are refused', async () => {
  const essay = [{ question_id: 'essay', points: 1 }];
  expect(await faultsOf(put({ updated_at: null, question_points: essay }))).toEqual(['question_points not_allowed']);
  await attempt(learner.browser, quiz, answers(true, false));
  expect(await faultsOf(put({ updated_at: null, question_points: [{ question_id: 'essay', points: -1 }] }))).toEqual(['question_points.0.points out_of_range']);
  const above = [
    { question_id: 'essay', points: 2.01 },
    { question_id: 'nothing', points: 1 },
  ];
  expect(await faultsOf(put({ updated_at: null, question_points: above }))).toEqual([
    'question_points.0.points above_points',
    'question_points.1.question_id unknown',
  ]);
  expect(await faultsOf(put({ updated_at: null, score: 3, question_points: essay }))).toEqual(['question_points scored']);
  const { body } = await expectStatus(200, put({ updated_at: null, question_points: [{ question_id: 'essay', points: 9 }], allow_over: true }));
  expect(body).toMatchObject({ score: 13, works: [{ raw_score: 13 }] });
  const work = await course.assignment(10);
  await handIn(learner, work);
  const path = `${course.path}grades/${learner.enrollmentId}/${work.id}/`;
  expect(await faultsOf(school.browser.call('put', path, { updated_at: null, question_points: essay }))).toEqual(['question_points not_allowed']);
});

test('points for questions are in the audit log with what they were before and after', async () => {
  await attempt(learner.browser, quiz, answers(true, false));
  for (const points of [1, 2]) await course.grade(learner, quiz, { question_points: [{ question_id: 'essay', points }] });
  const { rows } = await app.database.pool.query(`select before, after from audit_log where object_id = $1 and action = 'grade.updated' order by id`, [
    learner.enrollmentId,
  ]);
  const given = (points: number) => [{ work_number: 1, question_id: 'essay', points }];
  expect(rows).toMatchObject([
    { before: null, after: { question_points: given(1) } },
    { before: { question_points: given(1) }, after: { question_points: given(2) } },
  ]);
});
