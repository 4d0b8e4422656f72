import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { refusalOf } from '../../support/learner.ts';
import { addresses, commitFile, fileOf, newAddress, type Rosters, rostersOf } from '../../support/roster.ts';
import { newColleague, newLearner, newSchool, type School } from '../../support/school.ts';

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
const committed = (file: string) => commitFile(app, rosters, file);

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

test('a row whose number goes to someone else during the commit says so, whatever else it gave, and one whose person is given it elsewhere is complete', async () => {
  const [holder, second, learner] = [await newMember(), await newMember(), await newMember()];
  const [late, twice, other] = addresses(3);
  await query(
    `create function give_numbers() returns trigger language plpgsql as $$ begin
      insert into student_numbers (organisation_id, user_id, number)
      select new.organisation_id, id, number from (values ('${holder.email}', '77'), ('${second.email}', '99'), ('${twice}', '88'), ('${other}', '65'))
        given (address, number) join users on email = address and (id = new.user_id or address not in ('${twice}', '${other}'))
      on conflict do nothing;
      return null; end $$`,
    [],
  );
  await query('create trigger give_numbers after insert on enrollments for each row execute function give_numbers()', []);
  const roster = await committed(`Name,Email,Number\nA,${late},77\nB,${twice},88\nC,${other},66\nD,${learner.email},99`);
  await query('drop trigger give_numbers on enrollments', []);
  await query('drop function give_numbers', []);
  expect(roster).toMatchObject({ status: 'committed_with_errors', done_count: 3, counts: { create: 1, update: 0, error: 3 } });
  expect(await rosters.outcomes(roster.id)).toEqual(['2 error number_taken', '3 create', '4 error number_differs', '5 error number_taken']);
  expect(roster.rows.results.map(({ is_done }: { is_done: boolean }) => is_done)).toEqual([true, true, true, false]);
  expect((await expectStatus(200, rosters.credentials(roster.id))).body.count).toBe(3);
});

const newMember = () => newLearner(app, school.organisation.id, school.courseId);

test('access that is over is renewed only if staff choose so', async () => {
  const learner = await newLearner(app, school.organisation.id, school.courseId);
  await expectStatus(200, school.browser.call('post', `courses/${school.courseId}/learners/${learner.enrollmentId}/revoke/`));
  const { id } = await rosters.send(`Email\n${learner.email}`);
  await rosters.change(id, { renews_ended: true });
  await rosters.commit(id);
  await app.mailbox.runJobs();
  expect(await query('select revoked_at from enrollments where id = $1', [learner.enrollmentId])).toEqual([{ revoked_at: null }]);
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
