import { sql } from 'kysely';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { type ChangeFilter, changedAfter, onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { liveChapters } from '../chapters/columns.ts';
import { type LessonPath, readLesson, selectLessonSummaries } from './columns.ts';

/** @throws NotFoundError */
export async function getLesson({ db }: Pick<Tools, 'db'>, { organisationId }: Caller, path: LessonPath): Promise<Shape<'Lesson'>> {
  requireIds(path.courseId, path.chapterId, path.id);
  return readLesson(db, organisationId, path);
}

/** Lists the lessons of a chapter in order, or those that changed after a time, without their content.
 * @throws NotFoundError when there is no such chapter */
export async function listLessons(
  { db }: Pick<Tools, 'db'>,
  { organisationId }: Caller,
  { courseId, chapterId }: Omit<LessonPath, 'id'>,
  filter: ChangeFilter,
): Promise<Page<Shape<'LessonSummary'>>> {
  requireIds(courseId, chapterId);
  const isLater = changedAfter('lessons', filter);
  const [chapter, results] = await Promise.all([
    liveChapters(db, organisationId, courseId)
      .where('chapters.id', '=', chapterId)
      .select(
        sql<number>`(select count(*)::int from lessons where organisation_id = chapters.organisation_id and chapter_id = chapters.id and ${isLater})`.as(
          'count',
        ),
      )
      .executeTakeFirstOrThrow(() => new NotFoundError()),
    selectLessonSummaries(db, organisationId, courseId, chapterId).where(isLater).orderBy('lessons.position').$call(onPage(filter)).execute(),
  ]);
  return { count: chapter.count, results };
}
