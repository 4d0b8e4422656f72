import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { sampleOf } from '../../support/sample.ts';
import { type Entry, operations } from './objects.ts';

/** Jest's workers take whole files, so that the operations are dealt out to the files bad-input-<number>.test.ts, which are all alike. */
const SHARE_FILE = /^bad-input-\d+\.test\.ts$/;

/** Operations that the router, the body reader and the credential checks treat alike. */
const kindOf = ([, { surface, access, body, idempotent }]: Entry): string =>
  [surface, access, body?.mediaTypes.join(' '), idempotent ? 'idempotent' : ''].join();

const sampled = new Set<string>(sampleOf(operations, kindOf).map(([id]) => id));

const weightOf = ([id, { body }]: Entry): number => Object.keys(body?.members ?? {}).length + (sampled.has(id) ? 10 : 0);

export interface Share {
  /** Whether the running file tests this operation. */
  isMine(entry: Entry): boolean;
  /** Whether it also tests what is alike for all operations of a kind. */
  isSampled(entry: Entry): boolean;
}

/** The share of the operations of a test file.
 * @param path the file's own */
export function shareOf(path: string): Share {
  const files = readdirSync(dirname(path)).filter((name) => SHARE_FILE.test(name));
  const place = files.indexOf(basename(path));
  if (place === -1) throw new Error(`${path} has no share of the operations`);
  // Those with most to do first, so that every share has as many of them.
  const ordered = operations.toSorted((one, other) => weightOf(other) - weightOf(one));
  const mine = new Set<string>(ordered.filter((_, index) => index % files.length === place).map(([id]) => id));
  return { isMine: ([id]) => mine.has(id), isSampled: ([id]) => mine.has(id) && sampled.has(id) };
}
