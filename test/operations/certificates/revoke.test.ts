import { startTestApp, type TestApp } from '../../support/app.ts';
import { type AwardingCourse, newAwardingCourse, verify } from '../../support/certificates.ts';
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
  await school.browser.call('post', 'integrations/webhooks/', { url: 'https://hooks.example.org/', event_types: ['certificate.revoked'] });
});
afterAll(() => app.close());

test('staff revoke a certificate with a reason, which only they and the learner learn, and it keeps its number', async () => {
  const { learner, certificate } = await course.certified();
  await app.mailbox.read(learner.email);
  const path = `certificates/${certificate.id}/revoke/`;
  const [one, other] = await Promise.all([
    school.browser.call('post', path, { reason: 'The work was not their own.' }),
    school.browser.call('post', path, { reason: 'The work was not their own.' }),
  ]);
  expect([one.status, other.status]).toEqual([200, 200]);
  expect(one.body).toMatchObject({ status: 'revoked', serial: certificate.serial, revoked_at: other.body.revoked_at });
  const mails = await app.mailbox.read(learner.email);
  expect(mails.filter(({ subject }) => subject?.includes('revoked'))).toHaveLength(1);
  expect(mails[0]?.text).toContain('The work was not their own.');
  const { rows: events } = await app.database.pool.query(
    `select from webhook_events e where type = 'certificate.revoked' and to_jsonb(e)::text like '%' || $1 || '%'`,
    [certificate.id],
  );
  expect(events).toHaveLength(1);
  const { body } = await verify(app, String(certificate.serial));
  expect(body).toMatchObject({ status: 'revoked', name: null, course_title: 'The Unix Shell' });
  expect(JSON.stringify(body)).not.toContain('their own');
  expect(await refusalOf(learner.browser.call('get', `me/certificates/${certificate.id}/download/`))).toEqual([409, 'certificate_revoked']);
  expect(await refusalOf(learner.browser.call('post', path, { reason: 'x' }))).toEqual([403, 'permission_denied']);
  const other_ = await newSchool(app);
  expect(await refusalOf(other_.browser.call('post', path, { reason: 'x' }))).toEqual([404, 'not_found']);
  const audit = (await school.browser.call('get', 'audit-log/?action=certificate.revoked')).body.results;
  expect(audit.filter((entry: { object_id: string }) => entry.object_id === certificate.id)).toEqual([
    expect.objectContaining({ after: expect.objectContaining({ reason: 'The work was not their own.' }) }),
  ]);
});

test('a certificate is revoked with the enrollment only if the settings say so', async () => {
  const strict = await newAwardingCourse(app, school, { revokes_with_enrollment: true });
  for (const [of, status] of [
    [course, 'valid'],
    [strict, 'revoked'],
  ] as const) {
    const { learner, certificate } = await of.certified();
    await app.database.pool.query('update enrollments set revoked_at = now() where id = $1', [learner.enrollmentId]);
    await runTask(app, 'revoke_certificates', { organisation_id: school.organisation.id, enrollment_id: learner.enrollmentId });
    expect((await verify(app, String(certificate.serial))).body.status).toBe(status);
  }
});
