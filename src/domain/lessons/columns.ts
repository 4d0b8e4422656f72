import type { Executor } from '../../platform/database/connect.ts';
import { liveChapters } from '../chapters/columns.ts';
import type { Shape } from '../contract.ts';
import { NotFoundError } from '../errors.ts';
import { requireIds } from '../ids.ts';
import type { Siblings } from '../positions.ts';

/** A chapter, and the lesson in it. */
export interface LessonPath {
  courseId: string;
  chapterId: string;
  id: string;
}

const SUMMARY_COLUMNS = [
  'lessons.id',
  'lessons.course_id',
  'lessons.chapter_id',
  'lessons.title',
  'lessons.position',
  'lessons.is_published',
  'lessons.content_type',
  'lessons.is_free_preview',
  'lessons.opens_day_offset',
  'lessons.opens_time',
  'lessons.closes_day_offset',
  'lessons.closes_time',
  'lessons.view_window_minutes',
  'lessons.created_at',
  'lessons.updated_at',
] as const;

export const lessonSiblings = (organisationId: string, chapterId: string): Siblings => ({
  table: 'lessons',
  parent: 'chapter_id',
  organisationId,
  parentId: chapterId,
});

const liveLessons = (db: Executor, organisationId: string, courseId: string, chapterId: string) =>
  liveChapters(db, organisationId, courseId)
    .where('chapters.id', '=', chapterId)
    .innerJoin('lessons', (join) => join.onRef('lessons.organisation_id', '=', 'chapters.organisation_id').onRef('lessons.chapter_id', '=', 'chapters.id'));

export const selectLessonSummaries = (db: Executor, organisationId: string, courseId: string, chapterId: string) =>
  liveLessons(db, organisationId, courseId, chapterId)
    .select([...SUMMARY_COLUMNS])
    .$castTo<Shape<'LessonSummary'>>();

export const selectLesson = (db: Executor, organisationId: string, { courseId, chapterId, id }: LessonPath) =>
  liveLessons(db, organisationId, courseId, chapterId)
    .where('lessons.id', '=', id)
    .select([...SUMMARY_COLUMNS, 'lessons.content'])
    .$castTo<Shape<'Lesson'>>();

/** Holds the chapter while its lessons change places.
 * @throws NotFoundError */
export async function lockChapter(trx: Executor, organisationId: string, courseId: string, chapterId: string): Promise<void> {
  requireIds(courseId, chapterId);
  await liveChapters(trx, organisationId, courseId)
    .select('chapters.id')
    .where('chapters.id', '=', chapterId)
    .forNoKeyUpdate('chapters')
    .executeTakeFirstOrThrow(() => new NotFoundError());
}
