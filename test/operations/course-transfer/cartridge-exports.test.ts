import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { type ExportedCartridge, expectOnlyLost, exportedCartridge, numbersIn, openedTopics } from '../../support/cartridge-exports.ts';
import { faultsOfCartridge } from '../../support/cartridge-rules.ts';
import { archiveOf, importWhole, newFullCourse } from '../../support/course-archives.ts';
import { AFTERMATH } from '../../support/jobs.ts';
import { refusalOf } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { importPackage } from '../../support/packages.ts';
import { mp4, pdf, png } from '../../support/sample-files.ts';
import { newLearner, newSchool, type School } from '../../support/school.ts';
import { uploadFile } from '../../support/uploads.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp(undefined, { idle: [...AFTERMATH, 'collect_discussion_notices'] });
});
beforeEach(async () => {
  school = await newSchool(app);
});
afterAll(() => app.close());

const NEVER = '01890000-0000-7000-8000-000000000000';

const lesson = (content_type: string, content: object | null, fields: object = {}) => school.newLesson({ content_type, content, ...fields });
const quiz = (questions: object[], fields: object = {}) => lesson('quiz', { questions, passing_score_percent: 0, max_attempts: null, ...fields });

async function newFile(kind: 'media' | 'document', bytes: Buffer, file_name: string, content_type: string, title = file_name): Promise<string> {
  const { browser, courseId } = school;
  const upload = await uploadFile(browser, courseId, bytes, { purpose: kind, file_name, content_type });
  const path = `courses/${courseId}/${kind === 'media' ? 'media' : 'documents'}/`;
  return (await expectStatus(201, browser.call('post', path, { upload_id: upload.id, title }))).body.id;
}

const newPicture = async (file_name = 'a shell.png', title?: string, width = 40) => newFile('media', await png(width), file_name, 'image/png', title);
const newPaper = (file_name = 'a paper.pdf', title?: string) => newFile('document', pdf(file_name), file_name, 'application/pdf', title);

/** What the ledger says, by the titles of the parts. */
const lossesOf = ({ losses }: ExportedCartridge['ledger']) => losses.map(({ outcome, kind, title, detail }) => [outcome, kind, title, detail]);

const exported = () => exportedCartridge(app, school, school.courseId);

/** Exports the course of the school, and returns the lessons that are imported from it. Nothing but what the ledger says may be lost. */
async function carried() {
  const cartridge = await exported();
  expect(faultsOfCartridge(cartridge.entries)).toEqual([]);
  const copy = await importWhole(app, school, cartridge.bytes, 'a course.imscc');
  expect(copy.plan.warnings).toEqual([]);
  const [before, after] = [await archiveOf(app, school, school.courseId), await archiveOf(app, school, String(copy.course.id))];
  const topics = [await openedTopics(app, school.courseId), await openedTopics(app, String(copy.course.id))] as const;
  expectOnlyLost(before, after, cartridge.ledger, await numbersIn(app, school.courseId), topics);
  return { ...cartridge, copy };
}

const SINGLE = {
  type: 'single',
  id: 'single',
  prompt: 'Which **command** counts?',
  points: 2.5,
  choices: [
    { id: 'a', text: '`wc`' },
    { id: 'b', text: 'ls <b> & *more*' },
  ],
  correct_choice_id: 'a',
  explanation: 'It *counts*.',
};
const QUESTIONS = [
  SINGLE,
  {
    ...SINGLE,
    id: 'truth',
    prompt: 'Is it?',
    choices: [
      { id: 'a', text: 'True' },
      { id: 'b', text: 'False' },
    ],
    correct_choice_id: 'b',
  },
  {
    type: 'multiple',
    id: 'multiple',
    prompt: 'Which are shells?',
    choices: ['bash', 'zsh', 'grep'].map((text) => ({ id: text, text })),
    correct_choice_ids: ['bash', 'zsh'],
    partial_credit: false,
  },
  { type: 'true_false', id: 'tf', prompt: 'Is `ls` a command?', correct: true },
  { type: 'short_text', id: 'short', prompt: 'Which command prints?', accepted_answers: ['echo', 'printf <x> & "y"'], case_sensitive: true },
  { type: 'essay', id: 'essay', prompt: 'Why?', grading_notes: 'Look for *reasons*.', explanation: 'There are many.' },
];

