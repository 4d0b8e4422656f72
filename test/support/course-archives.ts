import type { TestApp } from './app.ts';
import { expectStatus } from './browser.ts';
import { unzipped } from './data-export.ts';
import type { Row } from './organisation.ts';
import { pdf, png } from './sample-files.ts';
import type { School } from './school.ts';
import { putBytes, uploadFile } from './uploads.ts';

export interface Archive {
  bytes: Buffer;
  /** The entries by name. */
  entries: Record<string, Buffer>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever it holds
  manifest: any;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever they hold
  lessons: any[];
}

/** Exports a course, and downloads its archive. */
export async function archiveOf(app: TestApp, school: School, courseId: string): Promise<Archive> {
  await expectStatus(202, school.browser.call('post', `courses/${courseId}/export/`));
  await app.mailbox.runJobs();
  const { body } = await expectStatus(200, school.browser.call('get', `courses/${courseId}/export/download/`));
  const bytes = Buffer.from(await (await fetch(body.url)).arrayBuffer());
  const entries = await unzipped(bytes);
  const lessons = String(entries['lessons.jsonl']).split('\n').filter(Boolean);
  return { bytes, entries, manifest: JSON.parse(String(entries['course.json'])), lessons: lessons.map((line) => JSON.parse(line)) };
}

export interface FullCourse {
  courseId: string;
  picture: Buffer;
  imageId: string;
  documentId: string;
  chapters: Row[];
  text: Row;
  quiz: Row;
  assignment: Row;
  categoryId: string;
}

/** Creates a course with something of everything that an archive holds. */
export async function newFullCourse(school: School): Promise<FullCourse> {
  const { browser } = school;
  const put = (path: string, body: object) => expectStatus(200, browser.call('put', `courses/${courseId}/${path}`, body));
  const { id: courseId } = await school.newCourse({
    title: 'The Unix Shell',
    description: { blocks: ['Learn to work at the command line.'] },
    status: 'published',
    length_mode: 'dates',
    start_date: '2027-01-11',
    end_date: '2027-03-26',
    schedule_basis: 'course_start',
    timezone: 'Europe/Lisbon',
    sales_page_blocks: [{ kind: 'faq' }],
  });
  const picture = await png();
  const upload = await uploadFile(browser, courseId, picture, { purpose: 'media', file_name: 'a shell.png', content_type: 'image/png' });
  const { id: imageId } = (await expectStatus(201, browser.call('post', `courses/${courseId}/media/`, { upload_id: upload.id, title: 'A shell' }))).body;
  const paper = await uploadFile(browser, courseId, pdf('cheat sheet'));
  const { id: documentId } = (await expectStatus(201, browser.call('post', `courses/${courseId}/documents/`, { upload_id: paper.id }))).body;
  await expectStatus(201, browser.call('post', `courses/${courseId}/documents/external/`, { url: 'https://example.org/manual', title: 'Manual' }));
  const chapters = [
    await school.newChapter(courseId, { title: 'Files', sequential_lessons: true }),
    await school.newChapter(courseId, { title: 'Pipes', is_published: false, requires_previous_chapter: true }),
  ];
  const [first, second] = chapters as [Row, Row];
  const text = await school.newLesson(
    {
      content_type: 'lesson',
      title: 'Reading',
      content: { body: `![A](file:${imageId}), and read file:${documentId}` },
      opens_day_offset: 3,
      opens_time: '09:30',
    },
    first,
  );
  const questions = [{ type: 'true_false', id: 'q1', prompt: `Do you see file:${imageId}?`, correct: true, points: 2 }];
  const quiz = await school.newLesson({ content_type: 'quiz', title: 'Quiz', content: { questions, passing_score_percent: 60 } }, second);
  const assignment = await school.newLesson(
    {
      content_type: 'assignment',
      title: 'Script',
      is_published: false,
      content: { instructions: `After lesson ${text.id}`, submission_kinds: ['text'], points: 10 },
    },
    second,
  );
  const categories = [
    { name: 'Quizzes', weight_percent: 40 },
    { name: 'Scripts', weight_percent: 60, never_drop: [assignment.id] },
  ];
  const { body: gradebook } = await put('gradebook/settings/', { is_weighted: true, categories, posting: 'manual', pass_percent: 55.5 });
  const categoryId = gradebook.categories[1].id;
  const levels = [
    { title: 'Works', points: 10 },
    { title: 'Does not', points: 0 },
  ];
  const rubric = { title: 'Scripts', criteria: [{ id: 'result', title: 'Result', levels }] };
  await put(`gradebook/lessons/${assignment.id}/config/`, { category_id: categoryId, rubric, anonymous_grading: true });
  await put('discussion/settings/', { held_words: ['crypto casino'], min_length: 5 });
  await put('certificate-settings/', { is_enabled: true, min_grade_percent: 60, signature_name: 'Dr. Ada Okafor' });
  await put('attendance/settings/', { is_enabled: true, late_after_minutes: 15, kiosk: { is_enabled: true } });
  await put('landing/teacher/', { name: 'Dr. Ada Okafor', bio: 'Teaches.', picture_url: null });
  await put('refund-policy/', { is_enabled: true, window_days: 30, max_progress_percent: 20, after_certificate: false });
  await put('price/', { amount: 4900, currency: 'EUR' });
  return { courseId, picture, imageId, documentId, chapters, text, quiz, assignment, categoryId };
}

