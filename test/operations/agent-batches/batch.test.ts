import { type OperationId, operationTable } from '../../../generated/operations.ts';
import { readContract } from '../../../scripts/contract/document.ts';
import type { OperationRow } from '../../../src/http/contract/operation-row.ts';
import { MemoryWindow } from '../../../src/platform/limits/sliding-window.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { newOrganisation, type TestOrganisation } from '../../support/organisation.ts';

const LIMIT = 120;
const FIELDS = { title: 'Bread', content_type: 'lesson', content: { format: 'markdown', body: 'Flour.' } };

let app: TestApp;
let org: TestOrganisation;
beforeAll(async () => {
  app = await startTestApp((services) => {
    const limits = new MemoryWindow(services.ports.clock);
    return { ...services, limits, settings: { ...services.settings, agentQuota: { limit: LIMIT, windowSeconds: 3600 } } };
  });
});
beforeEach(async () => {
  org = await newOrganisation(app);
});
afterAll(() => app.close());

interface Operation {
  operation: string;
  name?: string;
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
}

const run = (operations: Operation[], more: object = {}, headers: Record<string, string> = {}) => org.call('post', 'batch/', { operations, ...more }, headers);
const course = (title: string, name?: string): Operation => ({ operation: 'createAgentCourse', ...(name === undefined ? {} : { name }), body: { title } });
const chapter = (of: string, name: string): Operation => ({ operation: 'createAgentChapter', name, path: { course_pk: of }, body: { title: 'Dough' } });
const lesson = (of: string, chapterPk: string, fields: object = FIELDS): Operation => ({
  operation: 'createAgentLesson',
  path: { course_pk: of, chapter_pk: chapterPk },
  body: fields,
});
const whoami = (): Operation => ({ operation: 'getAgentIdentity' });
const statusesOf = (body: { results: { status: number }[] }) => body.results.map(({ status }) => status);
const faultsOf = ({ status, body }: { status: number; body: { errors?: { field: string; code: string }[] } }) => [
  status,
  ...(body.errors ?? []).map(({ field, code }) => `${field} ${code}`),
];
const courses = async (): Promise<string[]> => {
  const { rows } = await app.database.pool.query<{ title: string }>('select title from courses where organisation_id = $1 order by id', [org.id]);
  return rows.map(({ title }) => title);
};

const LISTED = ((await readContract()).components.schemas.AgentOperation as { enum: string[] }).enum;

test('the contract lists every operation of the agent surface as one that a batch can carry out, except the batch itself', () => {
  const rows = Object.entries(operationTable) as [OperationId, OperationRow][];
  const expected = rows.filter(([, { surface, batch }]) => surface === 'agent' && !batch).map(([id]) => id);
  expect(LISTED.toSorted()).toEqual(expected.sort());
});

test('a course with its chapters and lessons is created in one request, by the names of earlier operations', async () => {
  const { status, body } = await run([course('Bread', 'course'), chapter('$course', 'one'), lesson('$course', '$one'), lesson('$course', '$one')]);
  expect([status, statusesOf(body)]).toEqual([200, [201, 201, 201, 201]]);
  const [made, chapterMade, first] = body.results;
  expect([made.name, first.name, made.headers]).toEqual(['course', null, { Location: `/api/v1/agent/courses/${made.body.id}/` }]);
  const lessons = await org.call('get', `courses/${made.body.id}/chapters/${chapterMade.body.id}/lessons/`);
  expect(lessons.body.results.map(({ position, title }: { position: number; title: string }) => [position, title])).toEqual([
    [1, 'Bread'],
    [2, 'Bread'],
  ]);
  expect(await org.call('get', `courses/${made.body.id}/chapters/${chapterMade.body.id}/lessons/${first.body.id}/`)).toMatchObject({ body: first.body });
});

test('each operation returns what it would return alone: query, empty body, problem document', async () => {
  const { id } = await org.newCourse({ title: 'Rye' });
  const { body } = await run([
    { operation: 'listAgentCourses', query: { page_size: '1', ordering: 'title' } },
    { operation: 'deleteAgentCourse', path: { id } },
    { operation: 'getAgentCourse', path: { id } },
    { operation: 'createAgentCourse', body: { title: '' } },
    { operation: 'createAgentCourse' },
  ]);
  expect(statusesOf(body)).toEqual([200, 204, 404, 400, 400]);
  expect(body.results[0].body).toMatchObject({ count: 1, results: [{ id }] });
  expect([body.results[1].body, body.results[2].body.code]).toEqual([null, 'not_found']);
  expect(body.results[3].body).toMatchObject({ code: 'validation_error', errors: [{ field: 'title' }] });
  expect(body.results[2].body.request_id).toBe(body.results[3].body.request_id);
});

