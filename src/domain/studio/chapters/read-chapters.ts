import { sql } from 'kysely';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { type ChangeFilter, changedAfter, onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { liveCourses } from '../courses/columns.ts';
import { type ChapterPath, selectChapter, selectChapters } from './columns.ts';

/** @throws NotFoundError */
export async function getChapter({ db }: Pick<Tools, 'db'>, { organisationId }: Caller, path: ChapterPath): Promise<Shape<'Chapter'>> {
  requireIds(path.courseId, path.id);
  return selectChapter(db, organisationId, path).executeTakeFirstOrThrow(() => new NotFoundError());
}

/** Lists the chapters of a course in order, or those that changed after a time.
 * @throws NotFoundError when there is no such course */
export async function listChapters(
  { db }: Pick<Tools, 'db'>,
  { organisationId }: Caller,
  courseId: string,
  filter: ChangeFilter,
): Promise<Page<Shape<'Chapter'>>> {
  requireIds(courseId);
  const isLater = changedAfter('chapters', filter);
  const [course, results] = await Promise.all([
    liveCourses(db, organisationId)
      .where('courses.id', '=', courseId)
      .select(
        sql<number>`(select count(*)::int from chapters where organisation_id = courses.organisation_id and course_id = courses.id and ${isLater})`.as('count'),
      )
      .executeTakeFirstOrThrow(() => new NotFoundError()),
    selectChapters(db, organisationId, courseId).where(isLater).orderBy('chapters.position').$call(onPage(filter)).execute(),
  ]);
  return { count: course.count, results };
}
