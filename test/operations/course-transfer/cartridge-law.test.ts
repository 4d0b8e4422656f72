import fc from 'fast-check';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectOnlyLost, exportedCartridge, numbersIn } from '../../support/cartridge-exports.ts';
import { type Archive, archiveOf, importCourse, newFullCourse } from '../../support/course-archives.ts';
import { packed, randomCourses } from '../../support/random-courses.ts';
import { newSchool } from '../../support/school.ts';

const RUNS = Number(process.env.COURSE_LAW_RUNS ?? 3);

let app: TestApp;
let base: Archive;
beforeAll(async () => {
  app = await startTestApp();
  const full = await newSchool(app);
  base = await archiveOf(app, full, (await newFullCourse(full)).courseId);
});
afterAll(() => app.close());

test('every course that is exported as a cartridge and imported again has lost what the ledger says, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(randomCourses(base), async (random) => {
      const school = await newSchool(app);
      const { course_id } = await importCourse(app, school, await packed(base, random));
      const course = await archiveOf(app, school, course_id);
      const { bytes, ledger } = await exportedCartridge(app, school, course_id);
      const done = await importCourse(app, school, bytes, {}, 'a course.imscc');
      expect(done).toMatchObject({ status: 'completed', plan: { skipped: 0, warnings: [] } });
      expectOnlyLost(course, await archiveOf(app, school, done.course_id), ledger, await numbersIn(app, course_id));
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
