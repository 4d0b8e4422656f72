import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import {
  type Cartridge,
  fibXml,
  linkXml,
  manifestXml,
  material,
  pageHtml,
  qtiItem,
  quizXml,
  resourceType,
  toolXml,
  topicXml,
} from '../../support/cartridges.ts';
import { importFile, importWhole } from '../../support/course-archives.ts';
import type { Row } from '../../support/organisation.ts';
import { newSchool, type School } from '../../support/school.ts';
import { zipOf } from '../../support/zip.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
afterAll(() => app.close());

const imported = (bytes: Buffer, file_name = 'a.imscc') => importWhole(app, school, bytes, file_name);

const refused = async (bytes: Buffer) => {
  const { path } = await importFile(app, school, bytes, 'a.xml');
  const { status, failure } = (await expectStatus(200, school.browser.call('get', path))).body;
  return [status, failure];
};

const kinds = (plan: { warnings: Row[] }) => plan.warnings.map(({ kind, outcome, place }) => [outcome, kind, place]);

test('a thin cartridge, which holds links and tools only, is imported as such', async () => {
  const thin: Cartridge = {
    version: '1.3',
    items: [{ title: 'Links', items: ['site', 'tool'].map((ref) => ({ title: ref, ref })) }],
    resources: [
      { id: 'site', type: resourceType('link', '1.3'), files: { 'site.xml': linkXml('Site', 'https://example.org/') } },
      { id: 'tool', type: resourceType('tool', '1.3'), files: { 'tool.xml': toolXml('A tool', 'https://tools.example.org/launch') } },
    ],
  };
  const manifest = manifestXml(thin).replace('IMS Common Cartridge', 'IMS Thin Common Cartridge');
  const files = thin.resources.flatMap(({ files: all }) => Object.entries(all));
  const { format, plan, lessons } = await imported(
    await zipOf([['imsmanifest.xml', manifest] as const, ...files].map(([name, content]) => ({ name, content }))),
  );
  expect(format).toBe('common_cartridge');
  expect(lessons.map(({ title, content }) => [title, /href="([^"]+)"/.exec(content.body)?.[1]])).toEqual([
    ['site', 'https://example.org/'],
    ['tool', 'https://tools.example.org/launch'],
  ]);
  expect(kinds(plan)).toEqual([['changed', 'tool_as_text', 'tool.xml']]);
});

const INLINE: Readonly<Record<string, [type: string, document: string]>> = {
  site: [resourceType('link', '1.3'), `<wl:webLink xmlns:wl="w"><wl:title>Site</wl:title><wl:url href="https://example.org/?a=1&amp;b=2"/></wl:webLink>`],
  tool: [resourceType('tool', '1.3'), toolXml('A tool', 'https://tools.example.org/launch')],
  talk: [resourceType('discussion', '1.3'), topicXml('Talk', '<p>What?</p>')],
  work: [
    'assignment_xmlv1p0',
    '<assignment identifier="work"><title>Work</title><text texttype="text/plain">Write &lt;b&gt; or &amp;lt;</text><gradable points_possible="5">true</gradable><submission_formats><format type="url"/></submission_formats></assignment>',
  ],
  quiz: [resourceType('quiz', '1.3'), quizXml('quiz', 'Quiz', qtiItem('q', { cc_profile: 'cc.essay.v0p1' }, `${material('Why?')}${fibXml('r')}`))],
};

test.each([
  ['in an archive', true],
  ['alone', false],
])('a manifest that holds all of its resources itself is imported %s', async (_where, isPacked) => {
  const outline: Cartridge = { version: '1.3', items: [{ title: 'Week', items: Object.keys(INLINE).map((ref) => ({ title: ref, ref })) }], resources: [] };
  const resources = Object.entries(INLINE).map(([id, [type, document]]) => `<resource identifier="${id}" type="${type}">${document}</resource>`);
  const manifest = manifestXml(outline).replace('<resources>', `<resources>${resources.join('')}`);
  const bytes = isPacked ? await zipOf([{ name: 'imsmanifest.xml', content: manifest }]) : Buffer.from(manifest);
  const { format, plan, lessons } = await imported(bytes, isPacked ? 'thin.imscc' : 'thin.xml');
  expect(format).toBe('common_cartridge');
  expect(lessons).toMatchObject([
    { title: 'site', content_type: 'lesson', content: { body: expect.stringContaining('href="https://example.org/?a=1&amp;b=2"') } },
    { title: 'tool', content_type: 'lesson', content: { body: expect.stringContaining('https://tools.example.org/launch') } },
    { title: 'talk', content_type: 'lesson', content: { body: '<p>What?</p>' } },
    { title: 'work', content_type: 'assignment', content: { instructions: 'Write \\<b> or \\&lt;', points: 5, submission_kinds: ['url'] } },
    { title: 'quiz', content_type: 'quiz', content: { questions: [{ type: 'essay', prompt: 'Why?' }] } },
  ]);
  expect(plan).toMatchObject({ topic_count: 1, skipped: 0 });
  expect(kinds(plan)).toEqual([['changed', 'tool_as_text', 'imsmanifest.xml#tool']]);
});

test('a lone manifest that is none, is too large, or names files, is refused or says what is missing', async () => {
  const scorm = '<manifest><metadata><schema>ADL SCORM</schema></metadata><resources/></manifest>';
  expect(await refused(Buffer.from(scorm))).toEqual(['unreadable', 'scorm_not_supported']);
  expect(await refused(Buffer.from('<manifest><resources>'))).toEqual(['unreadable', 'invalid']);
  expect(await refused(Buffer.from('<?xml version="1.0"?><course/>'))).toEqual(['unreadable', 'not_recognised']);
  const large = `<manifest>${' '.repeat(8 * 1024 * 1024)}</manifest>`;
  expect(await refused(Buffer.from(large))).toEqual(['unreadable', 'archive_too_large']);
  const naming = manifestXml({
    items: [{ title: 'Week', items: [{ title: 'Page', ref: 'p' }] }],
    resources: [{ id: 'p', type: 'webcontent', files: { 'wiki_content/p.html': pageHtml('Page', '') } }],
  });
  expect(await refused(Buffer.from(naming))).toEqual(['unreadable', 'nothing_to_import']);
});
