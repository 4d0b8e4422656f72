import { MOST_CHAPTERS } from '../../../studio/chapters/rules.ts';
import { MOST_LESSONS as MOST_IN_CHAPTER } from '../../../studio/lessons/rules.ts';
import { type FoundCourse, UnreadableCourse } from './format.ts';

/** Maximum number of lessons in all chapters of a file together. */
export const MOST_LESSONS = 10_000;

/** Counts what is made of a file, so that a course that has no room for it is refused before the rest is made. */
export class Room {
  readonly #inChapter = new Map<string, number>();
  #chapters = 0;
  #lessons = 0;

  /** @throws UnreadableCourse */
  takeChapter(): void {
    if (++this.#chapters > MOST_CHAPTERS) throw new UnreadableCourse('course_full');
  }

  /** @throws UnreadableCourse */
  takeLesson(chapterId: string): void {
    const count = (this.#inChapter.get(chapterId) ?? 0) + 1;
    this.#inChapter.set(chapterId, count);
    if (++this.#lessons > MOST_LESSONS || count > MOST_IN_CHAPTER) throw new UnreadableCourse('course_full');
  }
}

/** Checks that a course that already has some chapters has room for those of a file, and each of them for its lessons.
 * @throws UnreadableCourse */
export function requireRoom({ chapters, lessons }: Pick<FoundCourse, 'chapters' | 'lessons'>, chaptersBefore = 0): void {
  const inChapter = Map.groupBy(lessons, ({ chapter_id }) => chapter_id);
  const isFull = chapters.length > 0 && chaptersBefore + chapters.length > MOST_CHAPTERS;
  if (isFull || lessons.length > MOST_LESSONS || [...inChapter.values()].some(({ length }) => length > MOST_IN_CHAPTER))
    throw new UnreadableCourse('course_full');
}
