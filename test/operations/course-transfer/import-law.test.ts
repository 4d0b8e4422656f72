import fc from 'fast-check';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { type Archive, archiveOf, importCourse, newFullCourse } from '../../support/course-archives.ts';
import { packed, randomCourses } from '../../support/random-courses.ts';
import { newSchool, type School } from '../../support/school.ts';

const RUNS = Number(process.env.COURSE_LAW_RUNS ?? (process.env.TEST_ALL ? 3 : 1));

let app: TestApp;
let school: School;
let base: Archive;
beforeAll(async () => {
  app = await startTestApp();
  const full = await newSchool(app);
  base = await archiveOf(app, full, (await newFullCourse(full)).courseId);
  school = await newSchool(app);
  await app.database.pool.query(`update platform_subscriptions set plan_id = 'enterprise'`);
  await app.database.pool.query('delete from storage_addons');
});
afterAll(() => app.close());

test('every course that is imported and exported is the same but for IDs and times, and so is one that is imported again beside it', async () => {
  await fc.assert(
    fc.asyncProperty(randomCourses(base), async (course) => {
      const first = await importCourse(app, school, await packed(base, course));
      expect(first).toMatchObject({ status: 'completed', plan: { skipped: 0, warnings: [] } });
      const exported = await archiveOf(app, school, first.course_id);
      expect(exported.lessons).toEqual(course.lessons);
      expect(exported.manifest).toEqual(course.manifest);
      const second = await importCourse(app, school, exported.bytes);
      expect(second.course_id).not.toBe(first.course_id);
      expect((await archiveOf(app, school, second.course_id)).bytes.equals(exported.bytes)).toBe(true);
      await expectStatus(204, school.browser.call('delete', `courses/${first.course_id}/`));
      await app.mailbox.runJobs();
      expect((await archiveOf(app, school, second.course_id)).bytes.equals(exported.bytes)).toBe(true);
      await expectStatus(204, school.browser.call('delete', `courses/${second.course_id}/`));
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
