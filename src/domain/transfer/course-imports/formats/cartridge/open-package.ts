import { Readable } from 'node:stream';
import { ArchiveError, type ByteSource, openZip, type ZipReader } from '../../../../../platform/archives/zip-reader.ts';
import { wholeOf } from '../../../../../platform/content/whole.ts';
import { ARCHIVE_LIMITS } from '../archive-limits.ts';
import { UnreadableCourse } from '../format.ts';
import { decodeText } from './encoding.ts';
import { MOST_BYTES } from './entries.ts';

const HEAD_BYTES = 4096;
const MANIFEST = /^<(?:\?xml\s|!--|(?:[a-z]{1,20}:)?manifest[\s>])/i;
const ROOT = /<(?:[a-z]{1,20}:)?manifest[\s>]/i;

/** Whether a file begins as the manifest of a cartridge. Thin cartridges can be that document alone. */
export function isManifest(head: Buffer): boolean {
  const text = decodeText(head.subarray(0, HEAD_BYTES)).trimStart();
  return MANIFEST.test(text) && ROOT.test(text);
}

/** Opens a cartridge: a ZIP archive, or a manifest as if it were the only entry of one.
 * @throws UnreadableCourse, ArchiveError */
export async function openPackage(storage: ByteSource, key: string, size: number): Promise<ZipReader> {
  const head = await bytesOf(storage, key, Math.min(size, HEAD_BYTES));
  return isManifest(head) ? onlyManifest(storage, key, size) : openZip(storage, key, size, ARCHIVE_LIMITS);
}

async function onlyManifest(storage: ByteSource, key: string, size: number): Promise<ZipReader> {
  if (size > MOST_BYTES) throw new ArchiveError('too_large', `the manifest has more than ${MOST_BYTES} bytes`);
  const manifest = await bytesOf(storage, key, size);
  return {
    sizes: new Map([['imsmanifest.xml', manifest.length]]),
    open: async () => Readable.from([manifest]),
    read: async () => manifest,
    placeOf: () => {
      throw new Error('a manifest has no entries');
    },
  };
}

async function bytesOf(storage: ByteSource, key: string, length: number): Promise<Buffer> {
  const file = await storage.open(key, { start: 0, end: length - 1 });
  if (!file) throw new UnreadableCourse('expired');
  return wholeOf(file.stream);
}
