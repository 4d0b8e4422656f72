import { inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { discardFilesOfCourse } from '../../studio/courses/course-files.ts';
import { publishEvent } from '../../studio/courses/events.ts';

/**
 * Deletes the course with everything in it and everything learners did in it, also where it was deleted before. For tests by people.
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
    await discardFilesOfCourse(trx, organisationId, id);
    // With the enrolments go progress, attempts, submissions and seats in cohorts.
    await trx.deleteFrom('enrollments').where('organisation_id', '=', organisationId).where('course_id', '=', id).execute();
    await trx.deleteFrom('courses').where('organisation_id', '=', organisationId).where('id', '=', id).execute();
    await recordChange(trx, caller, { action: 'course.purged', objectId: id, before, after: null });
  });
}
