import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { COSTLY_FILES } from '../../support/costly-files.ts';
import { importFile } from '../../support/course-archives.ts';
import { longestTurn } from '../../support/cpu-time.ts';
import { drawnOf } from '../../support/sample.ts';
import { newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
afterAll(() => app.close());

const LONGEST_DELAY_MS = 500;
const read = async (path: string) => (await expectStatus(200, school.browser.call('get', path))).body;

test.each(
  drawnOf(
    'costly files',
    COSTLY_FILES.filter(({ name }) => /^(?:cc60000|items60000|attrs)/.test(name)),
  ),
)('$what is refused while the service answers others without delay', async ({ name, make, failure }) => {
  const bytes = await make();
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const { path } = await importFile(app, school, bytes, name);
  delay.disable();
  expect(await read(path)).toMatchObject({ status: 'unreadable', failure, plan: null });
  expect(delay.max / 1e6).toBeLessThan(LONGEST_DELAY_MS);
});

/** An outline with as much text as a file may have. */
const largeOutline = (): Buffer => {
  const items = Array.from({ length: 1000 }, (_, index) => ({ kind: 'text', title: `Lesson ${index}`, markdown: 'A text to read. '.repeat(600) }));
  return Buffer.from(
    JSON.stringify({
      title: 'Large',
      language: 'en',
      chapters: [
        { title: 'All', items: items.slice(0, 500) },
        { title: 'More', items: items.slice(500) },
      ],
    }),
  );
};

test('a course with 10 MB of texts is read and made in turns that others hardly notice', async () => {
  let path = '';
  const turn = await longestTurn(
    async () => {
      ({ path } = await importFile(app, school, largeOutline(), 'large.json'));
      await expectStatus(202, school.browser.call('post', `${path}commit/`, {}));
      await app.mailbox.runJobs();
    },
    { everyMs: 5 },
  );
  expect(await read(path)).toMatchObject({ status: 'completed', plan: { lesson_count: 1000 } });
  expect(turn).toBeLessThan(LONGEST_DELAY_MS);
});
