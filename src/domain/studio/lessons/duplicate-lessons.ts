import { type Expression, type RawBuilder, sql } from 'kysely';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { newId, requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { lockChapter } from '../chapters/columns.ts';
import { copyTitle } from '../order/copy-title.ts';
import { countSiblings, openPlace } from '../order/positions.ts';
import { lockPackagesOf } from '../packages/packages.ts';
import { type LessonPath, lessonSiblings, selectLesson } from './columns.ts';
import { requireRoom } from './rules.ts';

/** Copies other areas' data about lessons to the copies in the same course, in the transaction that creates them. `copies` maps each lesson to its copy. */
export type CopyMore = (trx: Executor, course: { organisationId: string; courseId: string }, copies: ReadonlyMap<string, string>) => Promise<void>;

/**
 * Copies what a creator wrote in a lesson to a new, unpublished lesson right after the original.
 * @throws NotFoundError
 * @throws ValidationError when the chapter is full
 */
export function duplicateLesson({ db }: Pick<Tools, 'db'>, caller: Caller, path: LessonPath, copyMore: CopyMore): Promise<Shape<'Lesson'>> {
  requireIds(path.id);
  const { organisationId } = caller;
  const { chapterId } = path;
  const siblings = lessonSiblings(organisationId, chapterId);
  return inTransaction(db, async (trx) => {
    await lockChapter(trx, organisationId, path.courseId, chapterId);
    const { position } = await selectLesson(trx, organisationId, path).executeTakeFirstOrThrow(() => new NotFoundError());
    const count = await countSiblings(trx, siblings);
    requireRoom(count);
    const id = newId();
    const copies = new Map([[path.id, id]]);
    await copyLessons(trx, organisationId, copies, {
      chapterId,
      title: copyTitle(),
      isPublished: sql<boolean>`false`,
      position: sql<number>`${await openPlace(trx, siblings, count, position + 1)}::int`,
    });
    await copyMore(trx, { organisationId, courseId: path.courseId }, copies);
    const made = await selectLesson(trx, organisationId, { ...path, id }).executeTakeFirstOrThrow(() => new NotFoundError());
    await recordChange(trx, caller, { action: 'lesson.duplicated', objectId: id, before: null, after: { ...made, copy_of: path.id } });
    return made;
  });
}

/** Copies all lessons of a chapter unchanged to another chapter. Both chapters must be locked. Returns the copy of each lesson. */
export async function duplicateLessons(trx: Executor, organisationId: string, fromChapterId: string, chapterId: string): Promise<ReadonlyMap<string, string>> {
  const originals = await trx
    .selectFrom('lessons')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('chapter_id', '=', fromChapterId)
    .orderBy('position')
    .execute();
  const copies = new Map(originals.map(({ id }) => [id, newId()]));
  await copyLessons(trx, organisationId, copies, {
    chapterId,
    title: sql<string>`title`,
    isPublished: sql<boolean>`is_published`,
    position: sql<number>`position`,
  });
  return copies;
}

interface Differences {
  chapterId: string;
  title: RawBuilder<string>;
  isPublished: RawBuilder<boolean>;
  position: RawBuilder<number>;
}

/** The columns that a creator writes in a lesson, except its title and whether it is published. */
const WRITTEN = [
  'course_id',
  'content_type',
  'content',
  'is_free_preview',
  'opens_day_offset',
  'opens_time',
  'closes_day_offset',
  'closes_time',
  'view_window_minutes',
] as const;

/** Inserts a copy of each lesson under its new id, in one statement. */
async function copyLessons(
  trx: Executor,
  organisationId: string,
  copies: ReadonlyMap<string, string>,
  { chapterId, title, isPublished, position }: Differences,
): Promise<void> {
  await lockPackagesOf(trx, organisationId, [...copies.keys()]);
  const ids: Expression<{ original: string; copy: string }> =
    sql`(select * from unnest(${[...copies.keys()]}::uuid[], ${[...copies.values()]}::uuid[]) as ids (original, copy))`;
  await trx
    .insertInto('lessons')
    .columns(['organisation_id', 'id', 'chapter_id', 'title', 'is_published', 'position', ...WRITTEN])
    .expression((eb) =>
      eb
        .selectFrom('lessons')
        .innerJoin((ids as RawBuilder<{ original: string; copy: string }>).as('ids'), (join) => join.onRef('ids.original', '=', 'lessons.id'))
        .select((of) => [of.ref('organisation_id').as('organisation_id'), sql<string>`ids.copy`.as('id'), sql<string>`${chapterId}::uuid`.as('chapter_id')])
        .select([title.as('title'), isPublished.as('is_published'), position.as('position'), ...WRITTEN])
        .where('organisation_id', '=', organisationId),
    )
    .execute();
}
