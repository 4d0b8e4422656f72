import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { liveChapters } from '../chapters/columns.ts';
import type { Siblings } from '../order/positions.ts';

/** Identifies a lesson within a course, regardless of its chapter. */
export interface LessonAddress {
  courseId: string;
  id: string;
}

/** Identifies a lesson within a chapter. */
export interface LessonPath extends LessonAddress {
  chapterId: string;
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

/** Selects the lessons of a course that is not deleted. */
export const liveLessons = (db: Executor, organisationId: string, courseId: string) =>
  liveChapters(db, organisationId, courseId).innerJoin('lessons', (join) =>
    join.onRef('lessons.organisation_id', '=', 'chapters.organisation_id').onRef('lessons.chapter_id', '=', 'chapters.id'),
  );

export const selectLessonSummaries = (db: Executor, organisationId: string, courseId: string, chapterId: string) =>
  liveLessons(db, organisationId, courseId)
    .where('chapters.id', '=', chapterId)
    .select([...SUMMARY_COLUMNS])
    .$castTo<Shape<'LessonSummary'>>();

/** Selects a lesson. If a `chapterId` is given, the lesson must be in that chapter. */
export const selectLesson = (db: Executor, organisationId: string, { courseId, id, chapterId }: LessonAddress & Partial<LessonPath>) =>
  liveLessons(db, organisationId, courseId)
    .where('lessons.id', '=', id)
    .$if(chapterId !== undefined, (query) => query.where('chapters.id', '=', chapterId as string))
    .select([...SUMMARY_COLUMNS, 'lessons.content'])
    .$castTo<Shape<'Lesson'>>();
