import { inTransaction } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Tools } from '../../kernel/tools.ts';
import { lockCourse } from '../courses/require-course.ts';
import { reorder } from '../order/reorder.ts';
import { chapterSiblings } from './columns.ts';

/**
 * @throws NotFoundError when there is no such course
 * @throws ValidationError when `ids` does not list every chapter of the course exactly once
 */
export function reorderChapters({ db }: Pick<Tools, 'db'>, caller: Caller, courseId: string, ids: readonly string[]): Promise<void> {
  return inTransaction(db, async (trx) => {
    await lockCourse(trx, caller.organisationId, courseId);
    await reorder(trx, caller, chapterSiblings(caller.organisationId, courseId), ids);
  });
}
