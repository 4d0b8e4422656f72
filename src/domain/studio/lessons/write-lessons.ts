import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { newId, requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { lockChapter } from '../chapters/columns.ts';
import { requireNamedFiles } from '../lesson-content/named-files.ts';
import { countSiblings, movePlace, openPlace, shiftSiblings } from '../order/positions.ts';
import { type LessonAddress, type LessonPath, lessonSiblings, selectLesson } from './columns.ts';
import { readFresh, writeFresh } from './freshness.ts';
import { checkLesson, type LessonFields, requireRoom } from './rules.ts';

/**
 * @throws NotFoundError when there is no such chapter
 * @throws ValidationError for invalid content or an invalid schedule, or when the chapter is full
 */
export function createLesson(
  { db }: Pick<Tools, 'db'>,
  caller: Caller,
  { courseId, chapterId }: Omit<LessonPath, 'id'>,
  { position, ...input }: Shape<'LessonWrite'>,
): Promise<Shape<'Lesson'>> {
  const { organisationId } = caller;
  const siblings = lessonSiblings(organisationId, chapterId);
  return inTransaction(db, async (trx) => {
    await lockChapter(trx, organisationId, courseId, chapterId);
    const fields = checkLesson(input);
    await requireNamedFiles(trx, organisationId, courseId, fields.content);
    const count = await countSiblings(trx, siblings);
    requireRoom(count);
    const id = newId();
    await trx
      .insertInto('lessons')
      .values({
        organisation_id: organisationId,
        id,
        course_id: courseId,
        chapter_id: chapterId,
        ...lessonColumns(fields),
        position: await openPlace(trx, siblings, count, position),
      })
      .execute();
    const made = await selectLesson(trx, organisationId, { courseId, chapterId, id }).executeTakeFirstOrThrow(() => new NotFoundError());
    await recordChange(trx, caller, { action: 'lesson.created', objectId: id, before: null, after: made });
    return made;
  });
}

/**
 * Changes the fields that were sent, provided that `updated_at` still matches the lesson. The UPDATE itself checks the token, so exactly one
 * of several writers with the same token succeeds.
 * @throws NotFoundError
 * @throws DomainError stale_lesson, carrying the current lesson
 * @throws ValidationError
 */
export function updateLesson(
  { db }: Pick<Tools, 'db'>,
  caller: Caller,
  path: LessonPath,
  { updated_at: token, position, ...sent }: Shape<'PatchedLesson'>,
): Promise<Shape<'Lesson'>> {
  requireIds(path.courseId, path.chapterId, path.id);
  const { organisationId } = caller;
  return inTransaction(db, async (trx) => {
    if (position !== undefined) await lockChapter(trx, organisationId, path.courseId, path.chapterId);
    const before = await changeFields(trx, organisationId, path, token, sent);
    if (position !== undefined) await placeLesson(trx, organisationId, path, before.position, position);
    return recordUpdate(trx, caller, path, before);
  });
}

/**
 * Changes when the lesson opens and closes, in the same way as `updateLesson`, regardless of the lesson's chapter.
 * @throws NotFoundError
 * @throws DomainError stale_lesson, carrying the current lesson
 * @throws ValidationError
 */
export function updateLessonSchedule(
  { db }: Pick<Tools, 'db'>,
  caller: Caller,
  address: LessonAddress,
  { updated_at: token, ...sent }: Shape<'PatchedLessonSchedule'>,
): Promise<Shape<'Lesson'>> {
  requireIds(address.courseId, address.id);
  return inTransaction(db, async (trx) => recordUpdate(trx, caller, address, await changeFields(trx, caller.organisationId, address, token, sent)));
}

/** Deletes the lesson. Later lessons move up one place.
 * @throws NotFoundError */
export async function deleteLesson({ db }: Pick<Tools, 'db'>, caller: Caller, path: LessonPath): Promise<void> {
  requireIds(path.courseId, path.chapterId, path.id);
  const { organisationId } = caller;
  const siblings = lessonSiblings(organisationId, path.chapterId);
  await inTransaction(db, async (trx) => {
    await lockChapter(trx, organisationId, path.courseId, path.chapterId);
    const before = await selectLesson(trx, organisationId, path)
      .forUpdate('lessons')
      .executeTakeFirstOrThrow(() => new NotFoundError());
    const count = await countSiblings(trx, siblings);
    await trx.deleteFrom('lessons').where('organisation_id', '=', organisationId).where('id', '=', path.id).execute();
    await shiftSiblings(trx, siblings, before.position + 1, count, -1);
    await recordChange(trx, caller, { action: 'lesson.deleted', objectId: path.id, before, after: null });
  });
}

async function placeLesson(trx: Executor, organisationId: string, path: LessonPath, from: number, wanted: number): Promise<void> {
  const place = await movePlace(trx, lessonSiblings(organisationId, path.chapterId), from, wanted);
  if (place === from) return;
  await trx.updateTable('lessons').set({ position: place }).where('organisation_id', '=', organisationId).where('id', '=', path.id).execute();
}

/** Applies the sent fields to the version of the lesson that `token` refers to, and returns that version. */
async function changeFields(
  trx: Executor,
  organisationId: string,
  address: LessonAddress,
  token: string,
  sent: Partial<LessonFields>,
): Promise<Shape<'Lesson'>> {
  const before = await readFresh(trx, organisationId, address, token);
  const fields = checkLesson({ ...lessonFields(before), ...(changesType(before, sent) ? { content: null } : {}), ...sent });
  await requireNamedFiles(trx, organisationId, address.courseId, fields.content, before.content);
  await writeFresh(trx, organisationId, address, before, lessonColumns(fields));
  return before;
}

async function recordUpdate(trx: Executor, caller: Caller, address: LessonAddress, before: Shape<'Lesson'>): Promise<Shape<'Lesson'>> {
  const after = await selectLesson(trx, caller.organisationId, address).executeTakeFirstOrThrow(() => new NotFoundError());
  await recordChange(trx, caller, { action: 'lesson.updated', objectId: address.id, before, after });
  return after;
}

const changesType = (before: Shape<'Lesson'>, sent: Partial<LessonFields>): boolean =>
  sent.content_type !== undefined && sent.content_type !== before.content_type;

function lessonColumns({ content, ...same }: LessonFields) {
  return { ...same, content: json(content) };
}

function lessonFields(lesson: Shape<'Lesson'>): LessonFields {
  const { id: _id, course_id: _course, chapter_id: _chapter, position: _position, created_at: _created, updated_at: _updated, ...fields } = lesson;
  return fields;
}
