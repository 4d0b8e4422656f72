import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { storedKeys } from '../../support/files.ts';
import { mp4, pdf } from '../../support/sample-files.ts';
import { newSchool, type School } from '../../support/school.ts';
import { bringFile, uploadFile } from '../../support/uploads.ts';

const NOWHERE = '01890000-0000-7000-8000-000000000000';

let app: TestApp;
let school: School;
let documents: string;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  school = await newSchool(app);
  documents = `courses/${school.courseId}/documents/`;
});
afterAll(() => app.close());

const paper = () => uploadFile(school.browser, school.courseId, pdf());
const create = (upload_id: string, fields: object = {}) => school.browser.call('post', documents, { upload_id, ...fields });
const made = async (upload_id: string, fields: object = {}) => (await expectStatus(201, create(upload_id, fields))).body;
const link = (body: object) => school.browser.call('post', `${documents}external/`, body);
const remove = (id: string) => school.browser.call('delete', `${documents}${id}/`);
const stored = (document_id: string) => ({ content_type: 'document', content: { source: 'upload', document_id } });

test('a document created from an upload can be downloaded under its name, and creating it again returns the same document', async () => {
  const upload = await paper();
  const body = await made(upload.id, { title: 'The paper' });
  expect(body).toEqual({
    id: expect.any(String),
    title: 'The paper',
    source: 'upload',
    url: null,
    file: expect.objectContaining({ id: body.id, content_type: 'application/pdf', file_name: 'a file.pdf' }),
    size_bytes: pdf().length,
    created_at: expect.any(String),
  });
  expect((await fetch(body.file.url)).headers.get('content-disposition')).toContain('a file.pdf');
  const answers = await Promise.all([made(upload.id), made(upload.id, { title: 'Another' })]);
  expect(answers.map(({ id, title }) => [id, title])).toEqual(Array(2).fill([body.id, 'The paper']));
});

test('an external document consists of its URL, and adding the URL again creates another document', async () => {
  const { body } = await expectStatus(201, link({ url: 'https://example.org/paper.pdf', title: 'The paper' }));
  expect(body).toEqual({
    id: expect.any(String),
    title: 'The paper',
    source: 'url',
    url: 'https://example.org/paper.pdf',
    file: null,
    size_bytes: null,
    created_at: expect.any(String),
  });
  const { body: again } = await expectStatus(201, link({ url: 'https://example.org/paper.pdf', title: 'The paper' }));
  expect(again.id).not.toBe(body.id);
  await expectStatus(204, remove(body.id));
  await expectStatus(404, remove(body.id));
});

test.each(['https://127.0.0.1/a.pdf', 'https://files.internal/a.pdf', 'https://user@example.org/a.pdf', 'http://example.org/a.pdf', 'https://localhost/'])(
  '%s is rejected as the URL of an external document',
  async (url) => {
    expect(await link({ url, title: 'The paper' })).toMatchObject({ status: 400, body: { errors: [{ field: 'url', code: 'format' }] } });
  },
);

test('a document can be created only from a finished upload of a document in the same course', async () => {
  const pending = await bringFile(school.browser, school.courseId, pdf());
  const film = await uploadFile(school.browser, school.courseId, mp4(), { purpose: 'media', content_type: 'video/mp4' });
  const other = await newSchool(app);
  const foreign = await uploadFile(other.browser, other.courseId, pdf());
  for (const { id } of [pending, film, foreign, { id: NOWHERE }])
    expect(await create(id)).toMatchObject({ status: 400, body: { errors: [{ field: 'upload_id', code: 'unknown' }] } });
});

test('deleting a document also deletes its upload and its stored bytes', async () => {
  const upload = await paper();
  const { id } = await made(upload.id);
  expect(await school.browser.call('delete', `courses/${school.courseId}/uploads/${upload.id}/`)).toMatchObject({
    status: 409,
    body: { code: 'upload_in_use', used_by: { type: 'document', id } },
  });
  await expectStatus(204, remove(id));
  await app.mailbox.runJobs();
  expect((await storedKeys(app, '')).filter((key) => key.includes(school.organisation.id))).toEqual([]);
  const { rows } = await app.database.pool.query('select action from audit_log where object_id = $1 order by id', [id]);
  expect(rows.map(({ action }) => action)).toEqual(['document.created', 'document.deleted']);
});

test('documents of another organisation return 404', async () => {
  const { id } = await made((await paper()).id);
  const other = await newSchool(app);
  await expectStatus(404, other.browser.call('delete', `${documents}${id}/`));
  await expectStatus(404, other.browser.call('delete', `courses/${other.courseId}/documents/${id}/`));
  await expectStatus(404, other.browser.call('post', documents, { upload_id: NOWHERE }));
  await expectStatus(404, other.browser.call('post', `${documents}external/`, { url: 'https://example.org/', title: 'The paper' }));
});

test('a lesson can show only an uploaded document of its own course, which then cannot be deleted', async () => {
  const { id } = await made((await paper()).id);
  const { body: elsewhere } = await expectStatus(201, link({ url: 'https://example.org/paper.pdf', title: 'The paper' }));
  const path = `courses/${school.courseId}/chapters/${school.chapterId}/lessons/`;
  for (const wrong of [NOWHERE, elsewhere.id]) {
    const fault = { status: 400, body: { errors: [{ field: 'content.document_id', code: 'unknown' }] } };
    expect(await school.agent('post', path, { title: 'A lesson', ...stored(wrong) })).toMatchObject(fault);
    expect(await school.browser.call('post', path, { title: 'A lesson', ...stored(wrong) })).toMatchObject(fault);
  }
  const lesson = await school.newLesson(stored(id.toUpperCase()));
  expect(await remove(id)).toMatchObject({ status: 409, body: { code: 'document_in_use' } });
  await expectStatus(204, school.agent('delete', `${path}${lesson.id}/`));
  await expectStatus(204, remove(id));
});

test('staff list the documents of a course, newest first, with URLs of those that are stored here', async () => {
  const first = await made((await paper()).id, { title: 'First' });
  await expectStatus(201, link({ url: 'https://example.org/paper.pdf', title: 'Second' }));
  const list = async (query = '') => (await expectStatus(200, school.browser.call('get', `${documents}${query}`))).body;
  expect((await list()).results).toMatchObject([
    { title: 'Second', source: 'url', file: null },
    { title: 'First', source: 'upload', file: { id: first.id } },
  ]);
  expect(await list('?page=2&page_size=1')).toMatchObject({ count: 2, results: [{ id: first.id }] });
  expect((await (await newSchool(app)).browser.call('get', documents)).status).toBe(404);
});
