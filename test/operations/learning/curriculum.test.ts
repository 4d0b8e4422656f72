import { startTestApp, type TestApp } from '../../support/app.ts';
import { Browser, expectStatus, newCreator, proveAgain } from '../../support/browser.ts';
import { faultsOf, newEnrolled, open, progressIn, refusalOf, report, view } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { newColleague, newLearner, newSchool, type School } from '../../support/school.ts';

const DAY_MS = 24 * 3600_000;

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
afterAll(() => app.close());

const published = (fields: object = {}) => school.newCourse({ status: 'published', ...fields });
const curriculum = (browser: Browser, courseId: string, query = '') => browser.call('get', `courses/${courseId}/curriculum/${query}`);
const member = async () => {
  const made = await newLearner(app, school.organisation.id, (await school.newCourse()).id);
  made.browser.headers['X-Organisation'] = school.organisation.id;
  return made;
};
const previewToken = async (courseId: string) => (await expectStatus(201, school.browser.call('post', `courses/${courseId}/preview-token/`, {}))).body.token;
const opening = (lesson: { title: string; lock_reason: string | null }) => `${lesson.title} ${lesson.lock_reason}`;
const outlineOf = async (browser: Browser, courseId: string) => {
  const { body } = await expectStatus(200, curriculum(browser, courseId));
  return { chapters: body.chapters.map(opening), lessons: body.lessons.results.map(opening) };
};
const hide = (course: Row, status: string) => app.database.pool.query('update courses set status = $2 where id = $1', [course.id, status]);

test('a member who is not enrolled sees the outline of a published course but can open only its free previews', async () => {
  const course = await published();
  const chapter = await school.newChapter(course.id, { title: 'C' });
  const free = await school.newLesson({ title: 'Taste', is_free_preview: true, opens_day_offset: 5, content: { body: 'Free of charge' } }, chapter);
  const rest = await school.newLesson({ title: 'Rest', content: { body: 'Paid for' } }, chapter);
  const { browser } = await member();
  const { body } = await expectStatus(200, curriculum(browser, course.id));
  expect(body).toMatchObject({ course: { id: course.id }, is_enrolled: false, enrollment_id: null, percent: 0, lesson_count: 2, completed_lessons: 0 });
  expect(await outlineOf(browser, course.id)).toEqual({ chapters: ['C not_enrolled'], lessons: ['Taste null', 'Rest not_enrolled'] });
  expect((await expectStatus(200, open(browser, free))).body).toMatchObject({ content: { body: 'Free of charge' }, state: 'not_started', lock_reason: null });
  expect((await expectStatus(200, open(browser, rest))).body).toMatchObject({ content: null, lock_reason: 'not_enrolled', files: [] });
  expect(await refusalOf(progressIn(browser, free))).toEqual([403, 'not_enrolled']);
  expect(await refusalOf(report(browser, free, { event: 'opened' }))).toEqual([403, 'not_enrolled']);
  expect(await refusalOf(browser.call('get', `me/courses/${course.id}/progress/`))).toEqual([403, 'not_enrolled']);
  expect(await refusalOf(browser.call('post', `me/courses/${course.id}/access/`))).toEqual([403, 'not_enrolled']);
});

test.each([
  ['a draft', { status: 'draft' }],
  ['an archived course', { status: 'archived' }],
  ['a private course', { status: 'published', visibility: 'private' }],
])('%s returns 404 for a member who is not enrolled', async (_what, fields) => {
  const course = await school.newCourse(fields);
  const lesson = await school.newLesson({ is_free_preview: true }, await school.newChapter(course.id));
  const { browser } = await member();
  const paths = [`courses/${course.id}/curriculum/`, `me/courses/${course.id}/progress/`];
  for (const path of paths) expect(await refusalOf(browser.call('get', path))).toEqual([404, 'not_found']);
  expect(await refusalOf(browser.call('post', `me/courses/${course.id}/access/`))).toEqual([404, 'not_found']);
  expect(await refusalOf(open(browser, lesson))).toEqual([404, 'not_found']);
  expect(await refusalOf(progressIn(browser, lesson))).toEqual([404, 'not_found']);
  expect(await refusalOf(report(browser, lesson, { event: 'opened' }))).toEqual([404, 'not_found']);
});

