import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { ValidationError } from '../../kernel/errors.ts';

type Content = Shape<'LessonContent'>;

/** A stored file, identified by the content field that refers to it. */
export interface NamedFile {
  member: 'media_id' | 'document_id';
  table: 'media' | 'documents';
  /** In the spelling that is stored. */
  id: string;
  /** The name under which to save the file, if the content specifies one. */
  saveAs: string | null;
}

/** Returns the hosted video or stored document that the content refers to. */
export function namedFile(content: Content): NamedFile | null {
  if (content === null) return null;
  if ('media_id' in content) return { member: 'media_id', table: 'media', id: content.media_id, saveAs: null };
  return 'document_id' in content ? { member: 'document_id', table: 'documents', id: content.document_id, saveAs: content.file_name } : null;
}

/**
 * Checks that a hosted video refers to playable media of the course, and a stored document to a document of the course that has a file. A file
 * that the lesson already used is not checked again. The file's row is locked until the transaction ends, so that it is not deleted in the
 * meantime.
 * @throws ValidationError
 */
export async function requireNamedFile(trx: Executor, organisationId: string, courseId: string, content: Content, before: Content = null): Promise<void> {
  const named = namedFile(content);
  if (!named || named.id === namedFile(before)?.id) return;
  const found = await trx
    .selectFrom(named.table as 'documents')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('id', '=', named.id)
    .where(named.table === 'media' ? sql<boolean>`kind <> 'image'` : sql<boolean>`object_id is not null`)
    .forKeyShare()
    .executeTakeFirst();
  if (!found) throw new ValidationError([{ field: `content.${named.member}`, code: 'unknown', message: 'The course has no such file.' }]);
}
