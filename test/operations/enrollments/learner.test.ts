import { grantPlace } from '../../../src/domain/learning/grants/place.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { type Enrolled, faultsOf, newEnrolled, open, refusalOf } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { awayFrom, newSchool, type School } from '../../support/school.ts';

const NOWHERE = '01890000-0000-7000-8000-000000000000';
const DAY = 86_400_000;

let app: TestApp;
let school: School;
let course: Row;
let learner: Enrolled;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
  const event_types = ['enrollment.created', 'enrollment.revoked', 'enrollment.restored'];
  await expectStatus(201, school.browser.call('post', 'integrations/webhooks/', { url: 'https://hooks.example.org/', event_types }));
});
beforeEach(async () => {
  course = await school.newCourse({ status: 'published' });
  learner = await newEnrolled(app, school, course.id);
});
afterAll(() => app.close());

const at = (ms: number) => new Date(app.clock.now() + ms).toISOString();
const path = (enrollmentId = learner.enrollmentId, courseId = course.id) => `courses/${courseId}/learners/${enrollmentId}/`;
const read = async () => (await expectStatus(200, school.browser.call('get', path()))).body;
const patch = (change: object, enrollmentId = learner.enrollmentId) => school.browser.call('patch', path(enrollmentId), change);
const changed = async (change: object) => (await expectStatus(200, patch(change))).body;
const newCohort = async (name: string, fields: object = {}): Promise<Row> =>
  (await expectStatus(201, school.browser.call('post', `courses/${course.id}/cohorts/`, { name, ...fields }))).body;
const auditOf = async () =>
  (await app.database.pool.query('select action, before, after from audit_log where object_id = $1 order by id', [learner.enrollmentId])).rows;
const eventsOf = async (): Promise<string[]> =>
  (
    await app.database.pool.query<{ type: string }>(`select type from webhook_events where payload -> 'data' ->> 'enrollment_id' = $1 order by id`, [
      learner.enrollmentId,
    ])
  ).rows.map(({ type }) => type);
const buy = (endsAt: string | null) =>
  app.database.db.transaction().execute(async (trx) => {
    const actor = { organisationId: school.organisation.id, actorType: 'system', actorId: null, requestId: null, ip: null } as const;
    const { user_id } = await trx
      .selectFrom('enrollments')
      .select('user_id')
      .where('organisation_id', '=', school.organisation.id)
      .where('id', '=', learner.enrollmentId)
      .executeTakeFirstOrThrow();
    const grant = { source: 'purchase', sourceId: NOWHERE, endsAt, followsCourseEnd: false } as const;
    await grantPlace(trx, actor, { courseId: course.id, userId: user_id, grant }, at(0));
  });

