import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Viewer } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { percentOf } from '../../kernel/percent.ts';
import type { Tools } from '../../kernel/tools.ts';
import type { CourseAccess } from '../access/course-access.ts';
import { type ChapterOutline, lessonLock, lessonState, type Outline, readOutline, selectLessons, visibleLessons } from '../access/lesson-facts.ts';
import { isOver } from '../access/state.ts';
import { viewersDue, visitCourse } from './visit.ts';

export interface CurriculumFilter extends Paging {
  chapter_id?: string | undefined;
}

type Curriculum = Omit<Shape<'Curriculum'>, 'lessons'> & { lessons: Page<Shape<'CurriculumLesson'>> };

/**
 * Returns the outline of a course: all chapters and one page of lessons.
 * @param key ID or slug of the course
 * @throws NotFoundError
 */
export async function getCurriculum({ db, clock }: Pick<Tools, 'db' | 'clock'>, viewer: Viewer, key: string, filter: CurriculumFilter): Promise<Curriculum> {
  const { access, now } = await visitCourse({ db, clock }, viewer, key);
  const outline = await readOutline(db, access, now);
  const { enrollment } = access;
  return {
    course: access.course.card,
    is_enrolled: enrollment !== null && !isOver(enrollment.state),
    enrollment_id: enrollment?.id ?? null,
    percent: outline.percent,
    lesson_count: outline.lesson_count,
    completed_lessons: outline.completed_lessons,
    chapters: showChapters(outline),
    lessons: await readLessonPage(db, access, outline, filter, now),
  };
}

export const showChapters = ({ chapters }: Outline): Shape<'CurriculumChapter'>[] =>
  chapters.map(({ waits: _waits, ...same }) => ({ ...same, percent: percentOf(same.completed_lessons, same.lesson_count) }));

/** Returns one page of lessons in the order of the course. The outline supplies their number and their chapters. */
export async function readLessonPage(
  db: Executor,
  access: CourseAccess,
  outline: Outline,
  { page, page_size, chapter_id }: CurriculumFilter,
  now: string,
): Promise<Page<Shape<'CurriculumLesson'>>> {
  const chapters = chapter_id === undefined ? outline.chapters : outline.chapters.filter(({ id }) => id === chapter_id.toLowerCase());
  const count = chapters.reduce((total, chapter) => total + chapter.lesson_count, 0);
  const { chapterIds, skipped } = chaptersOfPage(chapters, page, page_size);
  // Select the page first, using only the index, so that the facts that determine access are read for no other lesson.
  const onPage = visibleLessons(db, access)
    .where('lessons.chapter_id', '=', sql<string>`any(${chapterIds}::uuid[])`)
    .orderBy('chapters.position')
    .orderBy('lessons.position')
    .limit(page_size)
    .offset((page - 1) * page_size - skipped)
    .select('lessons.id');
  const lessons = await selectLessons(db, access)
    .where('lessons.id', '=', sql<string>`any(array(select id from (${onPage}) on_page))`)
    .orderBy('chapters.position')
    .orderBy('lessons.position')
    .execute();
  return {
    count,
    results: lessons.map((lesson) => ({
      id: lesson.id,
      chapter_id: lesson.chapter_id,
      title: lesson.title,
      position: lesson.position,
      content_type: lesson.content_type,
      is_published: lesson.is_published,
      is_free_preview: lesson.is_free_preview,
      view_window_minutes: lesson.view_window_minutes,
      state: lessonState(lesson),
      ...lessonLock(access, outline, lesson, now),
      due_at: viewersDue({ access, lesson }, lesson.first_opened_at),
    })),
  };
}

/** Returns the chapters that contain the lessons of a page, and the number of lessons in the chapters before them. */
function chaptersOfPage(chapters: readonly ChapterOutline[], page: number, pageSize: number): { chapterIds: string[]; skipped: number } {
  const [from, to] = [(page - 1) * pageSize, page * pageSize];
  const chapterIds: string[] = [];
  let skipped = 0;
  let before = 0;
  for (const { id, lesson_count } of chapters) {
    const end = before + lesson_count;
    if (end <= from) skipped = end;
    else if (before < to && lesson_count > 0) chapterIds.push(id);
    before = end;
  }
  return { chapterIds, skipped };
}
