import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrateSchema } from '../../src/platform/database/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const FOLDER = new URL('../../migrations/', import.meta.url);
const UTF8 = `encoding 'UTF8' locale_provider libc lc_collate 'C' lc_ctype 'C'`;

let database: TestDatabase;
afterEach(() => database.drop());

/** Creates a database as it was before the migration. */
async function olderDatabase(): Promise<void> {
  database = await createTestDatabase(UTF8);
  const files = (await readdir(FOLDER)).filter((file) => file < '0015');
  const known = Object.fromEntries(await Promise.all(files.map(async (file) => [file.slice(0, -3), await import(new URL(file, FOLDER).href)])));
  const { error } = await new Migrator({ db: database.db, provider: { getMigrations: async () => known } }).migrateToLatest();
  if (error) throw error;
}

const addUsers = (...emails: string[]) =>
  sql`insert into users (id, email, name) select gen_random_uuid(), email, 'U' from unnest(${emails}::text[]) as email`.execute(database.db);

test('existing accounts get the keys of their email addresses, however many there are', async () => {
  await olderDatabase();
  await sql`insert into users (id, email, name) select gen_random_uuid(), 'INFO' || n || '@Example.ORG', 'U' from generate_series(1, 5001) n`.execute(
    database.db,
  );
  await migrateSchema(database.db);
  const { rows } =
    await sql`select count(*)::int as count from users where email_key = 'info' || substr(email, 5, position('@' in email) - 5) || '@example.org'`.execute(
      database.db,
    );
  expect(rows).toEqual([{ count: 5001 }]);
});

test('the migration stops and says how many email addresses have two accounts, and leaves the database as it was', async () => {
  await olderDatabase();
  await sql`drop index users_email`.execute(database.db);
  await addUsers('info@example.org', 'INFO@example.org', 'Info@example.org', 'a@example.org', 'A@example.org', 'other@example.org');
  await expect(migrateSchema(database.db)).rejects.toThrow('2 email addresses are used more than once in spellings that differ only in case');
  const { rows } = await sql`select column_name from information_schema.columns where table_name = 'users' and column_name = 'email_key'`.execute(database.db);
  expect(rows).toEqual([]);
});

test('a database that does not store Unicode is refused', async () => {
  database = await createTestDatabase(`encoding 'SQL_ASCII' locale_provider libc lc_collate 'C' lc_ctype 'C'`);
  await expect(migrateSchema(database.db)).rejects.toThrow('the encoding of the database must be UTF8, not SQL_ASCII');
});
