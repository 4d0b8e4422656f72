import { startTestApp, type TestApp } from '../support/app.ts';
import { Browser, expectStatus, newUser, PASSWORD } from '../support/browser.ts';
import type { Row } from '../support/organisation.ts';
import { newSchool, type School } from '../support/school.ts';

let app: TestApp;
let school: School;
let course: Row;
let at: string;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
  at = `organisation=${school.organisation.subdomain}`;
  course = await school.newCourse({ title: 'Botany <i>', description: 'Leaves.\n\n**Roots**.', status: 'published' });
  const chapter = await school.newChapter(course.id, { title: 'Trees' });
  await school.newLesson({ title: 'The oak' }, { id: chapter.id, course_id: course.id });
});
afterAll(() => app.close());

test('a visitor finds a course in the catalogue, signs in, comes back to it and enrolls', async () => {
  const { email } = await newUser(app, { signedIn: false });
  const browser = new Browser(app);
  expect((await browser.open(`/catalogue?${at}`)).text).toContain(`<a href="/courses/${course.slug}?${at}">Botany &lt;i&gt;</a>`);
  const path = `/courses/${course.slug}?${at}`;
  const { text } = await browser.open(path);
  expect(text).toMatch(/<h1>Botany &lt;i&gt;<\/h1>.*<p>Leaves\.<\/p>\s*<p><strong>Roots<\/strong>\.<\/p>.*<h3>Trees<\/h3>.*The oak/s);
  expect(text).toContain('<p class="price">Free</p>');
  const signIn = /href="(\/sign-in[^"]+)">Sign in to enrol/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const next = new URL(signIn, app.url).searchParams.get('next') as string;
  expect((await browser.submit(signIn, { email, password: PASSWORD, next })).headers.location).toBe(path);
  expect((await browser.open(path)).text).toContain('>Enrol</button>');
  const { headers } = await browser.submit(path, {});
  expect(headers.location).toBe(`/learn/${course.slug}?${at}&notice=enrolled`);
  expect((await browser.open(headers.location as string)).text).toContain('You are now enrolled.');
  expect((await browser.open(`/catalogue?${at}`)).text).toContain('Enrolled');
});

test('the catalogue is searched, and says so if it finds nothing', async () => {
  const search = async (text: string) => (await new Browser(app).open(`/catalogue?${at}&search=${text}`)).text;
  expect(await search('botan')).toContain('Botany');
  expect(await search('geology')).toContain('No courses found.');
  expect(await search('x')).toContain('Botany');
});

const bold = { type: 'text', text: 'Bold <b>', marks: [{ type: 'bold' }] };
const link = (href: string) => ({ type: 'text', text: 'here', marks: [{ type: 'link', attrs: { href } }] });

test.each([
  ['ProseMirror', { type: 'doc', content: [{ type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [bold] }] }] }] }],
  ['Slate', [{ type: 'bulleted-list', children: [{ type: 'list-item', children: [{ type: 'paragraph', children: [{ text: 'Bold <b>', bold: true }] }] }] }]],
  [
    'Lexical',
    {
      root: {
        type: 'root',
        children: [
          {
            type: 'list',
            listType: 'bullet',
            children: [{ type: 'listitem', children: [{ type: 'paragraph', children: [{ type: 'text', text: 'Bold <b>', format: 1 }] }] }],
          },
        ],
      },
    },
  ],
])('the description of a course is shown if it is a document of %s', async (_editor, description) => {
  const { slug } = await school.newCourse({ title: 'Rich', status: 'published', description });
  expect((await new Browser(app).open(`/courses/${slug}?${at}`)).text).toContain('<ul><li><p><strong>Bold &lt;b&gt;</strong></p></li></ul>');
});

