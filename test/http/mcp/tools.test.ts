import { toolList } from '../../../generated/mcp-tools.ts';
import { type OperationId, operationTable } from '../../../generated/operations.ts';
import type { OperationRow } from '../../../src/http/contract/operation-row.ts';
import { MemoryWindow } from '../../../src/platform/limits/sliding-window.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { connectMcp, type McpSession, PROTOCOLS } from '../../support/mcp.ts';
import { newOrganisation, type TestOrganisation } from '../../support/organisation.ts';

let app: TestApp;
let org: TestOrganisation;
let session: McpSession;
beforeAll(async () => {
  app = await startTestApp();
  org = await newOrganisation(app);
  session = await connectMcp(app, org.secret);
});
afterAll(async () => {
  await session.close();
  await app.close();
});

const OPERATIONS = (Object.entries(operationTable) as [OperationId, OperationRow][]).filter(([, row]) => row.surface === 'agent' && !row.batch);
const DESCRIBE = 'describe_lesson_content';
const CONTENT_TYPES = ['assignment', 'document', 'embed', 'lesson', 'quiz', 'video'];

const faultsOf = (body: { errors: { field: string; code: string }[] }) => body.errors.map(({ field, code }) => `${field}: ${code}`).sort();
const namesFor = async (secret: string) => {
  const { client, close } = await connectMcp(app, secret);
  const { tools } = await client.listTools();
  await close();
  return tools.map(({ name }) => name).sort();
};

test.each(PROTOCOLS)('a client of protocol %s sees a tool for each operation of the agent surface except the batch, in at most 40 KB', async (protocol) => {
  const { client, close } = await connectMcp(app, org.secret, protocol);
  expect(client.getNegotiatedProtocolVersion()).toBe(protocol);
  const answer = await client.listTools();
  expect(answer.tools.map(({ name }) => name).sort()).toEqual([...OPERATIONS.map(([id]) => id), DESCRIBE].sort());
  expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(40_000);
  expect(client.getInstructions()).toContain('stale_lesson');
  await close();
});

test.each(OPERATIONS)('the tool %s says what its method does, and names its ids after what they identify', (id, { method, path, body, idempotent }) => {
  const { annotations, inputSchema } = toolList.find(({ name }) => name === id) as (typeof toolList)[number];
  expect(annotations).toEqual({
    readOnlyHint: method === 'get',
    destructiveHint: ['put', 'patch', 'delete'].includes(method),
    idempotentHint: ['get', 'put', 'delete'].includes(method),
    openWorldHint: false,
  });
  const ids = ['course', 'chapter', 'lesson'].filter((name) => path.includes(`/${name}s/{`)).map((name) => `${name}_id`);
  expect(inputSchema.required).toEqual([...ids, ...(body ? ['body'] : [])]);
  expect(['idempotency_key' in inputSchema.properties, JSON.stringify(inputSchema).includes('$ref')]).toEqual([idempotent === true, false]);
});

test('no schema of a tool has several types in one place, which not every program that passes tools to a model understands', () => {
  expect(JSON.stringify(toolList).match(/"type":\[[^\]]*\]/g)).toBeNull();
  const { body } = toolList.find(({ name }) => name === 'createAgentLesson')?.inputSchema.properties ?? {};
  expect(body).toMatchObject({ properties: { opens_day_offset: { anyOf: [{ type: 'integer', minimum: 0 }, { type: 'null' }] } } });
});

test('a key sees the tools that its scopes permit, and calling another one returns what the operation responds with', async () => {
  const { secret } = await org.newKey({ scopes: { courses: 'view' } });
  expect(await namesFor(secret)).toEqual(['getAgentCourse', 'getAgentIdentity', 'listAgentCourses']);
  const reader = await org.newKey({ scopes: { lessons: 'view' } });
  expect(await namesFor(reader.secret)).toEqual([DESCRIBE, 'getAgentIdentity', 'getAgentLesson', 'listAgentLessons'].sort());
  const { use, client, close } = await connectMcp(app, secret);
  const { isError, body } = await use('createAgentCourse', { body: { title: 'T' } });
  expect([isError, body.status, body.code]).toEqual([true, 403, 'permission_denied']);
  expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual(['lms://courses']);
  await close();
});

test('a tool acts in the organisation of the key only, and the audit log names the key', async () => {
  const { id: keyId, secret } = await org.newKey();
  const { use, close } = await connectMcp(app, secret);
  const { body: course } = await use('createAgentCourse', { body: { title: 'By a model' } });
  expect((await org.call('get', `courses/${course.id}/`)).body).toEqual(course);
  const audit = await app.database.db.selectFrom('audit_log').selectAll().where('organisation_id', '=', org.id).where('object_id', '=', course.id).execute();
  expect(audit).toMatchObject([{ action: 'course.created', actor_type: 'api_key', actor_id: keyId, organisation_id: org.id }]);
  const neighbour = await connectMcp(app, (await newOrganisation(app)).secret);
  const { isError, body } = await neighbour.use('getAgentCourse', { course_id: course.id });
  expect([isError, body.code]).toEqual([true, 'not_found']);
  expect((await use('deleteAgentCourse', { course_id: course.id })).texts).toEqual(['Done.']);
  await Promise.all([close(), neighbour.close()]);
});

