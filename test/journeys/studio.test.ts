import { fileURLToPath } from 'node:url';
import { type Item, readOutline } from '../../scripts/cli/import/outline-file.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { expectStatus } from '../support/browser.ts';
import type { Row } from '../support/organisation.ts';
import { sharedData, testWithSharedData } from '../support/shared-data.ts';
import { newStudio } from '../support/studio.ts';

const SMALL = fileURLToPath(new URL('../fixtures/outline.json', import.meta.url));
const UNIX_SHELL = 'fixtures/courses/unix-shell.json';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const lessonOf = ({ kind, title, markdown, solution }: Item): object =>
  kind === 'text'
    ? { title, content: { format: 'markdown', body: markdown } }
    : {
        title,
        content_type: 'assignment',
        content: { instructions: markdown, submission_kinds: ['text'], ...(solution ? { sample_solution: solution } : {}) },
      };

/** Builds the course described in the file in the studio, chapter by chapter, while an agent edits the first lesson of each chapter. */
async function buildInTheStudio(file: string): Promise<void> {
  const { studio, agent } = await newStudio(app);
  const outline = await readOutline(file);
  const { body: course } = await expectStatus(201, studio('post', 'courses/', { title: outline.title, language: outline.language }));
  await expectStatus(204, studio('post', `courses/${course.id}/touch/`));
  const path = `courses/${course.id}/chapters/`;

  for (const { title, items } of outline.chapters) {
    const { body: chapter } = await expectStatus(201, studio('post', path, { title }));
    const lessons: Row[] = [];
    for (const item of items) lessons.push((await expectStatus(201, studio('post', `${path}${chapter.id}/lessons/`, lessonOf(item)))).body);
    const [lesson] = lessons as [Row];
    const lessonPath = `${path}${chapter.id}/lessons/${lesson.id}/`;
    await expectStatus(200, agent('patch', lessonPath, { is_free_preview: true, updated_at: lesson.updated_at }));
    const mine = { title: `${lesson.title} (revised)`, opens_day_offset: 1 };
    const { body: stale } = await expectStatus(409, studio('patch', lessonPath, { ...mine, updated_at: lesson.updated_at }));
    const { body: merged } = await expectStatus(200, studio('patch', lessonPath, { ...mine, updated_at: stale.lesson.updated_at }));
    expect(merged).toMatchObject({ ...mine, is_free_preview: true, content: lesson.content });
    const { body: published } = await expectStatus(200, studio('post', `${path}${chapter.id}/publish/`, { include_lessons: true }));
    expect(published).toMatchObject({ visible_lessons: items.length, hidden_lessons: 0, course_is_published: false, chapter: { is_published: true } });
  }
  await expectStatus(200, studio('patch', `courses/${course.id}/`, { status: 'published' }));
  await expectStatus(200, studio('put', `courses/${course.id}/price/`, { amount: 4900, currency: 'EUR' }));

  const count = outline.chapters.flatMap(({ items }) => items).length;
  const { body: built } = await agent('get', `courses/${course.id}/`);
  expect(built).toMatchObject({ status: 'published', chapter_count: outline.chapters.length, lesson_count: count });
  const { body: schedule } = await expectStatus(200, studio('get', `courses/${course.id}/schedule/?page_size=200&day_zero=2026-09-01`));
  const revised = outline.chapters.flatMap(({ items }) => items.map(({ title }, place) => (place === 0 ? `${title} (revised)` : title)));
  expect(schedule.lessons.results.map(({ title }: Row) => title)).toEqual(revised);
  expect(schedule.lessons.results.filter(({ opens_at }: Row) => opens_at === '2026-09-02T00:00:00.000Z')).toHaveLength(outline.chapters.length);
  expect((await studio('get', 'courses/recent/')).body.results[0].course).toMatchObject({ id: course.id, lesson_count: count });
}

test('a creator builds a course in the studio and publishes it chapter by chapter while an agent edits it', () => buildInTheStudio(SMALL));

testWithSharedData(UNIX_SHELL, 'a creator builds the Unix Shell course in the studio and publishes it chapter by chapter while an agent edits it', () =>
  buildInTheStudio(fileURLToPath(sharedData(UNIX_SHELL))),
);
