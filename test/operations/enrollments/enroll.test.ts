import { getCourse } from '../../../src/domain/studio/courses/get-course.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { whileLocked } from '../../support/at-once.ts';
import { type Browser, expectStatus, newCreator, newUser } from '../../support/browser.ts';
import { faultsOf, newEnrolled, newVisitor, open, refusalOf, report, userId } from '../../support/learner.ts';
import { newLearner, newSchool, type School } from '../../support/school.ts';

const DAY_MS = 24 * 3600_000;

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
afterAll(() => app.close());

const enroll = (browser: Browser, courseId: string, body: object = {}) => browser.call('post', `courses/${courseId}/enroll/`, body);
const published = (fields: object = {}) => school.newCourse({ status: 'published', ...fields });
const auditOf = async (id: string) => {
  const { rows } = await app.database.pool.query('select action from audit_log where object_id = $1 order by id', [id]);
  return rows.map(({ action }) => action);
};
/** A member of the organisation, enrolled only in a separate course. */
const newMember = async () => {
  const other = await school.newCourse();
  const member = await newLearner(app, school.organisation.id, other.id);
  member.browser.headers['X-Organisation'] = school.organisation.id;
  return member;
};
const tokenFor = async (courseId: string) =>
  (await expectStatus(201, school.browser.call('post', `courses/${courseId}/preview-token/`, {}))).body.token as string;
const countOf = async (courseId: string) => {
  const { rows } = await app.database.pool.query('select coalesce((select learners from course_learner_counts where course_id = $1), 0) as count', [courseId]);
  return rows[0].count;
};

test('enrolling makes a visitor a learner of the organisation, and enrolling again returns the same enrollment', async () => {
  const course = await published({ title: 'Open to all' });
  const { browser } = await newVisitor(app, school);
  expect(await refusalOf(browser.call('get', 'me/enrollments/'))).toEqual([403, 'no_organisation']);
  const first = await expectStatus(201, enroll(browser, course.id));
  expect(first.body).toEqual({
    id: expect.any(String),
    course: expect.objectContaining({ id: course.id, title: 'Open to all', slug: course.slug }),
    state: 'active',
    source: 'free',
    percent: 0,
    cohort: null,
    enrolled_at: new Date(app.clock.now()).toISOString(),
    expires_at: null,
    first_access_at: null,
    last_activity_at: null,
    completed_at: null,
  });
  expect((await expectStatus(200, enroll(browser, course.id))).body).toEqual(first.body);
  expect((await expectStatus(200, browser.call('get', 'me/enrollments/'))).body.results).toEqual([first.body]);
  expect((await expectStatus(200, browser.call('get', 'me/'))).body.memberships).toMatchObject([
    { role: 'learner', organisation: { id: school.organisation.id } },
  ]);
  expect(await auditOf(first.body.id)).toEqual(['enrollment.created']);
  expect(await countOf(course.id)).toBe(1);
});

