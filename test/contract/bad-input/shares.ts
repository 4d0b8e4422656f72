import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { sampleOf } from '../../support/sample.ts';
import { type Entry, operations } from './objects.ts';

/** Jest assigns whole files to its workers, so the operations are divided among the files bad-input-<number>.test.ts, which are identical. */
const SHARE_FILE = /^bad-input-\d+\.test\.ts$/;

/** The router, the body reader and the credential checks treat operations of the same kind alike. */
const kindOf = ([, { surface, access, body, idempotent }]: Entry): string =>
  [surface, access, body?.mediaTypes.join(' '), idempotent ? 'idempotent' : ''].join();

const sampled = new Set<string>(sampleOf(operations, kindOf).map(([id]) => id));

const weightOf = ([id, { body }]: Entry): number => Object.keys(body?.members ?? {}).length + (sampled.has(id) ? 10 : 0);

export interface Share {
  /** Whether the running file tests this operation. */
  isMine(entry: Entry): boolean;
  /** Whether it also runs the tests that need only one operation of each kind. */
  isSampled(entry: Entry): boolean;
}

/** Returns the operations that a test file must check.
 * @param path the path of the test file */
export function shareOf(path: string): Share {
  const files = readdirSync(dirname(path)).filter((name) => SHARE_FILE.test(name));
  const place = files.indexOf(basename(path));
  if (place === -1) throw new Error(`${path} is not one of the test files that share the operations`);
  // The operations with the most work come first, so that they are spread evenly over the files.
  const ordered = operations.toSorted((one, other) => weightOf(other) - weightOf(one));
  const mine = new Set<string>(ordered.filter((_, index) => index % files.length === place).map(([id]) => id));
  return { isMine: ([id]) => mine.has(id), isSampled: ([id]) => mine.has(id) && sampled.has(id) };
}
