import { type IssuingTools, issueCertificate } from '../../../src/domain/certificates/issuing/issue.ts';
import { systemActor } from '../../../src/domain/kernel/caller.ts';
import { startTestApp, type TestApp, withPorts } from '../../support/app.ts';
import { MANY } from '../../support/at-once.ts';
import { expectStatus } from '../../support/browser.ts';
import { type AwardingCourse, newAwardingCourse, ownCertificates } from '../../support/certificates.ts';
import { newGradedCourse, takeQuiz } from '../../support/gradebook.ts';
import { runJobsAfter, runTask } from '../../support/jobs.ts';
import { refusalOf, report } from '../../support/learner.ts';
import { enrollMany, newLearner, newSchool, type School } from '../../support/school.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';

let app: TestApp;
let receiver: WebhookReceiver;
let school: School;
/** A school with an endpoint for the events of certificates. */
let listening: School;
/** A course with certificates in which tests enroll learners, and change nothing else. */
let awarding: AwardingCourse;
let tools: IssuingTools;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  app = await startTestApp(
    (services) => {
      const changed = withPorts({ publicPost: receiver.post })(services);
      tools = { ...changed.ports, base: 'http://app.example.org' };
      return changed;
    },
    { idle: ['make_badge'] },
  );
  [school, listening] = [await newSchool(app), await newSchool(app)];
  awarding = await newAwardingCourse(app, school);
  const event_types = ['certificate.issued', 'certificate.revoked', 'certificate.expired'];
  await expectStatus(201, listening.browser.call('post', 'integrations/webhooks/', { url: receiver.url, event_types }));
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

const issuedTo = async (enrollmentId: string): Promise<number> =>
  Number((await app.database.pool.query('select count(*)::int as count from certificates where enrollment_id = $1', [enrollmentId])).rows[0].count);

test('completing the last lesson issues a certificate without the learner waiting for it, tells them by email, and publishes an event', async () => {
  const course = await newAwardingCourse(
    app,
    listening,
    { hours: 'stated', validity_months: 12 },
    { estimated_duration_minutes: 90, timezone: 'Europe/Berlin' },
  );
  const learner = await course.enrolled('Zoë Müller-Çelik');
  await app.mailbox.read(learner.email);
  receiver.received.splice(0);
  await course.complete(learner);
  expect(await ownCertificates(learner.browser)).toEqual([]);
  const mails = await app.mailbox.read(learner.email);
  expect(mails.map(({ subject }) => subject)).toContain('Your certificate for The Unix Shell');
  const [certificate] = await ownCertificates(learner.browser);
  expect(certificate).toMatchObject({
    status: 'valid',
    name: 'Zoë Müller-Çelik',
    course_title: 'The Unix Shell',
    organisation_name: 'Academy',
    enrollment_id: learner.enrollmentId,
    hours: 2,
    grade: null,
    version: 1,
    cycle: 1,
    serial: expect.stringMatching(/^([2-9A-HJKMNP-Z]{4}-){3}[2-9A-HJKMNP-Z]{4}$/),
    url: `http://app.example.org/certificates/${certificate?.serial}`.replace('app.example.org', new URL(String(certificate?.url)).host),
    linkedin_url: expect.stringContaining(`certId=${certificate?.serial}`),
  });
  expect(new Date(String(certificate?.expires_at)).toLocaleTimeString('en-GB', { timeZone: 'Europe/Berlin' })).toBe('23:59:59');
  const events = receiver.received.map(({ body }) => JSON.parse(body)).filter(({ type }) => type === 'certificate.issued');
  expect(events).toEqual([expect.objectContaining({ data: expect.objectContaining({ serial: certificate?.serial, enrollment_id: learner.enrollmentId }) })]);
});

test('each certificate of a backfill has an event and a notice of its own', async () => {
  const course = await newAwardingCourse(app, listening);
  const learners = [await course.enrolled('Mina'), await course.enrolled('Otto'), await course.enrolled('Zoë')];
  await app.database.pool.query('update enrollments set completed_at = now() where course_id = $1', [course.id]);
  await app.mailbox.runJobs();
  receiver.received.splice(0);
  expect(await course.backfill()).toMatchObject({ issued: 3 });
  const told = receiver.received.map(({ body }) => JSON.parse(body)).map(({ type, data }) => [type, data.enrollment_id, data.user.name, data.course.id]);
  const expected = learners.map(({ enrollmentId }, index) => ['certificate.issued', enrollmentId, ['Mina', 'Otto', 'Zoë'][index], course.id]);
  expect(told.sort()).toEqual(expected.sort());
  for (const { email } of learners)
    expect((await app.mailbox.read(email)).filter(({ subject }) => subject === 'Your certificate for The Unix Shell')).toHaveLength(1);
});

