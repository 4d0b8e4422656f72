import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { exportedCartridge } from '../../support/cartridge-exports.ts';
import { faultsOfCartridge } from '../../support/cartridge-rules.ts';
import { png } from '../../support/sample-files.ts';
import { newSchool } from '../../support/school.ts';
import { uploadFile } from '../../support/uploads.ts';

let app: TestApp;
let good: Record<string, Buffer>;
beforeAll(async () => {
  app = await startTestApp();
  const school = await newSchool(app);
  const { browser, courseId } = school;
  const upload = await uploadFile(browser, courseId, await png(), { purpose: 'media', file_name: 'a.png', content_type: 'image/png' });
  const { body: picture } = await expectStatus(201, browser.call('post', `courses/${courseId}/media/`, { upload_id: upload.id, title: 'a.png' }));
  await school.newLesson({ title: 'Page', content_type: 'lesson', content: { format: 'html', body: `<p><img src="file:${picture.id}" alt="A"></p>` } });
  const talk = await school.newLesson({ title: 'Talk', content_type: 'lesson', content: { format: 'html', body: '<p>What?</p>' } });
  const topic = { title: 'Talk', lesson_id: talk.id, text: { format: 'html', body: '<p>What?</p>' } };
  await expectStatus(201, browser.call('post', `courses/${courseId}/discussion/topics/`, topic));
  const questions = [
    { type: 'single', id: 'one', prompt: 'Which?', choices: ['a', 'b'].map((text) => ({ id: text, text })), correct_choice_id: 'a', explanation: 'It is.' },
    { type: 'short_text', id: 'two', prompt: 'What?', accepted_answers: ['a'], case_sensitive: true },
  ];
  await school.newLesson({ title: 'Quiz', content_type: 'quiz', content: { questions } });
  await school.newLesson({ title: 'Work', content_type: 'assignment', content: { instructions: 'Write', submission_kinds: ['text'], points: 5 } });
  await school.newLesson({ title: 'Link', content_type: 'embed', content: { url: 'https://example.org/' } });
  good = (await exportedCartridge(app, school, courseId)).entries;
});
afterAll(() => app.close());

const MANIFEST = 'imsmanifest.xml';
const [PAGE, TALK, QUIZ, WORK, LINK] = [
  'pages/lesson-1.html',
  'discussions/lesson-2.xml',
  'quizzes/lesson-3.xml',
  'assignments/lesson-4.xml',
  'links/lesson-5.xml',
];

/** The rules that are broken once a text in an entry is another one. */
function faultsWith(name: string, before: string | RegExp, after: string): string[] {
  const text = String(good[name]);
  const changed = text.replace(before, after);
  expect(changed).not.toBe(text);
  return faultsOfCartridge({ ...good, [name]: Buffer.from(changed) });
}

test('a cartridge with something of every kind follows the rules', () => {
  expect(Object.keys(good)).toEqual(expect.arrayContaining([PAGE, TALK, QUIZ, WORK, LINK]));
  expect(faultsOfCartridge(good)).toEqual([]);
});

