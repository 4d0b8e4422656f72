import { tablesOfOrganisations } from '../../../../src/domain/upkeep/deletion/tables.ts';
import { World } from '../../../contract/bad-input/world.ts';
import { storedKeys } from '../../../support/files.ts';
import { runTask } from '../../../support/jobs.ts';

let world: World;
beforeAll(async () => {
  world = await World.open();
});
afterAll(() => world.close());

const query = async <Row>(text: string, values: unknown[] = []) => (await world.app.database.pool.query(text, values)).rows as Row[];

/** Tables that keep rows of organisations that are gone. */
const KEPT = ['kept_invoices'];

/** The number of rows of each organisation, by table. */
async function rowsOf(organisationId: string): Promise<Record<string, number>> {
  const tables = await query<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'organisation_id' and table_name !~ '_(before|rest)$' order by 1`,
  );
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int as count from "${name}" where organisation_id = $1`);
  const rows = await query<{ name: string; count: number }>(counts.join(' union all '), [organisationId]);
  return Object.fromEntries(rows.filter(({ count }) => count > 0).map(({ name, count }) => [name, count]));
}

/** Every table with a text in a row, and whether a job has it. Files that are still being uploaded are deleted when nobody can upload them any more. */
async function mentions(text: string): Promise<string[]> {
  const tables = await query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_name <> 'sessions' and table_name !~ '_(before|rest)$'`,
  );
  const found = tables.map(({ name }) => `select '${name}' as name from "${name}" t where strpos(to_jsonb(t)::text, $1) > 0`);
  const rows = await query<{ name: string }>(
    [
      ...found,
      `select 'jobs' from graphile_worker.jobs j join graphile_worker._private_jobs p using (id) where task_identifier <> 'delete_stored' and strpos(payload::text, $1) > 0`,
    ].join(' union '),
    [text],
  );
  return rows.map(({ name }) => name).sort();
}

test('erases every table, file and job of an organisation whose grace is over, and nothing of another one', async () => {
  const { app, org } = world;
  const [own] = await query<{ id: string }>(`select organisation_id as id from memberships group by 1 order by count(*) desc limit 1`);
  const id = own?.id as string;
  const course = await org.newCourse();
  await org.newChapter(course.id);
  await query(
    `insert into invoices (organisation_id, id, order_id, kind, livemode, year, number, amount, tax, contents, buyer, issued_at)
     select organisation_id, gen_random_uuid(), id, 'invoice', live, 2026, 1, 100, 0, '{"seller": {"name": "Academy"}}', '{"name": "Buyer"}', now()
     from orders cross join (values (true)) l (live) where organisation_id = $1`,
    [id],
  );
  await query(
    `select graphile_worker.add_job('compute_grades', json_build_object('organisation_id', $1::text, 'enrollment_id', 'a'), run_at => now() + interval '1 day')`,
    [id],
  );
  const [before, other] = [await rowsOf(id), await rowsOf(org.id)];
  expect(Object.keys(before).length).toBeGreaterThan(50);
  expect(await storedKeys(app, '')).not.toEqual([]);

  await query(`update organisations set closed_at = $2::timestamptz - interval '30 days', erasure_due_at = $2 where id = $1`, [
    id,
    new Date(app.clock.now() + 1),
  ]);
  await runTask(app, 'erase_organisations');
  expect(await rowsOf(id)).toEqual(before);
  app.clock.advance(1);
  await runTask(app, 'erase_organisations');

  expect([await rowsOf(id), await mentions(id)]).toEqual([{ kept_invoices: 1 }, KEPT]);
  expect(await query('select kind, year, number, amount, buyer from kept_invoices')).toEqual([
    { kind: 'invoice', year: 2026, number: 1, amount: expect.anything(), buyer: { name: 'Buyer' } },
  ]);
  expect(await rowsOf(org.id)).toEqual(other);
  expect(await storedKeys(app, '')).toEqual([]);
  expect(await query(`select 1 from memberships where organisation_id = $1`, [org.id])).toEqual([]);
});

test('knows every table with rows of organisations, and the owners of those that cannot be emptied by themselves', async () => {
  const all = await query<{ name: string; is_guarded: boolean }>(
    `select c.table_name as name, exists (select from information_schema.triggers t where t.event_object_table = c.table_name
        and t.action_timing = 'BEFORE' and t.event_manipulation = 'DELETE') as is_guarded
     from information_schema.columns c where c.table_schema = 'public' and c.column_name = 'organisation_id' and c.table_name !~ '_(before|rest)$'`,
  );
  const emptied: string[] = await tablesOfOrganisations(world.app.database.db);
  const left = all.filter(({ name }) => !emptied.includes(name));
  expect(left.filter(({ is_guarded }) => !is_guarded).map(({ name }) => name)).toEqual(expect.arrayContaining([...KEPT, 'memberships']));
  expect(left.filter(({ is_guarded, name }) => !is_guarded && name !== 'memberships')).toHaveLength(KEPT.length);
  const guarded = left.filter(({ is_guarded }) => is_guarded).map(({ name }) => name);
  const cascades = await query<{ name: string }>(
    `select distinct conrelid::regclass::text as name from pg_constraint where contype = 'f' and confdeltype = 'c' and conrelid::regclass::text = any($1)`,
    [guarded],
  );
  expect(cascades.map(({ name }) => name).sort()).toEqual(guarded.sort());
});