describe('a learner of a course', () => {
  test('is shown with progress, all cohorts and all grants, and nowhere else', async () => {
    const chapter = await school.newChapter(course.id);
    const lesson = await school.newLesson({ content_type: 'embed', content: { url: 'https://example.org/' } }, chapter);
    await school.newLesson({}, chapter);
    await expectStatus(200, open(learner.browser, lesson));
    app.clock.advance(1000);
    await buy(at(30 * DAY));
    const cohorts = [await newCohort('Old', { status: 'archived' }), await newCohort('New')];
    for (const { id } of cohorts)
      await expectStatus(200, school.browser.call('post', `courses/${course.id}/cohorts/${id}/members/`, { add: [learner.enrollmentId] }));
    expect(await read()).toMatchObject({
      enrollment_id: learner.enrollmentId,
      user: { email: learner.email },
      state: 'active',
      source: 'free',
      percent: 50,
      completed_lessons: 1,
      lesson_count: 2,
      expires_at: null,
      first_access_at: expect.any(String),
      revoked_at: null,
      opens_everything: false,
      cohort: { name: 'New' },
      cohorts: [{ name: 'New' }, { name: 'Old' }],
      grants: [
        { source: 'free', ends_at: null, follows_course_end: false, revoked_at: null, revoked_by: null },
        { source: 'purchase', ends_at: at(30 * DAY) },
      ],
    });
    for (const [browser, courseId, id] of await awayFrom(app, school, learner.enrollmentId)) {
      const wrong = `courses/${courseId}/learners/${id}/`;
      expect(await refusalOf(browser.call('get', wrong))).toEqual([404, 'not_found']);
      expect(await refusalOf(browser.call('patch', wrong, { is_revoked: true }))).toEqual([404, 'not_found']);
    }
    await app.database.pool.query(`update enrollments set source = 'preview' where id = $1`, [learner.enrollmentId]);
    expect(await refusalOf(school.browser.call('get', path()))).toEqual([404, 'not_found']);
    expect(await refusalOf(patch({ is_revoked: true }))).toEqual([404, 'not_found']);
  });

  test('is revoked and brought back, each with one audit entry and one event, however often it is repeated', async () => {
    for (const _time of [1, 2]) expect(await changed({ is_revoked: true })).toMatchObject({ state: 'revoked', grants: [{ revoked_by: 'staff' }] });
    for (const _time of [1, 2])
      expect(await changed({ is_revoked: false })).toMatchObject({ state: 'active', revoked_at: null, grants: [{ revoked_by: null }] });
    expect(await changed({})).toMatchObject({ state: 'active' });
    expect((await auditOf()).map(({ action }) => action)).toEqual(['enrollment.created', 'enrollment.revoked', 'enrollment.restored']);
    expect(await eventsOf()).toEqual(['enrollment.created', 'enrollment.revoked', 'enrollment.restored']);
  });

  test('loses what staff granted when its end is reached, and keeps what was paid for', async () => {
    expect(await changed({ expires_at: at(DAY) })).toMatchObject({ expires_at: at(DAY), grants: [{ source: 'free', ends_at: at(DAY) }] });
    await changed({ expires_at: at(DAY) });
    expect((await auditOf()).slice(1)).toEqual([{ action: 'enrollment.updated', before: { expires_at: null }, after: { expires_at: at(DAY) } }]);
    await buy(null);
    expect(await changed({ expires_at: at(2 * DAY) })).toMatchObject({ expires_at: null, source: 'purchase' });
    expect(await changed({ expires_at: null })).toMatchObject({ expires_at: null });
  });

  test('whose access has expired is renewed by a later end, except in an archived course', async () => {
    const renewed = at(9 * DAY);
    await app.database.pool.query('update enrollments set expires_at = $2 where id = $1', [learner.enrollmentId, at(-DAY)]);
    await app.database.pool.query('update enrollment_grants set ends_at = $2 where enrollment_id = $1', [learner.enrollmentId, at(-DAY)]);
    await app.database.pool.query(`update courses set status = 'archived' where id = $1`, [course.id]);
    expect(await refusalOf(patch({ expires_at: renewed }))).toEqual([409, 'enrollment_closed']);
    await app.database.pool.query(`update courses set status = 'published' where id = $1`, [course.id]);
    expect(await changed({ expires_at: renewed })).toMatchObject({ state: 'active', source: 'creator', expires_at: renewed });
    expect(await eventsOf()).toEqual(['enrollment.created', 'enrollment.created']);
  });

  test('whose access is revoked gets a new end only together with being brought back', async () => {
    await changed({ is_revoked: true });
    expect(await refusalOf(patch({ expires_at: at(DAY) }))).toEqual([403, 'enrollment_over']);
    expect((await read()).grants).toHaveLength(1);
    expect(await changed({ is_revoked: false, expires_at: at(DAY) })).toMatchObject({ state: 'active', expires_at: at(DAY) });
    expect(await faultsOf(patch({ expires_at: at(0), opens_everything: 'yes' }))).toEqual(['opens_everything type']);
    expect(await faultsOf(patch({ expires_at: at(0) }))).toEqual(['expires_at past']);
    expect(await faultsOf(patch({ expires_at: at(DAY), is_revoked: true }))).toEqual(['expires_at not_allowed']);
    expect(await faultsOf(patch({ user_id: NOWHERE }))).toEqual(['user_id unknown_field']);
  });

  test('is moved to one cohort, out of all others, and out of all', async () => {
    const [one, two, full] = [await newCohort('One'), await newCohort('Two'), await newCohort('Full', { seat_limit: 1 })];
    const other = await newEnrolled(app, school, course.id);
    await expectStatus(200, patch({ cohort_id: full.id }, other.enrollmentId));
    expect((await changed({ cohort_id: one.id })).cohorts).toEqual([{ id: one.id, name: 'One' }]);
    for (const _time of [1, 2]) expect((await changed({ cohort_id: two.id })).cohorts).toEqual([{ id: two.id, name: 'Two' }]);
    expect(await refusalOf(patch({ opens_everything: true, cohort_id: full.id }))).toEqual([409, 'cohort_full']);
    expect(await faultsOf(patch({ is_revoked: true, cohort_id: NOWHERE }))).toEqual(['cohort_id unknown']);
    expect(await read()).toMatchObject({ state: 'active', opens_everything: false, cohorts: [{ id: two.id }] });
    expect((await changed({ cohort_id: null })).cohorts).toEqual([]);
    await changed({ cohort_id: null });
    const ids = (...cohorts: Row[]) => ({ cohort_ids: cohorts.map(({ id }) => id) });
    expect((await auditOf()).slice(1)).toEqual([
      { action: 'enrollment.updated', before: ids(), after: ids(one) },
      { action: 'enrollment.updated', before: ids(one), after: ids(two) },
      { action: 'enrollment.updated', before: ids(two), after: ids() },
    ]);
  });

  test('to whom everything is opened can open lessons that are scheduled, closed or follow others, but none that is unpublished, and none without access', async () => {
    const chapter = await school.newChapter(course.id, { sequential_lessons: true });
    const later = await school.newChapter(course.id, { requires_previous_chapter: true });
    await school.newLesson({ title: 'First' }, chapter);
    await school.newLesson({ title: 'Scheduled', opens_day_offset: 30 }, chapter);
    await school.newLesson({ title: 'Follows' }, chapter);
    await school.newLesson({ title: 'Next chapter' }, later);
    await school.newLesson({ title: 'Draft', is_published: false }, later);
    const outline = async () => {
      const { body } = await expectStatus(200, learner.browser.call('get', `courses/${course.id}/curriculum/`));
      return [...body.chapters, ...body.lessons.results].map((part: Row) => part.lock_reason);
    };
    const before = [null, 'previous_chapter', null, 'not_yet_open', 'previous_lesson', 'previous_chapter'];
    expect(await outline()).toEqual(before);
    for (const _time of [1, 2]) expect(await changed({ opens_everything: true })).toMatchObject({ opens_everything: true });
    expect(await outline()).toEqual(before.map(() => null));
    await changed({ is_revoked: true });
    expect(await outline()).toEqual(before.map(() => 'expired'));
    await changed({ is_revoked: false, opens_everything: false });
    expect(await outline()).toEqual(before);
    expect((await auditOf()).filter(({ action }) => action === 'enrollment.updated')).toEqual([
      { action: 'enrollment.updated', before: { opens_everything: false }, after: { opens_everything: true } },
      { action: 'enrollment.updated', before: { opens_everything: true }, after: { opens_everything: false } },
    ]);
  });

  test('who is moved, revoked and brought back by many staff at once ends up in exactly one cohort', async () => {
    const cohorts = [await newCohort('A'), await newCohort('B'), await newCohort('C')];
    const moves = Array.from({ length: 12 }, (_, index) => patch({ cohort_id: cohorts[index % 3]?.id, is_revoked: index % 2 === 0 }));
    expect(new Set((await Promise.all(moves)).map(({ status }) => status))).toEqual(new Set([200]));
    expect((await read()).cohorts).toHaveLength(1);
    const events = (await eventsOf()).slice(1);
    events.forEach((type, index) => {
      expect(type).toBe(index % 2 === 0 ? 'enrollment.revoked' : 'enrollment.restored');
    });
  });

  test('gets the last seat of a cohort in one of two concurrent moves', async () => {
    const { id } = await newCohort('Small', { seat_limit: 1 });
    const other = await newEnrolled(app, school, course.id);
    const answers = await Promise.all([patch({ cohort_id: id }), patch({ cohort_id: id }, other.enrollmentId)]);
    expect(answers.map(({ status, body }) => [status, body.code]).sort()).toEqual([
      [200, undefined],
      [409, 'cohort_full'],
    ]);
  });
});
