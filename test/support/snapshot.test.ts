import { startTestApp, type TestApp } from './app.ts';
import { newOrganisation, type TestOrganisation } from './organisation.ts';
import { Snapshot } from './snapshot.ts';

let app: TestApp;
let org: TestOrganisation;
let snapshot: Snapshot;
beforeAll(async () => {
  app = await startTestApp();
  org = await newOrganisation(app);
  await org.newCourse({ title: 'Before' });
  snapshot = await Snapshot.take(app.database, ['sessions', 'audit_log', 'audit_personal']);
});
afterAll(() => app.close());

const state = () => snapshot.state(['description', 'updated_at'], ['sessions']);
const write = (statement: string) => app.database.pool.query(statement);

test('the description of what is stored changes with every change of content, and is the same again once that is undone', async () => {
  const before = await state();
  for (const change of [
    "update courses set title = 'After'",
    'delete from courses',
    "insert into users (id, email, email_key, name) values (gen_random_uuid(), 'a@b', 'a@b', 'A')",
  ]) {
    await write(change);
    expect([change, await state()]).not.toEqual([change, before]);
    await snapshot.restore();
    expect([change, await state()]).toEqual([change, before]);
  }
  await write("update courses set title = title, description = '{}'");
  expect(await state()).toBe(before);
});

test('a row that is added to a table that is not put back counts as well', async () => {
  const before = await state();
  await org.call('post', 'courses/', { title: 'Audited' });
  await snapshot.restore();
  expect(await state()).not.toBe(before);
});
