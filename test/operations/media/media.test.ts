import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { storedKeys } from '../../support/files.ts';
import { mp4, pdf, png } from '../../support/sample-files.ts';
import { newSchool, type School } from '../../support/school.ts';
import { bringFile, uploadFile } from '../../support/uploads.ts';

const NOWHERE = '01890000-0000-7000-8000-000000000000';
const VIDEO = { purpose: 'media', file_name: 'A film.mp4', content_type: 'video/mp4' } as const;

let app: TestApp;
let school: School;
let media: string;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  school = await newSchool(app);
  media = `courses/${school.courseId}/media/`;
});
afterAll(() => app.close());

const film = () => uploadFile(school.browser, school.courseId, mp4(), VIDEO);
const create = (upload_id: string, fields: object = {}) => school.browser.call('post', media, { upload_id, ...fields });
const made = async (upload_id: string, fields: object = {}) => (await expectStatus(201, create(upload_id, fields))).body;
const remove = (id: string) => school.browser.call('delete', `${media}${id}/`);
const unknown = { status: 400, body: { errors: [{ field: 'upload_id', code: 'unknown' }] } };
const hosted = (media_id: string) => ({ content_type: 'video', content: { source: 'hosted', media_id } });

test('media created from an upload can be read, and creating it again returns the same media', async () => {
  const upload = await film();
  const body = await made(upload.id);
  expect(body).toEqual({
    id: expect.any(String),
    kind: 'video',
    title: 'A film.mp4',
    file: expect.objectContaining({ id: body.id, content_type: 'video/mp4', file_name: 'A film.mp4' }),
    size_bytes: 64,
    created_at: expect.any(String),
  });
  expect((await fetch(body.file.url, { headers: { Range: 'bytes=4-7' } })).status).toBe(206);
  expect(await made(upload.id, { title: 'Another title' })).toMatchObject({ id: body.id, title: 'A film.mp4' });
  const { rows } = await app.database.pool.query(`select action from audit_log where object_id = $1`, [body.id]);
  expect(rows).toEqual([{ action: 'media.created' }]);
});

test('concurrent requests with one upload return the same media', async () => {
  const { id } = await film();
  const answers = await Promise.all(Array.from({ length: 5 }, () => made(id)));
  expect(new Set(answers.map((body) => body.id)).size).toBe(1);
});

test('the kind of media follows from its content type, and its title defaults to the file name, truncated to fit', async () => {
  const picture = await uploadFile(school.browser, school.courseId, await png(), {
    purpose: 'media',
    file_name: `  ${'ü'.repeat(240)}.png`,
    content_type: 'image/png',
  });
  expect(await made(picture.id)).toMatchObject({ kind: 'image', title: 'ü'.repeat(200) });
  const sound = await uploadFile(school.browser, school.courseId, mp4(), { ...VIDEO, content_type: 'audio/mp4' });
  expect(await made(sound.id, { title: 'A song' })).toMatchObject({ kind: 'audio', title: 'A song' });
});

test('media can be created only from a finished upload of media in the same course', async () => {
  const pending = await bringFile(school.browser, school.courseId, mp4(), VIDEO);
  const rejected = await uploadFile(school.browser, school.courseId, Buffer.from('no film'), VIDEO);
  const document = await uploadFile(school.browser, school.courseId, pdf());
  const other = await newSchool(app);
  const foreign = await uploadFile(other.browser, other.courseId, mp4(), VIDEO);
  const elsewhere = await uploadFile(school.browser, (await school.newCourse()).id, mp4(), VIDEO);
  for (const { id } of [pending, rejected, document, foreign, elsewhere, { id: NOWHERE }]) expect(await create(id)).toMatchObject(unknown);
});

test('deleting media also deletes its upload and its stored bytes', async () => {
  const upload = await film();
  const { id } = await made(upload.id);
  await expectStatus(409, school.browser.call('delete', `courses/${school.courseId}/uploads/${upload.id}/`));
  await expectStatus(204, remove(id));
  await expectStatus(404, remove(id));
  await expectStatus(404, school.browser.call('get', `courses/${school.courseId}/uploads/${upload.id}/`));
  await app.mailbox.runJobs();
  expect((await storedKeys(app, '')).filter((key) => key.includes(school.organisation.id))).toEqual([]);
});

test('when an upload is deleted while media is created from it, only one of the two requests succeeds', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await film();
    const [gone, body] = await Promise.all([school.browser.call('delete', `courses/${school.courseId}/uploads/${id}/`), create(id)]);
    expect([gone.status, body.status]).toEqual(gone.status === 204 ? [204, 400] : [409, 201]);
    if (gone.status === 409) expect(gone.body.code).toBe('upload_in_use');
  }
});

