import { readFile } from 'node:fs/promises';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { type Cartridge, cartridgeOf, linkXml, manifestXml, pageHtml, resourceType, toolXml, topicXml } from '../../support/cartridges.ts';
import { importCourse, importFile, importWhole } from '../../support/course-archives.ts';
import type { Row } from '../../support/organisation.ts';
import { pdf, png } from '../../support/sample-files.ts';
import { newSchool, type School } from '../../support/school.ts';
import { sharedData, testWithSharedData } from '../../support/shared-data.ts';
import { renamed, withoutUtf8Flag, zipOf } from '../../support/zip.ts';

const LATEX = 'fixtures/cartridges/latex.imscc';
const SINGLE_PAGE = 'fixtures/cartridges/single-page.imscc';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
afterAll(() => app.close());

const read = async (path: string) => (await expectStatus(200, school.browser.call('get', path))).body;

const imported = (bytes: Buffer, file_name = 'a.imscc') => importWhole(app, school, bytes, file_name);

const made = (cartridge: Cartridge) => cartridgeOf(cartridge).then((bytes) => imported(bytes));

const refused = async (bytes: Buffer, file_name = 'a.imscc') => {
  const { path } = await importFile(app, school, bytes, file_name);
  const { status, failure } = await read(path);
  return [status, failure];
};

const kinds = (plan: { warnings: Row[] }) => plan.warnings.map(({ kind, outcome, place }) => [outcome, kind, place]);

const page = (id: string, title: string, body: string, state?: string) => ({
  id,
  type: 'webcontent',
  files: { [`wiki_content/${id}.html`]: pageHtml(title, body, state) },
});

testWithSharedData(LATEX, 'the cartridge of Canvas with formulas becomes a chapter with its two pages, whose formulas stay', async () => {
  const { plan, format, course, chapters, lessons } = await imported(await readFile(sharedData(LATEX)));
  expect(format).toBe('common_cartridge');
  expect(course).toMatchObject({ title: 'LaTeX Equations', status: 'draft', visibility: 'private' });
  expect(chapters).toMatchObject([{ title: 'Example Module', is_published: true }]);
  expect(lessons).toMatchObject([
    { title: 'Page 1', content_type: 'lesson', is_published: false, content: { format: 'html' } },
    { title: 'Page 2', content_type: 'lesson', is_published: false },
  ]);
  expect(lessons[0]?.content.body).toContain('\\({z}_{score\\ for\\ my\\ height}');
  expect(lessons[1]?.content.body).toContain('$$x = {-b \\pm \\sqrt{b^2-4ac} \\over 2a}.$$');
  expect(plan).toMatchObject({ found: 2, made: 2, warnings: [] });
});

testWithSharedData(SINGLE_PAGE, 'the cartridge of Canvas with an empty outline imports its page into a last chapter that is not published', async () => {
  const { plan, course, chapters, lessons } = await imported(await readFile(sharedData(SINGLE_PAGE)));
  expect(course.title).toBe('The Life of Paul');
  expect(chapters).toMatchObject([{ title: 'Other content', is_published: false }]);
  expect(lessons).toMatchObject([{ title: 'Our Purpose', chapter: 'Other content', content: { body: '' } }]);
  expect(plan).toMatchObject({ found: 1, made: 1, warnings: [] });
});

test.each(['1.0', '1.1', '1.2', '1.3'] as const)('nested folders of version %s become chapters in order, and headings begin chapters', async (version) => {
  const { chapters, lessons } = await made({
    version,
    title: 'Folders & more',
    items: [
      {
        title: 'Week 1',
        items: [
          { title: 'Read', ref: 'p1' },
          { title: 'Deeper', items: [{ title: 'Inside', ref: 'p2' }] },
          { title: 'After', ref: 'p1' },
          { title: 'Heading' },
          { title: 'Below', ref: 'p2' },
        ],
      },
      { title: 'On its own', ref: 'p3' },
    ],
    resources: [page('p1', 'One', '<p>1</p>'), page('p2', 'Two', '<p>2</p>'), page('p3', 'Three', '<p>3</p>')],
  });
  expect(chapters.map(({ title }: Row) => title)).toEqual(['Week 1', 'Week 1 / Deeper', 'Week 1', 'Week 1 / Heading', 'Folders & more']);
  expect(lessons.map(({ title, chapter }) => [title, chapter])).toEqual([
    ['Read', 'Week 1'],
    ['Inside', 'Week 1 / Deeper'],
    ['After', 'Week 1'],
    ['Below', 'Week 1 / Heading'],
    ['On its own', 'Folders & more'],
  ]);
});