test('each operation needs its own scope', async () => {
  const { secret } = await org.newKey({ scopes: { courses: 'view' } });
  const answer = await app.http
    .post('/api/v1/agent/batch/')
    .set('Authorization', `Bearer ${secret}`)
    .send({ operations: [{ operation: 'listAgentCourses' }, course('No'), whoami()] });
  expect([answer.status, statusesOf(answer.body), answer.body.results[1].body.code]).toEqual([200, [200, 403, 200], 'permission_denied']);
});

test('an operation on what another organisation has returns 404', async () => {
  const other = await newOrganisation(app);
  const { id } = await other.newCourse();
  const { body } = await run([{ operation: 'deleteAgentCourse', path: { id } }, chapter(id, 'one')]);
  expect(statusesOf(body)).toEqual([404, 404]);
});

test('a stale lesson comes back with the current one, as it would alone', async () => {
  const { id } = await org.newCourse();
  const { id: chapterId } = await org.newChapter(id);
  const made = await org.newLesson(id, chapterId);
  const path = { course_pk: id, chapter_pk: chapterId, id: made.id };
  const change = (title: string): Operation => ({ operation: 'updateAgentLesson', path, body: { title, updated_at: made.updated_at } });
  const { body } = await run([change('First'), change('Second')]);
  expect(statusesOf(body)).toEqual([200, 409]);
  expect(body.results[1].body).toMatchObject({ code: 'stale_lesson', lesson: { title: 'First', updated_at: body.results[0].body.updated_at } });
});

test('every operation leaves the audit entry and the event that it leaves alone', async () => {
  await run([course('Bread', 'course'), chapter('$course', 'one')], { all_or_nothing: true });
  await run([course('Rye')]);
  const { rows } = await app.database.pool.query('select action, actor_id from audit_log where organisation_id = $1 order by created_at, id', [org.id]);
  expect(rows).toEqual(['course.created', 'chapter.created', 'course.created'].map((action) => ({ action, actor_id: org.keyId })));
});

test('strict handling applies to every operation', async () => {
  const lenient = await run([{ operation: 'createAgentCourse', body: { title: 'T', colour: 'red' } }]);
  const strict = await run([{ operation: 'createAgentCourse', body: { title: 'T', colour: 'red' } }], {}, { Prefer: 'handling=strict' });
  expect([statusesOf(lenient.body), statusesOf(strict.body), strict.headers['preference-applied']]).toEqual([[201], [400], 'handling=strict']);
});

test('forms are accepted, with the operations as JSON text', async () => {
  const answer = await app.http
    .post('/api/v1/agent/batch/')
    .set('Authorization', `Bearer ${org.secret}`)
    .type('form')
    .send({ operations: JSON.stringify([course('Form')]), all_or_nothing: 'true' });
  expect([answer.status, await courses()]).toEqual([200, ['Form']]);
});

describe('a batch is refused as a whole, and nothing is carried out,', () => {
  test.each<[string, Operation[], string[]]>([
    ['for no operations', [], ['operations too_few']],
    ['for more than 100 operations', Array.from({ length: 101 }, whoami), ['operations too_many']],
    ['for an unknown operation', [course('A'), { operation: 'dropEverything' }], ['operations.1.operation not_a_choice']],
    ['for a batch in the batch', [course('A'), { operation: 'runAgentBatch', body: {} }], ['operations.1.operation not_a_choice']],
    ['for an operation of the session surface', [{ operation: 'listCourses' }], ['operations.0.operation not_a_choice']],
    ['for a missing path parameter', [course('A'), { operation: 'getAgentCourse' }], ['operations.1.path.id required']],
    [
      'for an unknown path parameter',
      [course('A'), { operation: 'getAgentCourse', path: { id: 'x', course_pk: 'y' } }],
      ['operations.1.path.course_pk unknown_field'],
    ],
    ['for an unknown member of an operation', [course('A'), { ...whoami(), params: {} } as Operation], ['operations.1.params unknown_field']],
    ['for a reference to no operation', [course('A', 'a'), chapter('$b', 'c')], ['operations.1.path.course_pk unknown']],
    ['for a reference to a later operation', [chapter('$a', 'c'), course('A', 'a')], ['operations.0.path.course_pk unknown']],
    ['for a name that is given twice', [course('A', 'a'), course('B', 'a')], ['operations.1.name repeated']],
    ['for a name of an operation that creates nothing', [course('A'), { ...whoami(), name: 'me' }], ['operations.1.name not_allowed']],
  ])('%s', async (_what, operations, faults) => {
    expect(faultsOf(await run(operations))).toEqual([400, ...faults]);
    expect(await courses()).toEqual([]);
  });

  test('for a body over 1 MiB', async () => {
    const { status, body } = await run([course('x'.repeat(1024 * 1024))]);
    expect([status, body.code]).toEqual([413, 'payload_too_large']);
  });
});

