import openapiTS, { astToString } from 'openapi-typescript';
import { operationsOf as entriesOf, isAgent } from '../../../scripts/contract/document.ts';
import { type ContractPart, contractPart, type ServedDocument, type Surface } from '../../../src/http/contract/contract-part.ts';
import { takeInternal } from '../../../src/http/quotas.ts';
import type { SlidingWindow } from '../../../src/platform/limits/sliding-window.ts';
import { CONTRACT, startTestApp, type TestApp } from '../../support/app.ts';

const whole = JSON.parse(CONTRACT) as ServedDocument;
const tagNames = (whole.tags ?? []).map(({ name }) => name);
const operationsOf = (document: ServedDocument) => entriesOf(document as Parameters<typeof entriesOf>[0]).map(({ operation }) => operation);
const surfaceOf = (operation: Parameters<typeof isAgent>[0]): Surface => (isAgent(operation) ? 'agent' : 'session');

let app: TestApp;
let limits: SlidingWindow;
beforeAll(async () => {
  app = await startTestApp((services) => {
    limits = services.limits;
    return services;
  });
});
afterAll(() => app.close());

const part = (query: string) => app.http.get(`/openapi.json?${query}`);

/** What a document lacks, and what it has that nothing refers to. */
function faultsOf(document: ServedDocument): string[] {
  const defined = Object.entries(document.components ?? {}).flatMap(([kind, named]) => Object.keys(named).map((name) => `#/components/${kind}/${name}`));
  const { components = {}, ...rest } = document;
  const schemes = new Set(operationsOf(document).flatMap(({ security = [] }) => security.flatMap((requirement) => Object.keys(requirement))));
  const referred = new Set([
    ...(JSON.stringify(document).match(/"#\/[^"]+"/g) ?? []).map((text) => JSON.parse(text) as string),
    ...[...schemes].map((name) => `#/components/securitySchemes/${name}`),
  ]);
  const used = new Set(operationsOf(document).flatMap(({ tags = [] }) => tags));
  for (const item of Object.values(document.webhooks ?? {})) for (const tag of item && 'post' in item ? (item.post?.tags ?? []) : []) used.add(tag);
  const quotas = new Set(operationsOf(document).flatMap((operation) => (operation['x-quota'] ?? []).map(({ name }) => name)));
  const grouped = (rest['x-tagGroups'] ?? []).flatMap(({ tags }) => tags);
  return [
    ...[...referred].filter((place) => !defined.includes(place)).map((place) => `${place} leads nowhere`),
    ...defined.filter((place) => !referred.has(place)).map((place) => `nothing refers to ${place}`),
    ...[...used].filter((tag) => !rest.tags?.some(({ name }) => name === tag)).map((tag) => `the tag ${tag} is missing`),
    ...(rest.tags ?? []).filter(({ name }) => !used.has(name) || !grouped.includes(name)).map(({ name }) => `the tag ${name} is unused, or in no group`),
    ...grouped.filter((tag) => !used.has(tag)).map((tag) => `the group of ${tag} names it without need`),
    ...[...quotas].filter((name) => !(name in (rest['x-quotas'] ?? {}))).map((name) => `the quota ${name} is missing`),
    ...Object.keys(rest['x-quotas'] ?? {})
      .filter((name) => !quotas.has(name))
      .map((name) => `the quota ${name} is unused`),
    ...Object.entries(components).flatMap(([kind, named]) => (Object.keys(named).length ? [] : [`${kind} is empty`])),
  ];
}

const PARTS: [string, ContractPart][] = [
  ['the agent surface', { surface: 'agent', tags: null }],
  ['the session surface', { surface: 'session', tags: null }],
  ['courses and lessons', { surface: null, tags: ['Courses', 'Lessons'] }],
  ['courses of both surfaces', { surface: null, tags: ['Agent courses', 'Courses'] }],
  ...tagNames.map((name): [string, ContractPart] => [name, { surface: null, tags: [name] }]),
];

test.each(PARTS)('the part of %s has its operations, whatever they refer to, and nothing else', (_what, { surface, tags }) => {
  const document = contractPart(whole, { surface, tags });
  const wanted = operationsOf(whole).filter(
    (operation) => (surface === null || surfaceOf(operation) === surface) && (tags === null || operation.tags?.some((tag) => tags.includes(tag))),
  );
  expect(operationsOf(document)).toEqual(wanted);
  expect(faultsOf(document)).toEqual([]);
});

test('events come with the tag of webhook endpoints and with the session surface, and the routes of a web application with the whole session surface', () => {
  const has = (wanted: ContractPart) => {
    const document = contractPart(whole, wanted);
    return [Object.keys(document.webhooks ?? {}).length > 0, 'x-web-app-routes' in document, (document.info.description ?? '').includes('## Web application')];
  };
  expect(has({ surface: 'session', tags: null })).toEqual([true, true, true]);
  expect(has({ surface: 'agent', tags: null })).toEqual([false, false, false]);
  expect(has({ surface: null, tags: ['Webhook endpoints'] })).toEqual([true, false, false]);
  expect(has({ surface: null, tags: ['Courses'] })).toEqual([false, false, false]);
});

/** openapi-typescript lints what it reads with redocly, and throws if it is not valid OpenAPI. */
test.each([
  ['surface=agent', 'getAgentIdentity', 'listCourses'],
  ['tags=Reference%20data,Webhook%20endpoints', 'listCurrencies', 'getAgentIdentity'],
])('/openapi.json?%s is valid OpenAPI, from which types are generated', async (query, has, lacks) => {
  const types = astToString(await openapiTS((await part(query)).body));
  expect(types).toContain(`operations["${has}"]`);
  expect(types).not.toContain(`operations["${lacks}"]`);
});

test('/openapi.json returns the part that the query names, with the same ETag for every order of the tags and from every process', async () => {
  const first = await part('tags=Lessons,Courses&surface=session');
  expect([first.status, first.type, first.headers['cache-control']]).toEqual([200, 'application/json', 'public, max-age=300']);
  expect(first.body).toEqual(contractPart(whole, { surface: 'session', tags: ['Courses', 'Lessons'] }));
  const beside = await startTestApp(undefined, { beside: app });
  const other = await beside.http.get('/openapi.json?surface=session&tags=Courses%2C%20Lessons,Courses');
  await beside.close();
  expect(other.headers.etag).toBe(first.headers.etag);
  expect((await part('surface=agent')).headers.etag).not.toBe(first.headers.etag);
});

test('a part is sent compressed, and not again to a client that has it', async () => {
  const { headers } = await part('surface=agent').set('Accept-Encoding', 'gzip, br');
  expect([headers['content-encoding'], headers.vary]).toEqual(['br', 'Accept-Encoding']);
  const again = await part('surface=agent')
    .set('Accept-Encoding', 'gzip, br')
    .set('If-None-Match', headers.etag as string);
  expect([again.status, again.text]).toEqual([304, '']);
});

test.each([
  ['surface=agents', 'surface', 'not_a_choice', 'Must be one of: agent, session.'],
  ['surface=', 'surface', 'not_a_choice', 'Must be one of: agent, session.'],
  ['tags=Courses,Lesons', 'tags', 'unknown', 'The contract has no tag "Lesons".'],
  ['tags=Courses,agent%20LESSONS', 'tags', 'unknown', 'The contract has no tag "agent LESSONS"; did you mean "Agent lessons"?'],
  ['tags=', 'tags', 'unknown', 'List tags in the contract, separated by commas, such as Courses,Lessons.'],
  ['tags=Courses,', 'tags', 'unknown', 'List tags in the contract, separated by commas, such as Courses,Lessons.'],
  ['tags=__proto__', 'tags', 'unknown', 'The contract has no tag "__proto__".'],
  ['surface=agent&tags=Courses', 'tags', 'unknown', 'The tag "Courses" belongs to the session surface.'],
  ['tag=Courses', 'tag', 'unknown_field', 'Unknown parameter.'],
  ['tags=Courses&tags=Lessons', 'tags', 'repeated', 'Must be sent only once.'],
])('/openapi.json?%s is refused with what is wrong', async (query, field, code, message) => {
  const { status, type, body, headers } = await part(query);
  expect([status, type, body.code, body.errors]).toEqual([400, 'application/problem+json', 'validation_error', [{ field, code, message }]]);
  expect(headers['cache-control']).toBe('private, no-store');
});

test('one address may have 60 different parts made in five minutes, and read those that are made as often as it wants', async () => {
  const from = (query: string) => part(query).set('X-Forwarded-For', '203.0.113.60');
  expect((await from('tags=Billing')).status).toBe(200);
  for (let made = 0; made < 60; made++) await takeInternal(limits, 'contract_part', '203.0.113.60').catch(() => {});
  const { status, body, headers } = await from('tags=Consent');
  expect([status, body.code]).toEqual([429, 'throttled']);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect((await from('tags=Billing')).status).toBe(200);
  expect((await part('tags=Consent')).status).toBe(200);
});

test('one address may have 200 pages of the reference made in five minutes, whatever hosts it names, and read those that are made', async () => {
  const from = (host: string) => app.http.get('/docs/reference/reference-data').set({ Host: host, 'X-Forwarded-For': '203.0.113.61' });
  expect((await from('one.example')).status).toBe(200);
  for (let made = 0; made < 200; made++) await takeInternal(limits, 'reference_page', '203.0.113.61').catch(() => {});
  const { status, body } = await from('other.example');
  expect([status, body.code]).toEqual([429, 'throttled']);
  expect((await from('one.example')).status).toBe(200);
});
