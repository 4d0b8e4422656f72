import { createHash } from 'node:crypto';

const SEED = process.env.TEST_SEED ?? '0';
const PART = 10;

const numberOf = (text: string): number => createHash('sha256').update(`${SEED} ${text}`).digest().readUInt32BE();

/** Whether the seed of the run draws this one of many: it draws a tenth of them. */
export const isDrawn = (text: string): boolean => numberOf(text) % PART === 0;

/**
 * Returns one entry of each kind and a tenth of all entries, chosen by the seed of the run. Behavior that is the same for many entries is tested only
 * on these. With `make test ARGS=--all`, returns all entries.
 */
export function sampleOf<E extends readonly [name: string, ...unknown[]]>(entries: readonly E[], kindOf: (entry: E) => string): E[] {
  if (process.env.TEST_ALL) return [...entries];
  const shuffled = entries.toSorted(([one], [other]) => numberOf(one) - numberOf(other));
  const kinds = new Set<string>();
  const ofEachKind = shuffled.filter((entry) => {
    const isNew = !kinds.has(kindOf(entry));
    kinds.add(kindOf(entry));
    return isNew;
  });
  return [...new Set([...ofEachKind, ...shuffled.slice(0, Math.ceil(entries.length / PART))])];
}

/** Like `sampleOf`, of values that are all of one kind. */
export const someOf = <V>(values: readonly V[]): V[] =>
  sampleOf(
    values.map((value) => [String(value), value] as const),
    () => '',
  ).map(([, value]) => value);

/**
 * Returns one of several for which all that is tested must hold alike, such as gateways, drawn by the seed of the run for what the test is about. With
 * `make test ARGS=--all`, returns all.
 */
export const drawnOf = <E>(about: string, entries: readonly E[]): E[] =>
  process.env.TEST_ALL ? [...entries] : entries.slice(numberOf(about) % entries.length).slice(0, 1);

/** Returns how many of something a test makes: `some` show the same as a rule, and `make test ARGS=--all` makes all. */
export const countOf = (all: number, some: number): number => (process.env.TEST_ALL ? all : some);

/** Fewer are cheap. */
const FEW = 8;

/** Returns a quarter of many cases of one check, drawn by the seed of the run and what the check is about. With `make test ARGS=--all`, returns all. */
export function casesOf<C>(about: string, cases: Iterable<C>): C[] {
  const all = [...cases];
  if (process.env.TEST_ALL || all.length <= FEW) return all;
  const drawn = all.map((_, place) => place).toSorted((one, other) => numberOf(`${about} ${one}`) - numberOf(`${about} ${other}`));
  return drawn.slice(0, Math.ceil(all.length / 4)).map((place) => all[place] as C);
}
