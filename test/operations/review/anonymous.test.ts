import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { type GradedCourse, newGradedCourse } from '../../support/gradebook.ts';
import { faultsOf, open, refusalOf, report } from '../../support/learner.ts';
import { type Reviewing, reviewing } from '../../support/review.ts';
import { newSchool, type School } from '../../support/school.ts';
import { uploadFile } from '../../support/uploads.ts';

let app: TestApp;
let school: School;
let course: GradedCourse;
let staff: Reviewing;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
beforeEach(async () => {
  course = await newGradedCourse(app, school);
  staff = reviewing(app, school, course);
});
afterAll(() => app.close());

test('a lesson that is graded anonymously is reviewed by alias, without names, times, file names, or addresses of files', async () => {
  const lesson = await course.assignment(10, { submission_kinds: ['file'], max_files: 2 });
  const learner = await course.enrolled();
  await app.database.pool.query(`update users set name = 'Mina Okafor' where email = $1`, [learner.email]);
  await course.configure(lesson, { anonymous_grading: true });
  await open(learner.browser, lesson);
  const upload = (file_name: string, content_type: string, bytes: Buffer) =>
    uploadFile(learner.browser, course.courseId, bytes, { purpose: 'submission', file_name, content_type });
  const files = [
    await upload('mina-okafor.txt', 'text/plain', Buffer.from('echo hello')),
    await upload('mina.pdf', 'application/pdf', Buffer.from('%PDF-1.4\n%%EOF\n')),
  ];
  const ids = files.map(({ id }) => id);
  await expectStatus(200, report(learner.browser, lesson, { event: 'assignment_submitted', submission: { upload_ids: ids } }));
  const listed = await staff.queue(lesson);
  expect(listed.results).toMatchObject([{ user: null, alias: listed.results[0]?.enrollment_id.slice(0, 8), cell: { state: 'needs_grading' } }]);
  const alias = listed.results[0]?.enrollment_id as string;
  const found = await staff.review(lesson, alias);
  expect(found).toMatchObject({ enrollment_id: alias, user: null, alias: alias.slice(0, 8) });
  expect(found.submissions).toMatchObject([
    {
      submitted_at: null,
      files: [
        { number: 1, content_type: 'text/plain', file_name: null, url: null, text: 'echo hello' },
        { number: 2, content_type: 'application/pdf', file_name: null, url: null, text: null },
      ],
    },
  ]);
  const { text: stored } = await expectStatus(200, school.browser.call('get', `storage/objects/?course_id=${course.courseId}`));
  expect(JSON.parse(stored).results).toMatchObject([
    { file_name: 'submission', uploaded_by: null },
    { file_name: 'submission', uploaded_by: null },
  ]);
  const { rows } = await app.database.pool.query('select id from users where email = $1', [learner.email]);
  for (const told of [JSON.stringify(listed), JSON.stringify(found)]) for (const id of ids) expect(told).not.toContain(id);
  for (const told of [JSON.stringify(listed), JSON.stringify(found), stored])
    for (const part of [learner.enrollmentId, learner.email, rows[0].id, 'ina', 'kafor']) expect(told.toLowerCase()).not.toContain(part);
  expect(await refusalOf(school.browser.call('get', `courses/${course.courseId}/uploads/${ids[0]}/`))).toEqual([404, 'not_found']);
  expect(await refusalOf(school.browser.call('get', `${staff.pathOf(lesson)}${learner.enrollmentId}/`))).toEqual([404, 'not_found']);
  expect(await refusalOf(staff.put(lesson, learner.enrollmentId, { score: 1 }))).toEqual([404, 'not_found']);
  expect(await faultsOf(staff.put(lesson, alias, { score: 1, save_as: 'posted' }))).toEqual(['save_as anonymous']);
  await expectStatus(200, staff.put(lesson, alias, { score: 1, save_as: 'draft' }));
  await course.configure(lesson, { anonymous_grading: true, posted: true });
  expect(await staff.review(lesson, learner.enrollmentId)).toMatchObject({
    user: { name: 'Mina Okafor' },
    submissions: [{ files: [{ file_name: 'mina-okafor.txt' }, {}] }],
  });
  expect((await expectStatus(200, school.browser.call('get', `storage/objects/?course_id=${course.courseId}`))).text).toContain('mina-okafor.txt');
});

test('only the lessons of the gradebook are reviewed, and only by staff', async () => {
  const essay = await course.assignment(10);
  const text = await school.newLesson(
    { title: 'Text', content_type: 'lesson', content: { body: 'a' } },
    { course_id: course.courseId, id: String(essay.chapter_id) },
  );
  const learner = await course.enrolled();
  expect(await refusalOf(school.browser.call('get', staff.pathOf(text)))).toEqual([404, 'not_found']);
  expect(await refusalOf(school.browser.call('get', `${staff.pathOf(essay)}${text.id}/`))).toEqual([404, 'not_found']);
  expect(await refusalOf(learner.browser.call('get', staff.pathOf(essay)))).toEqual([403, 'permission_denied']);
  expect((await staff.review(essay, learner.enrollmentId)).submissions).toEqual([]);
});
