import { startTestApp, type TestApp } from '../../support/app.ts';
import { Browser, expectStatus } from '../../support/browser.ts';
import { refusalOf } from '../../support/learner.ts';
import { fileOf, newAddress, type Rosters, rostersOf } from '../../support/roster.ts';
import { newColleague, newLearner, newSchool, type School } from '../../support/school.ts';

const PASSWORD = 'twelve green bottles';

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
const addresses = (count: number): string[] => Array.from({ length: count }, newAddress);
const committed = async (file: string) => {
  const { id } = await rosters.send(file);
  await rosters.commit(id);
  await app.mailbox.runJobs();
  return rosters.read(id);
};

test('a class goes from a file to learners who sign in with a password of their own', async () => {
  await expectStatus(201, school.browser.call('post', `courses/${school.courseId}/cohorts/`, { name: 'Blue' }));
  const [one = '', two = ''] = addresses(2);
  const roster = await committed(`Name,Email,Student number,Class\nAda Lovelace,${one},0042,blue\nBob,${two},,`);
  expect(roster).toMatchObject({ status: 'committed', counts: { create: 2, error: 0 }, done_count: 2, failure: null, finished_at: expect.any(String) });
  expect(roster.rows.results).toMatchObject([
    { line: 2, action: 'create', is_done: true, enrollment_id: expect.any(String) },
    { line: 3, action: 'create', is_done: true, enrollment_id: expect.any(String) },
  ]);
  const { body } = await expectStatus(200, rosters.credentials(roster.id));
  expect(body).toMatchObject({
    count: 2,
    results: [
      { line: 2, name: 'Ada Lovelace', email: one, number: '0042' },
      { line: 3, email: two, number: null },
    ],
  });
  const ada = new Browser(app);
  expect((await ada.call('post', 'auth/login/', { email: one, password: PASSWORD })).status).toBe(401);
  await expectStatus(204, ada.call('post', 'auth/password-reset/card/', { card_code: body.results[0].card_code, new_password: PASSWORD }));
  await expectStatus(200, ada.call('post', 'auth/login/', { email: one, password: PASSWORD }));
  const { results } = (await expectStatus(200, school.browser.call('get', `courses/${school.courseId}/learners/?search=Ada`))).body;
  expect(results).toMatchObject([{ user: { name: 'Ada Lovelace', email: one }, cohort: { name: 'Blue' }, source: 'creator', state: 'active' }]);
  expect(await query('select number from student_numbers where organisation_id = $1', [school.organisation.id])).toEqual([{ number: '0042' }]);
});

test('of fifty commits at once, one has effect, and a repeated one changes nothing', async () => {
  const people = addresses(30);
  const { id } = await rosters.send(fileOf(people));
  await Promise.all(Array.from({ length: 50 }, () => rosters.commit(id)));
  expect(await query(`select count(*)::int as n from graphile_worker._private_jobs where payload ->> 'import_id' = $1`, [id])).toEqual([{ n: 1 }]);
  await app.mailbox.runJobs();
  expect(await rosters.commit(id)).toMatchObject({ status: 'committed', done_count: 30 });
  await app.mailbox.runJobs();
  expect((await enrollments()).map(({ email }) => email)).toEqual([...people].sort());
  const actions = await query(`select action from audit_log where object_id = $1 order by id`, [id]);
  expect(actions.map(({ action }) => action)).toEqual(['roster_import.created', 'roster_import.committed', 'roster_import.finished']);
});

test('two files with the same people that are committed together enroll each of them once, with one code', async () => {
  const people = addresses(20);
  const ids = [(await rosters.send(fileOf(people))).id, (await rosters.send(fileOf(people))).id];
  await Promise.all(ids.map((id) => rosters.commit(id)));
  await app.mailbox.runJobs();
  expect(await enrollments()).toHaveLength(20);
  const done = await Promise.all(ids.map(async (id) => (await rosters.read(id)).done_count));
  expect(done.sort((a, b) => a - b)).toEqual([0, 20]);
  expect(await query('select count(*)::int as n from credential_cards where organisation_id = $1', [school.organisation.id])).toEqual([{ n: 20 }]);
});

test('valid rows go in while others stay behind with their errors', async () => {
  const [one = '', two = ''] = addresses(2);
  const roster = await committed(`Name,Email\nAda,${one}\nBob,nowhere\nEve,${two}\nEve,${two}`);
  expect(roster).toMatchObject({ status: 'committed_with_errors', counts: { create: 2, error: 2 }, done_count: 2 });
  expect(await rosters.outcomes(roster.id)).toEqual(['2 create', '3 error email_invalid', '4 create', '5 error duplicate_email']);
  expect(await enrollments()).toHaveLength(2);
});

