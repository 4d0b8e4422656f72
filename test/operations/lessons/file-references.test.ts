import { RICH_TEXTS } from '../../../src/domain/files/rich-texts.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import type { Row } from '../../support/organisation.ts';
import { pdf, png } from '../../support/sample-files.ts';
import { newLearner, newSchool, type School } from '../../support/school.ts';
import { uploadFile } from '../../support/uploads.ts';

const NOWHERE = '01890000-0000-7000-8000-000000000000';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  school = await newSchool(app);
  await expectStatus(200, school.agent('patch', `courses/${school.courseId}/`, { status: 'published' }));
});
afterAll(() => app.close());

async function newPicture(courseId = school.courseId): Promise<string> {
  const upload = await uploadFile(school.browser, courseId, await png(), { purpose: 'media', file_name: 'a.png', content_type: 'image/png' });
  return (await expectStatus(201, school.browser.call('post', `courses/${courseId}/media/`, { upload_id: upload.id }))).body.id;
}

async function newPaper(): Promise<string> {
  const upload = await uploadFile(school.browser, school.courseId, pdf());
  return (await expectStatus(201, school.browser.call('post', `courses/${school.courseId}/documents/`, { upload_id: upload.id }))).body.id;
}

const text = (body: string, format = 'markdown') => ({ content_type: 'lesson', content: { format, body } });
const quiz = (prompt: string, fields: object = {}) => ({
  content_type: 'quiz',
  content: { questions: [{ id: 'q', type: 'true_false', prompt, correct: true, ...fields }] },
});
const chapter = () => `courses/${school.courseId}/chapters/${school.chapterId}/lessons/`;
const read = async (lesson: Row, user: { browser: School['browser'] }) => (await expectStatus(200, user.browser.call('get', `${chapter()}${lesson.id}/`))).body;
const idsOf = ({ files }: { files: { id: string }[] }) => files.map(({ id }) => id);

test('a lesson lists a readable URL for each file that its texts name, in HTML and in markdown', async () => {
  const [picture, paper] = [await newPicture(), await newPaper()];
  const learner = await newLearner(app, school.organisation.id, school.courseId);
  const lessons = [
    await school.newLesson(text(`![A](file:${picture})\nfile:${paper} and again [B](file:${picture.toUpperCase()})`)),
    await school.newLesson(text(`<p><img src="file:${picture}" alt="" /><a href="file:${paper}">B</a></p>`, 'html')),
  ];
  for (const lesson of lessons) {
    const { files } = await read(lesson, learner);
    expect(idsOf({ files })).toEqual([picture, paper]);
    for (const { url } of files) expect((await fetch(url)).status).toBe(200);
  }
});

test('a text can name only files of its own course, and the fault names the text', async () => {
  const elsewhere = await newPicture((await school.newCourse()).id);
  for (const wrong of [NOWHERE, elsewhere]) {
    const fault = (field: string) => ({ status: 400, body: { errors: [{ field, code: 'unknown' }] } });
    expect(await school.browser.call('post', chapter(), { title: 'A', ...text(`![A](file:${wrong})`) })).toMatchObject(fault('content.body'));
    expect(await school.agent('post', chapter(), { title: 'A', ...quiz(`![A](file:${wrong})`) })).toMatchObject(fault('content.questions.0.prompt'));
    const lesson = await school.newLesson(text('A'));
    const change = { ...text(`![A](file:${wrong})`), updated_at: lesson.updated_at };
    expect(await school.browser.call('patch', `${chapter()}${lesson.id}/`, change)).toMatchObject(fault('content.body'));
  }
});

test('content can name at most 200 files', async () => {
  const body = Array.from({ length: 201 }, (_, n) => `file:${NOWHERE.slice(0, -3)}${String(n).padStart(3, '0')}`).join(' ');
  const answer = await school.agent('post', chapter(), { title: 'A', ...text(body) });
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'content', code: 'too_many' }] } });
});

