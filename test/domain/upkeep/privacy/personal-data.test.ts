import { PERSONAL_DATA } from '../../../../src/domain/upkeep/privacy/personal-data.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const listed = PERSONAL_DATA.flatMap(({ tables }) => tables);

/** The data of an organisation is not personal just because a user created the organisation. */
const OWNERS_OF_THEIR_OWN = ['organisations'];

test('every table that leads to a user through foreign keys is in the register of personal data', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `with recursive links as (
      -- References between partitions are those between their tables.
      select coalesce(own.inhparent, conrelid) as referrer, coalesce(part.inhparent, confrelid) as referred
      from pg_constraint left join pg_inherits own on own.inhrelid = conrelid left join pg_inherits part on part.inhrelid = confrelid where contype = 'f'
    ), personal (name) as (
      select 'users'
      union select referrer::regclass::text from personal join links on referred = personal.name::regclass and personal.name <> all ($1)
    ) select name from personal`,
    [OWNERS_OF_THEIR_OWN],
  );
  expect(rows.length).toBeGreaterThan(25);
  expect(rows.map(({ name }) => name).filter((name) => !listed.includes(name))).toEqual([]);
});

test('every table that names a user without a foreign key is in the register of personal data', async () => {
  const { rows } = await database.pool.query<{ name: string }>(`
    select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name in ('user_id', 'actor_id', 'email', 'phone', 'ip') and table_name <> 'idempotency_keys' and table_name !~ '_(before|rest)$'`);
  expect(rows.map(({ name }) => name).filter((name) => !listed.includes(name))).toEqual([]);
});

test('each table is in exactly one entry, and each file of the export has a unique name', () => {
  const names = PERSONAL_DATA.flatMap(({ exported }) => exported?.name ?? []);
  expect([new Set(listed).size, new Set(names).size]).toEqual([listed.length, names.length]);
});

test('exempt entries state a reason, and other entries do not', () => {
  const isExempt = ({ exported, erase, remove, files }: (typeof PERSONAL_DATA)[number]) => !exported && !erase && !remove && !files;
  expect(PERSONAL_DATA.filter((entry) => isExempt(entry) !== (entry.reason !== undefined))).toEqual([]);
});

test('rows that prevent the deletion of a user are deleted before the user', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select distinct conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid = 'users'::regclass and confdeltype in ('a', 'r')`,
  );
  const removable = PERSONAL_DATA.filter(({ remove }) => remove).flatMap(({ tables }) => tables);
  // Organisations are deleted together with all their data.
  expect(rows.map(({ name }) => name).filter((name) => name !== 'organisations' && !removable.includes(name))).toEqual([]);
});