test('of many runs at once, one issues the certificate', async () => {
  const learner = await awarding.enrolled();
  await app.database.pool.query('update enrollments set completed_at = now() where id = $1', [learner.enrollmentId]);
  const { id: organisationId } = school.organisation;
  const { enrollmentId } = learner;
  await Promise.all(Array.from({ length: MANY }, () => issueCertificate(tools, { organisationId, enrollmentId }, systemActor(organisationId))));
  expect(await issuedTo(enrollmentId)).toBe(1);
});

test('previews, staff, revoked enrollments and courses without certificates earn none, and switching certificates on issues none', async () => {
  const off = await newAwardingCourse(app, school, { is_enabled: false });
  const learner = await off.enrolled();
  const [staff, preview, revoked] = await enrollMany(app, school.organisation.id, awarding.id, 3);
  const { pool } = app.database;
  await pool.query(
    `with staff as (update memberships set role = 'creator' where user_id = (select user_id from enrollments where id = $1))
     update enrollments set completed_at = now(), source = case id when $2 then 'preview' else source end, revoked_at = case id when $3 then now() end
       where id in ($1, $2, $3)`,
    [staff, preview, revoked],
  );
  for (const enrollmentId of [staff, preview, revoked] as string[]) {
    await runTask(app, 'issue_certificate', { organisation_id: school.organisation.id, enrollment_id: enrollmentId });
    expect(await issuedTo(enrollmentId)).toBe(0);
  }
  await off.complete(learner);
  await app.mailbox.runJobs();
  await off.settings();
  await app.mailbox.runJobs();
  expect(await issuedTo(learner.enrollmentId)).toBe(0);
});

test('a required grade must be reached, posted and final', async () => {
  const graded = await newGradedCourse(app, school);
  const path = `courses/${graded.courseId}/certificate-settings/`;
  await expectStatus(200, school.browser.call('put', path, { is_enabled: true, requires_completion: false, min_grade_percent: 60, shows_grade: true }));
  const [essay, other] = [await graded.assignment(40), await graded.assignment(10)];
  const learner = await newLearner(app, school.organisation.id, graded.courseId);
  const conditions = async () => (await expectStatus(200, learner.browser.call('get', `me/courses/${graded.courseId}/certificate/`))).body.conditions[0];
  expect(await conditions()).toMatchObject({ kind: 'grade', is_met: false, required: 60 });
  for (const one of [essay, other]) await expectStatus(200, report(learner.browser, one, { event: 'assignment_submitted', submission: { text: 'My work' } }));
  await graded.grade(learner, essay, { score: 40 });
  await runJobsAfter(app, 300);
  expect(await conditions()).toMatchObject({ is_met: false });
  expect(await issuedTo(learner.enrollmentId)).toBe(0);
  await graded.grade(learner, other, { score: 5 });
  await runJobsAfter(app, 300);
  expect(await conditions()).toEqual({ kind: 'grade', is_met: true, required: 60, actual: 90 });
  expect((await ownCertificates(learner.browser))[0]).toMatchObject({ grade: '90 %' });
  await graded.grade(learner, essay, { score: 0 });
  await runJobsAfter(app, 300);
  expect((await ownCertificates(learner.browser))[0]).toMatchObject({ status: 'valid', grade: '90 %' });
});

test('a grade that is not posted earns nothing', async () => {
  const graded = await newGradedCourse(app, school);
  await graded.settings({ posting: 'manual' });
  const path = `courses/${graded.courseId}/certificate-settings/`;
  await expectStatus(200, school.browser.call('put', path, { is_enabled: true, requires_completion: false, min_grade_percent: 1 }));
  const quiz = await graded.quiz(10);
  const learner = await newLearner(app, school.organisation.id, graded.courseId);
  await takeQuiz(learner, quiz, true);
  await runTask(app, 'issue_certificate', { organisation_id: school.organisation.id, enrollment_id: learner.enrollmentId });
  expect(await issuedTo(learner.enrollmentId)).toBe(0);
});

test('a quiz without points, which nobody has to grade, keeps no certificate waiting', async () => {
  const graded = await newGradedCourse(app, school);
  const path = `courses/${graded.courseId}/certificate-settings/`;
  await expectStatus(200, school.browser.call('put', path, { is_enabled: true, requires_completion: false, min_grade_percent: 60 }));
  const [quiz, survey] = [await graded.quiz(10), await graded.quiz(0)];
  const learner = await newLearner(app, school.organisation.id, graded.courseId);
  for (const one of [survey, quiz]) await takeQuiz(learner, one, true);
  await runTask(app, 'issue_certificate', { organisation_id: school.organisation.id, enrollment_id: learner.enrollmentId });
  expect(await issuedTo(learner.enrollmentId)).toBe(1);
});

