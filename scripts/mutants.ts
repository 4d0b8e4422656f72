import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import ts from 'typescript';
import { changedTests } from './test-changed.ts';

/**
 * Inverts conditions of the domain, one at a time, and names the test that fails for each: `make mutants`. The commit determines which twenty are drawn, so
 * that every commit draws others; `make mutants ARGS='40 1f2e3d4'` draws forty by another word. Exits with 1 if no test fails for a condition. Works on files
 * of the working copy, and leaves them as they were.
 */
const [count = '20', seed = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()] = process.argv.slice(2);

interface Condition {
  file: string;
  from: number;
  to: number;
}

/** Returns the conditions of `if` and `?:`. */
function conditionsOf(file: string): Condition[] {
  const found: Condition[] = [];
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    const condition = ts.isIfStatement(node) ? node.expression : ts.isConditionalExpression(node) ? node.condition : null;
    if (condition) found.push({ file, from: condition.getStart(source), to: condition.getEnd() });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Returns the place of a condition in the draw, which stays the same while others come and go. */
const rank = ({ file, from }: Condition): string => createHash('sha256').update(`${seed} ${file} ${from}`).digest('hex');
const conditions = globSync('src/domain/**/*.ts').sort().flatMap(conditionsOf);
const drawn = conditions
  .map((condition) => ({ condition, place: rank(condition) }))
  .sort((a, b) => (a.place < b.place ? -1 : 1))
  .slice(0, Number(count));
console.log(`${drawn.length} of ${conditions.length} conditions, drawn by ${seed}`);

// `exit` restores the file before the program ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

let survivors = 0;
for (const { condition } of drawn) {
  const { file, from, to } = condition;
  const text = readFileSync(file, 'utf8');
  const line = text.slice(0, from).split('\n').length;
  const restore = (): void => writeFileSync(file, text);
  process.once('exit', restore);
  writeFileSync(file, `${text.slice(0, from)}!(${text.slice(from, to)})${text.slice(to)}`);
  const killer = await firstFailure();
  restore();
  process.off('exit', restore);
  if (killer === null) survivors += 1;
  console.log(
    `${killer === null ? 'SURVIVES' : 'fails   '} ${file}:${line} !(${text.slice(from, to).replaceAll(/\s+/g, ' ')})\n         ${killer ?? 'no test'}`,
  );
}
process.exit(survivors > 0 ? 1 : 0);

/** Runs the tests that call the changed code, those that call the fewest other files first, until one fails. */
async function firstFailure(): Promise<string | null> {
  const { files, leftOut } = await changedTests('HEAD');
  const tests = [...files, ...leftOut];
  const SOME = 12;
  for (let at = 0; at < tests.length; at += SOME) {
    const { stdout, stderr } = spawnSync(process.execPath, ['scripts/test.ts', '--bail=1', '--runTestsByPath', ...tests.slice(at, at + SOME)], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    const failed = /^ {2}● (.+)$/m.exec(stdout + stderr)?.[1];
    if (failed !== undefined) return failed;
  }
  return null;
}