test('a course of pages, quizzes, assignments and files is exported without a loss, and imported again as it was', async () => {
  const [picture, paper] = [await newPicture(), await newPaper()];
  const video = await newFile('media', mp4(), 'a talk.mp4', 'video/mp4');
  await lesson(
    'lesson',
    { body: `# Shells\n\n![A shell](file:${picture}) and [a paper](file:${paper}) & <b>`, format: 'markdown' },
    { title: 'Reading  & <more>' },
  );
  await lesson('lesson', { body: `<p>See <a href="file:${paper}">it</a></p>`, format: 'html' }, { title: 'Page' });
  await quiz(QUESTIONS, { instructions: 'Take your *time*.', max_attempts: 3, time_limit_minutes: 20 });
  await lesson('assignment', { instructions: `Write a script, see [this](file:${paper})`, submission_kinds: ['text', 'file', 'url'], points: 7.5 });
  await lesson('video', { source: 'hosted', media_id: video }, { title: 'Talk' });
  await lesson('document', { source: 'upload', document_id: paper }, { title: 'Paper' });
  await expectStatus(200, school.browser.call('patch', `courses/${school.courseId}/`, { description: 'All about shells & more', language: 'pt-BR' }));
  const { ledger, entries, url, copy } = await carried();
  expect(ledger).toEqual({ found: 17, made: 17, changed: 0, skipped: 0, losses: [] });
  expect(decodeURIComponent(url)).toContain('.imscc');
  expect(copy.lessons.map(({ title, content_type }) => [title, content_type])).toEqual([
    ['Reading  & <more>', 'lesson'],
    ['Page', 'lesson'],
    ['A lesson', 'quiz'],
    ['A lesson', 'assignment'],
    ['Talk', 'video'],
    ['Paper', 'document'],
  ]);
  expect(copy.lessons[2].content.questions.map(({ type }: Row) => type)).toEqual(['single', 'single', 'multiple', 'true_false', 'short_text', 'essay']);
  expect(copy.course).toMatchObject({ title: 'A course', description: 'All about shells & more', language: 'pt-BR' });
  expect(Object.keys(entries)).toEqual([
    ...['pages/lesson-1.html', 'pages/lesson-2.html', 'quizzes/lesson-3.xml', 'assignments/lesson-4.xml', 'pages/lesson-4-page.html'],
    ...['web_resources/a shell.png', 'web_resources/a talk.mp4', 'web_resources/a paper.pdf', 'imsmanifest.xml'],
  ]);
});

test('the settings of a course that a cartridge has no place for are in the ledger, unless they are as usual', async () => {
  const { courseId } = await newFullCourse(school);
  const { ledger, bytes, entries } = await exportedCartridge(app, school, courseId);
  expect(faultsOfCartridge(entries)).toEqual([]);
  const lost = lossesOf(ledger);
  expect(lost).toEqual([
    [
      'changed',
      'settings_lost',
      'The Unix Shell',
      'description, sales_page_blocks, timezone, length_mode, start_date, end_date, schedule_basis, price, gradebook, discussions, certificates, attendance, refund_policy, teacher',
    ],
    ['changed', 'settings_lost', 'Files', 'sequential_lessons'],
    ['changed', 'settings_lost', 'Pipes', 'is_published, requires_previous_chapter'],
    ['changed', 'settings_lost', 'A shell', 'title'],
    ['skipped', 'not_supported', 'Manual', 'url'],
    ['changed', 'link_lost', 'Reading', null],
    ['changed', 'settings_lost', 'Reading', 'opens_day_offset, opens_time'],
    ['changed', 'link_lost', 'Quiz', null],
    ['changed', 'settings_lost', 'Quiz', 'passing_score_percent'],
    ['changed', 'settings_lost', 'Script', 'is_published, grading'],
  ]);
  expect(ledger).toMatchObject({ found: 10, made: 2, changed: 7, skipped: 1 });
  const copy = await importWhole(app, school, bytes, 'a course.imscc');
  expectOnlyLost(await archiveOf(app, school, courseId), await archiveOf(app, school, String(copy.course.id)), ledger, await numbersIn(app, courseId), [
    [],
    [],
  ]);
});

