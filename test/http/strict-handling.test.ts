import { type OperationId, operationTable } from '../../generated/operations.ts';
import type { OperationRow } from '../../src/http/contract/operation-row.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { newOrganisation, type TestOrganisation } from '../support/organisation.ts';

let app: TestApp;
let org: TestOrganisation;
beforeAll(async () => {
  app = await startTestApp();
  org = await newOrganisation(app);
});
afterAll(() => app.close());

const STRICT = { Prefer: 'handling=strict' };
const OPERATIONS = (Object.entries(operationTable) as [OperationId, OperationRow][]).filter(([, row]) => row.surface === 'agent');
const NOBODY = '01890000-0000-7000-8000-000000000000';

const fieldsOf = ({ body }: { body: { errors: { field: string; code: string }[] } }) => body.errors.map(({ field, code }) => `${field}: ${code}`).sort();

test.each(OPERATIONS)('%s refuses an unknown parameter with 400 if the client prefers strict handling, and only then', async (_id, { method, path }) => {
  const url = `${path.replace('/api/v1/agent/', '').replaceAll(/\{\w+\}/g, NOBODY)}?colour=blue`;
  const fields = { title: 'T', updated_at: '2026-01-31T00:00:00.000Z', operations: [{ operation: 'getAgentIdentity' }] };
  const body = method === 'post' || method === 'put' || method === 'patch' ? fields : undefined;
  const [lenient, strict] = [await org.call(method, url, body), await org.call(method, url, body, STRICT)];
  expect([lenient.status === 400, lenient.headers['preference-applied']]).toEqual([false, undefined]);
  expect([strict.status, strict.headers['preference-applied']]).toEqual([400, 'handling=strict']);
  expect(fieldsOf(strict)).toContain('colour: unknown_field');
});

test('strict handling refuses list values that are otherwise corrected, all at once', async () => {
  const url = 'courses/?page=0&page_size=1000&ordering=colour&page_size=3';
  expect((await org.call('get', url)).status).toBe(200);
  expect(fieldsOf(await org.call('get', url, undefined, STRICT))).toEqual(['ordering: not_a_choice', 'page: out_of_range', 'page_size: repeated']);
});

test('strict handling refuses a filter by a status that no course can have, which otherwise matches nothing', async () => {
  await org.call('post', 'courses/', { title: 'T' });
  const lenient = await org.call('get', 'courses/?status=publised');
  expect([lenient.status, lenient.body.count]).toEqual([200, 0]);
  const strict = await org.call('get', 'courses/?status=publised', undefined, STRICT);
  expect([strict.status, fieldsOf(strict)]).toEqual([400, ['status: not_a_choice']]);
  expect((await org.call('get', 'courses/?status=draft', undefined, STRICT)).body.count).toBeGreaterThan(0);
});

test('strict handling refuses unknown fields of a body together with its other faults, and changes nothing', async () => {
  const count = async () => (await org.call('get', 'courses/')).body.count;
  const before = await count();
  const strict = await org.call('post', 'courses/', { title: '', colour: 'blue', size: 1 }, STRICT);
  expect([strict.status, fieldsOf(strict)]).toEqual([400, ['colour: unknown_field', 'size: unknown_field', 'title: blank']]);
  const form = await app.http.post('/api/v1/agent/courses/').set('Authorization', `Bearer ${org.secret}`).set(STRICT).type('form').send('title=T&colour=blue');
  expect([form.status, fieldsOf(form)]).toEqual([400, ['colour: unknown_field']]);
  expect(await count()).toBe(before);
  expect((await org.call('post', 'courses/', { title: 'T', colour: 'blue' })).status).toBe(201);
});

test('a request without faults succeeds under strict handling, and its response confirms the preference', async () => {
  const made = await org.call('post', 'courses/', { title: 'T' }, STRICT);
  expect([made.status, made.headers['preference-applied']]).toEqual([201, 'handling=strict']);
});

test.each([
  ['handling=strict', true],
  ['respond-async, Handling = "strict"; because="of tests", wait=5', true],
  ['handling=lenient', false],
  ['handling=lenient, handling=strict', false],
  ['handling', false],
  ['strict', false],
  ['', false],
])('the preference %j counts as strict: %s', async (prefer, isStrict) => {
  const { status } = await org.call('get', 'courses/?colour=blue', undefined, { Prefer: prefer });
  expect(status).toBe(isStrict ? 400 : 200);
});
