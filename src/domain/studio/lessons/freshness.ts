import type { UpdateObject } from 'kysely';
import type { DB } from '../../../../generated/database.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, NotFoundError } from '../../kernel/errors.ts';
import { type LessonAddress, selectLesson } from './columns.ts';

/**
 * Returns the lesson if `token` matches its `updated_at`.
 * @throws NotFoundError
 * @throws DomainError stale_lesson, carrying the current lesson
 */
export async function readFresh(trx: Executor, organisationId: string, address: LessonAddress, token: string): Promise<Shape<'Lesson'>> {
  const lesson = await selectLesson(trx, organisationId, address).executeTakeFirstOrThrow(() => new NotFoundError());
  if (!sameMoment(token, lesson.updated_at)) throw staleLesson(lesson);
  return lesson;
}

/**
 * Writes the columns if the lesson has not changed since it was read. The UPDATE itself checks this, so exactly one of several writers with
 * the same token succeeds.
 * @throws NotFoundError
 * @throws DomainError stale_lesson, carrying the current lesson
 */
export async function writeFresh(
  trx: Executor,
  organisationId: string,
  address: LessonAddress,
  before: Shape<'Lesson'>,
  columns: UpdateObject<DB, 'lessons', 'lessons'>,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('lessons')
    .set(columns)
    .where('organisation_id', '=', organisationId)
    .where('id', '=', address.id)
    .where('updated_at', '=', before.updated_at)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw staleLesson(await selectLesson(trx, organisationId, address).executeTakeFirstOrThrow(() => new NotFoundError()));
}

/** Accepts any notation of the same moment, such as another UTC offset or precision. A token that is not a valid moment counts as stale. */
const sameMoment = (token: string, current: string): boolean => Date.parse(token) === Date.parse(current) && !/\.\d{3}\d*[1-9]/.test(token);

const staleLesson = (lesson: Shape<'Lesson'>): DomainError => new DomainError('stale_lesson', 'The lesson has changed since it was read.', { lesson });
