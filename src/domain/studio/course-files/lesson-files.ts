import type { Clock } from '../../../platform/clock/clock.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { readableFiles } from '../../files/readable-files.ts';
import type { Shape } from '../../kernel/contract.ts';
import { namedFile } from '../lesson-content/named-file.ts';

/** Returns the URLs of the stored files that a lesson's content refers to. Files that have been deleted or are not ready are omitted. */
export async function lessonFiles(
  db: Executor,
  storage: Storage,
  clock: Clock,
  organisationId: string,
  content: Shape<'LessonContent'>,
): Promise<Shape<'LessonFile'>[]> {
  const named = namedFile(content);
  if (!named) return [];
  const files = await db
    .selectFrom(`${named.table as 'media'} as named`)
    .innerJoin('storage_objects', (join) =>
      join.onRef('storage_objects.organisation_id', '=', 'named.organisation_id').onRef('storage_objects.id', '=', 'named.object_id'),
    )
    .where('named.organisation_id', '=', organisationId)
    .where('named.id', '=', named.id)
    .where('storage_objects.status', '=', 'ready')
    .select(['named.id', 'storage_objects.storage_key', 'storage_objects.content_type', 'storage_objects.file_name'])
    .execute();
  return readableFiles(
    storage,
    clock,
    files.map((file) => ({ ...file, file_name: named.saveAs ?? file.file_name })),
  );
}
