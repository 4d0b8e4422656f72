import { startTestApp, type TestApp } from '../../support/app.ts';
import { waitingForLocks, whileLocked } from '../../support/at-once.ts';
import { expectStatus } from '../../support/browser.ts';
import { type Archive, archiveOf, importCourse, importFile, newFullCourse } from '../../support/course-archives.ts';
import { newSchool, type School } from '../../support/school.ts';
import { type ZipEntry, zipOf } from '../../support/zip.ts';

let app: TestApp;
let school: School;
let archive: Archive;
beforeAll(async () => {
  app = await startTestApp();
  const full = await newSchool(app);
  archive = await archiveOf(app, full, (await newFullCourse(full)).courseId);
});
beforeEach(async () => {
  school = await newSchool(app);
});
afterAll(() => app.close());

const call = (method: 'get' | 'post' | 'delete', path: string, body?: object) => school.browser.call(method, path, body);
const read = async (path: string) => (await expectStatus(200, call('get', path))).body;
const ours = (): ZipEntry[] => Object.entries(archive.entries).map(([name, content]) => ({ name, content }));

/** Begins to commit an import, cancels the commit while it waits for a lock, and does more before it gets the lock. */
async function cancelWaiting(path: string, lock: string, doMore = async () => {}): Promise<void> {
  await expectStatus(202, call('post', `${path}commit/`, {}));
  const { committing } = await whileLocked(app, lock, async () => {
    const committing = app.mailbox.runJobs();
    while ((await waitingForLocks(app.database.pool)) === 0) await new Promise(setImmediate);
    await expectStatus(204, call('delete', `${path}commit/`));
    await doMore();
    return { committing };
  });
  await committing;
}

test('a commit that waits for a lock is cancelled at once, and makes nothing', async () => {
  const { path } = await importFile(app, school, archive.bytes, 'a.zip', { into: school.courseId });
  const before = await read(`courses/${school.courseId}/`);
  await cancelWaiting(path, `select from courses where id = '${school.courseId}' for update`);
  expect([(await read(path)).status, await read(`courses/${school.courseId}/`)]).toEqual(['ready', before]);
  await expectStatus(202, call('post', `${path}commit/`, {}));
  await app.mailbox.runJobs();
  expect((await read(path)).status).toBe('completed');
});

test.each([
  ['withdrawn', (path: string) => call('delete', `${path}uploaded/`)],
  ['forgotten', (path: string) => call('delete', path)],
])('an import whose cancelled commit still has its files is %s at once, and the files are deleted when the commit ends', async (_end, end) => {
  const { path } = await importFile(app, school, archive.bytes);
  await cancelWaiting(path, 'lock table chapters in share row exclusive mode', async () => {
    await expectStatus(204, end(path));
    expect((await read('storage/usage/')).in_flight_bytes).toBeGreaterThan(0);
  });
  expect(await read('storage/usage/')).toMatchObject({ in_flight_bytes: 0, used_bytes: 0 });
  expect((await read('courses/')).count).toBe(1);
});

/** The archive with other lessons. */
const withLessons = (lessons: readonly object[]) =>
  zipOf(ours().map((entry) => (entry.name === 'lessons.jsonl' ? { ...entry, content: lessons.map((one) => `${JSON.stringify(one)}\n`).join('') } : entry)));

test('grading that does not fit its lesson is made to fit, which the plan tells of each lesson', async () => {
  const [reading, quiz, script] = archive.lessons;
  const bytes = await withLessons([
    { ...reading, grading: { ...script.grading, rubric: null } },
    { ...quiz, grading: { ...quiz.grading, posting: 'automatic', anonymous_grading: true } },
    { ...script, content: { ...script.content, points: 12 } },
  ]);
  const done = await importCourse(app, school, bytes);
  expect(done).toMatchObject({
    status: 'completed',
    plan: {
      changed: 3,
      skipped: 0,
      warnings: [reading, quiz, script].map(({ id, title }) => ({ outcome: 'changed', kind: 'grading_changed', object_id: id, title })),
    },
  });
  const { lessons } = await archiveOf(app, school, done.course_id);
  expect(lessons[0].grading).toBeNull();
  expect(lessons[1].grading).toMatchObject({ posting: null, anonymous_grading: true });
  expect(lessons[2].grading.rubric).toEqual({ ...script.grading.rubric, is_feedback_only: true });
});

test('a course whose dates would leave the years that a date can have is refused, and can be read again with other dates', async () => {
  const due = { kind: 'date', date: '2190-01-18', time: '23:59' };
  const [reading, quiz] = archive.lessons;
  const bytes = await withLessons([reading, { ...quiz, content: { ...quiz.content, due } }]);
  const { path } = await importFile(app, school, bytes, 'a.zip', { dates: { start_date: '2100-01-01' } });
  expect(await read(path)).toMatchObject({ status: 'unreadable', failure: 'date_out_of_range', plan: null });
  await expectStatus(202, call('post', `${path}uploaded/`, { start_date: '2030-01-01' }));
  await app.mailbox.runJobs();
  expect(await read(path)).toMatchObject({ status: 'ready', failure: null });
});

test('a course with more links than a request can have values is read', async () => {
  const links = Array.from({ length: 21_000 }, (_, index) => ({
    id: `00000000-0000-8000-8006-${index.toString(16).padStart(12, '0')}`,
    ...{ title: `Link ${index}`, url: 'https://example.org/', file: null },
  }));
  const manifest = { ...archive.manifest, media: [], hero_images: [], documents: links };
  const { path } = await importFile(
    app,
    school,
    await zipOf([
      { name: 'course.json', content: JSON.stringify(manifest) },
      { name: 'lessons.jsonl', content: '' },
    ]),
  );
  expect(await read(path)).toMatchObject({ status: 'ready', plan: { found: 21_000, made: 21_000 } });
});
