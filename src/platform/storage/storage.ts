import type { Readable } from 'node:stream';

/** The requested part of a file: bytes from `start` to `end`, inclusive. If `end` is omitted or beyond the last byte, it is the last byte. */
export interface ByteRange {
  start: number;
  end?: number;
}

/** The range begins at or beyond the end of the file. */
export class UnsatisfiableRangeError extends Error {}

export interface StoredObject {
  /** Size of the whole file, in bytes. */
  size: number;
  contentType: string;
}

export interface UploadAddress {
  /** URL that the bytes are sent to, with a single PUT request. */
  url: string;
  /** Headers that the PUT request must carry unchanged. */
  headers: Record<string, string>;
}

/** Letters, digits, `-` and `_`, with `/` between names. A dot is allowed only before the extension of the last name. */
export const STORAGE_KEY = /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*(\.[A-Za-z0-9]+)?$/;

/**
 * Stores files by key, for example `exports/<user id>/<export id>.zip`. Keys are created by the service (STORAGE_KEY) and never contain user input.
 * Writing to an existing key replaces the file atomically: readers see either the old or the new file, each with its own type. Anyone who knows the
 * key of a file under `public/` can read it, forever.
 */
export interface Storage {
  /** If the stream fails, the previous file stays in place. */
  put(key: string, content: Buffer | Readable, contentType: string): Promise<void>;
  /** Returns undefined if the file does not exist. */
  stat(key: string): Promise<StoredObject | undefined>;
  /** Returns undefined if the file does not exist. The stream must be read or destroyed.
   * @throws UnsatisfiableRangeError */
  open(key: string, range?: ByteRange): Promise<(StoredObject & { stream: Readable }) | undefined>;
  /** Copies the current file at `from` to `to`. Later writes to `from` do not change the copy. Returns false if there is no file at `from`. */
  copy(from: string, to: string): Promise<boolean>;
  /** Deleting a file that does not exist is not an error. */
  delete(key: string): Promise<void>;
  /** Returns a URL that lets its holder read the file until it expires. Browsers save the file as `filename`, if given. Ranges are supported. */
  readAddress(key: string, options: { expiresSeconds: number; filename?: string }): Promise<string>;
  /** Returns a URL that lets its holder upload exactly `size` bytes of `contentType` until it expires. Other uploads are rejected and not stored. */
  uploadAddress(key: string, options: { expiresSeconds: number; contentType: string; size: number }): Promise<UploadAddress>;
}

/** Handles a stream that fails before it is read; its reader receives the error later. Must be called before the first `await`. */
export function holdFailure(content: Buffer | Readable): void {
  if (!Buffer.isBuffer(content)) content.on('error', () => {});
}

/** @throws Error if this is not a storage key, which is always a fault of the service and never of a client */
export function requireKey(key: string): void {
  if (!STORAGE_KEY.test(key)) throw new Error(`not a storage key: ${key}`);
}
