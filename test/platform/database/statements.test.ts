import { readFileSync } from 'node:fs';
import pg from 'pg';
import { startTestApp } from '../../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { DISTRIBUTION, tablesIn } from '../../support/distribution.ts';
import { checkStatements } from '../../support/statements/check.ts';
import { type Catalogue, catalogueOf, pretendLarge, wholeReads } from '../../support/statements/plans.ts';
import { recordedStatements } from '../../support/statements/record.ts';
import { parserReady, spreadFaults } from '../../support/statements/spread.ts';
import { changedTwice } from '../../support/statements/twice.ts';

const SCHEMA = readFileSync(new URL('../../../generated/schema.sql', import.meta.url), 'utf8');
const TABLES = new Set(tablesIn(SCHEMA).map(({ name }) => name));
const NO_EXCEPTIONS = { spread: {}, twice: {}, small: {}, whole: {} };

beforeAll(parserReady);

const APART = 'enrollments and courses are not joined by organisation_id';

test.each<[string, string, string[]]>([
  ['joins by the organisation', 'select from courses c join enrollments e on e.organisation_id = c.organisation_id and e.course_id = c.id', []],
  ['joins by another column', 'select from courses c join enrollments e on e.course_id = c.id', [APART]],
  [
    'joins by another column, with the organisation of one side',
    'select from courses c join enrollments e on e.course_id = c.id where c.organisation_id = $1',
    [APART],
  ],
  [
    'gives the organisation of both sides',
    'select from courses c join enrollments e on e.course_id = c.id and e.organisation_id = $2 where c.organisation_id = $1',
    [],
  ],
  [
    'joins by the organisation or something else',
    'select from courses c join enrollments e on e.organisation_id = c.organisation_id or e.course_id = c.id',
    [APART],
  ],
  ['joins with USING', 'select from courses join enrollments using (organisation_id)', []],
  ['compares rows', 'select from courses c, enrollments e where (c.organisation_id, c.id) = (e.organisation_id, e.course_id)', []],
  ['asks for rows of another query', 'select from courses where (organisation_id, id) in (select organisation_id, course_id from enrollments)', []],
  [
    'asks for rows of another query in another order',
    'select from courses where (id, organisation_id) in (select organisation_id, course_id from enrollments)',
    [APART],
  ],
  ['asks whether there is a row', 'select from courses c where exists (select from enrollments e where e.course_id = c.id)', [APART]],
  [
    'takes the organisation through a derived table',
    'select from courses c join (select e.organisation_id as o from enrollments e) x on x.o = c.organisation_id',
    [],
  ],
  [
    'takes something else through a derived table',
    'select from courses c join (select e.id as organisation_id from enrollments e) x using (organisation_id)',
    [APART],
  ],
  ['takes the organisation through a CTE', 'with x as (select * from enrollments) select from courses c join x on x.organisation_id = c.organisation_id', []],
  [
    'takes it through both parts of a union',
    'select from courses c join (select organisation_id from enrollments union all select organisation_id from courses) x using (organisation_id)',
    [],
  ],
  [
    'joins by given rows',
    'select from unnest($1::uuid[]) given (organisation_id) join courses using (organisation_id) join enrollments using (organisation_id)',
    [],
  ],
  ['joins a reference table', 'select from enrollments e join users u on u.id = e.user_id', []],
  [
    'joins a table that stays on one machine',
    'select from enrollments e join user_codes c on c.user_id = e.user_id',
    ['user_codes stays on one machine, but is read together with enrollments'],
  ],
  ['copies rows within the organisation', 'insert into enrollments (organisation_id, id) select organisation_id, $1 from courses', []],
  [
    'copies rows to nobody knows where',
    'insert into enrollments (organisation_id, id) select gen_random_uuid(), id from courses',
    [
      'the organisation of the new rows of enrollments cannot be seen to be that of the rows they are made from',
      'courses and enrollments are not joined by organisation_id',
    ],
  ],
  [
    'changes a reference table by what is read from spread ones',
    'update users set name = $1 from enrollments e where e.user_id = users.id',
    ['users has a copy on every machine, and is changed by what is read from enrollments'],
  ],
  ['locks rows of one organisation', 'select from courses where organisation_id = $1 for update', []],
  ['locks rows of all organisations', 'select from courses for update', ['locks rows of courses without naming one organisation']],
])('the check that a statement can be spread notices what is wrong, and only that: one that %s', (_what, sql, faults) => {
  expect(spreadFaults(sql, DISTRIBUTION, TABLES)).toEqual(faults);
});