test('a commit that dies in the middle continues where it stopped', async () => {
  const people = addresses(1500);
  const { id } = await rosters.send(fileOf(people));
  await query(
    `create function die() returns trigger language plpgsql as $$ begin if new.line = 1400 then raise 'the process dies'; end if; return new; end $$`,
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
  expect(await rosters.read(id)).toMatchObject({ status: 'committed', done_count: 1500 });
  expect([await learners(), (await enrollments()).length]).toEqual([1500, 1500]);
  expect((await expectStatus(200, rosters.credentials(id))).body.count).toBe(1500);
  const created = await query(`select count(distinct object_id)::int as n from audit_log where organisation_id = $1 and action = 'enrollment.created'`, [
    school.organisation.id,
  ]);
  expect(created).toEqual([{ n: 1500 }]);
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

test('seats of the plan go to the first rows, in the preview and after people have joined meanwhile', async () => {
  await query(`insert into plans (id, name, position, course_limit, learner_limit) values ('of_four', 'Of four', 98, 5, 4)`, []);
  await query(`update platform_subscriptions set plan_id = 'of_four' where organisation_id = $1`, [school.organisation.id]);
  const { id } = await rosters.send(fileOf(addresses(6)));
  expect(await rosters.outcomes(id)).toEqual(['2 create', '3 create', '4 create', '5 create', '6 error learner_limit', '7 error learner_limit']);
  await newLearner(app, school.organisation.id, school.courseId);
  await rosters.commit(id);
  await app.mailbox.runJobs();
  expect((await rosters.outcomes(id)).slice(2, 4)).toEqual(['4 create', '5 error learner_limit']);
  expect(await learners()).toBe(4);
});

test('seats of a cohort go to the first rows', async () => {
  await expectStatus(201, school.browser.call('post', `courses/${school.courseId}/cohorts/`, { name: 'Blue', seat_limit: 2 }));
  const people = addresses(3);
  const roster = await committed(['Name,Email,Class', ...people.map((email) => `Ada,${email},Blue`)].join('\n'));
  expect(await rosters.outcomes(roster.id)).toEqual(['2 create', '3 create', '4 error cohort_full']);
});

test('members are enrolled, enrolled learners get cohort and number, and neither name, role nor password of anyone changes', async () => {
  await expectStatus(201, school.browser.call('post', `courses/${school.courseId}/cohorts/`, { name: 'Blue' }));
  const [member, learner] = [await newLearner(app, school.organisation.id, school.courseId), await newLearner(app, school.organisation.id, school.courseId)];
  await query('delete from enrollments where id = $1', [member.enrollmentId]);
  const people = () =>
    query(
      `select u.id, u.name, u.email, u.password_hash, m.role from users u join memberships m on m.user_id = u.id where m.organisation_id = $1 order by u.id`,
      [school.organisation.id],
    );
  const before = await people();
  const roster = await committed(`Name,Email,Number,Class\nX,${member.email},1,\nY,${learner.email},2,Blue\nZ,${school.email},3,`);
  expect(await rosters.outcomes(roster.id)).toEqual(['2 enrol_existing', '3 update', '4 skip staff']);
  expect(await people()).toEqual(before);
  expect(await query('select number, user_id from student_numbers where organisation_id = $1 order by number', [school.organisation.id])).toEqual([
    { number: '1', user_id: member.id },
    { number: '2', user_id: learner.id },
  ]);
  expect(await query('select enrollment_id from cohort_members where organisation_id = $1', [school.organisation.id])).toEqual([
    { enrollment_id: learner.enrollmentId },
  ]);
  expect(await refusalOf(rosters.credentials(roster.id))).toEqual([409, 'no_credentials']);
  expect((await app.mailbox.read(member.email)).map(({ subject }) => subject)).toEqual([expect.stringContaining('A course')]);
});

test('a person with an account elsewhere joins, is told by email, and gets no code', async () => {
  const other = await newSchool(app);
  const person = await newLearner(app, other.organisation.id, other.courseId);
  const fresh = newAddress();
  const roster = await committed(`Name,Email\nOther Name,${person.email}\nNew,${fresh}`);
  const { body } = await expectStatus(200, rosters.credentials(roster.id));
  expect(body.results.map(({ email }: { email: string }) => email)).toEqual([fresh]);
  expect(await app.mailbox.read(person.email)).toHaveLength(1);
  expect(await app.mailbox.read(fresh)).toEqual([]);
  expect(await query('select name from users where id = $1', [person.id])).toEqual([{ name: 'Test user' }]);
});

test('access that is over is renewed only if staff choose so', async () => {
  const learner = await newLearner(app, school.organisation.id, school.courseId);
  await expectStatus(200, school.browser.call('post', `courses/${school.courseId}/learners/${learner.enrollmentId}/revoke/`));
  const { id } = await rosters.send(`Email\n${learner.email}`);
  await rosters.change(id, { renews_ended: true });
  await rosters.commit(id);
  await app.mailbox.runJobs();
  expect(await query('select revoked_at from enrollments where id = $1', [learner.enrollmentId])).toEqual([{ revoked_at: null }]);
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

test('an import that was committed cannot be changed, and one that has expired cannot be committed', async () => {
  const [one, other] = [await rosters.send(fileOf(addresses(1))), await rosters.send(fileOf(addresses(1)))];
  await rosters.commit(one.id);
  const path = (id: string) => `courses/${school.courseId}/roster-imports/${id}/`;
  expect(await refusalOf(school.browser.call('patch', path(one.id), { renews_ended: true }))).toEqual([409, 'roster_closed']);
  await query(`update roster_imports set status = 'expired' where id = $1`, [other.id]);
  expect(await refusalOf(school.browser.call('post', `${path(other.id)}commit/`))).toEqual([409, 'roster_closed']);
});

test('staff are notified when the commit has ended', async () => {
  const colleague = await newColleague(app, school);
  await committed(`${fileOf(addresses(2))}\nBob,nowhere`);
  for (const { email } of [school, colleague]) {
    const [mail] = await app.mailbox.read(email);
    expect(mail).toMatchObject({ subject: 'The import into A course has ended' });
    expect(mail?.text).toContain('The import of class.csv into A course has ended. 2 learners were imported. 1 row has an error.');
  }
});
