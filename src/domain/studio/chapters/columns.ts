import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Siblings } from '../order/positions.ts';

/** Identifies a chapter within a course. */
export interface ChapterPath {
  courseId: string;
  id: string;
}

export const chapterSiblings = (organisationId: string, courseId: string): Siblings => ({
  table: 'chapters',
  parent: 'course_id',
  organisationId,
  parentId: courseId,
});

/** Selects the chapters of a course that is not deleted. */
export const liveChapters = (db: Executor, organisationId: string, courseId: string) =>
  db
    .selectFrom('chapters')
    .innerJoin('courses', (join) =>
      join
        .onRef('courses.organisation_id', '=', 'chapters.organisation_id')
        .onRef('courses.id', '=', 'chapters.course_id')
        .on('courses.deleted_at', 'is', null),
    )
    .where('chapters.organisation_id', '=', organisationId)
    .where('chapters.course_id', '=', courseId);

export const selectChapters = (db: Executor, organisationId: string, courseId: string) =>
  liveChapters(db, organisationId, courseId)
    .select(['chapters.id', 'chapters.course_id', 'chapters.title', 'chapters.position', 'chapters.is_published', 'chapters.requires_previous_chapter'])
    .select(['chapters.sequential_lessons', 'chapters.created_at', 'chapters.updated_at'])
    .select((eb) =>
      sql<number>`(select count(*)::int from lessons where organisation_id = ${eb.ref('chapters.organisation_id')} and chapter_id = ${eb.ref('chapters.id')})`.as(
        'lesson_count',
      ),
    )
    .$castTo<Shape<'Chapter'>>();

export const selectChapter = (db: Executor, organisationId: string, { courseId, id }: ChapterPath) =>
  selectChapters(db, organisationId, courseId).where('chapters.id', '=', id);

/** Locks these chapters of the course, or all, in the order of their ids, and returns those that exist. Call this with the course locked. */
export async function lockChapters(trx: Executor, organisationId: string, courseId: string, ids?: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('chapters')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids as string[]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks the chapter while the positions of its lessons change.
 * @throws NotFoundError */
export async function lockChapter(trx: Executor, organisationId: string, courseId: string, chapterId: string): Promise<void> {
  requireIds(courseId, chapterId);
  await liveChapters(trx, organisationId, courseId)
    .select('chapters.id')
    .where('chapters.id', '=', chapterId)
    .forNoKeyUpdate('chapters')
    .executeTakeFirstOrThrow(() => new NotFoundError());
}
