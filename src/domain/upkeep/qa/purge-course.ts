import { inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { deleteEnrollmentsOfCourse } from '../../learning/enrollments/delete-enrollments.ts';
import { publishEvent } from '../../studio/courses/events.ts';
import { removeCourse } from '../../studio/courses/remove-course.ts';

/**
 * Permanently deletes the course with everything in it and everything learners did in it, even if it was deleted before. For manual testing.
 * @throws NotFoundError
 */
export async function purgeCourse({ db }: Pick<Tools, 'db'>, caller: Caller, id: string): Promise<void> {
  requireIds(id);
  const { organisationId } = caller;
  await inTransaction(db, async (trx) => {
    const before = await trx
      .selectFrom('courses')
      .select(['id', 'title', 'slug', 'deleted_at'])
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new NotFoundError());
    if (before.deleted_at === null) await publishEvent(trx, 'course.deleted', { organisationId, courseId: id });
    // Deleting the enrolments also deletes progress, attempts, submissions and seats in cohorts.
    await deleteEnrollmentsOfCourse(trx, organisationId, id);
    await removeCourse(trx, organisationId, id);
    await recordChange(trx, caller, { action: 'course.purged', objectId: id, before, after: null });
  });
}
