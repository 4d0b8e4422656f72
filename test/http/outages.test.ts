import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { SMTPServer } from 'smtp-server';
import { smtpMailer } from '../../src/platform/mail/mailer.ts';
import { httpSms } from '../../src/platform/sms/http-sms.ts';
import { s3Storage } from '../../src/platform/storage/s3.ts';
import { startTestApp, type TestApp, withPorts } from '../support/app.ts';
import { Browser, expectStatus, newCreator, newUser, PASSWORD } from '../support/browser.ts';
import { runJobsAfter } from '../support/jobs.ts';
import { newPhone } from '../support/phone.ts';
import { startWebServer, type WebServer } from '../support/web-server.ts';

const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function open(...parameters: Parameters<typeof startTestApp>): Promise<TestApp> {
  const app = await startTestApp(...parameters);
  opened.push(() => app.close());
  return app;
}

async function openWeb(...parameters: Parameters<typeof startWebServer>): Promise<WebServer> {
  const server = await startWebServer(...parameters);
  opened.push(() => server.close());
  return server;
}

const metric = async (app: TestApp, line: string): Promise<number> =>
  Number(
    (await app.http.get('/metrics')).text
      .split('\n')
      .find((text) => text.startsWith(`${line} `))
      ?.split(' ')[1] ?? 0,
  );
const warnings = (app: TestApp) => app.log.filter(({ msg }) => msg === 'dependency failed').map(({ level, dependency, err }) => ({ level, dependency, err }));
const bucketAt = (url: string) => ({
  bucket: 'files',
  region: 'us-east-1',
  endpoint: url,
  credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  forcePathStyle: true,
});
const withBucketAt = (url: string) => (services: Parameters<NonNullable<Parameters<typeof startTestApp>[0]>>[0]) =>
  withPorts({ storage: s3Storage(bucketAt(url), services.ports.clock) })(services);

test('requests that need a wrong bucket return 503 with Retry-After, and the log gives the cause once', async () => {
  const server = await openWeb((_req, res) => void res.writeHead(404, { 'Content-Type': 'application/xml' }).end('<Error><Code>NoSuchBucket</Code></Error>'));
  const app = await open(withBucketAt(server.url));
  const { browser } = await newCreator(app);
  const logo = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const answer = await browser.upload('tenants/logo/', logo);
  expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([503, 'service_unavailable', '5']);
  expect((await app.database.pool.query('select from organisations where logo_key is not null')).rowCount).toBe(0);
  const page = await fetch(`${app.url}/files/public/logos/${randomUUID()}.webp`);
  expect([page.status, ((await page.json()) as { code: string }).code]).toEqual([503, 'service_unavailable']);
  expect(warnings(app)).toEqual([{ level: 40, dependency: 'storage', err: 'S3: NoSuchBucket (404)' }]);
  expect(await metric(app, 'dependency_failures_total{dependency="storage"}')).toBe(2);
});

test('a download whose storage breaks off is cut, so that the client notices, and is reported', async () => {
  const server = await openWeb((_req, res) => void res.writeHead(200, { 'Content-Length': 100 }).write('half', () => res.destroy()));
  const app = await open(withBucketAt(server.url));
  await expect(fetch(`${app.url}/files/public/a`).then((answer) => answer.text())).rejects.toThrow();
  // The service notices the end of the connection after the client.
  while (warnings(app).length === 0) await new Promise(setImmediate);
  expect(warnings(app)).toEqual([{ level: 40, dependency: 'storage', err: expect.stringMatching(/^S3: /) }]);
});

test('an upload to a disk that fails returns 503, keeps the file that was there, and can be repeated', async () => {
  const app = await open();
  const key = `tests/${randomUUID()}`;
  await app.storage.put(key, Buffer.from('old'), 'text/plain');
  const { url, headers } = await app.storage.uploadAddress(key, { expiresSeconds: 60, contentType: 'text/plain', size: 5 });
  const put = () => fetch(url, { method: 'PUT', headers, body: 'newer' });
  const partial = join(app.files, '.partial');
  await rm(partial, { recursive: true });
  await writeFile(partial, 'in the way');
  const answer = await put();
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([503, 'service_unavailable']);
  expect((await app.storage.stat(key))?.size).toBe(3);
  expect(warnings(app)).toEqual([{ level: 40, dependency: 'storage', err: 'the disk: EEXIST: file already exists, mkdir' }]);
  await rm(partial);
  expect((await put()).status).toBe(200);
  expect((await app.storage.stat(key))?.size).toBe(5);
});

test('a mail to a mailbox that does not exist is not sent again, and its end is logged and counted', async () => {
  let attempts = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: (_address, _session, done) => {
      attempts++;
      done(Object.assign(new Error('5.1.1 no such user'), { responseCode: 550 }));
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  opened.push(() => new Promise((resolve) => server.close(() => resolve())));
  const mailer = smtpMailer(`smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, 'service@example.org');
  const app = await open(withPorts({ mailer }));
  await expectStatus(202, new Browser(app).call('post', 'auth/signup/', { email: `${randomUUID()}@example.org`, password: PASSWORD, name: 'Ada' }));
  await app.mailbox.runJobs();
  await runJobsAfter(app, 24 * 3600);
  expect(attempts).toBe(1);
  expect(app.log).toContainEqual(
    expect.objectContaining({ level: 50, msg: 'job failed permanently', job: 'mail_verification', err: 'the mail server refused the recipient (550 5.1.1)' }),
  );
  expect(await metric(app, 'jobs_dead_total{task="mail_verification"}')).toBe(1);
});

test('a text message that the provider asks to send later waits that long', async () => {
  let asked = 0;
  const provider = await openWeb((_req, res) => {
    asked++;
    res.writeHead(429, { 'Retry-After': '1800' }).end();
  });
  const app = await open(withPorts({ sms: httpSms(`http://user:password@127.0.0.1:${provider.port}/`, '+15005550006') }));
  await newUser(app);
  await expectStatus(202, new Browser(app).call('post', 'auth/phone/send/', { phone: newPhone(), purpose: 'attach' }));
  await app.mailbox.runJobs();
  await runJobsAfter(app, 1700);
  expect(asked).toBe(1);
  await runJobsAfter(app, 200);
  expect(asked).toBe(2);
});
