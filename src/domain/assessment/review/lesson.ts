import type { Executor } from '../../../platform/database/connect.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import type { Column } from '../gradebook/columns.ts';
import { readColumns } from '../gradebook/read-gradebook.ts';

/** Identifies a lesson whose work is reviewed. */
export interface ReviewPath {
  courseId: string;
  lessonId: string;
}

/** A lesson whose work is reviewed. */
export interface ReviewedLesson extends Column {
  organisationId: string;
  courseId: string;
  lessonId: string;
}

/** @throws NotFoundError if the lesson has no column in the gradebook of the course */
export async function requireReviewed(db: Executor, organisationId: string, { courseId, lessonId }: ReviewPath): Promise<ReviewedLesson> {
  requireIds(courseId, lessonId);
  await requireCourse(db, organisationId, courseId);
  const columns = await readColumns(db, { organisationId, courseId });
  const column = columns.find(({ item }) => item.id === lessonId.toLowerCase());
  if (!column) throw new NotFoundError();
  return { ...column, organisationId, courseId, lessonId: column.item.id };
}