test('each part that a cartridge cannot hold is in the ledger under its own ID', async () => {
  const { browser, courseId } = school;
  const { body: external } = await expectStatus(
    201,
    browser.call('post', `courses/${courseId}/documents/external/`, { url: 'https://example.org/m', title: 'Manual' }),
  );
  const empty = await lesson('lesson', null, { title: 'Empty' });
  const none = await quiz([{ type: 'ordering', id: 'o', prompt: 'Sort', items: ['a', 'b'].map((text) => ({ id: text, text })) }], {});
  const some = await quiz(
    [
      SINGLE,
      { type: 'numeric', id: 'n', prompt: 'How *many*?', correct_value: 4 },
      { type: 'matching', id: 'm', prompt: 'Match', pairs: ['a', 'b'].map((text) => ({ id: text, left: text, right: `${text}!` })) },
      { type: 'essay', id: 'e', prompt: 'Why?', min_words: 5, max_words: 50 },
      { type: 'multiple', id: 'x', prompt: 'Which?', choices: SINGLE.choices, correct_choice_ids: ['a'], answer_points: { right: 2, wrong: 0, empty: 1 } },
    ],
    { passing_score_percent: 70, shuffle_choices: true, answer_points: { right: 3, wrong: -1, empty: 0 } },
  );
  const video = await lesson('video', { source: 'youtube', url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' }, { title: 'Film' });
  const linked = await lesson('document', { source: 'url', url: 'https://example.org/a.pdf?b=1&c=2' }, { title: 'Linked' });
  const framed = await lesson('embed', { url: 'https://example.org/frame' }, { title: 'Frame' });
  const oddId = await newPaper('100% "sure"?.pdf');
  const namedId = await newPicture('b.png', 'A shell');
  const text = await lesson('lesson', { body: `See file:${namedId}` }, { title: 'Text' });
  await lesson('document', { source: 'upload', document_id: oddId, is_downloadable: false }, { title: 'Odd' });
  const { ledger, copy } = await carried();
  const byId = ledger.losses.map(({ object_id, question_id, outcome, kind, detail }) => [object_id, question_id, outcome, kind, detail]);
  expect(byId).toEqual([
    [namedId, null, 'changed', 'settings_lost', 'title'],
    [external.id, null, 'skipped', 'not_supported', 'url'],
    [oddId, null, 'changed', 'renamed', '100% "sure"?.pdf'],
    [oddId, null, 'changed', 'settings_lost', 'title'],
    [empty.id, null, 'skipped', 'lesson_empty', null],
    [none.id, 'o', 'skipped', 'question_not_supported', 'ordering'],
    [none.id, null, 'skipped', 'quiz_empty', null],
    [some.id, 'n', 'skipped', 'question_not_supported', 'numeric'],
    [some.id, 'm', 'skipped', 'question_not_supported', 'matching'],
    [some.id, 'e', 'changed', 'settings_lost', 'min_words, max_words'],
    [some.id, 'x', 'changed', 'settings_lost', 'answer_points, partial_credit'],
    [some.id, null, 'changed', 'settings_lost', 'answer_points, shuffle_choices, passing_score_percent'],
    ...[video, linked, framed].map(({ id }) => [id, null, 'changed', 'shown_as_link', null]),
    [text.id, null, 'changed', 'link_lost', null],
    [expect.any(String), null, 'changed', 'settings_lost', 'is_downloadable'],
  ]);
  expect(ledger.losses.find(({ question_id }) => question_id === 'n')?.title).toBe('How *many*?');
  expect(ledger.skipped).toBe(6);
  expect(copy.lessons.map(({ title, content_type }) => [title, content_type])).toEqual([
    ['A lesson', 'quiz'],
    ['Film', 'video'],
    ['Linked', 'document'],
    ['Frame', 'lesson'],
    ['Text', 'lesson'],
    ['Odd', 'document'],
  ]);
});

const topicOf = (lesson: Row | null, title: string, body: string, more: object = {}) =>
  expectStatus(
    201,
    school.browser.call('post', `courses/${school.courseId}/discussion/topics/`, {
      title,
      text: { format: 'html', body },
      lesson_id: lesson?.id ?? null,
      ...more,
    }),
  );

test('a text with a topic of staff that begins with it becomes a discussion, and the ledger counts the topics that stay behind', async () => {
  const picture = await newPicture();
  const prompt = `<p>What do <em>herons</em> eat &amp; <a href="https://example.org/">why</a>?</p>`;
  const html = (body: string) => ({ body, format: 'html' });
  const talk = await lesson('lesson', html(`${prompt}<img src="file:${picture}" alt="" />`), { title: 'Talk & more' });
  const other = await lesson('lesson', html('<p>Another</p>'), { title: 'Other' });
  const marked = await lesson('lesson', { body: 'In markdown', format: 'markdown' }, { title: 'Marked' });
  const work = await lesson('assignment', { instructions: 'Write', submission_kinds: ['text'], points: 5 }, { title: 'Work' });
  await topicOf(talk, 'Talk & more', prompt);
  await topicOf(talk, 'Another talk', '<p>More</p>');
  await topicOf(other, 'Other', '<p>Something else</p>');
  await topicOf(marked, 'Marked', 'In markdown');
  await topicOf(work, 'Work', '<p>Write</p>');
  await topicOf(null, 'Welcome', '<p>Hello</p>');
  await topicOf(null, 'News', '<p>News</p>', { kind: 'announcement' });
  const learner = await newLearner(app, school.organisation.id, school.courseId);
  await expectStatus(200, school.browser.call('patch', `courses/${school.courseId}/`, { status: 'published' }));
  const path = `courses/${school.courseId}/discussion/topics/`;
  await expectStatus(201, learner.browser.call('post', path, { title: 'Of a learner', text: { body: 'A secret question' }, lesson_id: other.id }));
  const { ledger, entries, copy } = await carried();
  expect(lossesOf(ledger)).toEqual([
    ['changed', 'topics_lost', 'A course', '1'],
    ...['Talk & more', 'Other', 'Marked', 'Work'].map((title) => ['changed', 'topics_lost', title, '1']),
  ]);
  expect(Object.keys(entries)).toContain('discussions/lesson-1.xml');
  expect(Object.values(entries).join('')).not.toContain('secret');
  expect(copy.plan).toMatchObject({ lesson_count: 4, topic_count: 1, warnings: [] });
  expect(copy.lessons[0]).toMatchObject({ title: 'Talk & more', content_type: 'lesson' });
  expect(await openedTopics(app, String(copy.course.id))).toMatchObject([{ lesson: 0, title: 'Talk & more' }]);
});

test('texts whose topic is pinned, locked or hidden are exported as pages', async () => {
  const actions = [{ action: 'pin' }, { action: 'lock' }, { action: 'hide', reason: 'Old' }];
  for (const action of actions) {
    const talk = await lesson('lesson', { body: '<p>What?</p>', format: 'html' }, { title: action.action });
    const { body } = await topicOf(talk, action.action, '<p>What?</p>');
    await expectStatus(200, school.browser.call('post', `courses/${school.courseId}/discussion/topics/${body.id}/moderate/`, action));
  }
  const { ledger, entries } = await exported();
  expect(Object.keys(entries)).toEqual(['pages/lesson-1.html', 'pages/lesson-2.html', 'pages/lesson-3.html', 'imsmanifest.xml']);
  expect(lossesOf(ledger)).toEqual(['pin', 'lock'].map((title) => ['changed', 'topics_lost', title, '1']));
});

test('pictures of the sales page and packages of SCORM are left out, and the ledger says so', async () => {
  const hero = await school.browser.upload(`courses/${school.courseId}/landing/hero/upload/`, await png(1200, 630));
  expect(hero.status).toBe(201);
  expect(lossesOf((await exported()).ledger)).toEqual([['skipped', 'not_supported', expect.any(String), 'hero_image']]);
  const [packaged] = await importPackage(app, school, {
    resources: { r: 'index.html' },
    items: [{ id: 'i', title: 'Sco', ref: 'r' }],
    files: { 'index.html': '<p>Hi</p>' },
  });
  const { ledger, entries } = await exportedCartridge(app, school, String(packaged?.course_id));
  expect(lossesOf(ledger)).toContainEqual(['skipped', 'not_supported', 'Sco', 'package']);
  expect(faultsOfCartridge(entries)).toEqual([]);
});

test('files with the same name, and with names that systems refuse, are exported beside each other and found by the texts', async () => {
  const names = ['100%2F?.png', 'A B.png', 'a b.png', 'a b.png', 'нимбус 🐚.png', `${'x'.repeat(240)}.png`, '.hidden.png'];
  const ids: string[] = [];
  for (const [index, name] of names.entries()) ids.push(await newPicture(name, 'One', 10 + index));
  await lesson('lesson', { body: ids.map((id) => `![One](file:${id})`).join('\n\n') });
  const { entries, copy } = await carried();
  const held = Object.keys(entries).filter((name) => name.startsWith('web_resources/'));
  expect(held).toHaveLength(names.length);
  expect(new Set(held.map((name) => name.toLowerCase())).size).toBe(names.length);
  expect(held.filter((name) => name.split('/').some((part) => part === '..' || part.startsWith('.')))).toEqual([]);
  expect(copy.lessons[0].content.body.match(/file:/g)).toHaveLength(names.length);
});

test('two cartridges of an unchanged course are the same bytes, and hold nothing of learners and no ID of an object', async () => {
  const { courseId, imageId, text } = await newFullCourse(school);
  const first = await exportedCartridge(app, school, courseId);
  app.clock.advance(1000);
  expect((await exportedCartridge(app, school, courseId)).bytes.equals(first.bytes)).toBe(true);
  const all = Object.values(first.entries).join('\n');
  expect([courseId, imageId, text.id, school.organisation.id, 'signature='].filter((secret) => all.includes(String(secret)))).toEqual([]);
});

test('a ledger names at most 1,000 losses, and counts all of them', async () => {
  const { rows } = await app.database.pool.query(
    `insert into lessons (organisation_id, id, course_id, chapter_id, title, position, is_published, content_type, is_free_preview)
     select organisation_id, gen_random_uuid(), course_id, id, 'Lesson ' || n, n, true, 'lesson', false from chapters, generate_series(1, 1005) n where id = $1 returning 1`,
    [school.chapterId],
  );
  const { ledger } = await exported();
  expect(ledger).toMatchObject({ found: rows.length + 2, made: 2, changed: 0, skipped: rows.length });
  expect(ledger.losses).toHaveLength(1000);
});

test('a course without chapters is exported as a cartridge with an empty outline', async () => {
  await expectStatus(204, school.browser.call('delete', `courses/${school.courseId}/chapters/${school.chapterId}/`));
  const { ledger, entries } = await exported();
  expect(faultsOfCartridge(entries)).toEqual([]);
  expect([ledger.found, Object.keys(entries)]).toEqual([1, ['imsmanifest.xml']]);
});

test('the format is one that the contract knows, and the archive stays the one that is made when none is asked for', async () => {
  const path = `courses/${school.courseId}/export/`;
  const ask = (body?: object) => school.browser.call('post', path, body);
  expect(await refusalOf(ask({ format: 'moodle' }))).toEqual([400, 'validation_error']);
  expect(await refusalOf(ask({ format: null }))).toEqual([400, 'validation_error']);
  expect(await refusalOf(ask({ kind: 'common_cartridge' }))).toEqual([400, 'validation_error']);
  const away = await newSchool(app);
  expect(await refusalOf(away.browser.call('post', path, { format: 'common_cartridge' }))).toEqual([404, 'not_found']);
  expect(await refusalOf(school.browser.call('post', `courses/${NEVER}/export/`, { format: 'common_cartridge' }))).toEqual([404, 'not_found']);
  expect((await expectStatus(202, ask({}))).body).toMatchObject({ format: 'course_archive', status: 'queued', ledger: null });
  await app.mailbox.runJobs();
  expect((await expectStatus(200, school.browser.call('get', path))).body).toMatchObject({ format: 'course_archive', status: 'ready', ledger: null });
  expect((await expectStatus(202, ask({ format: 'common_cartridge' }))).body).toMatchObject({ format: 'common_cartridge', status: 'queued', ledger: null });
  await app.mailbox.runJobs();
  expect((await expectStatus(202, ask())).body).toMatchObject({ format: 'course_archive', ledger: null });
});
