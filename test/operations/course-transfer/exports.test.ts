import validators from '../../../generated/request-validators.cjs';
import type { TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { archiveOf, newFullCourse } from '../../support/course-archives.ts';
import { type ListeningSchool, startListening } from '../../support/events.ts';
import { runTask } from '../../support/jobs.ts';
import { refusalOf } from '../../support/learner.ts';
import { awayFrom, newLearner, newSchool, type School } from '../../support/school.ts';

const DAY_MS = 24 * 3600_000;
const numbered = (kind: number, number: number) => `00000000-0000-8000-800${kind}-${String(number).padStart(12, '0')}`;

let listening: ListeningSchool;
let app: TestApp;
let school: School;
let path: string;
beforeAll(async () => {
  listening = await startListening('course.exported');
  app = listening.app;
});
beforeEach(async () => {
  school = await newSchool(app);
  path = `courses/${school.courseId}/export/`;
});
afterAll(() => listening.close());

const request = () => school.browser.call('post', path);
const read = async () => (await expectStatus(200, school.browser.call('get', path))).body;
const download = () => school.browser.call('get', `${path}download/`);
const keyOf = async (courseId: string) =>
  (await app.database.pool.query('select storage_key from course_exports where course_id = $1', [courseId])).rows[0]?.storage_key;

test('an archive holds everything that staff made for a course, by numbers instead of IDs, and follows its schema', async () => {
  const course = await newFullCourse(school);
  const { entries, manifest, lessons } = await archiveOf(app, school, course.courseId);
  expect(validators.content_CourseArchive(structuredClone(manifest))).toBe(true);
  expect(lessons.map((lesson) => validators.content_CourseArchiveLesson(structuredClone(lesson)))).toEqual([true, true, true]);
  expect(manifest).toMatchObject({
    format: 'course_archive',
    version: 1,
    course: {
      title: 'The Unix Shell',
      description: { blocks: ['Learn to work at the command line.'] },
      start_date: '2027-01-11',
      timezone: 'Europe/Lisbon',
      price: { amount: 4900, currency: 'EUR' },
    },
    chapters: [
      { id: numbered(2, 1), title: 'Files', is_published: true, sequential_lessons: true },
      { id: numbered(2, 2), title: 'Pipes', is_published: false, requires_previous_chapter: true },
    ],
    media: [{ id: numbered(5, 1), title: 'A shell', kind: 'image', file: { path: `files/${numbered(5, 1)}`, file_name: 'a shell.png' } }],
    documents: [
      { id: numbered(6, 1), url: null, file: { content_type: 'application/pdf' } },
      { id: numbered(6, 2), title: 'Manual', url: 'https://example.org/manual', file: null },
    ],
    gradebook: {
      is_weighted: true,
      pass_percent: 55.5,
      categories: [
        { id: numbered(4, 1), name: 'Quizzes' },
        { id: numbered(4, 2), never_drop: [numbered(3, 3)] },
      ],
    },
    discussions: { held_words: ['crypto casino'], min_length: 5 },
    certificates: { is_enabled: true, signature_name: 'Dr. Ada Okafor' },
    attendance: { is_enabled: true, late_after_minutes: 15 },
    refund_policy: { is_enabled: true, window_days: 30 },
    teacher: { name: 'Dr. Ada Okafor' },
  });
  expect(lessons).toMatchObject([
    {
      id: numbered(3, 1),
      chapter_id: numbered(2, 1),
      content: { body: `![A](file:${numbered(5, 1)}), and read file:${numbered(6, 1)}` },
      opens_day_offset: 3,
      grading: null,
    },
    { id: numbered(3, 2), content_type: 'quiz', content: { questions: [{ prompt: `Do you see file:${numbered(5, 1)}?`, correct: true }] } },
    {
      id: numbered(3, 3),
      is_published: false,
      content: { instructions: `After lesson ${numbered(3, 1)}` },
      grading: { category_id: numbered(4, 2), anonymous_grading: true, rubric: { title: 'Scripts' } },
    },
  ]);
  expect(entries[`files/${numbered(5, 1)}`]?.equals(course.picture)).toBe(true);
  expect(Object.keys(entries)).toHaveLength(4);
  const ids = [course.courseId, course.imageId, course.documentId, course.text.id, course.quiz.id, course.categoryId, school.organisation.id];
  expect(ids.filter((id) => JSON.stringify([manifest, lessons]).includes(id))).toEqual([]);
});

test('an archive holds nothing of learners, and no PIN and no address of a file', async () => {
  const course = await newFullCourse(school);
  const learner = await newLearner(app, school.organisation.id, course.courseId);
  await app.database.pool.query(`update users set name = 'Mina Very-Private' where id = $1`, [learner.id]);
  const { manifest, lessons } = await archiveOf(app, school, course.courseId);
  const text = JSON.stringify([manifest, lessons]);
  for (const secret of ['Mina', learner.email, learner.id, learner.enrollmentId, '"pin"', 'storage_key', 'signature='])
    expect(text.includes(secret)).toBe(false);
});

test('two archives of an unchanged course are the same bytes', async () => {
  const { courseId } = await newFullCourse(school);
  const first = await archiveOf(app, school, courseId);
  app.clock.advance(1000);
  expect((await archiveOf(app, school, courseId)).bytes.equals(first.bytes)).toBe(true);
});

test('a course with more lessons than are read at once is exported whole and in order', async () => {
  await app.database.pool.query(
    `insert into lessons (organisation_id, id, course_id, chapter_id, title, position, is_published, content_type, is_free_preview)
     select organisation_id, gen_random_uuid(), course_id, id, 'Lesson ' || n, n, true, 'lesson', false from chapters, generate_series(1, 250) n where id = $1`,
    [school.chapterId],
  );
  const { lessons } = await archiveOf(app, school, school.courseId);
  expect(lessons.map(({ title }) => title)).toEqual(Array.from({ length: 250 }, (_, index) => `Lesson ${index + 1}`));
});

test('an export tells where it stands, and of many requests at once one is accepted', async () => {
  expect(await read()).toEqual({ format: null, status: 'none', size_bytes: null, requested_at: null, finished_at: null, expires_at: null, ledger: null });
  expect(await refusalOf(download())).toEqual([409, 'export_not_ready']);
  const answers = await Promise.all(Array.from({ length: 10 }, request));
  expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array(9).fill(409)]);
  expect((await expectStatus(409, request())).body).toMatchObject({ code: 'export_under_way', export_id: null });
  expect(await read()).toMatchObject({ status: 'queued', size_bytes: null, requested_at: new Date(app.clock.now()).toISOString() });
  expect(await refusalOf(download())).toEqual([409, 'export_not_ready']);
  await app.mailbox.runJobs();
  expect(await read()).toMatchObject({
    status: 'ready',
    size_bytes: (await app.storage.stat(await keyOf(school.courseId)))?.size,
    finished_at: new Date(app.clock.now()).toISOString(),
    expires_at: new Date(app.clock.now() + 7 * DAY_MS).toISOString(),
  });
  const { rows } = await app.database.pool.query(`select action, actor_type from audit_log where object_id = $1 and action like 'course.export%' order by id`, [
    school.courseId,
  ]);
  expect(rows).toEqual([
    { action: 'course.export_requested', actor_type: 'user' },
    { action: 'course.exported', actor_type: 'system' },
  ]);
});

