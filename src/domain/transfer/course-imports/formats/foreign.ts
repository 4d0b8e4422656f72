import { constants, gunzipSync } from 'node:zlib';
import type { CourseImportFailure } from './format.ts';

/** Names of entries that identify archives of other systems, which are refused by name. */
const BY_NAME: readonly [RegExp, CourseImportFailure][] = [
  [/^cmi5\.xml$/i, 'cmi5_not_supported'],
  [/^tincan\.xml$/i, 'xapi_not_supported'],
  [/^h5p\.json$/i, 'h5p_not_supported'],
  [/^moodle_backup\.xml$/i, 'moodle_backup_not_supported'],
  [/^[^/]{1,100}\.(?:au|crs)$/i, 'aicc_not_supported'],
];

export function foreignArchive(names: Iterable<string>): CourseImportFailure | undefined {
  const all = withoutFolder([...names].filter((name) => !name.startsWith('__MACOSX/')));
  return BY_NAME.find(([pattern]) => all.some((name) => pattern.test(name)))?.[1];
}

/** Removes the folder around all entries, which is often packed too when an archive is unpacked and packed again. */
function withoutFolder(names: readonly string[]): readonly string[] {
  const folder = /^[^/]+\//.exec(names[0] ?? '')?.[0];
  return folder !== undefined && names.every((name) => name.startsWith(folder)) ? names.map((name) => name.slice(folder.length)) : names;
}

const MOST_UNPACKED = 64 * 1024;

/** Recognises backups of Moodle, which are mostly packed by gzip. Only the beginning is unpacked. */
export function foreignFile(head: Buffer): CourseImportFailure | undefined {
  if (head[0] !== 0x1f || head[1] !== 0x8b) return undefined;
  try {
    const start = gunzipSync(head.subarray(0, 4096), { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MOST_UNPACKED }).toString('latin1');
    return /\.ARCHIVE_INDEX|moodle_backup\.xml/.test(start) ? 'moodle_backup_not_supported' : undefined;
  } catch {
    return undefined;
  }
}