test('required attendance is awarded after a meeting has closed, also when no jobs ran for hours, and the certificate can show its hours', async () => {
  const course = await newAwardingCourse(app, school, { requires_completion: false, min_attendance_percent: 50, hours: 'attended' });
  const [first, second] = await enrollMany(app, school.organisation.id, course.id, 2);
  const { pool } = app.database;
  await runTask(app, 'award_attendance');
  await pool.query(
    `with slot as (insert into attendance_slots (organisation_id, id, course_id, is_for_cohort, first_date, last_date, every_weeks, start_time, end_time, exceptions)
        values ($1, $2, $2, false, current_date, current_date, 1, '00:00', '00:01', '[]')),
      meeting as (insert into attendance_meetings (organisation_id, id, course_id, slot_id, date, starts_at, ends_at, is_cancelled, closed_at)
        values ($1, $2, $2, $2, current_date, now() - interval '160 minutes', now() - interval '1 hour', false, now()))
     insert into attendance_records (organisation_id, course_id, enrollment_id, meeting_id, is_expected, person_status, person_at, person_method)
       select $1, $2, id, $2, true, status, now(), 'manual' from unnest($3::uuid[], array['present', 'absent']) learner (id, status)`,
    [school.organisation.id, course.id, [first, second]],
  );
  app.clock.advance(10 * 3600_000);
  await runTask(app, 'award_attendance');
  expect([await issuedTo(first as string), await issuedTo(second as string)]).toEqual([1, 0]);
  const { rows } = await pool.query(
    `select (v.contents ->> 'hours')::int as hours from certificates c join certificate_versions v on v.certificate_id = c.id where c.enrollment_id = $1`,
    [first],
  );
  expect(rows).toEqual([{ hours: 2 }]);
});

test('a learner sees which conditions are missing, and sets the printed name until the certificate is issued', async () => {
  const course = await newAwardingCourse(app, school, { min_grade_percent: 50, min_attendance_percent: 80 });
  const learner = await course.enrolled('Mina 🦋');
  const path = `me/courses/${course.id}/certificate/`;
  expect((await expectStatus(200, learner.browser.call('get', path))).body).toEqual({
    is_enabled: true,
    name: 'Mina 🦋',
    unprintable_letters: ['🦋'],
    conditions: [
      { kind: 'lessons', is_met: false, required: 1, actual: 0 },
      { kind: 'grade', is_met: false, required: 50, actual: null },
      { kind: 'attendance', is_met: false, required: 80, actual: null },
      { kind: 'name', is_met: false, required: null, actual: null },
    ],
    certificate: null,
  });
  await course.settings();
  await course.complete(learner);
  await app.mailbox.runJobs();
  expect(await issuedTo(learner.enrollmentId)).toBe(0);
  await expectStatus(200, learner.browser.call('put', path, { name: 'Mina Farouk' }));
  await app.mailbox.runJobs();
  expect((await expectStatus(200, learner.browser.call('get', path))).body).toMatchObject({ name: 'Mina Farouk', certificate: { name: 'Mina Farouk' } });
  expect(await refusalOf(learner.browser.call('put', path, { name: 'Another' }))).toEqual([409, 'certificate_issued']);
});

test('nobody sees the conditions of a course that they are not enrolled in, or that does not exist', async () => {
  const member = await newLearner(app, school.organisation.id, school.courseId);
  for (const method of ['get', 'put'] as const) {
    const body = method === 'put' ? { name: 'A' } : undefined;
    expect(await refusalOf(member.browser.call(method, `me/courses/${awarding.id}/certificate/`, body))).toEqual([403, 'not_enrolled']);
    expect(await refusalOf(member.browser.call(method, 'me/courses/x/certificate/', body))).toEqual([404, 'not_found']);
  }
});

test('settings are kept with their defaults, and recorded in the audit log', async () => {
  const { id } = await school.newCourse();
  const path = `courses/${id}/certificate-settings/`;
  expect((await expectStatus(200, school.browser.call('get', path))).body).toMatchObject({ is_enabled: false, design: 'classic', updated_at: null });
  const { body } = await expectStatus(200, school.browser.call('put', path, { is_enabled: true, design: 'modern', reminder_days: [30, 7] }));
  expect(body).toMatchObject({ is_enabled: true, design: 'modern', paper: 'a4', reminder_days: [30, 7], updated_at: expect.any(String) });
  expect((await school.browser.call('get', path)).body).toEqual(body);
  const { results } = (await school.browser.call('get', 'audit-log/?action=certificate')).body;
  expect(results[0]).toMatchObject({
    action: 'certificate.settings_updated',
    object_id: id,
    before: { is_enabled: false, design: 'classic' },
    after: { design: 'modern' },
  });
  expect((await school.browser.call('put', path, { is_enabled: true, color: 'red', reminder_days: [0] })).status).toBe(400);
});
