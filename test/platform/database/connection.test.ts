import { mock } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { connectDatabase } from '../../../src/platform/database/connect.ts';
import { startTestApp } from '../../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { newOrganisation } from '../../support/organisation.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('the service survives the end of all its database connections, and reports it once and not as a bug', async () => {
  const app = await startTestApp();
  const org = await newOrganisation(app);
  await org.call('get', 'whoami/');
  const other = new pg.Client({ connectionString: app.database.url });
  await other.connect();
  // It waits for the end of each, because a connection that ends only after it has served a request below could fail the last one.
  const { rowCount } = await other.query(
    'select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await other.end();
  expect(rowCount).toBeGreaterThan(0);
  // A request that is given a dead connection before its end is known fails, and takes it out of the pool.
  for (let dead = rowCount ?? 0; dead > 0; dead--) {
    const { status, body, headers } = await org.call('get', 'whoami/');
    if (status !== 200) expect([status, body.code, headers['retry-after']]).toEqual([503, 'service_unavailable', '5']);
  }
  expect((await org.call('get', 'whoami/')).status).toBe(200);
  expect(app.log.filter(({ level }) => level >= 50)).toEqual([]);
  await app.close();
});

test.each([
  ["timestamptz(3) '2026-11-20 09:30:00.120+02'", '2026-11-20T07:30:00.120Z'],
  ["timestamptz(3) '2026-11-20 09:30:00+00'", '2026-11-20T09:30:00.000Z'],
  ["timestamptz(3) '2026-11-20 09:30:00.5Z'", '2026-11-20T09:30:00.500Z'],
  ["date '2026-11-20'", '2026-11-20'],
  ["time(0) '09:30'", '09:30'],
  ['count(*)', 1],
])('%s is read from the database as %j', async (expression, expected) => {
  const { rows } = await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(database.db);
  expect(rows[0]?.value).toBe(expected);
});

test('a session does not compile its statements, plans for solid state, and limits their time', async () => {
  const handle = connectDatabase({ url: database.url, poolSize: 1, onIdleError: () => {} });
  const { rows } = await handle.pool.query(
    `select current_setting('jit') as jit, current_setting('random_page_cost') as page, current_setting('statement_timeout') as longest`,
  );
  await handle.db.destroy();
  expect(rows).toEqual([{ jit: 'off', page: '1.1', longest: '15s' }]);
});

test('a connection that is not used is kept for five minutes, so that a burst after a quiet time does not begin with new ones', async () => {
  const { pool, db } = connectDatabase({ url: database.url, poolSize: 1, onIdleError: () => {} });
  try {
    await pool.query('select');
    mock.timers.enable({ apis: ['setTimeout'] });
    // Its time begins again with each use.
    await pool.query('select');
    mock.timers.tick(299_000);
    expect(pool.totalCount).toBe(1);
    mock.timers.tick(1000);
    expect(pool.totalCount).toBe(0);
  } finally {
    mock.timers.reset();
    await db.destroy();
  }
});

test('a query on a tenant table without the organisation is rejected in tests', async () => {
  await expect(database.db.selectFrom('courses').select('organisation_id').execute()).rejects.toThrow('does not name organisation_id');
  await expect(database.db.updateTable('lessons').set({ title: 'x' }).where('id', '=', 'x').execute()).rejects.toThrow('does not name organisation_id');
  await expect(database.db.selectFrom('courses').select('id').where('organisation_id', '=', '01890000-0000-7000-8000-000000000000').execute()).resolves.toEqual(
    [],
  );
});

test('the unique keys of every table with organisation_id start with it, unless the table is looked up globally', async () => {
  const global = [
    'affiliate_links',
    'memberships',
    'platform_subscriptions',
    'api_keys',
    'certificates',
    'credential_cards',
    'organisation_domains',
    'organisation_mail_domains',
    'gateway_accounts',
    'orders',
    'platform_purchases',
    'catalogue_subscriptions',
  ];
  const { rows } = await database.pool.query<{ table: string; index: string; first: string }>(`
    select t.relname as table, i.relname as index, a.attname as first
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid join pg_namespace n on n.oid = t.relnamespace
    join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
    where n.nspname = 'public' and x.indisunique and exists (select from pg_attribute o where o.attrelid = t.oid and o.attname = 'organisation_id')`);
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.filter((row) => row.first !== 'organisation_id' && !global.includes(row.table))).toEqual([]);
});

test('a reference between two organisations cannot be stored', async () => {
  const { rows } = await database.pool.query<{ name: string; definition: string }>(`
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'f' and confrelid in ('courses'::regclass, 'chapters'::regclass, 'lessons'::regclass)`);
  expect(rows.length).toBeGreaterThan(2);
  expect(rows.filter((row) => !row.definition.startsWith('FOREIGN KEY (organisation_id,'))).toEqual([]);
});
