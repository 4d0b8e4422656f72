import { MemoryWindow } from '../../../src/platform/limits/sliding-window.ts';
import { startTestApp, type TestApp, withSettings } from '../../support/app.ts';
import { newOrganisation, type TestOrganisation } from '../../support/organisation.ts';

let app: TestApp;
let org: TestOrganisation;
beforeAll(async () => {
  app = await startTestApp();
  org = await newOrganisation(app);
});
afterAll(() => app.close());

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

const post = (headers: Record<string, string | null> = {}, message: unknown = LIST, { http } = app, { secret } = org) => {
  const test = http.post('/mcp').set({ Accept: 'application/json, text/event-stream', Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' });
  for (const [name, value] of Object.entries(headers)) value === null ? test.unset(name) : test.set(name, value);
  return test.send(typeof message === 'string' ? message : JSON.stringify(message));
};
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

test('a message is answered without a session, and the answer is for nobody else', async () => {
  const { status, headers, text } = await post();
  expect([status, headers['cache-control'], headers['mcp-session-id'], headers['x-content-type-options']]).toEqual([
    200,
    'private, no-store',
    undefined,
    'nosniff',
  ]);
  expect(text).toContain('"listAgentCourses"');
  expect(
    (
      await app.http
        .post('/mcp/')
        .set({ Authorization: `Bearer ${org.secret}` })
        .send(LIST)
    ).status,
  ).not.toBe(404);
});

test.each(['get', 'put', 'delete'] as const)('%s is refused with 405, which names the methods', async (method) => {
  const { status, body, headers } = await app.http[method]('/mcp').set('Authorization', `Bearer ${org.secret}`);
  expect([status, body.code, headers.allow]).toEqual([405, 'method_not_allowed', 'POST, OPTIONS']);
});

test('OPTIONS names the methods and permits no other site', async () => {
  const { status, headers } = await app.http.options('/mcp').set('Origin', 'https://evil.example');
  expect([status, headers.allow, headers['access-control-allow-origin']]).toEqual([204, 'POST, OPTIONS', undefined]);
});

test.each([
  ['no credential', null],
  ['another scheme', 'Basic abc'],
  ['an unknown key', 'Bearer lms_0000'],
])('%s returns 401 before the body is read', async (_what, authorization) => {
  const { status, body, headers } = await post({ Authorization: authorization }, 'no JSON');
  expect([status, body.type]).toEqual([401, expect.stringContaining('/problems/')]);
  expect(headers['www-authenticate']).toMatch(/^Bearer realm=/);
});

test.each([
  ['another name', { Host: 'rebound.example' }],
  ['a name that ends like one of this machine', { Host: 'notlocalhost' }],
  ['another origin', { Origin: 'https://evil.example' }],
  ['a hidden origin', { Origin: 'null' }],
  ['the same name under another port', { Host: 'localhost:3000', Origin: 'http://localhost:4000' }],
])('a request with %s is refused', async (_what, headers) => {
  expect(outcome(await post(headers as Record<string, string>))).toEqual([403, 'csrf_failed']);
});

test.each([
  ['a name of this machine', { Host: 'localhost:3000' }],
  ['an address', { Host: '192.0.2.7' }],
  ['an address of IPv6', { Host: '[::1]:3000' }],
  ['its own origin', { Host: 'localhost:3000', Origin: 'http://localhost:3000' }],
])('a request with %s is answered', async (_what, headers) => {
  expect((await post(headers as Record<string, string>)).status).toBe(200);
});

test('the host of PUBLIC_URL and those below it are those of the service', async () => {
  const public_ = await startTestApp(withSettings({ publicUrl: 'https://learn.example.org' }));
  const school = await newOrganisation(public_);
  const at = async (Host: string) => (await post({ Host }, LIST, public_, school)).status;
  expect([await at('learn.example.org'), await at('harbour.learn.example.org'), await at('example.org'), await at('evil-learn.example.org')]).toEqual([
    200, 200, 403, 403,
  ]);
  const from = async (Origin: string) => (await post({ Host: 'learn.example.org', Origin }, LIST, public_, school)).status;
  expect([await from('https://learn.example.org'), await from('http://learn.example.org'), await from('https://other.learn.example.org')]).toEqual([
    200, 403, 403,
  ]);
  await public_.close();
});

test.each([
  ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }, 'a=b', 415, 'unsupported_media_type'],
  ['a body above 1 MiB', {}, `"${'x'.repeat(1024 * 1024)}"`, 413, 'payload_too_large'],
  ['no JSON', {}, '{', 400, 'validation_error'],
  ['nesting that is too deep', {}, { ...LIST, params: { _meta: JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) } }, 400, 'validation_error'],
  ['no body', {}, '', 400, 'bad_request'],
  ['several messages', {}, [LIST, LIST], 400, 'bad_request'],
])('%s is refused', async (_what, headers, message, status, code) => {
  expect(outcome(await post(headers as Record<string, string>, message))).toEqual([status, code]);
});

test.each([7, {}, { jsonrpc: '2.0', id: 1 }, { jsonrpc: '1.0', id: 1, method: 'tools/list' }])(
  'the message %j is an error of the protocol',
  async (message) => {
    const { status, body } = await post({}, message);
    expect([status, body.jsonrpc, typeof body.error.code]).toEqual([400, '2.0', 'number']);
  },
);

test('the messages of a key are limited, besides its calls', async () => {
  const limited = await startTestApp((services) => ({ ...services, limits: new MemoryWindow(services.ports.clock) }));
  const school = await newOrganisation(limited);
  const other = await newOrganisation(limited);
  for (let sent = 0; sent < 600; sent++) await post({ Accept: 'text/plain' }, LIST, limited, school);
  const { status, body, headers } = await post({}, LIST, limited, school);
  expect([status, body.code, headers['retry-after']]).toEqual([429, 'throttled', '300']);
  expect((await post({}, LIST, limited, other)).status).toBe(200);
  await limited.close();
});
