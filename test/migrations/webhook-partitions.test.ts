import { Kysely, PostgresDialect } from 'kysely';
import { up } from '../../migrations/0480-webhook-partitions.ts';
import { idAt, idBeside } from '../../scripts/bench/ids.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const ROWS = 20_000;
const ORGANISATION = '01890000-0000-7000-8000-000000000001';
const ENDPOINT = '01890000-0000-7000-8000-000000000002';
const TABLES = ['webhook_events', 'webhook_deliveries', 'webhook_attempts'];
const AT = `now() - n * interval '1 minute'`;

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  // The tables as they were before.
  await database.fill(`
    ${TABLES.map((table) => `alter table ${table} detach partition ${table}_before;`).join(' ')}
    drop table webhook_attempts, webhook_deliveries, webhook_events;
    drop statistics webhook_deliveries_before_owner;
    ${TABLES.map((table) => `alter table ${table}_before rename to ${table}; alter table ${table} rename constraint ${table}_before_pkey to ${table}_pkey;`).join(' ')}
    alter table webhook_deliveries rename constraint webhook_deliveries_event to webhook_deliveries_organisation_id_event_id_fkey;
    alter table webhook_attempts rename constraint webhook_attempts_delivery to webhook_attempts_organisation_id_delivery_id_fkey;
    ${[
      'events_subject',
      'events_user',
      'deliveries_endpoint',
      'deliveries_event',
      'deliveries_once',
      'deliveries_pending',
      'deliveries_status',
      'deliveries_type',
    ]
      .map((index) => `alter index webhook_${index.replace('_', '_before_')} rename to webhook_${index};`)
      .join(' ')}
    create index webhook_events_created on webhook_events (created_at);
    create function fill_delivery_event_type() returns trigger language plpgsql as $$ begin return new; end $$;
    create trigger webhook_deliveries_event_type before insert on webhook_deliveries for each row when (new.event_type is null)
      execute function fill_delivery_event_type();
    insert into organisations (id, subdomain, name) values ('${ORGANISATION}', 'o', 'O');
    insert into webhook_endpoints (organisation_id, id, url, description, event_types, secret, is_enabled)
      values ('${ORGANISATION}', '${ENDPOINT}', 'https://hooks.example.org', '', '{course.created}', '', true);
    insert into webhook_events (organisation_id, id, type, payload, created_at)
      select '${ORGANISATION}', ${idAt(AT)}, 'course.created', '{}', ${AT} from generate_series(1, ${ROWS}) n;
    insert into webhook_deliveries (organisation_id, id, endpoint_id, event_id, event_type, is_manual, next_attempt_at, created_at)
      select organisation_id, ${idBeside('id')}, '${ENDPOINT}', id, type, false, now(), created_at from webhook_events;
    insert into webhook_attempts (organisation_id, delivery_id, number, attempted_at, duration_ms, status_code)
      select organisation_id, id, 1, created_at, 5, 500 from webhook_deliveries;
    analyze`);
});
afterEach(() => database.drop());

const query = async (text: string) => (await database.pool.query(text)).rows;
const migrate = () => up(new Kysely({ dialect: new PostgresDialect({ pool: database.pool }) }));
/** The files of the tables with these endings and of their indexes, except for those of one that is gone. */
const files = (ending: string) =>
  query(`select pg_relation_filenode(c.oid) as file from pg_class c left join pg_index on indexrelid = c.oid
    where coalesce(indrelid, c.oid)::regclass::text = any('{${TABLES.map((table) => table + ending)}}') and relname <> 'webhook_events_created' order by 1`);

test('events, deliveries and attempts stay where they are, and no row and no index is written again', async () => {
  const before = await files('');
  await migrate();
  expect(await files('_before')).toEqual(before);
  for (const table of TABLES)
    expect(await query(`select tableoid::regclass::text as partition, count(*)::int as count from ${table} group by 1`)).toEqual([
      { partition: `${table}_before`, count: ROWS },
    ]);
  const plan = await query(`explain (costs off) select id from webhook_deliveries where organisation_id = '${ORGANISATION}' and endpoint_id = '${ENDPOINT}'
    order by created_at desc, id desc limit 51`);
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/webhook_deliveries_before_endpoint/);
});

test('processes of the release before still store events, queue deliveries once, note attempts, and delete old events with all that belongs to them', async () => {
  await migrate();
  // Their deliveries have the time at which they were queued.
  const queue = `insert into webhook_deliveries (organisation_id, id, endpoint_id, event_id, event_type, is_manual, next_attempt_at, created_at)
    select organisation_id, ${idAt(`now() + interval '1 hour'`)}, '${ENDPOINT}', id, type, false, now(), now() from webhook_events where type = 'lesson.published'
    on conflict do nothing`;
  await query(`insert into webhook_events (organisation_id, id, type, payload, created_at)
    values ('${ORGANISATION}', ${idAt('now()')}, 'lesson.published', '{}', now())`);
  await query(queue);
  await query(queue);
  await query(`insert into webhook_attempts (organisation_id, delivery_id, number, attempted_at, duration_ms, status_code)
    select organisation_id, id, 1, now(), 5, 204 from webhook_deliveries where event_type = 'lesson.published'`);
  const counts = () => Promise.all(TABLES.map(async (table) => (await query(`select count(*)::int as count from ${table}`))[0]?.count));
  expect(await counts()).toEqual([ROWS + 1, ROWS + 1, ROWS + 1]);
  await query(`delete from webhook_events where ctid = any (array(
    select ctid from webhook_events where created_at < now() - interval '1 day' limit 500 for update skip locked))`);
  expect(await counts()).toEqual([ROWS - 499, ROWS - 499, ROWS - 499]);
});
