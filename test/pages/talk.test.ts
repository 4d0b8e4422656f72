import { startTestApp, type TestApp } from '../support/app.ts';
import { expectStatus } from '../support/browser.ts';
import { type Enrolled, newEnrolled } from '../support/learner.ts';
import type { Row } from '../support/organisation.ts';
import { newSchool, type School } from '../support/school.ts';

let app: TestApp;
let school: School;
let course: Row;
let lesson: Row;
let quiet: Row;
let [author, reader]: [Enrolled, Enrolled] = [] as never;
let at: string;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
  at = `organisation=${school.organisation.subdomain}`;
  course = await school.newCourse({ title: 'Botany', slug: 'botany', status: 'published' });
  const content = { instructions: 'Write.', submission_kinds: ['text', 'file'], points: 10 };
  const chapter = await school.newChapter(course.id);
  lesson = await school.newLesson({ title: 'The oak', content_type: 'assignment', content }, chapter);
  quiet = await school.newLesson({ title: 'The elm', content: { body: 'Elms.' } }, chapter);
  await expectStatus(200, school.browser.call('put', `courses/${course.id}/discussion/settings/`, { is_enabled: true }));
  [author, reader] = [await newEnrolled(app, school, course.id), await newEnrolled(app, school, course.id)];
});
afterAll(() => app.close());

const here = (below: string, more = '') => `/learn/botany${below}?${at}${more}`;

/** Opens a topic about the lesson, and returns its URL. */
async function newTopic(title: string, by = author): Promise<string> {
  const { headers } = await by.browser.submit(here('/discussion', `&lesson=${lesson.id}`), { title, 'text.body': `About ${title}.` });
  return (headers.location as string).replace('&notice=posted', '');
}

const idOf = (url: string): string => /discussion\/([0-9a-f-]+)/.exec(url)?.[1] ?? '';

test('what is written about a lesson stands below it, and what is written about the course does not', async () => {
  expect((await author.browser.open(here(`/${quiet.id}`))).text).toMatch(/Discussion of this lesson.*Nobody has written about this lesson yet\./s);
  await author.browser.submit(here('/discussion'), { title: 'Elms', 'text.body': 'About elms.' });
  await newTopic('Acorns');
  const { text } = await reader.browser.open(here(`/${lesson.id}`));
  expect(text).toMatch(/Discussion of this lesson.*>Acorns<\/a>/s);
  expect(text).not.toContain('>Elms</a>');
  expect(text).toContain(`href="/learn/botany/discussion?${at}&amp;lesson=${lesson.id}#ask"`);
  const list = (await reader.browser.open(here('/discussion', `&lesson=${lesson.id}`))).text;
  expect(list).toContain('>Acorns</a>');
  expect(list).not.toContain('>Elms</a>');
});

test('an author changes and deletes what they wrote, and nobody else is offered that or can do it', async () => {
  const url = await newTopic('Bark');
  const own = (await author.browser.open(`${url}&edit=${idOf(url)}`)).text;
  expect(own).toMatch(/name="do" value="edit_topic".*name="title"[^>]*value="Bark".*>About Bark\.<\/textarea>/s);
  const other = (await reader.browser.open(`${url}&edit=${idOf(url)}`)).text;
  expect(other).not.toMatch(/edit_topic|delete_topic/);
  expect((await reader.browser.submit(url, { do: 'edit_topic', title: 'X', 'text.body': 'X' })).status).toBe(403);
  expect((await reader.browser.submit(url, { do: 'delete_topic' })).status).toBe(403);
  const bad = await author.browser.submit(url, { do: 'edit_topic', post: idOf(url), title: 'Bark', 'text.body': ' ' });
  expect([bad.status, bad.text]).toEqual([400, expect.stringMatching(/name="do" value="edit_topic".*id="text-fault"/s)]);
  const saved = await author.browser.submit(url, { do: 'edit_topic', post: idOf(url), title: 'The bark', 'text.body': 'Rough.' });
  expect((await reader.browser.open(saved.headers.location as string)).text).toMatch(/<h1>The bark<\/h1>.*data-posted>.* · edited .*<p>Rough\.<\/p>/s);
  await reader.browser.submit(url, { do: 'reply', 'text.body': 'Indeed.' });
  const reply = /name="do" value="delete_reply">\s*<input type="hidden" name="post" value="([^"]+)"/.exec((await reader.browser.open(url)).text)?.[1] ?? '';
  await reader.browser.submit(url, { do: 'edit_reply', post: reply, 'text.body': 'Quite so.' });
  expect((await author.browser.open(url)).text).toContain('<p>Quite so.</p>');
  expect((await author.browser.submit(url, { do: 'delete_reply', post: reply })).status).toBe(403);
  const gone = await reader.browser.submit(url, { do: 'delete_reply', post: reply });
  expect((await reader.browser.open(gone.headers.location as string)).text).toContain('The message was deleted.');
  const rich = { text: { format: 'html', body: '<p>Very <b>rough</b>.</p>' } };
  await expectStatus(200, author.browser.call('patch', `courses/${course.id}/discussion/topics/${idOf(url)}/`, rich));
  const shown = (await author.browser.open(`${url}&edit=${idOf(url)}`)).text;
  const format = /name="format" value="(\w+)"/.exec(shown)?.[1] ?? '';
  await author.browser.submit(url, { do: 'edit_topic', post: idOf(url), title: 'The bark', format, 'text.body': '<p>Quite <b>rough</b>.</p>' });
  expect((await reader.browser.open(url)).text).toContain('<p>Quite <b>rough</b>.</p>');
  const { headers } = await author.browser.submit(url, { do: 'delete_topic' });
  expect((await author.browser.open(headers.location as string)).text).toContain('The message was deleted.');
});

