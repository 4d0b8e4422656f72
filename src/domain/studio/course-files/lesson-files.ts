import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { readableFiles } from '../../files/readable-files.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { Tools } from '../../kernel/tools.ts';
import { namedFiles } from '../lesson-content/named-files.ts';

/**
 * Returns the URLs of the stored files that the content, or the shown part of it, names. Files that have been deleted or are not ready are omitted.
 */
export async function lessonFiles(
  { db, storage, clock }: Pick<Tools, 'storage' | 'clock'> & { db: Executor },
  organisationId: string,
  content: unknown,
): Promise<Shape<'LessonFile'>[]> {
  const files = await storedFiles(db, organisationId, content);
  const { document_id, file_name: saveAs } = (content ?? {}) as { document_id?: string; file_name?: string | null };
  return readableFiles(
    storage,
    clock,
    files.map((file) => (file.id === document_id && saveAs ? { ...file, file_name: saveAs } : file)),
  );
}

/** Reads the stored files that the content names, by their IDs. Files that have been deleted or are not ready are omitted. */
export async function storedFiles(db: Executor, organisationId: string, content: unknown) {
  const ids = [...new Set(namedFiles(content).map(({ id }) => id))];
  if (ids.length === 0) return [];
  const named = (table: 'media' | 'documents') =>
    db
      .selectFrom(`${table as 'media'} as named`)
      .innerJoin('storage_objects', (join) =>
        join.onRef('storage_objects.organisation_id', '=', 'named.organisation_id').onRef('storage_objects.id', '=', 'named.object_id'),
      )
      .where('named.organisation_id', '=', organisationId)
      .where('named.id', '=', sql<string>`any(${ids}::uuid[])`)
      .where('storage_objects.status', '=', 'ready')
      .select(['named.id', 'storage_objects.storage_key', 'storage_objects.content_type', 'storage_objects.file_name', 'storage_objects.size_bytes']);
  return named('media').unionAll(named('documents')).orderBy('id').execute();
}
