import { PERSONAL_DATA } from '../../../../src/domain/upkeep/privacy/personal-data.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const listed = PERSONAL_DATA.flatMap(({ tables }) => tables);

test('every table that refers to users has its place among what is exported and erased', async () => {
  const { rows } = await database.pool.query<{ name: string }>(`
    select distinct conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid = 'users'::regclass
    union select table_name from information_schema.columns
      where table_schema = 'public' and column_name in ('user_id', 'actor_id', 'email', 'phone', 'ip') and table_name <> 'idempotency_keys'`);
  expect(rows.map(({ name }) => name).filter((name) => !listed.includes(name))).toEqual([]);
});

test('each table is in one place, and each file of the export has a name of its own', () => {
  const names = PERSONAL_DATA.flatMap(({ exported }) => exported?.name ?? []);
  expect([new Set(listed).size, new Set(names).size]).toEqual([listed.length, names.length]);
});

test('a row that goes only with the user is deleted before them', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select distinct conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid = 'users'::regclass and confdeltype in ('a', 'r')`,
  );
  const removable = PERSONAL_DATA.filter(({ remove }) => remove).flatMap(({ tables }) => tables);
  // Organisations are deleted with all they have.
  expect(rows.map(({ name }) => name).filter((name) => name !== 'organisations' && !removable.includes(name))).toEqual([]);
});
