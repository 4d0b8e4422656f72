import { part } from '../../support/runner/part.ts';
import { sampleOf } from '../../support/sample.ts';
import { type Entry, operations } from './objects.ts';

/** The router, the body reader and the credential checks treat operations of the same kind alike. */
const kindOf = ([, { surface, access, body, idempotent }]: Entry): string =>
  [surface, access, body?.mediaTypes.join(' '), idempotent ? 'idempotent' : ''].join();

const sampled = new Set<string>(sampleOf(operations, kindOf).map(([id]) => id));

const weightOf = ([id, { body }]: Entry): number => Object.keys(body?.members ?? {}).length + (sampled.has(id) ? 10 : 0);

/** The operations with the most work come first, so that they are spread evenly over the parts. */
const places = new Map(operations.toSorted((one, other) => weightOf(other) - weightOf(one)).map(([id], place): [string, number] => [id, place]));

/** Tells whether the running part tests this operation. */
export const isMine = ([id]: Entry): boolean => (places.get(id) as number) % part.of === part.number;

/** Tells whether the running part also runs the tests of this operation that need only one operation of each kind. */
export const isSampled = (entry: Entry): boolean => isMine(entry) && sampled.has(entry[0]);
