import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CalledLines, Covered, Lines } from '../test/support/runner/coverage.ts';

/** What the last complete run with `--all` has recorded. */
const RECORD = 'node_modules/.cache/test-coverage.jsonl';
/** The tests of a change should end within 20 seconds on two workers. */
const MOST_MS = 40_000;
const UNKNOWN_MS = 2_000;

export const keepCoverage = async (file: string): Promise<void> => writeFile(RECORD, await readFile(file));

/** Changed lines of a file as it was before. Null: all of it counts. */
type Change = Lines[] | null;

/** Returns those of `touchedTests` that come first, until the time is up, and how many others there are. */
export async function changedTests(since: string): Promise<{ files: string[]; leftOut: number }> {
  const changes = changesSince(since);
  const covered = await readCoverage();
  const timeOf = new Map(covered.map(({ test, ms }) => [test, ms]));
  const wanted = touchedTests(changes, covered);
  const files: string[] = [];
  let ms = 0;
  for (const test of wanted) {
    const takes = timeOf.get(test) ?? UNKNOWN_MS;
    if (!changes.has(test) && ms + takes > MOST_MS) continue;
    ms += takes;
    files.push(test);
  }
  return { files, leftOut: wanted.length - files.length };
}

/** All of `touchedTests`. */
export const callingTests = async (since: string): Promise<string[]> => touchedTests(changesSince(since), await readCoverage());

const readCoverage = (): Promise<Covered[]> =>
  readFile(RECORD, 'utf8').then(
    (text) =>
      text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Covered),
    () => [],
  );

/**
 * The test files for what has changed since a commit, committed or not: those that were changed, import what was changed, or have called a changed
 * function in the last complete run with `--all`. Those that call the least else come first. Of a file that no test has called, such as one that runs in
 * threads, it is those whose folders have the name of one of its folders.
 */
function touchedTests(changes: ReadonlyMap<string, Change>, covered: readonly Covered[]): string[] {
  const importing = testFiles().filter((test) => [...closure(test), ...importsOf(test)].some((file) => changes.has(file)));
  const calling = covered.filter(({ files }) => [...changes].some(([file, lines]) => overlaps(files[file], lines)));
  const uncalled = [...changes.keys()].filter((file) => file.startsWith('src/') && !covered.some(({ files }) => files[file]));
  const areas = new Set(uncalled.flatMap((file) => dirname(file).split('/').slice(2)));
  const near =
    areas.size === 0
      ? []
      : testFiles().filter((test) =>
          dirname(test)
            .split('/')
            .some((folder) => areas.has(folder)),
        );
  const breadth = new Map(covered.map(({ test, files }) => [test, Object.keys(files).length]));
  const isChanged = (test: string) => changes.has(test);
  const exists = new Set(testFiles());
  return [...new Set([...importing, ...calling.map(({ test }) => test), ...near])]
    .filter((test) => exists.has(test))
    .sort((a, b) => Number(isChanged(b)) - Number(isChanged(a)) || (breadth.get(a) ?? 0) - (breadth.get(b) ?? 0) || (a < b ? -1 : 1));
}

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 28 });

function changesSince(since: string): Map<string, Change> {
  const changes = new Map<string, Change>();
  for (const file of git('ls-files', '--others', '--exclude-standard').split('\n').filter(Boolean)) changes.set(file, null);
  let lines: [number, number][] = [];
  for (const line of git('diff', '-U0', '--no-color', '--no-renames', since, '--', 'src', 'test', 'scripts').split('\n')) {
    const [, file] = /^--- a\/(.+)$/.exec(line) ?? /^\+\+\+ b\/(.+)$/.exec(line) ?? [];
    if (file !== undefined && !changes.has(file)) {
      lines = [];
      changes.set(file, lines);
    }
    const [, first, count = '1'] = /^@@ -(\d+)(?:,(\d+))? /.exec(line) ?? [];
    if (first !== undefined) lines.push([Number(first), Number(first) + Math.max(Number(count) - 1, 0)]);
  }
  return changes;
}

/** A change outside of functions counts for whoever calls any function of the file. */
function overlaps(lines: CalledLines | undefined, changed: Change): boolean {
  if (!lines) return false;
  const meet = (some: readonly Lines[], [first, last]: Lines) => some.some(([from, to]) => first <= to && from <= last);
  return !changed || changed.some((change) => meet(lines.called, change) || !meet(lines.inFunctions, change));
}

let tests: string[] | undefined;
function testFiles(): string[] {
  tests ??= git('ls-files', '--cached', '--others', '--exclude-standard', 'test')
    .split('\n')
    .filter((file) => file.endsWith('.test.ts'));
  return tests;
}

const imports = new Map<string, string[]>();
function importsOf(file: string): string[] {
  let found = imports.get(file);
  if (!found) {
    try {
      found = [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, target = '']) => join(dirname(file), target));
    } catch {
      found = [];
    }
    imports.set(file, found);
  }
  return found;
}

/** The files below `test` that a test file imports, directly or through others. */
function closure(file: string, seen = new Set<string>()): Set<string> {
  seen.add(file);
  for (const next of importsOf(file)) if (next.startsWith('test/') && !seen.has(next)) closure(next, seen);
  return seen;
}
