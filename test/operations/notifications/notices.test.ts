import { spreadNotice } from '../../../src/domain/messages/notifications/send-notices.ts';
import { sendWeeklySummaries } from '../../../src/domain/messages/notifications/weekly-summary.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus, newUser, type TestUser } from '../../support/browser.ts';
import { runTask } from '../../support/jobs.ts';
import { newEnrolled, newVisitor, report } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { attachNumber } from '../../support/phone.ts';
import { enrollMany, newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
let course: Row;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  school = await newSchool(app);
  course = await school.newCourse({ title: 'Botany', status: 'published' });
});
afterAll(() => app.close());

const subjects = async ({ email }: TestUser) => (await app.mailbox.read(email)).map(({ subject }) => subject);
const settings = (events: object[]) => expectStatus(200, school.browser.call('put', 'notifications/org-settings/', { events }));
const preferences = ({ browser }: TestUser, ...events: object[]) => expectStatus(200, browser.call('patch', 'notifications/preferences/', { events }));
const member = async (user?: TestUser) => {
  const joining = user ?? (await newUser(app));
  const { body } = await school.browser.call('get', 'tenants/join-code/');
  await expectStatus(200, joining.browser.call('patch', 'me/', { join_code: body.join_code }));
  return joining;
};
const enroll = (email: string, id = course.id) => expectStatus(201, school.browser.call('post', `courses/${id}/enroll/`, { email }));

test('enrolling notifies the learner once, in the name of the organisation, and notifies staff', async () => {
  const { browser, email } = await newVisitor(app, school);
  for (const status of [201, 200]) await expectStatus(status, browser.call('post', `courses/${course.id}/enroll/`, {}));
  const [mail, ...more] = await app.mailbox.read(email);
  expect([mail?.subject, mail?.from?.name, more.length]).toEqual(['You are enrolled in Botany', 'Academy', 0]);
  expect(mail?.text).toContain(`/courses/${course.slug}`);
  expect(mail?.text).toContain('/account/notifications');
  expect(await subjects(school)).toEqual(['Test user enrolled in Botany']);
});

test('staff are not notified of learners whom they enroll themselves', async () => {
  const learner = await member();
  await enroll(learner.email);
  expect(await subjects(learner)).toEqual(['You are enrolled in Botany']);
  expect(await subjects(school)).toEqual([]);
});

test('notifications that the organisation or the user has turned off are not sent', async () => {
  const [quiet, usual] = [await member(), await member()];
  await preferences(quiet, { event: 'enrollment_created', email: false, sms: false });
  await enroll(quiet.email);
  await enroll(usual.email);
  expect(await subjects(quiet)).toEqual([]);
  expect(await subjects(usual)).toHaveLength(1);
  await settings([{ event: 'enrollment_created', email: false, sms: false }]);
  const late = await member();
  await enroll(late.email);
  expect(await subjects(late)).toEqual([]);
});

test('users with a verified number receive text messages only if both they and the organisation have turned them on', async () => {
  await settings([{ event: 'enrollment_created', email: true, sms: true }]);
  const [one, other] = [await member(), await member()];
  const [phone, quiet] = [await attachNumber(app, one), await attachNumber(app, other)];
  await preferences(one, { event: 'enrollment_created', email: false, sms: true });
  await enroll(one.email);
  await enroll(other.email);
  expect(await app.mailbox.texts(phone)).toEqual([expect.stringMatching(/^Academy: You are enrolled in Botany\. http.*\/courses\/botany$/)]);
  expect(await app.mailbox.texts(quiet)).toEqual([]);
  expect(await subjects(one)).toEqual(['A phone number was added to your account']);
});

test('an unverified email address receives no notifications', async () => {
  const stranger = await newUser(app, { verified: false });
  await app.mailbox.read(stranger.email);
  // As an organisation may have members from before an address had to be verified.
  await app.database.db.insertInto('memberships').values({ organisation_id: school.organisation.id, user_id: stranger.id, role: 'learner' }).execute();
  await expectStatus(201, school.browser.call('post', `courses/${course.id}/enroll/`, { user_id: stranger.id }));
  expect(await subjects(stranger)).toEqual([]);
});

test('staff are notified of submitted work only if they have turned it on', async () => {
  const chapter = await school.newChapter(course.id);
  const assignment = { title: 'An essay', content_type: 'assignment', content: { instructions: 'Write', submission_kinds: ['text'] } };
  const lesson = await school.newLesson(assignment, chapter);
  const { browser } = await newEnrolled(app, school, course.id);
  const submit = (text: string) => expectStatus(200, report(browser, lesson, { event: 'assignment_submitted', submission: { text } }));
  await subjects(school);
  await submit('One');
  expect(await subjects(school)).toEqual([]);
  await preferences(school, { event: 'submission_received', email: true, sms: false });
  for (const text of ['Two', 'Two']) await submit(text);
  expect(await subjects(school)).toEqual(['Test user handed in An essay']);
});

test('the learners of a course are notified that it is open only once, when it is first published', async () => {
  const draft = await school.newCourse({ title: 'Zoology' });
  const learner = await member();
  await enroll(learner.email, draft.id);
  await subjects(learner);
  for (const status of ['published', 'draft', 'published']) await school.agent('patch', `courses/${draft.id}/`, { status });
  expect(await subjects(learner)).toEqual(['Zoology is open']);
});

