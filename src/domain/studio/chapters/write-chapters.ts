import { inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { newId, requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { lockCourse } from '../courses/require-course.ts';
import { countSiblings, movePlace, openPlace, shiftSiblings } from '../order/positions.ts';
import { type ChapterPath, chapterSiblings, selectChapter } from './columns.ts';
import { requireRoom } from './rules.ts';

/**
 * @throws NotFoundError when there is no such course
 * @throws ValidationError when the course is full
 */
export function createChapter(
  { db }: Pick<Tools, 'db'>,
  caller: Caller,
  courseId: string,
  { position, ...fields }: Shape<'ChapterWrite'>,
): Promise<Shape<'Chapter'>> {
  const { organisationId } = caller;
  const siblings = chapterSiblings(organisationId, courseId);
  return inTransaction(db, async (trx) => {
    await lockCourse(trx, organisationId, courseId);
    const count = await countSiblings(trx, siblings);
    requireRoom(count);
    const id = newId();
    await trx
      .insertInto('chapters')
      .values({ organisation_id: organisationId, id, course_id: courseId, ...fields, position: await openPlace(trx, siblings, count, position) })
      .execute();
    const made = await selectChapter(trx, organisationId, { courseId, id }).executeTakeFirstOrThrow(() => new NotFoundError());
    await recordChange(trx, caller, { action: 'chapter.created', objectId: id, before: null, after: made });
    return made;
  });
}

/**
 * Changes the fields that are given. A new position moves the chapter and the chapters in between. Serves PATCH, and PUT with the defaults
 * filled in; both leave an omitted position unchanged.
 * @throws NotFoundError
 */
export function updateChapter(
  { db }: Pick<Tools, 'db'>,
  caller: Caller,
  path: ChapterPath,
  { position, ...fields }: Shape<'PatchedChapter'>,
): Promise<Shape<'Chapter'>> {
  requireIds(path.courseId, path.id);
  const { organisationId } = caller;
  return inTransaction(db, async (trx) => {
    await lockCourse(trx, organisationId, path.courseId);
    const before = await selectChapter(trx, organisationId, path).executeTakeFirstOrThrow(() => new NotFoundError());
    const place = position === undefined ? before.position : await movePlace(trx, chapterSiblings(organisationId, path.courseId), before.position, position);
    await trx
      .updateTable('chapters')
      .set({ ...fields, position: place })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', path.id)
      .execute();
    const after = await selectChapter(trx, organisationId, path).executeTakeFirstOrThrow(() => new NotFoundError());
    await recordChange(trx, caller, { action: 'chapter.updated', objectId: path.id, before, after });
    return after;
  });
}

/** Deletes the chapter with its lessons. Later chapters move up one place.
 * @throws NotFoundError */
export async function deleteChapter({ db }: Pick<Tools, 'db'>, caller: Caller, path: ChapterPath): Promise<void> {
  requireIds(path.courseId, path.id);
  const { organisationId } = caller;
  const siblings = chapterSiblings(organisationId, path.courseId);
  await inTransaction(db, async (trx) => {
    await lockCourse(trx, organisationId, path.courseId);
    const before = await selectChapter(trx, organisationId, path).executeTakeFirstOrThrow(() => new NotFoundError());
    const count = await countSiblings(trx, siblings);
    await trx.deleteFrom('chapters').where('organisation_id', '=', organisationId).where('id', '=', path.id).execute();
    await shiftSiblings(trx, siblings, before.position + 1, count, -1);
    await recordChange(trx, caller, { action: 'chapter.deleted', objectId: path.id, before, after: null });
  });
}