test('pages lose what lessons do not have, and their links and pictures lead to the files of the course', async () => {
  const body = `<p style="color: red">See <a href="$IMS-CC-FILEBASE$/docs/a%20paper.pdf?canvas_download=1">paper</a>, <a href="$WIKI_REFERENCE$/pages/other">other</a>
    and <a href="https://example.org/">out</a></p><img src="%24IMS-CC-FILEBASE%24/picture.PNG" alt="A"><img src="http://example.org/x.png"><script>alert(1)</script>
    <img class="equation_image" data-equation-content="x^2" src="/equation_images/x"><iframe src="//www.youtube.com/embed/dQw4w9WgXcQ" title="A film"></iframe>`;
  const { plan, lessons, course } = await made({
    items: [{ title: 'Week', items: [{ title: 'Page', ref: 'p' }] }],
    resources: [
      page('p', 'Page', body),
      { id: 'pdf', type: 'webcontent', files: { 'web_resources/docs/a paper.pdf': pdf('paper') } },
      { id: 'png', type: 'webcontent', files: { 'web_resources/picture.png': await png() } },
      { id: 'css', type: 'webcontent', files: { 'web_resources/style.css': 'a {}' } },
    ],
  });
  const { results: documents } = await read(`courses/${course.id}/documents/`);
  const { results: media } = await read(`courses/${course.id}/media/`);
  const [text, video] = lessons;
  expect(text.content.body).toContain(`<a href="file:${documents[0].id}" rel="noopener noreferrer">paper</a>, <a rel="noopener noreferrer">other</a>`);
  expect(text.content.body).toContain('<a href="https://example.org/" rel="noopener noreferrer">out</a>');
  expect(text.content.body).toContain(`<img src="file:${media[0].id}" alt="A" />`);
  expect(text.content.body).toContain('\\(x^2\\)');
  expect(text.content.body).not.toMatch(/style|script|alert|iframe|http:/);
  expect(video).toMatchObject({ title: 'A film', content_type: 'video', content: { source: 'youtube', url: 'https://www.youtube.com/embed/dQw4w9WgXcQ' } });
  const place = 'wiki_content/p.html';
  expect(kinds(plan)).toEqual(
    expect.arrayContaining([
      ['changed', 'styling_lost', place],
      ['changed', 'active_content_lost', place],
      ['changed', 'link_lost', place],
      ['changed', 'picture_lost', place],
      ['changed', 'frame_moved', place],
      ['skipped', 'file_not_supported', 'web_resources/style.css'],
    ]),
  );
  expect(plan).toMatchObject({ found: 5, made: 3, changed: 1, skipped: 1 });
});

test('links, tools, discussions and files become the lessons that show them', async () => {
  const link = (id: string, url: string) => ({ id, type: resourceType('link'), files: { [`${id}.xml`]: linkXml(`Link ${id}`, url) } });
  const { plan, lessons } = await made({
    items: [{ title: 'All', items: ['film', 'sheet', 'site', 'sim', 'tool', 'topic', 'picture', 'paper'].map((ref) => ({ title: ref, ref })) }],
    resources: [
      link('film', 'https://vimeo.com/76979871'),
      link('sheet', 'https://example.org/a/sheet.pdf'),
      link('site', 'https://example.org/?a=1&b=2'),
      link('sim', 'https://phet.colorado.edu/sims/html/gravity.html'),
      { id: 'tool', type: resourceType('tool'), files: { 'tool.xml': toolXml('A tool', 'https://tools.example.org/launch') } },
      { id: 'topic', type: resourceType('discussion'), files: { 'topic.xml': topicXml('Topic', '<p>What do <b>you</b> think?</p>') } },
      { id: 'picture', type: 'webcontent', files: { 'picture.png': await png() } },
      { id: 'paper', type: 'webcontent', files: { 'paper.pdf': pdf('paper') } },
    ],
  });
  expect(lessons).toMatchObject([
    { content_type: 'video', content: { source: 'vimeo' } },
    { content_type: 'document', content: { source: 'url', url: 'https://example.org/a/sheet.pdf' } },
    { content_type: 'lesson', content: { body: '<p><a href="https://example.org/?a=1&amp;b=2" rel="noopener noreferrer">site</a></p>' } },
    { content_type: 'embed', content: { url: 'https://phet.colorado.edu/sims/html/gravity.html' } },
    { content_type: 'lesson', content: { body: expect.stringContaining('https://tools.example.org/launch') } },
    { content_type: 'lesson', content: { body: '<p>What do <b>you</b> think?</p>' } },
    { content_type: 'lesson', content: { body: expect.stringContaining('<img src="file:') } },
    { content_type: 'document', content: { source: 'upload' } },
  ]);
  expect(kinds(plan)).toEqual([['changed', 'tool_as_text', 'tool.xml']]);
});

