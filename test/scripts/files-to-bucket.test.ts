import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { systemClock } from '../../src/platform/clock/clock.ts';
import { claim } from '../../src/platform/folders/claim.mjs';
import { diskStorage } from '../../src/platform/storage/disk.ts';
import { type S3Settings, s3Storage } from '../../src/platform/storage/s3.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { startWebServer } from '../support/web-server.ts';

const run = promisify(execFile);

let server: S3Server;
let folder: string;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lms-to-bucket-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const onDisk = () => diskStorage({ directory: join(folder, 'files'), secrets: [randomBytes(32)], base: () => '', clock: systemClock });

/** Runs the command. Returns what it printed. */
async function move(words: string[] = [], change: Partial<S3Settings> = {}, more: Record<string, string> = {}): Promise<string> {
  const { bucket, endpoint, credentials } = { ...server.settings, ...change };
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    DATA_DIR: folder,
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint ?? '',
    S3_FORCE_PATH_STYLE: '1',
    S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
    S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
    ...more,
  };
  const { stdout, stderr } = await run(process.execPath, ['scripts/files-to-bucket.ts', ...words], { env }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return (stdout + stderr).trim();
}

async function inBucket(key: string): Promise<[string, string] | null> {
  const found = await s3Storage(server.settings, systemClock).open(key);
  return found ? [found.contentType, String(await buffer(found.stream))] : null;
}

test('files on disk are copied to the bucket while the service changes them, a part at a time, and the last run leaves there exactly what is on disk', async () => {
  const disk = onDisk();
  const put = (key: string, content: string, type = 'text/plain') => disk.put(key, Buffer.from(content), type);
  await Promise.all([put('public/logos/a.png', 'a logo', 'image/png'), put('files/1', ''), put('files/1/2', 'to be deleted'), put('files/3', 'an older one')]);
  const copied = (files: number, bytes: number, has: number) => `copied ${files} files (${bytes} bytes) to the bucket files, which has ${has} now`;
  expect(await move()).toBe(`${copied(4, 31, 4)}; stop the service, and run this again with ARGS=--last`);
  expect(await inBucket('public/logos/a.png')).toEqual(['image/png', 'a logo']);
  expect(await inBucket('files/1')).toEqual(['text/plain', '']);
  expect(await inBucket('files/1/2')).toEqual(['text/plain', 'to be deleted']);

  await Promise.all([put('files/3', 'a newer one!'), put('files/4', 'more'), disk.delete('files/1/2')]);
  expect(await move(['--last'])).toMatch(`${copied(2, 16, 4)}, and deleted 1 there; start the service with these variables.`);
  expect(await Promise.all(['files/1/2', 'files/3', 'files/4'].map(inBucket))).toEqual([null, ['text/plain', 'a newer one!'], ['text/plain', 'more']]);
  expect(await move()).toMatch(/^error: the files were moved to the bucket files of http.*, which may have newer ones; start the service with S3_BUCKET$/);
});

test('a run that was interrupted in the middle of its journal is taken up by the next one', async () => {
  const disk = onDisk();
  await Promise.all(['one', 'two'].map((key) => disk.put(`taken-up/${key}`, Buffer.from(key), 'text/plain')));
  const { bucket, endpoint } = server.settings;
  writeFileSync(join(folder, 'files/in-bucket.log'), `to the bucket ${bucket} of ${endpoint}\ntaken-up/gone\t1 2 3\ntaken-up/on`);
  expect(await move(['--last'])).toMatch(/^copied 2 files \(6 bytes\) .* which has 2 now, and deleted 1 there/);
  expect(await inBucket('taken-up/one')).toEqual(['text/plain', 'one']);
});

test('what comes back from the bucket as something else is refused, and counts as not copied', async () => {
  await onDisk().put('damaged', Buffer.from('whole'), 'text/plain');
  const web = await startWebServer((req, res) => {
    req.resume().on('end', () => res.writeHead(200, { 'Content-Type': 'text/plain' }).end(req.method === 'GET' ? 'whol_' : ''));
  });
  for (let times = 0; times < 2; times++)
    expect(await move([], { endpoint: web.url })).toBe('error: damaged is not in the bucket as it was sent; run this again');
  await web.close();
});

test('it is refused without a bucket, without files, to two buckets, and for the last time while the service runs', async () => {
  expect(await move([], { bucket: '' })).toMatch(/^error: set S3_BUCKET/);
  expect(await move(['--lost'])).toBe('error: the only argument is --last, not "--lost"');
  expect(await move()).toBe(`error: there is no folder ${join(folder, 'files')}; set DATA_DIR as the service has it`);
  await onDisk().put('refused', Buffer.from('a'), 'text/plain');
  expect(await move([], { bucket: 'nothing' })).toBe('error: S3: NoSuchBucket (404)');
  expect(await move()).toMatch(/^copied 1 files/);
  expect(await move([], { bucket: 'nothing' })).toMatch(
    /^error: the files are moved to the bucket files of .*, as .*in-bucket\.log says, and not to the bucket nothing of /,
  );
  mkdirSync(join(folder, 'postgres'));
  const claimed = await claim(join(folder, 'postgres'));
  expect(await move(['--last'])).toBe('error: the service is running; stop it first');
  claimed?.release();
});
