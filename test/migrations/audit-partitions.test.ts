import { Kysely, PostgresDialect } from 'kysely';
import { up } from '../../migrations/0410-audit-partitions.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const ROWS = 20_000;
const ORGANISATION = '01890000-0000-7000-8000-000000000001';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  // The table as it was before.
  await database.fill(`
    alter table audit_log detach partition audit_log_before;
    drop table audit_log;
    alter table audit_log_before rename to audit_log;
    alter index audit_log_before_action rename to audit_log_action;
    alter index audit_log_before_actor rename to audit_log_actor;
    alter index audit_log_before_created rename to audit_log_created;
    alter index audit_log_before_kind rename to audit_log_kind;
    alter index audit_log_before_object rename to audit_log_object;
    insert into organisations (id, subdomain, name) values ('${ORGANISATION}', 'o', 'O');
    insert into audit_log (organisation_id, id, actor_type, action, object_id, created_at)
      select '${ORGANISATION}', gen_random_uuid(), 'system', 'course.updated', gen_random_uuid(), now() - n * interval '1 hour' from generate_series(1, ${ROWS}) n;
    analyze audit_log`);
});
afterEach(() => database.drop());

const query = async (text: string) => (await database.pool.query(text)).rows;

test('the audit log keeps its entries, and writes, reads and indexes work as before', async () => {
  const indexes = () => query(`select pg_relation_filenode(indexrelid) as file from pg_index where indrelid = 'audit_log'::regclass order by 1`);
  const before = await indexes();
  await up(new Kysely({ dialect: new PostgresDialect({ pool: database.pool }) }));
  await query(`insert into audit_log (organisation_id, id, actor_type, action, object_id)
    select entry.organisation_id, entry.id, entry.actor_type, entry.action, entry.object_id from json_populate_recordset(null::audit_log,
      '[{"organisation_id": "${ORGANISATION}", "id": "${ORGANISATION}", "actor_type": "system", "action": "course.created", "object_id": "${ORGANISATION}"}]') entry`);
  expect(await query('select tableoid::regclass::text as partition, count(*)::int as count from audit_log group by 1')).toEqual([
    { partition: 'audit_log_before', count: ROWS + 1 },
  ]);
  // No index was built again.
  const kept = await query(`select pg_relation_filenode(indexrelid) as file from pg_index where indrelid = 'audit_log_before'::regclass order by 1`);
  expect(kept).toEqual(before);
  const plan = await query(`explain (costs off) select id from audit_log where organisation_id = '${ORGANISATION}' order by created_at desc, id desc limit 51`);
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/audit_log_before_created/);
});
