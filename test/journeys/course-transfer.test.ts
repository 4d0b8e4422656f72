import { readFile } from 'node:fs/promises';
import { startTestApp, type TestApp } from '../support/app.ts';
import { expectStatus } from '../support/browser.ts';
import { archiveOf, importFile, newFullCourse } from '../support/course-archives.ts';
import { newEnrolled } from '../support/learner.ts';
import type { Row } from '../support/organisation.ts';
import { newSchool } from '../support/school.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const AIKEN = 'Which command counts lines?\nA. ls\nB. wc\nANSWER: B\n';
const GIFT = '::Lines:: Which command counts lines? {=wc ~ls}\n\n::Home:: The home directory is written {=~/}.\n';

interface Transfer {
  format: string;
  fileName: string;
  bytes(): Promise<Buffer>;
  lessons: string[];
  /** How the dates of the course move. */
  dates?: object;
}

const TRANSFERS: Transfer[] = [
  { format: 'aiken', fileName: 'shell.txt', bytes: async () => Buffer.from(AIKEN), lessons: ['shell'] },
  { format: 'gift', fileName: 'shell.gift', bytes: async () => Buffer.from(GIFT), lessons: ['shell'] },
  {
    format: 'outline',
    fileName: 'bread.json',
    bytes: () => readFile(new URL('../fixtures/outline.json', import.meta.url)),
    lessons: ['What each is for', 'Weigh for one loaf'],
  },
  {
    format: 'course_archive',
    fileName: 'course.zip',
    bytes: async () => {
      const elsewhere = await newSchool(app);
      return (await archiveOf(app, elsewhere, (await newFullCourse(elsewhere)).courseId)).bytes;
    },
    lessons: ['Reading', 'Quiz', 'Script'],
    dates: { start_date: '2026-01-12' },
  },
];

test.each(TRANSFERS)('a creator brings a course from a file ($format), publishes it, teaches it, and takes it away again', async (transfer) => {
  const school = await newSchool(app);
  const staff = school.browser;
  const { path, id } = await importFile(app, school, await transfer.bytes(), transfer.fileName, transfer.dates && { dates: transfer.dates });
  const { body: found } = await expectStatus(200, staff.call('get', path));
  expect(found).toMatchObject({ status: 'ready', format: transfer.format, course_id: null });
  const planned = found.plan.chapters.flatMap(({ lessons }: { lessons: Row[] }) => lessons.map(({ title }) => title));
  expect(planned.slice(0, transfer.lessons.length)).toEqual(transfer.lessons);

  await expectStatus(202, staff.call('post', `${path}commit/`, { title: 'Brought along' }));
  await app.mailbox.runJobs();
  const { body: done } = await expectStatus(200, staff.call('get', path));
  expect(done).toMatchObject({ id, status: 'completed', failure: null });
  const course = `courses/${done.course_id}/`;
  const { body: chapters } = await expectStatus(200, staff.call('get', `${course}chapters/?page_size=200`));
  for (const chapter of chapters.results) await expectStatus(200, staff.call('post', `${course}chapters/${chapter.id}/publish/`, { include_lessons: true }));
  await expectStatus(200, staff.call('patch', course, { status: 'published', visibility: 'public', length_mode: 'open_ended' }));
  await expectStatus(200, staff.call('put', `${course}price/`, { amount: 0, currency: 'EUR' }));

  const learner = await newEnrolled(app, school, done.course_id);
  const { body: seen } = await expectStatus(200, learner.browser.call('get', `${course}curriculum/?page_size=200`));
  expect([seen.course.title, seen.lessons.results.map(({ title }: Row) => title)]).toEqual(['Brought along', planned]);
  const [first] = seen.lessons.results;
  await expectStatus(200, learner.browser.call('post', `${course}chapters/${first.chapter_id}/lessons/${first.id}/progress/`, { event: 'opened' }));

  const again = await archiveOf(app, school, done.course_id);
  expect([again.manifest.course.title, again.lessons.map(({ title }) => title)]).toEqual(['Brought along', planned]);
  expect(String(Object.values(again.entries))).not.toContain(learner.email);
});
