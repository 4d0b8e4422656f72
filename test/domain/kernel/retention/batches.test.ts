import type { Kysely } from 'kysely';
import type { DB } from '../../../../generated/database.ts';
import { idAt, idBeside } from '../../../../scripts/bench/ids.ts';
import { forgetExpiredSecrets } from '../../../../src/domain/identity/accounts/secrets.ts';
import { forgetOldCookieConsents } from '../../../../src/domain/identity/consent/cookies.ts';
import { forgetOldAnswers } from '../../../../src/domain/kernel/idempotency/forget.ts';
import { forgetOpenings } from '../../../../src/domain/learning/access/openings.ts';
import { forgetExpiredUploads } from '../../../../src/domain/learning/uploads/uploads.ts';
import { forgetOldEvents } from '../../../../src/domain/messages/webhooks/ledger.ts';
import { expireDataExports } from '../../../../src/domain/upkeep/privacy/data-exports.ts';
import { systemClock } from '../../../../src/platform/clock/clock.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/database.ts';
import { retentionOf } from '../../../support/retention.ts';

const ORGANISATION = '01890000-0000-7000-8000-000000000001';
const COURSE = '01890000-0000-7000-8000-000000000002';
const ENDPOINT = '01890000-0000-7000-8000-000000000003';
const OLD = `now() - interval '4 years'`;
const ROWS = 'generate_series(1, 5001) n';
const FEWER_ROWS = 'generate_series(1, 501) n';

const UPLOADS = (prefix: string) => `insert into storage_objects
  (organisation_id, id, purpose, storage_key, file_name, content_type, size_bytes, status, expires_at)
  select '${ORGANISATION}', gen_random_uuid(), 'media', '${prefix}-' || n, 'f', 'image/png', 1, 'pending', ${OLD} from ${FEWER_ROWS}`;

let database: TestDatabase;
let tools: { db: Kysely<DB>; clock: typeof systemClock };
beforeAll(async () => {
  database = await createTestDatabase();
  tools = { db: database.db, clock: systemClock };
  await database.pool.query(`
    insert into organisations (id, subdomain, name) values ('${ORGANISATION}', 'o', 'O');
    insert into courses (organisation_id, id, title, slug, status, visibility, level, grade_level, language, timezone, length_mode, schedule_basis)
      values ('${ORGANISATION}', '${COURSE}', 'C', 'c', 'draft', 'public', 'all_levels', 'any', 'en', 'UTC', 'open_ended', 'enrollment');
    insert into webhook_endpoints (organisation_id, id, url, description, event_types, secret, is_enabled)
      values ('${ORGANISATION}', '${ENDPOINT}', 'https://hooks.example.org', '', '{course.created}', '', true);
    insert into users (id, email, email_key, name) select gen_random_uuid(), n || '@example.org', n || '@example.org', 'U' from ${ROWS};
    create table batches (of text, number int, transaction bigint);
    create function note_batch() returns trigger language plpgsql as
      $$ begin insert into batches select tg_table_name, count(*), txid_current() from gone having count(*) > 0; return null; end $$;
  `);
});
afterAll(() => database.drop());

const rowsOf = async (table: string) => (await database.pool.query(`select count(*)::int as count from ${table}`)).rows[0].count as number;

