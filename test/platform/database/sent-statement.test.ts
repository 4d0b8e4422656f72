import { sql } from 'kysely';
import type pg from 'pg';
import { connectDatabase, type DatabaseHandle } from '../../../src/platform/database/connect.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

/** Often enough that a statement is prepared, and then executed with the columns that are known. */
const OFTEN = 12;

let database: TestDatabase;
/** With a single connection. */
let handle: DatabaseHandle;
beforeAll(async () => {
  database = await createTestDatabase();
  handle = connectDatabase({ url: database.url, poolSize: 1, onIdleError: () => {} });
});
afterAll(async () => {
  await handle.db.destroy();
  await database.drop();
});

const again = async <T>(run: () => Promise<T>): Promise<T> => {
  for (let index = 1; index < OFTEN; index++) await run();
  return run();
};

test('a prepared statement returns the same rows when its columns are no longer described', async () => {
  const read = async (rows: number) => {
    const text = sql<object>`select number, null as nothing, now() > 'epoch' as late, '{"a": [1]}'::jsonb as json, timestamptz(3) '2026-11-20 09:30:00.12+02' as at
      from generate_series(1, ${rows}::int) number`;
    return (await text.execute(handle.db)).rows;
  };
  const row = (number: number) => ({ number, nothing: null, late: true, json: { a: [1] }, at: '2026-11-20T07:30:00.120Z' });
  expect(await again(() => read(2))).toEqual([row(1), row(2)]);
  expect(await read(0)).toEqual([]);
});

test('the columns of a prepared statement are described once per connection', async () => {
  const descriptions: unknown[] = [];
  const client = await handle.pool.connect();
  (client as unknown as { connection: pg.Connection }).connection.on('rowDescription', (message) => void descriptions.push(message));
  await again(() => client.query('select $1::int as described', [1]));
  client.release();
  // The first four times, it was not prepared yet.
  expect(descriptions).toHaveLength(5);
});

test('a prepared statement that writes reports how many rows it wrote', async () => {
  await handle.pool.query('create table written (id int)');
  const { command, rowCount, rows } = await again(() => handle.pool.query('insert into written select generate_series(1, $1::int)', [3]));
  expect({ command, rowCount, rows }).toEqual({ command: 'INSERT', rowCount: 3, rows: [] });
});

test('a prepared statement that fails can be executed again', async () => {
  const divide = async (by: number) => (await handle.pool.query('select 6 / $1::int as result', [by])).rows;
  await again(() => divide(2));
  await expect(divide(0)).rejects.toThrow('division by zero');
  expect(await divide(3)).toEqual([{ result: 2 }]);
});

test('a prepared statement whose columns have changed fails instead of returning wrong values', async () => {
  await handle.pool.query('create table altered (id int, name text)');
  await handle.pool.query(`insert into altered values (1, 'one')`);
  const read = async () => (await handle.pool.query('select * from altered where id = $1', [1])).rows;
  await again(read);
  await handle.pool.query('alter table altered add column added int default 7');
  await expect(read()).rejects.toMatchObject({ code: '0A000' });
});
