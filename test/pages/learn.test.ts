import { startTestApp, type TestApp } from '../support/app.ts';
import { Browser, expectStatus, newUser, PASSWORD } from '../support/browser.ts';
import { type Enrolled, newEnrolled, report } from '../support/learner.ts';
import type { Row } from '../support/organisation.ts';
import { newSchool, type School } from '../support/school.ts';

let app: TestApp;
let school: School;
let course: Row;
let at: string;
const lessons: Record<string, Row> = {};
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
  at = `organisation=${school.organisation.subdomain}`;
  course = await school.newCourse({ title: 'Botany <i>', status: 'published' });
  const [first, second] = [
    await school.newChapter(course.id, { title: 'Trees', sequential_lessons: true }),
    await school.newChapter(course.id, { title: 'Herbs', requires_previous_chapter: true }),
  ];
  for (const [title, in_] of [
    ['The oak', first],
    ['The <birch>', first],
    ['The mint', second],
  ] as const)
    lessons[title] = await school.newLesson({ title, content_type: 'lesson', content: { body: `About ${title}.` } }, in_);
});
afterAll(() => app.close());

const here = (below = '') => `/learn/${course.slug}${below}?${at}`;

/** Returns the part of the page that is about one lesson. */
const rowOf = (text: string, title: string): string =>
  text.match(/<li class="[a-z_]+">(?:(?!<\/li>).)*<\/li>/gs)?.find((row) => row.includes(`>${title}<`)) ?? '';

test('somebody who signs in comes to their courses, and one without courses is led to the catalogue', async () => {
  const { email } = await newUser(app, { signedIn: false });
  const browser = new Browser(app);
  expect((await browser.submit(`/sign-in?${at}`, { email, password: PASSWORD })).headers.location).toBe(`/learn?${at}`);
  const { status, text } = await browser.open(`/learn?${at}`);
  expect([status, text]).toEqual([200, expect.stringContaining('You are not enrolled in any course yet.')]);
  expect(text).toContain(`<a class="button" href="/catalogue?${at}">Find a course</a>`);
  expect((await browser.open('/learn')).text).toContain('You are not enrolled in any course yet.');
});

test('a visitor who enrolls comes to the course, begins it, and finds it among their courses with what comes next', async () => {
  const { browser } = await newUser(app);
  const enrolled = await browser.submit(`/courses/${course.slug}?${at}`, {});
  expect(enrolled.headers.location).toBe(`${here()}&notice=enrolled`);
  const { text } = await browser.open(enrolled.headers.location as string);
  expect(text).toContain(`href="${here('/grades')}">Grades</a>`);
  expect(text).toContain(`href="${here('/discussion')}">Discussion</a>`);
  expect(text).toMatch(/You are now enrolled\..*0 of 3 lessons completed.*>Start<\/button>.*Next: The oak/s);
  expect((await browser.open(`/learn?${at}`)).text).toMatch(/Botany &lt;i&gt;<\/a><\/h2>.*0% complete.*Next: The oak.*>Start<\/a>/s);
  const { headers } = await browser.submit(here(), { lesson: lessons['The oak']?.id ?? '' });
  expect(headers.location).toBe(here(`/${lessons['The oak']?.id}`));
  expect((await browser.open(here())).text).toContain('>Continue</button>');
  expect((await browser.open(`/courses/${course.slug}?${at}`)).text).toContain(`<a class="button" href="${here()}">Open the course</a>`);
});

test('the outline says of each lesson whether it is done, open or locked, why, and which lesson opens it', async () => {
  const { browser } = await newEnrolled(app, school, course.id);
  const oak = lessons['The oak'] as Row;
  const before = (await browser.open(here())).text;
  expect(rowOf(before, 'The oak')).toMatch(/^<li class="not_started">.*Not started/s);
  expect(rowOf(before, 'The &lt;birch&gt;')).toMatch(/^<li class="locked">.*Complete the previous lesson first.*Go to The oak/s);
  expect(rowOf(before, 'The mint')).toMatch(/^<li class="locked">.*Complete the previous chapter first.*Go to The oak/s);
  await expectStatus(200, report(browser, oak, { event: 'opened' }));
  await expectStatus(200, report(browser, oak, { event: 'read' }));
  const after = (await browser.open(here())).text;
  expect(after).toMatch(/1 of 3 lessons completed/);
  expect(rowOf(after, 'The oak')).toMatch(/^<li class="completed">.*Done/s);
  expect(rowOf(after, 'The &lt;birch&gt;')).toMatch(/^<li class="not_started">/);
  expect(rowOf(after, 'The mint')).toContain('Go to The &lt;birch&gt;');
});

