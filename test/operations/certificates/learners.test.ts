import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { newAwardingCourse, ownCertificates } from '../../support/certificates.ts';
import type { Row } from '../../support/organisation.ts';
import { newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
afterAll(() => app.close());

test('the list of learners shows the newest certificate of each, and can be limited to those with a status or without one', async () => {
  const course = await newAwardingCourse(app, school);
  const [valid, revoked, expired, renewed] = [
    await course.certified('Valid'),
    await course.certified('Revoked'),
    await course.certified('Expired'),
    await course.certified('Renewed'),
  ];
  const none = await course.enrolled('None');
  await expectStatus(200, school.browser.call('post', `certificates/${revoked.certificate.id}/revoke/`, { reason: 'A mistake.' }));
  await app.database.pool.query(`update certificates set issued_at = '2020-01-01', expires_at = '2021-01-01' where id = any($1::uuid[])`, [
    [expired.certificate.id, renewed.certificate.id],
  ]);
  expect(await course.backfill({ renew: true, enrollment_ids: [renewed.learner.enrollmentId] })).toMatchObject({ issued: 1 });
  const [newest] = await ownCertificates(renewed.learner.browser);
  const listed = async (query = '') =>
    (await expectStatus(200, school.browser.call('get', `courses/${course.id}/learners/?ordering=enrolled_at${query}`))).body as {
      count: number;
      results: Row[];
    };
  const all = await listed();
  expect(all.results.map(({ user, certificate }) => [(user as { name: string }).name, certificate && (certificate as Row).status])).toEqual([
    ['Valid', 'valid'],
    ['Revoked', 'revoked'],
    ['Expired', 'expired'],
    ['Renewed', 'valid'],
    ['None', null],
  ]);
  const { id, serial, issued_at } = valid.certificate;
  expect(all.results[0]?.certificate).toEqual({ id, serial, status: 'valid', issued_at, expires_at: null, revoked_at: null });
  expect(all.results[3]?.certificate).toMatchObject({ id: newest?.id, serial: newest?.serial });
  const idsWith = async (certificate: string) => {
    const { count, results } = await listed(`&certificate=${certificate}`);
    expect(count).toBe(results.length);
    return results.map(({ enrollment_id }) => enrollment_id);
  };
  expect(await idsWith('valid')).toEqual([valid.learner.enrollmentId, renewed.learner.enrollmentId]);
  expect(await idsWith('revoked')).toEqual([revoked.learner.enrollmentId]);
  expect(await idsWith('expired')).toEqual([expired.learner.enrollmentId]);
  expect(await idsWith('none')).toEqual([none.enrollmentId]);
});
