import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type CalledLines, COVERAGE_FILE, type Covered, type Lines } from '../test/support/runner/coverage.ts';
import { closure, importsOf } from './imports.ts';

/** Records of earlier runs, the newest for each test file. */
const RECORD = 'node_modules/.cache/test-coverage.jsonl';
/** The tests of a change should end within 20 seconds on two workers. */
const MOST_MS = 40_000;
const UNKNOWN_MS = 2_000;

const readRecord = async (file: string): Promise<Covered[]> =>
  (await readFile(file, 'utf8').catch(() => ''))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Covered);

/** Adds the records in the folder of a run to those of earlier runs. */
export async function keepCoverage(folder: string): Promise<void> {
  const recorded = await readRecord(join(folder, COVERAGE_FILE));
  if (recorded.length === 0) return;
  const isNew = new Set(recorded.map(({ test }) => test));
  const kept = (await readRecord(RECORD)).filter(({ test }) => !isNew.has(test) && existsSync(test));
  // Replaced, not overwritten: node_modules may be linked from another checkout.
  const draft = `${RECORD}.${process.pid}`;
  await writeFile(draft, [...kept, ...recorded].map((one) => `${JSON.stringify(one)}\n`).join(''));
  await rename(draft, RECORD);
}

/** Changed lines of a file, numbered as before the change; null if the whole file counts as changed. */
type Change = Lines[] | null;

/**
 * Returns the test files for the changes since a commit, committed or not: those that were changed, import a changed file, or had called a changed function
 * when they were recorded. For a changed file that no test has called, such as one that runs in threads, these are the tests in folders whose name, or a word
 * of it, is that of one of its folders. Tests that call the fewest other files come first, until the time is up; the rest are left out.
 */
export async function changedTests(since: string): Promise<{ files: string[]; leftOut: string[] }> {
  const changes = changesSince(since);
  const covered = await readRecord(RECORD);
  // Includes the files below `test` that a test imports, directly or through others, and whatever else it imports itself.
  const imported = (test: string) => [...closure(test, (file) => file.startsWith('test/')), ...importsOf(test)];
  const importing = testFiles().filter((test) => imported(test).some((file) => changes.has(file)));
  const inFunctions = (file: string): Lines[] => covered.flatMap(({ files }) => files[file]?.inFunctions ?? []);
  const changed = [...changes].map(([file, lines]) => ({ file, lines, inFunctions: inFunctions(file) }));
  const calling = covered.filter(({ files }) => changed.some((change) => overlaps(files[change.file], change)));
  const uncalled = [...changes.keys()].filter((file) => file.startsWith('src/') && !covered.some(({ files }) => files[file]));
  const areas = new Set(uncalled.flatMap((file) => dirname(file).split('/').slice(2)));
  const isNear = (test: string) =>
    dirname(test)
      .split('/')
      .some((folder) => areas.has(folder) || folder.split('-').some((word) => areas.has(word)));
  const timeOf = new Map(covered.map(({ test, ms }) => [test, ms]));
  const breadth = new Map(covered.map(({ test, files }) => [test, Object.keys(files).length]));
  const isChanged = (test: string) => changes.has(test);
  const exists = new Set(testFiles());
  const wanted = [...new Set([...importing, ...calling.map(({ test }) => test), ...testFiles().filter(isNear)])]
    .filter((test) => exists.has(test))
    .sort((a, b) => Number(isChanged(b)) - Number(isChanged(a)) || (breadth.get(a) ?? 0) - (breadth.get(b) ?? 0) || (a < b ? -1 : 1));
  const files = new Set<string>();
  let ms = 0;
  for (const test of wanted) {
    const takes = timeOf.get(test) ?? UNKNOWN_MS;
    if (!isChanged(test) && ms + takes > MOST_MS) continue;
    ms += takes;
    files.add(test);
  }
  return { files: [...files], leftOut: wanted.filter((test) => !files.has(test)) };
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

/** Whether a test has called what was changed. A change outside of functions affects every test that calls any function of the file. */
function overlaps(called: CalledLines | undefined, { lines, inFunctions }: { lines: Change; inFunctions: readonly Lines[] }): boolean {
  if (!called) return false;
  const meet = (some: readonly Lines[], [first, last]: Lines) => some.some(([from, to]) => first <= to && from <= last);
  return !lines || lines.some((change) => meet(called.called, change) || !meet(inFunctions, change));
}

let tests: string[] | undefined;
function testFiles(): string[] {
  tests ??= git('ls-files', '--cached', '--others', '--exclude-standard', 'test')
    .split('\n')
    .filter((file) => file.endsWith('.test.ts'));
  return tests;
}