test('media of other organisations and other courses returns 404', async () => {
  const { id } = await made((await film()).id);
  const other = await newSchool(app);
  await expectStatus(404, other.browser.call('delete', `${media}${id}/`));
  await expectStatus(404, other.browser.call('delete', `courses/${other.courseId}/media/${id}/`));
  await expectStatus(404, other.browser.call('post', media, { upload_id: NOWHERE }));
  await expectStatus(404, school.browser.call('delete', `courses/${(await school.newCourse()).id}/media/${id}/`));
  await expectStatus(404, remove('x'));
});

describe('a lesson that shows media', () => {
  test('accepts only playable media of its own course, in the studio and in the agent API', async () => {
    const { id } = await made((await film()).id);
    const lesson = await school.newLesson(hosted(id.toUpperCase()));
    expect(lesson.content).toMatchObject({ media_id: id });
    const path = `courses/${school.courseId}/chapters/${school.chapterId}/lessons/`;
    await expectStatus(201, school.browser.call('post', path, { title: 'A lesson', ...hosted(id) }));
    const other = await newSchool(app);
    const foreign = await uploadFile(other.browser, other.courseId, mp4(), VIDEO);
    const { body: theirs } = await expectStatus(201, other.browser.call('post', `courses/${other.courseId}/media/`, { upload_id: foreign.id }));
    const course = await school.newCourse();
    const upload = await uploadFile(school.browser, course.id, mp4(), VIDEO);
    const { body: elsewhere } = await expectStatus(201, school.browser.call('post', `courses/${course.id}/media/`, { upload_id: upload.id }));
    const picture = await made((await uploadFile(school.browser, school.courseId, await png(), { purpose: 'media', content_type: 'image/png' })).id);
    for (const wrong of [NOWHERE, theirs.id, elsewhere.id, picture.id]) {
      const fault = { status: 400, body: { errors: [{ field: 'content.media_id', code: 'unknown' }] } };
      expect(await school.browser.call('post', path, { title: 'A lesson', ...hosted(wrong) })).toMatchObject(fault);
      expect(await school.agent('post', path, { title: 'A lesson', ...hosted(wrong) })).toMatchObject(fault);
      const sent = { content: { source: 'hosted', media_id: wrong }, updated_at: lesson.updated_at };
      expect(await school.browser.call('patch', `${path}${lesson.id}/`, sent)).toMatchObject(fault);
      expect(await school.agent('patch', `${path}${lesson.id}/`, sent)).toMatchObject(fault);
    }
  });

  test('prevents the deletion of the media until the lesson no longer shows it', async () => {
    const { id } = await made((await film()).id);
    const lesson = await school.newLesson(hosted(id));
    expect(await remove(id)).toMatchObject({ status: 409, body: { code: 'media_in_use' } });
    const path = `courses/${school.courseId}/chapters/${school.chapterId}/lessons/${lesson.id}/`;
    await expectStatus(200, school.agent('patch', path, { content: null, updated_at: lesson.updated_at }));
    await expectStatus(204, remove(id));
  });

  test('cannot be created if the media is deleted at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await made((await film()).id);
      const [gone, lesson] = await Promise.all([
        remove(id),
        school.agent('post', `courses/${school.courseId}/chapters/${school.chapterId}/lessons/`, { title: 'A lesson', ...hosted(id) }),
      ]);
      expect([gone.status, lesson.status]).toEqual(gone.status === 204 ? [204, 400] : [409, 201]);
    }
  });

  test('can still be renamed after its media is gone', async () => {
    const { id } = await made((await film()).id);
    const lesson = await school.newLesson(hosted(id));
    await app.database.pool.query('delete from media where id = $1', [id]);
    const path = `courses/${school.courseId}/chapters/${school.chapterId}/lessons/${lesson.id}/`;
    const { body } = await expectStatus(200, school.agent('patch', path, { title: 'Renamed', updated_at: lesson.updated_at }));
    expect(body.content).toEqual(lesson.content);
  });
});

test('staff list the media of a course, newest first, with URLs of their files', async () => {
  const first = await made((await film()).id, { title: 'First' });
  const second = await made((await film()).id, { title: 'Second' });
  const list = async (query = '') => (await expectStatus(200, school.browser.call('get', `${media}${query}`))).body;
  expect((await list()).results.map(({ title }: { title: string }) => title)).toEqual(['Second', 'First']);
  expect(await list('?page=2&page_size=1')).toMatchObject({ count: 2, results: [{ id: first.id, file: { id: first.id } }] });
  const [{ file }] = (await list('?page_size=1')).results;
  expect([file.id, (await fetch(file.url)).status]).toEqual([second.id, 200]);
  expect((await (await newSchool(app)).browser.call('get', media)).status).toBe(404);
});
