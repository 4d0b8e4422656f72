import { replaceOverrides } from '../../../src/domain/learning/access/overrides.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { lessonKey, newCohort, override } from '../../support/grading.ts';
import { newEnrolled, newVisitor, open } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
afterAll(() => app.close());

/** A day in spring on which the clocks of New York go forward, and the day after it. */
const DATED = { status: 'published', timezone: 'America/New_York', length_mode: 'dates', start_date: '2199-03-10', end_date: '2199-03-10' };
const MOMENTS = { timezone: 'America/New_York', starts_at: '2199-03-10T05:00:00.000Z', ends_at: '2199-03-11T04:00:00.000Z' };

test('the course has its zone, its start and its end as moments wherever a learner or a visitor sees it', async () => {
  const course = await school.newCourse(DATED);
  const { browser } = await newEnrolled(app, school, course.id);
  const seen = async (path: string) => (await expectStatus(200, browser.call('get', path))).body;
  expect(await seen(`courses/${course.id}/`)).toMatchObject({ view: 'public', ...MOMENTS });
  expect((await seen(`courses/${course.id}/curriculum/`)).course).toMatchObject({ id: course.id, ...MOMENTS });
  expect((await seen(`me/courses/${course.id}/progress/`)).enrollment.course).toMatchObject(MOMENTS);
  expect((await seen('me/enrollments/')).results[0].course).toMatchObject(MOMENTS);
  const { body: token } = await expectStatus(201, school.browser.call('post', `courses/${course.id}/preview-token/`, {}));
  expect((await seen(`courses/${course.id}/phone-preview/?token=${token.token}`)).course).toMatchObject(MOMENTS);
  const visitor = await newVisitor(app, school);
  const { body: offers } = await expectStatus(200, visitor.browser.call('get', 'me/discover/'));
  expect(offers.results[0].course).toMatchObject({ id: course.id, ...MOMENTS });
});

test('a course without dates has a zone and neither start nor end', async () => {
  const course = await school.newCourse({ status: 'published', timezone: 'Asia/Kathmandu' });
  const { browser } = await newEnrolled(app, school, course.id);
  const { body } = await expectStatus(200, browser.call('get', `courses/${course.id}/curriculum/`));
  expect(body.course).toMatchObject({ timezone: 'Asia/Kathmandu', starts_at: null, ends_at: null });
});

test("a learner sees in the outline and in the lesson when work is due, by the lesson, by their cohorts' later moment or by their own", async () => {
  const course = await school.newCourse({ status: 'published', timezone: 'America/New_York' });
  const chapter = await school.newChapter(course.id);
  const due = (date: string) => ({ kind: 'date', date, time: '23:59' }) as const;
  const essay = await school.newLesson(
    { title: 'Essay', content_type: 'assignment', content: { instructions: 'Write.', submission_kinds: ['text'], due: due('2199-01-05') } },
    chapter,
  );
  await school.newLesson({ title: 'Text' }, chapter);
  const [one, two, three] = [await newEnrolled(app, school, course.id), await newEnrolled(app, school, course.id), await newEnrolled(app, school, course.id)];
  const cohorts = [await newCohort(app, school, course.id, two.enrollmentId), await newCohort(app, school, course.id, two.enrollmentId)];
  await app.database.db
    .transaction()
    .execute((trx) =>
      replaceOverrides(trx, lessonKey(school, essay), [
        override({ cohort_id: cohorts[0], due: due('2199-01-07') }),
        override({ cohort_id: cohorts[1], due: due('2199-01-06') }),
        override({ enrollment_id: three.enrollmentId, due: { kind: 'none' } }),
      ]),
    );
  for (const [{ browser }, due_at] of [
    [one, '2199-01-06T04:59:00.000Z'],
    [two, '2199-01-08T04:59:00.000Z'],
    [three, null],
  ] as const) {
    const { body } = await expectStatus(200, browser.call('get', `courses/${course.id}/curriculum/`));
    expect(body.lessons.results.map((lesson: Row) => [lesson.title, lesson.due_at])).toEqual([
      ['Essay', due_at],
      ['Text', null],
    ]);
    expect((await expectStatus(200, open(browser, essay))).body).toMatchObject({ due_at, timezone: 'America/New_York' });
  }
  const visitor = await newVisitor(app, school);
  const { body } = await expectStatus(200, visitor.browser.call('get', `courses/${course.id}/curriculum/`));
  expect(body.lessons.results.map(({ due_at }: { due_at: unknown }) => due_at)).toEqual([null, null]);
});
