import { inTransaction } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Tools } from '../../kernel/tools.ts';
import { lockChapter } from '../chapters/columns.ts';
import { reorder } from '../order/reorder.ts';
import { type LessonPath, lessonSiblings } from './columns.ts';

/**
 * Reorders the lessons of a chapter. A lesson whose position does not change keeps its `updated_at`.
 * @throws NotFoundError when there is no such chapter
 * @throws ValidationError when `ids` does not list every lesson of the chapter exactly once
 */
export function reorderLessons(
  { db }: Pick<Tools, 'db'>,
  caller: Caller,
  { courseId, chapterId }: Omit<LessonPath, 'id'>,
  ids: readonly string[],
): Promise<void> {
  return inTransaction(db, async (trx) => {
    await lockChapter(trx, caller.organisationId, courseId, chapterId);
    await reorder(trx, caller, lessonSiblings(caller.organisationId, chapterId), ids);
  });
}
