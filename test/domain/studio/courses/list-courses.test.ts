import { listCourses } from '../../../../src/domain/studio/courses/list-courses.ts';
import { connectDatabase } from '../../../../src/platform/database/connect.ts';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { newOrganisation } from '../../../support/organisation.ts';

let app: TestApp;
beforeAll(async () => {
  // Databases that tests share have other plans.
  app = await startTestApp(undefined, { database: await createTestDatabase() });
});
afterAll(() => app.close());

/** PostgreSQL plans a prepared statement anew for its first five values, whatever they are. */
const FIRST_PLANS = 5;

test('the list of courses is planned once for pages of all sizes', async () => {
  const { id: organisationId, newCourse } = await newOrganisation(app);
  await Promise.all(Array.from({ length: 100 }, () => newCourse()));
  // The planner must know that a page is a part of them.
  await app.database.fill('analyze courses');
  const { db, pool } = connectDatabase({ url: app.database.url, poolSize: 1, onIdleError: () => {} });
  try {
    const caller = { organisationId, actorType: 'api_key', actorId: organisationId, role: 'creator', requestId: 'test', ip: null } as const;
    for (let size = 1; size <= 30; size++) await listCourses({ db }, caller, { page: 1, page_size: size, ordering: '-created_at' });
    const { rows } = await pool.query(`select custom_plans::int as planned from pg_prepared_statements where statement like '%json_agg(page)%'`);
    expect(rows).toEqual([{ planned: FIRST_PLANS }]);
  } finally {
    await db.destroy();
  }
});
