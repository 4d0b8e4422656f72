import type { CompiledQuery } from 'kysely';
import { idAt, idBeside } from '../../../scripts/bench/ids.ts';
import { listChanges } from '../../../src/domain/kernel/audit/list-changes.ts';
import type { Caller } from '../../../src/domain/kernel/caller.ts';
import type { LedgerPage, LedgerPaging } from '../../../src/domain/kernel/ledgers.ts';
import { addPartitions, partitionsOf } from '../../../src/domain/kernel/retention/partitions.ts';
import { listObjects } from '../../../src/domain/learning/uploads/list-objects.ts';
import { listDeliveries } from '../../../src/domain/messages/webhooks/deliveries.ts';
import { WEBHOOK_LEDGER } from '../../../src/domain/messages/webhooks/ledger.ts';
import { systemClock } from '../../../src/platform/clock/clock.ts';
import type { Database } from '../../../src/platform/database/connect.ts';
import { takesAtMost } from '../../support/bound.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { planOf, readWhole, rowsRead, statementsOf } from '../../support/plans.ts';

takesAtMost(200);

const ROWS = 300_000;
const PAGE_SIZE = 50;
/** The rows on a page and one more, of the index, of the table and of up to three tables that are joined. */
const FEW = 5 * (PAGE_SIZE + 1);
/** The planner may prefer an index without the filter if almost all rows match. */
const COUNTED = 10_001 * 1.01;

const ORGANISATION = '01890000-0000-7000-8000-000000000001';
const ENDPOINT = '01890000-0000-7000-8000-000000000002';
const ACTOR = '01890000-0000-7000-8000-000000000003';
const COURSE = '01890000-0000-7000-8000-000000000004';
/** The newest row is of now; one in a thousand is of a rare kind. */
const AT = `now() - (${ROWS} - n) * interval '1 second'`;
/** Organisations with one endpoint each, whose ID is that of the organisation. */
const NEIGHBOURS = 30;
const NEIGHBOUR = `('01890000-0000-7000-8001-' || lpad(o::text, 12, '0'))::uuid`;
const WEEK = 7 * 24 * 3600_000;
const IS_RARE = 'n % 1000 = 0';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await addPartitions({ db, clock: { now: () => Date.now() + 8 * WEEK } }, WEBHOOK_LEDGER);
  const [, { until } = { until: null }] = await partitionsOf(db, WEBHOOK_LEDGER);
  // These rows fill three weeks.
  const eventAt = `'${until}'::timestamptz + n * interval '6 seconds'`;
  await database.fill(`
    insert into organisations (id, subdomain, name) values ('${ORGANISATION}', 'o', 'O');
    insert into courses (organisation_id, id, title, slug, status, visibility, level, grade_level, language, timezone, length_mode, schedule_basis)
      values ('${ORGANISATION}', '${COURSE}', 'C', 'c', 'draft', 'public', 'all_levels', 'any', 'en', 'UTC', 'open_ended', 'enrollment');
    insert into webhook_endpoints (organisation_id, id, url, description, event_types, secret, is_enabled)
      values ('${ORGANISATION}', '${ENDPOINT}', 'https://hooks.example.org', '', '{course.created}', '', true);
    insert into organisations (id, subdomain, name) select ${NEIGHBOUR}, 'o' || o, 'O' from generate_series(1, ${NEIGHBOURS}) o;
    insert into webhook_endpoints (organisation_id, id, url, description, event_types, secret, is_enabled)
      select ${NEIGHBOUR}, ${NEIGHBOUR}, 'https://hooks.example.org', '', '{course.created}', '', true from generate_series(1, ${NEIGHBOURS}) o;
    insert into webhook_events (organisation_id, id, type, payload, created_at)
      select '${ORGANISATION}'::uuid, ${idAt(eventAt)}, case when ${IS_RARE} then 'course.created' else 'lesson.completed' end, '{}'::json, ${eventAt}
      from generate_series(1, ${ROWS}) n
      union all
      select ${NEIGHBOUR}, ${idAt(eventAt)}, 'lesson.completed', '{}'::json, ${eventAt} from generate_series(1, ${NEIGHBOURS}) o, generate_series(1, ${ROWS}, 100) n;
    insert into webhook_deliveries (organisation_id, id, endpoint_id, event_id, event_type, is_manual, status, created_at)
      select organisation_id, ${idBeside('id')}, case organisation_id when '${ORGANISATION}' then '${ENDPOINT}'::uuid else organisation_id end, id, type, false, case type when 'course.created' then 'failed' else 'cancelled' end, created_at
      from webhook_events;
    insert into audit_log (organisation_id, id, actor_type, actor_id, action, object_id, created_at)
      select '${ORGANISATION}', gen_random_uuid(), 'user', case when ${IS_RARE} then '${ACTOR}'::uuid else gen_random_uuid() end,
        case when ${IS_RARE} then 'course.updated' else 'lesson.updated' end, case when ${IS_RARE} then '${COURSE}'::uuid else gen_random_uuid() end, ${AT}
      from generate_series(1, ${ROWS}) n;
    insert into storage_objects (organisation_id, id, course_id, purpose, storage_key, file_name, content_type, size_bytes, status, created_at)
      select '${ORGANISATION}', gen_random_uuid(), case when ${IS_RARE} then '${COURSE}'::uuid end, case when ${IS_RARE} then 'hero' else 'media' end,
        'key-' || n, 'f', 'image/png', n, 'ready', ${AT} from generate_series(1, ${ROWS}) n;
  `);
  await database.fill('vacuum analyze');
  const { rows } = await database.pool.query<{ name: string }>('select relname as name from pg_class where relispartition and reltuples = 0');
  for (const { name } of rows) SMALL.add(name);
});
afterAll(() => database.drop());

