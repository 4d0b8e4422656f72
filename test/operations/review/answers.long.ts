import type { Shape } from '../../../src/domain/kernel/contract.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { takesAtMost } from '../../support/bound.ts';
import { expectStatus } from '../../support/browser.ts';
import { type GradedCourse, newGradedCourse } from '../../support/gradebook.ts';
import { attempt } from '../../support/grading.ts';
import { type Enrolled, open } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { type Reviewing, reviewing } from '../../support/review.ts';
import { enrollMany, newSchool, type School } from '../../support/school.ts';

takesAtMost(60);

let app: TestApp;
let school: School;
let course: GradedCourse;
let staff: Reviewing;
let quiz: Row;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
beforeEach(async () => {
  course = await newGradedCourse(app, school);
  staff = reviewing(app, school, course);
  quiz = await course.quiz(1, { questions: [{ type: 'essay', id: 'e', prompt: 'Why?', points: 5 }] });
});
afterAll(() => app.close());

const answered = async (text: string): Promise<Enrolled> => {
  const learner = await course.enrolled();
  await open(learner.browser, quiz);
  await attempt(learner.browser, quiz, [{ question_id: 'e', text }]);
  return learner;
};
const answers = async (query = ''): Promise<Shape<'ReviewItem'>[]> => (await staff.queue(quiz, `?question_id=e${query}`)).results;
const grade = (body: object) => school.browser.call('post', `${course.path}lessons/${quiz.id}/answers/grade/`, { question_id: 'e', points: 4, ...body });

test('fifty answers are graded at once, and the response tells how many remain', async () => {
  const { enrollmentId } = await answered('So');
  const others = await enrollMany(app, school.organisation.id, course.courseId, 51);
  await app.database.pool.query(
    `insert into quiz_attempts (organisation_id, id, enrollment_id, lesson_id, number, quiz, answers, started_at, submitted_at, score_points, max_points,
       score_percent, needs_grading, results, posted_at)
     select organisation_id, gen_random_uuid(), other.id, lesson_id, 1, quiz, answers, started_at, submitted_at, score_points, max_points, score_percent,
       needs_grading, results, posted_at from quiz_attempts cross join unnest($1::uuid[]) other (id) where enrollment_id = $2`,
    [others, enrollmentId],
  );
  const group_id = (await answers('&page_size=1'))[0]?.answer?.group_id;
  expect((await expectStatus(200, grade({ group_id }))).body).toEqual({ graded: 50, skipped: 0, remaining: 2 });
  expect((await expectStatus(200, grade({ group_id }))).body).toEqual({ graded: 2, skipped: 0, remaining: 0 });
});
