import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { refusalOf } from '../../support/learner.ts';
import { mp4, pdf, png } from '../../support/sample-files.ts';
import { newLearner, newSchool, type School } from '../../support/school.ts';
import { packageOf } from '../../support/scorm.ts';
import { uploadFile } from '../../support/uploads.ts';

const NOWHERE = '01890000-0000-7000-8000-000000000000';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  school = await newSchool(app);
});
afterAll(() => app.close());

const lessonOf = (content_type: string, content: object | null, fields: object = {}) => school.newLesson({ content_type, content, ...fields });
const exported = async (content_type: string, content: object | null, fields: object = {}) =>
  packageOf(app.url, school.browser, await lessonOf(content_type, content, fields));
const pathOf = (lesson: { id: string }) => `courses/${school.courseId}/chapters/${school.chapterId}/lessons/${lesson.id}/export/scorm/`;

/** Returns what the player reads from a package. */
function playerData(files: Record<string, Buffer>) {
  const text = /'(.*)'/.exec(String(files['lesson.js']))?.[1] ?? '';
  const bytes = Buffer.from(text, 'base64');
  return JSON.parse(String(Buffer.from(bytes.map((byte, index) => byte ^ ((index * 31 + 97) & 255)))));
}

async function newMedia(bytes: Buffer, file_name: string, content_type: string): Promise<{ id: string; bytes: Buffer }> {
  const upload = await uploadFile(school.browser, school.courseId, bytes, { purpose: 'media', file_name, content_type });
  const { body } = await expectStatus(201, school.browser.call('post', `courses/${school.courseId}/media/`, { upload_id: upload.id, title: 'A shell' }));
  return { id: body.id, bytes };
}

const newPicture = async () => newMedia(await png(), 'a shell.html', 'image/png');

test('a text is exported with its pictures, as a manifest at the root that lists every file', async () => {
  const { id, bytes } = await newPicture();
  const lesson = await lessonOf('lesson', {
    body: `# Shells\n\n![A shell](file:${id})\n\n<script>alert(1)</script>\n\n[bad](javascript:alert(1)) [file](file:///etc/passwd)`,
  });
  const { answer, files } = await packageOf(app.url, school.browser, lesson);
  expect(answer.headers.get('content-type')).toBe('application/zip');
  expect(answer.headers.get('content-disposition')).toContain(`lesson-${lesson.id}.zip`);
  expect(Object.keys(files)).toEqual(['imsmanifest.xml', 'index.html', 'style.css', 'lesson.js', 'player.js', 'files/1.png']);
  expect(files['files/1.png']?.equals(bytes)).toBe(true);
  const page = String(files['index.html']);
  expect(page).toContain('<img src="files/1.png" alt="A shell"');
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(page).not.toMatch(/href="(javascript|file):/);
  const manifest = String(files['imsmanifest.xml']);
  const listed = [...manifest.matchAll(/<file href="([^"]+)"/g)].map(([, path]) => path);
  expect(listed).toEqual(Object.keys(files).filter((path) => path !== 'imsmanifest.xml'));
  expect(manifest).toContain('adlcp:scormtype="sco" href="index.html"');
  expect(manifest).not.toContain('masteryscore');
});

test('the manifest follows SCORM 1.2: one organization with one item, in the order and with the names of the schema', async () => {
  const { files } = await exported(
    'quiz',
    { questions: [{ type: 'true_false', prompt: 'Yes?', correct: true }], passing_score_percent: 66.67 },
    { title: 'Q & <A> "1"' },
  );
  const manifest = String(files['imsmanifest.xml']);
  const elements = [...manifest.matchAll(/<([a-zA-Z:]+)[\s>/]/g)].map(([, name]) => name);
  expect(elements).toEqual([
    ...['manifest', 'metadata', 'schema', 'schemaversion', 'organizations', 'organization', 'title', 'item', 'title', 'adlcp:masteryscore'],
    ...['resources', 'resource', 'file', 'file', 'file', 'file'],
  ]);
  expect(manifest).toContain('<schema>ADL SCORM</schema>');
  expect(manifest).toContain('<schemaversion>1.2</schemaversion>');
  expect(manifest).toContain('<title>Q &amp; &lt;A&gt; &quot;1&quot;</title>');
  expect(manifest).toContain('<adlcp:masteryscore>66.67</adlcp:masteryscore>');
  const [, organization] = /default="([^"]+)"/.exec(manifest) ?? [];
  expect(manifest).toContain(`<organization identifier="${organization}">`);
  const [, resource] = /identifierref="([^"]+)"/.exec(manifest) ?? [];
  expect(manifest).toContain(`<resource identifier="${resource}" type="webcontent"`);
});

