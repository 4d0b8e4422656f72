import { MOST_CHAPTERS } from '../../../studio/chapters/rules.ts';
import { MOST_LESSONS as MOST_IN_CHAPTER } from '../../../studio/lessons/rules.ts';
import { type ImportedCourse, UnreadableCourse } from './format.ts';

/** In all chapters of a file together. */
export const MOST_LESSONS = 10_000;

/** Checks that a course that already has some chapters has room for those of a file, and each of them for its lessons.
 * @throws UnreadableCourse */
export function requireRoom({ chapters, lessons }: Pick<ImportedCourse, 'chapters' | 'lessons'>, chaptersBefore = 0): void {
  const inChapter = Map.groupBy(lessons, ({ chapter_id }) => chapter_id);
  const isFull = chapters.length > 0 && chaptersBefore + chapters.length > MOST_CHAPTERS;
  if (isFull || lessons.length > MOST_LESSONS || [...inChapter.values()].some(({ length }) => length > MOST_IN_CHAPTER))
    throw new UnreadableCourse('course_full');
}