test('learners keep access to a course that is archived or made private, but a draft is locked for them', async () => {
  const course = await published();
  const lesson = await school.newLesson({ title: 'L' }, await school.newChapter(course.id, { title: 'C' }));
  const { browser } = await newEnrolled(app, school, course.id);
  await hide(course, 'archived');
  expect(await outlineOf(browser, course.id)).toEqual({ chapters: ['C null'], lessons: ['L null'] });
  await hide(course, 'draft');
  expect(await outlineOf(browser, course.id)).toEqual({ chapters: ['C unpublished'], lessons: ['L unpublished'] });
  expect((await open(browser, lesson)).body).toMatchObject({ lock_reason: 'unpublished', content: null });
  expect((await expectStatus(200, browser.call('post', `me/courses/${course.id}/access/`))).body.first_access_at).toBeNull();
  await app.database.pool.query(`update courses set status = 'published', visibility = 'private' where id = $1`, [course.id]);
  expect((await open(browser, lesson)).body.lock_reason).toBeNull();
});

test('staff see every chapter and lesson unlocked, including unpublished ones', async () => {
  const course = await school.newCourse();
  const chapter = await school.newChapter(course.id, { title: 'C', is_published: false, requires_previous_chapter: true, sequential_lessons: true });
  await school.newLesson({ title: 'One', is_published: false, opens_day_offset: 9 }, chapter);
  await school.newLesson({ title: 'Two', is_published: false }, chapter);
  expect(await outlineOf(school.browser, course.id)).toEqual({ chapters: ['C null'], lessons: ['One null', 'Two null'] });
  const other = await newCreator(app);
  expect(await refusalOf(curriculum(other.browser, course.id))).toEqual([404, 'not_found']);
});

test('unpublished lessons and lessons in unpublished chapters return 404 for learners', async () => {
  const course = await published();
  const [shown, hidden] = [
    await school.newChapter(course.id, { title: 'Shown' }),
    await school.newChapter(course.id, { title: 'Hidden', is_published: false }),
  ];
  await school.newLesson({ title: 'Here' }, shown);
  const alone = await school.newLesson({ title: 'Draft', is_published: false }, shown);
  const inside = await school.newLesson({ title: 'Inside' }, hidden);
  const { browser } = await newEnrolled(app, school, course.id);
  expect(await outlineOf(browser, course.id)).toEqual({ chapters: ['Shown null'], lessons: ['Here null'] });
  for (const lesson of [alone, inside]) {
    expect(await refusalOf(open(browser, lesson))).toEqual([404, 'not_found']);
    expect(await refusalOf(progressIn(browser, lesson))).toEqual([404, 'not_found']);
    expect(await refusalOf(report(browser, lesson, { event: 'opened' }))).toEqual([404, 'not_found']);
  }
});

test('a chapter stays locked until the nearest earlier chapter that is published and has lessons is completed', async () => {
  const course = await published();
  const chapters: Row[] = [];
  for (const [title, fields] of [
    ['First', {}],
    ['Hidden', { is_published: false }],
    ['Empty', {}],
    ['Last', { requires_previous_chapter: true }],
  ] as const)
    chapters.push(await school.newChapter(course.id, { title, ...fields }));
  const [first, hidden, , last] = chapters as [Row, Row, Row, Row];
  const lesson = await school.newLesson({ title: 'One' }, first);
  await school.newLesson({ title: 'Never seen' }, hidden);
  await school.newLesson({ title: 'Two' }, last);
  const { browser } = await newEnrolled(app, school, course.id);
  expect((await outlineOf(browser, course.id)).lessons).toEqual(['One null', 'Two previous_chapter']);
  await app.database.pool.query(`update lessons set content_type = 'embed' where id = $1`, [lesson.id]);
  await expectStatus(200, open(browser, lesson));
  expect(await outlineOf(browser, course.id)).toEqual({ chapters: ['First null', 'Empty null', 'Last null'], lessons: ['One null', 'Two null'] });
});

