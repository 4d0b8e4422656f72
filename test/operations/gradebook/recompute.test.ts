import { startTestApp, type TestApp } from '../../support/app.ts';
import { atOnce } from '../../support/at-once.ts';
import { newGradedCourse, takeQuiz } from '../../support/gradebook.ts';
import { runTask } from '../../support/jobs.ts';
import { newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
afterAll(() => app.close());

test('a learner who is deleted while grades are computed is left out, and the others get theirs', async () => {
  const course = await newGradedCourse(app, school);
  const quiz = await course.quiz(10);
  const [stays, goes] = [await course.enrolled(), await course.enrolled()];
  await takeQuiz(stays, quiz, true);
  const payload = { organisation_id: school.organisation.id, course_id: course.courseId };
  await atOnce(app, `delete from enrollments where id = '${goes.enrollmentId}'`, [() => runTask(app, 'compute_gradebook', payload)]);
  const { rows } = await app.database.pool.query(`select last_error from graphile_worker.jobs where last_error is not null`);
  expect(rows).toEqual([]);
  const { results } = await course.grid();
  expect(results.map(({ enrollment_id, current }) => [enrollment_id, current?.percent])).toEqual([[stays.enrollmentId, 100]]);
});