test('a reader says that a post is useful and takes it back, and not of their own', async () => {
  const url = await newTopic('Leaves');
  const up = { do: 'upvote_topic', post: idOf(url), upvoted: 'on' };
  expect((await reader.browser.open(url)).text).toMatch(/name="upvoted" value="on"[^>]*aria-pressed="false"/);
  expect((await reader.browser.submit(url, up)).headers.location).toBe(`${url}#post-${idOf(url)}`);
  expect((await reader.browser.open(url)).text).toMatch(/name="upvoted" value="off"[^>]*aria-pressed="true".*1 person finds this useful/s);
  expect((await author.browser.open(url)).text).not.toContain('name="upvoted"');
  expect((await author.browser.submit(url, up)).status).toBe(400);
  await reader.browser.submit(url, { ...up, upvoted: 'off' });
  expect((await reader.browser.open(url)).text).not.toContain('finds this useful');
});

test('a file is attached to a post, and stays attached while the text is wrong', async () => {
  const url = await newTopic('Roots');
  const send = (fields: Record<string, string>, file = '') => {
    const test = app.http
      .post(url)
      .set(reader.browser.headers)
      .set('Cookie', reader.browser.cookie as string)
      .accept('html');
    for (const [name, value] of Object.entries(fields)) test.field(name, value);
    return file ? test.attach('file_1', Buffer.from(file), 'roots.txt') : test;
  };
  const wrong = await send({ do: 'reply', 'text.body': ' ' }, 'Deep.');
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringMatching(/checked> Attached: roots\.txt/)]);
  const [, id = ''] = /name="upload_([0-9a-f-]{36})" value="roots\.txt" checked/.exec(wrong.text) ?? [];
  const { headers } = await send({ do: 'reply', 'text.body': 'See the file.', [`upload_${id}`]: 'roots.txt' });
  expect((await author.browser.open(headers.location as string)).text).toMatch(/<p>See the file\.<\/p>.*<a href="[^"]+\/files\/[^"]+">roots\.txt<\/a>/s);
});

test('pages tell their scripts whose draft a text is, and a sign-out makes the browser forget all drafts', async () => {
  const leaving = await newEnrolled(app, school, course.id);
  const url = await newTopic('Twigs', leaving);
  const topic = (await reader.browser.open(url)).text;
  expect(topic).toContain(`data-draft="${reader.id}/${school.organisation.id}/${idOf(url)}/reply:" data-began=""`);
  expect((await leaving.browser.open(`${url}&edit=${idOf(url)}`)).text).toMatch(
    new RegExp(`data-draft="${leaving.id}/${school.organisation.id}/${idOf(url)}/edit" data-began="\\d{4}-`),
  );
  const work = await reader.browser.open(here(`/${lesson.id}`));
  expect(work.text).toMatch(
    new RegExp(
      `<form [^>]*data-uploads="/api/v1/courses/${course.id}/uploads/" data-purpose="submission".*data-draft="${reader.id}/${school.organisation.id}/${lesson.id}/work"`,
      's',
    ),
  );
  expect(work.text.match(/<script type="module" src="\/pages\/(lesson|forms)-/g)).toHaveLength(2);
  const { headers } = await leaving.browser.submit('/sign-out', {});
  expect(headers['clear-site-data']).toBe('"storage"');
});
