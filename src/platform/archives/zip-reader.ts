import { isAscii, isUtf8 } from 'node:buffer';
import { type Duplex, PassThrough, pipeline, type Readable, Transform } from 'node:stream';
import { crc32 } from 'node:zlib';
import { Entry, fromRandomAccessReaderPromise, getFileNameLowLevel, RandomAccessReader, type ZipFile } from 'yauzl';
import { wholeOf } from '../content/whole.ts';
import type { Storage } from '../storage/storage.ts';

/** The reason why an archive is refused. */
export type ArchiveFault = 'damaged' | 'encrypted' | 'too_large' | 'too_many_entries' | 'unsafe_name' | 'unsafe_entry' | 'unsupported_compression';

/** The archive must not be read. Nothing of it was unpacked beyond the limits. */
export class ArchiveError extends Error {
  readonly fault: ArchiveFault;

  constructor(fault: ArchiveFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

export interface ZipLimits {
  entries: number;
  /** Bytes of all entries together, unpacked. */
  bytes: number;
}

/** The entries of a ZIP archive that has passed every check that needs no unpacking. */
export interface ZipReader {
  /** The unpacked sizes of the files, by name. */
  readonly sizes: ReadonlyMap<string, number>;
  /** The stream fails if the entry is not what the archive says: larger, shorter, or with another checksum.
   * @throws ArchiveError */
  open(name: string): Promise<Readable>;
  /** @throws ArchiveError also if the entry is larger than `mostBytes` */
  read(name: string, mostBytes: number): Promise<Buffer>;
  /** @throws ArchiveError */
  placeOf(name: string): EntryPlace;
}

/** The position of an entry's bytes in its archive, and the properties that they must have. */
export type EntryPlace = Pick<
  Entry,
  'relativeOffsetOfLocalHeader' | 'generalPurposeBitFlag' | 'compressionMethod' | 'compressedSize' | 'uncompressedSize' | 'crc32'
>;

/** The source of the bytes of an archive. */
export type ByteSource = Pick<Storage, 'open'>;

const STORED = 0;
const DEFLATED = 8;
const BLOCK_BYTES = 256 * 1024;
const DEEPEST = 20;
const LONGEST_NAME = 1000;
/** Unpacked bytes per packed byte over the whole archive. Small archives may have more: honest texts can be very repetitive. */
const LARGEST_RATIO = 100;
const RATIO_MATTERS_BYTES = 10 * 1024 * 1024;
const LOCAL_HEADER = Buffer.from('PK\x03\x04', 'latin1');

/**
 * Opens a stored ZIP archive. Its directory is checked as a whole before any entry is unpacked, and read by ranges, so that the archive never has to
 * be in memory. A single bad entry makes the whole archive unacceptable.
 * @throws ArchiveError
 */
export async function openZip(storage: ByteSource, key: string, size: number, limits: ZipLimits): Promise<ZipReader> {
  const ranges = new StoredRanges(storage, key, size);
  const head = await ranges.bytes(0, Math.min(LOCAL_HEADER.length, size));
  if (!head.equals(LOCAL_HEADER)) throw new ArchiveError('damaged', 'the file does not begin as a ZIP archive');
  const zip = await openRanges(ranges, size);
  const entries = await checkedEntries(zip, size, limits);
  const entryOf = (name: string): Entry => {
    const entry = entries.get(name);
    if (!entry) throw new ArchiveError('damaged', `the archive has no ${name}`);
    return entry;
  };
  const open = async (name: string): Promise<Readable> => openEntry(zip, entryOf(name));
  return {
    sizes: new Map([...entries].map(([name, { uncompressedSize }]) => [name, uncompressedSize])),
    open,
    async read(name, mostBytes) {
      if ((entries.get(name)?.uncompressedSize ?? 0) > mostBytes) throw new ArchiveError('too_large', `${name} has more than ${mostBytes} bytes`);
      return wholeOf(await open(name)).catch(damaged);
    },
    placeOf: (name) => {
      const { relativeOffsetOfLocalHeader, generalPurposeBitFlag, compressionMethod, compressedSize, uncompressedSize, crc32: sum } = entryOf(name);
      return { relativeOffsetOfLocalHeader, generalPurposeBitFlag, compressionMethod, compressedSize, uncompressedSize, crc32: sum };
    },
  };
}

const openRanges = (ranges: StoredRanges, size: number): Promise<ZipFile> =>
  fromRandomAccessReaderPromise(ranges, size, { lazyEntries: true, autoClose: false, decodeStrings: false }).catch(damaged);

const openEntry = async (zip: ZipFile, entry: Entry): Promise<Readable> =>
  piped(await zip.openReadStreamPromise(entry).catch(damaged), checksummed(entry), faultOf);

/** Opens entries of an archive that was checked before, without reading anything else of it.
 * @throws ArchiveError */
export async function openEntries(storage: ByteSource, key: string, size: number): Promise<(place: EntryPlace) => Promise<Readable>> {
  const zip = await openRanges(new StoredRanges(storage, key, size), size);
  return (place) => openEntry(zip, Object.assign(new Entry(), place));
}

function damaged(error: Error): never {
  throw faultOf(error);
}

function faultOf(error: Error): Error {
  if (error instanceof ArchiveError) return error;
  if (error instanceof RangeFailure) return error.cause as Error;
  return new ArchiveError('damaged', error.message, { cause: error });
}

/** Pipes a stream into another one, which fails with the error that `nameOf` returns for an error of the first. */
function piped<To extends Duplex>(from: Readable, to: To, nameOf: (error: Error) => Error): To {
  from.once('error', (error) => to.destroy(nameOf(error)));
  pipeline(from, to, () => {});
  return to;
}

async function checkedEntries(zip: ZipFile, size: number, limits: ZipLimits): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.entries) throw new ArchiveError('too_many_entries', `the archive has more than ${limits.entries} entries`);
  const entries = new Map<string, Entry>();
  const names = new Set<string>();
  let [packed, unpacked] = [0, 0];
  try {
    for await (const entry of zip.eachEntry()) {
      const fileName = nameOf(entry);
      checkEntry(entry, fileName);
      const same = fileName.normalize('NFC').toLowerCase();
      if (names.has(same)) throw new ArchiveError('unsafe_name', 'two entries have the same name');
      names.add(same);
      packed += entry.compressedSize;
      unpacked += entry.uncompressedSize;
      // Entries that share their bytes unpack to more than the archive holds.
      if (packed > size) throw new ArchiveError('damaged', 'the entries are larger than the archive');
      if (unpacked > limits.bytes) throw new ArchiveError('too_large', `the entries have more than ${limits.bytes} bytes`);
      if (!fileName.endsWith('/')) entries.set(fileName, entry);
    }
  } catch (error) {
    damaged(error as Error);
  }
  if (unpacked > RATIO_MATTERS_BYTES && unpacked > packed * LARGEST_RATIO)
    throw new ArchiveError('too_large', 'the entries unpack to far more than the archive');
  return entries;
}

