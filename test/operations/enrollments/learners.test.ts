import { resetPasswordWithCard } from '../../../src/domain/identity/accounts/credential-cards.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { whileLocked } from '../../support/at-once.ts';
import { Browser, expectStatus } from '../../support/browser.ts';
import { enrollMany, newLearner, newPupil, newSchool, type School } from '../../support/school.ts';

const NOWHERE = '01890000-0000-7000-8000-000000000000';
const ORIGIN = { requestId: null, ip: null };
const DAY = 86_400_000;

let app: TestApp;
let school: School;
let learners: string;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  school = await newSchool(app);
  learners = `courses/${school.courseId}/learners/`;
});
afterAll(() => app.close());

const list = async (query = '') => (await expectStatus(200, school.browser.call('get', `${learners}${query}`))).body;
const idsOf = async (query = '') => (await list(query)).results.map((learner: { enrollment_id: string }) => learner.enrollment_id);
const enroll = (count: number, courseId = school.courseId) => enrollMany(app, school.organisation.id, courseId, count);
const at = (ms: number) => new Date(app.clock.now() + ms).toISOString();
const change = (id: string, columns: Record<string, string | null>) =>
  app.database.db.updateTable('enrollments').set(columns).where('organisation_id', '=', school.organisation.id).where('id', '=', id).execute();
const rename = (id: string, name: string, email: string) =>
  app.database.pool.query(`update users set name = $2, email = $3 where id = (select user_id from enrollments where id = $1)`, [id, name, email]);
const completeLesson = (enrollmentId: string, lessonId: string) =>
  app.database.db
    .insertInto('lesson_progress')
    .values({ organisation_id: school.organisation.id, enrollment_id: enrollmentId, lesson_id: lessonId, completed_at: at(0) })
    .execute();