test('once the responses exceed 16 MiB, the remaining operations are not attempted', async () => {
  const { id } = await org.newCourse();
  const { id: chapterId } = await org.newChapter(id);
  const { id: lessonId } = await org.newLesson(id, chapterId, { ...FIELDS, content: { format: 'markdown', body: 'ä'.repeat(200_000) } });
  const read = { operation: 'getAgentLesson', path: { course_pk: id, chapter_pk: chapterId, id: lessonId } };
  const { status, body } = await run(Array.from({ length: 50 }, () => read));
  const fitting = Math.ceil((16 * 1024 * 1024) / Buffer.byteLength(JSON.stringify(body.results[0].body)));
  expect([status, statusesOf(body)]).toEqual([200, [...Array(fitting).fill(200), ...Array(50 - fitting).fill(424)]]);
  expect(body.results[49].body).toMatchObject({ code: 'not_attempted', detail: 'The responses have become too large.' });
});

test('what refers to an operation that was refused is not attempted, and what does not is carried out', async () => {
  const { body } = await run([course('', 'bad'), chapter('$bad', 'one'), lesson('$bad', '$one'), course('Rye')]);
  expect(statusesOf(body)).toEqual([400, 424, 424, 201]);
  expect(body.results[1].body).toMatchObject({ code: 'not_attempted', detail: 'The operation "bad" did not create an object.' });
  expect(await courses()).toEqual(['Rye']);
});