test.each<[string, string, string[]]>([
  ['deletes and updates', 'with gone as (delete from courses where id = $1), named as (update courses set title = $2) select', ['courses (delete, update)']],
  ['updates in a part and in the end', 'with one as (update courses set title = $1 returning id) update courses set level = $2', ['courses (update, update)']],
  [
    'updates, and inserts or updates',
    'with one as (update courses set title = $1) insert into courses (id) values ($2) on conflict (id) do update set title = $3',
    ['courses (insert, update)'],
  ],
  [
    'merges, and deletes in a part of a part',
    `with one as (with two as (delete from courses returning id) select from two)
      merge into courses c using lessons l on l.course_id = c.id when matched then update set title = $1`,
    ['courses (delete, merge)'],
  ],
  ['updates and inserts', 'with one as (update courses set title = $1) insert into courses (id) values ($2) on conflict do nothing', []],
  ['changes two tables', 'with one as (update courses set title = $1) delete from lessons where id = $2', []],
  ['reads what it changes', 'with one as (select id from courses for update) update courses set title = $1 from one where one.id = courses.id', []],
])('the check that no statement changes a row twice notices what is wrong, and only that: one that %s', (_what, sql, tables) => {
  expect(changedTwice(sql)).toEqual(tables);
});

describe('the check of what a statement reads from end to end', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let catalogue: Catalogue;
  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await pretendLarge(client);
    catalogue = await catalogueOf(client);
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  test.each<[string, string, string[]]>([
    ['a row by its key', 'select from courses where organisation_id = $1 and id = $2', []],
    ['rows without an index', 'select from courses where description = $1', ['courses']],
    ['rows by a column that is not the first of the index', 'select from audit_log where created_at < $1', ['audit_log']],
    ['the rows that a join leads to', 'select from enrollments e join users u on u.id = e.user_id where e.organisation_id = $1 and e.course_id = $2', []],
    ['the first rows of a table', 'select from courses limit $1', []],
    ['the first rows that fit', 'select from courses where description = $1 limit $2', ['courses']],
    ['all rows, in a condition', 'select from users where id = $1 and exists (select from courses where title = $2)', ['courses']],
    ['a table that a statement with a fault changes', 'delete from courses where description = $1', ['courses']],
  ])('notices what is read, and only that: %s', async (_what, sql, tables) => {
    expect((await wholeReads(client, catalogue, sql)).map(({ table }) => table)).toEqual(tables);
  });

  test('refuses a statement that may change a row twice, unless it is listed with a reason', async () => {
    const statements = [{ sql: 'with gone as (delete from courses where id = $1) update courses set title = $2 where id = $3', senders: ['updateCourse'] }];
    const check = (twice: Record<string, string>) =>
      checkStatements(statements, { schema: SCHEMA, exceptions: { ...NO_EXCEPTIONS, spread: { courses: '-' }, twice }, client: null });
    expect((await check({})).faults).toEqual([expect.stringContaining('may change a row twice: courses (delete, update)\n    sent by updateCourse')]);
    expect((await check({ 'gone as (delete from courses': '-' })).faults).toEqual([]);
    expect((await check({ lessons: '-' })).needless).toEqual(['twice: lessons']);
  });

  test('names the statement, its senders and the reason, honours exceptions, and names those that nothing needs', async () => {
    const own = await createTestDatabase();
    const connection = new pg.Client({ connectionString: own.url });
    await connection.connect();
    const statements = ['$1', '$1, $2'].map((values, number) => ({
      sql: `select title from courses where description in (${values})`,
      senders: [`operation${number}`],
    }));
    const check = (exceptions: Partial<typeof NO_EXCEPTIONS>) =>
      checkStatements(statements, { schema: SCHEMA, exceptions: { ...NO_EXCEPTIONS, ...exceptions }, client: connection });
    const { judged, faults } = await check({});
    expect(judged).toBe(1);
    expect(faults).toEqual([
      expect.stringMatching(
        /^reads courses from end to end: .*description.*\n {4}sent by operation0, operation1\n {4}select title from courses where description in \(\$1/,
      ),
    ]);
    expect(await check({ small: { courses: '-' }, whole: { 'from lessons': '-' } })).toEqual({ judged: 1, faults: [], needless: ['whole: from lessons'] });
    await connection.end();
    await own.drop();
  });
});

test('a run records the statements of operations with their names, and none of the tests', async () => {
  const app = await startTestApp();
  await app.http.get('/api/v1/billing/plans/').expect(200);
  await app.database.db.selectFrom('plans').select('course_limit').execute();
  await app.close();
  const statements = await recordedStatements(process.env.TEST_FOLDER ?? '');
  expect(statements.filter(({ senders }) => senders.includes('listPlans')).length).toBeGreaterThan(0);
  expect(statements.map(({ sql }) => sql)).not.toContain('select "course_limit" from "plans"');
});
