import { clamdScanner } from '../../../src/platform/scanner/clamd.ts';
import { s3Storage } from '../../../src/platform/storage/s3.ts';
import { startTestApp, type TestApp, withPorts } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { type Clamd, startClamd, VIRUS } from '../../support/clamd.ts';
import { storedKeys } from '../../support/files.ts';
import { startS3Server } from '../../support/s3-server.ts';
import { docx, mp4, pdf, png, zip } from '../../support/sample-files.ts';
import { newLearner, newSchool, type School } from '../../support/school.ts';
import { type Announced, bringFile, putBytes, uploadFile } from '../../support/uploads.ts';

const HOUR = 3600_000;
const NOWHERE = '01890000-0000-7000-8000-000000000000';
const PDF = { purpose: 'document', file_name: 'a file.pdf', content_type: 'application/pdf' } as const;

let app: TestApp;
let school: School;
let uploads: string;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  school = await newSchool(app);
  uploads = `courses/${school.courseId}/uploads/`;
});
afterAll(() => app.close());

const announce = (fields: Announced = {}) => school.browser.call('post', uploads, { ...PDF, size_bytes: 100, ...fields });
const announced = async (fields: Announced = {}) => (await expectStatus(201, announce(fields))).body;
const complete = (id: string) => school.browser.call('post', `${uploads}${id}/complete/`);
const get = (id: string) => school.browser.call('get', `${uploads}${id}/`);
const bring = (bytes: Buffer, fields: Announced = {}) => bringFile(school.browser, school.courseId, bytes, fields);
const upload = (bytes: Buffer, fields: Announced = {}) => uploadFile(school.browser, school.courseId, bytes, fields);
const usage = async () => (await expectStatus(200, school.browser.call('get', 'storage/usage/'))).body;
const keys = async (id = school.organisation.id) => (await storedKeys(app, '')).filter((key) => key.includes(id));
/** Leaves so many bytes of the plan. */
async function leave(bytes: number) {
  await app.database.pool.query(`update platform_subscriptions set plan_id = 'free' where organisation_id = $1`, [school.organisation.id]);
  await expectStatus(201, school.browser.call('post', 'qa/me/storage-ballast/', { size_bytes: 1024 ** 3 - bytes }));
}

