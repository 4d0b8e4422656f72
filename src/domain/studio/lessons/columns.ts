import type { Executor } from '../../../platform/database/connect.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
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

/** The columns that are written when a lesson is created, changed or moved. */
export const WRITTEN_COLUMNS = [
  'chapter_id',
  'title',
  'position',
  'is_published',
  'content_type',
  'content',
  'is_free_preview',
  'opens_day_offset',
  'opens_time',
  'closes_day_offset',
  'closes_time',
  'view_window_minutes',
] as const satisfies (keyof Shape<'Lesson'>)[];

/** The columns that are stored as JSON. */
export const JSON_COLUMNS = ['content'] as const;

/** A lesson as it is stored. The database determines the times. */
export type LessonRow = Omit<Shape<'Lesson'>, 'created_at' | 'updated_at'> & { organisation_id: string };

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

const readInCourse = prepared((db, organisationId: string, courseId: string, id: string) => selectLesson(db, organisationId, { courseId, id }));
const readInChapter = prepared((db, organisationId: string, courseId: string, id: string, chapterId: string) =>
  selectLesson(db, organisationId, { courseId, id, chapterId }),
);

/** Reads a lesson. If a `chapterId` is given, the lesson must be in that chapter.
 * @throws NotFoundError */
export async function readLesson(
  db: Executor,
  organisationId: string,
  { courseId, id, chapterId }: LessonAddress & Partial<LessonPath>,
): Promise<Shape<'Lesson'>> {
  const [lesson] =
    chapterId === undefined ? await readInCourse(db, organisationId, courseId, id) : await readInChapter(db, organisationId, courseId, id, chapterId);
  if (!lesson) throw new NotFoundError();
  return lesson;
}
