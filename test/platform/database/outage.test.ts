import { sql } from 'kysely';
import pg from 'pg';
import { connectDatabase, type DatabaseHandle, type Limits } from '../../../src/platform/database/connect.ts';
import { OutageError } from '../../../src/platform/outages/outage.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';

/** Short, and still longer than a busy machine takes for what does not hang. */
const SHORT: Limits = { statement: 0.5, lock: 0.3, connect: 2, silence: 1 };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query('create table things (id int primary key)');
});
afterAll(() => database.drop());

const opened: DatabaseHandle[] = [];
afterEach(async () => {
  for (const { db } of opened.splice(0)) await db.destroy();
});

function connect(limits: Partial<Limits> = {}, url = database.url, poolSize = 1): DatabaseHandle {
  const handle = connectDatabase({ url, poolSize, limits: { ...SHORT, ...limits }, onIdleError: () => {} });
  opened.push(handle);
  return handle;
}

const outcome = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

test.each([
  ['a statement that takes too long', 'select pg_sleep(10)'],
  ['a connection that the server ends', 'select pg_terminate_backend(pg_backend_pid())'],
  ['a server without memory', "do $$ begin raise exception using errcode = '53200'; end $$"],
  ['a server that became a standby', "do $$ begin raise exception using errcode = '25006'; end $$"],
])('%s is an outage of the database, for a query builder and for a pool', async (_what, statement) => {
  const { db, pool } = connect();
  for (const run of [() => sql.raw(statement).execute(db), () => pool.query(statement)])
    expect(await outcome(run())).toMatchObject({ name: 'OutageError', dependency: 'database' });
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('a wrong statement and a wrong parameter are bugs, and no outages', async () => {
  const { db, pool } = connect();
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  for (const run of [() => sql`select nothing`.execute(db), () => sql`select ${circular}::jsonb`.execute(db), () => pool.query('select 1 / 0')]) {
    const error = await outcome(run());
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(OutageError);
  }
});

test('a locked table stops a statement only for a while', async () => {
  const holder = await database.pool.connect();
  await holder.query('begin');
  await holder.query('lock table things');
  try {
    expect(await outcome(sql`insert into things values (1)`.execute(connect().db))).toBeInstanceOf(OutageError);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
});

test('whoever finds all connections in use waits only for a while', async () => {
  const { pool, db } = connect();
  const client = await pool.connect();
  expect(await outcome(sql`select 1`.execute(db))).toBeInstanceOf(OutageError);
  client.release();
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});

test('a server that nobody reaches is an outage', async () => {
  expect(await outcome(connect({}, 'postgres://127.0.0.1:1/x').pool.query('select 1'))).toBeInstanceOf(OutageError);
});

test('a server that stops without a word ends statements, transactions and new connections with an outage, and is used again when it continues', async () => {
  const { hostname, port } = new URL(process.env.TEST_SERVER_URL ?? '');
  const proxy = await startTcpProxy(hostname, Number(port || 5432));
  const url = new URL(database.url);
  url.host = `127.0.0.1:${proxy.port}`;
  const { db, pool } = connect({ statement: 0.7 }, url.href, 3);
  await pool.query('select 1');
  const transaction = db.transaction().execute(async (trx) => {
    await sql`insert into things values (2)`.execute(trx);
    proxy.freeze();
    await sql`insert into things values (3)`.execute(trx);
  });
  const outcomes = [transaction, ...Array.from({ length: 5 }, () => sql`select 1`.execute(db))].map(outcome);
  expect(await outcomes[0]).toBeInstanceOf(OutageError);
  for (const other of await Promise.all(outcomes.slice(1))) if (other instanceof Error) expect(other).toBeInstanceOf(OutageError);
  expect(await outcome(pool.query('select 1'))).toBeInstanceOf(OutageError);
  proxy.thaw();
  expect((await pool.query('select id from things')).rows).toEqual([]);
  await db.destroy();
  opened.length = 0;
  await proxy.close();
});

test('a connection that is lost between two statements of a transaction ends it, and nothing of it is stored', async () => {
  const { db } = connect({}, database.url, 2);
  const work = db.transaction().execute(async (trx) => {
    await sql`insert into things values (4)`.execute(trx);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    await other.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await other.end();
    await sql`insert into things values (5)`.execute(trx);
  });
  expect(await outcome(work)).toBeInstanceOf(OutageError);
  expect((await sql`select id from things`.execute(db)).rows).toEqual([]);
});
