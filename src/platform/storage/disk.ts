import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, link, mkdir, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { getSystemErrorMessage } from 'node:util';
import type { Clock } from '../clock/clock.ts';
import { OutageError } from '../outages/outage.ts';
import type { PerKey } from '../secrets/keyring.ts';
import { holdFailure, requireKey, STORAGE_KEY, type Storage, type StoredObject, UnsatisfiableRangeError } from './storage.ts';

export interface DiskOptions {
  directory: string;
  /** The first signs the URLs. A URL signed with any of them is valid. */
  secrets: PerKey<Buffer>;
  /** Public base URL of /files/, without a trailing slash. Called for each URL, because it may differ between requests. */
  base: () => string;
  clock: Clock;
}

/** The permission of the holder of a signed URL. `expires` is in milliseconds since 1970. */
export interface FileGrant {
  method: 'GET' | 'PUT';
  key: string;
  expires: number;
  filename?: string | undefined;
  contentType?: string | undefined;
  size?: number | undefined;
}

/** Storage in a folder. Its URLs point to this service's own /files/. */
export interface DiskStorage extends Storage {
  /** Returns the grant of a signed URL. Undefined if the signature is wrong or the URL has expired. */
  grantOf(method: string, key: string, query: URLSearchParams): FileGrant | undefined;
}

export const isDiskStorage = (storage: Storage): storage is DiskStorage => 'grantOf' in storage;

/** Each file begins with its content type, padded to this length, so that one rename replaces both. */
const HEADER_BYTES = 256;
const SUFFIX = '.object';
/** Folder of files that are still being written. No key leads here. */
const PARTIAL = '.partial';
/** Longer than it takes to write any file. */
const LONGEST_WRITE_MS = 24 * 3600_000;
const NO_FILE = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

export function diskStorage({ directory, secrets, base, clock }: DiskOptions): DiskStorage {
  // Folder names contain no dot and file names end in SUFFIX, so that the keys `a` and `a/b` can coexist.
  const pathOf = (key: string) => {
    requireKey(key);
    return join(directory, key + SUFFIX);
  };
  const partialPath = () => join(directory, PARTIAL, randomUUID());
  const makeFolders = (path: string) => Promise.all([dirname(path), join(directory, PARTIAL)].map((folder) => mkdir(folder, { recursive: true })));
  const sign = (grant: FileGrant, secret = secrets[0]) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([grant.method, grant.key, grant.expires, grant.filename ?? null, grant.contentType ?? null, grant.size ?? null]))
      .digest('base64url');
  const addressOf = (grant: FileGrant) => {
    const query = new URLSearchParams({ expires: String(grant.expires) });
    if (grant.filename !== undefined) query.set('filename', grant.filename);
    if (grant.contentType !== undefined) query.set('type', grant.contentType);
    if (grant.size !== undefined) query.set('size', String(grant.size));
    query.set('signature', sign(grant));
    return `${base()}/files/${grant.key}?${query}`;
  };
  return {
    async put(key, content, contentType) {
      const header = headerOf(contentType);
      const path = pathOf(key);
      holdFailure(content);
      const partial = partialPath();
      try {
        await makeFolders(path);
        const file = createWriteStream(partial, { mode: 0o600, flush: true });
        file.write(header);
        await pipeline(Buffer.isBuffer(content) ? Readable.from([content], { objectMode: false }) : content, file);
        await rename(partial, path);
      } catch (error) {
        if (!Buffer.isBuffer(content)) content.destroy();
        await rm(partial, { force: true }).catch(() => {});
        throw diskFailure(error);
      }
    },
    async stat(key) {
      const file = await openFile(pathOf(key));
      return file && onDisk(readObject(file).finally(() => file.close()));
    },
    async open(key, range) {
      const file = await openFile(pathOf(key));
      if (!file) return undefined;
      try {
        const found = await readObject(file);
        const { start = 0, end = Infinity } = range ?? {};
        if (range && start >= found.size) throw new UnsatisfiableRangeError();
        const last = Math.min(end, found.size - 1);
        if (last < start) {
          await file.close();
          return { ...found, stream: Readable.from([]) };
        }
        return { ...found, stream: file.createReadStream({ start: HEADER_BYTES + start, end: HEADER_BYTES + last }) };
      } catch (error) {
        await file.close();
        throw diskFailure(error);
      }
    },
    async copy(from, to) {
      const path = pathOf(to);
      const partial = partialPath();
      const source = pathOf(from);
      await onDisk(makeFolders(path));
      try {
        // A hard link to the same bytes is enough, because `put` never writes into an existing file but replaces it.
        await link(source, partial);
      } catch (error) {
        if (NO_FILE.has((error as NodeJS.ErrnoException).code ?? '')) return false;
        throw diskFailure(error);
      }
      await onDisk(rename(partial, path));
      // If both names already belonged to the same file, rename has left both in place.
      await onDisk(rm(partial, { force: true }));
      return true;
    },
    delete: async (key) => onDisk(rm(pathOf(key), { force: true })),
    async readAddress(key, { expiresSeconds, filename }) {
      requireKey(key);
      return addressOf({ method: 'GET', key, expires: clock.now() + expiresSeconds * 1000, filename: filename?.toWellFormed() });
    },
    async uploadAddress(key, { expiresSeconds, contentType, size }) {
      requireKey(key);
      headerOf(contentType);
      const url = addressOf({ method: 'PUT', key, expires: clock.now() + expiresSeconds * 1000, contentType, size });
      return { url, headers: { 'Content-Type': contentType } };
    },
    grantOf(method, key, query) {
      if ((method !== 'GET' && method !== 'PUT') || !STORAGE_KEY.test(key)) return undefined;
      const size = query.get('size');
      const grant: FileGrant = {
        method,
        key,
        expires: Number(query.get('expires')),
        filename: query.get('filename') ?? undefined,
        contentType: query.get('type') ?? undefined,
        size: size === null ? undefined : Number(size),
      };
      const given = Buffer.from(query.get('signature') ?? '');
      const isSignedWith = (secret: Buffer) => {
        const expected = Buffer.from(sign(grant, secret));
        return given.length === expected.length && timingSafeEqual(given, expected);
      };
      if (!secrets.some(isSignedWith)) return undefined;
      return grant.expires > clock.now() ? grant : undefined;
    },
  };
}

