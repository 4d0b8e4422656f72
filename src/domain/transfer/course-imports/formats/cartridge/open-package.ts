import { Readable } from 'node:stream';
import { ArchiveError, type ByteSource, openZip, type ZipReader } from '../../../../../platform/archives/zip-reader.ts';
import { wholeOf } from '../../../../../platform/content/whole.ts';
import { ARCHIVE_LIMITS } from '../archive-limits.ts';
import { UnreadableCourse } from '../format.ts';
import { decodeText } from './encoding.ts';
import { MOST_BYTES } from './entries.ts';

const HEAD_BYTES = 4096;
const BEGINS = /^<(?:\?xml\s|!--|(?:[a-z]{1,20}:)?(?:manifest|questestinterop)[\s>])/i;
const ROOT = /<(?:[a-z]{1,20}:)?(manifest|questestinterop)[\s>]/i;

type Root = 'manifest' | 'questestinterop';

/** Returns the root of the document that a file begins as, if it is the manifest of a cartridge, or quizzes in QTI 1.2. */
export function rootOf(head: Buffer): Root | undefined {
  const text = decodeText(head.subarray(0, HEAD_BYTES)).trimStart();
  return BEGINS.test(text) ? (ROOT.exec(text)?.[1]?.toLowerCase() as Root | undefined) : undefined;
}

/** The name of a document as the only entry of an archive. */
const NAMES: Readonly<Record<Root, string>> = { manifest: 'imsmanifest.xml', questestinterop: 'questions.xml' };

/** Opens a cartridge: a ZIP archive, or a document as if it were the only entry of one, as thin cartridges and quizzes can be.
 * @throws UnreadableCourse, ArchiveError */
export async function openPackage(storage: ByteSource, key: string, size: number): Promise<ZipReader> {
  const root = rootOf(await bytesOf(storage, key, Math.min(size, HEAD_BYTES)));
  return root ? onlyDocument(NAMES[root], storage, key, size) : openZip(storage, key, size, ARCHIVE_LIMITS);
}

async function onlyDocument(name: string, storage: ByteSource, key: string, size: number): Promise<ZipReader> {
  if (size > MOST_BYTES) throw new ArchiveError('too_large', `the document has more than ${MOST_BYTES} bytes`);
  const bytes = await bytesOf(storage, key, size);
  return {
    sizes: new Map([[name, bytes.length]]),
    open: async () => Readable.from([bytes]),
    read: async () => bytes,
    placeOf: () => {
      throw new Error('a document has no entries');
    },
  };
}

async function bytesOf(storage: ByteSource, key: string, length: number): Promise<Buffer> {
  const file = await storage.open(key, { start: 0, end: length - 1 });
  if (!file) throw new UnreadableCourse('expired');
  return wholeOf(file.stream);
}