test('an export that ends is published as an event and told to staff', async () => {
  const { school: told } = listening;
  await expectStatus(202, told.browser.call('post', `courses/${told.courseId}/export/`));
  const { body } = await expectStatus(200, told.browser.call('get', `courses/${told.courseId}/export/`));
  expect(body.status).toBe('queued');
  const events = await listening.happened();
  const { body: ready } = await expectStatus(200, told.browser.call('get', `courses/${told.courseId}/export/`));
  expect(events).toMatchObject([
    { type: 'course.exported', data: { course: { id: told.courseId }, size_bytes: ready.size_bytes, expires_at: ready.expires_at } },
  ]);
  const mails = (await app.mailbox.read(told.email)).filter(({ subject }) => subject === 'Export of A course finished');
  expect(mails).toEqual([expect.objectContaining({ text: expect.stringContaining(`/studio/courses/${told.courseId}/export`) })]);
  expect(mails[0]?.text).toContain('is ready');
});

test('a new export replaces the archive of the one before, and deleting the course deletes its archive', async () => {
  await archiveOf(app, school, school.courseId);
  const first = await keyOf(school.courseId);
  await archiveOf(app, school, school.courseId);
  const second = await keyOf(school.courseId);
  expect([await app.storage.stat(first), Boolean(await app.storage.stat(second))]).toEqual([undefined, true]);
  await expectStatus(204, school.browser.call('delete', `courses/${school.courseId}/`));
  await app.mailbox.runJobs();
  expect(await app.storage.stat(second)).toBeUndefined();
});

