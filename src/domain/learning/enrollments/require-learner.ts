import type { Executor } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';

export interface LearnerPath {
  courseId: string;
  enrollmentId: string;
}

/** Returns the user whom the enrollment is for.
 * @throws NotFoundError */
export async function requireLearner(db: Executor, { organisationId }: Caller, { courseId, enrollmentId }: LearnerPath): Promise<string> {
  requireIds(courseId, enrollmentId);
  await requireCourse(db, organisationId, courseId);
  const { user_id } = await db
    .selectFrom('enrollments')
    .select('user_id')
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('id', '=', enrollmentId)
    .where('source', '<>', 'preview')
    .executeTakeFirstOrThrow(() => new NotFoundError());
  return user_id;
}
