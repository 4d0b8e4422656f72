import type { Readable } from 'node:stream';

/** The part of a file that is wanted: bytes from `start` to `end`, both included. An `end` beyond the last byte, or none, is the last byte. */
export interface ByteRange {
  start: number;
  end?: number;
}

/** A range that begins at or beyond the end of the file. */
export class UnsatisfiableRangeError extends Error {}

export interface StoredObject {
  /** Of the whole file, in bytes. */
  size: number;
  contentType: string;
}

export interface UploadAddress {
  /** Where the bytes are put, with one PUT. */
  url: string;
  /** Headers that the PUT must carry as they are. */
  headers: Record<string, string>;
}

/** Letters, digits, `-`, `_` and `/` between names; a dot only before the last name's ending. */
export const STORAGE_KEY = /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*(\.[A-Za-z0-9]+)?$/;

/**
 * Files by key, as `exports/<user id>/<export id>.zip`. A key is made by the service (STORAGE_KEY), and never holds what a person typed. Putting to
 * a key that is taken replaces the file at once: readers see the old one or the new one, each with its own type. Whatever is under `public/` can be
 * read by anyone who knows its key, for ever.
 */
export interface Storage {
  /** A stream that fails leaves what was there before. */
  put(key: string, content: Buffer | Readable, contentType: string): Promise<void>;
  /** Undefined where there is no such file. */
  stat(key: string): Promise<StoredObject | undefined>;
  /** Undefined where there is no such file. The stream must be read or destroyed.
   * @throws UnsatisfiableRangeError */
  open(key: string, range?: ByteRange): Promise<(StoredObject & { stream: Readable }) | undefined>;
  /** Keeps under `to` what is under `from` now, whatever is put there later; false where there is nothing. */
  copy(from: string, to: string): Promise<boolean>;
  /** A key that holds nothing is deleted already. */
  delete(key: string): Promise<void>;
  /** An address at which whoever has it may read the file, until it expires; with a `filename`, browsers save it under that. Ranges are answered. */
  readAddress(key: string, options: { expiresSeconds: number; filename?: string }): Promise<string>;
  /** An address at which whoever has it may put exactly `size` bytes of `contentType`, until it expires. Anything else is refused, and nothing stored. */
  uploadAddress(key: string, options: { expiresSeconds: number; contentType: string; size: number }): Promise<UploadAddress>;
}

/** A stream may fail before it is read: whoever reads it learns of that then. Called before anything is waited for. */
export function holdFailure(content: Buffer | Readable): void {
  if (!Buffer.isBuffer(content)) content.on('error', () => {});
}

/** @throws Error for what is no key: a fault of the service, never of a caller */
export function requireKey(key: string): void {
  if (!STORAGE_KEY.test(key)) throw new Error(`not a storage key: ${key}`);
}
