import { connect } from 'node:net';
import { startTestApp, type TestApp } from '../support/app.ts';
import { newOrganisation, type TestOrganisation } from '../support/organisation.ts';

let app: TestApp;
let org: TestOrganisation;
beforeAll(async () => {
  app = await startTestApp();
  org = await newOrganisation(app);
});
afterAll(() => app.close());

/** Sends bytes as they are, and returns the first answer's status line and body. */
function raw(bytes: string): Promise<{ status: string; body: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => socket.end(bytes));
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve({ status: text.split('\r\n', 1)[0] ?? '', body: text.slice(text.indexOf('\r\n\r\n') + 4) }));
  });
}

test('an unknown path is 404, with a problem document, whatever the credential', async () => {
  for (const path of [
    '/api/v1/agent/nothing/',
    '/api/v1/agent/whoami',
    '/api/v1/agent//whoami/',
    '/api/v1/AGENT/whoami/',
    '/api/v1/agent/courses/%zz/',
    '/nothing',
  ]) {
    const { status, body, headers } = await app.http.get(path);
    expect([status, body.code, headers['content-type']]).toEqual([404, 'not_found', 'application/problem+json; charset=utf-8']);
  }
});

test('an undeclared method is 405 with Allow, before the credential', async () => {
  const { status, body, headers } = await app.http.delete('/api/v1/agent/whoami/');
  expect([status, body.code, headers.allow]).toEqual([405, 'method_not_allowed', 'GET, HEAD, OPTIONS']);
  expect((await app.http.post('/api/v1/agent/courses/x/')).headers.allow).toBe('GET, PUT, DELETE, PATCH, HEAD, OPTIONS');
});

test('OPTIONS tells the methods', async () => {
  const { status, headers } = await app.http.options('/api/v1/agent/courses/');
  expect([status, headers.allow]).toEqual([204, 'GET, POST, HEAD, OPTIONS']);
});

test('HEAD answers as GET does, without the body', async () => {
  const get = await org.call('get', 'courses/');
  const head = await org.call('head', 'courses/');
  expect([head.status, head.text, head.headers['content-length']]).toEqual([200, undefined, get.headers['content-length']]);
});

test("every answer has an X-Request-Id: the client's where it is plain, else a new one", async () => {
  expect((await app.http.get('/healthz').set('X-Request-Id', 'mine-1')).headers['x-request-id']).toBe('mine-1');
  for (const rubbish of ['', 'a b', 'x'.repeat(129), '<script>']) {
    expect((await app.http.get('/healthz').set('X-Request-Id', rubbish)).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  }
});

test('private answers are not stored, and every answer carries the protective headers', async () => {
  const { headers } = await org.call('get', 'whoami/');
  expect(headers).toMatchObject({
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'strict-transport-security': expect.any(String),
    'x-frame-options': 'SAMEORIGIN',
  });
  expect(headers).not.toHaveProperty('x-powered-by');
});

test('headers beyond 16 KiB are 431, and what is no HTTP is 400, both problem documents', async () => {
  const large = await raw(`GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(17_000)}\r\n\r\n`);
  expect([large.status, JSON.parse(large.body).code]).toEqual(['HTTP/1.1 431 Request Header Fields Too Large', 'header_too_large']);
  const rubbish = await raw('RUBBISH\r\n\r\n');
  expect([rubbish.status, JSON.parse(rubbish.body).code]).toEqual(['HTTP/1.1 400 Bad Request', 'bad_request']);
});

test('a body is not read before the credential is known', async () => {
  const { status } = await raw(`POST /api/v1/agent/courses/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{"title"`);
  expect(status).toBe('HTTP/1.1 401 Unauthorized');
});

test('a client that leaves in the middle of its body leaves nothing behind', async () => {
  const before = (await org.call('get', 'courses/')).body.count;
  await raw(
    `POST /api/v1/agent/courses/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${org.secret}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"title":"T"}`,
  );
  expect((await org.call('get', 'courses/')).body.count).toBe(before);
});

test('a host that is none does not end up in links', async () => {
  const { status, body } = await org.call('get', 'courses/?page=2', undefined, { Host: 'evil"host' });
  expect([status, body.previous]).toEqual([200, 'http://localhost/api/v1/agent/courses/?page=1']);
});

test('no secret reaches the log', async () => {
  await org.call('get', `courses/?token=${org.secret}`, undefined, { Cookie: `session=${org.secret}` });
  await org.call('post', 'courses/', { title: org.secret, slug: org.secret });
  expect(JSON.stringify(app.log)).not.toContain(org.secret.slice(12));
  expect(app.log.filter((line) => line.msg === 'request').at(-1)).toMatchObject({
    operation: 'createAgentCourse',
    organisation: org.id,
    key: org.keyId,
    status: 400,
    ms: expect.any(Number),
    queries: expect.any(Number),
  });
});
