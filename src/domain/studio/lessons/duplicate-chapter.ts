import { sql } from 'kysely';
import { inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { newId, requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { type ChapterPath, chapterSiblings, lockChapter, selectChapter } from '../chapters/columns.ts';
import { requireRoom } from '../chapters/rules.ts';
import { lockCourse } from '../courses/require-course.ts';
import { copyTitle } from '../order/copy-title.ts';
import { countSiblings, openPlace } from '../order/positions.ts';
import { type CopyMore, duplicateLessons } from './duplicate-lessons.ts';

/**
 * Copies a chapter and its lessons to a new, unpublished chapter right after the original. Each copied lesson is published if its original is,
 * so publishing the copy shows the same lessons as the original.
 * @throws NotFoundError
 * @throws ValidationError when the course is full
 */
export function duplicateChapter({ db }: Pick<Tools, 'db'>, caller: Caller, path: ChapterPath, copyMore: CopyMore): Promise<Shape<'Chapter'>> {
  requireIds(path.id);
  const { organisationId } = caller;
  const siblings = chapterSiblings(organisationId, path.courseId);
  return inTransaction(db, async (trx) => {
    await lockCourse(trx, organisationId, path.courseId);
    await lockChapter(trx, organisationId, path.courseId, path.id);
    const { position } = await selectChapter(trx, organisationId, path).executeTakeFirstOrThrow(() => new NotFoundError());
    const count = await countSiblings(trx, siblings);
    requireRoom(count);
    const id = newId();
    const place = await openPlace(trx, siblings, count, position + 1);
    await trx
      .insertInto('chapters')
      .columns(['organisation_id', 'id', 'course_id', 'title', 'position', 'is_published', 'requires_previous_chapter', 'sequential_lessons'])
      .expression((eb) =>
        eb
          .selectFrom('chapters')
          .select(['organisation_id', sql<string>`${id}::uuid`.as('id'), 'course_id', copyTitle().as('title'), sql<number>`${place}::int`.as('position')])
          .select([sql<boolean>`false`.as('is_published'), 'requires_previous_chapter', 'sequential_lessons'])
          .where('organisation_id', '=', organisationId)
          .where('id', '=', path.id),
      )
      .execute();
    await copyMore(trx, { organisationId, courseId: path.courseId }, await duplicateLessons(trx, organisationId, path.id, id));
    const made = await selectChapter(trx, organisationId, { ...path, id }).executeTakeFirstOrThrow(() => new NotFoundError());
    await recordChange(trx, caller, { action: 'chapter.duplicated', objectId: id, before: null, after: { ...made, copy_of: path.id } });
    return made;
  });
}
