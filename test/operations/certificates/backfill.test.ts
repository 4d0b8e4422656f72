import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { newAwardingCourse, ownCertificates } from '../../support/certificates.ts';
import { faultsOf, refusalOf } from '../../support/learner.ts';
import { enrollMany, newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
afterAll(() => app.close());

const certificatesOf = async (courseId: string): Promise<number> =>
  Number((await app.database.pool.query('select count(*)::int as count from certificates where course_id = $1', [courseId])).rows[0].count);

test('a backfill issues certificates to those who met the conditions before, a dry run to nobody, and a second run nothing twice', async () => {
  const course = await newAwardingCourse(app, school);
  const ids = await enrollMany(app, school.organisation.id, course.id, 205);
  const { pool } = app.database;
  await pool.query('update enrollments set completed_at = now() where id = any($1::uuid[])', [ids.slice(0, 203)]);
  await pool.query(`update users set name = 'Zoë 🦋' where id = (select user_id from enrollments where id = $1)`, [ids[0]]);
  const expected = { status: 'finished', total: 205, processed: 205, issued: 202, already_issued: 0, not_due: 2, unprintable: 1 };
  const names = [{ enrollment_id: ids[0], name: 'Zoë 🦋', letters: ['🦋'] }];
  expect(await course.backfill({ dry_run: true })).toMatchObject({ ...expected, is_dry_run: true, unprintable_names: names });
  expect(await certificatesOf(course.id)).toBe(0);
  expect(await course.backfill()).toMatchObject({ ...expected, is_dry_run: false, unprintable_names: names });
  expect(await certificatesOf(course.id)).toBe(202);
  expect(await course.backfill()).toMatchObject({ issued: 0, already_issued: 202, unprintable: 1 });
  expect(await certificatesOf(course.id)).toBe(202);
  const { rows } = await pool.query(
    `select count(distinct (status_list, status_index))::int as count from certificate_versions v
     where exists (select from certificates c where c.id = v.certificate_id and c.course_id = $1)`,
    [course.id],
  );
  expect(rows[0].count).toBe(202);
});

test('a run that was interrupted continues where it stopped', async () => {
  const course = await newAwardingCourse(app, school);
  const ids = (await enrollMany(app, school.organisation.id, course.id, 3)).sort();
  const { pool } = app.database;
  await pool.query('update enrollments set completed_at = now() where id = any($1::uuid[])', [ids]);
  await expectStatus(202, school.browser.call('post', `${course.path}backfill/`, {}));
  await pool.query(`update certificate_backfills set status = 'running', after_id = $2, processed = 2 where course_id = $1`, [course.id, ids[1]]);
  await app.mailbox.runJobs();
  expect((await school.browser.call('get', `${course.path}backfill/`)).body).toMatchObject({ status: 'finished', processed: 3, issued: 1 });
  expect(await certificatesOf(course.id)).toBe(1);
});

test('a corrected name is issued again under the same number, with a reason that the audit log keeps, and a revoked certificate is then valid', async () => {
  const course = await newAwardingCourse(app, school);
  const { learner, certificate } = await course.certified('Mina Faruk');
  await expectStatus(200, school.browser.call('post', `certificates/${certificate.id}/revoke/`, { reason: 'A wrong name.' }));
  await app.database.pool.query(`update users set name = 'Mina Farouk' where id = $1`, [learner.id]);
  const path = `${course.path}backfill/`;
  expect(await faultsOf(school.browser.call('post', path, { reissue: true }))).toEqual(['enrollment_ids required', 'reason required']);
  const options = { enrollment_ids: [learner.enrollmentId], reissue: true, reason: 'Corrected name' };
  expect(await course.backfill({ ...options, dry_run: true })).toMatchObject({ reissued: 1, total: 1 });
  expect(await course.backfill(options)).toMatchObject({ reissued: 1, issued: 0 });
  const { issued_at, completed_on, serial } = certificate;
  expect(await ownCertificates(learner.browser)).toEqual([
    expect.objectContaining({ name: 'Mina Farouk', version: 2, status: 'valid', revoked_at: null, serial, issued_at, completed_on }),
  ]);
  const { rows } = await app.database.pool.query('select version, name from certificate_versions where certificate_id = $1 order by version', [certificate.id]);
  expect(rows).toEqual([
    { version: 1, name: 'Mina Faruk' },
    { version: 2, name: 'Mina Farouk' },
  ]);
  const { results } = (await school.browser.call('get', 'audit-log/?action=certificate.reissued')).body;
  expect(results[0]).toMatchObject({ object_id: certificate.id, actor_id: school.id, after: { version: 2, reason: 'Corrected name' } });
});

test('only one run of a course is under way, and only where certificates are enabled', async () => {
  const course = await newAwardingCourse(app, school);
  const path = `${course.path}backfill/`;
  expect(await refusalOf(school.browser.call('get', path))).toEqual([404, 'not_found']);
  const answers = await Promise.all(Array.from({ length: 5 }, () => school.browser.call('post', path, {})));
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409, 409]);
  const backfill_id = answers.find(({ status }) => status === 202)?.body.id;
  for (const { status, body } of answers) if (status === 409) expect(body).toMatchObject({ code: 'backfill_under_way', backfill_id });
  await course.settings({ is_enabled: false });
  expect(await refusalOf(school.browser.call('post', path, {}))).toEqual([409, 'certificates_disabled']);
  await app.mailbox.runJobs();
});
