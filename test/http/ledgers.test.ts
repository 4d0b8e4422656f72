import { idAt, idBeside } from '../../scripts/bench/ids.ts';
import { newId } from '../../src/domain/kernel/ids.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Browser, expectStatus, newCreator } from '../support/browser.ts';

const RESULTS = 23;
const OLD = '2025-01-01T00:00:00Z';

let app: TestApp;
let organisationId: string;
let endpointId: string;
let browser: Browser;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  const creator = await newCreator(app);
  ({ browser } = creator);
  organisationId = creator.organisation.id;
  await run(`delete from audit_log where organisation_id = $1`);
  endpointId = newId();
  await run(
    `insert into webhook_endpoints (organisation_id, id, url, description, event_types, secret, is_enabled)
     values ($1, $2, 'https://hooks.example.org', '', '{course.created}', '', true)`,
    endpointId,
  );
});
afterAll(() => app.close());

const run = (statement: string, ...values: unknown[]) => app.database.pool.query(statement, [organisationId, ...values]);

/** The time of row `n`: two rows share each second. */
const AT = `'${OLD}'::timestamptz + make_interval(secs => n / 2)`;

const addChanges = (count: number, start = 1) =>
  run(
    `insert into audit_log (organisation_id, id, actor_type, action, object_id, created_at)
     select $1, gen_random_uuid(), 'system', case when n % 2 = 0 then 'course.updated' else 'lesson.updated' end, gen_random_uuid(), ${AT}
     from generate_series($3::int, $3 + $2 - 1) n`,
    count,
    start,
  );
const addDeliveries = (count: number, start = 1) =>
  run(
    `with event as (insert into webhook_events (organisation_id, id, type, payload, created_at)
       select $1, ${idAt(AT)}, case when n % 2 = 0 then 'course.created' else 'webhook.ping' end,
         json_build_object('type', 'webhook.ping', 'timestamp', '2025-01-01T00:00:00.000Z', 'data', json_build_object('endpoint_id', $4::uuid)), ${AT}
       from generate_series($3::int, $3 + $2 - 1) n returning *)
     insert into webhook_deliveries (organisation_id, id, endpoint_id, event_id, event_type, is_manual, next_attempt_at, created_at)
       select organisation_id, ${idBeside('id')}, $4, id, type, false, now(), created_at from event`,
    count,
    start,
    endpointId,
  );
const addObjects = (count: number, start = 1) =>
  run(
    `insert into storage_objects (organisation_id, id, purpose, storage_key, file_name, content_type, size_bytes, status, created_at)
     select $1, gen_random_uuid(), case when n % 2 = 0 then 'media' else 'document' end, gen_random_uuid(), 'file', 'image/png', n % 5, 'ready', ${AT}
     from generate_series($3::int, $3 + $2 - 1) n`,
    count,
    start,
  );

interface List {
  results: { id: string }[];
  count: number;
  is_count_exact: boolean;
  next: string | null;
  previous: string | null;
}

