import { sql } from 'kysely';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { type ChapterPath, liveChapters, lockChapter, selectChapter } from '../chapters/columns.ts';

/**
 * Publishes or unpublishes the chapter and returns how many of its lessons learners see afterwards.
 * @throws NotFoundError
 */
export function publishChapter(
  { db }: Pick<Tools, 'db'>,
  caller: Caller,
  path: ChapterPath,
  { is_published, include_lessons }: Shape<'ChapterPublication'>,
): Promise<Shape<'ChapterPublished'>> {
  requireIds(path.id);
  const { organisationId } = caller;
  return inTransaction(db, async (trx) => {
    await lockChapter(trx, organisationId, path.courseId, path.id);
    const before = await showing(trx, organisationId, path);
    await trx.updateTable('chapters').set({ is_published }).where('organisation_id', '=', organisationId).where('id', '=', path.id).execute();
    if (is_published && include_lessons) {
      await trx
        .updateTable('lessons')
        .set({ is_published: true })
        .where('organisation_id', '=', organisationId)
        .where('chapter_id', '=', path.id)
        .where('is_published', '=', false)
        .execute();
    }
    const after = await showing(trx, organisationId, path);
    await recordChange(trx, caller, { action: is_published ? 'chapter.published' : 'chapter.unpublished', objectId: path.id, before, after });
    return after;
  });
}

async function showing(trx: Executor, organisationId: string, path: ChapterPath): Promise<Shape<'ChapterPublished'>> {
  const chapter = await selectChapter(trx, organisationId, path).executeTakeFirstOrThrow(() => new NotFoundError());
  const { published_lessons, course_is_published } = await liveChapters(trx, organisationId, path.courseId)
    .where('chapters.id', '=', path.id)
    .select(sql<boolean>`courses.status = 'published'`.as('course_is_published'))
    .select((eb) =>
      sql<number>`(select count(*)::int from lessons where organisation_id = ${eb.ref('chapters.organisation_id')} and chapter_id = ${eb.ref('chapters.id')} and is_published)`.as(
        'published_lessons',
      ),
    )
    .executeTakeFirstOrThrow(() => new NotFoundError());
  const visible_lessons = chapter.is_published ? published_lessons : 0;
  return { chapter, visible_lessons, hidden_lessons: chapter.lesson_count - visible_lessons, course_is_published };
}
