import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus, newCreator } from '../../support/browser.ts';

let app: TestApp;
let creator: Awaited<ReturnType<typeof newCreator>>;
beforeAll(async () => {
  app = await startTestApp();
  creator = await newCreator(app);
  const { browser } = creator;
  const { body: key } = await expectStatus(201, browser.call('post', 'tenants/api-keys/', { name: 'Agent', scopes: { courses: 'edit' } }));
  await app.http.post('/api/v1/agent/courses/').set('Authorization', `Bearer ${key.secret}`).set('X-Request-Id', 'the-request').send({ title: 'First' });
  await expectStatus(200, browser.call('put', `tenants/api-keys/${key.id}/scopes/`, { courses: 'view' }));
  await expectStatus(204, browser.call('delete', `tenants/api-keys/${key.id}/`));
});
afterAll(() => app.close());

const actions = async (query = '') => (await creator.browser.call('get', `audit-log/${query}`)).body.results.map((change: { action: string }) => change.action);

test('the audit log lists who did what, newest first, with the values before and after', async () => {
  const { body } = await creator.browser.call('get', 'audit-log/');
  expect(body.results).toMatchObject([
    { action: 'api_key.revoked', actor_type: 'user', actor_name: 'Test user', after: null, before: { name: 'Agent' } },
    { action: 'api_key.updated', before: { scopes: { courses: 'edit' } }, after: { scopes: { courses: 'view' } } },
    { action: 'course.created', actor_type: 'api_key', actor_name: 'Agent', request_id: 'the-request', before: null, after: { title: 'First' } },
    { action: 'api_key.created' },
    { action: 'organisation.created' },
  ]);
  expect(body.results[0].ip).toMatch(/^10\./);
});

test('the audit log can be filtered by action, kind of object, actor, object and time, and is paged', async () => {
  expect(await actions('?action=course.created')).toEqual(['course.created']);
  expect(await actions('?action=api_key')).toEqual(['api_key.revoked', 'api_key.updated', 'api_key.created']);
  expect(await actions('?action=api%25')).toEqual([]);
  const { results } = (await creator.browser.call('get', 'audit-log/')).body;
  const course = results[2];
  expect(await actions(`?actor_id=${course.actor_id}`)).toEqual(['course.created']);
  expect(await actions(`?object_id=${course.object_id}`)).toEqual(['course.created']);
  expect(await actions(`?from=${course.created_at}&to=${results[1].created_at}`)).toEqual(['course.created']);
  expect(await actions('?page=2&page_size=2')).toEqual(['course.created', 'api_key.created']);
});

test.each([
  ['page=0', 'page'],
  ['page=x', 'page'],
  ['page_size=201', 'page_size'],
  ['page=1&page=2', 'page'],
  ['actor_id=me', 'actor_id'],
  ['since=yesterday', 'since'],
  ['from=yesterday', 'from'],
  ['colour=red', 'colour'],
])('the query %s is rejected with an error on %s', async (query, field) => {
  const { status, body } = await creator.browser.call('get', `audit-log/?${query}`);
  expect([status, body.errors.map((fault: { field: string }) => fault.field)]).toEqual([400, [field]]);
});

test('the audit log still takes since and until for from and to, says that they are deprecated, and keeps them in the links of its pages', async () => {
  const { results } = (await creator.browser.call('get', 'audit-log/')).body;
  const ask = (query: string) => expectStatus(200, creator.browser.call('get', `audit-log/?${query}`));
  const [old, now] = [
    await ask(`since=${results[2].created_at}&until=${results[0].created_at}`),
    await ask(`from=${results[2].created_at}&to=${results[0].created_at}`),
  ];
  expect(old.body.results).toEqual(now.body.results);
  expect(old.body.results.length).toBeGreaterThan(0);
  expect([old.headers.deprecation, old.headers.sunset]).toEqual(['@1795737600', 'Sat, 01 Jan 2028 00:00:00 GMT']);
  expect([now.headers.deprecation, now.headers.sunset]).toEqual([undefined, undefined]);
  const { body } = await ask(`since=${results.at(-1).created_at}&page_size=1`);
  expect(new URL(body.next).searchParams.get('since')).toBe(results.at(-1).created_at);
});

test('a time that is sent under both of its names is refused, also if it is the same', async () => {
  const time = '2026-11-27T00:00:00Z';
  const { status, body } = await creator.browser.call('get', `audit-log/?from=${time}&since=${time}&to=${time}&until=${time}`);
  expect([status, body.code, body.errors]).toEqual([
    400,
    'validation_error',
    [
      { field: 'since', code: 'not_allowed', message: 'Not allowed with from, which replaces it.' },
      { field: 'until', code: 'not_allowed', message: 'Not allowed with to, which replaces it.' },
    ],
  ]);
});

test('the audit log contains no entries of other organisations', async () => {
  const neighbour = await newCreator(app);
  expect((await neighbour.browser.call('get', 'audit-log/')).body).toMatchObject({ count: 1, results: [{ action: 'organisation.created' }] });
});
