import { movePersonal } from '../../src/domain/kernel/audit/move-personal.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { expectStatus } from '../support/browser.ts';
import { newSchool, type School } from '../support/school.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
afterAll(() => app.close());

const ENTRIES = 4500;
const query = async (text: string, ...values: unknown[]) => (await app.database.pool.query(text, values)).rows;

test('entries from before are moved in batches, are read as they were', async () => {
  const { id: organisationId } = school.organisation;
  await query(
    `insert into audit_log (organisation_id, id, actor_type, actor_id, action, object_id, ip, before, after)
      select $1, gen_random_uuid(), 'user', $2, case n % 3 when 0 then 'certificate.named' when 1 then 'upload.created' else 'course.updated' end, $2, '10.1.2.3',
        case n % 3 when 1 then null else '{"name": "Old"}'::jsonb end,
        case n % 3 when 1 then '{"file_name": "mine.pdf", "size_bytes": 1}'::jsonb else '{"name": "New", "is_open": true}' end
      from generate_series(1, ${ENTRIES}) n`,
    organisationId,
    school.id,
  );
  const read = async (action: string) => {
    const { body } = await expectStatus(200, school.browser.call('get', `audit-log/?action=${action}&page_size=100`));
    return body.results.map(({ ip, before, after }: Record<string, unknown>) => ({ ip, before, after }));
  };
  const before = await Promise.all(['certificate.named', 'upload.created', 'course.updated'].map(read));
  expect(before[0]).toContainEqual({ ip: '10.1.2.3', before: { name: 'Old' }, after: { is_open: true, name: 'New' } });
  await query(
    `select graphile_worker.add_job('move_audit_personal', '{"partition": "audit_log_before", "organisation_id": null, "id": null, "is_last_pass": false}')`,
  );
  await app.mailbox.runJobs();
  expect(await Promise.all(['certificate.named', 'upload.created', 'course.updated'].map(read))).toEqual(before);
  expect(
    await query(
      `select action, before, after, count(*)::int as count from audit_log where organisation_id = $1 and actor_id = $2 and action <> 'organisation.created'
        group by action, before, after order by action`,
      organisationId,
      school.id,
    ),
  ).toEqual([
    { action: 'certificate.named', before: {}, after: { is_open: true }, count: ENTRIES / 3 },
    { action: 'course.updated', before: { name: 'Old' }, after: { name: 'New', is_open: true }, count: ENTRIES / 3 },
    { action: 'upload.created', before: null, after: { size_bytes: 1 }, count: ENTRIES / 3 },
  ]);
  expect(await query('select from audit_log where ip is not null')).toEqual([]);
  expect(
    await query(`select subject_id is null as is_of_nobody, count(*)::int as count from audit_personal where ip = '10.1.2.3' group by 1 order by 1`),
  ).toEqual([
    { is_of_nobody: false, count: (ENTRIES / 3) * 2 },
    { is_of_nobody: true, count: ENTRIES / 3 },
  ]);
  const waiting = await query(`select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'move_audit_personal'`);
  expect(waiting.map(({ payload }) => payload)).toEqual([{ partition: 'audit_log_before', organisation_id: null, id: null, is_last_pass: true }]);
  await movePersonal({ db: app.database.db }, { partition: 'gone', organisation_id: null, id: null, is_last_pass: false });
});