describe('the list of learners', () => {
  test('returns each learner with state, progress and cohort, newest first', async () => {
    const [one = '', two = ''] = await enroll(2);
    const lessons = [await school.newLesson(), await school.newLesson(), await school.newLesson()];
    const hidden = await school.newLesson({ is_published: false });
    for (const { id } of [...lessons.slice(0, 2), hidden]) await completeLesson(one, id);
    const { body: cohort } = await expectStatus(201, school.browser.call('post', `courses/${school.courseId}/cohorts/`, { name: 'Spring' }));
    await expectStatus(200, school.browser.call('post', `courses/${school.courseId}/cohorts/${cohort.id}/members/`, { add: [one] }));
    await change(one, { last_activity_at: at(-DAY), expires_at: at(DAY) });
    const { count, results } = await list();
    expect([count, results.map((learner: { enrollment_id: string }) => learner.enrollment_id)]).toEqual([2, [two, one]]);
    expect(results[1]).toEqual({
      enrollment_id: one,
      user: { id: expect.any(String), name: 'Learner 1', email: expect.stringContaining('@example.org'), email_verified: false },
      state: 'active',
      source: 'free',
      percent: 66.66,
      completed_lessons: 2,
      cohort: { id: cohort.id, name: 'Spring' },
      enrolled_at: expect.any(String),
      expires_at: at(DAY),
      last_activity_at: at(-DAY),
      completed_at: null,
      certificate: null,
    });
    expect(results[0]).toMatchObject({ percent: 0, completed_lessons: 0, cohort: null, last_activity_at: null });
  });

  test('counts only published lessons in published chapters, and returns 0 percent if there are none', async () => {
    const [one = ''] = await enroll(1);
    expect((await list()).results[0].percent).toBe(0);
    const chapter = await school.newChapter(school.courseId, { is_published: false });
    const hidden = await school.newLesson({}, chapter);
    const shown = await school.newLesson();
    await school.newLesson();
    await completeLesson(one, hidden.id);
    expect((await list()).results[0]).toMatchObject({ percent: 0, completed_lessons: 0 });
    await completeLesson(one, shown.id);
    expect((await list()).results[0]).toMatchObject({ percent: 50, completed_lessons: 1 });
  });

  test('returns the newest active cohort of a learner that has not ended, including its last day', async () => {
    const [one = ''] = await enroll(1);
    const today = new Date(app.clock.now()).toISOString().slice(0, 10);
    const yesterday = at(-DAY).slice(0, 10);
    const cohortOf = async () => (await list()).results[0].cohort?.name ?? null;
    for (const [name, fields, shown] of [
      ['Ended', { ends_on: yesterday }, null],
      ['Last day', { ends_on: today }, 'Last day'],
      ['Archived', { status: 'archived' }, 'Last day'],
      ['Newer', {}, 'Newer'],
    ] as const) {
      const { body } = await expectStatus(201, school.browser.call('post', `courses/${school.courseId}/cohorts/`, { name, ...fields }));
      await expectStatus(200, school.browser.call('post', `courses/${school.courseId}/cohorts/${body.id}/members/`, { add: [one] }));
      expect(await cohortOf()).toBe(shown);
    }
  });

  test('can be filtered by state, where revoked outranks expired, expired outranks completed and completed outranks active', async () => {
    const [active = '', completed = '', expired = '', revoked = ''] = await enroll(4);
    await change(active, { expires_at: at(1) });
    await change(completed, { completed_at: at(-1) });
    await change(expired, { completed_at: at(-1), expires_at: at(0) });
    await change(revoked, { completed_at: at(-1), expires_at: at(-1), revoked_at: at(-1) });
    for (const [state, id] of Object.entries({ active, completed, expired, revoked })) {
      const { count, results } = await list(`?state=${state}`);
      expect([count, results.map((learner: object) => learner)]).toEqual([1, [expect.objectContaining({ enrollment_id: id, state })]]);
    }
    app.clock.advance(1);
    expect(await idsOf('?state=active')).toEqual([]);
    expect(await idsOf('?state=expired')).toEqual([expired, active]);
  });

  test('shows somebody who has left the organisation or was removed as revoked, until they are a member again', async () => {
    const [left, removed] = [await newLearner(app, school.organisation.id, school.courseId), await newLearner(app, school.organisation.id, school.courseId)];
    const [stays = ''] = await enroll(1);
    await expectStatus(204, left.browser.call('delete', 'me/membership/'));
    await expectStatus(204, school.browser.call('delete', `tenants/members/${removed.id}/`));
    expect(await idsOf('?state=active')).toEqual([stays]);
    expect((await idsOf('?state=revoked')).sort()).toEqual([left.enrollmentId, removed.enrollmentId].sort());
    expect((await expectStatus(200, school.browser.call('get', `${learners}${left.enrollmentId}/`))).body).toMatchObject({
      state: 'revoked',
      revoked_at: null,
    });
    await app.database.db.insertInto('memberships').values({ organisation_id: school.organisation.id, user_id: left.id, role: 'learner' }).execute();
    expect((await idsOf('?state=active')).sort()).toEqual([stays, left.enrollmentId].sort());
  });

  test('can be searched by part of a name or email address in any letter case, with wildcards taken literally', async () => {
    const [one = '', two = '', three = ''] = await enroll(3);
    await rename(one, 'Ünal Über', 'unal@school.example');
    await rename(two, '100% Sure', 'under_score@example.org');
    await rename(three, 'Zoë', 'zoe@example.org');
    const find = (text: string) => idsOf(`?search=${encodeURIComponent(text)}`);
    expect(await find('ÜBER')).toEqual([one]);
    expect(await find('SCHOOL.ex')).toEqual([one]);
    expect(await find('0%')).toEqual([two]);
    expect(await find('r_s')).toEqual([two]);
    expect(await find('a_a')).toEqual([]);
    expect(await find('ZOË')).toEqual([three]);
    expect(await find('example')).toEqual([three, two, one]);
    expect(await find('Zoë zoe@')).toEqual([three]);
    expect((await list('?search=example&state=active&page_size=1')).count).toBe(3);
  });

  test('can be searched by how a name reads, and by one letter of a script in which it is a name', async () => {
    const [one = '', two = ''] = await enroll(2);
    await rename(one, 'Sean O’Brien', 'sean@example.org');
    await rename(two, '金 ﾊﾅｺ', 'kim@example.org');
    const find = (text: string) => idsOf(`?search=${encodeURIComponent(text)}`);
    expect(await find("o'brien")).toEqual([one]);
    for (const text of ['金', 'ハ', 'ハナコ']) expect(await find(text)).toEqual([two]);
    for (const text of ['x', '', 'é']) {
      const { body } = await expectStatus(400, school.browser.call('get', `${learners}?search=${encodeURIComponent(text)}`));
      expect(body.errors).toMatchObject([{ field: 'search', code: 'too_short' }]);
    }
  });

  test('can be filtered by cohort', async () => {
    const [one = ''] = await enroll(2);
    const { body } = await expectStatus(201, school.browser.call('post', `courses/${school.courseId}/cohorts/`, { name: 'Spring' }));
    await expectStatus(200, school.browser.call('post', `courses/${school.courseId}/cohorts/${body.id}/members/`, { add: [one] }));
    expect(await idsOf(`?cohort_id=${body.id}`)).toEqual([one]);
    expect(await idsOf(`?cohort_id=${NOWHERE}`)).toEqual([]);
  });

  test('can be ordered by enrollment and by last activity, where no activity counts as the oldest', async () => {
    const [one = '', two = '', three = '', four = ''] = await enroll(4);
    await change(two, { last_activity_at: at(-1) });
    await change(three, { last_activity_at: at(-2) });
    expect(await idsOf('?ordering=enrolled_at')).toEqual([one, two, three, four]);
    expect(await idsOf('?ordering=-last_activity_at')).toEqual([two, three, four, one]);
    expect(await idsOf('?ordering=last_activity_at')).toEqual([one, four, three, two]);
    expect(await idsOf('?ordering=enrolled_at&page_size=2&page=2')).toEqual([three, four]);
  });

  test('excludes previews, and its count follows every added and removed enrollment', async () => {
    const [one = '', two = '', three = ''] = await enroll(3);
    await change(one, { source: 'preview' });
    expect(await list()).toMatchObject({ count: 2, results: [{ enrollment_id: three }, { enrollment_id: two }] });
    await change(one, { source: 'free' });
    expect((await list()).count).toBe(3);
    await app.database.pool.query('delete from enrollments where id = any($1)', [[one, two]]);
    expect((await list()).count).toBe(1);
    await enroll(5);
    expect((await list()).count).toBe(6);
    expect((await list('?page=99')).results).toEqual([]);
  });

  test('contains only learners of its own course and returns 404 to other organisations', async () => {
    await enroll(1);
    const other = await newSchool(app);
    await expectStatus(404, other.browser.call('get', learners));
    const { id } = await school.newCourse();
    expect((await school.browser.call('get', `courses/${id}/learners/`)).body.count).toBe(0);
    for (const wrong of [NOWHERE, 'x']) await expectStatus(404, school.browser.call('get', `courses/${wrong}/learners/`));
  });

  test('takes at most six queries for a page of 100 learners', async () => {
    await enroll(100);
    await list('?page_size=100&search=learner');
    app.database.queries.count = 0;
    await list('?page_size=100&search=learner');
    expect(app.database.queries.count).toBeLessThanOrEqual(6);
  });
});

