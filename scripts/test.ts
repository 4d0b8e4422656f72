import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { constants, globSync, readFileSync } from 'node:fs';
import { access, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startEmbeddedPostgres } from '../src/platform/database/embedded.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { COVERAGE_FILE } from '../test/support/runner/coverage.ts';
import { onServer } from './on-server.ts';
import { changedTests, keepCoverage } from './test-changed.ts';
import { reportUnseen } from './test-report.ts';
import { reportStatements } from './test-statements.ts';

/**
 * Runs Jest on a real PostgreSQL: that of DATABASE_URL, or an embedded one for this run only. A migrated template is created once, and each test file
 * works on a clone of it. Other arguments are passed to Jest.
 */
/**
 * `--all` runs every check on all operations, not only on a seeded sample. `--long` runs the slow tests (`*.long.ts`) instead of the quick ones, and
 * `--smoke` those of them that begin with a comment `@smoke`, one after the other, because they wait for other processes.
 * `--statements` judges the statements that were sent, as a complete run with `--all` does. `--changed` runs only the files that the changes since HEAD
 * touch, `--changed=COMMIT` those since a commit; complete runs with `--all` record what `--changed` needs to know.
 */
const OPTIONS = ['--all', '--long', '--smoke', '--statements'];
/** `--testMatch` takes every word that follows. */
const LONG = ['--testMatch', '**/*.long.ts'];

/** Forgotten when it has grown over many changes of the sources. */
const COMPILE_CACHE = resolve('node_modules/.cache/tests');
const MOST_COMPILED = 20_000;

const options = new Set(process.argv.filter((argument) => OPTIONS.includes(argument)));
const changed = process.argv.find((argument) => /^--changed(=|$)/.test(argument));
const jestArguments = process.argv.slice(2).filter((argument) => !options.has(argument) && !argument.startsWith('--changed'));
if (changed !== undefined) {
  const { files, leftOut } = await changedTests(changed.split('=')[1] ?? 'HEAD');
  if (leftOut > 0) console.log(`${leftOut} more test files call what was changed. make test runs them too.`);
  if (files.length === 0) {
    console.log('No test file is known to touch what was changed.');
    process.exit(0);
  }
  jestArguments.push('--runTestsByPath', ...files);
}
const isLong = options.has('--long') || options.has('--smoke');
if (options.has('--smoke')) jestArguments.push('--runInBand', '--runTestsByPath', ...globSync('test/**/*.long.ts').filter(isSmoke).sort());
const isComplete = jestArguments.length === 0 && !isLong;
/** It costs an eighth of a run. */
const isRecorded = isComplete && options.has('--all');
const seed = Number(process.env.TEST_SEED ?? randomInt(1_000_000));

/** In memory if possible, because each test file copies a database of some 800 files. */
const memory = await access('/dev/shm', constants.W_OK).then(
  () => '/dev/shm',
  () => tmpdir(),
);
const compiled = await readdir(COMPILE_CACHE, { recursive: true }).catch(() => []);
if (compiled.length > MOST_COMPILED) await rm(COMPILE_CACHE, { recursive: true });
const folder = await mkdtemp(join(memory, 'lms-test-'));
const server = process.env.DATABASE_URL ? null : await startEmbeddedPostgres({ directory: folder, disposable: true });
const serverUrl = process.env.DATABASE_URL ?? server?.url ?? '';
const template = `lms_template_${process.pid}`;
let status = 1;
try {
  await onServer(serverUrl, (send) => send(`create database ${template}`));
  await migrate(databaseUrl(template));
  status = await jest();
  if (status === 0 && isRecorded) await keepCoverage(join(folder, COVERAGE_FILE));
  if (status === 0 && isComplete) status = await reportUnseen(join(folder, 'notes'), options.has('--all'));
  // Both reports are printed, so that one run shows all that is to be mended.
  if ((isComplete && options.has('--all')) || options.has('--statements'))
    status = (await reportStatements(folder, databaseUrl(template), isComplete)) || status;
} finally {
  if (!server) await onServer(serverUrl, (send) => send(`drop database if exists ${template} with (force)`));
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
      // What one process has compiled, the next ones do not compile again, nor does the next run.
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      TEST_SEED: String(seed),
      ...(options.has('--all') ? { TEST_ALL: '1' } : {}),
      ...(isRecorded ? { TEST_COVERAGE: '1' } : {}),
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
