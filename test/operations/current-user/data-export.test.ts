import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../../../src/domain/kernel/ids.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Browser, expectStatus, newCreator, newUser, PASSWORD, proveAgain } from '../../support/browser.ts';
import { exportOf, unzip } from '../../support/data-export.ts';
import { storedKeys } from '../../support/files.ts';
import { runJobsAfter, runTask } from '../../support/jobs.ts';
import { newLearner, newSchool } from '../../support/school.ts';

const DAY_MS = 24 * 3600_000;

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.close());

const idOf = async (email: string) => (await app.database.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
const ask = async (browser: Browser) => (await expectStatus(202, browser.call('post', 'me/data-export/'))).body as { id: string };
const list = async (browser: Browser) => (await expectStatus(200, browser.call('get', 'me/data-export/'))).body;

async function download(browser: Browser, id: string) {
  const answer = await fetch(`${app.url}/api/v1/me/data-export/${id}/download/`, { headers: { ...browser.headers, Cookie: browser.cookie ?? '' } });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

test('an export is created in the background, announced by email and can be downloaded by its user for seven days', async () => {
  const { browser, email } = await newUser(app);
  const queued = await ask(browser);
  expect(queued).toEqual({ id: expect.any(String), status: 'queued', size_bytes: null, expires_at: null, created_at: expect.any(String) });
  expect((await browser.call('get', `me/data-export/${queued.id}/download/`)).body.code).toBe('export_not_ready');
  const [mail] = await app.mailbox.read(email);
  expect([mail?.subject, mail?.text?.includes('http://app.example.org/account/export')]).toEqual(['Your data export is ready', true]);
  const due = new Date(app.clock.now() + 7 * DAY_MS).toISOString();
  const { status, headers, bytes } = await download(browser, queued.id);
  expect((await list(browser)).results).toEqual([{ ...queued, status: 'ready', size_bytes: bytes.length, expires_at: due }]);
  expect([status, headers.get('content-type'), headers.get('content-length'), headers.get('content-disposition')]).toEqual([
    200,
    'application/zip',
    String(bytes.length),
    expect.stringMatching(/^attachment; filename=data-export-\d{4}-\d\d-\d\d\.zip$/),
  ]);
  const files = await unzip(bytes);
  const described = [...(files['README.txt'] ?? '').matchAll(/^([a-z-]+\.json): \S/gm)].map(([, name]) => name);
  expect(['README.txt', ...described]).toEqual(Object.keys(files));
  expect(JSON.parse(files['profile.json'] ?? '')).toEqual([expect.objectContaining({ email, name: 'Test user' })]);
});

test('an export contains the data of the user from every organisation and of nobody else', async () => {
  const { browser, email, organisation } = await newCreator(app);
  const neighbour = await newCreator(app);
  const userId = await idOf(email);
  const { db } = app.database;
  await expectStatus(201, browser.call('post', 'tenants/api-keys/', { name: 'Importer' }));
  await expectStatus(201, browser.call('post', 'tenants/members/invites/', { email: 'friend@example.org', role: 'creator' }));
  await expectStatus(201, neighbour.browser.call('post', 'tenants/members/invites/', { email, role: 'creator' }));
  await db.insertInto('memberships').values({ organisation_id: neighbour.organisation.id, user_id: userId, role: 'learner' }).execute();
  await db.insertInto('user_identities').values({ issuer: 'https://id.example', subject: 'me', user_id: userId }).execute();
  await db.insertInto('policy_acceptances').values({ user_id: userId, policy: 'terms', version: '2026-01-01', ip: '10.1.2.3' }).execute();
  await db.insertInto('notification_preferences').values({ user_id: userId, event: 'course_published', channel: 'email', is_enabled: false }).execute();
  await db
    .insertInto('cookie_consents')
    .values({ id: newId(), visitor_id: newId(), user_id: userId, version: '2026-01-01', preferences: true, analytics: false, marketing: false })
    .execute();
  const files = Object.fromEntries(
    Object.entries(await exportOf(app, browser)).map(([name, text]) => [name, name.endsWith('.json') ? JSON.parse(text) : text]),
  );
  expect(files).toMatchObject({
    'memberships.json': [
      { organisation_id: organisation.id, organisation_name: expect.any(String), role: 'owner' },
      { organisation_id: neighbour.organisation.id, role: 'learner' },
    ],
    'organisations-made.json': [{ id: organisation.id }],
    'invitations.json': [{ organisation_id: neighbour.organisation.id, role: 'creator', is_accepted: false }],
    'sign-in-providers.json': [{ issuer: 'https://id.example', subject: 'me' }],
    'accepted-policies.json': [{ policy: 'terms', version: '2026-01-01', ip: '10.1.2.3' }],
    'notification-preferences.json': [{ event: 'course_published', channel: 'email', is_enabled: false }],
    'cookie-consents.json': [{ preferences: true, analytics: false, marketing: false }],
    'api-keys-made.json': [{ name: 'Importer', organisation_id: organisation.id }],
    'changes.json': [{ action: 'organisation.created' }, { action: 'api_key.created' }, { action: 'member_invite.created' }],
    'data-exports.json': [{ status: 'queued' }],
    'enrollments.json': [],
  });
  expect(JSON.stringify(files)).not.toContain(neighbour.email);
});

test('an export lists the cohorts of the user and contains the submitted files, with titles beside the ids', async () => {
  const school = await newSchool(app);
  const learner = await newLearner(app, school.organisation.id, school.courseId);
  const lesson = await school.newLesson({ content_type: 'assignment', content: { instructions: 'Write.', submission_kinds: ['file'] } });
  const { db } = app.database;
  const [cohort_id, object_id, submission_id] = [newId(), newId(), newId()];
  const tenant = { organisation_id: school.organisation.id };
  const file = { file_name: 'essay/1.pdf', content_type: 'application/pdf', size_bytes: 3, storage_key: `files/${object_id}` };
  await db
    .insertInto('cohorts')
    .values({ ...tenant, id: cohort_id, course_id: school.courseId, name: 'Spring', status: 'active' })
    .execute();
  await db
    .insertInto('cohort_members')
    .values({ ...tenant, cohort_id, enrollment_id: learner.enrollmentId })
    .execute();
  await db
    .insertInto('storage_objects')
    .values({ ...tenant, id: object_id, course_id: school.courseId, purpose: 'submission', status: 'ready', ...file })
    .execute();
  await db
    .insertInto('submissions')
    .values({
      ...tenant,
      id: submission_id,
      enrollment_id: learner.enrollmentId,
      lesson_id: lesson.id,
      number: 1,
      submitted_at: new Date().toISOString(),
    })
    .execute();
  await db
    .insertInto('submission_files')
    .values({ ...tenant, submission_id, object_id, position: 0 })
    .execute();
  await app.storage.put(file.storage_key, Buffer.from('pdf'), 'application/pdf');
  await db
    .insertInto('lesson_progress')
    .values({ ...tenant, enrollment_id: learner.enrollmentId, lesson_id: lesson.id })
    .execute();
  await db
    .insertInto('course_touches')
    .values({ ...tenant, course_id: school.courseId, user_id: learner.id, touched_at: new Date().toISOString() })
    .execute();
  const files = await exportOf(app, learner.browser);
  const section = (name: string) => JSON.parse(files[`${name}.json`] ?? '');
  const { name } = await db.selectFrom('organisations').select('name').where('id', '=', school.organisation.id).executeTakeFirstOrThrow();
  const of = { organisation_name: name, course_title: 'A course' };
  expect(section('cohorts')).toMatchObject([{ ...of, cohort_id, cohort_name: 'Spring', enrollment_id: learner.enrollmentId }]);
  expect(section('submission-files')).toMatchObject([{ ...of, lesson_title: 'A lesson', submission_id, file_name: 'essay/1.pdf', size_bytes: 3 }]);
  expect(section('submissions')).toMatchObject([{ ...of, lesson_title: 'A lesson', number: 1 }]);
  expect(section('lesson-progress')).toMatchObject([{ ...of, lesson_title: 'A lesson' }]);
  expect(section('enrollments')).toMatchObject([of]);
  expect(section('recent-courses')).toMatchObject([of]);
  expect(section('memberships')).toMatchObject([{ organisation_name: name }]);
  expect(files[`submission-files/${submission_id}/1-essay_1.pdf`]).toBe('pdf');
});

test('an export contains no secrets', async () => {
  const { browser, email } = await newCreator(app);
  const userId = await idOf(email);
  const { db, pool } = app.database;
  const { body: key } = await expectStatus(201, browser.call('post', 'tenants/api-keys/', { name: 'Importer' }));
  const { body: totp } = await expectStatus(200, browser.call('post', 'me/totp/enable/start/'));
  await browser.call('post', 'auth/password-reset/', { email });
  await app.mailbox.runJobs();
  const hash = Buffer.alloc(32, 7);
  const later = new Date(app.clock.now() + DAY_MS).toISOString();
  const { id: organisation_id } = await db.selectFrom('organisations').select('id').where('created_by', '=', userId).executeTakeFirstOrThrow();
  await db.insertInto('credential_cards').values({ secret_hash: hash, organisation_id, user_id: userId, expires_at: later }).execute();
  await db.insertInto('backup_codes').values({ user_id: userId, code_hash: hash }).execute();
  const text = Object.values(await exportOf(app, browser)).join('\n');
  const { rows } = await pool.query<{ secret: string }>(`
    select password_hash as secret from users where id = '${userId}' union all select encode(totp_secret, 'hex') from users where id = '${userId}'
    union all select encode(secret_hash, 'hex') from api_keys union all select encode(secret_hash, 'hex') from user_tokens
    union all select encode(secret_hash, 'hex') from credential_cards union all select encode(code_hash, 'hex') from backup_codes`);
  const secrets = [PASSWORD, key.secret, totp.secret, ...rows.flatMap(({ secret }) => [secret, Buffer.from(secret, 'hex').toString('base64')])].filter(Boolean);
  expect(secrets.length).toBeGreaterThan(10);
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  expect(text).not.toMatch(/hash|password|totp_secret/);
});

test('an export of more than 2500 changes contains each of them exactly once', async () => {
  const { browser, email, organisation } = await newCreator(app);
  await app.database.pool.query(
    `insert into audit_log (organisation_id, id, actor_type, actor_id, action, object_id)
      select $1, gen_random_uuid(), 'user', $2, 'course.updated', gen_random_uuid() from generate_series(1, 2500)`,
    [organisation.id, await idOf(email)],
  );
  const changes = JSON.parse((await exportOf(app, browser))['changes.json'] ?? '') as { id: string }[];
  expect([changes.length, new Set(changes.map(({ id }) => id)).size]).toEqual([2501, 2501]);
});

test('only one export per user can be in progress, even with concurrent requests', async () => {
  const { browser } = await newUser(app);
  const answers = await Promise.all(Array.from({ length: 4 }, () => browser.call('post', 'me/data-export/')));
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409]);
  const export_id = answers.find(({ status }) => status === 202)?.body.id;
  for (const { status, body } of answers) if (status === 409) expect(body).toMatchObject({ code: 'export_under_way', export_id });
  await app.mailbox.runJobs();
  await ask(browser);
  expect((await list(browser)).results.map(({ status }: { status: string }) => status)).toEqual(['queued', 'ready']);
});

