import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Storage } from '../../platform/storage/storage.ts';

export interface ZipEntry {
  path: string;
  /** Called when the entry is written. The entries are written one after another. */
  content: () => Iterable<Buffer | string> | AsyncIterable<Buffer | string>;
  /** For entries that are compressed already. */
  isStored?: boolean;
  /** In bytes. May be left out for entries below 4 GiB. */
  size?: number;
}

/** Entries of this size need the 64-bit format of ZIP. */
const LARGEST_ZIP32_BYTES = 2 ** 32 - 1;

/** Writes a ZIP archive while it is being read. The stream fails if the content of an entry does. */
export function zipStream(entries: readonly ZipEntry[], mtime: Date): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => void output.destroy(error));
  for (const { path, content, isStored = false, size = 0 } of entries)
    zip.addReadStreamLazy(path, { mtime, compress: !isStored, forceZip64Format: size >= LARGEST_ZIP32_BYTES }, (give) => {
      const bytes = Readable.from(content());
      bytes.on('error', (error) => void output.destroy(error));
      give(null, bytes);
    });
  zip.end();
  return output;
}

/** The bytes of a stored file. Yields nothing if there is no such file. */
export async function* storedBytes(storage: Storage, key: string): AsyncGenerator<Buffer> {
  const file = await storage.open(key);
  if (file) yield* file.stream;
}