describe('an announced upload', () => {
  test('says where its bytes go for an hour, takes them once they are all there, and can be read', async () => {
    const bytes = pdf();
    const { body } = await expectStatus(201, announce({ size_bytes: bytes.length }));
    expect(body).toEqual({
      id: expect.any(String),
      course_id: school.courseId,
      ...PDF,
      size_bytes: bytes.length,
      status: 'pending',
      reject_reason: null,
      target: {
        url: expect.stringMatching(`^${app.url}/files/uploads/`),
        method: 'PUT',
        headers: { 'Content-Type': 'application/pdf' },
        expires_at: new Date(app.clock.now() + HOUR).toISOString(),
      },
      file: null,
      created_at: expect.any(String),
      completed_at: null,
    });
    expect((await putBytes(body, bytes)).status).toBe(200);
    const { body: ready } = await expectStatus(200, complete(body.id));
    expect(ready).toEqual({
      ...body,
      status: 'ready',
      target: null,
      file: expect.objectContaining({ id: body.id, content_type: 'application/pdf', file_name: 'a file.pdf' }),
      completed_at: new Date(app.clock.now()).toISOString(),
    });
    const file = await fetch(ready.file.url);
    expect([file.status, file.headers.get('content-type'), Buffer.from(await file.arrayBuffer()).equals(bytes)]).toEqual([200, 'application/pdf', true]);
    expect((await complete(body.id)).body).toEqual(ready);
    expect((await get(body.id)).body).toEqual(ready);
    const { rows } = await app.database.pool.query('select action from audit_log where object_id = $1 order by id', [body.id]);
    expect(rows.map(({ action }) => action)).toEqual(['upload.created', 'upload.completed']);
  });

  test('has its target again, for what is left of its hour', async () => {
    const { id, target } = await announced({ size_bytes: 5 });
    app.clock.advance(HOUR / 2);
    const { body } = await expectStatus(200, get(id));
    expect(body.target.expires_at).toBe(target.expires_at);
    app.clock.advance(HOUR / 2 - 1500);
    expect((await putBytes(body, Buffer.from('12345'))).status).toBe(200);
    app.clock.advance(1500);
    expect((await putBytes(body, Buffer.from('12345'))).status).toBe(403);
    await expectStatus(404, get(id));
    await expectStatus(404, complete(id));
  });

  test.each<[object, string, string]>([
    [{ content_type: 'text/html' }, 'content_type', 'not_allowed'],
    [{ content_type: 'image/svg+xml', purpose: 'media' }, 'content_type', 'not_allowed'],
    [{ content_type: 'image/png' }, 'content_type', 'not_allowed'],
    [{ content_type: 'constructor/x' }, 'content_type', 'not_allowed'],
    [{ purpose: 'hero' }, 'purpose', 'not_a_choice'],
    [{ file_name: '../etc' }, 'file_name', 'format'],
    [{ file_name: '..' }, 'file_name', 'format'],
    [{ size_bytes: 0 }, 'size_bytes', 'out_of_range'],
    [{ size_bytes: 5 * 1024 ** 3 + 1 }, 'size_bytes', 'out_of_range'],
  ])('%j is refused', async (fields, field, code) => {
    expect(await announce(fields)).toMatchObject({ status: 400, body: { errors: [{ field, code }] } });
  });

  test('is not complete until all its bytes are there, and the PUT can be repeated', async () => {
    const bytes = pdf();
    const upload = await announced({ size_bytes: bytes.length });
    for (const attempt of [async () => {}, () => putBytes(upload, bytes.subarray(1))]) {
      await attempt();
      expect(await complete(upload.id)).toMatchObject({ status: 409, body: { code: 'upload_incomplete' } });
    }
    // A bucket of somebody else's making might take fewer.
    const key = new URL(upload.target.url).pathname.replace('/files/', '');
    await app.storage.put(key, bytes.subarray(1), 'application/pdf');
    expect(await complete(upload.id)).toMatchObject({ status: 409, body: { code: 'upload_incomplete' } });
    for (const again of [pdf('other'), bytes].map((content) => content.subarray(0, bytes.length))) expect((await putBytes(upload, again)).status).toBe(200);
    const { body } = await expectStatus(200, complete(upload.id));
    expect([body.status, Buffer.from(await (await fetch(body.file.url)).arrayBuffer()).equals(bytes)]).toEqual(['ready', true]);
  });

  test('of several who complete it at once all get one answer, and one file stays', async () => {
    const { id } = await bring(pdf());
    const answers = await Promise.all(Array.from({ length: 6 }, () => complete(id)));
    expect(answers.map(({ status, body }) => [status, body.status])).toEqual(Array(6).fill([200, 'ready']));
    expect(new Set(answers.map(({ body }) => new URL(body.file.url).pathname)).size).toBe(1);
    await app.mailbox.runJobs();
    expect(await keys()).toHaveLength(1);
    const { rows } = await app.database.pool.query(`select count(*)::int as count from audit_log where object_id = $1 and action = 'upload.completed'`, [id]);
    expect(rows[0].count).toBe(1);
  });

  test('what is put after it was found good is never read', async () => {
    const bytes = pdf('good');
    const pending = await announced({ size_bytes: bytes.length });
    await putBytes(pending, bytes);
    const { body } = await expectStatus(200, complete(pending.id));
    expect((await putBytes(pending, pdf('evil'))).status).toBe(200);
    expect((await complete(pending.id)).body.status).toBe('ready');
    expect(Buffer.from(await (await fetch(body.file.url)).arrayBuffer()).equals(bytes)).toBe(true);
    await app.database.pool.query(`update graphile_worker._private_jobs set run_at = now() where run_at > now()`);
    await app.mailbox.runJobs();
    expect(await keys()).toHaveLength(1);
    expect((await fetch(body.file.url)).status).toBe(200);
  });
});

