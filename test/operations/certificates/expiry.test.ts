import { startTestApp, type TestApp } from '../../support/app.ts';
import { newAwardingCourse, verify } from '../../support/certificates.ts';
import { runTask } from '../../support/jobs.ts';
import { newSchool, type School } from '../../support/school.ts';

const DAY_MS = 24 * 3600_000;

let app: TestApp;
let school: School;
beforeEach(async () => {
  app = await startTestApp();
  school = await newSchool(app);
  await school.browser.call('post', 'integrations/webhooks/', { url: 'https://hooks.example.org/', event_types: ['certificate.expired'] });
});
afterEach(() => app.close());

test('learners are reminded before their certificate expires, once for each day set, and told when it has expired', async () => {
  const expiring = await newAwardingCourse(app, school, { validity_months: 1, reminder_days: [7, 1] });
  const { learner, certificate } = await expiring.certified();
  const expires = Date.parse(String(certificate.expires_at));
  const told = async (at: number) => {
    app.clock.time = at;
    await runTask(app, 'expire_certificates');
    await runTask(app, 'expire_certificates');
    return (await app.mailbox.read(learner.email)).map(({ subject }) => subject).filter((subject) => subject?.includes('expire'));
  };
  expect(await told(expires - 8 * DAY_MS)).toEqual([]);
  expect(await told(expires - 6 * DAY_MS)).toEqual(['Certificate expires soon: The Unix Shell']);
  expect(await told(expires - DAY_MS / 2)).toEqual(['Certificate expires soon: The Unix Shell']);
  expect((await verify(app, String(certificate.serial))).body.status).toBe('valid');
  expect(await told(expires)).toEqual(['Certificate expired: The Unix Shell']);
  expect((await verify(app, String(certificate.serial))).body.status).toBe('expired');
  const { rows: events } = await app.database.pool.query(`select from webhook_events where type = 'certificate.expired'`);
  expect(events).toHaveLength(1);
  school.browser.cookie = await app.signedInCookie(school.id);
  expect(await expiring.backfill({})).toMatchObject({ issued: 0, already_issued: 1 });
  expect(await expiring.backfill({ renew: true })).toMatchObject({ issued: 1 });
  const { rows } = await app.database.pool.query('select cycle, serial from certificates where enrollment_id = $1 order by cycle', [learner.enrollmentId]);
  expect(rows.map(({ cycle }) => cycle)).toEqual([1, 2]);
  expect(rows[0].serial).not.toBe(rows[1].serial);
});

test('days of a reminder that are none keep no other course from its reminders', async () => {
  const [strange, other] = [
    await newAwardingCourse(app, school, { validity_months: 1 }),
    await newAwardingCourse(app, school, { validity_months: 1, reminder_days: [7] }),
  ];
  await strange.certified();
  const { learner, certificate } = await other.certified();
  const days = JSON.stringify(['soon', null, { in: 7 }]);
  await app.database.pool.query(`update certificate_settings set rules = rules || jsonb_build_object('reminder_days', $2::jsonb) where course_id = $1`, [
    strange.id,
    days,
  ]);
  app.clock.time = Date.parse(String(certificate.expires_at)) - 6 * DAY_MS;
  await runTask(app, 'expire_certificates');
  expect((await app.mailbox.read(learner.email)).map(({ subject }) => subject)).toContain('Certificate expires soon: The Unix Shell');
});