/** Yields the key of every file, each with a version that changes as soon as another file has taken its place. */
export async function* keysOnDisk(directory: string): AsyncGenerator<{ key: string; version: string }> {
  for await (const entry of await opendir(directory, { recursive: true })) {
    if (!entry.isFile() || !entry.name.endsWith(SUFFIX)) continue;
    const path = join(entry.parentPath, entry.name);
    const found = await stat(path, { bigint: true }).catch(() => null);
    const key = relative(directory, path).slice(0, -SUFFIX.length).replaceAll(sep, '/');
    if (found) yield { key, version: `${found.ino} ${found.ctimeNs} ${found.size}` };
  }
}

/** Deletes unfinished files that killed processes began to write more than a day ago.
 * @param now milliseconds since 1970 */
export async function sweepPartials(directory: string, now: number): Promise<void> {
  const folder = join(directory, PARTIAL);
  const names = await readdir(folder).catch(() => []);
  for (const path of names.map((name) => join(folder, name))) {
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < now - LONGEST_WRITE_MS) await rm(path, { force: true });
  }
}

/** @throws Error if no header could carry the content type */
function headerOf(contentType: string): Buffer {
  if (!/^[\x21-\x7e][\x20-\x7e]*$/.test(contentType) || contentType.length > HEADER_BYTES) throw new Error(`not a content type: ${contentType}`);
  return Buffer.from(contentType.padEnd(HEADER_BYTES));
}

const openFile = (path: string): Promise<FileHandle | undefined> =>
  open(path).catch((error: NodeJS.ErrnoException) => {
    if (NO_FILE.has(error.code ?? '')) return undefined;
    throw diskFailure(error);
  });

/** Turns an error of the file system into an OutageError, without the path. Returns other errors unchanged, such as those of the stream to store. */
function diskFailure(error: unknown): unknown {
  const { code, errno, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined || errno === undefined || error instanceof OutageError) return error;
  return new OutageError('storage', `the disk: ${code}: ${getSystemErrorMessage(errno)}, ${syscall}`, { cause: error });
}

const onDisk = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw diskFailure(error);
  });

async function readObject(file: FileHandle): Promise<StoredObject> {
  const [{ size }, { buffer }] = await Promise.all([file.stat(), file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0)]);
  return { size: size - HEADER_BYTES, contentType: buffer.toString('latin1').trimEnd() };
}
