import fc from 'fast-check';
import { openingText } from '../../../src/domain/transfer/course-imports/formats/cartridge/opening-text.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { expectOnlyLost, exportedCartridge, numbersIn, openedTopics } from '../../support/cartridge-exports.ts';
import { faultsOfCartridge } from '../../support/cartridge-rules.ts';
import { type Archive, archiveOf, importCourse, newFullCourse } from '../../support/course-archives.ts';
import { packed, randomCourses } from '../../support/random-courses.ts';
import { newSchool, type School } from '../../support/school.ts';

const RUNS = Number(process.env.COURSE_LAW_RUNS ?? (process.env.TEST_ALL ? 3 : 1));
const TIMEOUT_MS = Math.max(30_000, RUNS * 5_000);

let app: TestApp;
let base: Archive;
beforeAll(async () => {
  app = await startTestApp();
  const full = await newSchool(app);
  base = await archiveOf(app, full, (await newFullCourse(full)).courseId);
});
afterAll(() => app.close());

/**
 * Opens a topic about every second text of a course and every third lesson of any kind, the one with the text and the other with something else.
 */
async function discuss(school: School, courseId: string): Promise<void> {
  const { rows } = await app.database.pool.query(
    `select id, title, content, (row_number() over (order by id))::int as number from lessons where course_id = $1 order by id`,
    [courseId],
  );
  const write = (lesson_id: string, title: string, body: string) =>
    expectStatus(201, school.browser.call('post', `courses/${courseId}/discussion/topics/`, { lesson_id, title, text: { format: 'html', body } }));
  for (const { id, title, content, number } of rows) {
    if (content?.format === 'html' && number % 2 === 0) await write(id, title, openingText(title, content.body));
    if (number % 3 === 0) await write(id, title, '<p>Something else</p>');
  }
}

test(
  'every course that is exported as a cartridge and imported again has lost what the ledger says, and nothing else',
  async () => {
    await fc.assert(
      fc.asyncProperty(randomCourses(base), async (random) => {
        const school = await newSchool(app);
        const { course_id } = await importCourse(app, school, await packed(base, random));
        await discuss(school, course_id);
        const course = await archiveOf(app, school, course_id);
        const { bytes, entries, ledger } = await exportedCartridge(app, school, course_id);
        expect(faultsOfCartridge(entries)).toEqual([]);
        const done = await importCourse(app, school, bytes, {}, 'a course.imscc');
        expect(done).toMatchObject({ status: 'completed', plan: { skipped: 0, warnings: [] } });
        const topics = [await openedTopics(app, course_id), await openedTopics(app, done.course_id)] as const;
        expectOnlyLost(course, await archiveOf(app, school, done.course_id), ledger, await numbersIn(app, course_id), topics);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  },
  TIMEOUT_MS,
);
