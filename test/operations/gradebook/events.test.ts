import { writePolicy } from '../../../src/domain/learning/policies/policy.ts';
import { startTestApp, type TestApp, withPorts } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { type ListeningSchool, listenForEvents } from '../../support/events.ts';
import { handIn, newGradedCourse, takeQuiz, turnKey } from '../../support/gradebook.ts';
import { attempt, lessonKey } from '../../support/grading.ts';
import { runJobsAfter } from '../../support/jobs.ts';
import type { Enrolled } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { newSchool, type School } from '../../support/school.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';

let receiver: WebhookReceiver;
let app: TestApp;
let school: School;
let happened: ListeningSchool['happened'];
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  app = await startTestApp(withPorts({ publicPost: receiver.post }), { idle: ['complete_passed', 'issue_certificate', 'render_submission'] });
  school = await newSchool(app);
  happened = await listenForEvents(app, school, receiver, ['grade.posted', 'grade.updated', 'submission.graded']);
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

/** Has the results of a lesson, which has none yet, be posted by hand. */
const postByHand = (lesson: Row) => writePolicy(app.database.db, lessonKey(school, lesson), { posting: 'manual', isAnonymous: false });

test('a graded submission is reported with its score after deductions, and a posted grade once', async () => {
  const course = await newGradedCourse(app, school);
  const essay = await course.assignment(40);
  const learner = await course.enrolled();
  await handIn(learner, essay);
  await course.grade(learner, essay, { score: 30 });
  const events = await happened();
  expect(events.map(({ type }) => type).sort()).toEqual(['grade.posted', 'grade.updated', 'submission.graded']);
  for (const { data } of events) {
    expect(data).toMatchObject({ enrollment_id: learner.enrollmentId, lesson: { id: essay.id }, score: 30, points: 40, is_excused: false, is_posted: true });
  }
  await course.grade(learner, essay, { score: 31 });
  expect((await happened()).map(({ type }) => type).sort()).toEqual(['grade.updated', 'submission.graded']);
});

test('grades that are filled in or posted together are reported one by one, and each learner gets one notice of all of them', async () => {
  const course = await newGradedCourse(app, school, { title: 'Botany' });
  const lessons = [await course.assignment(10), await course.assignment(10)];
  await course.settings({ posting: 'manual' });
  const learners = [await course.enrolled(), await course.enrolled()];
  const cells = learners.flatMap(({ enrollmentId }) => lessons.map(({ id }) => ({ enrollment_id: enrollmentId, lesson_id: id, score: 5 })));
  await expectStatus(200, school.browser.call('post', `${course.path}fill/`, { cells }));
  expect((await happened()).map(({ type, data }) => `${type} ${data.score} ${data.is_posted}`)).toEqual(Array(4).fill('grade.updated 5 false'));
  for (const lesson of lessons) await course.configure(lesson, { posted: true });
  expect((await happened()).map(({ type, data }) => `${type} ${data.score} ${data.is_posted}`)).toEqual(Array(4).fill('grade.posted 5 true'));
  const { rows } = await app.database.pool.query(`select key from graphile_worker.jobs where task_identifier = 'notify_grades' and key = any($1)`, [
    learners.map(({ enrollmentId }) => `grades ${enrollmentId}`),
  ]);
  expect(rows).toHaveLength(2);
  await runJobsAfter(app, 300);
  for (const { email } of learners) {
    const subjects = (await app.mailbox.read(email)).map(({ subject }) => subject).filter((subject) => subject?.includes('grades'));
    expect(subjects).toEqual(['New grades in Botany']);
  }
});

test('a learner whose grades cannot be computed keeps nobody else from being told of theirs', async () => {
  const course = await newGradedCourse(app, school);
  const [quiz, essay] = [await course.quiz(10), await course.assignment(10)];
  await postByHand(quiz);
  const learners = [await course.enrolled(), await course.enrolled(), await course.enrolled()];
  for (const learner of learners) await takeQuiz(learner, quiz, true);
  await happened();
  await app.database.pool.query(`update quiz_attempts set max_points = 'NaN', score_points = 'NaN' where enrollment_id = $1`, [learners[1]?.enrollmentId]);
  const others = [learners[0]?.enrollmentId, learners[2]?.enrollmentId].sort();
  await course.configure(quiz, { posting: 'manual', posted: true });
  expect((await happened()).map(({ data }) => data.enrollment_id).sort()).toEqual(others);
  const cells = others.map((enrollment_id) => ({ enrollment_id, lesson_id: essay.id, score: 5 }));
  await expectStatus(200, school.browser.call('post', `${course.path}fill/`, { cells }));
  expect([...new Set((await happened()).map(({ data }) => data.enrollment_id))].sort()).toEqual(others);
  const { rows } = await app.database.pool.query(
    `delete from graphile_worker._private_jobs where last_error is not null returning payload ->> 'enrollment_id' as id`,
  );
  expect(rows.map(({ id }) => id)).toContain(learners[1]?.enrollmentId);
});

