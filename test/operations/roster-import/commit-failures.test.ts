import { runCommit } from '../../../src/domain/transfer/roster-imports/commit-roster.ts';
import { connectDatabase, MIGRATION_LIMITS } from '../../../src/platform/database/connect.ts';
import { createKeyring } from '../../../src/platform/secrets/keyring.ts';
import { SECRET } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { runJobsAfter, runTask } from '../../support/jobs.ts';
import { refusalOf } from '../../support/learner.ts';
import { eachWithRosters, pupils } from '../../support/roster.ts';
import { newLearner } from '../../support/school.ts';

const at = eachWithRosters();

test('a commit that dies in the middle continues where it stopped', async () => {
  const { id } = await at.rosters.send(pupils(2100));
  await at.query(
    `create function die() returns trigger language plpgsql as $$ begin if new.line = 2050 then raise 'the process dies'; end if; return new; end $$`,
    [],
  );
  await at.query('create trigger die before update on roster_import_rows for each row execute function die()', []);
  await at.rosters.commit(id);
  await at.app.mailbox.runJobs();
  expect(await at.rosters.read(id)).toMatchObject({ status: 'committing', done_count: 2000 });
  expect(await at.learners()).toBe(2000);
  await at.query('drop trigger die on roster_import_rows', []);
  await at.query('drop function die', []);
  await at.query(`update graphile_worker._private_jobs set run_at = now() - interval '1 second'`, []);
  await at.app.mailbox.runJobs();
  expect(await at.rosters.read(id)).toMatchObject({ status: 'committed', done_count: 2100 });
  expect([await at.learners(), (await at.enrollments()).length]).toEqual([2100, 2100]);
  expect((await expectStatus(200, at.rosters.credentials(id))).body.count).toBe(2100);
  const created = await at.query(`select count(distinct object_id)::int as n from audit_log where organisation_id = $1 and action = 'enrollment.created'`, [
    at.school.organisation.id,
  ]);
  expect(created).toEqual([{ n: 2100 }]);
});

test('a job that runs twice at once gives everybody one place and one code', async () => {
  const { id } = await at.rosters.send(pupils(30));
  await at.rosters.commit(id);
  const payload = { organisation_id: at.school.organisation.id, import_id: id };
  const { db } = connectDatabase({ url: at.app.database.url, poolSize: 4, limits: MIGRATION_LIMITS, onIdleError: () => {} });
  const run = () =>
    runCommit({ db, clock: at.app.clock, keyring: createKeyring(SECRET), base: at.app.url }, payload, { isLast: false, log: { info() {}, warn() {} } });
  await Promise.all([run(), run()]).finally(() => db.destroy());
  expect(await at.rosters.read(id)).toMatchObject({ status: 'committed', done_count: 30 });
  expect([await at.learners(), (await expectStatus(200, at.rosters.credentials(id))).body.count]).toEqual([30, 30]);
  expect(await at.query(`select count(*)::int as n from audit_log where object_id = $1 and action = 'roster_import.finished'`, [id])).toEqual([{ n: 1 }]);
});

test('after the last failed attempt the import has failed, and committing it again continues', async () => {
  const { id } = await at.rosters.send(pupils(3));
  await at.rosters.commit(id);
  await at.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`, []);
  await at.query('create trigger refuse before update on roster_import_rows for each row execute function refuse()', []);
  await at.query(`update graphile_worker._private_jobs set max_attempts = 1 where key is null and payload ->> 'import_id' = $1`, [id]);
  await at.app.mailbox.runJobs();
  expect(await at.rosters.read(id)).toMatchObject({ status: 'failed', failure: 'internal_error', done_count: 0 });
  expect(await at.learners()).toBe(0);
  await at.query('drop trigger refuse on roster_import_rows', []);
  await at.query('drop function refuse', []);
  expect(await at.rosters.commit(id)).toMatchObject({ status: 'committing', failure: null });
  await at.app.mailbox.runJobs();
  expect(await at.rosters.read(id)).toMatchObject({ status: 'committed', done_count: 3 });
});

test('a commit is refused once the course is archived, and fails if it is archived in the meantime', async () => {
  const [one, other] = [await at.rosters.send(pupils(1)), await at.rosters.send(pupils(1))];
  await at.rosters.commit(one.id);
  await at.school.agent('patch', `courses/${at.school.courseId}/`, { status: 'archived' });
  const path = `courses/${at.school.courseId}/roster-imports/${other.id}/commit/`;
  expect(await refusalOf(at.school.browser.call('post', path))).toEqual([409, 'enrollment_closed']);
  await at.app.mailbox.runJobs();
  expect(await at.rosters.read(one.id)).toMatchObject({ status: 'failed', failure: 'enrollment_closed', done_count: 0 });
});

test('a commit ends as failed when its course is deleted in the meantime', async () => {
  await newLearner(at.app, at.school.organisation.id, at.school.courseId);
  const { id } = await at.rosters.send(pupils(1));
  await at.rosters.commit(id);
  await expectStatus(204, at.school.browser.call('delete', `courses/${at.school.courseId}/`));
  await at.app.mailbox.runJobs();
  expect(await at.query('select status, failure, done_count, finished_at is not null as has_ended from roster_imports where id = $1', [id])).toEqual([
    { status: 'failed', failure: 'enrollment_closed', done_count: 0, has_ended: true },
  ]);
});

test('a commit whose job is gone ends as failed within the hour and can be continued, and its file is erased in time', async () => {
  const [gone, old, waiting] = [await at.rosters.send(pupils(2)), await at.rosters.send(pupils(1)), await at.rosters.send('Name\nWaiting')];
  for (const { id } of [gone, old, waiting]) await at.rosters.commit(id);
  await at.query(`update graphile_worker._private_jobs set attempts = max_attempts where payload ->> 'import_id' = any($1)`, [[gone.id, old.id]]);
  await at.query(`update graphile_worker._private_jobs set attempts = 1, run_at = now() + interval '1 hour' where payload ->> 'import_id' = $1`, [waiting.id]);
  await at.query(`update roster_imports set created_at = created_at - interval '31 days' where id = $1`, [old.id]);
  await runTask(at.app, 'expire_rosters');
  expect(await at.rosters.read(gone.id)).toMatchObject({ status: 'failed', failure: 'internal_error', finished_at: expect.any(String) });
  expect(await at.rosters.read(old.id)).toMatchObject({ status: 'expired', rows: { count: 0 } });
  expect(await at.rosters.read(waiting.id)).toMatchObject({ status: 'committing' });
  await at.rosters.commit(gone.id);
  await runJobsAfter(at.app, 3600);
  expect(await at.rosters.read(gone.id)).toMatchObject({ status: 'committed', failure: null, done_count: 2 });
  expect(await at.rosters.read(waiting.id)).toMatchObject({ status: 'committed', done_count: 1 });
});

test('an import that was committed cannot be changed, and one that has expired cannot be committed', async () => {
  const [one, other] = [await at.rosters.send(pupils(1)), await at.rosters.send(pupils(1))];
  await at.rosters.commit(one.id);
  const path = (id: string) => `courses/${at.school.courseId}/roster-imports/${id}/`;
  expect(await refusalOf(at.school.browser.call('patch', path(one.id), { renews_ended: true }))).toEqual([409, 'roster_closed']);
  await at.query(`update roster_imports set status = 'expired' where id = $1`, [other.id]);
  expect(await refusalOf(at.school.browser.call('post', `${path(other.id)}commit/`))).toEqual([409, 'roster_closed']);
});
