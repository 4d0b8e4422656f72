import { startTestApp, type TestApp } from '../../support/app.ts';
import { Browser, expectStatus } from '../../support/browser.ts';
import { addresses, commitFile, fileOf, type Rosters, rostersOf } from '../../support/roster.ts';
import { newSchool, type School } from '../../support/school.ts';

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

const PASSWORD = 'twelve green bottles';
const query = async (text: string, values: unknown[]) => (await app.database.pool.query(text, values)).rows;
const enrollments = () =>
  query(`select u.email, e.source from enrollments e join users u on u.id = e.user_id where e.course_id = $1 order by u.email`, [school.courseId]);
const committed = (file: string) => commitFile(app, rosters, file);

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
