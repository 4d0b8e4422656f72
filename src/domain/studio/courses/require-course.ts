import type { Executor } from '../../../platform/database/connect.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { liveCourses } from './columns.ts';

/** Checks that the course exists. In a transaction, it also locks the course against deletion, so that objects can be added to it.
 * @throws NotFoundError */
export async function requireCourse(db: Executor, organisationId: string, courseId: string): Promise<void> {
  requireIds(courseId);
  await liveCourses(db, organisationId)
    .select('id')
    .where('id', '=', courseId)
    .$if(db.isTransaction, (query) => query.forKeyShare())
    .executeTakeFirstOrThrow(() => new NotFoundError());
}

/** Locks the course until the transaction ends, for example while the positions of its chapters change.
 * @throws NotFoundError */
export async function lockCourse(trx: Executor, organisationId: string, courseId: string): Promise<void> {
  requireIds(courseId);
  await liveCourses(trx, organisationId)
    .select('id')
    .where('id', '=', courseId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new NotFoundError());
}
