import type { Shape } from '../../../src/domain/kernel/contract.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { type GradedCourse, newGradedCourse } from '../../support/gradebook.ts';
import { type Enrolled, faultsOf } from '../../support/learner.ts';
import { type AnsweredQuiz, newAnsweredQuiz, type Reviewing, reviewing } from '../../support/review.ts';
import { newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
let course: GradedCourse;
let staff: Reviewing;
let quiz: AnsweredQuiz['quiz'];
let answered: AnsweredQuiz['answered'];
let answers: AnsweredQuiz['answers'];
let grade: AnsweredQuiz['grade'];
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
beforeEach(async () => {
  course = await newGradedCourse(app, school);
  staff = reviewing(app, school, course);
  ({ quiz, answered, answers, grade } = await newAnsweredQuiz(app, school, course));
});
afterAll(() => app.close());

const NO_GROUP = '0'.repeat(32);

test('equal answers to a question follow one another, and one request gives all of them the same points', async () => {
  const learners: Enrolled[] = [];
  for (const text of ['Because it  is.', 'No idea', ' Because it is.', 'because it is.']) learners.push(await answered(text));
  const [one, other, same, capital] = learners as [Enrolled, Enrolled, Enrolled, Enrolled];
  const listed = await answers();
  expect(listed.slice(0, 2).map(({ enrollment_id }) => enrollment_id)).toEqual([one, same].map(({ enrollmentId }) => enrollmentId));
  expect(listed[0]).toMatchObject({
    is_waiting: true,
    work_number: 1,
    answer: { group_size: 2, given: { text: 'Because it  is.' }, points: null, max_points: 5, given_points: null },
  });
  expect(new Set(listed.map(({ answer }) => answer?.group_id)).size).toBe(3);
  const group_id = listed[0]?.answer?.group_id;
  expect((await expectStatus(200, grade({ group_id }))).body).toEqual({ graded: 2, skipped: 0, remaining: 0 });
  for (const learner of [one, same]) expect(await course.cell(learner, quiz)).toMatchObject({ score: 4, is_posted: true });
  for (const learner of [other, capital]) expect((await course.cell(learner, quiz)).state).toBe('needs_grading');
  expect((await answers('&status=ungraded')).map(({ enrollment_id }) => enrollment_id).sort()).toEqual(
    [other, capital].map(({ enrollmentId }) => enrollmentId).sort(),
  );
});

test('points that a person has given stay unless they are to be replaced, and so does a score for the whole quiz and an excuse', async () => {
  const [given, entered, excused, open_] = [await answered('So'), await answered('So'), await answered('So'), await answered('So')];
  await expectStatus(200, staff.put(quiz, given.enrollmentId, { question_points: [{ question_id: 'e', points: 1 }] }));
  await expectStatus(200, staff.put(quiz, entered.enrollmentId, { score: 0.5 }));
  await expectStatus(200, staff.put(quiz, excused.enrollmentId, { is_excused: true }));
  const group_id = (await answers())[0]?.answer?.group_id;
  expect((await expectStatus(200, grade({ group_id }))).body).toEqual({ graded: 1, skipped: 0, remaining: 0 });
  const scores = async () => Promise.all([given, entered, open_].map(async (learner) => (await course.cell(learner, quiz)).score));
  expect(await scores()).toEqual([1, 0.5, 4]);
  expect((await course.cell(excused, quiz)).state).toBe('excused');
  expect((await expectStatus(200, grade({ group_id, points: 3, replaces: true }))).body).toEqual({ graded: 2, skipped: 0, remaining: 0 });
  expect(await scores()).toEqual([3, 0.5, 3]);
});

test('two who grade the same answers at once give each answer points once', async () => {
  for (let number = 0; number < 3; number++) await answered('So');
  const group_id = (await answers())[0]?.answer?.group_id;
  const both = await Promise.all([grade({ group_id, points: 1 }), grade({ group_id, points: 2 })]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(both[0].body.graded + both[1].body.graded).toBe(3);
});

test('points above those of the question are refused, and answers that nobody gave are none to grade', async () => {
  await answered('So');
  const group_id = (await answers())[0]?.answer?.group_id;
  expect(await faultsOf(grade({ group_id, points: 5.5 }))).toEqual(['points above_points']);
  expect((await expectStatus(200, grade({ group_id: NO_GROUP }))).body).toEqual({ graded: 0, skipped: 0, remaining: 0 });
  expect(await answers('&status=late')).toEqual([]);
});

test('answers in a quiz that is graded anonymously are graded by group without naming anybody', async () => {
  await course.configure(quiz, { anonymous_grading: true });
  const learner = await answered('So');
  const [item] = (await answers()) as [Shape<'ReviewItem'>];
  expect(item).toMatchObject({ user: null, alias: item.enrollment_id.slice(0, 8) });
  expect(item.enrollment_id).not.toBe(learner.enrollmentId);
  expect((await expectStatus(200, grade({ group_id: item.answer?.group_id }))).body.graded).toBe(1);
  expect((await staff.review(quiz, item.enrollment_id)).grade).toMatchObject({ score: 4, is_posted: false });
  const { rows } = await app.database.pool.query(
    `select object_id from audit_log where action = 'grade.updated' and organisation_id = $1 order by id desc limit 1`,
    [school.organisation.id],
  );
  expect(rows).toEqual([{ object_id: item.enrollment_id }]);
});
