import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('logical replication can follow every table, because its rows are identified by a primary key or by all of their columns', async () => {
  const { rows } = await database.pool.query(`
    select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relreplident <> 'f'
      and not exists (select from pg_index where indrelid = pg_class.oid and indisprimary)`);
  expect(rows).toEqual([]);
});
