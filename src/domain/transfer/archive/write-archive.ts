import type { Readable } from 'node:stream';
import type { Storage } from '../../../platform/storage/storage.ts';
import { storedBytes, type ZipEntry, zipStream } from '../../files/zip-stream.ts';
import type { ArchivedFile, CourseContents } from './read-course.ts';

export const MANIFEST = 'course.json';
export const LESSONS = 'lessons.jsonl';
/** Timestamp of all entries, which is constant so that an unchanged course yields the same bytes. */
export const ARCHIVE_TIME = new Date(2000, 0, 1);

/** Writes the archive of a course while it is being read. The stream fails if a file of the course is not stored any more. */
export function archiveOf(storage: Storage, { manifest, lessons, files }: CourseContents): Readable {
  const stored = files.map((file): ZipEntry => ({ path: file.path, size: file.size, isStored: true, content: () => wholeFile(storage, file) }));
  return zipStream([{ path: MANIFEST, content: () => [manifest] }, { path: LESSONS, content: lessons }, ...stored], ARCHIVE_TIME);
}

/** Yields the bytes of a file. Fails if they are incomplete. */
export async function* wholeFile(storage: Storage, { key, size }: Pick<ArchivedFile, 'key' | 'size'>): AsyncGenerator<Buffer> {
  let read = 0;
  for await (const bytes of storedBytes(storage, key)) {
    read += bytes.length;
    yield bytes;
  }
  if (read !== size) throw new Error(`a file of the course has ${read} bytes instead of ${size}`);
}
