import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { addresses, commitFile, fileOf, type Rosters, rostersOf } from '../../support/roster.ts';
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
const learners = async (): Promise<number> =>
  (await query(`select count(*)::int as n from memberships where organisation_id = $1 and role = 'learner'`, [school.organisation.id]))[0].n;

/** Subscribes the organisation to a plan with so many seats for learners. */
async function limitLearners(seats: number): Promise<void> {
  await query(
    `insert into plans (id, name, position, course_limit, learner_limit) values ('of_few', 'Of few', 98, 5, $1)
    on conflict (id) do update set learner_limit = $1`,
    [seats],
  );
  await query(`update platform_subscriptions set plan_id = 'of_few' where organisation_id = $1`, [school.organisation.id]);
}

const committed = (file: string) => commitFile(app, rosters, file);

test('seats of the plan go to the first rows, in the preview and after people have joined meanwhile', async () => {
  await limitLearners(4);
  const { id } = await rosters.send(fileOf(addresses(6)));
  expect(await rosters.outcomes(id)).toEqual(['2 create', '3 create', '4 create', '5 create', '6 error learner_limit', '7 error learner_limit']);
  await newLearner(app, school.organisation.id, school.courseId);
  await rosters.commit(id);
  await app.mailbox.runJobs();
  expect((await rosters.outcomes(id)).slice(2, 4)).toEqual(['4 create', '5 error learner_limit']);
  expect(await learners()).toBe(4);
});

test('two files that are committed at once never take more seats than the plan has', async () => {
  await limitLearners(5);
  const ids = [(await rosters.send(fileOf(addresses(4)))).id, (await rosters.send(fileOf(addresses(4)))).id];
  await Promise.all(ids.map((id) => rosters.commit(id)));
  await app.mailbox.runJobs();
  const ended = await Promise.all(ids.map((id) => rosters.read(id)));
  expect(ended.map(({ done_count }) => done_count).sort()).toEqual([1, 4]);
  expect(ended.map(({ status }) => status).sort()).toEqual(['committed', 'committed_with_errors']);
  expect(await learners()).toBe(5);
});

test('seats of a cohort go to the first rows', async () => {
  await expectStatus(201, school.browser.call('post', `courses/${school.courseId}/cohorts/`, { name: 'Blue', seat_limit: 2 }));
  const people = addresses(3);
  const roster = await committed(['Name,Email,Class', ...people.map((email) => `Ada,${email},Blue`)].join('\n'));
  expect(await rosters.outcomes(roster.id)).toEqual(['2 create', '3 create', '4 error cohort_full']);
});
