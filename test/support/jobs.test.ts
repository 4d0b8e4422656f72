import { startTestApp, type TestApp } from './app.ts';

let app: TestApp;
const waiting = async (): Promise<string[]> =>
  (await app.database.pool.query("select payload ->> 'from' as name from graphile_worker._private_jobs order by id")).rows.map(({ name }) => name);
const add = (name: string) =>
  app.database.pool.query(`select graphile_worker.add_job('of_no_task', $1::json, run_at => now() + interval '1 day')`, [JSON.stringify({ from: name })]);

beforeAll(async () => {
  app = await startTestApp();
  await add('beforeAll');
});
afterAll(() => app.close());

test.each(['one', 'other'])('jobs that an earlier test has left are removed, and those of this test and of beforeAll stay (%s)', async (name) => {
  await add(name);
  await app.mailbox.runJobs();
  expect(await waiting()).toEqual(['beforeAll', name]);
});
