import { sql } from 'kysely';
import { liveEnrollments } from '../../../src/domain/learning/access/live-enrollments.ts';
import { foreseeOpenings, isInOpening } from '../../../src/domain/learning/access/openings.ts';
import { inTransaction } from '../../../src/platform/database/connect.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus, type TestUser } from '../../support/browser.ts';
import { runTask } from '../../support/jobs.ts';
import { newEnrolled, report } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { newSchool, type School } from '../../support/school.ts';

const BERLIN = { status: 'published', title: 'Botany', timezone: 'Europe/Berlin' };
const EMBED = { content_type: 'embed', content: { url: 'https://example.org/' } };

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  app.clock.time = Date.parse('2027-03-01T10:00:00Z');
  school = await newSchool(app);
});
afterAll(() => app.close());

async function courseWith(fields: object, ...lessons: object[]): Promise<{ course: Row; chapter: Row; lessons: Row[] }> {
  const course = await school.newCourse({ ...BERLIN, ...fields });
  const chapter = await school.newChapter(course.id);
  const made = [];
  for (const [index, lesson] of lessons.entries()) made.push(await school.newLesson({ title: `Lesson ${index + 1}`, ...EMBED, ...lesson }, chapter));
  return { course, chapter, lessons: made };
}

/** Moves the clock to the time and runs the hourly job and the job that runs every five minutes. */
async function at(time: string): Promise<void> {
  app.clock.time = Date.parse(time);
  await runTask(app, 'foresee_openings');
  await runTask(app, 'announce_openings');
}

const openings = async ({ email }: TestUser) =>
  (await app.mailbox.read(email)).map(({ subject }) => subject).filter((subject) => / (is|are) open/.test(subject ?? ''));

test('a learner is notified once of all lessons that open at the same time, by the time zone of the course', async () => {
  const { course } = await courseWith({}, { opens_day_offset: 1, opens_time: '09:00' }, { opens_day_offset: 1, opens_time: '09:00' }, { opens_day_offset: 2 });
  app.clock.time = Date.parse('2027-03-01T10:00:00Z');
  const learner = await newEnrolled(app, school, course.id);
  app.clock.time = Date.parse('2027-03-02T07:30:00Z');
  const later = await newEnrolled(app, school, course.id);
  await at('2027-03-02T07:59:00Z');
  expect(await openings(learner)).toEqual([]);
  for (const time of ['2027-03-02T08:00:00Z', '2027-03-02T08:05:00Z']) await at(time);
  expect(await openings(learner)).toEqual(['2 lessons are open in Botany']);
  expect(await openings(later)).toEqual([]);
  await at('2027-03-02T23:00:00Z');
  expect(await openings(learner)).toEqual(['Lesson 3 is open']);
  await at('2027-03-03T08:00:00Z');
  expect(await openings(later)).toEqual(['2 lessons are open in Botany']);
});

test('learners are not notified of lessons that were open when they enrolled, nor before the course starts', async () => {
  const { course } = await courseWith(
    { length_mode: 'dates', start_date: '2027-03-10', end_date: '2027-04-10' },
    { opens_day_offset: 0, opens_time: '09:00' },
    { opens_day_offset: 3 },
  );
  app.clock.time = Date.parse('2027-03-01T10:00:00Z');
  const early = await newEnrolled(app, school, course.id);
  await at('2027-03-04T10:00:00Z');
  expect(await openings(early)).toEqual([]);
  app.clock.time = Date.parse('2027-03-11T10:00:00Z');
  const learner = await newEnrolled(app, school, course.id);
  await at('2027-03-11T12:00:00Z');
  expect(await openings(learner)).toEqual([]);
  await at('2027-03-14T00:00:00Z');
  expect(await openings(learner)).toEqual(['Lesson 2 is open']);
});

test('learners are not notified of lessons that are still locked by an earlier lesson', async () => {
  const { course, chapter, lessons } = await courseWith({}, {}, { opens_day_offset: 1 }, { opens_day_offset: 1 });
  await school.agent('patch', `courses/${course.id}/chapters/${chapter.id}/`, { sequential_lessons: true });
  app.clock.time = Date.parse('2027-03-01T10:00:00Z');
  const [idle, busy] = [await newEnrolled(app, school, course.id), await newEnrolled(app, school, course.id)];
  await expectStatus(200, report(busy.browser, lessons[0] as Row, { event: 'opened' }));
  await at('2027-03-02T10:00:00Z');
  expect(await openings(idle)).toEqual([]);
  expect(await openings(busy)).toEqual(['Lesson 2 is open']);
});

test('learners are notified of a rescheduled lesson at its new opening time', async () => {
  const { course, chapter, lessons } = await courseWith({}, { opens_day_offset: 1, opens_time: '09:00' });
  app.clock.time = Date.parse('2027-03-01T10:00:00Z');
  const learner = await newEnrolled(app, school, course.id);
  app.clock.time = Date.parse('2027-03-02T07:30:00Z');
  await runTask(app, 'foresee_openings');
  const path = `courses/${course.id}/chapters/${chapter.id}/lessons/${lessons[0]?.id}/`;
  const { body } = await school.agent('get', path);
  expect((await school.agent('patch', path, { opens_day_offset: 2, updated_at: body.updated_at })).status).toBe(200);
  await at('2027-03-02T10:00:00Z');
  expect(await openings(learner)).toEqual([]);
  await at('2027-03-03T08:00:00Z');
  expect(await openings(learner)).toEqual(['Lesson 1 is open']);
});