test('concurrent enrollments of one learner create a single enrollment', async () => {
  const course = await published();
  const { browser } = await newVisitor(app, school);
  const answers = await Promise.all([enroll(browser, course.id), enroll(browser, course.id), enroll(browser, course.id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(await auditOf(answers[0].body.id)).toEqual(['enrollment.created']);
});

test.each([
  ['a draft', { status: 'draft' }, 'enrollment_closed'],
  ['an archived course', { status: 'archived' }, 'enrollment_closed'],
  ['a private course', { status: 'published', visibility: 'private' }, 'enrollment_closed'],
  ['a course that has ended', { status: 'published', length_mode: 'dates', start_date: '2020-01-01', end_date: '2020-02-01' }, 'enrollment_closed'],
])('members cannot enroll themselves in %s', async (_what, fields, code) => {
  const course = await school.newCourse(fields);
  const member = await newMember();
  expect(await refusalOf(enroll(member.browser, course.id))).toEqual([409, code]);
});

test('a course with a price requires payment, and a course with a price of zero does not', async () => {
  const course = await published();
  const { browser } = await newVisitor(app, school);
  const price = (amount: number) => app.database.pool.query(`update courses set price_amount = $2, price_currency = 'EUR' where id = $1`, [course.id, amount]);
  await price(4900);
  expect(await refusalOf(enroll(browser, course.id))).toEqual([403, 'payment_required']);
  expect(await refusalOf(browser.call('get', 'me/enrollments/'))).toEqual([403, 'no_organisation']);
  await price(0);
  await expectStatus(201, enroll(browser, course.id));
});

test('visitors can enroll themselves in an unlisted course', async () => {
  const course = await published({ visibility: 'unlisted' });
  await expectStatus(201, enroll((await newVisitor(app, school)).browser, course.id));
});

test('only one of two visitors who enroll concurrently gets the last seat of the plan, and existing learners need no further seat', async () => {
  const own = await newSchool(app);
  const course = await own.newCourse({ status: 'published' });
  const other = await own.newCourse({ status: 'published' });
  await app.database.pool.query(`insert into plans (id, name, position, learner_limit) values ('for_one', 'For one', 9, 1)`);
  await app.database.pool.query(`update platform_subscriptions set plan_id = 'for_one' where organisation_id = $1`, [own.organisation.id]);
  const visitors = [await newVisitor(app, own), await newVisitor(app, own)];
  const answers = await Promise.all(visitors.map(({ browser }) => enroll(browser, course.id)));
  expect(answers.map(({ status, body }) => `${status} ${body.code ?? ''}`).sort()).toEqual(['201 ', '403 learner_limit']);
  const inside = visitors[answers.findIndex(({ status }) => status === 201)];
  await expectStatus(201, enroll(inside?.browser as Browser, other.id));
  expect(await countOf(course.id)).toBe(1);
});

test('where the plan and the cohort have no limit, learners enroll and announce uploads without waiting for each other', async () => {
  const own = await newSchool(app);
  const course = await own.newCourse({ status: 'published' });
  const cohort = (await expectStatus(201, own.browser.call('post', `courses/${course.id}/cohorts/`, { name: 'Open' }))).body;
  await app.database.pool.query(`insert into plans (id, name, position) values ('for_all', 'For all', 10)`);
  await app.database.pool.query(`update platform_subscriptions set plan_id = 'for_all' where organisation_id = $1`, [own.organisation.id]);
  const [visitor, member] = [await newVisitor(app, own), await newLearner(app, own.organisation.id, own.courseId)];
  const locks = `select from platform_subscriptions where organisation_id = '${own.organisation.id}' for no key update;
    select from cohorts where id = '${cohort.id}' for share`;
  await whileLocked(app, locks, async () => {
    await expectStatus(201, enroll(visitor.browser, course.id));
    await expectStatus(201, enroll(own.browser, course.id, { user_id: member.id, cohort_id: cohort.id }));
    const file = { purpose: 'submission', file_name: 'work.pdf', content_type: 'application/pdf', size_bytes: 1 };
    await expectStatus(201, member.browser.call('post', `courses/${own.courseId}/uploads/`, file));
  });
});

test('staff can enroll members by ID or email address in any course that is not archived', async () => {
  const course = await school.newCourse({ status: 'draft', visibility: 'private' });
  const member = await newMember();
  const byId = await expectStatus(201, enroll(school.browser, course.id, { user_id: member.id }));
  expect(byId.body).toMatchObject({ source: 'creator', state: 'active' });
  expect((await expectStatus(200, enroll(school.browser, course.id, { email: member.email.toUpperCase() }))).body.id).toBe(byId.body.id);
  expect((await expectStatus(201, enroll(school.browser, course.id))).body).toMatchObject({ source: 'creator' });
  const archived = await school.newCourse({ status: 'archived' });
  expect(await refusalOf(enroll(school.browser, archived.id, { user_id: member.id }))).toEqual([409, 'enrollment_closed']);
  expect(await auditOf(byId.body.id)).toEqual(['enrollment.created']);
});

test('only staff can set the user, the expiry and the cohort of an enrollment', async () => {
  const course = await published();
  const member = await newMember();
  for (const body of [{ user_id: member.id }, { email: member.email }, { expires_at: null }, { cohort_id: course.id }]) {
    expect(await refusalOf(enroll(member.browser, course.id, body))).toEqual([403, 'permission_denied']);
  }
});

test('staff cannot enroll someone who is not a member, name a user twice, or set an invalid expiry', async () => {
  const course = await published();
  const stranger = await newUser(app);
  const id = await userId(app, stranger);
  expect(await faultsOf(enroll(school.browser, course.id, { user_id: id }))).toEqual(['user_id unknown']);
  expect(await faultsOf(enroll(school.browser, course.id, { email: stranger.email }))).toEqual(['email unknown']);
  expect(await faultsOf(enroll(school.browser, course.id, { user_id: id, email: stranger.email }))).toEqual(['email not_allowed']);
  expect(await faultsOf(enroll(school.browser, course.id, { expires_at: '2020-01-01T00:00:00Z' }))).toEqual(['expires_at past']);
  expect(await faultsOf(enroll(school.browser, course.id, { expires_at: '9999-12-31T23:59:59-05:00' }))).toEqual(['expires_at out_of_range']);
});

test('an enrollment expires at the given time or else after the length of the course, and the time can be changed', async () => {
  const course = await published({ length_mode: 'duration', duration_days: 10, timezone: 'Europe/Berlin' });
  const [one, two] = [await newMember(), await newMember()];
  const expected = new Date(app.clock.now() + 10 * DAY_MS);
  const byLength = (await expectStatus(201, enroll(school.browser, course.id, { user_id: one.id }))).body.expires_at;
  // Daylight saving time may begin or end within the ten days.
  expect(Math.abs(Date.parse(byLength) - expected.getTime())).toBeLessThanOrEqual(3600_000);
  expect((await expectStatus(201, enroll(school.browser, course.id, { user_id: two.id, expires_at: null }))).body.expires_at).toBeNull();
  const later = new Date(app.clock.now() + 20 * DAY_MS).toISOString();
  const moved = await expectStatus(200, enroll(school.browser, course.id, { user_id: two.id, expires_at: later }));
  expect(moved.body.expires_at).toBe(later);
  expect((await expectStatus(200, enroll(school.browser, course.id, { user_id: two.id }))).body.expires_at).toBe(later);
  expect(await auditOf(moved.body.id)).toEqual(['enrollment.created', 'enrollment.updated']);
});

test('an enrollment can name a cohort with free seats and is not created if the cohort is full', async () => {
  const course = await published();
  const cohort = (await expectStatus(201, school.browser.call('post', `courses/${course.id}/cohorts/`, { name: 'Spring', seat_limit: 1 }))).body;
  const [one, two] = [await newMember(), await newMember()];
  const answers = await Promise.all([one, two].map(({ id }) => enroll(school.browser, course.id, { user_id: id, cohort_id: cohort.id })));
  expect(answers.map(({ status, body }) => `${status} ${body.code ?? body.cohort.name}`).sort()).toEqual(['201 Spring', '409 cohort_full']);
  expect(await countOf(course.id)).toBe(1);
  expect(await faultsOf(enroll(school.browser, course.id, { user_id: one.id, cohort_id: course.id }))).toEqual(['cohort_id unknown']);
});

test('an enrollment that has expired cannot be renewed by the learner, and keeps progress and schedule when staff renew it', async () => {
  const course = await published({ length_mode: 'duration', duration_days: 2 });
  const chapter = await school.newChapter(course.id);
  const lesson = await school.newLesson({ content_type: 'embed', content: { url: 'https://example.org/' } }, chapter);
  const learner = await newEnrolled(app, school, course.id);
  const { browser, enrollmentId } = learner;
  const enrolledAt = new Date(app.clock.now()).toISOString();
  await expectStatus(200, report(browser, lesson, { event: 'opened' }));
  app.clock.advance(2 * DAY_MS);
  const expired = await expectStatus(200, browser.call('get', 'me/enrollments/?state=expired'));
  expect(expired.body.results).toMatchObject([{ id: enrollmentId, state: 'expired', percent: 100, completed_at: expect.any(String) }]);
  expect((await open(browser, lesson)).body).toMatchObject({ lock_reason: 'expired', content: null, state: 'completed' });
  expect(await refusalOf(report(browser, lesson, { event: 'opened' }))).toEqual([403, 'lesson_locked']);
  expect(await refusalOf(browser.call('post', `me/courses/${course.id}/access/`))).toEqual([403, 'enrollment_over']);
  expect(await refusalOf(enroll(browser, course.id))).toEqual([403, 'enrollment_over']);
  const renew = () => enroll(school.browser, course.id, { email: learner.email });
  const answers = await Promise.all([renew(), renew()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 201]);
  expect(answers[0]?.body).toMatchObject({
    id: enrollmentId,
    source: 'creator',
    state: 'completed',
    percent: 100,
    enrolled_at: enrolledAt,
    expires_at: new Date(app.clock.now() + 2 * DAY_MS).toISOString(),
  });
  expect((await open(browser, lesson)).body).toMatchObject({ lock_reason: null, state: 'completed' });
  expect(await auditOf(enrollmentId)).toEqual(['enrollment.created', 'enrollment.renewed']);
  app.clock.advance(3 * DAY_MS);
  const restarted = await expectStatus(201, enroll(school.browser, course.id, { email: learner.email, restart_schedule: true }));
  expect(restarted.body).toMatchObject({ percent: 100, enrolled_at: new Date(app.clock.now()).toISOString(), first_access_at: null });
});

describe('revoking an enrollment', () => {
  const change = (what: 'revoke' | 'restore', courseId: string, enrollmentId: string, browser = school.browser) =>
    browser.call('post', `courses/${courseId}/learners/${enrollmentId}/${what}/`);

  test('ends access until staff restore it, and the learner cannot renew it', async () => {
    const course = await published();
    const { browser, enrollmentId } = await newEnrolled(app, school, course.id);
    expect((await expectStatus(200, change('revoke', course.id, enrollmentId))).body).toMatchObject({ id: enrollmentId, state: 'revoked' });
    expect((await browser.call('get', `courses/${course.id}/curriculum/`)).body).toMatchObject({ is_enrolled: false, enrollment_id: enrollmentId });
    expect(await refusalOf(enroll(browser, course.id))).toEqual([403, 'enrollment_over']);
    expect(await refusalOf(enroll(browser, course.id, { preview_token: await tokenFor(course.id) }))).toEqual([403, 'enrollment_over']);
    await expectStatus(200, change('revoke', course.id, enrollmentId));
    const restored = await Promise.all([change('restore', course.id, enrollmentId), change('restore', course.id, enrollmentId)]);
    expect(restored.map(({ status, body }) => [status, body.state, body.source])).toEqual([
      [200, 'active', 'free'],
      [200, 'active', 'free'],
    ]);
    expect((await browser.call('get', `courses/${course.id}/curriculum/`)).body).toMatchObject({ is_enrolled: true });
    expect(await auditOf(enrollmentId)).toEqual(['enrollment.created', 'enrollment.revoked', 'enrollment.restored']);
  });

  test('is for staff, and returns 404 for an enrollment of another course or organisation', async () => {
    const [course, other] = [await published(), await published()];
    const { browser, enrollmentId } = await newEnrolled(app, school, course.id);
    const away = await newSchool(app);
    for (const what of ['revoke', 'restore'] as const) {
      expect(await refusalOf(change(what, course.id, enrollmentId, browser))).toEqual([403, 'permission_denied']);
      expect(await refusalOf(change(what, other.id, enrollmentId))).toEqual([404, 'not_found']);
      expect(await refusalOf(change(what, course.id, enrollmentId, away.browser))).toEqual([404, 'not_found']);
      expect(await refusalOf(change(what, course.id, 'x'))).toEqual([404, 'not_found']);
    }
  });
});

test('users enroll themselves without a body, as with an empty one', async () => {
  const course = await published();
  const { browser } = await newVisitor(app, school);
  const { body } = await expectStatus(201, browser.call('post', `courses/${course.id}/enroll/`));
  expect(body).toMatchObject({ source: 'free', state: 'active' });
  expect((await expectStatus(200, enroll(browser, course.id, {}))).body.id).toBe(body.id);
});

test('a preview shows a draft for an hour, is not counted, and becomes a regular enrollment when the user enrolls', async () => {
  const course = await school.newCourse({ status: 'draft' });
  const lesson = await school.newLesson({ content: { body: 'Secret draft' } }, await school.newChapter(course.id));
  const token = await tokenFor(course.id);
  const { browser } = await newVisitor(app, school);
  const preview = await expectStatus(201, enroll(browser, course.id, { preview_token: token }));
  expect(preview.body).toMatchObject({ source: 'preview', expires_at: new Date(app.clock.now() + 3600_000).toISOString() });
  expect((await open(browser, lesson)).body).toMatchObject({ lock_reason: null, content: { body: 'Secret draft' } });
  await expectStatus(200, enroll(browser, course.id, { preview_token: token }));
  expect(await countOf(course.id)).toBe(0);
  app.clock.advance(1800_000);
  const longer = await expectStatus(200, enroll(browser, course.id, { preview_token: await tokenFor(course.id) }));
  expect(longer.body.expires_at).toBe(new Date(app.clock.now() + 3600_000).toISOString());
  app.clock.advance(3600_000);
  expect(await refusalOf(open(browser, lesson))).toEqual([404, 'not_found']);
  expect(await faultsOf(enroll(browser, course.id, { preview_token: token }))).toEqual(['preview_token unknown']);
  await expectStatus(201, enroll(browser, course.id, { preview_token: await tokenFor(course.id) }));
  await app.database.pool.query(`update courses set status = 'published' where id = $1`, [course.id]);
  const place = await expectStatus(201, enroll(browser, course.id));
  expect(place.body).toMatchObject({ id: preview.body.id, source: 'free', expires_at: null });
  expect(await countOf(course.id)).toBe(1);
  expect((await expectStatus(200, enroll(browser, course.id, { preview_token: await tokenFor(course.id) }))).body).toMatchObject({
    source: 'free',
    expires_at: null,
  });
});

test('a preview token is valid only for its own course and cannot be combined with other fields', async () => {
  const [one, other] = [await school.newCourse(), await school.newCourse()];
  const token = await tokenFor(one.id);
  const { browser } = await newVisitor(app, school);
  expect(await faultsOf(enroll(browser, other.id, { preview_token: token }))).toEqual(['preview_token unknown']);
  expect(await faultsOf(enroll(browser, one.id, { preview_token: `${token}A` }))).toEqual(['preview_token unknown']);
  expect(await faultsOf(enroll(school.browser, one.id, { preview_token: token, cohort_id: one.id, expires_at: null }))).toEqual([
    'expires_at not_allowed',
    'cohort_id not_allowed',
  ]);
});

test('enrolling returns 403 without an organisation and 404 for a course of another organisation', async () => {
  const course = await published();
  const nobody = await newUser(app);
  expect(await refusalOf(enroll(nobody.browser, course.id))).toEqual([403, 'no_organisation']);
  const other = await newCreator(app);
  expect(await refusalOf(enroll(other.browser, course.id))).toEqual([404, 'not_found']);
  expect(await refusalOf(enroll(school.browser, 'not-an-id'))).toEqual([404, 'not_found']);
});

test('the enrollment count of a course excludes previews', async () => {
  const course = await published();
  await newEnrolled(app, school, course.id);
  await expectStatus(201, enroll((await newVisitor(app, school)).browser, course.id, { preview_token: await tokenFor(course.id) }));
  const caller = {
    organisationId: school.organisation.id,
    actorType: 'api_key',
    actorId: school.organisation.id,
    role: 'creator',
    requestId: 'test',
    ip: null,
  } as const;
  expect((await getCourse({ db: app.database.db }, caller, course.id)).toJSON()).toMatchObject({ enrollment_count: 1 });
});