test('lessons are paged in the order of the course and can be limited to one chapter', async () => {
  const course = await published();
  const [one, _empty, two] = [await school.newChapter(course.id), await school.newChapter(course.id), await school.newChapter(course.id)];
  for (const [title, chapter] of [
    ['D', two],
    ['A', one],
    ['B', one],
    ['E', two],
    ['C', one],
  ] as const)
    await school.newLesson({ title }, chapter);
  const { browser } = await newEnrolled(app, school, course.id);
  const page = async (query: string) => {
    const { body } = await expectStatus(200, curriculum(browser, course.id, query));
    expect(body.chapters).toHaveLength(3);
    return [body.lessons.count, body.lessons.results.map(({ title }: Row) => title).join(''), body.lessons.next?.replace(/.*\?/, '') ?? null];
  };
  expect(await page('?page_size=2')).toEqual([5, 'AB', 'page_size=2&page=2']);
  expect(await page('?page_size=2&page=2')).toEqual([5, 'CD', 'page_size=2&page=3']);
  expect(await page('?page_size=2&page=3')).toEqual([5, 'E', null]);
  expect(await page('?page_size=3&page=2')).toEqual([5, 'DE', null]);
  expect(await page('?page_size=2&page=4')).toEqual([5, '', null]);
  expect(await page(`?chapter_id=${two.id.toUpperCase()}`)).toEqual([2, 'DE', null]);
  expect(await page(`?chapter_id=${two.id}&page_size=1&page=2`)).toEqual([2, 'E', null]);
  expect(await page(`?chapter_id=${course.id}`)).toEqual([0, '', null]);
});

test('the curriculum, the progress in a course, enrollments, discovery and engagement each take at most six queries', async () => {
  const course = await published();
  const chapter = await school.newChapter(course.id, { sequential_lessons: true });
  const lessons: Row[] = [];
  for (let number = 0; number < 12; number++) lessons.push(await school.newLesson({ title: `L${number}`, opens_day_offset: 0 }, chapter));
  const { browser } = await newEnrolled(app, school, course.id);
  for (const path of [`courses/${course.id}/curriculum/`, `me/courses/${course.id}/progress/`, 'me/enrollments/', 'me/discover/', 'me/engagement/']) {
    app.database.queries.count = 0;
    await expectStatus(200, browser.call('get', path));
    expect([path, app.database.queries.count <= 6]).toEqual([path, true]);
  }
});

test('the schedule counts from the day of the first access, which is set by opening the course or a lesson', async () => {
  const course = await published({ schedule_basis: 'first_access' });
  const chapter = await school.newChapter(course.id);
  const now = await school.newLesson({ title: 'Now', opens_day_offset: 0 }, chapter);
  await school.newLesson({ title: 'Tomorrow', opens_day_offset: 1 }, chapter);
  const [one, two] = [await newEnrolled(app, school, course.id), await newEnrolled(app, school, course.id)];
  expect((await curriculum(one.browser, course.id)).body.lessons.results).toMatchObject([
    { lock_reason: null, opens_at: null },
    { lock_reason: 'not_yet_open', opens_at: null },
  ]);
  const first = await expectStatus(200, one.browser.call('post', `me/courses/${course.id}/access/`));
  const at = new Date(app.clock.now()).toISOString();
  expect(first.body).toMatchObject({ first_access_at: at, last_activity_at: at });
  await expectStatus(200, open(two.browser, now));
  const tomorrow = new Date((Math.floor(app.clock.now() / DAY_MS) + 1) * DAY_MS).toISOString();
  for (const { browser } of [one, two]) {
    expect((await curriculum(browser, course.id)).body.lessons.results[1]).toMatchObject({ lock_reason: 'not_yet_open', opens_at: tomorrow });
  }
  app.clock.advance(DAY_MS);
  const again = await expectStatus(200, one.browser.call('post', `me/courses/${course.id}/access/`));
  expect(again.body).toMatchObject({ first_access_at: at, last_activity_at: new Date(app.clock.now()).toISOString() });
  expect((await outlineOf(two.browser, course.id)).lessons).toEqual(['Now null', 'Tomorrow null']);
});

