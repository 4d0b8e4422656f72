import { expectStatus } from '../../support/browser.ts';
import { pdf } from '../../support/sample-files.ts';
import { newLearner, newSchool, type School } from '../../support/school.ts';
import { bringFile, putBytes } from '../../support/uploads.ts';

import { announce, announced, app, bring, complete, get, HOUR, keys, PDF, school, uploads, useSchool } from './school-uploads.ts';

useSchool();

const NOWHERE = '01890000-0000-7000-8000-000000000000';

describe('an announced upload', () => {
  test('returns a target for an hour, can be completed once all its bytes have arrived, and can then be read', async () => {
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

  test('is brought to and read at the host that the request named', async () => {
    const bytes = pdf();
    school.browser.headers.Host = 'learn.example.org';
    const { body } = await expectStatus(201, announce({ size_bytes: bytes.length }));
    expect(body.target.url).toMatch(/^http:\/\/learn\.example\.org\/files\/uploads\//);
    const { pathname, search } = new URL(body.target.url);
    expect((await putBytes({ target: { ...body.target, url: `${app.url}${pathname}${search}` } }, bytes)).status).toBe(200);
    const ready = await expectStatus(200, complete(body.id));
    expect(ready.body.file.url).toMatch(/^http:\/\/learn\.example\.org\/files\//);
  });

  test('returns its target again for the rest of the hour', async () => {
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
  ])('with %j is rejected', async (fields, field, code) => {
    expect(await announce(fields)).toMatchObject({ status: 400, body: { errors: [{ field, code }] } });
  });

  test('cannot be completed until all its bytes have arrived, and the PUT can be repeated', async () => {
    const bytes = pdf();
    const upload = await announced({ size_bytes: bytes.length });
    for (const attempt of [async () => {}, () => putBytes(upload, bytes.subarray(1))]) {
      await attempt();
      expect(await complete(upload.id)).toMatchObject({ status: 409, body: { code: 'upload_incomplete' } });
    }
    // A third-party bucket might accept fewer bytes.
    const key = new URL(upload.target.url).pathname.replace('/files/', '');
    await app.storage.put(key, bytes.subarray(1), 'application/pdf');
    expect(await complete(upload.id)).toMatchObject({ status: 409, body: { code: 'upload_incomplete' } });
    for (const again of [pdf('other'), bytes].map((content) => content.subarray(0, bytes.length))) expect((await putBytes(upload, again)).status).toBe(200);
    const { body } = await expectStatus(200, complete(upload.id));
    expect([body.status, Buffer.from(await (await fetch(body.file.url)).arrayBuffer()).equals(bytes)]).toEqual(['ready', true]);
  });

  test('returns the same file to concurrent completions, and only one file remains', async () => {
    const { id } = await bring(pdf());
    const answers = await Promise.all(Array.from({ length: 6 }, () => complete(id)));
    expect(answers.map(({ status, body }) => [status, body.status])).toEqual(Array(6).fill([200, 'ready']));
    expect(new Set(answers.map(({ body }) => new URL(body.file.url).pathname)).size).toBe(1);
    await app.mailbox.runJobs();
    expect(await keys()).toHaveLength(1);
    const { rows } = await app.database.pool.query(`select count(*)::int as count from audit_log where object_id = $1 and action = 'upload.completed'`, [id]);
    expect(rows[0].count).toBe(1);
  });

  test('ignores bytes that arrive after it was completed', async () => {
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

describe('permission to upload', () => {
  test("is denied to learners for media and documents, and to everyone but the course's learners for submissions", async () => {
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
  ])('is denied to a learner whose enrollment is %s', async (_state, change) => {
    const learner = await newLearner(app, school.organisation.id, school.courseId);
    const now = new Date(app.clock.now()).toISOString();
    await app.database.pool.query(`update enrollments set ${change} where id = $1`, [learner.enrollmentId, now]);
    const answer = await learner.browser.call('post', uploads, { ...PDF, purpose: 'submission', size_bytes: 1 });
    expect(answer).toMatchObject({ status: 403, body: { code: 'not_enrolled' } });
  });

  test('does not extend to the uploads of other learners, except for staff', async () => {
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

test('a learner can have at most fifty uploads that are not submitted, even concurrently, and expired ones do not count', async () => {
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
