import { startTestApp } from '../../support/app.ts';
import { expectStatus, PASSWORD } from '../../support/browser.ts';
import { exportOf } from '../../support/data-export.ts';
import { newGradedCourse } from '../../support/gradebook.ts';
import { runTask } from '../../support/jobs.ts';
import { newColleague, newSchool } from '../../support/school.ts';

test('a grader finds the lessons in the data export, and is gone from them when the account is erased', async () => {
  const app = await startTestApp();
  const school = await newSchool(app);
  const [one, other] = [await newColleague(app, school), await newColleague(app, school)];
  const graded = await newGradedCourse(app, school);
  const essay = await graded.assignment(10);
  const graders = [{ user_id: one.id, share: 3 }, { user_id: other.id }];
  await expectStatus(200, school.browser.call('put', `${graded.path}lessons/${essay.id}/graders/`, { graders }));
  const exported = await exportOf(app, one.browser);
  expect(JSON.parse(exported['graded-lessons.json'] ?? '')).toMatchObject([
    { organisation_id: school.organisation.id, lesson_id: essay.id, cohort_id: null, share: 3 },
  ]);
  await expectStatus(202, one.browser.call('post', 'me/delete/', { password: PASSWORD }));
  app.clock.advance(15 * 24 * 3_600_000);
  await runTask(app, 'erase_users');
  const { rows } = await app.database.pool.query('select user_id from gradebook_graders where lesson_id = $1', [essay.id]);
  expect(rows).toEqual([{ user_id: other.id }]);
  await app.close();
});
