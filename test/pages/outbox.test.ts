import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashPassword } from '../../src/domain/identity/accounts/password.ts';
import type { Ports } from '../../src/domain/kernel/tools.ts';
import { readDemo } from '../../src/domain/upkeep/demo/read-demo.ts';
import { type Demo, seedDemo } from '../../src/domain/upkeep/demo/seed-demo.ts';
import { outboxMailer } from '../../src/platform/mail/mailer.ts';
import { readableOutbox } from '../../src/platform/mail/outbox.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Browser, expectStatus } from '../support/browser.ts';

let app: TestApp;
let folder: string;
let demo: Demo;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lms-outbox-'));
  let ports = {} as Ports;
  app = await startTestApp((services) => {
    ports = services.ports;
    return { ...services, demo: { outbox: readableOutbox(folder), read: async () => readDemo({ db: app.database.db, base: app.url }, demo) } };
  });
  demo = (await seedDemo(ports, async () => {})) as Demo;
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
    'learner@example.org',
  );
});

test('nobody else sees the mails or the sign-in of the demo', async () => {
  expect((await open('/')).text).toContain(demo.password);
  const others: Record<string, string>[] = [{ 'X-Forwarded-For': '203.0.113.7' }, { Host: 'lms.example' }];
  for (const headers of others) {
    expect((await open('/outbox', headers)).status).toBe(404);
    expect((await open('/', headers)).text).not.toContain(demo.password);
  }
});

test('whoever owns the demo may rename it and change a password: the buttons that work lead to it, and the others are gone', async () => {
  const owner = new Browser(app);
  await expectStatus(200, owner.call('post', 'auth/login/', { email: demo.email, password: demo.password }));
  await expectStatus(200, owner.call('patch', 'tenants/subdomain/', { subdomain: 'my-academy' }));
  const press = (role: string) => app.http.post('/demo').set({ Accept: 'text/html', 'Sec-Fetch-Site': 'same-origin' }).type('form').send({ role });
  expect((await press('learner')).headers.location).toBe('/learn?organisation=my-academy');
  const before = (await open('/')).text;
  expect(before).toMatch(/value="owner".*href="\/catalogue\?organisation=my-academy"/s);
  expect(before).not.toContain('Some demo users');
  const { rows } = await app.database.pool.query(
    `update users set password_hash = $1 from users old where users.email = $2 and old.id = users.id returning old.password_hash`,
    [await hashPassword('another good password'), demo.email],
  );
  const { text } = await open('/');
  expect(text).toMatch(/value="learner".*value="creator".*Some demo users now have a different email address or password\./s);
  expect(text).not.toMatch(new RegExp(`value="owner"|${demo.password}`));
  expect((await press('owner')).headers.location).toBe('/');
  await app.database.pool.query('update users set password_hash = $1 where email = $2', [rows[0].password_hash, demo.email]);
  // The name is reserved for it.
  await app.database.pool.query(`update organisations set subdomain = 'demo'`);
});

test('a name that leads out of the outbox is not found', async () => {
  for (const name of ['..%2Fdemo.json', '1795000000000-0001-..%2F..%2Fx.eml', 'x']) expect((await open(`/outbox/${name}`)).status).toBe(404);
});

test('without a demo there is no outbox', async () => {
  const plain = await startTestApp();
  expect((await plain.http.get('/outbox').accept('html')).status).toBe(404);
  await plain.close();
});
