import { startTestApp, type TestApp } from '../../support/app.ts';
import { takesAtMost } from '../../support/bound.ts';
import { expectStatus } from '../../support/browser.ts';
import { newGradedCourse } from '../../support/gradebook.ts';
import { newAnsweredQuiz } from '../../support/review.ts';
import { enrollMany, newSchool } from '../../support/school.ts';

takesAtMost(60);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('fifty answers are graded at once, and the response tells how many remain', async () => {
  const school = await newSchool(app);
  const course = await newGradedCourse(app, school);
  const { answered, answers, grade } = await newAnsweredQuiz(app, school, course);
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