test('an assignment of the specification keeps its points and kinds of submission, and its text for instructors stays unseen', async () => {
  const xml = `<assignment xmlns="http://www.imsglobal.org/xsd/imscc_extensions/assignment" identifier="a"><title>Essay</title><text texttype="text/html">&lt;h2&gt;Write&lt;/h2&gt;&lt;p&gt;at \\(x_1\\) length, in &amp;lt;b&amp;gt; and &amp;amp;lt;&lt;/p&gt;</text>
    <instructor_text texttype="text/plain">The answer is a heron</instructor_text><gradable points_possible="7.5">true</gradable><submission_formats><format type="html"/><format type="file"/></submission_formats></assignment>`;
  const { plan, lessons } = await made({
    version: '1.3',
    items: [{ title: 'Work', items: [{ title: 'Essay', ref: 'a' }] }],
    resources: [{ id: 'a', type: 'assignment_xmlv1p0', files: { 'a/assignment.xml': xml } }],
  });
  expect(lessons).toMatchObject([
    {
      content_type: 'assignment',
      content: { instructions: '## Write\n\nat \\(x_1\\) length, in \\<b> and \\&lt;', points: 7.5, submission_kinds: ['text', 'file'] },
    },
  ]);
  expect(JSON.stringify(lessons)).not.toContain('heron');
  expect(kinds(plan)).toEqual([['changed', 'instructor_text_lost', 'a/assignment.xml']]);
});

test.each([
  ['the page, as most systems write it', 'page'],
  ['the assignment, as Canvas writes it', 'work'],
])('an assignment and the page that is its variant become one lesson, if the outline names %s', async (_what, ref) => {
  const work =
    '<assignment identifier="work"><title>Essay</title><text texttype="text/html">Write</text><gradable points_possible="5">true</gradable><submission_formats><format type="text"/></submission_formats></assignment>';
  const cartridge: Cartridge = {
    version: '1.3',
    items: [{ title: 'Work', items: [{ title: 'Essay', ref }] }],
    resources: [
      { id: 'page', type: 'webcontent', files: { 'page.html': pageHtml('Essay', '<p>Write</p>') } },
      { id: 'work', type: 'assignment_xmlv1p0', files: { 'work.xml': work } },
    ],
  };
  const manifest = manifestXml(cartridge).replace(
    '<file href="page.html"/>',
    '<file href="page.html"/><cpx:variant xmlns:cpx="x" identifier="v" identifierref="work"/>',
  );
  const files = cartridge.resources.flatMap(({ files: all }) => Object.entries(all));
  const { plan, lessons } = await imported(await zipOf([['imsmanifest.xml', manifest] as const, ...files].map(([name, content]) => ({ name, content }))));
  expect(lessons).toMatchObject([{ title: 'Essay', content_type: 'assignment', content: { instructions: 'Write', points: 5 } }]);
  expect(plan.warnings).toEqual([]);
});

test('names of files in code page 437, as old programs write them, are found by the manifest', async () => {
  const menu = { id: 'menu', type: 'webcontent', files: { 'caf\u00e9.pdf': pdf('menu') } };
  const manifest = manifestXml({ items: [{ title: 'Files', items: [{ title: 'Menu', ref: 'menu' }] }], resources: [menu] });
  const bytes = await zipOf([
    { name: 'imsmanifest.xml', content: manifest },
    { name: 'caf?.pdf', content: pdf('menu') },
  ]);
  const { lessons, plan } = await imported(withoutUtf8Flag(renamed(bytes, 'caf?.pdf', 'caf\x82.pdf')));
  expect(lessons).toMatchObject([{ title: 'Menu', content_type: 'document' }]);
  expect(plan.warnings).toEqual([]);
});

test('names of files in UTF-8 that do not say so, as Canvas and macOS write them, are found by the manifest and by pages', async () => {
  const { lessons, plan } = await imported(
    withoutUtf8Flag(
      await cartridgeOf({
        items: [{ title: 'Week', items: [{ title: 'Page', ref: 'p' }] }],
        resources: [
          { id: 'p', type: 'webcontent', files: { 'wiki_content/\u65e5\u672c.html': pageHtml('Page', '<img src="$IMS-CC-FILEBASE$/Gr%C3%B6%C3%9Fe.png">') } },
          { id: 'f', type: 'webcontent', files: { 'web_resources/Gro\u0308\u00dfe.png': await png() } },
        ],
      }),
    ),
  );
  expect(lessons).toMatchObject([{ title: 'Page', content: { body: expect.stringMatching(/^<img src="file:[0-9a-f-]{36}"/) } }]);
  expect(plan).toMatchObject({ found: 2, made: 2, warnings: [] });
});