test('the first page says what is due in all courses and what is overdue, until it is done, and which grades are new', async () => {
  const day = (days: number) => new Date(app.clock.now() + days * 86_400_000).toISOString().slice(0, 10);
  const course = await school.newCourse({ title: 'Field work', status: 'published' });
  const chapter = await school.newChapter(course.id);
  await school.newLesson({ title: 'Before you go', content_type: 'lesson', content: { body: 'Boots.' } }, chapter);
  const { browser, enrollmentId } = await newEnrolled(app, school, course.id);
  const newWork = (title: string, due: object | null) =>
    school.newLesson({ title, content_type: 'assignment', content: { instructions: 'Write.', submission_kinds: ['text'], points: 10, due } }, chapter);
  const [late, soon] = [await newWork('An herbarium', { kind: 'date', date: day(-3) }), await newWork('A <map>', { kind: 'relative', days: 5 })];
  await newWork('Long ago', { kind: 'date', date: day(-30) });
  await newWork('At any time', { kind: 'none' });
  const { body } = await expectStatus(200, browser.call('get', 'me/agenda/'));
  expect(body.due).toEqual([
    expect.objectContaining({ lesson_id: late.id, content_type: 'assignment', is_overdue: true, course: expect.objectContaining({ slug: course.slug }) }),
    expect.objectContaining({ lesson_id: soon.id, is_overdue: false }),
  ]);
  expect(body.next).toEqual([{ course: expect.objectContaining({ id: course.id }), lesson: expect.objectContaining({ title: 'Before you go' }) }]);
  const { text } = await browser.open(`/learn?${at}`);
  expect(text).toMatch(new RegExp(`What’s due.*href="/learn/${course.slug}/${late.id}[^>]*>An herbarium<.*Overdue.*A &lt;map&gt;.*Due on`, 's'));
  expect(text).not.toMatch(/Long ago|At any time|New grades/);

  await expectStatus(200, report(browser, late, { event: 'assignment_submitted', submission: { text: 'Pressed.' } }));
  const grade = `courses/${course.id}/gradebook/grades/${enrollmentId}/${late.id}/`;
  await expectStatus(200, school.browser.call('put', grade, { score: 8, updated_at: null }));
  const { body: after } = await browser.call('get', 'me/agenda/');
  expect(after.due.map(({ lesson_id }: Row) => lesson_id)).toEqual([soon.id]);
  expect(after.grades).toEqual([expect.objectContaining({ lesson_id: late.id, posted_at: expect.any(String) })]);
  expect((await browser.open(`/learn?${at}`)).text).toMatch(new RegExp(`New grades.*href="/learn/${course.slug}/grades[^>]*>An herbarium<`, 's'));
});

test.each([
  ['revoked', 'Your access was withdrawn.'],
  ['expired', 'Your access has ended.'],
])('somebody whose access is %s is told so, and is led to the page of the course', async (how, said) => {
  const { browser, enrollmentId }: Enrolled = await newEnrolled(app, school, course.id);
  const of = `courses/${course.id}/learners/${enrollmentId}/`;
  if (how === 'revoked') await expectStatus(200, school.browser.call('post', `${of}revoke/`));
  else
    await app.database.db
      .updateTable('enrollments')
      .set({ expires_at: '2026-01-01T00:00:00Z' })
      .where('organisation_id', '=', school.organisation.id)
      .where('id', '=', enrollmentId)
      .execute();
  for (const path of [`/learn?${at}`, here()]) expect((await browser.open(path)).text).toContain(said);
  expect((await browser.open(here())).text).toContain(`<a class="button" href="/courses/${course.slug}?${at}">`);
});

test('somebody who is not enrolled is led to the page of the course, staff are told that nothing is recorded, and a course that one may not know of is not found', async () => {
  const { browser } = await newUser(app);
  expect((await browser.open(here())).text).toContain('You are not enrolled in this course.');
  expect((await school.browser.open(here())).text).toContain('You are on this course’s staff');
  const draft = await school.newCourse({ title: 'Draft' });
  expect((await browser.open(`/learn/${draft.slug}?${at}`)).status).toBe(404);
  expect((await new Browser(app).open(here())).headers.location).toBe(`/sign-in?${at}&next=${encodeURIComponent(here())}`);
});