describe("resetting a learner's password", () => {
  const reset = (enrollment: string, browser = school.browser, course = school.courseId) =>
    browser.call('post', `courses/${course}/learners/${enrollment}/reset-password/`);

  test('returns a credential card that sets a new password, and the old password works until then', async () => {
    const learner = await newPupil(app, school.organisation.id, school.courseId);
    const { body } = await expectStatus(201, reset(learner.enrollmentId));
    expect(body).toEqual({ card_code: expect.stringMatching(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/), expires_at: expect.any(String) });
    const logIn = (password: string) => new Browser(app).call('post', 'auth/login/', { email: learner.email, password });
    await expectStatus(200, logIn(learner.password));
    const next = 'another fine password';
    await resetPasswordWithCard({ db: app.database.db }, ORIGIN, body.card_code, next);
    await expectStatus(401, logIn(learner.password));
    await expectStatus(200, logIn(next));
    const { rows } = await app.database.pool.query(`select action, after::text from audit_log where object_id = $1`, [learner.id]);
    expect(rows).toEqual([{ action: 'credential_card.created', after: expect.not.stringContaining(body.card_code) }]);
  });

  test('does not wait for somebody who enrols the same person elsewhere, so that two imports of one class never wait for each other', async () => {
    const { id, enrollmentId } = await newPupil(app, school.organisation.id, school.courseId);
    await whileLocked(app, `select from users where id = '${id}' for key share`, () => expectStatus(201, reset(enrollmentId)));
  });

  test('invalidates the earlier credential cards', async () => {
    const { enrollmentId } = await newPupil(app, school.organisation.id, school.courseId);
    const cards = await Promise.all([reset(enrollmentId), reset(enrollmentId)]);
    expect(cards.map(({ status }) => status)).toEqual([201, 201]);
    const { body } = await expectStatus(201, reset(enrollmentId));
    for (const card of cards)
      await expect(resetPasswordWithCard({ db: app.database.db }, ORIGIN, card.body.card_code, 'another fine password')).rejects.toMatchObject({
        code: 'validation_error',
      });
    await resetPasswordWithCard({ db: app.database.db }, ORIGIN, body.card_code, 'another fine password');
  });

  test.each<[string, (userId: string) => Promise<unknown>]>([
    ['a learner whose account is their own', (userId) => app.database.pool.query('update users set personal_since = now() where id = $1', [userId])],
    [
      'a learner whose account no organisation made',
      (userId) => app.database.pool.query('update users set made_by_organisation_id = null where id = $1', [userId]),
    ],
    ['staff of this organisation', (userId) => app.database.pool.query(`update memberships set role = 'creator' where user_id = $1`, [userId])],
    ['a user who has left the organisation', (userId) => app.database.pool.query(`delete from memberships where user_id = $1`, [userId])],
  ])('returns 409 for %s', async (_who, arrange) => {
    const learner = await newPupil(app, school.organisation.id, school.courseId);
    await arrange(learner.id);
    expect(await reset(learner.enrollmentId)).toMatchObject({ status: 409, body: { code: 'account_is_personal' } });
  });

  test('returns 404 for enrollments of other courses and other organisations', async () => {
    const { enrollmentId } = await newPupil(app, school.organisation.id, school.courseId);
    const other = await newSchool(app);
    const course = await school.newCourse();
    await expectStatus(404, reset(enrollmentId, other.browser));
    await expectStatus(404, reset(enrollmentId, other.browser, other.courseId));
    await expectStatus(404, reset(enrollmentId, school.browser, course.id));
    for (const wrong of [NOWHERE, 'x']) await expectStatus(404, reset(wrong));
  });
});
