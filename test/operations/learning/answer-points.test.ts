import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { type GradedCourse, newGradedCourse } from '../../support/gradebook.ts';
import { attempt } from '../../support/grading.ts';
import { runTask } from '../../support/jobs.ts';
import { type Enrolled, faultsOf, lessonPath, open, progressIn, report, view } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { reviewing } from '../../support/review.ts';
import { newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
let course: GradedCourse;
let learner: Enrolled;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
beforeEach(async () => {
  course = await newGradedCourse(app, school);
  learner = await course.enrolled();
});
afterAll(() => app.close());

const [RULE, OWN] = [
  { right: 3, wrong: -1, empty: 0 },
  { right: 2, wrong: 0, empty: 0.5 },
];
const statement = (id: string, fields: object = {}) => ({ type: 'true_false', id, prompt: 'Is it?', correct: true, ...fields });
const QUESTIONS = [statement('one'), statement('two'), statement('three'), statement('own', { answer_points: OWN })];
const answers = (...values: (boolean | null)[]) => values.flatMap((is_true, index) => (is_true === null ? [] : { question_id: QUESTIONS[index]?.id, is_true }));
const newQuiz = (fields: object = {}): Promise<Row> => course.quiz(0, { questions: QUESTIONS, answer_points: RULE, passing_score_percent: 50, ...fields });
const put = (quiz: Row, body: object) => school.browser.call('put', `${course.path}grades/${learner.enrollmentId}/${quiz.id}/`, body);

test('both surfaces keep points of answers, set the points of the questions by them, and refuse those that contradict each other', async () => {
  const quiz = await newQuiz();
  const path = lessonPath(quiz);
  const content = { answer_points: RULE, questions: [{ points: 3 }, { points: 3 }, { points: 3 }, { points: 2, answer_points: OWN }] };
  const { body: read } = await expectStatus(200, school.agent('get', path));
  expect(read).toMatchObject({ content });
  expect((await expectStatus(200, school.browser.call('get', path))).body).toMatchObject({ content });
  const wrong = { ...read.content, answer_points: { right: 1, wrong: 2, empty: 3 }, wrong_penalty: 'full' };
  const faults = ['content.answer_points.wrong above_right', 'content.answer_points.empty above_right', 'content.wrong_penalty not_allowed'];
  const patch = { updated_at: read.updated_at, content: wrong };
  expect(await faultsOf(school.agent('patch', path, patch))).toEqual(faults);
  expect(await faultsOf(school.browser.call('patch', path, patch))).toEqual(faults);
  const lessons = path.replace(/[^/]+\/$/, '');
  const created = { title: 'Quiz', content_type: 'quiz', content: wrong };
  expect(await faultsOf(school.agent('post', lessons, created))).toEqual(faults);
  expect(await faultsOf(school.browser.call('post', lessons, created))).toEqual(faults);
  const raised = { updated_at: read.updated_at, content: { ...read.content, answer_points: { right: 4, wrong: -1 } } };
  const { body } = await expectStatus(200, school.browser.call('patch', path, raised));
  expect(body.content).toMatchObject({
    answer_points: { right: 4, wrong: -1, empty: 0 },
    questions: [{ points: 4 }, { points: 4 }, { points: 4 }, { points: 2 }],
  });
});

test('learners read before the start what answers give, and their answers earn and cost it', async () => {
  const quiz = await newQuiz({ allow_negative: true });
  const counted = [
    { question_count: 3, ...RULE },
    { question_count: 1, ...OWN },
  ];
  const cover = { questions: [], question_count: 4, max_points: 11, wrong_penalty: 'none', allow_negative: true, answer_points: counted };
  expect((await open(learner.browser, quiz)).body.content).toMatchObject(cover);
  await expectStatus(200, report(learner.browser, quiz, { event: 'quiz_started' }));
  expect((await view(learner.browser, quiz)).body.content).toMatchObject({
    answer_points: counted,
    questions: [RULE, RULE, RULE, OWN].map((answer_points) => ({ answer_points, points: answer_points.right })),
  });
  const { attempts } = await attempt(learner.browser, quiz, answers(true, false, null, null));
  expect(attempts).toMatchObject([
    {
      score_points: 2.5,
      max_points: 11,
      score_percent: 22.72,
      is_passed: false,
      results: [3, -1, 0, 0.5].map((points, index) => ({ points, is_correct: index === 0 })),
      questions: [RULE, RULE, RULE, OWN].map((answer_points) => ({ answer_points })),
    },
  ]);
  const worst = answers(false, false, false, false);
  expect(await attempt(learner.browser, quiz, worst)).toMatchObject({ attempts: [{ score_points: -3, score_percent: -27.28 }, {}] });
  const bounded = await newQuiz();
  expect(await attempt(learner.browser, bounded, worst)).toMatchObject({ attempts: [{ score_points: 0, score_percent: 0 }] });
});

test('a running attempt keeps the points that it began with, and one whose time is over earns those of its empty answers', async () => {
  const quiz = await newQuiz({ time_limit_minutes: 5 });
  const { body } = await expectStatus(200, report(learner.browser, quiz, { event: 'quiz_started' }));
  const path = lessonPath(quiz);
  const { body: read } = await expectStatus(200, school.agent('get', path));
  await expectStatus(200, school.agent('patch', path, { updated_at: read.updated_at, content: { ...read.content, answer_points: null } }));
  const event = { event: 'quiz_answered', attempt_id: body.attempts[0].id, answers: answers(true, false) };
  await expectStatus(200, report(learner.browser, quiz, event));
  app.clock.advance(6 * 60_000);
  await runTask(app, 'finish_overdue_attempts');
  expect((await progressIn(learner.browser, quiz)).body.attempts).toMatchObject([{ state: 'expired', score_points: 2.5, max_points: 11 }]);
});

test('the gradebook scales a score below 0, adds it up and exports it, and filling in the export changes nothing', async () => {
  const quiz = await newQuiz({ allow_negative: true });
  const other = await course.quiz(9);
  await attempt(learner.browser, quiz, answers(false, false, false, false));
  await attempt(learner.browser, other, [{ question_id: 'q', is_true: true }]);
  await course.configure(quiz, { points: 22 });
  const { results, lessons } = await course.grid();
  expect(lessons).toMatchObject([{ points: 22 }, { points: 9 }]);
  expect(results).toMatchObject([{ cells: [{ score: -6 }, { score: 9 }], current: { score: 3, points: 31, percent: 9.68 } }]);
  const { text: csv } = await expectStatus(200, school.browser.call('get', `${course.path}export/`));
  expect(csv).toMatch(/(^|,)-6(\.00)?,9/m);
  const { body } = await expectStatus(200, school.browser.call('post', `${course.path}fill/`, { csv, dry_run: true }));
  expect(body).toMatchObject({ changed: 0, stale: [] });
});

test('a person may give a question no less than its answers can cost, also to equal answers together, and both are audited', async () => {
  const quiz = await newQuiz();
  const staff = reviewing(app, school, course);
  await attempt(learner.browser, quiz, answers(true, true, true, true));
  const points = (question_id: string, given: number) => ({ question_points: [{ question_id, points: given }] });
  expect(await faultsOf(put(quiz, { updated_at: null, ...points('one', -1.01) }))).toEqual(['question_points.0.points out_of_range']);
  expect(await faultsOf(put(quiz, { updated_at: null, ...points('own', -0.01) }))).toEqual(['question_points.0.points out_of_range']);
  expect(await course.grade(learner, quiz, points('one', -1))).toMatchObject({ score: 7, works: [{ given_points: [{ question_id: 'one', points: -1 }] }] });
  const listed = async (id: string) => (await staff.queue(quiz, `?question_id=${id}`)).results;
  expect(await listed('one')).toMatchObject([{ answer: { points: -1, given_points: -1, max_points: 3 } }]);
  const [found] = await listed('two');
  const grade = (given: number) =>
    school.browser.call('post', `${course.path}lessons/${quiz.id}/answers/grade/`, { question_id: 'two', group_id: found?.answer?.group_id, points: given });
  expect(await faultsOf(grade(-1.01))).toEqual(['points out_of_range']);
  expect((await expectStatus(200, grade(-1))).body).toEqual({ graded: 1, skipped: 0, remaining: 0 });
  expect((await staff.review(quiz, learner.enrollmentId)).attempts).toMatchObject([
    { score_points: 3, questions: [RULE, RULE, RULE, OWN].map((answer_points, index) => ({ answer_points, given_points: index < 2 ? -1 : null })) },
  ]);
  const { rows } = await app.database.pool.query(
    `select after -> 'question_points' as given from audit_log where object_id = $1 and action = 'grade.updated' order by id`,
    [learner.enrollmentId],
  );
  expect(rows).toMatchObject([{ given: [{ points: -1 }] }, { given: [{ points: -1 }, { points: -1 }] }]);
});

test('a regrade takes and gives the points of wrong and right answers, and none to empty ones', async () => {
  const quiz = await newQuiz({ allow_negative: true });
  await attempt(learner.browser, quiz, answers(true, false, null, true));
  const path = lessonPath(quiz);
  const { body: read } = await expectStatus(200, school.agent('get', path));
  const questions = read.content.questions.map((question: Row) => ({ ...question, correct: false }));
  await expectStatus(200, school.agent('patch', path, { updated_at: read.updated_at, content: { ...read.content, questions } }));
  await course.configure(quiz, { regrade: ['one', 'two', 'three'].map((question_id) => ({ question_id, mode: 'new_key' })) });
  await app.mailbox.runJobs();
  const results = [-1, 3, 0, 2].map((points) => ({ points }));
  expect((await progressIn(learner.browser, quiz)).body.attempts).toMatchObject([{ score_points: 4, max_points: 11, results }]);
  expect(await course.cell(learner, quiz)).toMatchObject({ score: 4 });
});