test('the model reads the problem document of the operation and nothing else, with all faults at once', async () => {
  const { isError, texts, body } = await session.use('createAgentCourse', { body: { title: '', colour: 'blue', level: 'expert' } });
  const { body: direct } = await org.call('post', 'courses/', { title: '', colour: 'blue', level: 'expert' }, { Prefer: 'handling=strict' });
  expect([isError, texts.length]).toEqual([true, 1]);
  expect({ ...body, request_id: '' }).toEqual({ ...direct, request_id: '' });
  expect(faultsOf(body)).toEqual(['colour: unknown_field', 'level: not_a_choice', 'title: blank']);
});

test.each([
  ['listAgentCourses', { page: 0, page_size: 1000, ordering: 'colour' }, ['ordering: not_a_choice', 'page: out_of_range', 'page_size: out_of_range']],
  ['listAgentCourses', { colour: 'blue' }, ['colour: unknown_field']],
  ['getAgentCourse', {}, ['course_id: required']],
  ['getAgentCourse', { course_id: 7, id: 'x' }, ['course_id: type', 'id: unknown_field']],
  ['getAgentCourse', { course_id: 'x'.repeat(201) }, ['course_id: type']],
  ['getAgentCourse', { course_id: '' }, ['course_id: type']],
  ['createAgentCourse', { title: 'T' }, ['body: required', 'title: unknown_field']],
  ['createAgentCourse', { body: { title: 'T\0' } }, ['title: encoding']],
  ['createAgentCourse', { body: { title: 'T' }, idempotency_key: 'a b' }, ['Idempotency-Key: format']],
])('%s refuses the arguments %j', async (tool, given, faults) => {
  const { isError, body } = await session.use(tool, given);
  expect([isError, body.code, faultsOf(body)]).toEqual([true, 'validation_error', faults]);
});

test.each([null, 7, 'title', [{ title: 'T' }]])('a body that is %j is refused', async (given) => {
  const { isError, body } = await session.use('createAgentCourse', { body: given });
  expect([isError, body.status, body.code]).toEqual([true, 400, 'validation_error']);
});

test.each(['..', '.', 'a/b', '%2e%2e', '?page=1', '#'])('the id %s reaches no other operation', async (id) => {
  const { isError, body } = await session.use('getAgentCourse', { course_id: id });
  expect([isError, body.status, body.code]).toEqual([true, 404, 'not_found']);
});

test('a call that is repeated with its idempotency key is carried out once', async () => {
  const call = { body: { title: 'Once' }, idempotency_key: 'a-random-value' };
  const [first, second] = [await session.use('createAgentCourse', call), await session.use('createAgentCourse', call)];
  expect(second).toEqual(first);
  const other = await session.use('createAgentCourse', { ...call, body: { title: 'Twice' } });
  expect([other.isError, other.body.status]).toEqual([true, 400]);
});

test('calls and requests use up the same limit of the key, and calls beyond it return the problem', async () => {
  const limited = await startTestApp((services) => ({
    ...services,
    limits: new MemoryWindow(services.ports.clock),
    settings: { ...services.settings, agentQuota: { limit: 3, windowSeconds: 3600 } },
  }));
  const { secret, call } = await newOrganisation(limited);
  const { use, close } = await connectMcp(limited, secret);
  expect((await call('get', 'whoami/')).headers.ratelimit).toBe('"agent";r=2;t=3600');
  for (const _time of [1, 2]) expect((await use('getAgentIdentity')).isError).toBe(false);
  const { isError, body } = await use('getAgentIdentity');
  expect([isError, body.status, body.code, body.detail]).toEqual([true, 429, 'throttled', expect.stringContaining('3600 s')]);
  expect((await call('get', 'whoami/')).status).toBe(429);
  await close();
  await limited.close();
});

test('every call is logged with its operation, its key and its outcome, and without its arguments', async () => {
  await session.use('createAgentCourse', { body: { title: '', description: 'nobody else reads this' } });
  const lines = app.log.filter(({ msg }) => msg === 'tool call');
  expect(lines.at(-1)).toMatchObject({ operation: 'createAgentCourse', organisation: org.id, key: org.keyId, status: 400, code: 'validation_error' });
  expect(JSON.stringify(app.log)).not.toContain('nobody else reads this');
});

