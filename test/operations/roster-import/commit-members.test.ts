import { expectStatus } from '../../support/browser.ts';
import { refusalOf } from '../../support/learner.ts';
import { eachWithRosters, newAddress } from '../../support/roster.ts';
import { newColleague, newLearner } from '../../support/school.ts';

const at = eachWithRosters();

test('members are enrolled, enrolled learners get cohort and number, and neither name, role nor password of anyone changes', async () => {
  await expectStatus(201, at.school.browser.call('post', `courses/${at.school.courseId}/cohorts/`, { name: 'Blue' }));
  const [member, learner] = [
    await newLearner(at.app, at.school.organisation.id, at.school.courseId),
    await newLearner(at.app, at.school.organisation.id, at.school.courseId),
  ];
  await at.query('delete from enrollments where id = $1', [member.enrollmentId]);
  const people = () =>
    at.query(
      `select u.id, u.name, u.email, u.password_hash, m.role from users u join memberships m on m.user_id = u.id where m.organisation_id = $1 order by u.id`,
      [at.school.organisation.id],
    );
  const before = await people();
  const roster = await at.committed(`Name,Email,Number,Class\nX,${member.email},1,\nY,${learner.email},2,Blue\nZ,${at.school.email},3,`);
  expect(await at.rosters.outcomes(roster.id)).toEqual(['2 enrol_existing', '3 update', '4 skip staff']);
  expect(await people()).toEqual(before);
  expect(await at.query('select number, user_id from student_numbers where organisation_id = $1 order by number', [at.school.organisation.id])).toEqual([
    { number: '1', user_id: member.id },
    { number: '2', user_id: learner.id },
  ]);
  expect(await at.query('select enrollment_id from cohort_members where organisation_id = $1', [at.school.organisation.id])).toEqual([
    { enrollment_id: learner.enrollmentId },
  ]);
  expect(await refusalOf(at.rosters.credentials(roster.id))).toEqual([409, 'no_credentials']);
  expect((await at.app.mailbox.read(member.email)).map(({ subject }) => subject)).toEqual([expect.stringContaining('A course')]);
});

test('a row whose number goes to someone else during the commit says so, whatever else it gave, and one whose person is given it elsewhere is complete', async () => {
  const [holder, second, learner] = [await newMember(), await newMember(), await newMember()];
  const [late, twice, other] = ['Late', 'Twice', 'Other'];
  await at.query(
    `create function give_numbers() returns trigger language plpgsql as $$ begin
      insert into student_numbers (organisation_id, user_id, number)
      select new.organisation_id, id, number from (values ('${holder.email}', '77'), ('${second.email}', '99'), ('${twice}', '88'), ('${other}', '65'))
        given (wanted, number) join users on wanted in (email, name) and (id = new.user_id or wanted not in ('${twice}', '${other}'))
      on conflict do nothing;
      return null; end $$`,
    [],
  );
  await at.query('create trigger give_numbers after insert on memberships for each row execute function give_numbers()', []);
  const roster = await at.committed(`Name,Email,Number\n${late},,77\n${twice},,88\n${other},,66\nD,${learner.email},99`);
  await at.query('drop trigger give_numbers on memberships', []);
  await at.query('drop function give_numbers', []);
  expect(roster).toMatchObject({ status: 'committed_with_errors', done_count: 3, counts: { create: 3, update: 0, error: 1 } });
  expect(await at.rosters.outcomes(roster.id)).toEqual(['2 create number_taken', '3 create', '4 create number_differs', '5 error number_taken']);
  expect(roster.rows.results.map(({ is_done }: { is_done: boolean }) => is_done)).toEqual([true, true, true, false]);
  expect((await expectStatus(200, at.rosters.credentials(roster.id))).body.count).toBe(3);
});

const newMember = () => newLearner(at.app, at.school.organisation.id, at.school.courseId);

test('access that is over is renewed only if staff choose so', async () => {
  const learner = await newLearner(at.app, at.school.organisation.id, at.school.courseId);
  await expectStatus(200, at.school.browser.call('post', `courses/${at.school.courseId}/learners/${learner.enrollmentId}/revoke/`));
  const { id } = await at.rosters.send(`Email\n${learner.email}`);
  await at.rosters.change(id, { renews_ended: true });
  await at.rosters.commit(id);
  await at.app.mailbox.runJobs();
  expect(await at.query('select revoked_at from enrollments where id = $1', [learner.enrollmentId])).toEqual([{ revoked_at: null }]);
});

test('staff are notified when the commit has ended', async () => {
  const colleague = await newColleague(at.app, at.school);
  await at.committed(`Name,Email\nAda,\nEve,\nBob,nowhere\nCid,${newAddress()}`);
  for (const { email } of [at.school, colleague]) {
    const [mail] = await at.app.mailbox.read(email);
    expect(mail).toMatchObject({ subject: 'Import into A course finished' });
    expect(mail?.text).toContain(
      'The import of class.csv into A course is complete. 2 learners were enrolled. 1 person was invited and will be enrolled once they accept. 1 row has an error.',
    );
  }
});
