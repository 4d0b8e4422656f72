import type { Executor } from '../../../platform/database/connect.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { liveCourses } from './columns.ts';

/** The course is there; in a transaction it stays until that ends, so that what is added to it has a course.
 * @throws NotFoundError */
export async function requireCourse(db: Executor, organisationId: string, courseId: string): Promise<void> {
  requireIds(courseId);
  await liveCourses(db, organisationId)
    .select('id')
    .where('id', '=', courseId)
    .$if(db.isTransaction, (query) => query.forKeyShare())
    .executeTakeFirstOrThrow(() => new NotFoundError());
}
