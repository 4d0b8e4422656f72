import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ValidateFunction } from 'ajv';
import sharp from 'sharp';
import { eventValidator } from '../../../scripts/contract/document.ts';
import type { Layout } from '../../../src/domain/assessment/answer-sheets/layout/geometry.ts';
import { LAYOUTS } from '../../../src/domain/assessment/answer-sheets/layout/layouts.ts';
import { heicScan } from '../../support/answer-sheets/scene.ts';
import { ALL_RIGHT, attemptsOf, devicePage, newSheetCourse, type SheetCourse, sendPages } from '../../support/answer-sheets.ts';
import { startTestApp, type TestApp, withPorts } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { faultsOf, refusalOf } from '../../support/learner.ts';
import { drawPages, toPng } from '../../support/pdf.ts';
import { awayFrom, newLearner, newSchool, type School } from '../../support/school.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';

const validators = createRequire(import.meta.url)('../../../generated/response-validators.cjs') as Record<string, ValidateFunction>;
const QUEUE = 3;

let app: TestApp;
let receiver: WebhookReceiver;
let school: School;
let course: SheetCourse;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  app = await startTestApp(withPorts({ scanLimits: { queue: QUEUE }, publicPost: receiver.post }), { runsLeftJobs: true });
});
beforeEach(async () => {
  school = await newSchool(app);
  course = await newSheetCourse(app, school);
  receiver.received.length = 0;
  await app.mailbox.runJobs();
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

const upload = (photo: Buffer, client_id: string = randomUUID(), path = 'answer-sheets/scan/', fields: Record<string, string> = {}) => {
  const request = app.http
    .post(`/api/v1/${path}`)
    .set(school.browser.headers)
    .set('Cookie', school.browser.cookie ?? '')
    .field('client_id', client_id);
  for (const [name, value] of Object.entries(fields)) request.field(name, value);
  return request.attach('photo', photo, 'photo.jpg');
};
const jobs = async (query: string) => (await expectStatus(200, school.browser.call('get', `answer-sheets/jobs/?${query}`))).body.results;
const blankPicture = () =>
  sharp({ create: { width: 600, height: 800, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer();

/** Prints the sheet of a learner, fills the bubbles of these choices, and takes an upright picture of the first page. */
async function photographed(marks: Readonly<Record<string, readonly number[]>>, printed: object = {}) {
  const learner = await course.enrolled();
  const print = await course.print({ audience: 'enrollments', enrollment_ids: [learner.enrollmentId], ...printed });
  await app.mailbox.runJobs();
  const { rows } = await app.database.pool.query('select storage_key from answer_sheet_prints where id = $1', [print.id]);
  const file = await app.storage.open(rows[0].storage_key);
  const chunks: Buffer[] = [];
  for await (const chunk of file?.stream ?? []) chunks.push(chunk as Buffer);
  const [page] = await drawPages(Buffer.concat(chunks), 150);
  const [sheet] = await course.sheets(print);
  const layout = LAYOUTS.get('111') as Layout;
  if (!page || !sheet) throw new Error('no page');
  const scale = page.width / layout.width;
  const filled = layout.bubbles.filter(({ row, choice }) => marks[sheet.rows[row - 1]?.question_id ?? '']?.includes(choice));
  for (const { x, y, radius } of filled)
    for (let row = Math.floor((y - radius) * scale); row <= (y + radius) * scale; row++)
      for (let column = Math.floor((x - radius) * scale); column <= (x + radius) * scale; column++)
        if ((column - x * scale) ** 2 + (row - y * scale) ** 2 <= (radius * scale) ** 2) page.gray[row * page.width + column] = 40;
  const photo = await sharp(await toPng(page))
    .extend({ top: 60, bottom: 60, left: 60, right: 60, background: '#776655' })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'nobody' } })
    .toBuffer();
  return { learner, print, sheet, photo };
}

test('a photo of a printed sheet is queued, read and graded, and its page is kept without its metadata instead of the photo', async () => {
  await expectStatus(201, school.browser.call('post', 'integrations/webhooks/', { url: receiver.url, event_types: ['scan.graded', 'scan.needs_review'] }));
  const { learner, photo, sheet } = await photographed({ ...ALL_RIGHT, q1: [2] });
  const { body: queued } = await expectStatus(202, upload(photo));
  expect(queued).toMatchObject({ status: 'queued', place: 1, sheet_id: null, marks: [], finished_at: null });
  await app.mailbox.runJobs();
  const [scan] = await jobs(`ids=${queued.id}`);
  expect(scan).toMatchObject({
    status: 'graded',
    place: null,
    read_on: 'server',
    sheet_id: sheet.id,
    learner: { enrollment_id: learner.enrollmentId },
    score_points: 6,
  });
  const { body: picture } = await app.http.get(new URL(scan.picture_url).pathname + new URL(scan.picture_url).search).buffer(true);
  const metadata = await sharp(picture).metadata();
  expect([metadata.format, metadata.exif]).toEqual(['jpeg', undefined]);
  const { rows } = await app.database.pool.query('select photo_key from answer_sheet_scans where id = $1', [scan.id]);
  expect(rows).toEqual([{ photo_key: null }]);
  expect(await app.storage.stat(`sheets/${school.organisation.id}/${scan.id}-photo.jpeg`)).toBeUndefined();
  await app.mailbox.runJobs();
  const events = receiver.received.map(({ body }) => JSON.parse(body)).filter(({ type }) => type === 'scan.graded');
  expect(events).toMatchObject([{ data: { scan_id: scan.id, enrollment_id: learner.enrollmentId, status: 'graded' } }]);
  expect(validators[eventValidator('scan.graded')]?.(events[0])).toBe(true);
});

test('a scan that needs review is published', async () => {
  await expectStatus(201, school.browser.call('post', 'integrations/webhooks/', { url: receiver.url, event_types: ['scan.needs_review'] }));
  const [sheet] = await course.sheets(await course.print({ audience: 'blank', blank_count: 1 }));
  await sendPages(school.browser, devicePage(sheet as never, ALL_RIGHT, { number: '99' }));
  await app.mailbox.runJobs();
  const events = receiver.received.map(({ body }) => JSON.parse(body)).filter(({ type }) => type === 'scan.needs_review');
  expect(events).toMatchObject([{ data: { reason: 'unknown_learner', enrollment_id: null, user: null } }]);
  expect(validators[eventValidator('scan.needs_review')]?.(events[0])).toBe(true);
});

test('a picture without a sheet fails with its reason, and its photo is deleted', async () => {
  const { body } = await expectStatus(202, upload(await blankPicture()));
  await app.mailbox.runJobs();
  expect(await jobs(`ids=${body.id}`)).toMatchObject([{ status: 'failed', reason: 'markers_not_found', finished_at: expect.any(String) }]);
  expect(await app.storage.stat(`sheets/${school.organisation.id}/${body.id}-photo.jpeg`)).toBeUndefined();
});

test('the same client_id is the same scan, also after it has ended, and also when it is sent many times at once', async () => {
  const [photo, id] = [await blankPicture(), randomUUID()];
  const answers = await Promise.all(Array.from({ length: 10 }, () => upload(photo, id)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  await app.mailbox.runJobs();
  const { body } = await expectStatus(202, upload(photo, id));
  expect(body).toMatchObject({ id: answers[0]?.body.id, status: 'failed' });
});

test('of many photos at once as many are queued as fit, the others are told when to come back, and nothing is stored of them', async () => {
  const photo = await blankPicture();
  const answers = await Promise.all(Array.from({ length: 12 }, () => upload(photo)));
  const refused = answers.filter(({ status }) => status === 429);
  expect([answers.filter(({ status }) => status === 202).length, refused.length]).toEqual([QUEUE, 12 - QUEUE]);
  for (const { body, headers } of refused) {
    expect(body.code).toBe('scan_queue_full');
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
  }
  expect(await jobs('open=1')).toHaveLength(QUEUE);
  expect(await refusalOf(upload(photo, randomUUID(), course.scanPath))).toEqual([429, 'scan_queue_full']);
  await app.mailbox.runJobs();
  expect((await upload(photo)).status).toBe(202);
});

test('what is no photo is refused before anything is stored', async () => {
  expect(await faultsOf(upload(Buffer.from('no picture')))).toEqual(['photo not_an_image']);
  expect(await faultsOf(upload((await blankPicture()).subarray(0, 200)))).toEqual(['photo unsupported_image_format']);
  expect(await faultsOf(upload((await heicScan()).subarray(0, 9000)))).toEqual(['photo unsupported_image_format']);
  const wide = await sharp({ create: { width: 10_000, height: 6_001, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  expect(await faultsOf(upload(wide))).toEqual(['photo too_large']);
  expect((await upload(Buffer.alloc(13 * 1024 * 1024))).status).toBe(413);
  expect(await jobs('open=1')).toEqual([]);
});

test('a HEIC photo, as phones make it, is queued and read', async () => {
  const { body } = await expectStatus(202, upload(await heicScan()));
  await app.mailbox.runJobs();
  expect(await jobs(`ids=${body.id}`)).toMatchObject([{ status: 'failed', reason: 'unknown_sheet' }]);
});

test('scans are listed to those who sent them alone, by ID, open, and since a moment', async () => {
  const { body: scan } = await expectStatus(202, upload(await blankPicture()));
  expect(await jobs(`ids=${scan.id},${randomUUID()}`)).toMatchObject([{ id: scan.id }]);
  expect(await jobs(`ids=${randomUUID()}&open=1`)).toMatchObject([{ id: scan.id }]);
  expect(await faultsOf(school.browser.call('get', 'answer-sheets/jobs/?ids=x'))).toEqual(['ids format']);
  const recent = async (query = '') => (await expectStatus(200, school.browser.call('get', `answer-sheets/scans/${query}`))).body.results;
  expect(await recent()).toMatchObject([{ id: scan.id }]);
  expect(await recent(`?since=${new Date(app.clock.now() + 1000).toISOString()}`)).toEqual([]);
  const other = await newSchool(app);
  const { body } = await expectStatus(200, other.browser.call('get', `answer-sheets/jobs/?ids=${scan.id}`));
  expect(body.results).toEqual([]);
});

test('a photo for a lesson must be of this lesson, and a blank sheet is given to the named learner', async () => {
  const learner = await course.enrolled();
  const elsewhere = await newSheetCourse(app, school);
  const { photo } = await photographed(ALL_RIGHT);
  const { body: wrong } = await expectStatus(202, upload(photo, randomUUID(), elsewhere.scanPath));
  const { body: named } = await expectStatus(202, upload(photo, randomUUID(), course.scanPath, { enrollment_id: learner.enrollmentId }));
  await app.mailbox.runJobs();
  expect(await jobs(`ids=${wrong.id}`)).toMatchObject([{ status: 'failed', reason: 'sheet_of_other_course' }]);
  expect(await jobs(`ids=${named.id}`)).toMatchObject([{ status: 'needs_review', reason: 'number_mismatch' }]);
  expect(await faultsOf(upload(photo, randomUUID(), course.scanPath, { enrollment_id: randomUUID() }))).toEqual(['enrollment_id unknown']);
  expect(await refusalOf(school.browser.call('patch', `${course.scanPath}correction/`, { scan_id: wrong.id }))).toEqual([404, 'not_found']);
});

test('a scan ends although the learner who was named for it is deleted before it is read', async () => {
  const { learner, photo } = await photographed(ALL_RIGHT, { audience: 'blank', enrollment_ids: [], blank_count: 1 });
  const { body } = await expectStatus(202, upload(photo, randomUUID(), course.scanPath, { enrollment_id: learner.enrollmentId }));
  await app.database.pool.query('delete from enrollments where id = $1', [learner.enrollmentId]);
  await app.mailbox.runJobs();
  expect(await jobs(`ids=${body.id}`)).toMatchObject([{ status: 'needs_review', reason: 'unknown_learner', learner: null }]);
});

test('a scan whose photo cannot be fetched leaves the queue after the last attempt', async () => {
  const { body } = await expectStatus(202, upload(await blankPicture()));
  const { rows } = await app.database.pool.query('select photo_key from answer_sheet_scans where id = $1', [body.id]);
  const file = join(app.files, `${rows[0].photo_key}.object`);
  await rm(file);
  await mkdir(file);
  await app.database.pool.query('update graphile_worker._private_jobs set max_attempts = 1 where payload ->> $1 = $2', ['scan_id', body.id]);
  await app.mailbox.runJobs();
  expect(await jobs(`ids=${body.id}`)).toMatchObject([{ status: 'failed', reason: 'reader_failed', place: null }]);
});

test('a learner sees their own pages once the result is posted, and staff see all of them', async () => {
  const settings = { posting: 'manual' };
  await expectStatus(200, school.browser.call('put', `courses/${course.courseId}/gradebook/settings/`, settings));
  const [one, other] = [await course.enrolled(), await course.enrolled()];
  const sheets = await course.sheets(await course.print());
  await sendPages(school.browser, ...sheets.map((sheet) => devicePage(sheet, ALL_RIGHT)));
  const list = async (browser: typeof school.browser, query = '') => (await expectStatus(200, browser.call('get', `${course.scanPath}${query}`))).body;
  expect(await list(one.browser)).toMatchObject({ count: 0 });
  expect(await list(school.browser)).toMatchObject({ count: 2 });
  expect(await list(school.browser, `?enrollment_id=${other.enrollmentId}&status=graded`)).toMatchObject({
    count: 1,
    results: [{ learner: { enrollment_id: other.enrollmentId } }],
  });
  await app.database.pool.query('update quiz_attempts set posted_at = now() where enrollment_id = $1', [one.enrollmentId]);
  expect(await list(one.browser)).toMatchObject({ count: 1, results: [{ score_points: 8, learner: { enrollment_id: one.enrollmentId } }] });
  expect(await list(other.browser)).toMatchObject({ count: 0 });
  const stranger = await newLearner(app, school.organisation.id, school.courseId);
  expect(await refusalOf(stranger.browser.call('get', course.scanPath))).toEqual([404, 'not_found']);
  for (const [browser, courseId, id] of await awayFrom(app, { ...school, courseId: course.courseId }, course.quiz.id)) {
    const path = `courses/${courseId}/chapters/${course.quiz.chapter_id}/lessons/${id}/scan/`;
    expect((await browser.call('get', path)).status).toBe(404);
  }
});

test('a changed key grades sheets again from their stored marks', async () => {
  const learner = await course.enrolled();
  const [sheet] = await course.sheets(await course.print());
  await sendPages(school.browser, devicePage(sheet as never, { ...ALL_RIGHT, q1: [2] }));
  const lesson = `courses/${course.courseId}/chapters/${course.quiz.chapter_id}/lessons/${course.quiz.id}/`;
  const { body } = await expectStatus(200, school.agent('get', lesson));
  const [first, ...rest] = body.content.questions;
  const content = { ...body.content, questions: [{ ...first, correct_choice_id: 'b' }, ...rest] };
  await expectStatus(200, school.agent('patch', lesson, { updated_at: body.updated_at, content }));
  const config = `courses/${course.courseId}/gradebook/lessons/${course.quiz.id}/config/`;
  await expectStatus(200, school.browser.call('put', config, { regrade: [{ question_id: 'q1', mode: 'new_key' }] }));
  await app.mailbox.runJobs();
  expect(await attemptsOf(app, course.quiz)).toMatchObject([{ enrollment_id: learner.enrollmentId, score_points: 8 }]);
});