test.each<[what: string, name: string, before: string | RegExp, after: string]>([
  ['the namespace of the manifest is that of another version', MANIFEST, 'imsccv1p3/imscp_v1p1"', 'imsccv1p1/imscp_v1p1"'],
  ['a namespace has no schema', MANIFEST, / http:\/\/www.imsglobal.org\/xsd\/imsccv1p3\/imscp_extensionv1p2 [^"]+/, ''],
  ['the version is another one', MANIFEST, '1.3.0', '1.1.0'],
  ['the resources stand before the outline', MANIFEST, /(<organizations>.*<\/organizations>)(<resources>.*<\/resources>)/, '$2$1'],
  ['an item has no title', MANIFEST, '<title>Page</title>', ''],
  ['an item leads nowhere', MANIFEST, 'identifierref="lesson-1"', 'identifierref="lesson-9"'],
  ['an item and a resource have the same identifier', MANIFEST, '<item identifier="item-1-1"', '<item identifier="lesson-1"'],
  ['an identifier begins with a digit', MANIFEST, '<item identifier="item-1-1"', '<item identifier="1-1"'],
  ['the outline has another structure', MANIFEST, 'rooted-hierarchy', 'hierarchical'],
  ['a resource has a type of another version', MANIFEST, 'imsdt_xmlv1p3', 'imsdt_xmlv1p1'],
  ['a discussion has an address', MANIFEST, 'type="imsdt_xmlv1p3"', `type="imsdt_xmlv1p3" href="${TALK}"`],
  ['a page has no address', MANIFEST, `href="${PAGE}">`, '>'],
  ['a file is named that is not there', MANIFEST, `<file href="${PAGE}"/>`, `<file href="${PAGE}"/><file href="pages/none.html"/>`],
  ['a file is named twice', MANIFEST, `<file href="${TALK}"/>`, `<file href="${TALK}"/><file href="${PAGE}"/>`],
  ['an address has a space', MANIFEST, `<file href="${PAGE}"/>`, '<file href="pages/lesson 1.html"/>'],
  ['an address leads out of the package', MANIFEST, `<file href="${PAGE}"/>`, `<file href="../${PAGE}"/>`],
  ['an address begins at the top', MANIFEST, `<file href="${PAGE}"/>`, `<file href="/${PAGE}"/>`],
  ['a picture is shown without a dependency', MANIFEST, '<dependency identifierref="media-1"/>', ''],
  ['a resource depends on something that it does not show', MANIFEST, `<file href="${TALK}"/>`, `<file href="${TALK}"/><dependency identifierref="media-1"/>`],
  ['an attribute is unknown', MANIFEST, '<resource identifier="lesson-1"', '<resource scormtype="sco" identifier="lesson-1"'],
  ['a text stands between elements', MANIFEST, '<resources>', '<resources>x'],
  ['an ampersand is bare', MANIFEST, '<title>Page</title>', '<title>A & B</title>'],
  ['a page shows a file that is not there', PAGE, 'web_resources/a.png', 'web_resources/b.png'],
  ['a page names a file of the course as lessons do', PAGE, /src="[^"]+"/, 'src="file:00000000-0000-8000-8005-000000000001"'],
  ['a page shows a file by an address of the disk', PAGE, '../web_resources', '/web_resources'],
  ['a discussion has the namespace of another version', TALK, 'imsccv1p3/imsdt_v1p3"', 'imsccv1p1/imsdt_v1p1"'],
  ['the text of a discussion stands before its title', TALK, /(<title>.*<\/title>)(<text.*<\/text>)/, '$2$1'],
  ['the text of a discussion has no type', TALK, ' texttype="text/html"', ''],
  ['a link opens in no window', LINK, '_blank', '_none'],
  ['an assignment has no points', WORK, ' points_possible="5"', ''],
  ['an assignment takes a kind of submission that there is not', WORK, '<format type="text"/>', '<format type="essay"/>'],
  ['a question has no profile', QUIZ, 'cc.multiple_choice.v0p1', 'cc.multiple_choice.v9'],
  ['a question accepts a choice that it does not have', QUIZ, '>a</varequal>', '>z</varequal>'],
  ['a question shows feedback that it does not have', QUIZ, 'linkrefid="general_fb"', 'linkrefid="other_fb"'],
  ['two questions have the same identifier', QUIZ, 'ident="two"', 'ident="one"'],
  ['the metadata of a quiz stand behind its questions', QUIZ, /(<assessment[^>]*>)(<qtimetadata>.*?<\/qtimetadata>)(.*)(<\/assessment>)/, '$1$3$2$4'],
  ['the case of an answer is neither yes nor no', QUIZ, 'case="Yes"', 'case="true"'],
])('a cartridge is refused by the rules if %s', (_what, name, before, after) => {
  expect(faultsWith(name, before, after)).not.toEqual([]);
});

test('a cartridge is refused by the rules if it holds a file that no resource has', () => {
  expect(faultsOfCartridge({ ...good, 'pages/stray.html': Buffer.from('<p>Stray</p>') })).toEqual(['no resource has pages/stray.html']);
});