test('a document links only to the web and to mail, and one that is no document of an editor is left out', async () => {
  const description = { type: 'doc', content: [{ type: 'paragraph', content: [link('javascript:alert(1)'), link('https://example.org/?a&b')] }] };
  const rich = await school.newCourse({ title: 'Links', status: 'published', description });
  const { text } = await new Browser(app).open(`/courses/${rich.slug}?${at}`);
  expect(text).toContain('<p>here<a href="https://example.org/?a&amp;b" rel="nofollow ugc noopener noreferrer">here</a></p>');
  const odd = await school.newCourse({
    title: 'Odd',
    status: 'published',
    description: { ops: [{ insert: 'Lines\nof Quill' }, { insert: { image: 'x' } }], other: 1 },
  });
  expect((await new Browser(app).open(`/courses/${odd.slug}?${at}`)).text).toContain('<p>Lines<br>of Quill</p>');
  const none = await school.newCourse({ title: 'None', status: 'published', description: { some: ['thing', 1, null] } });
  expect((await new Browser(app).open(`/courses/${none.slug}?${at}`)).text).not.toContain('class="prose"');
});

test('links and pictures from elsewhere in any text of a course give no weight, tell nobody for which page they are loaded, and load late', async () => {
  const from = 'https://elsewhere.example';
  const both = (name: string) => `[${name}](${from}/${name}) ![](${from}/${name}.png)`;
  const { id, slug } = await school.newCourse({
    title: 'Outside',
    status: 'published',
    description: { type: 'doc', content: [{ type: 'paragraph', content: [link(`${from}/document`)] }] },
    thumbnail_url: `${from}/cover.png`,
    sales_page_blocks: [{ title: 'Why', image_url: `${from}/block.png`, text: both('block') }],
  });
  await expectStatus(200, school.browser.call('put', `courses/${id}/landing/teacher/`, { name: 'Ada', bio: both('bio'), picture_url: `${from}/face.png` }));
  const { text } = await new Browser(app).open(`/courses/${slug}?${at}`);
  const links = text.match(/<a [^>]*elsewhere\.example[^>]*>/g) ?? [];
  const pictures = text.match(/<img [^>]*elsewhere\.example[^>]*>/g) ?? [];
  expect([links.length, pictures.length]).toEqual([3, 5]);
  for (const tag of links) expect(tag).toContain('rel="nofollow ugc noopener noreferrer"');
  for (const tag of pictures) expect(tag).toContain('referrerpolicy="no-referrer"');
  // The cover is what the visitor sees first.
  for (const tag of pictures.filter((one) => !one.includes('cover'))) expect(tag).toContain('loading="lazy"');
});

test('a course with a price is shown with it as the reader writes it, and cannot be had for nothing', async () => {
  const paid = await school.newCourse({ title: 'Zoology', status: 'published' });
  await expectStatus(200, school.browser.call('put', `courses/${paid.id}/price/`, { amount: 4900, currency: 'EUR' }));
  const { browser } = await newUser(app);
  browser.headers['Accept-Language'] = 'de';
  const path = `/courses/${paid.slug}?${at}`;
  expect((await browser.open(path)).text).toMatch(/<p class="price">49,00\s€<\/p>/);
  const { status, text } = await browser.submit(path, {});
  expect([status, text]).toEqual([403, expect.stringContaining('Dieser Kurs ist kostenpflichtig.')]);
});

test('a draft, a course of another organisation and an organisation that does not exist are pages that are not found', async () => {
  const draft = await school.newCourse({ title: 'Draft' });
  const other = await newSchool(app);
  for (const path of [`/courses/${draft.slug}?${at}`, `/courses/${course.slug}?organisation=${other.organisation.subdomain}`, '/catalogue?organisation=nobody'])
    expect((await new Browser(app).open(path)).status).toBe(404);
  expect((await school.browser.open(`/courses/${draft.slug}`)).text).toContain('<h1>Draft</h1>');
});

test('the holder of a preview token sees the course as a new learner would, until the token is changed', async () => {
  const { body } = await expectStatus(201, school.browser.call('post', `courses/${course.id}/preview-token/`));
  const { pathname, search } = new URL(body.url);
  const { text } = await new Browser(app).open(pathname + search);
  expect(text).toMatch(/This is a preview.*<h3>Trees<\/h3>.*The oak/s);
  expect((await new Browser(app).open(`${pathname}?token=x`)).status).toBe(404);
});
