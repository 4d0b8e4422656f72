import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import {
  bankXml,
  type Cartridge,
  type CartridgeResource,
  cartridgeOf,
  choicesXml,
  equal,
  escapeXml,
  linkXml,
  material,
  pageHtml,
  qtiItem,
  quizXml,
  resourceType,
  scored,
  toolXml,
} from '../../support/cartridges.ts';
import { importFile, importWhole } from '../../support/course-archives.ts';
import { refusalOf } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { png } from '../../support/sample-files.ts';
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
const made = async (cartridge: Cartridge) => imported(await cartridgeOf(cartridge));
const found = ({ plan }: { plan: { warnings: Row[] } }) => plan.warnings.map(({ outcome, kind, place, detail }) => [outcome, kind, place, detail]);
const losses = ({ plan }: { plan: { warnings: Row[] } }) =>
  plan.warnings.map(({ outcome, kind, place }) => [outcome, kind, String(place).replace(/^[^#]*#/, '')]);

const TRUTH = { cc_profile: 'cc.true_false.v0p1' };
const simple = (id: string, fields: Record<string, string> = TRUTH, more = '') =>
  qtiItem(id, fields, material(id) + choicesXml('r', 'Single', { t: 'True', f: 'False' }), scored(equal('r', 't')), more);
// biome-ignore lint/suspicious/noExplicitAny: as in the lessons of an import
const prompts = ({ content }: any) => content.questions.map(({ prompt }: Row) => prompt);

const quizOf = (items: string, more: readonly CartridgeResource[] = []): Cartridge => ({
  items: [{ title: 'Week', items: [{ title: 'Quiz', ref: 'q' }] }],
  resources: [{ id: 'q', type: resourceType('quiz'), files: { 'q/assessment_qti.xml': quizXml('q', 'Quiz', items) } }, ...more],
});

test.each(['imsqti_xmlv1p1', 'imsqti_xmlv1p0', 'assessment/x-bb-qti-test', 'webcontent'])(
  'a quiz in QTI 1.2 is known by its document where the manifest calls it %s',
  async (type) => {
    const outcome = await made({
      items: [{ title: 'Week', items: [{ title: 'Quiz', ref: 'q' }] }],
      resources: [{ id: 'q', type, files: { 'q.xml': quizXml('q', 'Quiz', simple('one')) } }],
    });
    expect(outcome.lessons).toMatchObject([{ title: 'Quiz', chapter: 'Week', content_type: 'quiz' }]);
    expect(outcome.plan).toMatchObject({ found: 2, made: 2 });
  },
);

test('a single document of QTI 1.2 is imported as it is', async () => {
  const outcome = await imported(Buffer.from(`<?xml version="1.0"?>${quizXml('z', 'Alone', simple('one'))}`), 'quiz.xml');
  expect(outcome).toMatchObject({ format: 'qti', plan: { title: 'quiz', warnings: [] }, lessons: [{ title: 'Alone' }] });
});

test('a question of a bank that a quiz names is in the quiz, and one that the file does not hold is a warning', async () => {
  const entry = (bank: string, item: string) => `<bankentry_item sourcebank_ref="${bank}" item_ref="${item}"/>`;
  const bank = { id: 'b', type: resourceType('bank'), files: { 'b.xml': bankXml('b', simple('b1') + simple('b2')) } };
  const outcome = await made(quizOf(simple('own') + entry('b', 'b2') + entry('b', 'b9') + entry('gone', 'g1'), [bank]));
  expect(outcome.lessons.map(prompts)).toEqual([
    ['own', 'b2'],
    ['b1', 'b2'],
  ]);
  expect(losses(outcome)).toEqual([
    ['skipped', 'bank_missing', 'b/b9'],
    ['skipped', 'bank_missing', 'gone/g1'],
  ]);
});

test('what stands in a quiz or a question and is not read is a warning, and items beside a quiz are a bank', async () => {
  const text = (name: string) => `<${name}><flow_mat>${material(name)}</flow_mat></${name}>`;
  const items = simple('own', TRUTH, text('rubric')) + simple('plain', TRUTH, '<qticomment>for authors</qticomment>') + text('sectionfeedback');
  const xml = quizXml('q', 'Quiz', items)
    .replace(
      '<section ',
      `${text('presentation_material')}${text('assessfeedback')}<selection_ordering><order order_type="Random"/></selection_ordering><section `,
    )
    .replace('</section>', '<itemref linkrefid="beside"/><sectionref linkrefid="nowhere"/></section>')
    .replace('</questestinterop>', `${simple('beside')}${simple('alone')}</questestinterop>`);
  const outcome = await imported(await zipOf([{ name: 'quiz.xml', content: xml }]), 'quiz.zip');
  expect(outcome.lessons).toMatchObject([
    { content: { instructions: 'presentation\\_material', shuffle_questions: true }, is_published: true },
    { content: { shuffle_questions: false }, is_published: false },
  ]);
  expect(outcome.lessons.map(prompts)).toEqual([['own', 'plain', 'beside'], ['alone']]);
  expect(found(outcome)).toEqual([
    ['changed', 'parts_lost', 'quiz.xml#own', null],
    ['changed', 'parts_lost', 'quiz.xml#q', 'assessfeedback, sectionfeedback, sectionref'],
  ]);
});

test('questions that a quiz draws give the points that it says for each of them', async () => {
  const group = (points: string) =>
    `<section ident="g"><selection_ordering><selection><selection_number>1</selection_number><selection_extension><points_per_item>${points}</points_per_item></selection_extension></selection></selection_ordering>${simple('a')}${simple('b')}</section>`;
  const outcome = await made(quizOf(simple('own') + group('2.0') + group('0.333').replaceAll('"a"', '"c"').replaceAll('"b"', '"d"')));
  expect(outcome.lessons[0]?.content.questions.map(({ points }: Row) => points)).toEqual([1, 2, 2, 0.33, 0.33]);
  expect(losses(outcome)).toEqual([
    ['changed', 'questions_drawn', 'q'],
    ['changed', 'points_rounded', 'c'],
    ['changed', 'points_rounded', 'd'],
  ]);
});

test('a choice without a text is left out with a warning, and so are points beyond two decimals', async () => {
  const canvas = { question_type: 'multiple_choice_question', points_possible: '0.333' };
  const choices = choicesXml('r', 'Single', { a: 'ls', b: '', c: 'wc' });
  const outcome = await made(quizOf(qtiItem('choice', canvas, material('Which counts?') + choices, scored(equal('r', 'c')))));
  expect(outcome.lessons[0]?.content.questions).toMatchObject([
    { type: 'single', choices: [{ text: 'ls' }, { text: 'wc' }], correct_choice_id: 'c2', points: 0.33 },
  ]);
  expect(losses(outcome)).toEqual([
    ['changed', 'choices_lost', 'choice'],
    ['changed', 'points_rounded', 'choice'],
  ]);
});

test('a matching question keeps its pairs and loses sides without a text with a warning', async () => {
  const side = (id: string, left: string) =>
    choicesXml(`response_${id}`, 'Single', { x: 'counts', y: 'sorts', z: '', w: 'lists' }, `<material><mattext>${left}</mattext></material>`);
  const match = qtiItem(
    'match',
    { question_type: 'matching_question' },
    material('Match') + side('1', 'wc') + side('2', 'sort') + side('3', ''),
    scored(equal('response_1', 'x'), 50, 'Add') + scored(equal('response_2', 'y'), 50, 'Add') + scored(equal('response_3', 'z'), 50, 'Add'),
  );
  const outcome = await made(quizOf(match));
  expect(outcome.lessons[0]?.content.questions).toMatchObject([
    {
      type: 'matching',
      pairs: [
        { left: 'wc', right: 'counts' },
        { left: 'sort', right: 'sorts' },
      ],
      distractors: ['lists'],
    },
  ]);
  expect(losses(outcome)).toEqual([['changed', 'choices_lost', 'match']]);
});

test('blanks of Canvas are gaps whatever they are called, and have choices where it offers some', async () => {
  const uuid = '0a20629e-0c0b-4959-b565-a80c0f199602';
  const blank = (name: string, labels: Record<string, string>, kind = '') =>
    choicesXml(`response_${name}`, 'Single', labels, '<material><mattext>red</mattext></material>').replaceAll('<response_label ', `<response_label ${kind}`);
  const fields = { question_type: 'fill_in_multiple_blanks_question', points_possible: '2' };
  const key = scored(equal(`response_${uuid}`, 'b'), 50, 'Add') + scored(equal('response_color_2', 'c'), 50, 'Add');
  const shown = material(`<p>Roses are [${uuid}], violets are [color_2]</p>`);
  const inputs = blank(uuid, { a: 'red', b: 'white' }, "answer_type='dropdown' ") + blank('color_2', { c: 'blue', d: 'violet' });
  const outcome = await made(quizOf(qtiItem('blanks', fields, shown + inputs, key)));
  const gap = '\\_\\_\\_\\_\\_';
  expect(outcome.lessons[0]?.content.questions).toMatchObject([
    { type: 'single', prompt: `Roses are ${gap}, violets are \\[color\\_2\\]`, choices: [{ text: 'red' }, { text: 'white' }], correct_choice_id: 'c2' },
    { type: 'short_text', prompt: `Roses are …, violets are ${gap}`, accepted_answers: ['blue', 'violet'] },
  ]);
});

test('a question whose text stands within its field for answers has that prompt', async () => {
  const choices = choicesXml('r', 'Single', { a: 'ls', b: 'wc' }, material('Which counts?'));
  const outcome = await made(quizOf(qtiItem('choice', { cc_profile: 'cc.multiple_choice.v0p1' }, choices, scored(equal('r', 'b')))));
  expect(outcome.lessons.map(prompts)).toEqual([['Which counts?']]);
});

test('all warnings of an item have the outcome of the item', async () => {
  const wild = qtiItem(
    'wild',
    { cc_profile: 'cc.pattern_match.v0p1' },
    `${material('Anything')}<response_str ident="r"><render_fib/></response_str>`,
    scored(equal('r', '.*')),
  );
  const outcome = await made(quizOf(simple('own') + wild));
  expect(losses(outcome)).toEqual([
    ['skipped', 'pattern_lost', 'wild'],
    ['skipped', 'question_not_supported', 'wild'],
  ]);
  expect(outcome.plan).toMatchObject({ found: 3, made: 2, changed: 0, skipped: 1 });
});

test('each item of Canvas leads where the module says, and not to the general address of its tool', async () => {
  const item = (id: string, url: string) =>
    `<item identifier="${id}"><content_type>ContextExternalTool</content_type><workflow_state>active</workflow_state><title>${id}</title><identifierref>tool</identifierref><url>${url}</url></item>`;
  const modules = `<modules xmlns="http://canvas.instructure.com/xsd/cccv1p0"><module identifier="m"><title>Week</title><items>${item('i1', 'https://pub.example/launch/chapter-1')}${item('i2', 'https://pub.example/launch/chapter-2')}</items></module></modules>`;
  const outcome = await made({
    items: [
      {
        id: 'm',
        title: 'Week',
        items: [
          { id: 'i1', title: 'One', ref: 'tool' },
          { id: 'i2', title: 'Two', ref: 'tool' },
        ],
      },
    ],
    resources: [{ id: 'tool', type: resourceType('tool'), files: { 'tool.xml': toolXml('A tool', 'https://pub.example/launch') } }],
    extra: { 'course_settings/module_meta.xml': modules, 'course_settings/canvas_export.txt': 'x' },
  });
  expect(outcome.lessons.map(({ title, content }) => [title, /href="([^"]*)"/.exec(content.body)?.[1]])).toEqual([
    ['One', 'https://pub.example/launch/chapter-1'],
    ['Two', 'https://pub.example/launch/chapter-2'],
  ]);
});

test('a resource whose address names no file is the file that it lists, in its place of the outline', async () => {
  const page = (href: string) => ({ id: 'p', type: 'webcontent', href, files: { 'wiki/one.html': pageHtml('One', '<p>1</p>') } });
  const outline = [{ title: 'Week', items: [{ title: 'Inner', ref: 'p' }] }];
  const outcome = await made({ items: outline, resources: [page('wiki/one')] });
  expect(outcome.lessons).toMatchObject([{ title: 'Inner', chapter: 'Week', content: { body: '<p>1</p>' } }]);
  expect(outcome.plan).toMatchObject({ found: 1, made: 1 });
});

test('a file that any resource lists and the archive lacks is a warning, and settings of Canvas are no files of the course', async () => {
  const type = 'associatedcontent/imscc_xmlv1p1/learning-application-resource';
  const syllabus = 'course_settings/syllabus.html';
  const settings = { 'course_settings/course_settings.xml': '<course/>', 'course_settings/files_meta.xml': '<fileMeta/>' };
  const old = await made({ resources: [{ id: 's', type, href: syllabus, files: { [syllabus]: pageHtml('Syllabus', '<p>Read</p>'), ...settings } }] });
  expect(old.plan).toMatchObject({ found: 1, made: 1, warnings: [] });
  const outcome = await made({
    resources: [
      { id: 's', type, href: syllabus, files: { [syllabus]: '' } },
      { id: 'p', type: 'webcontent', files: { 'p.html': pageHtml('Page', '<p>1</p>') } },
    ],
    missing: [syllabus],
  });
  expect(found(outcome)).toEqual([['skipped', 'resource_missing', syllabus, null]]);
});

test('files are found under both names of the folder of all files, and where Windows has changed signs in their names', async () => {
  const renamed = { 'web_resources/why?.png': '', 'wiki/a|b.html': '' };
  const outcome = await made({
    items: [{ title: 'Week', items: ['p', 'w'].map((ref) => ({ title: ref, ref })) }],
    resources: [
      { id: 'p', type: 'webcontent', files: { 'p.html': pageHtml('P', '<img src="$1EdTech-CC-FILEBASE$/a.png"><img src="$IMS-CC-FILEBASE$/why%3F.png">') } },
      { id: 'w', type: 'webcontent', files: { 'wiki/a|b.html': '' } },
      { id: 'f', type: 'webcontent', files: { 'web_resources/why?.png': '', 'web_resources/a.png': await png() } },
    ],
    missing: Object.keys(renamed),
    extra: { 'wiki/a_b.html': pageHtml('W', '<p>1</p>'), 'web_resources/why_.png': await png(2) },
  });
  expect(outcome.lessons).toMatchObject([
    { title: 'p', content: { body: expect.stringMatching(/^<img src="file:[^"]{36}" \/>\s*<img src="file:[^"]{36}" \/>$/) } },
    { title: 'w', chapter: 'Week', content: { body: '<p>1</p>' } },
  ]);
  expect(outcome.plan).toMatchObject({ found: 4, made: 4, warnings: [] });
});

test('entities of HTML in a section of characters are what they are in HTML', async () => {
  const choice = (id: string, html: string) =>
    `<response_label ident="${id}"><material><mattext texttype="text/html"><![CDATA[${html}]]></mattext></material></response_label>`;
  const choices = `<response_lid ident="r" rcardinality="Single"><render_choice>${choice('a', 'a&nbsp;&eacute;<b>x</b>')}${choice('b', '1 &lt; 2 & 3')}</render_choice></response_lid>`;
  const outcome = await made(quizOf(qtiItem('one', {}, `${material('R & D?')}${choices}`, scored(equal('r', 'b')))));
  expect(outcome.lessons[0]?.content.questions[0].choices).toMatchObject([{ text: 'a\u00a0é**x**' }, { text: '1 < 2 & 3' }]);
  expect(outcome.plan.warnings).toEqual([]);
});

test.each([
  ['www.example.org/page', 'https://www.example.org/page'],
  ['example.org', 'https://example.org'],
  ['school.example.edu/a b', 'https://school.example.edu/a b'],
  ['//example.org/x', 'https://example.org/x'],
  ['https://example.org/', 'https://example.org/'],
  ['/account', undefined],
  ['pages/one.html', undefined],
  ['notes.md', undefined],
  ['javascript:alert(1)', undefined],
  ['ada@example.org', undefined],
])('a web link to %s leads to %s', async (written, address) => {
  const body = `<p><a href="${escapeXml(written)}">there</a></p>`;
  const outcome = await made({
    items: [{ title: 'Week', items: ['link', 'tool', 'page'].map((ref) => ({ title: ref, ref })) }],
    resources: [
      { id: 'link', type: resourceType('link'), files: { 'link.xml': linkXml('Link', written) } },
      { id: 'tool', type: resourceType('tool'), files: { 'tool.xml': toolXml('Tool', written) } },
      { id: 'page', type: 'webcontent', files: { 'page.html': pageHtml('Page', body) } },
    ],
  });
  const shown = outcome.lessons.map(({ content }) => /href="([^"]*)"/.exec(content.body)?.[1]);
  expect(shown).toEqual([address, address, address]);
  expect(losses(outcome).filter(([, kind]) => kind === 'link_lost')).toHaveLength(address === undefined ? 3 : 0);
});

test('pages of Google are shown in frames if they are single files, by https, and a frame that launches a tool of Canvas is a link to it', async () => {
  const link = (id: string, url: string): CartridgeResource => ({ id, type: resourceType('link'), files: { [`${id}.xml`]: linkXml(id, url) } });
  const frame = `<iframe src="/courses/1/external_tools/retrieve?display=borderless&amp;url=https%3A%2F%2Ftool.example%2Flaunch%3Fa%3D1" title="Lab"></iframe>`;
  const outcome = await made({
    items: [{ title: 'Week', items: ['slides', 'home', 'page'].map((ref) => ({ title: ref, ref })) }],
    resources: [
      link('slides', 'http://docs.google.com/presentation/d/abc/embed'),
      link('home', 'https://docs.google.com/document/u/0/'),
      { id: 'page', type: 'webcontent', files: { 'page.html': pageHtml('Page', frame) } },
    ],
  });
  expect(outcome.lessons).toMatchObject([
    { content_type: 'embed', content: { url: 'https://docs.google.com/presentation/d/abc/embed' } },
    { content_type: 'lesson', content: { body: expect.stringContaining('<a href="https://docs.google.com/document/u/0/"') } },
    { content_type: 'lesson', content: { body: '<a href="https://tool.example/launch?a=1" rel="noopener noreferrer">Lab</a>' } },
  ]);
  expect(losses(outcome)).toEqual([['changed', 'tool_as_text', 'page.html']]);
});

test.each<[what: string, file: string, make: () => Promise<Buffer> | Buffer]>([
  ['a cartridge without resources', 'a.imscc', () => cartridgeOf({ items: [{ title: 'Week', items: [] }], resources: [] })],
  [
    'a cartridge of resources that courses do not have',
    'a.imscc',
    () =>
      cartridgeOf({
        items: [{ title: 'Week', items: [{ title: 'Board', ref: 'b' }] }],
        resources: [{ id: 'b', type: 'imsiwb_iwbv1p0', files: { 'board.iwb': 'a' } }],
      }),
  ],
  ['questions of which none can be used', 'a.gift.txt', () => Buffer.from('What?{~ }\n\nWhich?{=a* }\n')],
])('%s are refused, with what was found in them, and make no course', async (_what, file, make) => {
  const { path } = await importFile(app, school, await make(), file);
  const { status, failure, plan } = (await expectStatus(200, school.browser.call('get', path))).body;
  expect([status, failure]).toEqual(['unreadable', 'nothing_to_import']);
  expect(plan).toMatchObject({ chapters: [], made: 0, changed: 0 });
  expect(plan.warnings).toHaveLength(plan.found);
  expect(await refusalOf(school.browser.call('post', `${path}commit/`, {}))).toEqual([409, 'import_not_ready']);
});
