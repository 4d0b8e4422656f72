import sharp from 'sharp';
import type { Shape } from '../../../src/domain/kernel/contract.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { type GradedCourse, newGradedCourse } from '../../support/gradebook.ts';
import { refusalOf } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { type Reviewing, reviewing, submitFiles } from '../../support/review.ts';
import { pdf, pdfOf } from '../../support/sample-files.ts';
import { newSchool, type School } from '../../support/school.ts';

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
const photo = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: 'white' } })
    .withExif({ IFD0: { Artist: 'Mina Okafor' } })
    .jpeg()
    .toBuffer();
const pageOf = (id: string, { id: page }: Pick<Shape<'SubmittedPage'>, 'id'>) => school.browser.call('get', `${staff.pathOf(lesson)}${id}/pages/${page}/`);
const renderings = async (id: string) => (await staff.review(lesson, id)).submissions[0]?.files.map(({ rendering }) => rendering);
const bytesOf = async (id: string, page: Pick<Shape<'SubmittedPage'>, 'id'>): Promise<Buffer> => (await expectStatus(200, pageOf(id, page))).body;

test('PDFs and pictures that were submitted are seen as pictures of their pages, without the metadata of the files', async () => {
  const { enrollmentId } = await submit([
    [pdfOf(2), 'application/pdf'],
    [await photo(), 'image/jpeg'],
    [Buffer.from('echo hello'), 'text/plain'],
    [pdf(), 'application/pdf'],
  ]);
  expect(await renderings(enrollmentId)).toEqual([
    { status: 'ready', fault: null, page_count: 2 },
    { status: 'ready', fault: null, page_count: 1 },
    null,
    { status: 'failed', fault: 'unreadable', page_count: null },
  ]);
  const { pages } = await staff.review(lesson, enrollmentId);
  expect(pages).toMatchObject([
    { work_number: 1, file_number: 1, number: 1, width: 1131, height: 1600 },
    { work_number: 1, file_number: 1, number: 2 },
    { work_number: 1, file_number: 2, number: 1, width: 60, height: 40 },
  ]);
  for (const page of pages) {
    const bytes = await bytesOf(enrollmentId, page);
    const { format, width, height, exif } = await sharp(bytes).metadata();
    expect({ format, width, height, exif }).toEqual({ format: 'webp', width: page.width, height: page.height, exif: undefined });
    expect(bytes.includes('Okafor')).toBe(false);
  }
});

test('a page is shown only with the work that it belongs to, and only to staff', async () => {
  const one = await submit([[pdfOf(1), 'application/pdf']]);
  const two = await submit([[pdfOf(1), 'application/pdf']]);
  const [page] = (await staff.review(lesson, one.enrollmentId)).pages as [Shape<'SubmittedPage'>];
  expect(await refusalOf(pageOf(two.enrollmentId, page))).toEqual([404, 'not_found']);
  expect(await refusalOf(pageOf(one.enrollmentId, { id: 'x' }))).toEqual([404, 'not_found']);
  expect(await refusalOf(one.browser.call('get', `${staff.pathOf(lesson)}${one.enrollmentId}/pages/${page.id}/`))).toEqual([403, 'permission_denied']);
});

test('a document of a lesson that is graded anonymously is read by its pages, which lead to nobody', async () => {
  await course.configure(lesson, { anonymous_grading: true });
  const learner = await submit([[pdfOf(1), 'application/pdf']]);
  const [alias = ''] = await staff.idsOf(lesson);
  const { pages, submissions } = await staff.review(lesson, alias);
  expect(submissions).toMatchObject([{ files: [{ file_name: null, url: null, rendering: { status: 'ready' } }] }]);
  const page = pages[0] as Shape<'SubmittedPage'>;
  expect((await bytesOf(alias, page)).length).toBeGreaterThan(0);
  expect(await refusalOf(pageOf(learner.enrollmentId, page))).toEqual([404, 'not_found']);
  const { text } = await expectStatus(200, school.browser.call('get', `storage/objects/?course_id=${course.courseId}`));
  expect(JSON.parse(text).results.map(({ purpose }: Row) => purpose)).toEqual(['submission']);
  expect(text).not.toContain(page.id);
});
