import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';

/** Identifies a lesson in the path of answer sheets. */
export interface SheetLessonPath {
  courseId: string;
  lessonId: string;
}

/** @throws NotFoundError when the course has no such lesson */
export async function readSheetLesson(
  db: Executor,
  organisationId: string,
  { courseId, lessonId }: SheetLessonPath,
): Promise<{ content_type: Shape<'ContentType'>; content: Shape<'QuizContent'> | null; title: string }> {
  requireIds(courseId, lessonId);
  await requireCourse(db, organisationId, courseId);
  return db
    .selectFrom('lessons')
    .select(['title', sql<Shape<'ContentType'>>`content_type`.as('content_type'), sql<Shape<'QuizContent'> | null>`content`.as('content')])
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('id', '=', lessonId)
    .$if(db.isTransaction, (query) => query.forKeyShare())
    .executeTakeFirstOrThrow(() => new NotFoundError());
}