test('every kind of lesson is exported, also one without content', async () => {
  const paper = await uploadFile(school.browser, school.courseId, pdf('cheat sheet'), { file_name: 'cheat sheet.pdf' });
  const { body: document } = await expectStatus(201, school.browser.call('post', `courses/${school.courseId}/documents/`, { upload_id: paper.id }));
  const pageOf = async (content_type: string, content: object | null) => {
    const { files } = await exported(content_type, content);
    return { page: String(files['index.html']), paths: Object.keys(files) };
  };
  expect((await pageOf('video', { source: 'youtube', url: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ' })).page).toContain(
    'href="https://www.youtube.com/watch?v=aqz-KE-bpKQ"',
  );
  expect((await pageOf('video', { source: 'file', url: 'https://media.example.org/a.mp4' })).page).toContain(
    '<video controls preload="metadata" src="https://media.example.org/a.mp4"',
  );
  expect((await pageOf('document', { source: 'url', url: 'https://example.org/a.pdf' })).page).toContain('href="https://example.org/a.pdf"');
  const stored = await pageOf('document', { source: 'upload', document_id: document.id });
  expect(stored.paths).toContain('files/1.pdf');
  expect(stored.page).toContain('href="files/1.pdf"');
  expect(stored.page).toContain('download="cheat sheet.pdf"');
  const kept = await pageOf('document', { source: 'upload', document_id: document.id, is_downloadable: false });
  expect(kept.page).not.toContain('download=');
  expect((await pageOf('embed', { url: 'https://codepen.io/example/embed/abc123', title: 'A pen' })).page).toMatch(
    /<iframe src="https:\/\/codepen.io\/example\/embed\/abc123" title="A pen"[^>]* sandbox="/,
  );
  const work = await pageOf('assignment', { instructions: 'Write **it**.', submission_kinds: ['text'], sample_solution: 'the secret solution' });
  expect(work.page).toContain('<strong>it</strong>');
  expect(work.page).toContain('Hand in your work as your teacher tells you.');
  expect(work.page).not.toContain('secret');
  expect((await pageOf('lesson', null)).page).toContain('This lesson has no content yet.');
});

test('a video that the service hosts plays from the package, with links to its captions', async () => {
  const { id, bytes } = await newMedia(mp4(), 'tide.mp4', 'video/mp4');
  const captions = [{ language: 'de', url: 'https://example.org/tide.de.vtt' }];
  const { files } = await exported('video', { source: 'hosted', media_id: id, captions });
  expect(files['files/1.mp4']?.equals(bytes)).toBe(true);
  const page = String(files['index.html']);
  expect(page).toContain('<video controls preload="metadata" src="files/1.mp4"');
  expect(page).toContain('href="https://example.org/tide.de.vtt"');
  expect(String(files['imsmanifest.xml'])).toContain('<file href="files/1.mp4"');
});

test('a quiz has its key and explanations obfuscated, and neither notes for graders nor a mastery score if an essay is in it', async () => {
  const questions = [
    { type: 'short_text', id: 'one', prompt: 'Which?', accepted_answers: ['the secret answer'], explanation: 'Because' },
    { type: 'essay', id: 'two', prompt: 'Why?', grading_notes: 'the secret notes' },
  ];
  const { files } = await exported('quiz', { instructions: 'Take *care*.', questions });
  const everything = Object.values(files).map(String).join('\n');
  expect(everything).not.toContain('secret');
  expect(String(files['index.html'])).toContain('<em>care</em>');
  expect(String(files['imsmanifest.xml'])).not.toContain('masteryscore');
  const { quiz } = playerData(files);
  expect(quiz.questions).toMatchObject([{ id: 'one', accepted_answers: ['the secret answer'] }, { id: 'two' }]);
  expect(JSON.stringify(quiz)).not.toContain('secret notes');
  expect(quiz.html.one).toEqual({ prompt: '<p>Which?</p>\n', explanation: '<p>Because</p>\n', items: {} });
});

test('a quiz knows outside of the service what right, wrong and empty answers give', async () => {
  const answer_points = { right: 3, wrong: -1, empty: 0 };
  const { files } = await exported('quiz', { questions: [{ type: 'true_false', id: 'one', prompt: 'Is it?', correct: true }], answer_points });
  const { quiz, labels } = playerData(files);
  expect(quiz).toMatchObject({ answer_points, questions: [{ points: 3 }] });
  expect(labels.answer_points).toMatch(/\{right\}.*\{wrong\}.*\{empty\}/);
});

test.each([
  ['en', 'Mark as completed', 'en'],
  ['de-AT', 'Als abgeschlossen markieren', 'de-AT'],
  ['es', 'Marcar como completada', 'es'],
  ['fr', 'Marquer comme terminée', 'fr'],
  ['pt-BR', 'Marcar como concluída', 'pt-BR'],
  ['ar', 'Mark as completed', 'en'],
])('the player of a course in %s says “%s”', async (language, text, shown) => {
  const { id: courseId } = await school.newCourse({ language });
  const lesson = await school.newLesson({ content_type: 'lesson', content: { body: 'Text' } }, await school.newChapter(courseId));
  const { files } = await packageOf(app.url, school.browser, { ...lesson, course_id: courseId });
  expect(playerData(files).labels.mark_done).toBe(text);
  const page = String(files['index.html']);
  expect(page).toContain(`<html lang="${shown}">`);
  expect(page).toContain(`<div data-part="content" lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
});

test('exporting an unchanged lesson again returns the same bytes', async () => {
  const { id } = await newPicture();
  const lesson = await lessonOf('lesson', { body: `![A](file:${id})` });
  const [first, second] = [await packageOf(app.url, school.browser, lesson), await packageOf(app.url, school.browser, lesson)];
  expect(first.bytes.equals(second.bytes)).toBe(true);
});

test('a lesson whose files are too large for a package is refused', async () => {
  const { id } = await newPicture();
  const lesson = await lessonOf('lesson', { body: `![A](file:${id})` });
  const { pool } = app.database;
  const resize = (bytes: number) =>
    pool.query('update storage_objects set size_bytes = $2 where id = (select object_id from media where id = $1)', [id, bytes]);
  await resize(500 * 1024 * 1024 + 1);
  expect(await refusalOf(school.browser.call('get', pathOf(lesson)))).toEqual([409, 'export_too_large']);
});

test('only staff of the organisation export a lesson, and only under its own course and chapter', async () => {
  const lesson = await lessonOf('lesson', { body: 'Text' });
  const other = await newSchool(app);
  expect((await other.browser.call('get', pathOf(lesson))).status).toBe(404);
  const { id: chapter } = await school.newChapter(school.courseId);
  const under = (course: string, inside: string, id: string) => `courses/${course}/chapters/${inside}/lessons/${id}/export/scorm/`;
  const { id: course } = await school.newCourse();
  for (const path of [
    under(school.courseId, chapter, lesson.id),
    under(course, school.chapterId, lesson.id),
    under(school.courseId, school.chapterId, NOWHERE),
    under('x', 'x', 'x'),
  ])
    expect((await school.browser.call('get', path)).status).toBe(404);
  const learner = await newLearner(app, school.organisation.id, school.courseId);
  learner.browser.headers['X-Organisation'] = school.organisation.id;
  expect(await refusalOf(learner.browser.call('get', pathOf(lesson)))).toEqual([403, 'permission_denied']);
});
