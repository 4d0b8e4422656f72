import { startTestApp, type TestApp } from '../support/app.ts';
import { expectStatus } from '../support/browser.ts';
import { type Enrolled, newEnrolled } from '../support/learner.ts';
import type { Row } from '../support/organisation.ts';
import { newSchool, type School } from '../support/school.ts';

let app: TestApp;
let school: School;
let course: Row;
let asker: Enrolled;
let answerer: Enrolled;
let here: (below?: string, query?: string) => string;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
  course = await school.newCourse({ title: 'Botany', status: 'published' });
  asker = await newEnrolled(app, school, course.id);
  answerer = await newEnrolled(app, school, course.id);
  here = (below = '', query = '') => `/learn/${course.slug}${below}?organisation=${school.organisation.subdomain}${query}`;
});
afterAll(() => app.close());

const settings = (fields: object) => expectStatus(200, school.browser.call('put', `courses/${course.id}/discussion/settings/`, fields));

test('a learner asks, another finds it, replies and reports, and nothing that either writes runs', async () => {
  await settings({ is_enabled: true });
  const empty = await asker.browser.submit(here('/discussion'), { title: 'Oaks?', 'text.body': '  ' });
  expect([empty.status, empty.text]).toEqual([400, expect.stringMatching(/value="Oaks\?".*id="text-fault"/s)]);
  const asked = await asker.browser.submit(here('/discussion'), { title: 'Oaks <i>?', 'text.body': 'Why **oaks**? <script>x()</script>', question: 'on' });
  expect([asked.status, asked.headers.location]).toEqual([303, expect.stringMatching(/^\/learn\/botany\/discussion\/[0-9a-f-]{36}\?.*notice=posted$/)]);
  const url = (asked.headers.location as string).replace('&notice=posted', '');
  expect((await answerer.browser.open(here('/discussion', '&search=oaks'))).text).toMatch(
    /<p class="quiet">Botany<\/p>.*Oaks &lt;i&gt;\?<\/a>.*Question · Test user · No replies/s,
  );
  expect((await answerer.browser.open(here('/discussion', '&search=elms'))).text).toContain('Nothing found.');
  const { text } = await answerer.browser.open(url);
  expect(text).toMatch(/Why <strong>oaks<\/strong>\? &lt;script&gt;.*>Report</s);
  const replied = await answerer.browser.submit(url, { do: 'reply', 'text.body': 'Because.' });
  expect((await answerer.browser.open(replied.headers.location as string)).text).toMatch(/Your message was posted\..*<p>Because\.<\/p>/s);
  const post = /href="[^"]*to=([0-9a-f-]{36})[^"]*#reply"/.exec((await asker.browser.open(url)).text)?.[1] ?? '';
  await asker.browser.submit(url, { do: 'reply', 'text.body': 'I see.', parent_id: post });
  expect((await answerer.browser.open(url)).text).toMatch(/Because\..*<article [^>]*>(?:(?!<\/article>).)*I see\./s);
  const blank = await answerer.browser.submit(url, { do: 'report_topic', post: url.split('/').at(-1)?.split('?')[0] ?? '', reason: ' ' });
  expect([blank.status, blank.text]).toEqual([400, expect.stringContaining('<details open>')]);
  const reported = await answerer.browser.submit(url, { do: 'report_topic', reason: 'Rude' });
  expect((await answerer.browser.open(reported.headers.location as string)).text).toContain('Staff will look at it.');
  await settings({ is_enabled: true, require_initial_post: true });
  const late = await newEnrolled(app, school, course.id);
  const { text: hidden } = await late.browser.open(url);
  expect(hidden).toContain('Once you have posted here yourself');
  expect(hidden).not.toContain('Because.');
});

test('a course whose discussion is off says so, and so it is for those who are not enrolled', async () => {
  await settings({ is_enabled: false });
  expect((await asker.browser.open(here('/discussion'))).text).toContain('Discussions are turned off in this course.');
  expect((await asker.browser.submit(here('/discussion'), { title: 'A', 'text.body': 'B' })).status).toBe(404);
});

test('a learner sees the grades that were posted, what they sum up to, and what was said, and not those of others', async () => {
  const chapter = await school.newChapter(course.id);
  const content = { instructions: 'Write.', submission_kinds: ['text'], points: 10 };
  const lesson = await school.newLesson({ title: 'Essay <i>', content_type: 'assignment', content }, chapter);
  const grade = (learner: Enrolled, fields: object) =>
    expectStatus(
      200,
      school.browser.call('put', `courses/${course.id}/gradebook/grades/${learner.enrollmentId}/${lesson.id}/`, { updated_at: null, ...fields }),
    );
  await grade(asker, { score: 8.5, comment: { text: 'Good *work*.' } });
  await grade(answerer, { score: 3, save_as: 'draft' });
  const { text } = await asker.browser.open(here('/grades'));
  expect(text).toMatch(/Grade so far<\/dt><dd>85% · 8\.5 of 10.*Essay &lt;i&gt;<\/a><\/th>\s*<td>8\.5 of 10.*Graded.*Good <em>work<\/em>/s);
  const { text: other } = await answerer.browser.open(here('/grades'));
  expect(other).toContain('Not handed in');
  expect(other).not.toMatch(/3 of 10|Good/);
});