describe('the content', () => {
  const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  test.each<[string, Announced['purpose'], string, () => Buffer | Promise<Buffer>]>([
    ['PDF', 'document', 'application/pdf', () => pdf()],
    ['a Word file', 'document', DOCX, () => docx()],
    ['a Word file that says so late', 'submission', DOCX, () => docx({ late: true })],
    ['a ZIP file', 'document', 'application/zip', () => zip([['a.txt', Buffer.from('a')]])],
    ['text', 'document', 'text/plain', () => Buffer.from('Grüße, 世界\r\n')],
    ['text with a mark in front', 'document', 'text/csv', () => Buffer.from('\ufeffa;b\n1;2\n')],
    ['a PNG', 'media', 'image/png', () => png()],
    ['an MP4', 'media', 'video/mp4', () => mp4()],
    ['an MP4 with sound alone', 'media', 'audio/mp4', () => mp4()],
    ['a long text', 'submission', 'text/markdown', () => Buffer.from('ü'.repeat(200_000))],
  ])('%s is what it says', async (_what, purpose, content_type, make) => {
    const learner = await newLearner(app, school.organisation.id, school.courseId);
    const { browser } = purpose === 'submission' ? learner : school;
    const { body } = { body: await uploadFile(browser, school.courseId, await make(), { purpose, content_type } as Announced) };
    expect([body.status, body.reject_reason]).toEqual(['ready', null]);
  });

  test.each<[string, Announced['purpose'], string, () => Buffer | Promise<Buffer>]>([
    ['text as PDF', 'document', 'application/pdf', () => Buffer.from('not a PDF')],
    ['a PNG as JPEG', 'media', 'image/jpeg', () => png()],
    ['a page as text with a NUL', 'document', 'text/plain', () => Buffer.from('a\0b')],
    ['Latin 1 as text', 'document', 'text/plain', () => Buffer.from('Gr\xfc\xdfe', 'latin1')],
    ['text that ends in the middle of a letter', 'document', 'text/plain', () => Buffer.from('ü').subarray(0, 1)],
    ['a ZIP file as a Word file', 'document', DOCX, () => zip([['a.txt', Buffer.from('a')]])],
    ['a Word file as ZIP', 'document', 'application/zip', () => docx()],
    ['a program as video', 'media', 'video/mp4', () => Buffer.from('MZ'.padEnd(200, '\0'))],
    ['one byte as ZIP', 'document', 'application/zip', () => Buffer.from('P')],
    ['many small parts as a Word file', 'document', DOCX, () => zip(Array.from({ length: 300 }, (_, index) => [`${index}.bin`, Buffer.alloc(70_000)]))],
  ])('%s is rejected, and its bytes go', async (_what, purpose, content_type, make) => {
    const before = await usage();
    const body = await upload(await make(), { purpose, content_type } as Announced);
    expect(body).toMatchObject({ status: 'rejected', reject_reason: 'content_mismatch', target: null, file: null });
    expect((await complete(body.id)).body).toEqual(body);
    expect(await usage()).toEqual(before);
    await app.mailbox.runJobs();
    expect(await keys()).toEqual([]);
    expect((await school.browser.call('get', 'storage/objects/')).body.count).toBe(0);
    await expectStatus(204, school.browser.call('delete', `${uploads}${body.id}/`));
  });
});

describe('who uploads', () => {
  test('media and documents: who runs the organisation; a submission: who learns in the course', async () => {
    const learner = await newLearner(app, school.organisation.id, school.courseId);
    const ask = (browser: School['browser'], fields: object, course = school.courseId) =>
      browser.call('post', `courses/${course}/uploads/`, { ...PDF, size_bytes: 100, ...fields });
    for (const purpose of ['media', 'document'])
      expect(await ask(learner.browser, { purpose, content_type: purpose === 'media' ? 'video/mp4' : 'application/pdf' })).toMatchObject({
        status: 403,
        body: { code: 'permission_denied' },
      });
    const submission = { purpose: 'submission' };
    await expectStatus(201, ask(learner.browser, submission));
    expect(await ask(school.browser, submission)).toMatchObject({ status: 403, body: { code: 'not_enrolled' } });
    const draft = await school.newCourse();
    const open = await school.newCourse({ status: 'published', visibility: 'public' });
    const closed = await school.newCourse({ status: 'published', visibility: 'private' });
    expect(await ask(learner.browser, submission, open.id)).toMatchObject({ status: 403, body: { code: 'not_enrolled' } });
    for (const { id } of [draft, closed, { id: NOWHERE }, { id: 'x' }]) await expectStatus(404, ask(learner.browser, submission, id));
  });

  test.each([
    ['expired', `expires_at = $2::timestamptz`],
    ['revoked', `revoked_at = $2::timestamptz`],
  ])('not who is %s', async (_state, change) => {
    const learner = await newLearner(app, school.organisation.id, school.courseId);
    const now = new Date(app.clock.now()).toISOString();
    await app.database.pool.query(`update enrollments set ${change} where id = $1`, [learner.enrollmentId, now]);
    const answer = await learner.browser.call('post', uploads, { ...PDF, purpose: 'submission', size_bytes: 1 });
    expect(answer).toMatchObject({ status: 403, body: { code: 'not_enrolled' } });
  });

  test("another learner's upload is not there; for who runs the organisation it is", async () => {
    const learner = await newLearner(app, school.organisation.id, school.courseId);
    const other = await newLearner(app, school.organisation.id, school.courseId);
    const { path } = await bringFile(learner.browser, school.courseId, pdf(), { purpose: 'submission' });
    const stranger = await newSchool(app);
    const elsewhere = path.replace(school.courseId, (await school.newCourse()).id);
    for (const [browser, address] of [
      [other.browser, path],
      [stranger.browser, path],
      [school.browser, elsewhere],
      [school.browser, path.replace(/[^/]+\/$/, 'x/')],
    ] as const) {
      await expectStatus(404, browser.call('get', address));
      await expectStatus(404, browser.call('post', `${address}complete/`));
      await expectStatus(404, browser.call('delete', address));
    }
    await expectStatus(200, school.browser.call('get', path));
    await expectStatus(200, learner.browser.call('post', `${path}complete/`));
    await expectStatus(204, school.browser.call('delete', path));
    await expectStatus(404, learner.browser.call('get', path));
  });
});

