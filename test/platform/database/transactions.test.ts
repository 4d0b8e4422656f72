import { sql } from 'kysely';
import { connectDatabase, type DatabaseHandle } from '../../../src/platform/database/connect.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
/** With a single connection. */
let handle: DatabaseHandle;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.fill('create table noted (id int)');
  handle = connectDatabase({ url: database.url, poolSize: 1, onIdleError: () => {} });
});
afterEach(() => database.fill('truncate noted'));
afterAll(async () => {
  await handle.db.destroy();
  await database.drop();
});

const noted = async (): Promise<number[]> => (await database.pool.query('select id from noted order by id')).rows.map(({ id }) => id);
const note = (id: number) => sql`insert into noted values (${id}::int)`;

test('a transaction begins with its first statement, so that beginning takes no round trip of its own', async () => {
  const client = await handle.pool.connect();
  try {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    await client.query('begin').then(() => client.query('rollback'));
    const state = async () => (await database.pool.query('select state from pg_stat_activity where pid = $1', [rows[0].pid])).rows[0].state;
    await client.query('begin');
    expect(await state()).toBe('idle');
    await client.query('select 1');
    expect(await state()).toBe('idle in transaction');
    await client.query('rollback');
    expect(await state()).toBe('idle');
  } finally {
    client.release();
  }
});

test('a transaction keeps its isolation level, and one without statements comes to nothing', async () => {
  const level = await handle.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => (await sql<{ level: string }>`select current_setting('transaction_isolation') as level`.execute(trx)).rows[0]?.level);
  expect(level).toBe('repeatable read');
  expect(await handle.db.transaction().execute(async () => 'nothing')).toBe('nothing');
});

test('a transaction that fails at its first or a later statement leaves nothing behind', async () => {
  const failing = [
    (trx: DatabaseHandle['db']) => sql`select 1 / 0`.execute(trx),
    (trx: DatabaseHandle['db']) =>
      note(1)
        .execute(trx)
        .then(() => sql`select 1 / 0`.execute(trx)),
  ];
  for (const work of failing) await expect(handle.db.transaction().execute((trx) => work(trx as never))).rejects.toThrow('division by zero');
  expect(await noted()).toEqual([]);
});

test('statements of a transaction that are sent at once get their own answers, and all of them come to nothing if one fails', async () => {
  const numbers = await handle.db
    .transaction()
    .execute((trx) =>
      Promise.all([1, 2, 3].map(async (number) => (await sql<{ number: number }>`select ${number}::int as number`.execute(trx)).rows[0]?.number)),
    );
  expect(numbers).toEqual([1, 2, 3]);
  const work = handle.db.transaction().execute((trx) => Promise.allSettled([note(1).execute(trx), sql`select 1 / 0`.execute(trx), note(2).execute(trx)]));
  await expect(work).rejects.toThrow('rolled back');
  expect(await noted()).toEqual([]);
});

test('statements of a transaction that are sent without waiting for each other are executed in their order', async () => {
  const client = await handle.pool.connect();
  try {
    await client.query('begin').then(() => client.query('rollback'));
    await Promise.all(['begin', 'insert into noted values (1)', 'rollback'].map((text) => client.query(text)));
    await Promise.all(['begin', 'insert into noted values (2)', 'commit'].map((text) => client.query(text)));
  } finally {
    client.release();
  }
  expect(await noted()).toEqual([2]);
});

test.each([
  ['with parameters', 'insert into noted values ($1)', [3]],
  ['without parameters', 'insert into noted values (4)', undefined],
])('what follows a beginning that fails is not executed (%s)', async (_what, text, values) => {
  const client = await handle.pool.connect();
  const { connection } = client as unknown as { connection: { parsedStatements: Record<string, string> } };
  connection.parsedStatements['begin nothing'] = 'begin nothing';
  try {
    await client.query('begin nothing');
    const sent = [client.query(text, values), client.query('insert into noted values ($1)', [5])];
    const outcomes = await Promise.allSettled(sent);
    expect(outcomes).toMatchObject(Array(2).fill({ status: 'rejected', reason: { message: expect.stringContaining('nothing"') } }));
  } finally {
    client.release(true);
  }
  expect(await noted()).toEqual([]);
});

test('a transaction that finds its connection lost fails as an outage, and the next one has another connection', async () => {
  const client = await handle.pool.connect();
  const { rows } = await client.query('select pg_backend_pid() as pid');
  await client.query('begin');
  await database.pool.query('select pg_terminate_backend($1, 10000)', [rows[0].pid]);
  await expect(client.query('select 1')).rejects.toMatchObject({ name: 'OutageError' });
  client.release(true);
  await handle.db.transaction().execute((trx) => note(5).execute(trx));
  expect(await noted()).toEqual([5]);
});