test('a user can request only five exports a day', async () => {
  const { browser } = await newUser(app);
  for (let count = 0; count < 5; count++) {
    await ask(browser);
    await app.mailbox.runJobs();
  }
  expect((await browser.call('post', 'me/data-export/')).status).toBe(429);
});

test('an export that belongs to another user or does not exist returns 404', async () => {
  const { browser } = await newUser(app);
  const stranger = await newUser(app);
  const { id } = await ask(browser);
  await app.mailbox.runJobs();
  for (const wrong of [id, newId(), 'x']) expect((await stranger.browser.call('get', `me/data-export/${wrong}/download/`)).body.code).toBe('not_found');
  expect((await list(stranger.browser)).count).toBe(0);
});

test('an expired export cannot be downloaded, and its file is deleted', async () => {
  const { browser } = await newUser(app);
  const { id } = await ask(browser);
  await app.mailbox.runJobs();
  app.clock.advance(7 * DAY_MS - 1);
  await proveAgain({ browser });
  await runTask(app, 'expire_data_exports');
  expect((await download(browser, id)).status).toBe(200);
  app.clock.advance(1);
  expect([(await browser.call('get', `me/data-export/${id}/download/`)).body.code, (await list(browser)).results[0].status]).toEqual([
    'export_not_ready',
    'expired',
  ]);
  expect(await storedKeys(app, 'exports/')).toHaveLength(1);
  await runTask(app, 'expire_data_exports');
  expect([(await list(browser)).results[0].status, await storedKeys(app, 'exports/')]).toEqual(['expired', []]);
  app.clock.advance(90 * DAY_MS);
  await runTask(app, 'expire_data_exports');
  expect(await app.database.db.selectFrom('data_exports').select('id').execute()).toEqual([]);
});

