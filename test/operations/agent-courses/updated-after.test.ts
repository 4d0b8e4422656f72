import { startTestApp, type TestApp } from '../../support/app.ts';
import { newOrganisation, type TestOrganisation } from '../../support/organisation.ts';

let app: TestApp;
let org: TestOrganisation;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  org = await newOrganisation(app);
});
afterAll(() => app.close());

const MINUTE = 60_000;
const BASE = Date.parse('2026-03-01T10:00:00.000Z');
const minute = (number: number): string => new Date(BASE + number * MINUTE).toISOString();
const after = (time: string): string => `updated_after=${encodeURIComponent(time)}`;

/** Pretends that the objects changed one minute after the other. */
async function changeInOrder(table: 'courses' | 'chapters' | 'lessons', ids: readonly string[]): Promise<void> {
  await app.database.pool.query(`alter table ${table} disable trigger ${table}_updated_at`);
  for (const [index, id] of ids.entries()) await app.database.pool.query(`update ${table} set updated_at = $2 where id = $1`, [id, minute(index)]);
  await app.database.pool.query(`alter table ${table} enable trigger ${table}_updated_at`);
}

const idOf = async (path: string, body: object): Promise<string> => (await org.call('post', path, body)).body.id;

async function threeOf(path: string, table: 'courses' | 'chapters' | 'lessons', body: object = {}): Promise<string[]> {
  const ids = [];
  for (const title of ['One', 'Two', 'Three']) ids.push(await idOf(path, { title, ...body }));
  await changeInOrder(table, ids);
  return ids;
}

async function listed(path: string): Promise<{ count: number; ids: string[] }> {
  const { body } = await org.call('get', path);
  return { count: body.count, ids: body.results.map(({ id }: { id: string }) => id) };
}

test('the lists of courses, chapters and lessons contain only what changed after the given time, exclusively, in their usual order', async () => {
  const courses = await threeOf('courses/', 'courses');
  const chapters = await threeOf(`courses/${courses[0]}/chapters/`, 'chapters');
  const lessonsPath = `courses/${courses[0]}/chapters/${chapters[0]}/lessons/`;
  const lessons = await threeOf(lessonsPath, 'lessons', { content_type: 'lesson' });
  for (const [path, ids] of [
    ['courses/?ordering=created_at&', courses],
    [`courses/${courses[0]}/chapters/?`, chapters],
    [`${lessonsPath}?`, lessons],
  ] as const) {
    expect(await listed(`${path}${after(minute(-1))}`)).toEqual({ count: 3, ids });
    expect(await listed(`${path}${after(minute(0))}`)).toEqual({ count: 2, ids: ids.slice(1) });
    expect(await listed(`${path}${after('2026-03-01T11:00:59.999+01:00')}`)).toEqual({ count: 2, ids: ids.slice(1) });
    expect(await listed(`${path}${after(minute(2))}`)).toEqual({ count: 0, ids: [] });
  }
});

test('updated_after is combined with filters, ordering and paging, and stays in the links to other pages', async () => {
  const ids = await threeOf('courses/', 'courses');
  const { body } = await org.call('get', `courses/?ordering=-updated_at&status=draft&page_size=1&${after(minute(0))}`);
  expect([body.count, body.results[0].id, body.previous]).toEqual([2, ids[2], null]);
  const next = await app.http.get(new URL(body.next).pathname + new URL(body.next).search).set('Authorization', `Bearer ${org.secret}`);
  expect([next.body.count, next.body.results[0].id, next.body.next]).toEqual([2, ids[1], null]);
});

const NO_TIMES = [
  'yesterday',
  '2026-03-01',
  '2026-03-01T10:00:00',
  '2026-02-30T10:00:00Z',
  '0000-01-01T00:00:00Z',
  '2026-03-01T11:00:00 01:00',
  '2026-03-01T10:00:00+16:00',
  '',
];
test.each(NO_TIMES)('the time %j is ignored, and refused with strict handling', async (time) => {
  const [id] = await threeOf('courses/', 'courses');
  expect((await listed(`courses/?${after(time)}`)).ids).toContain(id);
  const strict = await org.call('get', `courses/?${after(time)}`, undefined, { Prefer: 'handling=strict' });
  expect([strict.status, strict.body.errors?.[0]?.field]).toEqual([400, 'updated_after']);
});

test('the courses of an organisation that changed after a time are read by index', async () => {
  const { pool } = app.database;
  await pool.query(
    `insert into courses (organisation_id, id, title, slug, status, visibility, level, grade_level, language, timezone, length_mode, schedule_basis, updated_at)
     select $1, gen_random_uuid(), 'C', 'c' || n, 'draft', 'public', 'all_levels', 'any', 'en', 'UTC', 'open_ended', 'enrollment',
       timestamptz '2026-01-01' + make_interval(secs => n) from generate_series(1, 20000) n`,
    [org.id],
  );
  await pool.query('analyze courses');
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
    `explain select count(*)::int from courses where organisation_id = $1 and deleted_at is null and updated_at > '2026-01-01 05:33:00+00'`.replace(
      '$1',
      `'${org.id}'`,
    ),
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('courses_updated');
  expect((await listed(`courses/?page_size=1&${after('2026-01-01T05:33:00Z')}`)).count).toBe(20);
});
