import type { Clock } from '../../platform/clock/clock.ts';
import type { Executor } from '../../platform/database/connect.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { Shape } from '../contract.ts';
import { namedFile } from '../course-files/named-in-lessons.ts';

/** How long an address of a file works. */
const ADDRESS_SECONDS = 3600;

interface StoredFile {
  /** By which whoever reads knows it. */
  id: string;
  storage_key: string | null;
  content_type: string;
  file_name: string;
}

/** Addresses of the stored files that a lesson's content names; none for what was deleted meanwhile or is not ready. */
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

/** Files with addresses at which whoever has them may read, for an hour. */
export async function readableFiles(storage: Storage, clock: Clock, files: readonly StoredFile[]): Promise<Shape<'LessonFile'>[]> {
  const expires_at = new Date(clock.now() + ADDRESS_SECONDS * 1000).toISOString();
  const stored = files.filter((file): file is StoredFile & { storage_key: string } => file.storage_key !== null);
  return Promise.all(
    stored.map(async ({ id, storage_key, content_type, file_name }) => ({
      id,
      url: await storage.readAddress(storage_key, { expiresSeconds: ADDRESS_SECONDS, filename: file_name }),
      content_type,
      file_name,
      expires_at,
    })),
  );
}