const caller: Caller = { organisationId: ORGANISATION, actorType: 'user', actorId: ACTOR, role: 'creator', requestId: 'test', ip: null };

type List = (db: Database, paging: LedgerPaging) => Promise<LedgerPage<unknown>>;
const changes =
  (filter: Omit<Parameters<typeof listChanges>[2], keyof LedgerPaging> = {}): List =>
  (db, paging) =>
    listChanges({ db }, caller, { ...filter, ...paging });
const deliveries =
  (filter: Omit<Parameters<typeof listDeliveries>[3], keyof LedgerPaging> = {}): List =>
  (db, paging) =>
    listDeliveries({ db }, caller, ENDPOINT, { ...filter, ...paging });
const objects =
  (filter: Partial<Omit<Parameters<typeof listObjects>[2], keyof LedgerPaging>> = {}): List =>
  (db, paging) =>
    listObjects({ db, clock: systemClock }, caller, { ordering: '-created_at', ...filter, ...paging });

const LISTS: [string, List][] = [
  ['changes', changes()],
  ['changes with a frequent action', changes({ action: 'lesson.updated' })],
  ['changes with a rare action', changes({ action: 'course.updated' })],
  ['changes of a frequent kind', changes({ action: 'lesson' })],
  ['changes of a rare kind', changes({ action: 'course' })],
  ['changes by someone', changes({ actor_id: ACTOR })],
  ['changes to an object', changes({ object_id: COURSE })],
  ['changes to long ago', changes({ to: new Date(Date.now() - (ROWS - 1000) * 1000).toISOString() })],
  ['deliveries', deliveries()],
  ['deliveries of a frequent type', deliveries({ event_type: 'lesson.completed' })],
  ['deliveries of a rare type', deliveries({ event_type: 'course.created' })],
  ['deliveries with a frequent status', deliveries({ status: 'cancelled' })],
  ['deliveries with a rare status', deliveries({ status: 'failed' })],
  ['files', objects()],
  ['files, oldest first', objects({ ordering: 'created_at' })],
  ['files, largest first', objects({ ordering: '-size_bytes' })],
  ['files of a course', objects({ course_id: COURSE })],
  ['files with a frequent purpose', objects({ purpose: 'media' })],
  ['files with a rare purpose', objects({ purpose: 'hero' })],
  ['files with a frequent purpose, largest first', objects({ purpose: 'media', ordering: '-size_bytes' })],
];

/** Tables and partitions with few rows in this database, which are read from end to end. */
const SMALL = new Set(['users', 'api_keys', 'attendance_devices', 'lesson_policies', 'lessons', 'webhook_endpoints']);

const isCount = ({ sql }: CompiledQuery) => sql.includes('count(*)');

describe.each(LISTS)('the list of %s among 300,000 rows', (_what, list) => {
  const plansOf = async (paging: LedgerPaging) => {
    const sent = await statementsOf(database.pool, (db) => list(db, paging));
    return Promise.all(sent.map(async (statement) => ({ isCount: isCount(statement), plan: await planOf(database.pool, statement, 'analyze') })));
  };

  test('reads by index no more than the page, and counts no more than 10,001 rows', async () => {
    for (const { isCount, plan } of await plansOf({ page: 1, page_size: PAGE_SIZE })) {
      expect(readWhole(plan).filter((table) => !SMALL.has(table))).toEqual([]);
      expect(rowsRead(plan)).toBeLessThanOrEqual(isCount ? COUNTED + FEW : FEW);
    }
  });

  test('reads no more for a page far behind, by its cursor', async () => {
    const { next } = await list(database.db, { page: 2999, page_size: PAGE_SIZE });
    const { next: near } = await list(database.db, { page: 2, page_size: PAGE_SIZE });
    const cursor = next ?? near ?? undefined;
    expect(cursor).toBeDefined();
    for (const { isCount, plan } of await plansOf({ page: 1, page_size: PAGE_SIZE, cursor })) {
      expect(readWhole(plan).filter((table) => !SMALL.has(table))).toEqual([]);
      expect(rowsRead(plan)).toBeLessThanOrEqual(isCount ? COUNTED + FEW : FEW);
    }
  });

  test('passes the rows before a page far behind, by its number, in the index alone', async () => {
    for (const { isCount, plan } of await plansOf({ page: 3000, page_size: PAGE_SIZE })) {
      expect(readWhole(plan).filter((table) => !SMALL.has(table))).toEqual([]);
      const inTables = plan.filter((node) => node['Node Type'] !== 'Index Only Scan');
      expect(rowsRead(inTables)).toBeLessThanOrEqual(isCount ? COUNTED + FEW : FEW);
    }
  });
});

test('a page of the deliveries to one of many endpoints reads no more than the page from the partitions of the weeks', async () => {
  const organisationId = '01890000-0000-7000-8001-000000000007';
  const sent = await statementsOf(database.pool, (db) =>
    listDeliveries({ db }, { ...caller, organisationId }, organisationId, { page: 1, page_size: PAGE_SIZE }),
  );
  for (const statement of sent) {
    const plan = await planOf(database.pool, statement, 'analyze');
    // All deliveries are counted.
    expect(rowsRead(plan)).toBeLessThanOrEqual(isCount(statement) ? ROWS / 100 + FEW : FEW);
  }
});