describe('with all_or_nothing,', () => {
  const atomic = { all_or_nothing: true };

  test('everything is carried out, or nothing, with the error of the operation that was refused', async () => {
    const refused = await run([course('A', 'a'), chapter('$a', 'one'), lesson('$a', '$one', { ...FIELDS, title: '' }), course('B')], atomic);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: 'batch_failed',
      operation: 2,
      problem: { status: 400, code: 'validation_error', errors: [{ field: 'title' }] },
    });
    expect(await courses()).toEqual([]);
    const made = await run([course('A', 'a'), chapter('$a', 'one'), lesson('$a', '$one')], atomic);
    expect([made.status, statusesOf(made.body), await courses()]).toEqual([200, [201, 201, 201], ['A']]);
  });

  test('nothing stays of changes, replacements and deletions either: rows, audit entries, jobs', async () => {
    const { id } = await org.newCourse({ title: 'Kept' });
    const state = async () => {
      const { rows } = await app.database.pool.query(
        `select (select json_agg(c order by id) from courses c where organisation_id = $1) as courses,
          (select count(*) from audit_log where organisation_id = $1) as entries, (select count(*) from graphile_worker._private_jobs) as jobs`,
        [org.id],
      );
      return rows;
    };
    const before = await state();
    const { status, body } = await run(
      [
        { operation: 'updateAgentCourse', path: { id }, body: { title: 'Changed' } },
        { operation: 'updateAgentOrgSettings', body: { support_email: 'help@example.org' } },
        { operation: 'deleteAgentCourse', path: { id } },
        { operation: 'getAgentCourse', path: { id } },
      ],
      atomic,
    );
    expect([status, body.operation, body.problem.code]).toEqual([409, 3, 'not_found']);
    expect(await state()).toEqual(before);
  });

  test('every operation of the agent surface takes part', async () => {
    const { id } = await org.newCourse();
    const { id: chapterId } = await org.newChapter(id);
    const { id: lessonId, updated_at } = await org.newLesson(id, chapterId);
    const inCourse = { course_pk: id };
    const inChapter = { ...inCourse, chapter_pk: chapterId };
    const operations: Operation[] = [
      whoami(),
      { operation: 'listAgentCourses' },
      course('New'),
      { operation: 'getAgentCourse', path: { id } },
      { operation: 'replaceAgentCourse', path: { id }, body: { title: 'Replaced' } },
      { operation: 'updateAgentCourse', path: { id }, body: { title: 'Updated' } },
      { operation: 'listAgentChapters', path: inCourse },
      { operation: 'createAgentChapter', path: inCourse, body: { title: 'New' } },
      { operation: 'getAgentChapter', path: { ...inCourse, id: chapterId } },
      { operation: 'replaceAgentChapter', path: { ...inCourse, id: chapterId }, body: { title: 'Replaced' } },
      { operation: 'updateAgentChapter', path: { ...inCourse, id: chapterId }, body: { title: 'Updated' } },
      { operation: 'listAgentLessons', path: inChapter },
      { operation: 'createAgentLesson', path: inChapter, body: FIELDS },
      { operation: 'getAgentLesson', path: { ...inChapter, id: lessonId } },
      { operation: 'updateAgentLesson', path: { ...inChapter, id: lessonId }, body: { title: 'Updated', updated_at } },
      { operation: 'deleteAgentLesson', path: { ...inChapter, id: lessonId } },
      { operation: 'deleteAgentChapter', path: { ...inCourse, id: chapterId } },
      { operation: 'deleteAgentCourse', path: { id } },
      { operation: 'getAgentOrgSettings' },
      { operation: 'updateAgentOrgSettings', body: { support_email: 'help@example.org' } },
    ];
    expect(operations.map(({ operation }) => operation).sort()).toEqual(LISTED.toSorted());
    const { status, body } = await run(operations, atomic);
    expect([status, status === 200 && statusesOf(body).filter((one) => one >= 300)]).toEqual([200, []]);
  });

  test('a failure of the service itself is its own, and not that of an operation', async () => {
    await app.database.pool.query('alter table chapters rename to chapters_away');
    const { status, body } = await run([course('A', 'a'), chapter('$a', 'one')], atomic);
    await app.database.pool.query('alter table chapters_away rename to chapters');
    expect([status, body.code, await courses()]).toEqual([500, 'internal_error', []]);
  });

  test('all operations are counted beforehand, and if they are too many, nothing is carried out', async () => {
    await run(Array.from({ length: 60 }, whoami));
    const refused = await run(
      Array.from({ length: 61 }, (_, number) => course(String(number))),
      atomic,
    );
    expect([refused.status, refused.body.code, refused.headers['retry-after'], await courses()]).toEqual([429, 'throttled', '3600', []]);
    const made = await run(
      Array.from({ length: 59 }, (_, number) => course(String(number))),
      atomic,
    );
    expect([made.status, made.headers.ratelimit]).toEqual([200, '"agent";r=0;t=3600']);
  });

  test('two batches that lock the same rows in opposite order are both carried out', async () => {
    const [one, two] = [await org.newCourse(), await org.newCourse()];
    const change = ({ id }: { id: string }, title: string): Operation => ({ operation: 'updateAgentCourse', path: { id }, body: { title } });
    const answers = await Promise.all([run([change(one, 'A'), change(two, 'A')], atomic), run([change(two, 'B'), change(one, 'B')], atomic)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(await courses()).size).toBe(1);
  });
});

describe('the limit of the key:', () => {
  test('a batch counts as as many requests as it has operations, and reports what is left', async () => {
    const { headers } = await run([whoami(), whoami(), whoami()]);
    expect([headers['ratelimit-policy'], headers.ratelimit]).toEqual([`"agent";q=${LIMIT};w=3600`, `"agent";r=${LIMIT - 3};t=3600`]);
    expect((await run([{ operation: 'dropEverything' }])).headers.ratelimit).toBe(`"agent";r=${LIMIT - 4};t=3600`);
  });

  test('operations beyond it get their own 429 with the seconds to wait, and those before are carried out', async () => {
    await run(Array.from({ length: 100 }, whoami));
    const { status, body, headers } = await run([...Array.from({ length: 19 }, whoami), course('Last'), course('Too many', 'a'), chapter('$a', 'one')]);
    expect([status, statusesOf(body).slice(18), headers.ratelimit]).toEqual([200, [200, 201, 429, 424], '"agent";r=0;t=3600']);
    expect([body.results[20].headers, body.results[20].body.code]).toEqual([{ 'Retry-After': '3600' }, 'throttled']);
    expect(await courses()).toEqual(['Last']);
  });

  test('a batch that needs all or nothing and has more operations than the limit is invalid', async () => {
    const small = await startTestApp((services) => ({ ...services, settings: { ...services.settings, agentQuota: { limit: 2, windowSeconds: 3600 } } }));
    const other = await newOrganisation(small);
    const answer = await other.call('post', 'batch/', { operations: [whoami(), whoami(), whoami()], all_or_nothing: true });
    await small.close();
    expect(faultsOf(answer)).toEqual([400, 'operations too_many']);
  });
});

