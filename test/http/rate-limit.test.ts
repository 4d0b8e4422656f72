import { operationTable } from '../../generated/operations.ts';
import { MemoryWindow } from '../../src/platform/limits/sliding-window.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { newOrganisation, type TestOrganisation } from '../support/organisation.ts';

let app: TestApp;
let org: TestOrganisation;
beforeAll(async () => {
  app = await startTestApp((services) => ({
    ...services,
    limits: new MemoryWindow(services.ports.clock),
    settings: { ...services.settings, agentQuota: { limit: 3, windowSeconds: 3600 } },
  }));
});
beforeEach(async () => {
  org = await newOrganisation(app);
});
afterAll(() => app.close());

const whoami = (secret = org.secret) => app.http.get('/api/v1/agent/whoami/').set('Authorization', `Bearer ${secret}`);

test('every response states the remaining quota, and a request above the quota returns 429 with the seconds to wait', async () => {
  for (const left of [2, 1, 0]) {
    const { status, headers } = await whoami();
    expect([status, headers['ratelimit-policy'], headers.ratelimit]).toEqual([200, '"agent";q=3;w=3600', `"agent";r=${left};t=3600`]);
    expect(headers['retry-after']).toBeUndefined();
  }
  const { status, body, headers } = await whoami();
  expect([status, body.code, headers['retry-after'], headers.ratelimit]).toEqual([429, 'throttled', '3600', '"agent";r=0;t=3600']);
});

test('each request stops counting one hour after it was made, and the seconds to wait are rounded up', async () => {
  await whoami();
  app.clock.advance(1_800_000);
  await whoami();
  await whoami();
  app.clock.advance(1_799_001);
  expect((await whoami()).headers['retry-after']).toBe('1');
  app.clock.advance(999);
  expect((await whoami()).status).toBe(200);
  const refused = await whoami();
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1800']);
});

test('a throttled request is not counted, but a request rejected for its scope, body or path is', async () => {
  const { secret } = await org.newKey({ scopes: { courses: 'edit' } });
  const call = (method: 'get' | 'post', path: string) => app.http[method](`/api/v1/agent/${path}`).set('Authorization', `Bearer ${secret}`);
  expect((await call('get', 'org-settings/')).status).toBe(403);
  expect((await call('post', 'courses/')).status).toBe(400);
  expect((await call('get', 'courses/x/')).status).toBe(404);
  for (let number = 0; number < 5; number++) expect((await call('get', 'org-settings/')).status).toBe(429);
  app.clock.advance(3_600_000);
  expect((await whoami(secret)).status).toBe(200);
});

test('each API key has its own quota, and a request with an unknown key does not count against any', async () => {
  const other = await org.newKey();
  for (let number = 0; number < 4; number++) await whoami();
  await whoami(`${other.secret.slice(0, -1)}!`);
  expect((await whoami(other.secret)).headers.ratelimit).toBe('"agent";r=2;t=3600');
});

test('exactly as many concurrent requests succeed as the quota allows', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => whoami()));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(3);
});

test.each(Object.entries(operationTable).filter(([, row]) => row.surface === 'agent'))(
  '%s returns 429 above the quota before it checks scope, body or object',
  async (_id, row) => {
    for (let number = 0; number < 3; number++) await whoami();
    const { status, body, headers } = await app.http[row.method](row.path.replaceAll(/\{[^}]+\}/g, 'x')).set('Authorization', `Bearer ${org.secret}`);
    expect([status, body.code]).toEqual([429, 'throttled']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  },
);
