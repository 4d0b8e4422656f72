import type { Shape } from '../../../src/domain/kernel/contract.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus, newUser, PASSWORD, type TestUser } from '../../support/browser.ts';
import { exportOf } from '../../support/data-export.ts';
import { type GradedCourse, handIn, newGradedCourse, takeQuiz } from '../../support/gradebook.ts';
import { runTask } from '../../support/jobs.ts';
import { userId } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
let course: GradedCourse;
beforeEach(async () => {
  app = await startTestApp();
  school = await newSchool(app);
  course = await newGradedCourse(app, school);
});
afterEach(() => app.close());

const read = async ({ browser }: Pick<TestUser, 'browser'>) => {
  const files = await exportOf(app, browser);
  return (name: string): Row[] => JSON.parse(files[`${name}.json`] ?? '[]');
};
const aliasesIn = async (lesson: Row) => (await course.grid(`?lesson_id=${lesson.id}`)).results as [Shape<'GradebookRow'>];

test('a learner exports posted grades, comments, points of questions and overrides of their own, and a regrade shows in them', async () => {
  const [essay, hidden, quiz] = [await course.assignment(10), await course.assignment(10), await course.quiz(10)];
  const [learner, other] = [await course.enrolled(), await course.enrolled()];
  await handIn(learner, essay);
  await takeQuiz(learner, quiz, false);
  await course.grade(learner, essay, { score: 7, comment: { text: 'Well done' } });
  await course.grade(other, essay, { score: 3, comment: { text: 'For the other' } });
  await course.configure(hidden, { posting: 'manual' });
  await course.grade(learner, hidden, { score: 1, comment: { text: 'Not yet' } });
  await course.grade(learner, quiz, { question_points: [{ question_id: 'q', points: 2.5 }] });
  await course.configure(essay, { overrides: [{ enrollment_id: learner.enrollmentId, due: { kind: 'date', date: '2090-01-01', time: '12:00' } }] });
  await course.configure(quiz, { regrade: [{ question_id: 'q', mode: 'full_points' }] });
  await app.mailbox.runJobs();
  const section = await read(learner);
  expect(section('grades').filter(({ lesson_id }) => lesson_id !== quiz.id)).toMatchObject([
    { enrollment_id: learner.enrollmentId, lesson_id: essay.id, score: 7 },
  ]);
  expect(section('grade-comments')).toMatchObject([{ enrollment_id: learner.enrollmentId, text: 'Well done' }]);
  expect(section('quiz-attempts')).toMatchObject([{ score_points: 2.5, given_points: { q: 2.5 } }]);
  expect(JSON.stringify(section('lesson-overrides'))).toContain('2090-01-01');
  expect(section('grading-aliases')).toEqual([]);
});

test('an alias is exported to its learner only after posting, and until then graders export their comments by alias', async () => {
  const essay = await course.assignment(10);
  await course.configure(essay, { anonymous_grading: true });
  const learner = await course.enrolled();
  await handIn(learner, essay);
  const [{ enrollment_id: alias }] = await aliasesIn(essay);
  const path = `${course.path}grades/${alias}/${essay.id}/`;
  await expectStatus(200, school.browser.call('put', path, { updated_at: null, score: 5, comment: { text: 'By alias' } }));
  const comment = async () => (await read(school))('grade-comments').find(({ text }) => text === 'By alias');
  expect(await comment()).toMatchObject({ enrollment_id: alias });
  expect((await read(learner))('grading-aliases')).toEqual([]);
  await course.configure(essay, { anonymous_grading: true, posted: true });
  expect(await comment()).toMatchObject({ enrollment_id: learner.enrollmentId });
  expect((await read(learner))('grading-aliases')).toMatchObject([{ id: alias, enrollment_id: learner.enrollmentId, lesson_id: essay.id }]);
});

test('erasing a learner deletes what was written to them, and erasing a grader leaves the grades without their name', async () => {
  const essay = await course.assignment(10);
  const [gone, stays, grader] = [await course.enrolled(), await course.enrolled(), await newUser(app)];
  const graderId = await userId(app, grader);
  await app.database.db.insertInto('memberships').values({ organisation_id: school.organisation.id, user_id: graderId, role: 'creator' }).execute();
  await app.database.pool.query(`update users set name = 'Grader Gone' where id = $1`, [graderId]);
  grader.browser.headers['X-Organisation'] = school.organisation.id;
  for (const { enrollmentId } of [gone, stays]) {
    const body = { updated_at: null, score: 6, comment: { text: `To ${enrollmentId}` } };
    await expectStatus(200, grader.browser.call('put', `${course.path}grades/${enrollmentId}/${essay.id}/`, body));
  }
  for (const { browser } of [gone, grader]) await expectStatus(202, browser.call('post', 'me/delete/', { password: PASSWORD }));
  app.clock.advance(15 * 24 * 3_600_000);
  await runTask(app, 'erase_users');
  await expectStatus(200, school.browser.call('post', 'auth/login/', { email: school.email, password: PASSWORD }));
  expect(await course.cell(stays, essay)).toMatchObject({ score: 6, graded_by: null, comments: [{ text: `To ${stays.enrollmentId}` }] });
  expect(await course.cell(gone, essay)).toMatchObject({ score: 6, comments: [] });
  const everything = JSON.stringify([await course.grid(), await course.learner(stays), await course.learner(gone)]);
  for (const name of ['Grader Gone', grader.email, gone.email]) expect(everything).not.toContain(name);
});