describe('with an Idempotency-Key,', () => {
  const key = (name: string) => ({ 'Idempotency-Key': name });
  const replayed = ({ headers }: { headers: Record<string, string> }) => headers['idempotent-replayed'];

  test.each([false, true])('repeating the batch returns the first response, refusals included, and changes nothing (all or nothing: %s)', async (isAtomic) => {
    const operations = [course('A', 'a'), ...(isAtomic ? [] : [course('')]), chapter('$a', 'one')];
    const first = await run(operations, { all_or_nothing: isAtomic }, key('one'));
    const second = await run(operations, { all_or_nothing: isAtomic }, key('one'));
    expect([first.status, second.body, replayed(first), replayed(second)]).toEqual([200, first.body, undefined, 'true']);
    expect(await courses()).toEqual(['A']);
    expect(faultsOf(await run([course('B')], {}, key('one')))).toEqual([400, 'Idempotency-Key reused']);
  });

  test('a batch that the limit has cut short is continued by repeating it: nothing is created twice', async () => {
    const operations = [course('A', 'a'), chapter('$a', 'one'), lesson('$a', '$one'), course('B')];
    await run(Array.from({ length: 100 }, whoami));
    await run(Array.from({ length: 18 }, whoami));
    const first = await run(operations, {}, key('long'));
    expect(statusesOf(first.body)).toEqual([201, 201, 429, 429]);
    app.clock.advance(3_600_000);
    const second = await run(operations, {}, key('long'));
    expect([statusesOf(second.body), replayed(second)]).toEqual([[201, 201, 201, 201], undefined]);
    expect(second.body.results.map(({ headers }: { headers: Record<string, string> }) => headers['Idempotent-Replayed'])).toEqual([
      'true',
      'true',
      undefined,
      undefined,
    ]);
    expect([second.body.results[0].body.id, await courses()]).toEqual([first.body.results[0].body.id, ['A', 'B']]);
  });

  test('what an interrupted batch has created is not created again', async () => {
    const operations = [course('A', 'a'), chapter('$a', 'one')];
    const first = await run(operations, {}, key('cut'));
    // As if the process had died before it kept the response.
    await app.database.pool.query(
      "update idempotency_keys set status = null, body = null where organisation_id = $1 and operation_id = 'runAgentBatch' and key = 'cut'",
      [org.id],
    );
    expect((await run(operations, {}, key('cut'))).body).toMatchObject({ status: 409, code: 'request_in_progress' });
    await app.database.pool.query("update idempotency_keys set created_at = now() - interval '10 minutes' where organisation_id = $1 and status is null", [
      org.id,
    ]);
    const again = await run(operations, {}, key('cut'));
    expect([again.body.results[1].body.id, await courses()]).toEqual([first.body.results[1].body.id, ['A']]);
  });

  test('a batch with all or nothing that was refused can be repeated with the same key', async () => {
    const { id } = await org.newCourse({ title: 'Kept' });
    const operations = [course('A'), { operation: 'getAgentCourse', path: { id } }];
    await app.database.pool.query('update courses set deleted_at = now() where id = $1', [id]);
    expect((await run(operations, { all_or_nothing: true }, key('again'))).status).toBe(409);
    await app.database.pool.query('update courses set deleted_at = null where id = $1', [id]);
    const { status, headers } = await run(operations, { all_or_nothing: true }, key('again'));
    expect([status, headers['idempotent-replayed'], await courses()]).toEqual([200, undefined, ['Kept', 'A']]);
  });
});

test('after an operation that failed for an internal reason, the others are not attempted, and the response is not kept', async () => {
  const operations = [course('A', 'a'), chapter('$a', 'one'), course('B')];
  await app.database.pool.query('alter table chapters rename to chapters_away');
  const first = await run(operations, {}, { 'Idempotency-Key': 'k' });
  await app.database.pool.query('alter table chapters_away rename to chapters');
  expect([first.status, statusesOf(first.body)]).toEqual([200, [201, 500, 424]]);
  const second = await run(operations, {}, { 'Idempotency-Key': 'k' });
  expect([statusesOf(second.body), await courses()]).toEqual([
    [201, 201, 201],
    ['A', 'B'],
  ]);
});