test('the result of a quiz is reported as posted when its learner sees it: at once, or when it is posted by hand', async () => {
  const course = await newGradedCourse(app, school);
  const [quiz, held] = [await course.quiz(10), await course.quiz(20)];
  await postByHand(held);
  const learners = [await course.enrolled(), await course.enrolled()] as [Enrolled, Enrolled];
  await takeQuiz(learners[0], quiz, true);
  const result = { enrollment_id: learners[0].enrollmentId, lesson: { id: quiz.id }, score: 10, points: 10, is_posted: true, graded_at: null };
  expect(await happened()).toMatchObject([{ type: 'grade.posted', data: result }]);
  for (const learner of learners) await takeQuiz(learner, held, true);
  expect(await happened()).toEqual([]);
  await course.grade(learners[1], held, { score: 15 });
  expect((await happened()).map(({ type }) => type)).toEqual(['grade.updated']);
  await course.configure(held, { posting: 'manual', posted: true });
  const posted = (await happened()).map(({ type, data }) => [type, data.enrollment_id, data.score]);
  expect(posted.sort()).toEqual(
    [
      ['grade.posted', learners[0].enrollmentId, 20],
      ['grade.posted', learners[1].enrollmentId, 15],
    ].sort(),
  );
  await course.configure(held, { posting: 'manual', posted: true });
  expect(await happened()).toEqual([]);
});

test('points for a question that completes the result of a quiz post it, and are reported', async () => {
  const course = await newGradedCourse(app, school);
  const quiz = await course.quiz(0, { questions: [{ type: 'essay', id: 'essay', prompt: 'Why?', points: 5 }] });
  const learner = await course.enrolled();
  await attempt(learner.browser, quiz, [{ question_id: 'essay', text: 'Because.' }]);
  expect(await happened()).toEqual([]);
  await course.grade(learner, quiz, { question_points: [{ question_id: 'essay', points: 4.5 }] });
  expect((await happened()).map(({ type, data }) => [type, data.score, data.is_posted]).sort()).toEqual([
    ['grade.posted', 4.5, true],
    ['grade.updated', 4.5, true],
  ]);
});

test('the result of a quiz that a person has graded by question is reported as posted once', async () => {
  const course = await newGradedCourse(app, school);
  const quiz = await course.quiz(0, { questions: [{ type: 'essay', id: 'essay', prompt: 'Why?', points: 5 }] });
  await postByHand(quiz);
  const learner = await course.enrolled();
  await attempt(learner.browser, quiz, [{ question_id: 'essay', text: 'Because.' }]);
  await course.grade(learner, quiz, { question_points: [{ question_id: 'essay', points: 4.5 }] });
  expect((await happened()).map(({ type, data }) => [type, data.is_posted])).toEqual([['grade.updated', false]]);
  await course.configure(quiz, { posting: 'manual', posted: true });
  expect((await happened()).map(({ type, data }) => [type, data.score])).toEqual([['grade.posted', 4.5]]);
});

test('filling in grades of handed-in work reports the submissions as graded', async () => {
  const course = await newGradedCourse(app, school);
  const essay = await course.assignment(10);
  const [worked, idle] = [await course.enrolled(), await course.enrolled()];
  await handIn(worked, essay);
  await expectStatus(200, school.browser.call('post', `${course.path}fill/`, { rule: { which: 'empty', lesson_id: essay.id, score: 8 } }));
  const events = (await happened()).map(({ type, data }) => [type, data.enrollment_id, data.score]);
  expect(events.filter(([type]) => type === 'submission.graded')).toEqual([['submission.graded', worked.enrollmentId, 8]]);
  expect(
    events
      .filter(([type]) => type === 'grade.posted')
      .map(([, id]) => id)
      .sort(),
  ).toEqual([worked.enrollmentId, idle.enrollmentId].sort());
});

test('a regrade reports the results that it changes, once, and no others', async () => {
  const course = await newGradedCourse(app, school);
  const quiz = await course.quiz(10);
  const [right, wrong, byHand] = [await course.enrolled(), await course.enrolled(), await course.enrolled()];
  await takeQuiz(right, quiz, true);
  await takeQuiz(wrong, quiz, false);
  await takeQuiz(byHand, quiz, false);
  await course.grade(byHand, quiz, { score: 3 });
  await happened();
  await turnKey(school, quiz);
  await course.configure(quiz, { regrade: [{ question_id: 'q', mode: 'either_key' }] });
  expect((await happened()).map(({ type, data }) => [type, data.enrollment_id, data.score])).toEqual([['grade.updated', wrong.enrollmentId, 10]]);
  await course.configure(quiz, { regrade: [{ question_id: 'q', mode: 'full_points' }] });
  expect(await happened()).toEqual([]);
});
