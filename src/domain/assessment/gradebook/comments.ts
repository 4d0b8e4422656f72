import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { readableFiles } from '../../files/readable-files.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { Faults } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import type { View } from './compute-grades.ts';

export interface CellKey {
  organisationId: string;
  courseId: string;
  enrollmentId: string;
  lessonId: string;
}

/**
 * Adds a comment to the work in a cell, or changes a draft.
 * @param postedAt when learners see it; null if it waits until it is posted
 * @throws ValidationError for an unknown draft, and for documents that are not stored files of the course
 */
export async function writeComment(
  trx: Executor,
  { actorId, actorType }: Caller,
  cell: CellKey,
  { id: draft, text, is_draft, document_ids }: Shape<'GradeCommentWrite'>,
  { workNumber, postedAt }: { workNumber: number | null; postedAt: string | null },
): Promise<void> {
  const { organisationId, enrollmentId, lessonId } = cell;
  await checkDocuments(trx, cell, document_ids);
  const values = { text, is_draft, posted_at: is_draft ? null : postedAt, work_number: workNumber };
  const id = draft ?? newId();
  const faults = new Faults();
  if (draft === undefined) {
    await trx
      .insertInto('gradebook_comments')
      .values({
        organisation_id: organisationId,
        id,
        enrollment_id: enrollmentId,
        lesson_id: lessonId,
        author_id: actorType === 'user' ? actorId : null,
        ...values,
      })
      .execute();
  } else {
    const { numUpdatedRows } = await trx
      .updateTable('gradebook_comments')
      .set(values)
      .where('organisation_id', '=', organisationId)
      .where('enrollment_id', '=', enrollmentId)
      .where('lesson_id', '=', lessonId)
      .where('id', '=', draft)
      .where('is_draft', '=', true)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) faults.add('comment.id', 'unknown', 'The cell has no such draft.');
    faults.check();
    await trx.deleteFrom('gradebook_comment_files').where('organisation_id', '=', organisationId).where('comment_id', '=', id).execute();
  }
  if (document_ids.length === 0) return;
  await trx
    .insertInto('gradebook_comment_files')
    .values(document_ids.map((document_id, position) => ({ organisation_id: organisationId, comment_id: id, document_id, position })))
    .execute();
}

async function checkDocuments(trx: Executor, { organisationId, courseId }: CellKey, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const found = await trx
    .selectFrom('documents')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('object_id', 'is not', null)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forKeyShare()
    .execute();
  const known = new Set(found.map(({ id }) => id));
  const faults = new Faults();
  ids.forEach((id, index) => {
    if (!known.has(id.toLowerCase())) faults.add(`comment.document_ids.${index}`, 'unknown', 'The course has no such uploaded document.');
  });
  faults.check();
}

type Stored = { id: string; storage_key: string | null; content_type: string; file_name: string };

/** Returns the comments on the work of a learner, by lesson, oldest first. Learners see only posted comments. */
export async function readComments(
  { db, storage, clock }: Pick<Tools, 'db' | 'storage' | 'clock'>,
  { organisationId, enrollmentId }: Pick<CellKey, 'organisationId' | 'enrollmentId'>,
  view: View,
): Promise<Map<string, Shape<'GradeComment'>[]>> {
  const rows = await db
    .selectFrom('gradebook_comments as comments')
    .leftJoin('users', 'users.id', 'comments.author_id')
    .where('comments.organisation_id', '=', organisationId)
    .where('comments.enrollment_id', '=', enrollmentId)
    .$if(view === 'learner', (query) => query.where('comments.posted_at', 'is not', null))
    .select(['comments.id', 'lesson_id', 'work_number', 'text', 'is_draft', 'posted_at', 'comments.created_at'])
    .select([
      sql<Shape<'GradeAuthor'> | null>`case when users.id is not null then json_build_object('id', users.id, 'name', users.name) end`.as('author'),
      sql<Stored[]>`(select coalesce(json_agg(json_build_object('id', d.id, 'storage_key', o.storage_key, 'content_type', o.content_type,
        'file_name', o.file_name) order by f.position), '[]') from gradebook_comment_files f
        join documents d on d.organisation_id = f.organisation_id and d.id = f.document_id
        join storage_objects o on o.organisation_id = d.organisation_id and o.id = d.object_id and o.status = 'ready'
        where f.organisation_id = comments.organisation_id and f.comment_id = comments.id)`.as('files'),
    ])
    .orderBy('comments.created_at')
    .orderBy('comments.id')
    .execute();
  const byLesson = new Map<string, Shape<'GradeComment'>[]>();
  for (const { lesson_id, files, ...comment } of rows) {
    const shown = { ...comment, files: await readableFiles(storage, clock, files) };
    byLesson.set(lesson_id, [...(byLesson.get(lesson_id) ?? []), shown]);
  }
  return byLesson;
}
