import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outboxMailer } from '../../src/platform/mail/mailer.ts';
import { readableOutbox } from '../../src/platform/mail/outbox.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { newUser } from '../support/browser.ts';

let app: TestApp;
let folder: string;
let learner: { email: string; password: string };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lms-outbox-'));
  const signIn = async () => ({ email: 'demo@example.org', password: 'shown only here', learner });
  app = await startTestApp((services) => ({ ...services, demo: { outbox: readableOutbox(folder), signIn } }));
  const { email, password } = await newUser(app, { signedIn: false });
  learner = { email, password };
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const open = (path: string, headers: Record<string, string> = {}) => app.http.get(path).set({ Accept: 'text/html', ...headers });

test('the person at the machine of the demo reads its mails, and clicks their links', async () => {
  expect((await open('/outbox')).text).toContain('No emails yet.');
  const text = 'Grüße <b>\n\nVerify: http://localhost:3000/verify-email?token=abc&organisation=demo';
  await outboxMailer(folder, 'Service <service@example.org>').send({ to: 'ada@example.org', subject: 'Verify <now>', text, html: '<p>no</p>' });
  const list = (await open('/outbox')).text;
  expect(list).toContain('Verify &lt;now&gt;');
  const path = /href="(\/outbox\/[^"]+)"/.exec(list)?.[1] ?? '';
  const mail = (await open(path)).text;
  expect(mail).toContain('Grüße &lt;b&gt;');
  expect(mail).toContain('<a href="http://localhost:3000/verify-email?token=abc&amp;organisation=demo">');
});

test('the person at the machine of the demo looks around as its learner by one button, and nobody else does', async () => {
  expect((await open('/')).text).toMatch(/<form method="post" action="\/demo">\s*<input type="hidden" name="role" value="learner">.*>Learner</s);
  const press = (headers: Record<string, string> = {}) =>
    app.http
      .post('/demo')
      .set({ Accept: 'text/html', 'Sec-Fetch-Site': 'same-origin', ...headers })
      .type('form')
      .send({ role: 'learner' });
  expect((await press({ 'X-Forwarded-For': '203.0.113.7' })).status).toBe(404);
  const { headers } = await press();
  expect(headers.location).toBe('/learn?organisation=demo');
  expect((await open('/account', { Cookie: (headers['set-cookie'] as unknown as string[]).map((cookie) => cookie.split(';')[0]).join('; ') })).text).toContain(
    learner.email,
  );
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