test("a schedule based on the course start uses the start of the learner's cohort instead, even after the cohort is archived or has ended", async () => {
  const day = (offset: number) => new Date(app.clock.now() + offset * DAY_MS).toISOString().slice(0, 10);
  const course = await published({ schedule_basis: 'course_start', start_date: day(5) });
  await school.newLesson({ title: 'L', opens_day_offset: 1 }, await school.newChapter(course.id));
  const { browser, enrollmentId } = await newEnrolled(app, school, course.id);
  const opensAt = async () => (await curriculum(browser, course.id)).body.lessons.results[0].opens_at?.slice(0, 10);
  expect(await opensAt()).toBe(day(6));
  const cohort = (fields: object) => expectStatus(201, school.browser.call('post', `courses/${course.id}/cohorts/`, fields));
  const join = ({ id }: Row) => expectStatus(200, school.browser.call('post', `courses/${course.id}/cohorts/${id}/members/`, { add: [enrollmentId] }));
  const { body: early } = await cohort({ name: 'Early', starts_on: day(2), ends_on: day(3) });
  await join(early);
  expect(await opensAt()).toBe(day(3));
  const { body: late } = await cohort({ name: 'Late', starts_on: day(8) });
  await join(late);
  expect(await opensAt()).toBe(day(9));
  await expectStatus(200, school.browser.call('patch', `courses/${course.id}/cohorts/${late.id}/`, { status: 'inactive' }));
  expect(await opensAt()).toBe(day(3));
  expect((await browser.call('get', 'me/enrollments/')).body.results).toMatchObject([{ cohort: { name: 'Early' } }]);
  await expectStatus(200, school.browser.call('patch', `courses/${course.id}/cohorts/${early.id}/`, { status: 'archived' }));
  expect(await opensAt()).toBe(day(9));
  expect((await browser.call('get', 'me/enrollments/')).body.results).toMatchObject([{ cohort: null }]);
  await expectStatus(200, school.browser.call('patch', `courses/${course.id}/cohorts/${early.id}/`, { status: 'active' }));
  expect(await opensAt()).toBe(day(3));
  await expectStatus(200, school.browser.call('post', `courses/${course.id}/cohorts/${late.id}/members/`, { remove: [enrollmentId] }));
  const before = await opensAt();
  app.clock.advance(4 * DAY_MS);
  expect(await opensAt()).toBe(before);
  expect((await browser.call('get', 'me/enrollments/')).body.results).toMatchObject([{ cohort: null }]);
});

test('a cohort gives no access: its members are not enrolled any longer than their enrollment lasts', async () => {
  const course = await published();
  const lesson = await school.newLesson({ content: { body: 'Text' } }, await school.newChapter(course.id));
  const { browser, enrollmentId } = await newEnrolled(app, school, course.id);
  const { body: cohort } = await expectStatus(201, school.browser.call('post', `courses/${course.id}/cohorts/`, { name: 'Spring' }));
  await expectStatus(200, school.browser.call('post', `courses/${course.id}/cohorts/${cohort.id}/members/`, { add: [enrollmentId] }));
  await expectStatus(200, school.browser.call('patch', `courses/${course.id}/cohorts/${cohort.id}/`, { status: 'archived' }));
  expect((await view(browser, lesson)).body).toMatchObject({ lock_reason: null, content: { body: 'Text' } });
  await expectStatus(200, school.browser.call('patch', `courses/${course.id}/cohorts/${cohort.id}/`, { status: 'active' }));
  await expectStatus(200, school.browser.call('post', `courses/${course.id}/learners/${enrollmentId}/revoke/`));
  expect((await view(browser, lesson)).body).toMatchObject({ lock_reason: 'expired', content: null });
});

