import { Browser, expectStatus } from '../../support/browser.ts';
import { eachWithRosters, pupils } from '../../support/roster.ts';

const at = eachWithRosters();

const PASSWORD = 'twelve green bottles';

test('a class goes from a file to learners who sign in with a password of their own', async () => {
  await expectStatus(201, at.school.browser.call('post', `courses/${at.school.courseId}/cohorts/`, { name: 'Blue' }));
  const roster = await at.committed('Name,Email,Student number,Class\nAda Lovelace,,0042,blue\nBob,,,');
  expect(roster).toMatchObject({ status: 'committed', counts: { create: 2, error: 0 }, done_count: 2, failure: null, finished_at: expect.any(String) });
  expect(roster.rows.results).toMatchObject([
    { line: 2, action: 'create', is_done: true, enrollment_id: expect.any(String) },
    { line: 3, action: 'create', is_done: true, enrollment_id: expect.any(String) },
  ]);
  const { body } = await expectStatus(200, at.rosters.credentials(roster.id));
  const host = `${at.school.organisation.subdomain}.app.example.org`;
  expect(body).toMatchObject({
    count: 2,
    results: [
      { line: 2, name: 'Ada Lovelace', email: `pupil-0001@${host}`, number: '0042' },
      { line: 3, email: `pupil-0002@${host}`, number: null },
    ],
  });
  const one = body.results[0].email;
  const ada = new Browser(at.app);
  expect((await ada.call('post', 'auth/login/', { email: one, password: PASSWORD })).status).toBe(401);
  await expectStatus(204, ada.call('post', 'auth/password-reset/card/', { card_code: body.results[0].card_code, new_password: PASSWORD }));
  await expectStatus(200, ada.call('post', 'auth/login/', { email: one, password: PASSWORD }));
  const { results } = (await expectStatus(200, at.school.browser.call('get', `courses/${at.school.courseId}/learners/?search=Ada`))).body;
  expect(results).toMatchObject([{ user: { name: 'Ada Lovelace', email: one }, cohort: { name: 'Blue' }, source: 'creator', state: 'active' }]);
  expect(await at.query('select number from student_numbers where organisation_id = $1', [at.school.organisation.id])).toEqual([{ number: '0042' }]);
});

test('of fifty commits at once, one has effect, and a repeated one changes nothing', async () => {
  const { id } = await at.rosters.send(pupils(30));
  await Promise.all(Array.from({ length: 50 }, () => at.rosters.commit(id)));
  expect(await at.query(`select count(*)::int as n from graphile_worker._private_jobs where payload ->> 'import_id' = $1`, [id])).toEqual([{ n: 1 }]);
  await at.app.mailbox.runJobs();
  expect(await at.rosters.commit(id)).toMatchObject({ status: 'committed', done_count: 30 });
  await at.app.mailbox.runJobs();
  expect(await at.enrollments()).toHaveLength(30);
  const actions = await at.query(`select action from audit_log where object_id = $1 order by id`, [id]);
  expect(actions.map(({ action }) => action)).toEqual(['roster_import.created', 'roster_import.committed', 'roster_import.finished']);
});

test('two files with the same people that are committed together enroll each of them once, with one code', async () => {
  const people = `${pupils(15)}\n${Array.from({ length: 5 }, (_, index) => `Nameless ${index},`).join('\n')}`;
  const ids = [(await at.rosters.send(people)).id, (await at.rosters.send(people)).id];
  await Promise.all(ids.map((id) => at.rosters.commit(id)));
  await at.app.mailbox.runJobs();
  expect(await at.enrollments()).toHaveLength(20);
  const done = await Promise.all(ids.map(async (id) => (await at.rosters.read(id)).done_count));
  expect(done.sort((a, b) => a - b)).toEqual([0, 20]);
  expect(await at.query('select count(*)::int as n from credential_cards where organisation_id = $1', [at.school.organisation.id])).toEqual([{ n: 20 }]);
});

test('valid rows go in while others stay behind with their errors', async () => {
  const roster = await at.committed('Name,Email,Number\nAda,,1\nBob,nowhere,\nEve,,2\nEve,,2');
  expect(roster).toMatchObject({ status: 'committed_with_errors', counts: { create: 2, error: 2 }, done_count: 2 });
  expect(await at.rosters.outcomes(roster.id)).toEqual(['2 create', '3 error email_invalid', '4 create', '5 error duplicate_number']);
  expect(await at.enrollments()).toHaveLength(2);
});
