import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { takesAtMost } from '../../support/bound.ts';
import { pupils, rostersOf } from '../../support/roster.ts';
import { newSchool } from '../../support/school.ts';
import { type ServiceProcess, startServiceProcess } from '../../support/service-process.ts';

takesAtMost(240);

const PEOPLE = 3000;

let app: TestApp;
let service: ServiceProcess | undefined;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  await service?.end('SIGKILL');
  await app.close();
});

test('a commit whose process is killed in the middle of a batch is continued by the next process, and everybody gets one place and one code', async () => {
  const school = await newSchool(app);
  const rosters = rostersOf(school);
  const { id } = await rosters.send(pupils(PEOPLE));
  const count = async (query: string, value: string): Promise<number> =>
    (await app.database.pool.query(`select count(*)::int as n ${query}`, [value])).rows[0].n;
  const stop = await app.database.pool.connect();
  await stop.query('begin');
  await stop.query('set local idle_in_transaction_session_timeout = 0');
  await stop.query('insert into student_numbers (organisation_id, user_id, number) select $1, id, $2 from users where email = $3', [
    school.organisation.id,
    '2500',
    school.email,
  ]);
  await rosters.commit(id);
  const env = { DATABASE_URL: app.database.url, DATA_DIR: dirname(app.files), DEMO_SEED: '0' };
  service = await startServiceProcess(env);
  const stuck = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like $1`;
  while ((await count(stuck, 'insert into "student_numbers"%')) === 0 || (await rosters.read(id)).done_count < 2000) await delay(200);
  await service.end('SIGKILL');
  await stop.query('rollback');
  stop.release();
  expect(await rosters.read(id)).toMatchObject({ status: 'committing', done_count: 2000 });
  service = await startServiceProcess(env);
  while ((await rosters.read(id)).status === 'committing') await delay(200);
  expect(await rosters.read(id)).toMatchObject({ status: 'committed', done_count: PEOPLE, counts: { create: PEOPLE, error: 0 } });
  const { id: organisationId } = school.organisation;
  expect(await count('from enrollments where course_id = $1', school.courseId)).toBe(PEOPLE);
  expect(await count(`from memberships where organisation_id = $1 and role = 'learner'`, organisationId)).toBe(PEOPLE);
  expect(await count('from student_numbers where organisation_id = $1', organisationId)).toBe(PEOPLE);
  expect(await count('from credential_cards where organisation_id = $1', organisationId)).toBe(PEOPLE);
  for (const action of ['enrollment.created', 'member.joined'])
    expect(await count(`from audit_log where organisation_id = $1 and action = '${action}'`, organisationId)).toBe(PEOPLE);
  expect(await count(`from audit_log where object_id = $1 and action = 'roster_import.finished'`, id)).toBe(1);
  expect(await count('from roster_import_rows where import_id = $1 and sealed_card is not null', id)).toBe(PEOPLE);
});
