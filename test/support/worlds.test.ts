import { startTestApp, type TestApp } from './app.ts';
import { newCreator } from './browser.ts';
import { newSchool } from './school.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const COUNTS = `select relname as name, (xpath('/row/count/text()', query_to_xml(format('select count(*) from public.%I', relname), false, true, '')))[1]::text::int as count
  from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`;

async function countRows(): Promise<Map<string, number>> {
  const { rows } = await app.database.pool.query<{ name: string; count: number }>(COUNTS);
  return new Map(rows.map(({ name, count }) => [name, count]));
}

/** How many rows of which tables were made, and those in which the organisation stands, with ids, times and random texts in the order in which they stand. */
async function traceOf(make: (app: TestApp) => Promise<{ organisation: { id: string } }>) {
  const before = await countRows();
  const { organisation } = await make(app);
  const more = [...(await countRows())].map(([name, count]) => [name, count - (before.get(name) ?? 0)]).filter(([, count]) => count);
  const { rows } = await app.database.pool.query('select test_template.read_world($1)::text as rows', [organisation.id]);
  const seen = new Map<string, string>();
  const told = (kind: string) => (text: string) => {
    if (!seen.has(text)) seen.set(text, `${kind} ${seen.size}`);
    return seen.get(text) as string;
  };
  const text = (rows[0].rows as string)
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, told('id'))
    .replace(/\\\\x[0-9a-f]{64}|org-[0-9a-f-]{13}|lms_\w{8}|10(\.\d{1,3}){3}/g, told('text'))
    .replace(/"id": ?\d+/g, '"id": 0')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(\+00:00|Z)/g, 'time');
  return { more, rows: JSON.parse(text) };
}

test.each([newCreator, newSchool])('a copied world has the rows of one that was made by operations (%p)', async (make) => {
  app.database.copiesWorlds = false;
  const made = await traceOf(make);
  app.database.copiesWorlds = true;
  await make(app);
  expect(await traceOf(make)).toEqual(made);
});

test('people of a copied world can go on, and its times are those of now', async () => {
  await newSchool(app);
  const school = await newSchool(app);
  const { id } = await school.newLesson();
  const { body } = await school.browser.call('get', `courses/${school.courseId}/chapters/${school.chapterId}/lessons/${id}/`);
  expect(body).toMatchObject({ id, title: 'A lesson' });
  const { rows } = await app.database.pool.query("select created_at > now() - interval '10 seconds' as is_new from courses where id = $1", [school.courseId]);
  expect(rows).toEqual([{ is_new: true }]);
});

test('nothing is copied beside a snapshot, or when the clock of a test was moved', async () => {
  /** The request by which the organisation was made, which a copy has from the first one. */
  const request = async () => {
    const { organisation } = await newSchool(app);
    const { rows } = await app.database.pool.query('select min(request_id) as id from audit_log where organisation_id = $1', [organisation.id]);
    return rows[0].id;
  };
  await request();
  const first = await request();
  expect(await request()).toBe(first);
  app.clock.advance(3600_000);
  expect(await request()).not.toBe(first);
  app.clock.advance(-3600_000);
  await app.database.pool.query('create schema snapshot');
  expect(await request()).not.toBe(first);
});
