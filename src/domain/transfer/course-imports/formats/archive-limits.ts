import type { ZipLimits } from '../../../../platform/archives/zip-reader.ts';

/** Limits of every archive from which a course is imported. */
export const ARCHIVE_LIMITS: ZipLimits = { entries: 20_000, bytes: 4 * 1024 ** 3 };

const ZIP_HEAD = Buffer.from('PK', 'latin1');

export const isZip = (head: Buffer): boolean => head.subarray(0, ZIP_HEAD.length).equals(ZIP_HEAD);