test('opening days count from the first access or from the start of the course or cohort, if the course says so', async () => {
  const first = await courseWith({ title: 'Visits', schedule_basis: 'first_access' }, {}, { opens_day_offset: 1 });
  const start = await courseWith({ title: 'Starts', schedule_basis: 'course_start', start_date: '2027-03-05' }, {}, { opens_day_offset: 1 });
  app.clock.time = Date.parse('2027-03-01T10:00:00Z');
  const visitor = await newEnrolled(app, school, first.course.id);
  const [alone, together] = [await newEnrolled(app, school, start.course.id), await newEnrolled(app, school, start.course.id)];
  const cohort = (await expectStatus(201, school.browser.call('post', `courses/${start.course.id}/cohorts/`, { name: 'Spring', starts_on: '2027-03-08' })))
    .body;
  await expectStatus(200, school.browser.call('post', `courses/${start.course.id}/cohorts/${cohort.id}/members/`, { add: [together.enrollmentId] }));
  await at('2027-03-02T10:00:00Z');
  expect(await openings(visitor)).toEqual([]);
  await expectStatus(200, report(visitor.browser, first.lessons[0] as Row, { event: 'opened' }));
  await at('2027-03-02T23:00:00Z');
  expect(await openings(visitor)).toEqual(['Lesson 2 is open']);
  await at('2027-03-06T10:00:00Z');
  expect([await openings(alone), await openings(together)]).toEqual([['Lesson 2 is open'], []]);
  await at('2027-03-09T10:00:00Z');
  expect([await openings(alone), await openings(together)]).toEqual([[], ['Lesson 2 is open']]);
});

test('members of a cohort that is archived are notified of the lessons that still open for them by its start', async () => {
  const { course } = await courseWith({ schedule_basis: 'course_start', start_date: '2027-03-20' }, { opens_day_offset: 1 });
  const learner = await newEnrolled(app, school, course.id);
  const path = `courses/${course.id}/cohorts/`;
  const { body: cohort } = await expectStatus(201, school.browser.call('post', path, { name: 'Spring', starts_on: '2027-03-08', ends_on: '2027-03-08' }));
  await expectStatus(200, school.browser.call('post', `${path}${cohort.id}/members/`, { add: [learner.enrollmentId] }));
  await expectStatus(200, school.browser.call('patch', `${path}${cohort.id}/`, { status: 'archived' }));
  await at('2027-03-09T10:00:00Z');
  expect(await openings(learner)).toEqual(['Lesson 1 is open']);
  await at('2027-03-21T10:00:00Z');
  expect(await openings(learner)).toEqual([]);
});

test('openings are deleted after thirty days', async () => {
  const { course } = await courseWith({}, { opens_day_offset: 1 });
  app.clock.time = Date.parse('2027-03-01T10:00:00Z');
  await newEnrolled(app, school, course.id);
  await at('2027-03-02T10:00:00Z');
  const count = async () => (await app.database.pool.query('select from lesson_openings where course_id = $1', [course.id])).rowCount;
  expect(await count()).toBe(1);
  app.clock.time = Date.parse('2027-04-02T10:00:00Z');
  await runTask(app, 'forget_openings');
  expect(await count()).toBe(0);
});

test.each(['IST', 'US/Pacific-New'])('a course in a time zone that is not known any more (%s) keeps back no opening of others', async (zone) => {
  const { course } = await courseWith({}, { opens_day_offset: 1, opens_time: '09:00' });
  const strange = await courseWith({}, { opens_day_offset: 1, opens_time: '09:00' });
  const learner = await newEnrolled(app, school, course.id);
  await newEnrolled(app, school, strange.course.id);
  await app.database.pool.query('update courses set timezone = $2 where id = $1', [strange.course.id, zone]);
  app.clock.time = Date.parse('2027-03-02T07:59:00Z');
  await expect(foreseeOpenings({ db: app.database.db, clock: app.clock })).rejects.toThrow(
    `1 time zones have openings that could not be foreseen, such as ${zone}`,
  );
  await at('2027-03-02T08:00:00Z');
  expect(await openings(learner)).toEqual(['Lesson 1 is open']);
  await app.database.pool.query('update courses set timezone = $2 where id = $1', [strange.course.id, 'UTC']);
});

test('no plan for the people of an opening reads the time zone of another course', async () => {
  const { course } = await courseWith({}, { opens_day_offset: 1, opens_time: '09:00' });
  const strange = await courseWith({}, { opens_day_offset: 1, opens_time: '09:00' });
  const learner = await newEnrolled(app, school, course.id);
  await newEnrolled(app, school, strange.course.id);
  const now = '2027-03-02T07:59:00Z';
  app.clock.time = Date.parse(now);
  await foreseeOpenings({ db: app.database.db, clock: app.clock });
  const { rows } = await app.database.pool.query('select id from lesson_openings where course_id = $1', [course.id]);
  const found = await inTransaction(app.database.db, async (trx) => {
    await sql`update courses set timezone = 'US/Pacific-New' where id = ${strange.course.id}`.execute(trx);
    // Statistics alone may lead to this plan: the courses of all enrollments first, and then the opening by a hash of the course and the day.
    for (const set of ['join_collapse_limit = 1', 'enable_nestloop = off', 'enable_mergejoin = off']) await sql`set local ${sql.raw(set)}`.execute(trx);
    const people = liveEnrollments(trx, school.organisation.id)
      .select('user_id')
      .where(isInOpening(school.organisation.id, rows[0].id, now));
    const users = await people.execute();
    await sql`update courses set timezone = 'UTC' where id = ${strange.course.id}`.execute(trx);
    return users;
  });
  expect(found).toEqual([{ user_id: learner.id }]);
});
