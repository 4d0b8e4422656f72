import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { ValidationError } from '../../kernel/errors.ts';

type Content = Shape<'LessonContent'>;

/** A stored file, by the member of a content that names it. */
export interface NamedFile {
  member: 'media_id' | 'document_id';
  table: 'media' | 'documents';
  /** In the spelling that is kept. */
  id: string;
  /** The name to save it under, where the content says one. */
  saveAs: string | null;
}

/** The hosted video or stored document that a content names. */
export function namedFile(content: Content): NamedFile | null {
  if (content === null) return null;
  if ('media_id' in content) return { member: 'media_id', table: 'media', id: content.media_id, saveAs: null };
  return 'document_id' in content ? { member: 'document_id', table: 'documents', id: content.document_id, saveAs: content.file_name } : null;
}

/**
 * A hosted video is media of the course that plays, and a stored document a document of it with a file. What the lesson showed before needs no proof. Held until
 * the transaction ends, so that it is not deleted meanwhile.
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
  if (!found) throw new ValidationError([{ field: `content.${named.member}`, code: 'unknown', message: 'The course has none.' }]);
}
