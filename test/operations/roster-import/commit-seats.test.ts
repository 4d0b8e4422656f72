import { expectStatus } from '../../support/browser.ts';
import { eachWithRosters, pupils } from '../../support/roster.ts';
import { newLearner } from '../../support/school.ts';

const at = eachWithRosters();

/** Subscribes the organisation to a plan with so many seats for learners. */
async function limitLearners(seats: number): Promise<void> {
  await at.query(
    `insert into plans (id, name, position, course_limit, learner_limit) values ('of_few', 'Of few', 98, 5, $1)
    on conflict (id) do update set learner_limit = $1`,
    [seats],
  );
  await at.query(`update platform_subscriptions set plan_id = 'of_few' where organisation_id = $1`, [at.school.organisation.id]);
}

test('seats of the plan go to the first rows, in the preview and after people have joined meanwhile', async () => {
  await limitLearners(4);
  const { id } = await at.rosters.send(pupils(6));
  expect(await at.rosters.outcomes(id)).toEqual(['2 create', '3 create', '4 create', '5 create', '6 error learner_limit', '7 error learner_limit']);
  await newLearner(at.app, at.school.organisation.id, at.school.courseId);
  await at.rosters.commit(id);
  await at.app.mailbox.runJobs();
  expect((await at.rosters.outcomes(id)).slice(2, 4)).toEqual(['4 create', '5 error learner_limit']);
  expect(await at.learners()).toBe(4);
});

test('two files that are committed at once never take more seats than the plan has', async () => {
  await limitLearners(5);
  const named = (letter: string) => ['Name', ...[1, 2, 3, 4].map((number) => `${letter} ${number}`)].join('\n');
  const ids = [(await at.rosters.send(named('A'))).id, (await at.rosters.send(named('B'))).id];
  await Promise.all(ids.map((id) => at.rosters.commit(id)));
  await at.app.mailbox.runJobs();
  const ended = await Promise.all(ids.map((id) => at.rosters.read(id)));
  expect(ended.map(({ done_count }) => done_count).sort()).toEqual([1, 4]);
  expect(ended.map(({ status }) => status).sort()).toEqual(['committed', 'committed_with_errors']);
  expect(await at.learners()).toBe(5);
});

test('seats of a cohort go to the first rows', async () => {
  await expectStatus(201, at.school.browser.call('post', `courses/${at.school.courseId}/cohorts/`, { name: 'Blue', seat_limit: 2 }));
  const roster = await at.committed(['Name,Number,Class', ...[1, 2, 3].map((number) => `Ada,${number},Blue`)].join('\n'));
  expect(await at.rosters.outcomes(roster.id)).toEqual(['2 create', '3 create', '4 error cohort_full']);
});
