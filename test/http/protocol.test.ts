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

/** Sends bytes as given and returns the status line and body of the first response. With `waits`, it does not say that no more bytes follow. */
function raw(bytes: string, { waits = false } = {}): Promise<{ status: string; body: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => (waits ? socket.write(bytes) : socket.end(bytes)));
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve({ status: text.split('\r\n', 1)[0] ?? '', body: text.slice(text.indexOf('\r\n\r\n') + 4) }));
  });
}

test('an unknown path returns 404 with a problem document, even without a credential', async () => {
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

test('an undeclared method returns 405 with an Allow header before the credential is checked', async () => {
  const { status, body, headers } = await app.http.delete('/api/v1/agent/whoami/');
  expect([status, body.code, headers.allow]).toEqual([405, 'method_not_allowed', 'GET, HEAD, OPTIONS']);
  expect((await app.http.post('/api/v1/agent/courses/x/')).headers.allow).toBe('GET, PUT, DELETE, PATCH, HEAD, OPTIONS');
});

test('OPTIONS returns the allowed methods', async () => {
  const { status, headers } = await app.http.options('/api/v1/agent/courses/');
  expect([status, headers.allow]).toEqual([204, 'GET, POST, HEAD, OPTIONS']);
});

test('HEAD returns the same as GET without the body', async () => {
  const get = await org.call('get', 'courses/');
  const head = await org.call('head', 'courses/');
  expect([head.status, head.text, head.headers['content-length']]).toEqual([200, undefined, get.headers['content-length']]);
});

test("every response has an X-Request-Id, which is the client's if that is valid and a new one otherwise", async () => {
  expect((await app.http.get('/healthz').set('X-Request-Id', 'mine-1')).headers['x-request-id']).toBe('mine-1');
  for (const rubbish of ['', 'a b', 'x'.repeat(129), '<script>']) {
    expect((await app.http.get('/healthz').set('X-Request-Id', rubbish)).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  }
});

test('private responses forbid caching and carry the security headers', async () => {
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

test('headers above 16 KiB return 431 and malformed HTTP returns 400, both with a problem document', async () => {
  const large = await raw(`GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(17_000)}\r\n\r\n`);
  expect([large.status, JSON.parse(large.body).code]).toEqual(['HTTP/1.1 431 Request Header Fields Too Large', 'header_too_large']);
  const rubbish = await raw('RUBBISH\r\n\r\n');
  expect([rubbish.status, JSON.parse(rubbish.body).code]).toEqual(['HTTP/1.1 400 Bad Request', 'bad_request']);
});

test('the credential is checked before the body is read', async () => {
  const { status } = await raw(`POST /api/v1/agent/courses/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{"title"`);
  expect(status).toBe('HTTP/1.1 401 Unauthorized');
});

test('a request whose client disconnects in the middle of the body changes nothing', async () => {
  const before = (await org.call('get', 'courses/')).body.count;
  await raw(
    `POST /api/v1/agent/courses/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${org.secret}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"title":"T"}`,
  );
  expect((await org.call('get', 'courses/')).body.count).toBe(before);
});

test('an invalid Host header does not appear in links', async () => {
  const { status, body } = await org.call('get', 'courses/?page=2', undefined, { Host: 'evil"host' });
  expect([status, body.previous]).toEqual([200, 'http://localhost/api/v1/agent/courses/?page=1']);
});

test('secrets are never logged', async () => {
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

test('a request with several Host headers returns 400', async () => {
  const { status, body } = await raw('GET /healthz HTTP/1.1\r\nHost: localhost\r\nhOST: evil.example\r\nConnection: close\r\n\r\n');
  expect([status, JSON.parse(body).code]).toEqual(['HTTP/1.1 400 Bad Request', 'bad_request']);
});

test('a target that is an absolute URL is served as its path on its host', async () => {
  const lines = ['Host: other.example', `Authorization: Bearer ${org.secret}`, 'Connection: close'].join('\r\n');
  const { status, body } = await raw(`GET http://lms.example:8080/api/v1/agent/courses/?page_size=1&page=1 HTTP/1.1\r\n${lines}\r\n\r\n`, { waits: true });
  expect(status).toBe('HTTP/1.1 200 OK');
  expect(JSON.parse(body)).toMatchObject({ count: expect.any(Number) });
  const missing = await raw('GET http://lms.example:8080/nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(JSON.parse(missing.body)).toMatchObject({ code: 'not_found', type: 'http://lms.example:8080/problems/not_found' });
});

test('an unknown expectation is ignored', async () => {
  const { status } = await raw('GET /healthz HTTP/1.1\r\nHost: localhost\r\nExpect: miracles\r\nConnection: close\r\n\r\n');
  expect(status).toBe('HTTP/1.1 200 OK');
});
