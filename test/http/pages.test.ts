import { once } from 'node:events';
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Document, operationsOf } from '../../scripts/contract/document.ts';
import { PROBLEMS } from '../../src/http/problems.ts';
import { CONTRACT, startTestApp, type TestApp, withSettings } from '../support/app.ts';
import { newOrganisation } from '../support/organisation.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

interface Raw {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Requests a page without decoding it. */
async function raw(path: string, headers: Record<string, string>): Promise<Raw> {
  const [response] = (await once(get(`${app.url}${path}`, { headers }), 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(await response.toArray()) };
}

const decoders = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body };

describe.each(['/openapi.json', '/docs', '/docs/reference.js'])('%s', (path) => {
  test.each(Object.entries(decoders))('is sent as %s to a client that accepts only this, with an ETag that avoids sending it again', async (coding, decode) => {
    const plain = await raw(path, { 'Accept-Encoding': 'identity' });
    const first = await raw(path, { 'Accept-Encoding': coding });
    expect([first.status, first.headers['content-encoding'] ?? 'identity', first.headers.vary]).toEqual([200, coding, 'Accept-Encoding']);
    expect(decode(first.body).equals(plain.body)).toBe(true);
    const etag = first.headers.etag as string;
    const again = await raw(path, { 'Accept-Encoding': coding, 'If-None-Match': etag });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
    const others = Object.keys(decoders).filter((other) => other !== coding);
    for (const other of others) expect((await raw(path, { 'Accept-Encoding': other, 'If-None-Match': etag })).status).toBe(200);
  });

  test('is sent with brotli to a browser, which also accepts gzip', async () => {
    const { headers } = await raw(path, { 'Accept-Encoding': 'gzip, deflate, br, zstd' });
    expect(headers['content-encoding']).toBe('br');
    expect(headers['cache-control']).toMatch(/^public, max-age=/);
  });
});

test('/openapi.json returns the contract of the repository where the QA operations are open', async () => {
  expect((await app.http.get('/openapi.json')).body).toEqual(JSON.parse(CONTRACT));
});

test('/openapi.json has no QA operations where they are closed, and neither a tag nor a group that only these have', async () => {
  const closed = await startTestApp(withSettings({ qaHelpers: false }));
  const served = (await closed.http.get('/openapi.json')).body as Document;
  await closed.close();
  const all = operationsOf(JSON.parse(CONTRACT));
  const shown = operationsOf(served).map(({ operation }) => operation);
  expect(shown.length).toBeLessThan(all.length);
  expect(shown.map(({ operationId }) => operationId)).toEqual(all.filter(({ operation }) => !operation['x-qa']).map(({ operation }) => operation.operationId));
  expect(served.tags?.map(({ name }) => name).sort()).toEqual([...new Set(shown.flatMap(({ tags }) => tags))].sort());
  expect(JSON.stringify((served as { 'x-tagGroups'?: unknown })['x-tagGroups'] ?? [])).not.toContain('QA');
});

test('/openapi.json has no component that only QA operations use where these are closed, and all others', async () => {
  const closed = await startTestApp(withSettings({ qaHelpers: false }));
  const { body } = await closed.http.get('/openapi.json');
  await closed.close();
  const namesIn = (contract: Document) =>
    Object.entries(contract.components).flatMap(([kind, named]) => Object.keys(named as object).map((name) => `#/components/${kind}/${name}`));
  const whole = JSON.parse(CONTRACT) as Document;
  const referred = (contract: Document) => new Set(JSON.stringify(contract).match(/#\/components\/[\w./-]+/g));
  const [before, after] = [referred(whole), referred(body)];
  const left = namesIn(whole).filter((name) => !namesIn(body).includes(name));
  expect(left).toContain('#/components/schemas/StorageBallastWrite');
  expect(left.filter((name) => after.has(name))).toEqual([]);
  expect(namesIn(body).filter((name) => before.has(name) && !after.has(name))).toEqual([]);
});

test('/openapi.json names PUBLIC_URL as its server where it is set', async () => {
  const named = await startTestApp(withSettings({ publicUrl: 'https://learn.example.org' }));
  expect((await named.http.get('/openapi.json')).body.servers).toEqual([{ url: 'https://learn.example.org' }]);
  await named.close();
});

test('the API reference fills in the API key of the demo for readers on this machine only', async () => {
  const demo = await startTestApp((services) => ({ ...services, demoKey: () => 'lms_demo' }));
  expect((await demo.http.get('/docs/start.js')).text).toContain('lms_demo');
  expect((await demo.http.get('/docs/start.js').set('X-Forwarded-For', '203.0.113.7')).text).not.toContain('lms_demo');
  await demo.close();
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
    'public_suffix',
    'mail_provider',
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
    'too_early',
    'not_public',
    'slot_required',
    'unprintable',
    'anonymous',
    'currency_not_chargeable',
    'below_uses',
    'empty',
    'not_in_encoding',
    'outdated',
    'needs_account',
    'invalid_vat_id',
    'invalid_character',
    'own_post',
    'blank',
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

test('/metrics returns 401 without the token if METRICS_TOKEN is set, and says which', async () => {
  const guarded = await startTestApp(withSettings({ metricsToken: 'secret' }));
  const { status, body, headers } = await guarded.http.get('/metrics');
  expect([status, body.code, headers['www-authenticate']]).toEqual([401, 'not_authenticated', expect.stringMatching(/^Bearer/)]);
  expect(body.detail).toContain('METRICS_TOKEN');
  expect((await guarded.http.get('/metrics').set('Authorization', 'Bearer wrong')).status).toBe(401);
  expect((await guarded.http.get('/metrics').set('Authorization', 'Bearer secret')).status).toBe(200);
  await guarded.close();
});
