import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError, ValidationError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { lockChapters } from '../chapters/columns.ts';
import { lockCourse } from '../courses/require-course.ts';
import { countSiblings, movePlace, openPlace, shiftSiblings } from '../order/positions.ts';
import { type LessonAddress, lessonSiblings, liveLessons } from './columns.ts';
import { readFresh, writeFresh } from './freshness.ts';
import { requireRoom } from './rules.ts';

/**
 * Moves the lesson within its chapter or to another chapter of the course, provided that `updated_at` still matches the lesson. Locks the
 * course before the chapters, as does every operation that locks more than one chapter.
 * @throws NotFoundError
 * @throws DomainError stale_lesson, carrying the current lesson
 * @throws ValidationError when the course has no such chapter, or that chapter is full
 */
export function moveLesson(
  { db }: Pick<Tools, 'db'>,
  caller: Caller,
  address: LessonAddress,
  { chapter_id, position, updated_at: token }: Shape<'LessonMove'>,
): Promise<Shape<'Lesson'>> {
  requireIds(address.id);
  const { organisationId } = caller;
  const to = chapter_id.toLowerCase();
  return inTransaction(db, async (trx) => {
    await lockCourse(trx, organisationId, address.courseId);
    const { from } = await liveLessons(trx, organisationId, address.courseId)
      .where('lessons.id', '=', address.id)
      .select('lessons.chapter_id as from')
      .executeTakeFirstOrThrow(() => new NotFoundError());
    const locked = await lockChapters(trx, organisationId, address.courseId, [from, to]);
    const before = await readFresh(trx, organisationId, address, token);
    if (!locked.includes(to)) throw new ValidationError([{ field: 'chapter_id', code: 'unknown', message: 'The course has no such chapter.' }]);
    const place = await placeIn(trx, organisationId, before, to, position);
    const after = await writeFresh(trx, caller, 'lesson.moved', before, { ...before, chapter_id: to, position: place });
    if (to !== from) await closeGap(trx, organisationId, before);
    return after;
  });
}

/** Makes room for the lesson in the chapter and returns its new position. */
async function placeIn(trx: Executor, organisationId: string, lesson: Shape<'Lesson'>, chapterId: string, position: number | undefined): Promise<number> {
  const siblings = lessonSiblings(organisationId, chapterId);
  if (chapterId === lesson.chapter_id) return movePlace(trx, siblings, lesson.position, position);
  const count = await countSiblings(trx, siblings);
  requireRoom(count);
  return openPlace(trx, siblings, count, position);
}

async function closeGap(trx: Executor, organisationId: string, { chapter_id, position }: Shape<'Lesson'>): Promise<void> {
  const siblings = lessonSiblings(organisationId, chapter_id);
  await shiftSiblings(trx, siblings, position + 1, (await countSiblings(trx, siblings)) + 1, -1);
}