test('nothing is sent about a course that is deleted before the notification goes out', async () => {
  const learner = await member();
  await enroll(learner.email);
  await expectStatus(204, school.browser.call('delete', `courses/${course.id}/`));
  expect(await subjects(learner)).toEqual([]);
});

describe('the weekly summary', () => {
  const at = (time: string) => {
    app.clock.time = Date.parse(time);
  };
  const summaries = async () => {
    await runTask(app, 'send_weekly_summaries');
    return (await app.mailbox.read(school.email))
      .filter(({ subject }) => subject === 'Your week in numbers')
      .map(({ text }) => /Last week: .*/.exec(text ?? '')?.[0]);
  };
  const now = () => app.clock.time;
  let before: number;
  beforeEach(() => {
    before = now();
  });
  afterEach(() => {
    app.clock.time = before;
  });

  test("is sent on Monday morning in the organisation's time zone and counts the whole days of the previous week", async () => {
    await app.database.pool.query(`update organisations set timezone = 'America/Recife' where id = $1`, [school.organisation.id]);
    const chapter = await school.newChapter(course.id);
    const lesson = await school.newLesson({ content_type: 'embed', content: { url: 'https://example.org/' } }, chapter);
    // The second moment is still Sunday in Recife but Monday in UTC; the third is Monday in Recife and belongs to the next week.
    for (const time of ['2026-11-16T03:00:00Z', '2026-11-23T02:59:00Z', '2026-11-23T03:00:00Z']) {
      at(time);
      const visitor = await newVisitor(app, school);
      await visitor.browser.call('patch', 'me/', { timezone: 'America/Recife' });
      await expectStatus(201, visitor.browser.call('post', `courses/${course.id}/enroll/`, {}));
      await expectStatus(200, report(visitor.browser, lesson, { event: 'opened' }));
    }
    for (const time of ['2026-11-23T09:59:00Z', '2026-11-23T11:00:00Z', '2026-11-24T10:02:00Z']) {
      at(time);
      expect(await summaries()).toEqual([]);
    }
    at('2026-11-23T10:02:00Z');
    expect(await summaries()).toEqual(['Last week: 2 enrolments, 2 active learners, 2 completed lessons, 2 completed courses.']);
    at('2026-11-30T10:02:00Z');
    expect(await summaries()).toEqual(['Last week: 1 enrolment, 1 active learner, 1 completed lesson, 1 completed course.']);
  });

  test('is sent although the time zone of another organisation is not known any more', async () => {
    const other = await newSchool(app);
    at('2026-11-20T12:00:00Z');
    await newEnrolled(app, school, course.id);
    await app.database.pool.query(`update organisations set timezone = 'IST' where id = $1`, [other.organisation.id]);
    at('2026-11-23T07:02:00Z');
    await expect(sendWeeklySummaries({ db: app.database.db, clock: app.clock })).rejects.toThrow('such as IST');
    expect((await subjects(school)).filter((subject) => subject === 'Your week in numbers')).toHaveLength(1);
    await app.database.pool.query(`update organisations set timezone = 'UTC' where id = $1`, [other.organisation.id]);
  });

  test('is not sent if nothing happened or nobody wants it', async () => {
    at('2026-11-23T07:02:00Z');
    expect(await summaries()).toEqual([]);
    at('2026-11-20T12:00:00Z');
    await newEnrolled(app, school, course.id);
    await preferences(school, { event: 'weekly_summary', email: false, sms: false });
    at('2026-11-23T07:02:00Z');
    expect(await summaries()).toEqual([]);
  });
});

test('very many learners are notified once each, in batches and at low priority, except those whose enrollment has expired', async () => {
  const { pool, db } = app.database;
  const draft = await school.newCourse();
  await enrollMany(app, school.organisation.id, draft.id, 1002);
  await pool.query(`update users set email_verified_at = now() where id in (select user_id from enrollments where course_id = $1)`, [draft.id]);
  await pool.query(`update enrollments set expires_at = now() where id = (select id from enrollments where course_id = $1 limit 1)`, [draft.id]);
  app.clock.advance(60_000);
  await school.agent('patch', `courses/${draft.id}/`, { status: 'published' });
  const take = async (task: string) => {
    const { rows } = await pool.query(
      `delete from graphile_worker._private_jobs using graphile_worker._private_tasks tasks
         where tasks.id = task_id and identifier = $1 and payload ->> 'object_id' = $2 returning payload, priority`,
      [task, draft.id],
    );
    return rows;
  };
  const steps = [];
  for (let [job] = await take('spread_notice'); job; [job] = await take('spread_notice')) {
    await spreadNotice({ db, clock: app.clock }, job.payload);
    steps.push(await take('send_notice'));
  }
  expect(steps.map(({ length }) => length)).toEqual([500, 500, 1]);
  expect(new Set(steps.flat().map(({ payload }) => payload.user_id)).size).toBe(1001);
  expect(new Set(steps.flat().map(({ priority }) => priority > 0))).toEqual(new Set([true]));
});
