import { startTestApp, type TestApp } from '../../support/app.ts';
import { type AwardingCourse, newAwardingCourse, verify } from '../../support/certificates.ts';
import { exportOf } from '../../support/data-export.ts';
import { runTask } from '../../support/jobs.ts';
import { refusalOf } from '../../support/learner.ts';
import { newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
let course: AwardingCourse;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
  course = await newAwardingCourse(app, school);
});
afterAll(() => app.close());

test('the data export has certificates with all versions, and after the account is deleted the name is withheld', async () => {
  const { learner, certificate } = await course.certified('Mina Farouk');
  const files = await exportOf(app, learner.browser);
  expect(JSON.parse(files['certificates.json'] ?? '[]')).toEqual([expect.objectContaining({ name: 'Mina Farouk', version: 1 })]);
  await app.database.pool.query(`update users set deletion_due_at = now() - interval '1 day' where id = $1`, [learner.id]);
  await runTask(app, 'erase_users');
  expect((await verify(app, String(certificate.serial))).body).toMatchObject({ status: 'valid', name: null, grade: null });
  expect(await refusalOf(school.browser.call('get', `me/certificates/${certificate.id}/download/`))).toEqual([409, 'certificate_revoked']);
});