test('the shapes of content are resources, and a tool returns the same', async () => {
  const { resources } = await session.client.listResources();
  const shapes = CONTENT_TYPES.map((type) => `lms://lesson-content/${type}`);
  expect(resources.map(({ uri }) => uri).sort()).toEqual(['lms://courses', 'lms://organisation-settings', ...shapes].sort());
  for (const type of CONTENT_TYPES) {
    const { contents } = await session.client.readResource({ uri: `lms://lesson-content/${type}` });
    const { body } = await session.use(DESCRIBE, { content_type: type });
    expect(contents).toMatchObject([{ mimeType: 'application/json', text: JSON.stringify(body) }]);
  }
  await expect(session.client.readResource({ uri: 'lms://lesson-content/poem' })).rejects.toThrow();
  const { isError, body } = await session.use(DESCRIBE, { content_type: 'poem', length: 3 });
  expect([isError, faultsOf(body)]).toEqual([true, ['content_type: not_a_choice', 'length: unknown_field']]);
});

test.each(CONTENT_TYPES)('a lesson can be created from an example of %s, as it is', async (type) => {
  const course = await org.newCourse();
  const chapter = await org.newChapter(course.id);
  const { body: shown } = await session.use(DESCRIBE, { content_type: type });
  // Examples that refer to stored files or to other objects need these first.
  const free = shown.examples.filter((example: object) => !/_id"/.test(JSON.stringify(example)));
  expect(free).not.toEqual([]);
  for (const example of free) {
    const made = await session.use('createAgentLesson', { course_id: course.id, chapter_id: chapter.id, body: example });
    expect([made.isError, made.body.content_type]).toEqual([false, type]);
  }
});

test('a tool that does not exist is an error of the protocol', async () => {
  await expect(session.use('dropAllTables')).rejects.toThrow('There is no tool "dropAllTables".');
});

test('a page of a list names the next one by the arguments of its call, and following them reads every object once', async () => {
  const { secret, call } = await newOrganisation(app);
  for (const title of ['A', 'B', 'C']) await call('post', 'courses/', { title });
  const { use, close } = await connectMcp(app, secret);
  const titles: string[] = [];
  let given: Record<string, unknown> | null = { page_size: 2, ordering: 'title' };
  const calls: unknown[] = [];
  while (given) {
    calls.push(given);
    const { body } = await use('listAgentCourses', given);
    titles.push(...body.results.map(({ title }: { title: string }) => title));
    given = body.next;
  }
  await close();
  expect(titles).toEqual(['A', 'B', 'C']);
  expect(calls[1]).toEqual({ page_size: 2, ordering: 'title', page: 2 });
});

test.each(PROTOCOLS)('a cursor that protocol %s has given to nobody is an invalid parameter of every list, also an empty one', async (protocol) => {
  const { client, close } = await connectMcp(app, org.secret, protocol);
  for (const cursor of ['2', ''])
    for (const method of ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'] as const)
      await expect(client.request({ method, params: { cursor } })).rejects.toMatchObject({ code: -32602 });
  await close();
});

test('the common tasks are prompts, of which a key sees those that it can carry out', async () => {
  const { prompts } = await session.client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(['build_course_from_document', 'find_stale_lessons', 'review_quiz']);
  const { messages } = await session.client.getPrompt({ name: 'find_stale_lessons', arguments: { before: '2026-01-01' } });
  expect(messages).toMatchObject([
    { role: 'user', content: { type: 'text', text: expect.stringContaining('before 2026-01-01') } },
    { role: 'user', content: { type: 'resource', resource: { uri: 'lms://stale-lessons/2026-01-01', text: expect.stringContaining('"results"') } } },
  ]);
  await expect(session.client.getPrompt({ name: 'find_stale_lessons', arguments: {} })).rejects.toThrow('requires the argument before');
  const reader = await connectMcp(app, (await org.newKey({ scopes: { courses: 'view', chapters: 'view', lessons: 'view' } })).secret);
  expect((await reader.client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['find_stale_lessons']);
  await expect(reader.client.getPrompt({ name: 'review_quiz', arguments: {} })).rejects.toThrow('There is no prompt');
  await reader.close();
});

test.each([
  [{ courses: 'edit', chapters: 'view', lessons: 'edit' }, ['find_stale_lessons', 'review_quiz']],
  [{ courses: 'view', lessons: 'view' }, ['find_stale_lessons']],
  [{ courses: 'view', chapters: 'edit' }, []],
  [{ lessons: 'edit' }, ['review_quiz']],
] as const)('a key with the scopes %j sees the prompts whose every call it may make', async (scopes, names) => {
  const { client, close } = await connectMcp(app, (await org.newKey({ scopes })).secret);
  expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(names);
  await close();
});

test('a prompt names only tools that exist', async () => {
  const { prompts } = await session.client.listPrompts();
  const tools = new Set([...OPERATIONS.map(([id]) => id as string), DESCRIBE]);
  for (const { name, arguments: needed = [] } of prompts) {
    const { messages } = await session.client.getPrompt({ name, arguments: Object.fromEntries(needed.map((one) => [one.name, '2026-01-01'])) });
    const named = JSON.stringify(messages).match(/\b(?:(?:list|get|create|update)Agent\w+|describe_\w+)/g) ?? [];
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((tool) => !tools.has(tool))).toEqual([]);
  }
});
