import { sql } from 'kysely';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { jsonTime } from '../../../platform/database/json.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import { DETERMINED, recordedWrite } from '../../kernel/audit/recorded-write.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { newId, requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { lockChapter } from '../chapters/columns.ts';
import { requireNamedFiles } from '../lesson-content/named-files.ts';
import { countSiblings, movePlace, openPlace, shiftSiblings } from '../order/positions.ts';
import { JSON_COLUMNS, type LessonAddress, type LessonPath, type LessonRow, lessonSiblings, selectLesson, WRITTEN_COLUMNS } from './columns.ts';
import { readFresh, writeFresh } from './freshness.ts';
import { checkLesson, type LessonFields, requireRoom } from './rules.ts';

const COLUMNS = ['organisation_id', 'id', 'course_id', ...WRITTEN_COLUMNS] as const;

const insert = recordedWrite<LessonRow, Pick<Shape<'Lesson'>, 'created_at' | 'updated_at'>>({
  table: 'lessons',
  columns: COLUMNS,
  jsonColumns: JSON_COLUMNS,
  write: (value) => sql`insert into lessons (${sql.join(COLUMNS.map((name) => sql.ref(name)))}) values (${sql.join(COLUMNS.map((name) => value[name]))})`,
  determined: { created_at: jsonTime(sql`lessons.created_at`), updated_at: jsonTime(sql`lessons.updated_at`) },
});

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
    const made = {
      ...fields,
      id: newId(),
      course_id: courseId.toLowerCase(),
      chapter_id: chapterId.toLowerCase(),
      position: await openPlace(trx, siblings, count, position),
    };
    const after = { ...made, created_at: DETERMINED, updated_at: DETERMINED };
    const change = { action: 'lesson.created', objectId: made.id, before: null, after } as const;
    const written = await insert(trx, caller, { ...made, organisation_id: organisationId }, { change });
    return { ...made, ...written } as Shape<'Lesson'>;
  });
}

/**
 * Changes the fields that were sent, provided that `updated_at` still matches the lesson. The UPDATE itself checks the token, so exactly one
 * of several writers with the same token succeeds.
 * @throws NotFoundError
 * @throws DomainError stale_lesson, carrying the current lesson
 * @throws ValidationError
 */
export async function updateLesson(
  { db }: Pick<Tools, 'db'>,
  caller: Caller,
  path: LessonPath,
  { updated_at: token, position, ...sent }: Shape<'PatchedLesson'>,
): Promise<Shape<'Lesson'>> {
  requireIds(path.courseId, path.chapterId, path.id);
  // Only the chapter's other lessons, and files that the content names, have to be locked until the lesson is written.
  if (position === undefined && sent.content === undefined) return changeFields(db, caller, path, token, sent);
  return inTransaction(db, async (trx) => {
    if (position !== undefined) await lockChapter(trx, caller.organisationId, path.courseId, path.chapterId);
    return changeFields(trx, caller, path, token, sent, position);
  });
}

/**
 * Changes when the lesson opens and closes, in the same way as `updateLesson`, regardless of the lesson's chapter.
 * @throws NotFoundError
 * @throws DomainError stale_lesson, carrying the current lesson
 * @throws ValidationError
 */
export async function updateLessonSchedule(
  { db }: Pick<Tools, 'db'>,
  caller: Caller,
  address: LessonAddress,
  { updated_at: token, ...sent }: Shape<'PatchedLessonSchedule'>,
): Promise<Shape<'Lesson'>> {
  requireIds(address.courseId, address.id);
  return changeFields(db, caller, address, token, sent);
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

/** Applies the sent fields, and a new position if there is one, to the version of the lesson that `token` refers to. */
async function changeFields(
  db: Executor,
  caller: Caller,
  address: LessonAddress,
  token: string,
  sent: Partial<LessonFields>,
  position?: number,
): Promise<Shape<'Lesson'>> {
  const { organisationId } = caller;
  const before = await readFresh(db, organisationId, address, token);
  const fields = checkLesson({ ...lessonFields(before), ...(changesType(before, sent) ? { content: null } : {}), ...sent });
  await requireNamedFiles(db, organisationId, address.courseId, fields.content, before.content);
  const place = position === undefined ? before.position : await movePlace(db, lessonSiblings(organisationId, before.chapter_id), before.position, position);
  // checkLesson has made sure that the content belongs to the type.
  const after = { ...before, ...fields, position: place } as Shape<'Lesson'>;
  return writeFresh(db, caller, 'lesson.updated', before, after);
}

const changesType = (before: Shape<'Lesson'>, sent: Partial<LessonFields>): boolean =>
  sent.content_type !== undefined && sent.content_type !== before.content_type;

function lessonFields(lesson: Shape<'Lesson'>): LessonFields {
  const { id: _id, course_id: _course, chapter_id: _chapter, position: _position, created_at: _created, updated_at: _updated, ...fields } = lesson;
  return fields;
}