test('what the outline or a resource names but the file does not hold is skipped with its place', async () => {
  const { plan, lessons } = await made({
    items: [
      {
        title: 'Week',
        items: [
          { title: 'Gone', ref: 'nowhere', id: 'i1' },
          { title: 'No file', ref: 'empty' },
          { title: 'Wrong case', ref: 'case' },
          { title: 'Broken', ref: 'broken' },
          { title: 'Strange', ref: 'strange' },
        ],
      },
    ],
    resources: [
      { id: 'empty', type: 'webcontent', href: 'missing.html', files: {} },
      { id: 'case', type: 'webcontent', href: 'Pages%5CThe%20Page.HTML?x=1', files: { 'pages/the page.html': pageHtml('The page', '<p>a</p>') } },
      { id: 'broken', type: resourceType('link'), files: { 'broken.xml': '<webLink><title>' } },
      { id: 'strange', type: 'imsiwb_iwbv1p0', files: { 'board.iwb': 'a' } },
    ],
  });
  expect(lessons.map(({ title }) => title)).toEqual(['Wrong case']);
  expect(kinds(plan)).toEqual([
    ['skipped', 'resource_missing', 'imsmanifest.xml#i1'],
    ['skipped', 'resource_missing', 'missing.html'],
    ['skipped', 'resource_invalid', 'broken.xml'],
    ['skipped', 'resource_not_supported', 'board.iwb'],
  ]);
});

test('a manifest one folder down, in UTF-16, with bare ampersands, and pages in an old encoding are read', async () => {
  const cartridge: Cartridge = {
    title: 'Größe',
    items: [{ title: 'Tom', items: [{ title: 'Page', ref: 'p' }] }],
    resources: [{ id: 'p', type: 'webcontent', files: { 'p.html': '' } }],
  };
  const manifest = manifestXml(cartridge).replace('encoding="UTF-8"', 'encoding="UTF-16"').replace('<title>Tom', '<title>Tom & Jerry');
  const html = Buffer.from('<html><head><meta charset="iso-8859-1"></head><body><p>Größe</p></body></html>', 'latin1');
  const { plan, course, chapters, lessons } = await imported(
    await zipOf([
      { name: 'folder/imsmanifest.xml', content: Buffer.from(`\ufeff${manifest}`, 'utf16le') },
      { name: 'folder/p.html', content: html },
    ]),
  );
  expect(course.title).toBe('Größe');
  expect(chapters).toMatchObject([{ title: 'Tom & Jerry' }]);
  expect(lessons).toMatchObject([{ content: { body: '<p>Größe</p>' } }]);
  expect(kinds(plan)).toEqual([['changed', 'xml_mended', 'imsmanifest.xml']]);
});

test('a document type in any document, a manifest that cannot be read, and packages of other kinds are refused by name', async () => {
  const dtd = '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>';
  const withManifest = (content: string) => zipOf([{ name: 'imsmanifest.xml', content }]);
  expect(await refused(await withManifest(`${dtd}<manifest>&b;</manifest>`))).toEqual(['unreadable', 'invalid']);
  expect(await refused(await withManifest('<manifest><resources>'))).toEqual(['unreadable', 'invalid']);
  expect(await refused(await withManifest(`<manifest>${'<a>'.repeat(200)}${'</a>'.repeat(200)}</manifest>`))).toEqual(['unreadable', 'invalid']);
  const inside = {
    items: [{ title: 'A', items: [{ title: 'L', ref: 'l' }] }],
    resources: [{ id: 'l', type: resourceType('link'), files: { 'l.xml': `${dtd}<webLink/>` } }],
  };
  expect(await refused(await cartridgeOf(inside))).toEqual(['unreadable', 'invalid']);
  const scorm = '<manifest><metadata><schema>ADL SCORM</schema></metadata><resources/></manifest>';
  expect(await refused(await withManifest(scorm))).toEqual(['unreadable', 'scorm_no_sco']);
  const newer = '<manifest><resources><resource identifier="a" type="imsqti_item_xmlv2p1" href="a.xml"/></resources></manifest>';
  expect(await refused(await withManifest(newer))).toEqual(['unreadable', 'qti_version_not_supported']);
});

test('a cartridge is taken back as any import, and another import of it makes the same again', async () => {
  const bytes = await cartridgeOf({
    items: [{ title: 'Week', items: [{ title: 'Page', ref: 'p' }] }],
    resources: [page('p', 'Page', '<p>a</p>'), { id: 'png', type: 'webcontent', files: { 'a.png': await png() } }],
  });
  const first = await importCourse(app, school, bytes, {}, 'a.imscc');
  const second = await importCourse(app, school, bytes, {}, 'a.imscc');
  expect(second.plan).toEqual(first.plan);
  await expectStatus(204, school.browser.call('delete', `course-imports/${first.id}/commit/`));
  expect((await school.browser.call('get', `courses/${first.course_id}/`)).status).toBe(404);
  expect(await read(`courses/${second.course_id}/`)).toMatchObject({ chapter_count: 1, lesson_count: 1 });
});
