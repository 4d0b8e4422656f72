import { PROBLEMS } from '../../src/http/problems.ts';
import { CONTRACT, startTestApp, type TestApp, withSettings } from '../support/app.ts';
import { newOrganisation } from '../support/organisation.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('/openapi.json returns the contract file, with an ETag that avoids sending it again', async () => {
  const first = await app.http.get('/openapi.json');
  expect([first.status, first.text]).toEqual([200, CONTRACT]);
  expect(first.headers['cache-control']).toBe('public, max-age=300');
  const again = await app.http.get('/openapi.json').set('If-None-Match', first.headers.etag as string);
  expect([again.status, again.text]).toEqual([304, '']);
  expect((await app.http.get('/openapi.json').set('If-None-Match', '"other"')).status).toBe(200);
});

test('the type of an error is the URL of a page that explains its code', async () => {
  const { body } = await app.http.get('/api/v1/agent/whoami/');
  const page = await app.http.get(new URL(body.type).pathname);
  expect([page.status, page.type]).toEqual([200, 'text/html']);
  expect(page.text).toContain('not_authenticated');
});

test('every error code has a page and is listed on /problems, and an unknown code returns 404', async () => {
  const list = (await app.http.get('/problems')).text;
  for (const code of Object.keys(PROBLEMS)) {
    expect(list).toContain(`/problems/${code}"`);
    expect((await app.http.get(`/problems/${code}`)).status).toBe(200);
  }
  expect((await app.http.get('/problems/constructor')).status).toBe(404);
});

test('every error code that the contract mentions is in the catalog', () => {
  const mentioned = new Set([...CONTRACT.matchAll(/[Cc]odes?:? `([a-z_]+)`|code `([a-z_]+)`/g)].map((match) => match[1] ?? match[2]));
  const fieldCodes = new Set([
    'taken',
    'unknown',
    'reserved',
    'invalid',
    'not_allowed',
    'required',
    'format',
    'apex',
    'not_an_image',
    'duplicate',
    'incomplete',
    'out_of_range',
    'below_members',
    'unreachable',
    'too_large',
    'too_many',
    'too_short',
    'not_opened',
    'not_public',
  ]);
  expect([...mentioned].filter((code) => !fieldCodes.has(code as string) && !Object.hasOwn(PROBLEMS, code as string))).toEqual([]);
});

test('/healthz returns 200, and /readyz returns 503 with the failed checks if something is missing', async () => {
  expect((await app.http.get('/healthz')).body).toEqual({ status: 'ok' });
  expect((await app.http.get('/readyz')).body).toEqual({ status: 'ready', checks: {} });
  const away = await startTestApp((services) => ({ ...services, readiness: async () => ({ ready: false, checks: { database: false } }) }));
  const { status, body } = await away.http.get('/readyz');
  expect([status, body]).toEqual([503, { status: 'not_ready', checks: { database: false } }]);
  await away.close();
});

test('/metrics counts requests by operation and status and does not contain ids of organisations', async () => {
  const org = await newOrganisation(app);
  await org.call('get', 'whoami/');
  const { text } = await app.http.get('/metrics');
  expect(text).toMatch(/http_request_duration_seconds_count\{operation="getAgentIdentity",status="200"\} 1/);
  expect(text).not.toContain(org.id);
});

test.each([
  ['forwarded by a proxy on the same machine', { 'X-Forwarded-For': '203.0.113.7' }],
  ['forwarded with the standard header', { Forwarded: 'for=203.0.113.7' }],
  ['that passed through a gateway', { Via: '1.1 gateway' }],
  ['for a public host', { Host: 'lms.example' }],
])('/metrics without a token returns 404 to a request %s', async (_what, headers) => {
  expect((await app.http.get('/metrics').set(headers)).status).toBe(404);
  expect((await app.http.get('/metrics')).status).toBe(200);
});

test('/metrics returns 404 without the token if METRICS_TOKEN is set', async () => {
  const guarded = await startTestApp(withSettings({ metricsToken: 'secret' }));
  expect((await guarded.http.get('/metrics')).status).toBe(404);
  expect((await guarded.http.get('/metrics').set('Authorization', 'Bearer wrong')).status).toBe(404);
  expect((await guarded.http.get('/metrics').set('Authorization', 'Bearer secret')).status).toBe(200);
  await guarded.close();
});