test.each<[table: string, largest: number, fill: string, job: () => Promise<void>]>([
  ['sessions', 5000, `insert into sessions select 's' || n, '{}', ${OLD} from ${ROWS}`, () => forgetExpiredSecrets(tools)],
  [
    'idempotency_keys',
    5000,
    `insert into idempotency_keys (organisation_id, actor_id, operation_id, key, request_hash, created_at)
     select '${ORGANISATION}', gen_random_uuid(), 'o', 'k', '', ${OLD} from ${ROWS}`,
    () => forgetOldAnswers(tools),
  ],
  [
    'user_idempotency_keys',
    5000,
    `insert into user_idempotency_keys (user_id, operation_id, key, request_hash, created_at)
     select id, 'o', 'k', '', ${OLD} from users`,
    () => forgetOldAnswers(tools),
  ],
  [
    'cookie_consents',
    5000,
    `insert into cookie_consents (id, visitor_id, version, preferences, analytics, marketing, created_at)
     select gen_random_uuid(), gen_random_uuid(), (select version from policies where policy = 'cookies' limit 1), false, false, false, ${OLD} from ${ROWS}`,
    () => forgetOldCookieConsents(tools),
  ],
  [
    'lesson_openings',
    5000,
    `insert into lesson_openings (organisation_id, course_id, day_zero, opens_at)
     select '${ORGANISATION}', '${COURSE}', '2020-01-01', ${OLD} + make_interval(secs => n) from ${ROWS}`,
    () => forgetOpenings(tools),
  ],
  ['storage_objects', 500, UPLOADS('batch'), () => forgetExpiredUploads(tools)],
  [
    'data_exports',
    5000,
    `insert into data_exports (id, user_id, status, created_at) select gen_random_uuid(), id, 'expired', ${OLD} from users`,
    () => expireDataExports(tools),
  ],
  [
    'webhook_events_before',
    500,
    `with event as (insert into webhook_events (organisation_id, id, type, payload, created_at)
       select '${ORGANISATION}', ${idAt(OLD)}, 'course.created', '{}', ${OLD} from ${FEWER_ROWS} returning *)
     insert into webhook_deliveries (organisation_id, id, endpoint_id, event_id, event_type, is_manual, status, created_at)
       select organisation_id, ${idBeside('id')}, '${ENDPOINT}', id, type, false, 'failed', created_at from event`,
    () => forgetOldEvents({ ...tools, retention: retentionOf({}) }),
  ],
])('the job that cleans up %s deletes all old rows, at most %i in a transaction', async (table, largest, fill, job) => {
  const { pool } = database;
  await pool.query(fill);
  await pool.query(`create trigger note after delete on ${table} referencing old table as gone for each statement execute function note_batch()`);
  await job();
  const { rows } = await pool.query(
    'select number, count(*) over (partition by transaction)::int as together from batches where of = $1 order by number desc',
    [table],
  );
  expect(rows).toEqual([largest, 1].map((number) => ({ number, together: 1 })));
  expect(await rowsOf(table)).toBe(0);
});

const jobsFor = async (prefix: string) =>
  (
    await database.pool.query(
      `select count(*)::int as jobs, count(distinct payload ->> 'key')::int as files from graphile_worker._private_jobs where payload ->> 'key' like $1`,
      [`${prefix}%`],
    )
  ).rows[0];

test('exports expire at most 500 in a transaction, and the file of each is deleted exactly once', async () => {
  const { pool } = database;
  await pool.query(`
    insert into data_exports (id, user_id, status, storage_key, size_bytes, expires_at)
      select gen_random_uuid(), id, 'ready', 'export-' || id, 1, ${OLD} from users limit 501`);
  await expireDataExports(tools);
  expect(await jobsFor('export-')).toEqual({ jobs: 501, files: 501 });
  const { rows } = await pool.query(
    `select status, count(*)::int as exports, count(distinct xmin::text)::int as transactions from data_exports group by status`,
  );
  expect(rows).toEqual([{ status: 'expired', exports: 501, transactions: 2 }]);
  await pool.query('delete from data_exports');
});

test('the file of each deleted upload is deleted exactly once', async () => {
  await database.pool.query(UPLOADS('once'));
  await forgetExpiredUploads(tools);
  expect(await jobsFor('once-')).toEqual({ jobs: 501, files: 501 });
});

test('a row that another transaction has locked does not hold up the others, and is deleted by the next run', async () => {
  const { pool } = database;
  await pool.query(`insert into sessions select 'locked-' || n, '{}', ${OLD} from generate_series(1, 3) n`);
  const other = await pool.connect();
  try {
    await other.query('begin');
    await other.query(`select from sessions where sid = 'locked-1' for update`);
    await forgetExpiredSecrets(tools);
    expect((await pool.query('select sid from sessions')).rows).toEqual([{ sid: 'locked-1' }]);
    await other.query('rollback');
  } finally {
    other.release();
  }
  await forgetExpiredSecrets(tools);
  expect(await rowsOf('sessions')).toBe(0);
});
