import { systemActor } from '../../../../src/domain/kernel/caller.ts';
import { newId } from '../../../../src/domain/kernel/ids.ts';
import { endGrant } from '../../../../src/domain/learning/grants/end.ts';
import { type Grant, grantPlace } from '../../../../src/domain/learning/grants/place.ts';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { expectStatus } from '../../../support/browser.ts';
import { newVisitor, userId } from '../../../support/learner.ts';
import { newSchool, type School } from '../../../support/school.ts';

const DAY_MS = 24 * 3600_000;

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
afterAll(() => app.close());

const inDays = (days: number) => new Date(app.clock.now() + days * DAY_MS).toISOString();
const now = () => inDays(0);

/** A course and a visitor who receives grants for it. */
async function newPlace(fields: object = {}) {
  const course = await school.newCourse({ status: 'published', ...fields });
  const visitor = await newVisitor(app, school);
  const user = await userId(app, visitor);
  const { db } = app.database;
  const organisationId = school.organisation.id;
  const grant = (source: Grant['source'], endsAt: string | null, sourceId?: string) =>
    db
      .transaction()
      .execute((trx) =>
        grantPlace(
          trx,
          systemActor(organisationId),
          { courseId: course.id, userId: user, grant: { source, endsAt, followsCourseEnd: false, ...(sourceId ? { sourceId } : {}) } },
          now(),
        ),
      );
  const end = (sourceId: string) => db.transaction().execute((trx) => endGrant(trx, organisationId, sourceId, now()));
  const shown = async () => {
    const { rows } = await app.database.pool.query(
      `select source, expires_at, revoked_at is not null as is_revoked, (select count(*)::int from enrollment_grants g where g.enrollment_id = e.id) as grants
       from enrollments e where course_id = $1 and user_id = $2`,
      [course.id, user],
    );
    return rows[0];
  };
  return { course, visitor, grant, end, shown };
}

test('an enrollment shows the grant that ends last, and one without an end comes first', async () => {
  const { grant, end, shown } = await newPlace();
  const [order, subscription] = [newId(), newId()];
  await grant('code', inDays(10), newId());
  expect(await shown()).toMatchObject({ source: 'code', expires_at: inDays(10), is_revoked: false });
  await grant('purchase', inDays(30), order);
  expect(await shown()).toMatchObject({ source: 'purchase', expires_at: inDays(30), grants: 2 });
  await grant('subscription', null, subscription);
  expect(await shown()).toMatchObject({ source: 'subscription', expires_at: null, grants: 3 });
  await end(subscription);
  expect(await shown()).toMatchObject({ source: 'purchase', expires_at: inDays(30), is_revoked: false });
  await end(order);
  expect(await shown()).toMatchObject({ source: 'code', expires_at: inDays(10), is_revoked: false });
});

test('an enrollment is revoked only when every grant is, and a repeated grant of the same order changes nothing', async () => {
  const { grant, end, shown } = await newPlace();
  const order = newId();
  expect(await Promise.all([grant('purchase', null, order), grant('purchase', null, order)])).toEqual(
    expect.arrayContaining([expect.objectContaining({ placement: 'created' }), expect.objectContaining({ placement: 'kept' })]),
  );
  expect(await shown()).toMatchObject({ grants: 1 });
  await end(order);
  expect(await shown()).toMatchObject({ source: 'purchase', is_revoked: true });
  await grant('purchase', null, order);
  expect(await shown()).toMatchObject({ is_revoked: true, grants: 1 });
  expect(await grant('purchase', null, newId())).toMatchObject({ placement: 'renewed' });
  expect(await shown()).toMatchObject({ source: 'purchase', is_revoked: false, grants: 2 });
});

test('a preview ends when another grant begins', async () => {
  const { grant, end, shown } = await newPlace();
  await grant('preview', inDays(1));
  const order = newId();
  expect(await grant('purchase', inDays(0.5), order)).toMatchObject({ placement: 'created' });
  expect(await shown()).toMatchObject({ source: 'purchase', expires_at: inDays(0.5) });
  await end(order);
  expect(await shown()).toMatchObject({ is_revoked: true });
});

describe('when the last day of a course moves', () => {
  const DATES = { length_mode: 'dates', start_date: '2099-01-10', end_date: '2099-02-10', timezone: 'Europe/Berlin' };
  const endOf = (day: string) => `${day}T23:00:00.000Z`;

  test.each([
    ['the schedule is shifted', (id: string) => school.browser.call('post', `courses/${id}/schedule/shift/`, { days: 10 }), endOf('2099-02-20')],
    ['the course is changed', (id: string) => school.browser.call('patch', `courses/${id}/`, { end_date: '2099-03-01' }), endOf('2099-03-01')],
    ['a key changes the course', (id: string) => school.agent('patch', `courses/${id}/`, { end_date: '2099-03-01' }), endOf('2099-03-01')],
  ])('the ends that followed from it move because %s, and those that staff set stay', async (_how, move, expected) => {
    const { course, visitor } = await newPlace(DATES);
    const following = await expectStatus(201, visitor.browser.call('post', `courses/${course.id}/enroll/`, {}));
    expect(following.body.expires_at).toBe(endOf('2099-02-10'));
    const other = await newVisitor(app, school);
    await expectStatus(201, other.browser.call('post', `courses/${course.id}/enroll/`, {}));
    await expectStatus(200, school.browser.call('post', `courses/${course.id}/enroll/`, { email: other.email, expires_at: '2099-02-01T00:00:00Z' }));
    await expectStatus(200, move(course.id));
    await app.mailbox.runJobs();
    const { body } = await expectStatus(200, school.browser.call('get', `courses/${course.id}/learners/?ordering=enrolled_at`));
    expect(
      Object.fromEntries(body.results.map((learner: { user: { email: string }; expires_at: string }) => [learner.user.email, learner.expires_at])),
    ).toEqual({
      [visitor.email]: expected,
      [other.email]: '2099-02-01T00:00:00.000Z',
    });
  });
});
