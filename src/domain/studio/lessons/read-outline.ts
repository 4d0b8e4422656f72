import type { Caller } from '../../kernel/caller.ts';
import type { Paging, Shape } from '../../kernel/contract.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { liveChapters } from '../chapters/columns.ts';
import { requireCourse } from '../courses/require-course.ts';

type OutlinedLesson = Pick<Shape<'LessonSummary'>, 'id' | 'title' | 'content_type' | 'is_published' | 'updated_at'>;

export interface OutlinedChapter extends Pick<Shape<'Chapter'>, 'id' | 'title' | 'is_published'> {
  lessons: OutlinedLesson[];
}

/**
 * Lists the chapters of a course with their lessons, in order. The page size counts lessons; a chapter that does not fit on the page continues on the next one.
 * @throws NotFoundError
 */
export async function readOutline(
  { db }: Pick<Tools, 'db'>,
  { organisationId }: Pick<Caller, 'organisationId'>,
  courseId: string,
  { page, page_size }: Paging,
): Promise<{ chapters: OutlinedChapter[]; isLast: boolean }> {
  requireIds(courseId);
  const [rows] = await Promise.all([
    liveChapters(db, organisationId, courseId)
      .leftJoin('lessons', (join) =>
        join
          .onRef('lessons.organisation_id', '=', 'chapters.organisation_id')
          .onRef('lessons.course_id', '=', 'chapters.course_id')
          .onRef('lessons.chapter_id', '=', 'chapters.id'),
      )
      .select(['chapters.id as chapter_id', 'chapters.title as chapter_title', 'chapters.is_published as chapter_is_published'])
      .select(['lessons.id', 'lessons.title', 'lessons.content_type', 'lessons.is_published', 'lessons.updated_at'])
      .orderBy('chapters.position')
      .orderBy('lessons.position')
      .limit(page_size + 1)
      .offset((page - 1) * page_size)
      .execute(),
    requireCourse(db, organisationId, courseId),
  ]);
  const chapters = new Map<string, OutlinedChapter>();
  for (const { chapter_id, chapter_title, chapter_is_published, ...lesson } of rows.slice(0, page_size)) {
    const chapter = chapters.get(chapter_id) ?? { id: chapter_id, title: chapter_title, is_published: chapter_is_published, lessons: [] };
    if (lesson.id !== null) chapter.lessons.push(lesson as OutlinedLesson);
    chapters.set(chapter_id, chapter);
  }
  return { chapters: [...chapters.values()], isLast: rows.length <= page_size };
}
