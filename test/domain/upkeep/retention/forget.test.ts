import { startTestApp, type TestApp, withPorts } from '../../../support/app.ts';
import { runTask } from '../../../support/jobs.ts';
import { retentionOf } from '../../../support/retention.ts';
import { newSchool } from '../../../support/school.ts';

let app: TestApp;
let unlimited: TestApp;
beforeAll(async () => {
  app = await startTestApp(withPorts({ retention: retentionOf({ auditDays: 30, failedJobDays: 7 }) }));
  unlimited = await startTestApp();
});
afterAll(() => Promise.all([app.close(), unlimited.close()]));

const DAY = 24 * 3600_000;

const query = async ({ database }: TestApp, text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows;

/** Adds entries of the audit log that are so many days old, and returns how old those are that are left when the job has run. */
async function entriesLeft(of: TestApp, ...days: number[]): Promise<number[]> {
  const { organisation } = await newSchool(of);
  for (const day of days)
    await query(
      of,
      `insert into audit_log (organisation_id, id, actor_type, action, object_id, created_at) values ($1, gen_random_uuid(), 'system', 'test.made', $1, $2)`,
      organisation.id,
      new Date(of.clock.now() - day * DAY),
    );
  await runTask(of, 'forget_audit');
  const left = await query(
    of,
    `select created_at from audit_log where organisation_id = $1 and action = 'test.made' order by created_at desc`,
    organisation.id,
  );
  return left.map(({ created_at }) => Math.round((of.clock.now() - Date.parse(created_at)) / DAY));
}

test('entries of the audit log go when they are older than the operator says, in every organisation', async () => {
  expect(await entriesLeft(app, 0, 29, 31, 400)).toEqual([0, 29]);
  expect(await entriesLeft(app, 31)).toEqual([]);
});

test('a deletion by age leaves an entry with what it was and how much in the audit log of each organisation, and none where nothing was deleted', async () => {
  const [one, other] = [await newSchool(app), await newSchool(app)];
  const expired = `insert into member_invites (organisation_id, id, email, email_key, role, invited_by, expires_at)
    select $1, gen_random_uuid(), n || '@example.org', n || '@example.org', 'learner', $2, now() - interval '1 hour' from generate_series(1, 3) n`;
  await query(app, expired, one.organisation.id, one.id);
  for (let run = 0; run < 2; run++) await runTask(app, 'forget_expired_invites');
  const entries = (id: string) => query(app, `select actor_type, after from audit_log where organisation_id = $1 and action = 'retention.deleted'`, id);
  expect(await entries(one.organisation.id)).toEqual([{ actor_type: 'system', after: { what: 'member_invites', count: 3 } }]);
  expect(await entries(other.organisation.id)).toEqual([]);
});

test('without a limit, the audit log is kept for ever', async () => {
  expect(await entriesLeft(unlimited, 1, 4000)).toEqual([1, 4000]);
});

test('jobs that have failed for good go after a while, and those that wait, run or failed lately stay', async () => {
  const add = async (name: string, change: string) => {
    await query(app, `select graphile_worker.add_job('mail_invite', '{}', job_key => $1, max_attempts => 3, run_at => now() + interval '1 year')`, name);
    await query(app, `update graphile_worker._private_jobs set ${change} where key = $1`, name);
  };
  const old = `updated_at = now() - interval '8 days'`;
  await add('failed long ago', `attempts = 3, ${old}`);
  await add('failed lately', `attempts = 3, updated_at = now() - interval '6 days'`);
  await add('will be tried again', `attempts = 2, ${old}`);
  await add('runs', `attempts = 3, locked_at = now(), locked_by = 'a worker', ${old}`);
  await runTask(app, 'forget_failed_jobs');
  const left = await query(app, `select key from graphile_worker._private_jobs where key is not null order by key`);
  expect(left.map(({ key }) => key)).toEqual(['failed lately', 'runs', 'will be tried again']);
  await query(app, 'delete from graphile_worker._private_jobs where key is not null');
});
