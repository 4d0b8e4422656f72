import { fillLargeSet } from '../../scripts/load/fill.ts';
import { measureReads, slowestTable } from '../../scripts/load/slowest.ts';
import { issueKey } from '../../src/domain/identity/api-keys/issue-key.ts';
import { connectDatabase, type DatabaseHandle } from '../../src/platform/database/connect.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { ALL_SCOPES } from '../support/organisation.ts';

const SCALE = 0.003;

let app: TestApp;
let single: DatabaseHandle;
let largest: string;
const filled = new Map<string, number>();
beforeAll(async () => {
  app = await startTestApp();
  single = connectDatabase({ url: app.database.url, poolSize: 1, onIdleError: () => {} });
  largest = await fillLargeSet(single.db, SCALE, (what, rows) => filled.set(what, (filled.get(what) ?? 0) + rows));
});
afterAll(async () => {
  await single.db.destroy();
  await app.close();
});

const rowsOf = async (statement: string) => (await app.database.pool.query(statement)).rows;

test('a large set has the announced sizes, and one organisation is larger than the others', async () => {
  expect(Object.fromEntries(filled)).toEqual({
    organisations: 3,
    users: 300,
    courses: 30,
    lessons: 480,
    enrolments: 3000,
    'rows of progress': 15_000,
    orders: 3000,
    'audit entries': 3000,
  });
  const sizes = await rowsOf(`select organisation_id, count(*)::int as people from memberships where role = 'learner' group by 1 order by 2 desc`);
  expect(sizes.map(({ people }) => people)).toEqual([120, 90, 90]);
  expect(sizes[0].organisation_id).toBe(largest);
});

test('what was filled without triggers and checks is as if they had been there: every reference, every count, every balance', async () => {
  const references = await rowsOf(`
    select c.conname as name, format('select count(*)::int as broken from only %s as a where (%s) is not null and not exists (select from %s as b where (%s) = (%s))',
      c.conrelid::regclass, a.columns, c.confrelid::regclass, b.columns, a.columns) as statement
    from pg_constraint c
    cross join lateral (select string_agg(format('a.%I', attname), ', ' order by place) as columns from unnest(c.conkey) with ordinality key (number, place)
      join pg_attribute on attrelid = c.conrelid and attnum = number) a
    cross join lateral (select string_agg(format('b.%I', attname), ', ' order by place) as columns from unnest(c.confkey) with ordinality key (number, place)
      join pg_attribute on attrelid = c.confrelid and attnum = number) b
    where contype = 'f' and conrelid in ('lesson_progress'::regclass, 'orders'::regclass, 'ledger_transactions'::regclass, 'ledger_entries'::regclass,
      'audit_log'::regclass, 'enrollments'::regclass)`);
  expect(references.length).toBeGreaterThan(8);
  for (const { name, statement } of references) expect([name, await rowsOf(statement)]).toEqual([name, [{ broken: 0 }]]);
  const wrong = await rowsOf(`
    select 'completed lessons' from enrollments e where completed_lessons <>
      (select count(*) from lesson_progress p where (p.organisation_id, p.enrollment_id) = (e.organisation_id, e.id) and completed_at is not null)
    union all select 'balance' from ledger_entries group by organisation_id, transaction_id having sum(amount) <> 0
    union all select 'name of the learner' from enrollments join users on users.id = user_id where learner_name <> name
    union all select 'sale' from orders o where not exists (select from ledger_transactions t where (t.organisation_id, t.order_id) = (o.organisation_id, o.id))`);
  expect(wrong).toEqual([]);
});

test('the days of the organisations are counted, and the service serves the set', async () => {
  expect(await rowsOf('select count(*)::int as left from analytics_changes')).toEqual([{ left: 0 }]);
  const [money] = await rowsOf('select count(*)::int as days from analytics_money_days');
  expect(money.days).toBeGreaterThan(100);
  const { secret } = await issueKey(app.database.db, { organisationId: largest, name: 'Key', scopes: ALL_SCOPES, expiresAt: null });
  const { status, body } = await app.http.get('/api/v1/agent/courses/').set('Authorization', `Bearer ${secret}`);
  expect([status, body.count]).toEqual([200, 10]);
});

test('operations that read are measured as staff, a learner and a key, and those without an object in the set are named', async () => {
  const wanted = ['listCourses', 'listEnrollments', 'listAgentCourses', 'getMe', 'getUpload', 'exportLessonAsScorm'];
  const measurements = await measureReads(single.db, app.url, largest, (operation) => wanted.includes(operation));
  const { measured, others } = measurements;
  expect(measured.map(({ operation, caller, status }) => [operation, caller, status]).sort()).toEqual([
    ['exportLessonAsScorm', 'staff', 200],
    ['getMe', 'learner', 200],
    ['listAgentCourses', 'key', 200],
    ['listCourses', 'staff', 200],
    ['listEnrollments', 'learner', 200],
  ]);
  for (const { statements, databaseMs } of measured) expect([statements > 0, databaseMs > 0]).toEqual([true, true]);
  expect(others).toEqual([{ operation: 'getUpload', reason: 'the set has no such object' }]);
  const [slowest] = measured.toSorted((a, b) => b.databaseMs - a.databaseMs);
  const lines = slowestTable(measurements, 1).split('\n');
  expect(lines[2]).toContain(`| ${slowest?.operation} | ${slowest?.caller} |`);
  expect(lines[3]).toBe('');
});

test('a database with data is refused, and stays as it is', async () => {
  await expect(fillLargeSet(single.db, SCALE)).rejects.toThrow('The database is not empty. Nothing was changed.');
  expect(await rowsOf('select count(*)::int as organisations from organisations')).toEqual([{ organisations: 3 }]);
});
