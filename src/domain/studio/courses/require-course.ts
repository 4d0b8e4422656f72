import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { Faults, NotFoundError } from '../../kernel/errors.ts';
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

/** Locks the courses that a body names in `course_ids` against deletion, so that something can refer to them.
 * @throws ValidationError */
export async function lockNamedCourses(trx: Executor, organisationId: string, courseIds: readonly string[]): Promise<void> {
  const found = await liveCourses(trx, organisationId)
    .select('id')
    .where('id', '=', sql<string>`any(${courseIds}::uuid[])`)
    .orderBy('id')
    .forKeyShare()
    .execute();
  const known = new Set(found.map(({ id }) => id));
  const faults = new Faults();
  courseIds.forEach((id, index) => {
    if (!known.has(id.toLowerCase())) faults.add(`course_ids.${index}`, 'unknown', 'The organisation has no such course.');
  });
  faults.check();
}
