import { startTestApp, type TestApp } from '../../support/app.ts';
import { whileLocked } from '../../support/at-once.ts';
import { expectStatus } from '../../support/browser.ts';
import type { Row } from '../../support/organisation.ts';
import { newStudio, type Studio } from '../../support/studio.ts';

let app: TestApp;
let mine: Studio;
beforeAll(async () => {
  app = await startTestApp();
  mine = await newStudio(app);
});
afterAll(() => app.close());

const countsOf = async (id: string): Promise<[chapters: number, lessons: number]> => {
  const [read, listed] = await Promise.all([mine.studio('get', `courses/${id}/`), mine.agent('get', 'courses/?page_size=200')]);
  const { chapter_count, lesson_count } = read.body;
  expect(listed.body.results.find((course: Row) => course.id === id)).toMatchObject({ chapter_count, lesson_count });
  return [chapter_count, lesson_count];
};

test('a course counts its chapters and lessons through every way in which they come and go', async () => {
  const { id } = await mine.newCourse();
  expect(await countsOf(id)).toEqual([0, 0]);
  const [first, second] = [await mine.newChapter(id), await mine.newChapter(id)];
  const lesson = await mine.newLesson(id, first.id);
  await mine.newLesson(id, first.id);
  expect(await countsOf(id)).toEqual([2, 2]);
  await expectStatus(201, mine.studio('post', `courses/${id}/chapters/${first.id}/lessons/${lesson.id}/duplicate/`, {}));
  expect(await countsOf(id)).toEqual([2, 3]);
  await expectStatus(201, mine.studio('post', `courses/${id}/chapters/${first.id}/duplicate/`, {}));
  expect(await countsOf(id)).toEqual([3, 6]);
  await expectStatus(200, mine.studio('post', `courses/${id}/lessons/${lesson.id}/move/`, { chapter_id: second.id, updated_at: lesson.updated_at }));
  expect(await countsOf(id)).toEqual([3, 6]);
  await expectStatus(204, mine.studio('delete', `courses/${id}/chapters/${second.id}/lessons/${lesson.id}/`));
  expect(await countsOf(id)).toEqual([3, 5]);
  await expectStatus(204, mine.studio('delete', `courses/${id}/chapters/${first.id}/`));
  expect(await countsOf(id)).toEqual([2, 3]);
});

test('lessons that are created at once in several chapters of a course are all counted', async () => {
  const { id } = await mine.newCourse();
  const chapters = await Promise.all([1, 2, 3, 4].map(() => mine.newChapter(id)));
  await Promise.all(chapters.flatMap((chapter) => [1, 2, 3, 4, 5].map(() => mine.newLesson(id, chapter.id))));
  expect(await countsOf(id)).toEqual([4, 20]);
});

test('whoever adds a lesson to a chapter does not wait for somebody who adds one to another chapter of the course', async () => {
  const { id } = await mine.newCourse();
  const [one, two] = [await mine.newChapter(id), await mine.newChapter(id)];
  await mine.newLesson(id, two.id);
  const adding = `insert into lessons (organisation_id, id, course_id, chapter_id, title, position, is_published, content_type, is_free_preview)
    values ('${mine.organisation.id}', gen_random_uuid(), '${id}', '${one.id}', 'Not yet', 1, false, 'lesson', false)`;
  await whileLocked(app, adding, () => mine.newLesson(id, two.id));
  expect(await countsOf(id)).toEqual([2, 2]);
});
