import { clamdScanner } from '../../../src/platform/scanner/clamd.ts';
import { s3Storage } from '../../../src/platform/storage/s3.ts';
import { startTestApp, type TestApp, withPorts } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { type Clamd, startClamd, VIRUS } from '../../support/clamd.ts';
import { startS3Server } from '../../support/s3-server.ts';
import { docx, mp4, pdf, png, zip } from '../../support/sample-files.ts';
import { newLearner, newSchool, type School } from '../../support/school.ts';
import { type Announced, bringFile, uploadFile } from '../../support/uploads.ts';

import { app, complete, keys, school, upload, uploads, usage, useSchool } from './school-uploads.ts';

useSchool();

describe('uploading', () => {
  const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  test.each<[string, Announced['purpose'], string, () => Buffer | Promise<Buffer>]>([
    ['a PDF', 'document', 'application/pdf', () => pdf()],
    ['a Word file', 'document', DOCX, () => docx()],
    ['a Word file that is only recognizable near its end', 'submission', DOCX, () => docx({ late: true })],
    ['a ZIP file', 'document', 'application/zip', () => zip([['a.txt', Buffer.from('a')]])],
    ['text', 'document', 'text/plain', () => Buffer.from('Grüße, 世界\r\n')],
    ['text with a byte order mark', 'document', 'text/csv', () => Buffer.from('\ufeffa;b\n1;2\n')],
    ['a PNG', 'media', 'image/png', () => png()],
    ['an MP4', 'media', 'video/mp4', () => mp4()],
    ['an MP4 with only sound', 'media', 'audio/mp4', () => mp4()],
    ['a long text', 'submission', 'text/markdown', () => Buffer.from('ü'.repeat(200_000))],
  ])('%s succeeds', async (_what, purpose, content_type, make) => {
    const learner = await newLearner(app, school.organisation.id, school.courseId);
    const { browser } = purpose === 'submission' ? learner : school;
    const { body } = { body: await uploadFile(browser, school.courseId, await make(), { purpose, content_type } as Announced) };
    expect([body.status, body.reject_reason]).toEqual(['ready', null]);
  });

  test.each<[string, Announced['purpose'], string, () => Buffer | Promise<Buffer>]>([
    ['text as PDF', 'document', 'application/pdf', () => Buffer.from('not a PDF')],
    ['a PNG as JPEG', 'media', 'image/jpeg', () => png()],
    ['text that contains NUL', 'document', 'text/plain', () => Buffer.from('a\0b')],
    ['text in Latin-1', 'document', 'text/plain', () => Buffer.from('Gr\xfc\xdfe', 'latin1')],
    ['text that ends in the middle of a character', 'document', 'text/plain', () => Buffer.from('ü').subarray(0, 1)],
    ['a ZIP file as a Word file', 'document', DOCX, () => zip([['a.txt', Buffer.from('a')]])],
    ['a Word file as a ZIP file', 'document', 'application/zip', () => docx()],
    ['an executable as video', 'media', 'video/mp4', () => Buffer.from('MZ'.padEnd(200, '\0'))],
    ['one byte as a ZIP file', 'document', 'application/zip', () => Buffer.from('P')],
    [
      'a ZIP file of many small parts as a Word file',
      'document',
      DOCX,
      () => zip(Array.from({ length: 300 }, (_, index) => [`${index}.bin`, Buffer.alloc(70_000)])),
    ],
  ])('%s is rejected, and its bytes are deleted', async (_what, purpose, content_type, make) => {
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

describe('an upload with a virus scanner', () => {
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

  test('is ready if it is clean and rejected if it contains a virus', async () => {
    expect((await uploadFile(own.browser, own.courseId, pdf())).status).toBe('ready');
    expect(await uploadFile(own.browser, own.courseId, pdf(VIRUS))).toMatchObject({ status: 'rejected', reject_reason: 'virus_found' });
  });

  test('stays pending if the scanner does not respond, and can be completed later', async () => {
    const { path } = await bringFile(own.browser, own.courseId, pdf());
    clamd.mood = 'hanging up';
    expect(await own.browser.call('post', `${path}complete/`)).toMatchObject({ status: 503, body: { code: 'scanner_unavailable' } });
    expect((await own.browser.call('get', path)).body.status).toBe('pending');
    clamd.mood = 'well';
    expect((await own.browser.call('post', `${path}complete/`)).body.status).toBe('ready');
  });

  test('is not scanned if its content does not match the announced type', async () => {
    const before = clamd.seen.length;
    expect((await uploadFile(own.browser, own.courseId, Buffer.from(VIRUS))).reject_reason).toBe('content_mismatch');
    expect(clamd.seen).toHaveLength(before);
  });
});

test('uploads to an S3 bucket are accepted and rejected in the same way', async () => {
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
