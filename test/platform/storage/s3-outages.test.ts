import { systemClock } from '../../../src/platform/clock/clock.ts';
import { OutageError } from '../../../src/platform/outages/outage.ts';
import { type S3Settings, s3Storage } from '../../../src/platform/storage/s3.ts';
import { type S3Server, startS3Server } from '../../support/s3-server.ts';
import { startWebServer } from '../../support/web-server.ts';

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());

const KEY = 'uploads/a';
const storageWith = (change: Partial<S3Settings>) => s3Storage({ ...server.settings, ...change }, systemClock);
const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error: unknown) => error,
  );

test.each<[string, Partial<S3Settings>, string]>([
  ['does not exist', { bucket: 'nothing' }, 'S3: NoSuchBucket (404)'],
  ['has another access key', { credentials: { accessKeyId: 'AKIDUNKNOWN', secretAccessKey: 'S3RVER' } }, 'S3: InvalidAccessKeyId (403)'],
  ['has another secret', { credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'hunter2' } }, 'S3: SignatureDoesNotMatch (403)'],
])('a bucket that %s is an outage that names the error, and no key', async (_what, change, message) => {
  const storage = storageWith(change);
  for (const failure of [
    await failureOf(storage.put(KEY, Buffer.from('a'), 'text/plain')),
    await failureOf(storage.open(KEY)),
    await failureOf(storage.copy(KEY, 'uploads/b')),
  ]) {
    expect(failure).toBeInstanceOf(OutageError);
    expect(failure).toMatchObject({ dependency: 'storage', message });
  }
});

test('a server of buckets that nobody runs is an outage that names the cause', async () => {
  const failure = await failureOf(storageWith({ endpoint: 'http://127.0.0.1:1' }).stat(KEY));
  expect(failure).toMatchObject({ dependency: 'storage', message: expect.stringMatching(/^S3: .*ECONNREFUSED/) });
});

test('a bucket that denies access, or asks to wait, is an outage with its name and its time', async () => {
  let status = 403;
  const web = await startWebServer((_req, res) => {
    const code = status === 403 ? 'AccessDenied' : 'QuotaExceeded';
    res.writeHead(status, { 'Content-Type': 'application/xml', 'Retry-After': '7' }).end(`<Error><Code>${code}</Code><Message>user hunter2</Message></Error>`);
  });
  const storage = storageWith({ endpoint: web.url });
  expect(await failureOf(storage.open(KEY))).toMatchObject({ message: 'S3: AccessDenied (403)' });
  status = 400;
  expect(await failureOf(storage.open(KEY))).toMatchObject({ message: 'S3: QuotaExceeded (400)', retryAfterSeconds: 7 });
  await web.close();
});
