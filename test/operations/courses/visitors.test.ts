import { startTestApp, type TestApp, withSettings } from '../../support/app.ts';
import { Browser, expectStatus } from '../../support/browser.ts';
import { lessonPath, newEnrolled, newVisitor, refusalOf } from '../../support/learner.ts';
import { violations } from '../../support/log.ts';
import type { Row } from '../../support/organisation.ts';
import { newSchool, type School } from '../../support/school.ts';

/** Stands in everything that visitors must not see. */
const SECRET = 'never-to-be-seen';

let app: TestApp;
let school: School;
let visitor: Browser;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
  visitor = visitorOf(school);
});
afterAll(() => app.close());

function visitorOf({ organisation }: School): Browser {
  const browser = new Browser(app);
  browser.headers['X-Organisation'] = organisation.subdomain;
  return browser;
}

const published = (fields: object = {}) => school.newCourse({ status: 'published', ...fields });
const get = (path: string, browser = visitor) => browser.call('get', path);
const seen = async (path: string, browser = visitor) => (await expectStatus(200, get(path, browser))).body;

/** Every path under which a visitor finds something about a course, with its ID and with its slug. */
const pathsOf = ({ id, slug }: Row, lesson?: Row): string[] =>
  [id, String(slug)].flatMap((key) => [
    `courses/${key}/`,
    `courses/${key}/curriculum/`,
    `courses/${key}/price/`,
    ...(lesson ? [lessonPath({ ...lesson, course_id: key })] : []),
  ]);

test.each(['public', 'unlisted'])('a visitor reads a published course that is %s under its ID and under its slug', async (visibility) => {
  const course = await published({
    title: 'Knots',
    visibility,
    timezone: 'Europe/Berlin',
    length_mode: 'dates',
    start_date: '2031-07-01',
    end_date: '2031-07-31',
  });
  await school.newLesson({ title: 'L' }, await school.newChapter(course.id));
  const { body } = await expectStatus(200, get(`courses/${course.slug}/`));
  expect(body).toMatchObject({ view: 'public', id: course.id, title: 'Knots', visibility, chapter_count: 1, lesson_count: 1, is_enrolled: false });
  expect([body.timezone, body.starts_at, body.ends_at]).toEqual(['Europe/Berlin', '2031-06-30T22:00:00.000Z', '2031-07-31T22:00:00.000Z']);
  expect(await seen(`courses/${course.id}/`)).toEqual(body);
  expect(await seen(`courses/${course.slug}/price/`)).toEqual({ amount: null, currency: expect.any(String), includes_tax: true, is_free: true });
  expect(await seen(`courses/${course.slug}/curriculum/`)).toMatchObject({
    course: { id: course.id },
    is_enrolled: false,
    enrollment_id: null,
    lessons: { results: [{ title: 'L', state: 'not_started', lock_reason: 'not_enrolled' }] },
  });
});

test('a visitor finds only what is published in the courses that are published and not private, in any organisation', async () => {
  const own = await newSchool(app);
  const hidden: [Row, Row][] = [];
  for (const fields of [{ status: 'draft' }, { status: 'archived' }, { status: 'published', visibility: 'private' }]) {
    const course = await own.newCourse({ title: SECRET, ...fields });
    hidden.push([course, await own.newLesson({ title: SECRET, is_free_preview: true }, await own.newChapter(course.id))]);
  }
  const shown = await own.newCourse({ status: 'published', title: 'Only here' });
  const chapter = await own.newChapter(shown.id);
  const lost = await own.newCourse({ status: 'published', title: SECRET });
  await expectStatus(204, own.agent('delete', `courses/${lost.id}/`));
  const draft = await own.newLesson({ title: SECRET, is_published: false, is_free_preview: true }, chapter);
  const inside = await own.newLesson({ title: SECRET, is_free_preview: true }, await own.newChapter(shown.id, { title: SECRET, is_published: false }));
  const guest = visitorOf(own);
  guest.headers['X-Request-Id'] = 'same';
  const never = await get('courses/01890000-0000-7000-8000-000000000000/', guest);
  expect(never.status).toBe(404);
  const paths = [...hidden.flatMap(([course, lesson]) => pathsOf(course, lesson)), ...pathsOf(lost), lessonPath(draft), lessonPath(inside)];
  for (const path of paths) expect([path, (await get(path, guest)).text]).toEqual([path, never.text]);
  for (const path of ['me/discover/?page_size=200', ...pathsOf(shown)]) expect((await expectStatus(200, get(path, guest))).text).not.toContain(SECRET);
  expect(await seen(`courses/${shown.id}/`, guest)).toMatchObject({ chapter_count: 1, lesson_count: 0 });
  visitor.headers['X-Request-Id'] = 'same';
  for (const path of pathsOf(shown)) expect([path, (await get(path)).text]).toEqual([path, never.text]);
});

