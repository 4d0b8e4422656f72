import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { constants, globSync, readFileSync } from 'node:fs';
import { access, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { dropTemplate, makeTemplate, startCluster, TEMPLATE } from './test-cluster.ts';

/**
 * Runs Jest on a real PostgreSQL: that of DATABASE_URL, or an embedded one for this run only. Test files work on clones of a
 * migrated template. Other arguments are passed to Jest.
 */
/**
 * `--all` runs every check on all operations, instead of only on a seeded sample. `--long` runs the slow tests (`*.long.ts`) instead of the quick ones, and
 * `--smoke` only those of them that begin with a comment `@smoke`, one after the other, because they wait for other processes. `--statements` judges the
 * statements that were sent, as a complete run with `--all` also does. `--changed` runs only the files that the changes since HEAD touch, and
 * `--changed=COMMIT` those since a commit. `--record` records what `--changed` needs for every file that runs; a complete run does so for a tenth of them.
 */
const OPTIONS = ['--all', '--long', '--smoke', '--statements', '--record'];
/** Arguments that select the long tests. They come last, because `--testMatch` takes every word that follows. */
const LONG = ['--testMatch', '**/*.long.ts'];

/** Folder of compiled code, which is deleted when it has grown over many changes of the sources. */
const COMPILE_CACHE = resolve('node_modules/.cache/tests');
const MOST_COMPILED = 20_000;

const options = new Set(process.argv.filter((argument) => OPTIONS.includes(argument)));
const changed = process.argv.find((argument) => /^--changed(=|$)/.test(argument));
const jestArguments = process.argv.slice(2).filter((argument) => !options.has(argument) && !argument.startsWith('--changed'));
if (changed !== undefined) {
  const { changedTests } = await import('./test-changed.ts');
  const { files, leftOut } = await changedTests(changed.split('=')[1] ?? 'HEAD');
  if (leftOut.length > 0) console.log(`${leftOut.length} more test files call what was changed. make test runs them too.`);
  if (files.length === 0) {
    console.log('No test file is known to touch what was changed.');
    process.exit(0);
  }
  jestArguments.push('--runTestsByPath', ...files);
}
const isLong = options.has('--long') || options.has('--smoke');
if (options.has('--smoke')) jestArguments.push('--runInBand', '--runTestsByPath', ...globSync('test/**/*.long.ts').filter(isSmoke).sort());
const isComplete = jestArguments.length === 0 && !isLong;
const seed = Number(process.env.TEST_SEED ?? randomInt(1_000_000));

/** Folder for temporary data, in memory if possible, because each test file copies a database of some 800 files. */
const memory = await access('/dev/shm', constants.W_OK).then(
  () => '/dev/shm',
  () => tmpdir(),
);
const compiled = await readdir(COMPILE_CACHE, { recursive: true }).catch(() => []);
if (compiled.length > MOST_COMPILED) await rm(COMPILE_CACHE, { recursive: true });
const folder = await mkdtemp(join(memory, 'lms-test-'));
const server = process.env.DATABASE_URL ? null : await startCluster(folder);
const serverUrl = process.env.DATABASE_URL ?? server?.url ?? '';
const template = server ? TEMPLATE : `${TEMPLATE}_${process.pid}`;
let status = 1;
try {
  if (!server) await makeTemplate(serverUrl, template);
  status = await jest();
  if (status === 0 && (isComplete || options.has('--record'))) await (await import('./test-changed.ts')).keepCoverage(folder);
  if (status === 0 && isComplete) status = await (await import('./test-report.ts')).reportUnseen(join(folder, 'notes'), options.has('--all'));
  // Both reports are printed, so that one run shows everything that must be fixed.
  if ((isComplete && options.has('--all')) || options.has('--statements'))
    status = (await (await import('./test-statements.ts')).reportStatements(folder, databaseUrl(template), isComplete)) || status;
} finally {
  if (!server) await dropTemplate(serverUrl, template);
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit(status);

function isSmoke(path: string): boolean {
  return readFileSync(path, 'utf8').startsWith('/** @smoke */');
}

function jest(): Promise<number> {
  const child = spawn(process.execPath, ['node_modules/jest/bin/jest.js', `--seed=${seed}`, ...jestArguments, ...(isLong ? LONG : [])], {
    stdio: 'inherit',
    env: {
      ...process.env,
      TEST_SERVER_URL: serverUrl,
      TEST_TEMPLATE: template,
      TEST_FOLDER: folder,
      // Code that one process has compiled is reused by further processes and by the next run.
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      TEST_SEED: String(seed),
      ...(options.has('--all') ? { TEST_ALL: '1' } : {}),
      ...(options.has('--record') ? { TEST_COVERAGE: 'all' } : isComplete ? { TEST_COVERAGE: 'some' } : {}),
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

function databaseUrl(name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
