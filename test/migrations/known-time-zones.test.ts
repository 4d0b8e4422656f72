import { sql } from 'kysely';
import { up } from '../../migrations/0681-known-time-zones.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { newSchool } from '../support/school.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('time zones under names that the time zone database does not have get the name that it has, and all others stay', async () => {
  const { db } = app.database;
  const { courseId } = await newSchool(app);
  const before = ['IST', 'PST', 'SystemV/AST4', 'US/Eastern', 'europe/berlin', 'Mars/Base'];
  const after = [];
  for (const zone of before) {
    await sql`update courses set timezone = ${zone} where id = ${courseId} and organisation_id = organisation_id`.execute(db);
    await up(db as never);
    const { rows } = await sql<{ timezone: string }>`select timezone from courses where id = ${courseId} and organisation_id = organisation_id`.execute(db);
    after.push(rows[0]?.timezone);
  }
  expect(after).toEqual(['Asia/Calcutta', 'America/Los_Angeles', 'UTC', 'US/Eastern', 'europe/berlin', 'UTC']);
});