test('a file that a text names cannot be deleted until no text names it', async () => {
  const [picture, paper] = [await newPicture(), await newPaper()];
  const lesson = await school.newLesson(text(`![A](file:${picture}) [B](file:${paper})`));
  const remove = () =>
    Promise.all([
      school.browser.call('delete', `courses/${school.courseId}/media/${picture}/`),
      school.browser.call('delete', `courses/${school.courseId}/documents/${paper}/`),
    ]);
  const lessons = [{ id: lesson.id, chapter_id: school.chapterId, course_id: school.courseId }];
  expect((await remove()).map(({ body }) => body)).toMatchObject(['media_in_use', 'document_in_use'].map((code) => ({ code, lessons })));
  await expectStatus(200, school.agent('patch', `${chapter()}${lesson.id}/`, { ...text('Nothing.'), updated_at: lesson.updated_at }));
  expect((await remove()).map(({ status }) => status)).toEqual([204, 204]);
});

test('a lesson that starts to name a file while it is deleted either keeps the file or is rejected', async () => {
  for (let round = 0; round < 5; round++) {
    const picture = await newPicture();
    const [gone, made] = await Promise.all([
      school.browser.call('delete', `courses/${school.courseId}/media/${picture}/`),
      school.agent('post', chapter(), { title: 'A', ...text(`![A](file:${picture})`) }),
    ]);
    expect([gone.status, made.status]).toEqual(gone.status === 204 ? [204, 400] : [409, 201]);
  }
});

test('the files of a quiz are listed with its questions: only during an attempt, and after it as far as the attempt is shown', async () => {
  const [asked, explained] = [await newPicture(), await newPicture()];
  const lesson = await school.newLesson(quiz(`![A](file:${asked})`, { explanation: `![B](file:${explained})` }));
  const learner = await newLearner(app, school.organisation.id, school.courseId);
  expect(idsOf(await read(lesson, learner))).toEqual([]);
  const report = (body: object) => learner.browser.call('post', `${chapter()}${lesson.id}/progress/`, body);
  const { body: started } = await expectStatus(200, report({ event: 'quiz_started' }));
  expect(idsOf(started)).toEqual([asked]);
  expect(idsOf(await read(lesson, learner))).toEqual([asked]);
  const answers = [{ question_id: 'q', is_true: true }];
  const { body: submitted } = await expectStatus(200, report({ event: 'quiz_submitted', attempt_id: started.attempts[0].id, answers }));
  expect(idsOf(submitted)).toEqual([asked, explained]);
});

test('the sample solution of an assignment lists its files to nobody who cannot see it', async () => {
  const picture = await newPicture();
  const content = { instructions: 'Do it.', submission_kinds: ['text'], sample_solution: `![A](file:${picture})` };
  const lesson = await school.newLesson({ content_type: 'assignment', content });
  expect(idsOf(await read(lesson, await newLearner(app, school.organisation.id, school.courseId)))).toEqual([]);
});

test('a duplicated lesson names the same files', async () => {
  const picture = await newPicture();
  const lesson = await school.newLesson(text(`![A](file:${picture})`));
  const { body } = await expectStatus(201, school.browser.call('post', `${chapter()}${lesson.id}/duplicate/`));
  await expectStatus(204, school.browser.call('delete', `${chapter()}${lesson.id}/`));
  await expectStatus(409, school.browser.call('delete', `courses/${school.courseId}/media/${picture}/`));
  await expectStatus(204, school.browser.call('delete', `${chapter()}${body.id}/`));
  await expectStatus(204, school.browser.call('delete', `courses/${school.courseId}/media/${picture}/`));
});

test('the list of rich texts has exactly the tables with a column file_ids, and each has an index on it', async () => {
  const tables = await app.database.pool.query(`select table_name from information_schema.columns where table_schema = 'public' and column_name = 'file_ids'`);
  expect(tables.rows.map(({ table_name }) => table_name).sort()).toEqual([...RICH_TEXTS].sort());
  const indexes = await app.database.pool.query(`select tablename from pg_indexes where indexdef like '%USING gin (file_ids)%'`);
  expect(indexes.rows.map(({ tablename }) => tablename).sort()).toEqual([...RICH_TEXTS].sort());
});