const UTF8_FLAG = 0x800;

/**
 * Returns the name of an entry. Many programs write UTF-8 without setting the flag for it. Names without that flag should be in CP437, but hardly any
 * CP437 name is valid UTF-8 by chance. Backslashes become slashes.
 */
function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const isUnmarked = isUtf8(fileNameRaw) && !isAscii(fileNameRaw);
  return getFileNameLowLevel(isUnmarked ? generalPurposeBitFlag | UTF8_FLAG : generalPurposeBitFlag, fileNameRaw, extraFields, false);
}

const FILE_TYPE = 0o170000;
const REGULAR = 0o100000;
const FOLDER = 0o040000;

function checkEntry(entry: Entry, fileName: string): void {
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE;
  if (type !== 0 && type !== REGULAR && type !== FOLDER) throw new ArchiveError('unsafe_entry', 'the archive has a link or a device');
  if (entry.isEncrypted()) throw new ArchiveError('encrypted', 'the archive is encrypted');
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    throw new ArchiveError('unsupported_compression', 'the archive is packed by an unusual method');
  if (!isSafeName(fileName)) throw new ArchiveError('unsafe_name', 'the archive has an entry with an unsafe name');
}

const UNSAFE = /[\p{Cc}\\:\ufffd]|^\/|(^|\/)\.{1,2}(\/|$)|\/\//u;
const MOST_DECODINGS = 3;

/** Whether a name is safe, even after any number of percent-decodings. */
function isSafeName(name: string): boolean {
  if (name.length > LONGEST_NAME || name.split('/').length > DEEPEST) return false;
  for (let [times, text] = [0, name]; ; times++) {
    if (text === '' || UNSAFE.test(text)) return false;
    const decoded = decode(text);
    if (decoded === text) return true;
    if (decoded === undefined || times === MOST_DECODINGS) return false;
    text = decoded;
  }
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll(/%(?![0-9a-f]{2})/gi, '%25'));
  } catch {
    return undefined;
  }
}

function checksummed({ crc32: expected }: Entry): Transform {
  let sum = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum = crc32(chunk, sum);
      done(null, chunk);
    },
    flush: (done) => done(sum === expected ? null : new ArchiveError('damaged', 'an entry has another checksum')),
  });
}

/** The storage failed, and not the archive. */
class RangeFailure extends Error {}

const failedRange = (cause: unknown) => new RangeFailure('the archive cannot be read', { cause });

/** Reads a stored file by ranges. The directory of an archive is read in blocks, because yauzl asks for its entries one by one. */
class StoredRanges extends RandomAccessReader {
  readonly #storage: ByteSource;
  readonly #key: string;
  readonly #size: number;
  #block = { start: 0, bytes: Buffer.alloc(0) };

  constructor(storage: ByteSource, key: string, size: number) {
    super();
    this.#storage = storage;
    this.#key = key;
    this.#size = size;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const through = new PassThrough();
    void this.#open(start, end).then(
      (stream) => void piped(stream, through, failedRange),
      (error) => void through.destroy(error),
    );
    return through;
  }

  override read(target: Buffer, offset: number, length: number, position: number, done: (error: Error | null) => void): void {
    void this.bytes(position, position + length).then(
      (bytes) => {
        bytes.copy(target, offset);
        done(null);
      },
      (error) => done(error),
    );
  }

  async bytes(start: number, end: number): Promise<Buffer> {
    if (start < this.#block.start || end > this.#block.start + this.#block.bytes.length) {
      const last = Math.min(this.#size, Math.max(end, start + BLOCK_BYTES));
      this.#block = { start, bytes: await wholeOf(await this.#open(start, last)) };
    }
    const bytes = this.#block.bytes.subarray(start - this.#block.start, end - this.#block.start);
    if (bytes.length < end - start) throw new ArchiveError('damaged', 'the archive ends too early');
    return bytes;
  }

  async #open(start: number, end: number): Promise<Readable> {
    const found = await this.#storage.open(this.#key, { start, end: end - 1 }).catch((error: unknown) => {
      throw failedRange(error);
    });
    if (!found) throw failedRange(new Error('the archive is not stored any more'));
    return found.stream;
  }
}
