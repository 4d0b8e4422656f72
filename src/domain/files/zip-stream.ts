import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Storage } from '../../platform/storage/storage.ts';

export interface ZipEntry {
  path: string;
  /** Returns the content. Called when the entry is written. The entries are written one after another. */
  content: () => Iterable<Buffer | string> | AsyncIterable<Buffer | string>;
  /** Whether the entry is stored without compression, because it is already compressed. */
  isStored?: boolean;
  /** Size in bytes. May be omitted for entries below 4 GiB. */
  size?: number;
}

/** Size in bytes from which an entry needs the 64-bit format of ZIP. */
const LARGEST_ZIP32_BYTES = 2 ** 32 - 1;

/**
 * Writes a ZIP archive while it is being read. The stream fails if the content of an entry does.
 * @param entries requested one after another, each after the previous one has been written, so that not all of them have to be in memory
 */
export function zipStream(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>, mtime: Date): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const fail = (error: Error) => void output.destroy(error);
  zip.on('error', fail);
  void addAll(zip, entries, mtime).then(() => zip.end(), fail);
  return output;
}

async function addAll(zip: ZipFile, entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>, mtime: Date): Promise<void> {
  for await (const { path, content, isStored = false, size = 0 } of entries)
    await new Promise<void>((written, failed) => {
      zip.addReadStreamLazy(path, { mtime, compress: !isStored, forceZip64Format: size >= LARGEST_ZIP32_BYTES }, (give) => {
        const bytes = Readable.from(content());
        bytes.once('end', written).once('error', failed);
        give(null, bytes);
      });
    });
}

/** Yields the bytes of a stored file, or nothing if there is no such file. */
export async function* storedBytes(storage: Storage, key: string): AsyncGenerator<Buffer> {
  const file = await storage.open(key);
  if (file) yield* file.stream;
}
