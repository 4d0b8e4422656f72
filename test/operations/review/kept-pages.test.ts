import { forgetPages } from '../../../src/domain/assessment/page-pictures/forget-pages.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus, PASSWORD } from '../../support/browser.ts';
import { storedKeys } from '../../support/files.ts';
import { type GradedCourse, newGradedCourse } from '../../support/gradebook.ts';
import { runTask } from '../../support/jobs.ts';
import { type Enrolled, open, report } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { type Reviewing, reviewing, submitFiles } from '../../support/review.ts';
import { pdfOf, png } from '../../support/sample-files.ts';
import { newSchool, type School } from '../../support/school.ts';
import { uploadFile } from '../../support/uploads.ts';

let app: TestApp;
let school: School;
let course: GradedCourse;
let staff: Reviewing;
let lesson: Row;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
beforeEach(async () => {
  course = await newGradedCourse(app, school);
  staff = reviewing(app, school, course);
  lesson = await course.assignment(10, { submission_kinds: ['file'], max_files: 5 });
});
afterAll(() => app.close());

const submit = (files: Parameters<typeof submitFiles>[3]) => submitFiles(app, course, lesson, files);
const renderings = async (id: string) => (await staff.review(lesson, id)).submissions[0]?.files.map(({ rendering }) => rendering);

test('pictures count against the storage, but are no files of their own, and a storage without room leaves a file without them', async () => {
  const { pool } = app.database;
  const { object_count, used_bytes } = (await expectStatus(200, school.browser.call('get', 'storage/usage/'))).body;
  const document = pdfOf(2);
  await submit([[document, 'application/pdf']]);
  const { body: usage } = await expectStatus(200, school.browser.call('get', 'storage/usage/'));
  expect(usage.object_count).toBe(object_count + 1);
  const { body: files } = await expectStatus(200, school.browser.call('get', `storage/objects/?course_id=${course.courseId}`));
  expect(files.results).toMatchObject([{ content_type: 'application/pdf', size_bytes: document.length }]);
  expect(usage.used_bytes).toBeGreaterThan(used_bytes + document.length);
  const learner = await course.enrolled();
  await open(learner.browser, lesson);
  const { id } = await uploadFile(learner.browser, course.courseId, pdfOf(1), { purpose: 'submission', file_name: 'a', content_type: 'application/pdf' });
  const { rows } = await pool.query(
    `update plans set storage_limit_bytes = (select sum(size_bytes) from storage_objects where organisation_id = $1) where id = 'enterprise' returning storage_limit_bytes`,
    [school.organisation.id],
  );
  expect(rows).toHaveLength(1);
  try {
    await expectStatus(200, report(learner.browser, lesson, { event: 'assignment_submitted', submission: { upload_ids: [id] } }));
    await app.mailbox.runJobs();
    expect(await renderings(learner.enrollmentId)).toEqual([{ status: 'failed', fault: 'storage_limit', page_count: null }]);
  } finally {
    await pool.query(`update plans set storage_limit_bytes = null where id = 'enterprise'`);
  }
});

test('pictures are deleted 90 days after the work was posted, or when the submission is gone, with what is stored of them', async () => {
  const beginning = `pages/${school.organisation.id}/`;
  const before = (await storedKeys(app, beginning)).length;
  const tools = { db: app.database.db, clock: app.clock };
  const old = await submit([[pdfOf(2), 'application/pdf']]);
  const recent = await submit([[pdfOf(1), 'application/pdf']]);
  for (const { enrollmentId } of [old, recent]) await expectStatus(200, staff.put(lesson, enrollmentId, { score: 1 }));
  expect(await storedKeys(app, beginning)).toHaveLength(before + 3);
  await app.database.pool.query(`update submissions set posted_at = now() - interval '91 days' where enrollment_id = $1`, [old.enrollmentId]);
  await forgetPages(tools);
  await app.mailbox.runJobs();
  expect(await storedKeys(app, beginning)).toHaveLength(before + 1);
  expect(await staff.review(lesson, old.enrollmentId)).toMatchObject({
    pages: [],
    submissions: [{ files: [{ rendering: { status: 'expired', page_count: 2 } }] }],
  });
  expect((await staff.review(lesson, recent.enrollmentId)).pages).toHaveLength(1);
  await app.database.pool.query('delete from submissions where enrollment_id = $1', [recent.enrollmentId]);
  await forgetPages(tools);
  await app.mailbox.runJobs();
  expect(await storedKeys(app, beginning)).toHaveLength(before);
});

test('erasing a learner deletes the pictures of their work, and those of others stay', async () => {
  const own = await startTestApp();
  const theirs = await newSchool(own);
  const graded = await newGradedCourse(own, theirs);
  const essay = await graded.assignment(10, { submission_kinds: ['file'] });
  const learners: Enrolled[] = [];
  for (let number = 0; number < 2; number++) learners.push(await submitFiles(own, graded, essay, [[await png(), 'image/png']]));
  const beginning = `pages/${theirs.organisation.id}/`;
  expect(await storedKeys(own, beginning)).toHaveLength(2);
  const [gone, stays] = learners as [Enrolled, Enrolled];
  await expectStatus(202, gone.browser.call('post', 'me/delete/', { password: PASSWORD }));
  own.clock.advance(15 * 24 * 3_600_000);
  await runTask(own, 'erase_users');
  expect(await storedKeys(own, beginning)).toHaveLength(1);
  await expectStatus(200, theirs.browser.call('post', 'auth/login/', { email: theirs.email, password: PASSWORD }));
  const { review } = reviewing(own, theirs, graded);
  expect((await review(essay, gone.enrollmentId)).pages).toEqual([]);
  expect((await review(essay, stays.enrollmentId)).pages).toHaveLength(1);
  await own.close();
});