test('an archive expires after seven days, and an export whose job is gone fails after a day', async () => {
  await archiveOf(app, school, school.courseId);
  const key = await keyOf(school.courseId);
  const { id: other } = await school.newCourse();
  await expectStatus(202, school.browser.call('post', `courses/${other}/export/`));
  await app.database.pool.query(
    `select graphile_worker.complete_jobs(array(select id from graphile_worker._private_jobs where payload ->> 'course_id' = $1))`,
    [other],
  );
  app.clock.advance(7 * DAY_MS);
  const { rows } = await app.database.pool.query(`select status from course_exports where course_id = $1`, [school.courseId]);
  expect(rows).toEqual([{ status: 'ready' }]);
  await runTask(app, 'expire_course_exports');
  await app.mailbox.runJobs();
  const states = await app.database.pool.query('select course_id, status from course_exports where course_id = any($1)', [[school.courseId, other]]);
  expect(Object.fromEntries(states.rows.map(({ course_id, status }) => [course_id, status]))).toEqual({ [school.courseId]: 'expired', [other]: 'failed' });
  expect(await app.storage.stat(key)).toBeUndefined();
});

test('an export whose last attempt fails, because a file of the course is not stored, tells staff', async () => {
  const { courseId } = await newFullCourse(school);
  const { rows } = await app.database.pool.query(`select storage_key from storage_objects where course_id = $1 and purpose = 'media'`, [courseId]);
  await app.storage.delete(rows[0].storage_key);
  await expectStatus(202, school.browser.call('post', `courses/${courseId}/export/`));
  await app.database.pool.query(`update graphile_worker._private_jobs set max_attempts = 1 where payload ->> 'course_id' = $1`, [courseId]);
  await app.mailbox.runJobs();
  const { body } = await expectStatus(200, school.browser.call('get', `courses/${courseId}/export/`));
  expect(body).toMatchObject({ status: 'failed', size_bytes: null, finished_at: expect.any(String), expires_at: null });
  await app.mailbox.runJobs();
  const mails = (await app.mailbox.read(school.email)).filter(({ subject }) => subject === 'Export of The Unix Shell finished');
  expect(mails).toEqual([expect.objectContaining({ text: expect.stringContaining('failed') })]);
});

test('courses of other organisations cannot be exported', async () => {
  await archiveOf(app, school, school.courseId);
  for (const [browser, courseId] of (await awayFrom(app, school, school.courseId)).slice(0, 1))
    for (const [method, sub] of [
      ['get', ''],
      ['post', ''],
      ['get', 'download/'],
    ] as const)
      expect(await refusalOf(browser.call(method, `courses/${courseId}/export/${sub}`))).toEqual([404, 'not_found']);
});