test('a visitor reads free previews without keys, solutions and notes, and other lessons without content', async () => {
  const course = await published();
  const chapter = await school.newChapter(course.id);
  const text = await school.newLesson({ is_free_preview: true, content: { body: 'Free of charge' } }, chapter);
  const quiz = await school.newLesson(
    {
      content_type: 'quiz',
      is_free_preview: true,
      content: {
        questions: [
          { type: 'single', prompt: SECRET, choices: [1, 2].map((id) => ({ id: `c${id}`, text: SECRET })), correct_choice_id: 'c1', explanation: SECRET },
        ],
      },
    },
    chapter,
  );
  const assignment = await school.newLesson(
    { content_type: 'assignment', is_free_preview: true, content: { instructions: 'Write', submission_kinds: ['text'], sample_solution: SECRET } },
    chapter,
  );
  const paid = await school.newLesson({ content: { body: SECRET } }, chapter);
  expect(await seen(lessonPath(text))).toMatchObject({ content: { body: 'Free of charge' }, lock_reason: null, state: 'not_started' });
  expect(await seen(lessonPath({ ...text, course_id: course.slug }))).toMatchObject({ id: text.id });
  expect(await seen(lessonPath(quiz))).toMatchObject({ content: { questions: [], question_count: 1 } });
  expect(await seen(lessonPath(assignment))).toMatchObject({ content: { instructions: 'Write' } });
  expect(await seen(lessonPath(paid))).toMatchObject({ content: null, files: [], lock_reason: 'not_enrolled' });
  for (const lesson of [text, quiz, assignment, paid]) expect((await get(lessonPath(lesson))).text).not.toContain(SECRET);
});

test('staff see their courses with everything that they edit, and the courses of others as visitors do', async () => {
  const course = await school.newCourse({ title: 'A draft' });
  expect(await seen(`courses/${course.slug}/`, school.browser)).toMatchObject({ view: 'staff', id: course.id, status: 'draft', enrollment_count: 0 });
  const other = await newSchool(app);
  other.browser.headers['X-Organisation'] = school.organisation.id;
  expect(await refusalOf(get(`courses/${course.slug}/`, other.browser))).toEqual([404, 'not_found']);
  const open = await published();
  expect(await seen(`courses/${open.slug}/`, other.browser)).toMatchObject({ view: 'public', id: open.id });
});

test('learners see the courses in which they are enrolled, whatever has become of them, and other courses as visitors do', async () => {
  const course = await published();
  const { browser } = await newEnrolled(app, school, course.id);
  expect(await seen(`courses/${course.slug}/`, browser)).toMatchObject({ view: 'public', is_enrolled: true });
  await app.database.pool.query(`update courses set visibility = 'private' where id = $1`, [course.id]);
  for (const path of pathsOf(course)) await expectStatus(200, get(path, browser));
  const member = await newVisitor(app, school);
  for (const path of pathsOf(course)) expect(await refusalOf(get(path, member.browser))).toEqual([404, 'not_found']);
});

test('a slug in the form of a UUID names no course, because it is taken as an ID', async () => {
  const course = await published({ slug: '0198a3f0-0000-7000-8000-00000000abcd' });
  for (const path of pathsOf({ ...course, id: String(course.slug) })) expect(await refusalOf(get(path))).toEqual([404, 'not_found']);
});

test('an organisation presents itself to visitors, who learn how to join it but nothing about its members and its account', async () => {
  const own = await newSchool(app);
  const guest = visitorOf(own);
  const config = await seen('tenants/config/', guest);
  expect(config).toEqual({
    view: 'public',
    id: own.organisation.id,
    name: 'Academy',
    subdomain: own.organisation.subdomain,
    language: expect.any(String),
    branding: { primary_color: null, accent_color: null, logo_url: null },
    terms_url: null,
    privacy_url: null,
    join_methods: [],
  });
  const course = await own.newCourse({ status: 'published' });
  expect((await seen('tenants/config/', guest)).join_methods).toEqual(['enrollment']);
  await expectStatus(200, own.browser.call('get', 'tenants/join-code/'));
  expect((await seen('tenants/config/', guest)).join_methods).toEqual(['join_code', 'enrollment']);
  await expectStatus(200, own.browser.call('put', `courses/${course.id}/price/`, { amount: 100, currency: 'EUR' }));
  expect((await seen('tenants/config/', guest)).join_methods).toEqual(['join_code']);
  expect(await seen('tenants/config/', own.browser)).toMatchObject({ view: 'member', is_verified: true });
});

describe('what visitors see', () => {
  const cached = 'public, max-age=60';
  const cachingOf = async (path: string, browser: Browser) => {
    const { headers } = await get(path, browser);
    return [headers['cache-control'], headers.vary];
  };

  test('may be cached for a minute, by organisation and session; what signed-in users see and refusals may not', async () => {
    const course = await published();
    const lesson = await school.newLesson({}, await school.newChapter(course.id));
    const vary = 'Cookie, X-Organisation, Forwarded, X-Forwarded-Host, X-Forwarded-Proto';
    for (const path of [...pathsOf(course, lesson), 'me/discover/', 'tenants/config/']) {
      expect([path, ...(await cachingOf(path, visitor))]).toEqual([path, cached, vary]);
      expect([path, ...(await cachingOf(path, school.browser))]).toEqual([path, 'private, no-store', undefined]);
    }
    expect(await cachingOf('courses/none/', visitor)).toEqual(['private, no-store', undefined]);
  });

  test('is not cached if it violates the contract', async () => {
    const own = await newSchool(app);
    const course = await own.newCourse({ status: 'published' });
    await app.database.pool.query(`update courses set thumbnail_url = 'no url' where id = $1`, [course.id]);
    const { status, headers } = await get(`courses/${course.id}/`, visitorOf(own));
    expect([status, headers['cache-control']]).toEqual([500, 'private, no-store']);
    expect(violations.splice(0)).toHaveLength(1);
  });

  test('does not vary by what proxies report if no proxy is trusted', async () => {
    const own = await startTestApp(withSettings({ trustProxy: 0 }), { beside: app });
    const { headers } = await own.http.get('/api/v1/tenants/config/').set('X-Organisation', school.organisation.id);
    expect([headers['cache-control'], headers.vary]).toEqual([cached, 'Cookie, X-Organisation']);
    await own.close();
  });
});
