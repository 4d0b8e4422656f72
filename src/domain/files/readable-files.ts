import type { Clock } from '../../platform/clock/clock.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { Shape } from '../kernel/contract.ts';

/** Time for which the URL of a file works. */
const ADDRESS_SECONDS = 3600;

interface StoredFile {
  /** The ID under which the reader knows the file. */
  id: string;
  storage_key: string | null;
  content_type: string;
  file_name: string;
}

/** Returns the files with URLs at which anyone who has the URL can read the file for one hour. */
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