test('a course that is changed back to a draft keeps the progress of its learners, whom it locks out until it is published again', async () => {
  const course = await published();
  const lesson = await school.newLesson({ content_type: 'embed', content: { url: 'https://example.org/' } }, await school.newChapter(course.id));
  await school.newLesson({ content: { body: 'Free' }, is_free_preview: true }, await school.newChapter(course.id, { title: 'Second' }));
  const { browser } = await newEnrolled(app, school, course.id);
  await expectStatus(200, open(browser, lesson));
  await expectStatus(200, school.browser.call('patch', `courses/${course.id}/`, { status: 'draft' }));
  expect((await curriculum(browser, course.id)).body).toMatchObject({
    percent: 50,
    lessons: { results: [{ state: 'completed', lock_reason: 'unpublished' }, { lock_reason: 'unpublished' }] },
  });
  expect((await view(browser, lesson)).body).toMatchObject({ content: null, lock_reason: 'unpublished' });
  expect(await refusalOf(report(browser, lesson, { event: 'opened' }))).toEqual([403, 'lesson_locked']);
  await expectStatus(200, school.browser.call('patch', `courses/${course.id}/`, { status: 'published' }));
  expect((await view(browser, lesson)).body).toMatchObject({ content: { url: 'https://example.org/' }, state: 'completed' });
});

test('the outline shows how long a learner can view each lesson', async () => {
  const course = await published();
  const chapter = await school.newChapter(course.id);
  await school.newLesson({ view_window_minutes: 45 }, chapter);
  await school.newLesson({}, chapter);
  const { browser } = await newEnrolled(app, school, course.id);
  const { body } = await expectStatus(200, curriculum(browser, course.id));
  expect(body.lessons.results.map((lesson: Row) => lesson.view_window_minutes)).toEqual([45, null]);
});

describe('a phone preview', () => {
  const preview = (courseId: string, token: string, query = '') =>
    new Browser(app).call('get', `courses/${courseId}/phone-preview/?token=${encodeURIComponent(token)}${query}`);

  test('shows a draft as a learner who enrolls now would see it', async () => {
    const course = await school.newCourse({ title: 'Soon', description: 'About it', sales_page_blocks: [{ kind: 'hero' }] });
    const chapter = await school.newChapter(course.id, { title: 'C', sequential_lessons: true });
    await school.newLesson({ title: 'One' }, chapter);
    await school.newLesson({ title: 'Two' }, chapter);
    await school.newLesson({ title: 'Unfinished', is_published: false }, chapter);
    const token = await previewToken(course.id);
    const { body } = await expectStatus(200, preview(course.id, token, '&page_size=1'));
    expect(body).toMatchObject({
      course: { title: 'Soon' },
      description: 'About it',
      sales_page_blocks: [{ kind: 'hero' }],
      price: { amount: null, currency: 'USD', is_free: true },
      branding: { logo_url: null },
      chapters: [{ title: 'C', lesson_count: 2, lock_reason: null }],
      lessons: { count: 2, results: [{ title: 'One', lock_reason: null, state: 'not_started' }] },
    });
    const next = new URL(body.lessons.next);
    const second = await expectStatus(200, new Browser(app).call('get', `${next.pathname.slice('/api/v1/'.length)}${next.search}`));
    expect(second.body.lessons.results.map(opening)).toEqual(['Two previous_lesson']);
  });

  test('ends with the right of whom made the token, by whom nobody gets into the course then either', async () => {
    const course = await school.newCourse();
    const maker = await newColleague(app, school);
    const { body } = await expectStatus(201, maker.browser.call('post', `courses/${course.id}/preview-token/`, {}));
    await expectStatus(200, preview(course.id, body.token));
    await proveAgain(school);
    await expectStatus(200, school.browser.call('patch', `tenants/members/${maker.id}/`, { role: 'learner' }));
    expect(await refusalOf(preview(course.id, body.token))).toEqual([404, 'not_found']);
    const enrolled = maker.browser.call('post', `courses/${course.id}/enroll/`, { preview_token: body.token });
    expect(await faultsOf(enrolled)).toEqual(['preview_token unknown']);
  });

  test('returns 404 with a wrong or expired token and for another course', async () => {
    const [one, other] = [await school.newCourse(), await school.newCourse()];
    const token = await previewToken(one.id);
    expect(await refusalOf(preview(other.id, token))).toEqual([404, 'not_found']);
    expect(await refusalOf(preview(one.id, `${token.slice(0, -4)}AAAA`))).toEqual([404, 'not_found']);
    expect(await refusalOf(preview('no-id', token))).toEqual([404, 'not_found']);
    await expectStatus(200, preview(one.id, token));
    app.clock.advance(3600_000);
    expect(await refusalOf(preview(one.id, token))).toEqual([404, 'not_found']);
  });
});