test('a failing export is retried, is marked as failed after the last attempt, and can then be requested again', async () => {
  const { browser, email } = await newUser(app);
  const { id } = await ask(browser);
  // Writing the export fails, because a file is where the storage needs a folder.
  await writeFile(join(app.files, 'exports'), '');
  await app.mailbox.runJobs();
  expect((await list(browser)).results[0].status).toBe('queued');
  await app.database.pool.query(`update graphile_worker._private_jobs set max_attempts = attempts + 1`);
  await runJobsAfter(app, 600);
  expect((await list(browser)).results[0].status).toBe('failed');
  expect((await browser.call('get', `me/data-export/${id}/download/`)).body.code).toBe('export_not_ready');
  expect((await app.mailbox.read(email)).filter(({ subject }) => subject?.includes('export'))).toEqual([]);
  await rm(join(app.files, 'exports'));
  const next = await ask(browser);
  await app.mailbox.runJobs();
  expect((await download(browser, next.id)).status).toBe(200);
});

test('an export stays the same if its job runs again, and is marked as failed a day after its job is lost', async () => {
  const { browser, email } = await newUser(app);
  const { id } = await ask(browser);
  await app.mailbox.read(email);
  await runTask(app, 'make_data_export', { export_id: id });
  expect([await app.mailbox.read(email), (await download(browser, id)).status]).toEqual([[], 200]);
  await runJobsAfter(app, 7200);
  expect((await download(browser, id)).status).toBe(200);
  await ask(browser);
  await app.database.pool.query('delete from graphile_worker._private_jobs');
  app.clock.advance(DAY_MS + 60_000);
  await runTask(app, 'expire_data_exports');
  expect((await list(browser)).results[0].status).toBe('failed');
});

test('an export that is deleted while it is being created leaves no file behind', async () => {
  const { browser, email } = await newUser(app);
  await ask(browser);
  const userId = await idOf(email);
  await app.database.pool.query(`create function gone() returns trigger language plpgsql as $$ begin delete from data_exports where id = new.id; return null; end $$;
    create trigger gone before update on data_exports for each row execute function gone()`);
  await app.mailbox.runJobs();
  expect(await storedKeys(app, `exports/${userId}/`)).toHaveLength(1);
  await runJobsAfter(app, 7200);
  expect(await storedKeys(app, 'exports/')).toEqual([]);
});
