import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outboxMailer } from '../../src/platform/mail/mailer.ts';
import { readableOutbox } from '../../src/platform/mail/outbox.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lms-outbox-'));
  const signIn = async () => ({ email: 'demo@example.org', password: 'shown only here' });
  app = await startTestApp((services) => ({ ...services, demo: { outbox: readableOutbox(folder), signIn } }));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const open = (path: string, headers: Record<string, string> = {}) => app.http.get(path).set({ Accept: 'text/html', ...headers });

test('the person at the machine of the demo reads its mails, and clicks their links', async () => {
  expect((await open('/outbox')).text).toContain('There are no emails yet.');
  const text = 'Grüße <b>\n\nVerify: http://localhost:3000/verify-email?token=abc&organisation=demo';
  await outboxMailer(folder, 'Service <service@example.org>').send({ to: 'ada@example.org', subject: 'Verify <now>', text, html: '<p>no</p>' });
  const list = (await open('/outbox')).text;
  expect(list).toContain('Verify &lt;now&gt;');
  const path = /href="(\/outbox\/[^"]+)"/.exec(list)?.[1] ?? '';
  const mail = (await open(path)).text;
  expect(mail).toContain('Grüße &lt;b&gt;');
  expect(mail).toContain('<a href="http://localhost:3000/verify-email?token=abc&amp;organisation=demo">');
});

test('nobody else sees the mails or the sign-in of the demo', async () => {
  expect((await open('/')).text).toContain('shown only here');
  const others: Record<string, string>[] = [{ 'X-Forwarded-For': '203.0.113.7' }, { Host: 'lms.example' }];
  for (const headers of others) {
    expect((await open('/outbox', headers)).status).toBe(404);
    expect((await open('/', headers)).text).not.toContain('shown only here');
  }
});

test('a name that leads out of the outbox is not found', async () => {
  for (const name of ['..%2Fdemo.json', '1795000000000-0001-..%2F..%2Fx.eml', 'x']) expect((await open(`/outbox/${name}`)).status).toBe(404);
});

test('without a demo there is no outbox', async () => {
  const plain = await startTestApp();
  expect((await plain.http.get('/outbox').accept('html')).status).toBe(404);
  await plain.close();
});