test('a learner has at most fifty that are not handed in, also of many announced at once; those whose hour is over do not count', async () => {
  const learner = await newLearner(app, school.organisation.id, school.courseId);
  const ask = () => learner.browser.call('post', uploads, { ...PDF, purpose: 'submission', size_bytes: 1 });
  const answers = await Promise.all(Array.from({ length: 52 }, ask));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(50).fill(201), 409, 409]);
  expect(await ask()).toMatchObject({ status: 409, body: { code: 'upload_limit' } });
  expect((await Promise.all(Array.from({ length: 51 }, () => announce()))).every(({ status }) => status === 201)).toBe(true);
  const other = await newLearner(app, school.organisation.id, school.courseId);
  await bringFile(other.browser, school.courseId, pdf(), { purpose: 'submission' });
  const [one] = answers.filter(({ status }) => status === 201);
  await expectStatus(204, learner.browser.call('delete', `${uploads}${one?.body.id}/`));
  await expectStatus(201, ask());
  await expectStatus(409, ask());
  app.clock.advance(HOUR);
  await expectStatus(201, ask());
});

describe('room', () => {
  test('is held while the hour runs, and free again after it', async () => {
    await leave(1000);
    const first = await announced({ size_bytes: 600 });
    expect(await announce({ size_bytes: 401 })).toMatchObject({ status: 403, body: { code: 'storage_limit', detail: '400 bytes are free.' } });
    await announced({ size_bytes: 400 });
    expect(await usage()).toMatchObject({ in_flight_bytes: 1000, object_count: 0 });
    app.clock.advance(HOUR);
    expect(await usage()).toMatchObject({ in_flight_bytes: 0 });
    await announced({ size_bytes: 1000 });
    await expectStatus(404, get(first.id));
  });

  test('is freed when an upload is deleted', async () => {
    await leave(1000);
    const { id } = await announced({ size_bytes: 1000 });
    await expectStatus(403, announce({ size_bytes: 1 }));
    await expectStatus(204, school.browser.call('delete', `${uploads}${id}/`));
    await expectStatus(404, school.browser.call('delete', `${uploads}${id}/`));
    await announced({ size_bytes: 1000 });
  });

  test('is given to as many of those who announce at once as it holds', async () => {
    await leave(1000);
    const answers = await Promise.all(Array.from({ length: 10 }, () => announce({ size_bytes: 250 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(4).fill(201), ...Array(6).fill(403)]);
  });

  test('is asked for again on completion: a smaller plan refuses, and the upload waits', async () => {
    const bytes = pdf();
    const { id } = await bring(bytes);
    await leave(bytes.length - 1);
    expect(await complete(id)).toMatchObject({ status: 403, body: { code: 'storage_limit' } });
    await expectStatus(204, school.browser.call('delete', 'qa/me/storage-ballast/'));
    expect((await complete(id)).body.status).toBe('ready');
    await leave(0);
    const answers = await Promise.all([complete(id), complete(id)]);
    expect(answers.map(({ body }) => body.status)).toEqual(['ready', 'ready']);
  });

  test('for one file alone is enough for all who complete it at once', async () => {
    const bytes = pdf();
    await leave(bytes.length);
    const { id } = await bring(bytes);
    const answers = await Promise.all(Array.from({ length: 5 }, () => complete(id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
  });

  test('add-ons add to it', async () => {
    await leave(0);
    await expectStatus(403, announce({ size_bytes: 1 }));
    await app.database.pool.query(
      'insert into storage_addons (organisation_id, id, size_bytes) values ($1, gen_random_uuid(), 50), ($1, gen_random_uuid(), 50)',
      [school.organisation.id],
    );
    await expectStatus(403, announce({ size_bytes: 101 }));
    await expectStatus(201, announce({ size_bytes: 100 }));
  });
});

describe('forgetting', () => {
  test('those whose hour is over go each hour, with what arrived of them, and no others', async () => {
    const late = await bring(pdf('late'));
    app.clock.advance(HOUR);
    const waiting = await bring(pdf('waiting'));
    const ready = await upload(pdf('ready'));
    await app.database.pool.query(`select graphile_worker.add_job('forget_expired_uploads', '{}')`);
    await app.mailbox.runJobs();
    await app.mailbox.runJobs();
    const { rows } = await app.database.pool.query('select id from storage_objects where organisation_id = $1 order by id', [school.organisation.id]);
    expect(rows.map(({ id }) => id)).toEqual([waiting.id, ready.id]);
    expect((await keys()).some((key) => key.endsWith(late.id))).toBe(false);
    expect(await keys()).toHaveLength(2);
  });

  test('bytes that come after everything was forgotten go too', async () => {
    const pending = await announced({ size_bytes: 5 });
    await expectStatus(204, school.browser.call('delete', `${uploads}${pending.id}/`));
    await app.mailbox.runJobs();
    expect((await putBytes(pending, Buffer.from('12345'))).status).toBe(200);
    await app.database.pool.query(`update graphile_worker._private_jobs set run_at = now()`);
    await app.mailbox.runJobs();
    expect(await keys()).toEqual([]);
  });

  test('the files of an organisation go with it', async () => {
    await upload(pdf());
    expect(await keys()).not.toEqual([]);
    const { rows } = await app.database.pool.query('select email from users where id = (select created_by from organisations where id = $1)', [
      school.organisation.id,
    ]);
    await expectStatus(204, school.browser.call('delete', `qa/signup-email/?email=${encodeURIComponent(rows[0].email)}`));
    await app.mailbox.runJobs();
    expect(await keys()).toEqual([]);
  });
});

describe('with a scanner', () => {
  let scanned: TestApp;
  let clamd: Clamd;
  let own: School;
  beforeAll(async () => {
    clamd = await startClamd();
    scanned = await startTestApp(withPorts({ scanner: clamdScanner({ host: '127.0.0.1', port: clamd.port }) }));
    own = await newSchool(scanned);
  });
  beforeEach(() => {
    clamd.mood = 'well';
  });
  afterAll(async () => {
    await scanned.close();
    await clamd.close();
  });

  test('what is clean is ready, and a virus is rejected', async () => {
    expect((await uploadFile(own.browser, own.courseId, pdf())).status).toBe('ready');
    expect(await uploadFile(own.browser, own.courseId, pdf(VIRUS))).toMatchObject({ status: 'rejected', reject_reason: 'virus_found' });
  });

  test('where the scanner does not answer nothing is decided, and completing can be repeated', async () => {
    const { path } = await bringFile(own.browser, own.courseId, pdf());
    clamd.mood = 'hanging up';
    expect(await own.browser.call('post', `${path}complete/`)).toMatchObject({ status: 503, body: { code: 'scanner_unavailable' } });
    expect((await own.browser.call('get', path)).body.status).toBe('pending');
    clamd.mood = 'well';
    expect((await own.browser.call('post', `${path}complete/`)).body.status).toBe('ready');
  });

  test('another kind than announced is not scanned', async () => {
    const before = clamd.seen.length;
    expect((await uploadFile(own.browser, own.courseId, Buffer.from(VIRUS))).reject_reason).toBe('content_mismatch');
    expect(clamd.seen).toHaveLength(before);
  });
});

test('in a bucket all of it is the same', async () => {
  const server = await startS3Server();
  const own = await startTestApp((services) => withPorts({ storage: s3Storage(server.settings, services.ports.clock) })(services));
  const { browser, courseId } = await newSchool(own);
  const late = await uploadFile(browser, courseId, await docx({ late: true }), {
    content_type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  });
  expect(late.status).toBe('ready');
  expect((await fetch(late.file.url)).status).toBe(200);
  expect((await uploadFile(browser, courseId, Buffer.from('not a PDF'))).status).toBe('rejected');
  await own.close();
  await server.close();
});