/** Uploads a file to import, as a new course or into one that exists, and has it read. */
export async function importFile(
  app: TestApp,
  { browser }: School,
  bytes: Buffer,
  file_name = 'a course.zip',
  { into, dates = {}, ...fields }: { into?: string; format?: string | null; dates?: object } = {},
): Promise<{ id: string; path: string }> {
  const announced = { file_name, size_bytes: bytes.length, ...fields };
  const { body } = await expectStatus(201, browser.call('post', into ? `courses/${into}/imports/` : 'course-imports/', announced));
  expect((await putBytes(body, bytes)).status).toBe(200);
  const path = `course-imports/${body.id}/`;
  await expectStatus(202, browser.call('post', `${path}uploaded/`, dates));
  await app.mailbox.runJobs();
  return { id: body.id, path };
}

/** Imports a course, and returns the import. */
export async function importCourse(app: TestApp, school: School, bytes: Buffer, choice: object = {}, file_name = 'a course.zip', into?: string) {
  const { path } = await importFile(app, school, bytes, file_name, into ? { into } : {});
  await expectStatus(202, school.browser.call('post', `${path}commit/`, choice));
  await app.mailbox.runJobs();
  const { body } = await expectStatus(200, school.browser.call('get', path));
  return body;
}

/** Imports a file as a course, and returns the plan and what was made, with the content of each lesson. Nothing of the file may be uncounted. */
export async function importWhole(app: TestApp, school: School, bytes: Buffer, file_name: string) {
  const read = async (path: string) => (await expectStatus(200, school.browser.call('get', path))).body;
  const done = await importCourse(app, school, bytes, {}, file_name);
  expect(done).toMatchObject({ status: 'completed', failure: null });
  const course = await read(`courses/${done.course_id}/`);
  const { results: chapters } = await read(`courses/${done.course_id}/chapters/`);
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever they hold
  const lessons: any[] = [];
  for (const { id, title } of chapters) {
    const { results } = await read(`courses/${done.course_id}/chapters/${id}/lessons/?page_size=200`);
    for (const lesson of results) lessons.push({ ...(await read(`courses/${done.course_id}/chapters/${id}/lessons/${lesson.id}/`)), chapter: title });
  }
  expect(done.plan.made + done.plan.changed + done.plan.skipped).toBe(done.plan.found);
  return { plan: done.plan, format: done.format, course, chapters, lessons };
}
