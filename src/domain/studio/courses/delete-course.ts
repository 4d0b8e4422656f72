import { sql } from 'kysely';
import { inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { forgetPlaces } from '../../organisations/invites/invite-learners.ts';
import { liveCourses, readCourse } from './columns.ts';
import { publishEvent } from './events.ts';
import { removeCourse } from './remove-course.ts';

/**
 * Deletes the course with its chapters and lessons. If learners have enrolled, the course is only marked as deleted so that their history is
 * kept: it appears in no list, its slug is free again, and nothing in it can be read or changed through it.
 * @throws NotFoundError
 */
export async function deleteCourse({ db }: Pick<Tools, 'db'>, caller: Caller, id: string): Promise<void> {
  requireIds(id);
  const { organisationId } = caller;
  await inTransaction(db, async (trx) => {
    // FOR UPDATE, so that nobody enrols in the meantime: enrolling takes a key-share lock on the course.
    await liveCourses(trx, organisationId).where('id', '=', id).select('id').forUpdate().execute();
    const before = (await readCourse(trx, { organisationId, id }))?.toJSON();
    if (!before) throw new NotFoundError();
    await publishEvent(trx, 'course.deleted', { organisationId, courseId: id });
    const enrolled = await trx
      .selectFrom('enrollments')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('course_id', '=', id)
      .limit(1)
      .executeTakeFirst();
    if (enrolled) {
      await forgetPlaces(trx, organisationId, id);
      await trx.updateTable('courses').set({ deleted_at: sql<string>`now()` }).where('organisation_id', '=', organisationId).where('id', '=', id).execute();
    } else {
      await removeCourse(trx, organisationId, id);
    }
    await recordChange(trx, caller, { action: 'course.deleted', objectId: id, before, after: null });
  });
}
