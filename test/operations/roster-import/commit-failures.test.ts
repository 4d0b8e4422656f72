import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { runJobsAfter, runTask } from '../../support/jobs.ts';
import { refusalOf } from '../../support/learner.ts';
import { addresses, fileOf, type Rosters, rostersOf } from '../../support/roster.ts';
import { newLearner, newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
let rosters: Rosters;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  school = await newSchool(app);
  rosters = rostersOf(school);
});
afterAll(() => app.close());

const query = async (text: string, values: unknown[]) => (await app.database.pool.query(text, values)).rows;
const enrollments = () =>
  query(`select u.email, e.source from enrollments e join users u on u.id = e.user_id where e.course_id = $1 order by u.email`, [school.courseId]);
const learners = async (): Promise<number> =>
  (await query(`select count(*)::int as n from memberships where organisation_id = $1 and role = 'learner'`, [school.organisation.id]))[0].n;

test('a commit that dies in the middle continues where it stopped', async () => {
  const people = addresses(1100);
  const { id } = await rosters.send(fileOf(people));
  await query(
    `create function die() returns trigger language plpgsql as $$ begin if new.line = 1050 then raise 'the process dies'; end if; return new; end $$`,
    [],
  );
  await query('create trigger die before update on roster_import_rows for each row execute function die()', []);
  await rosters.commit(id);
  await app.mailbox.runJobs();
  expect(await rosters.read(id)).toMatchObject({ status: 'committing', done_count: 1000 });
  expect(await learners()).toBe(1000);
  await query('drop trigger die on roster_import_rows', []);
  await query('drop function die', []);
  await query(`update graphile_worker._private_jobs set run_at = now() - interval '1 second'`, []);
  await app.mailbox.runJobs();
  expect(await rosters.read(id)).toMatchObject({ status: 'committed', done_count: 1100 });
  expect([await learners(), (await enrollments()).length]).toEqual([1100, 1100]);
  expect((await expectStatus(200, rosters.credentials(id))).body.count).toBe(1100);
  const created = await query(`select count(distinct object_id)::int as n from audit_log where organisation_id = $1 and action = 'enrollment.created'`, [
    school.organisation.id,
  ]);
  expect(created).toEqual([{ n: 1100 }]);
});

test('after the last failed attempt the import has failed, and committing it again continues', async () => {
  const { id } = await rosters.send(fileOf(addresses(3)));
  await rosters.commit(id);
  await query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`, []);
  await query('create trigger refuse before update on roster_import_rows for each row execute function refuse()', []);
  await query(`update graphile_worker._private_jobs set max_attempts = 1 where key is null and payload ->> 'import_id' = $1`, [id]);
  await app.mailbox.runJobs();
  expect(await rosters.read(id)).toMatchObject({ status: 'failed', failure: 'internal_error', done_count: 0 });
  expect(await learners()).toBe(0);
  await query('drop trigger refuse on roster_import_rows', []);
  await query('drop function refuse', []);
  expect(await rosters.commit(id)).toMatchObject({ status: 'committing', failure: null });
  await app.mailbox.runJobs();
  expect(await rosters.read(id)).toMatchObject({ status: 'committed', done_count: 3 });
});

test('a commit is refused once the course is archived, and fails if it is archived in the meantime', async () => {
  const [one, other] = [await rosters.send(fileOf(addresses(1))), await rosters.send(fileOf(addresses(1)))];
  await rosters.commit(one.id);
  await school.agent('patch', `courses/${school.courseId}/`, { status: 'archived' });
  const path = `courses/${school.courseId}/roster-imports/${other.id}/commit/`;
  expect(await refusalOf(school.browser.call('post', path))).toEqual([409, 'enrollment_closed']);
  await app.mailbox.runJobs();
  expect(await rosters.read(one.id)).toMatchObject({ status: 'failed', failure: 'enrollment_closed', done_count: 0 });
});

test('a commit ends as failed when its course is deleted in the meantime', async () => {
  await newLearner(app, school.organisation.id, school.courseId);
  const { id } = await rosters.send(fileOf(addresses(1)));
  await rosters.commit(id);
  await expectStatus(204, school.browser.call('delete', `courses/${school.courseId}/`));
  await app.mailbox.runJobs();
  expect(await query('select status, failure, done_count, finished_at is not null as has_ended from roster_imports where id = $1', [id])).toEqual([
    { status: 'failed', failure: 'enrollment_closed', done_count: 0, has_ended: true },
  ]);
});

test('a commit whose job is gone ends as failed within the hour and can be continued, and its file is erased in time', async () => {
  const [gone, old, waiting] = [await rosters.send(fileOf(addresses(2))), await rosters.send(fileOf(addresses(1))), await rosters.send(fileOf(addresses(1)))];
  for (const { id } of [gone, old, waiting]) await rosters.commit(id);
  await query(`update graphile_worker._private_jobs set attempts = max_attempts where payload ->> 'import_id' = any($1)`, [[gone.id, old.id]]);
  await query(`update graphile_worker._private_jobs set attempts = 1, run_at = now() + interval '1 hour' where payload ->> 'import_id' = $1`, [waiting.id]);
  await query(`update roster_imports set created_at = created_at - interval '31 days' where id = $1`, [old.id]);
  await runTask(app, 'expire_rosters');
  expect(await rosters.read(gone.id)).toMatchObject({ status: 'failed', failure: 'internal_error', finished_at: expect.any(String) });
  expect(await rosters.read(old.id)).toMatchObject({ status: 'expired', rows: { count: 0 } });
  expect(await rosters.read(waiting.id)).toMatchObject({ status: 'committing' });
  await rosters.commit(gone.id);
  await runJobsAfter(app, 3600);
  expect(await rosters.read(gone.id)).toMatchObject({ status: 'committed', failure: null, done_count: 2 });
  expect(await rosters.read(waiting.id)).toMatchObject({ status: 'committed', done_count: 1 });
});

test('an import that was committed cannot be changed, and one that has expired cannot be committed', async () => {
  const [one, other] = [await rosters.send(fileOf(addresses(1))), await rosters.send(fileOf(addresses(1)))];
  await rosters.commit(one.id);
  const path = (id: string) => `courses/${school.courseId}/roster-imports/${id}/`;
  expect(await refusalOf(school.browser.call('patch', path(one.id), { renews_ended: true }))).toEqual([409, 'roster_closed']);
  await query(`update roster_imports set status = 'expired' where id = $1`, [other.id]);
  expect(await refusalOf(school.browser.call('post', `${path(other.id)}commit/`))).toEqual([409, 'roster_closed']);
});