const get = async (url: string, caller = browser): Promise<List> => (await expectStatus(200, caller.call('get', url))).body;
const follow = (link: string) => get(link.replace(/^.*\/api\/v1\//, ''));
const idsOf = ({ results }: List) => results.map(({ id }) => id);
const cursorOf = (link: string | null) => new URL(link ?? '').searchParams.get('cursor') ?? '';

/** Follows one kind of link to the end. `meanwhile` runs between two pages. */
async function walk(url: string, link: 'next' | 'previous', meanwhile: () => Promise<unknown> = async () => {}): Promise<List[]> {
  const pages = [await get(url)];
  for (let at = pages[0]?.[link]; at; at = pages.at(-1)?.[link]) {
    await meanwhile();
    pages.push(await follow(at));
  }
  return pages;
}

const AUDIT = 'audit-log/';
const OBJECTS = 'storage/objects/';
const DELIVERIES = () => `integrations/webhooks/${endpointId}/deliveries/`;

describe.each<[string, () => string, (count: number, start?: number) => Promise<unknown>]>([
  ['changes', () => `${AUDIT}?`, addChanges],
  ['changes of one kind', () => `${AUDIT}?action=course&`, addChanges],
  ['changes with one action', () => `${AUDIT}?action=course.updated&`, addChanges],
  ['deliveries', () => `${DELIVERIES()}?`, addDeliveries],
  ['deliveries of one type', () => `${DELIVERIES()}?event_type=course.created&`, addDeliveries],
  ['deliveries with one status', () => `${DELIVERIES()}?status=pending&`, addDeliveries],
  ['files', () => `${OBJECTS}?`, addObjects],
  ['files, oldest first', () => `${OBJECTS}?ordering=created_at&`, addObjects],
  ['files, largest first', () => `${OBJECTS}?ordering=-size_bytes&`, addObjects],
  ['files with one purpose', () => `${OBJECTS}?purpose=media&`, addObjects],
])('the list of %s', (_name, list, add) => {
  test('neither repeats nor misses a result while results are added between its pages', async () => {
    await add(RESULTS);
    const before = idsOf(await get(`${list()}page_size=200`));
    let added = RESULTS;
    const pages = await walk(`${list()}page_size=4`, 'next', async () => {
      await add(3, added + 1);
      added += 3;
    });
    const walked = pages.flatMap(idsOf);
    expect(new Set(walked).size).toBe(walked.length);
    expect(walked.filter((id) => before.includes(id))).toEqual(before);
  });

  test('has the same pages by number, by next and, from its end, by previous', async () => {
    await add(RESULTS);
    const all = idsOf(await get(`${list()}page_size=200`));
    const forward = await walk(`${list()}page_size=4`, 'next');
    expect(forward.flatMap(idsOf)).toEqual(all);
    expect(forward[0]?.previous).toBeNull();
    for (const [index, page] of forward.entries()) expect(idsOf(await get(`${list()}page_size=4&page=${index + 1}`))).toEqual(idsOf(page));
    const backward = await walk(`${list()}page_size=4&page=${forward.length}`, 'previous');
    expect(backward.reverse().flatMap(idsOf)).toEqual(all);
    expect(backward.at(-2)?.next).not.toBeNull();
  });
});

test('previous also leads to results that were added since', async () => {
  await addChanges(4);
  const second = await get(`${AUDIT}?page_size=2&page=2`);
  await addChanges(1, 100);
  const [, first, added] = await walk(second.previous?.replace(/^.*\/api\/v1\//, '') ?? '', 'previous').then((pages) => [second, ...pages]);
  expect([first?.results.length, added?.results.length, added?.previous]).toEqual([2, 1, null]);
  expect(idsOf(await get(`${AUDIT}?page_size=3`))).toEqual([...idsOf(added as List), ...idsOf(first as List)]);
});

test('a position remains valid when its result has been deleted', async () => {
  await addObjects(6);
  const all = idsOf(await get(OBJECTS));
  const { next } = await get(`${OBJECTS}?page_size=2`);
  await run('delete from storage_objects where organisation_id = $1 and id = $2', all[1]);
  expect(idsOf(await follow(next ?? ''))).toEqual(all.slice(2, 4));
});

test('a file of the largest size has a position, too', async () => {
  await addObjects(2);
  await run('update storage_objects set size_bytes = $2 where organisation_id = $1', Number.MAX_SAFE_INTEGER);
  const pages = await walk(`${OBJECTS}?ordering=-size_bytes&page_size=1`, 'next');
  expect(pages.flatMap(idsOf)).toHaveLength(2);
});

test.each<[string, () => string, (count: number) => Promise<unknown>]>([
  ['changes', () => AUDIT, addChanges],
  ['deliveries', DELIVERIES, addDeliveries],
  ['files', () => OBJECTS, addObjects],
])('the number of %s is exact up to 10,000, and is said to be at least that beyond', async (_name, list, add) => {
  await add(9_999);
  expect(await get(`${list()}?page_size=1`)).toMatchObject({ count: 9_999, is_count_exact: true });
  await add(1);
  expect(await get(`${list()}?page_size=1`)).toMatchObject({ count: 10_000, is_count_exact: true });
  await add(1);
  expect(await get(`${list()}?page_size=1`)).toMatchObject({ count: 10_000, is_count_exact: false });
});

test('pages beyond the 10,000 results that are counted can be read by number and have links', async () => {
  await addChanges(25_000);
  const deep = await get(`${AUDIT}?page=100&page_size=200`);
  expect(deep).toMatchObject({ count: 10_000, is_count_exact: false, next: expect.stringContaining('cursor='), previous: expect.stringContaining('cursor=') });
  expect(deep.next).not.toContain('page=100');
  expect(idsOf(await follow(deep.next ?? ''))).toEqual(idsOf(await get(`${AUDIT}?page=101&page_size=200`)));
  expect((await get(`${AUDIT}?page=125&page_size=200`)).next).toBeNull();
  expect(await get(`${AUDIT}?page=126&page_size=200`)).toMatchObject({ results: [], next: null, previous: expect.stringContaining('page=125') });
});

test('a page beyond the last one leads back to the last one', async () => {
  await addChanges(5);
  expect(await get(`${AUDIT}?page=9&page_size=2`)).toMatchObject({ results: [], next: null, previous: expect.stringContaining('page=3') });
});

const encoded = (text: string) => Buffer.from(text).toString('base64url');
const ID = '01890000-0000-7000-8000-000000000000';

test.each([
  [''],
  ['x'],
  ['not%20base64url'],
  [encoded('audit_log.created_at.desc after 1 x')],
  [encoded(`audit_log.created_at.desc after 1 ${ID} more`)],
  [encoded(`audit_log.created_at.desc beside 1 ${ID}`)],
  [encoded(`audit_log.created_at.desc after -1 ${ID}`)],
  [encoded(`audit_log.created_at.desc after 1.5 ${ID}`)],
  [encoded(`audit_log.created_at.desc after 253402300800000 ${ID}`)],
  [encoded(`audit_log.created_at.desc after 9999999999999999 ${ID}`)],
  [encoded(`audit_log.created_at.asc after 1 ${ID}`)],
])('the cursor "%s" is rejected as malformed', async (cursor) => {
  const { body } = await expectStatus(400, browser.call('get', `${AUDIT}?cursor=${cursor}`));
  expect(body.errors).toMatchObject([{ field: 'cursor', code: 'format' }]);
});

test('a cursor that is too long is rejected, as is a page size out of bounds beside a cursor', async () => {
  expect((await expectStatus(400, browser.call('get', `${AUDIT}?cursor=${'x'.repeat(201)}`))).body.errors).toMatchObject([
    { field: 'cursor', code: 'too_long' },
  ]);
  await addChanges(2);
  const cursor = cursorOf((await get(`${AUDIT}?page_size=1`)).next);
  for (const size of [0, 201])
    expect((await expectStatus(400, browser.call('get', `${AUDIT}?cursor=${cursor}&page_size=${size}`))).body.errors).toMatchObject([{ field: 'page_size' }]);
});

test('a cursor works with another page size, and takes precedence over a page number', async () => {
  await addChanges(10);
  const all = idsOf(await get(AUDIT));
  const cursor = cursorOf((await get(`${AUDIT}?page_size=2`)).next);
  expect(idsOf(await get(`${AUDIT}?page_size=5&cursor=${cursor}&page=3`))).toEqual(all.slice(2, 7));
});

test('a cursor of another list or another order is rejected', async () => {
  await addChanges(2);
  await addObjects(2);
  const cursor = cursorOf((await get(`${OBJECTS}?page_size=1`)).next);
  for (const url of [`${OBJECTS}?ordering=created_at&`, `${OBJECTS}?ordering=-size_bytes&`, `${AUDIT}?`, `${DELIVERIES()}?`])
    expect((await expectStatus(400, browser.call('get', `${url}cursor=${cursor}`))).body.errors).toMatchObject([{ field: 'cursor', code: 'format' }]);
});

test('a cursor with another filter shows the results with that filter from the position on', async () => {
  await addChanges(10);
  const cursor = cursorOf((await get(`${AUDIT}?page_size=3`)).next);
  const after = idsOf(await get(AUDIT)).slice(3);
  const courses = idsOf(await get(`${AUDIT}?action=course`));
  expect(idsOf(await get(`${AUDIT}?action=course&cursor=${cursor}`))).toEqual(courses.filter((id) => after.includes(id)));
});

test('a cursor of another organisation shows nothing but the own results', async () => {
  await addChanges(10);
  const cursor = cursorOf((await get(`${AUDIT}?page_size=3`)).next);
  const foreign = await newCreator(app);
  const own = await get(AUDIT, foreign.browser);
  const page = await get(`${AUDIT}?cursor=${cursor}`, foreign.browser);
  expect(idsOf(page).filter((id) => !idsOf(own).includes(id))).toEqual([]);
  expect(page).toMatchObject({ count: own.count, results: [], next: null, previous: null });
});
