import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import { type OperationId, operationTable } from '../generated/operations.ts';
import { connectDatabase } from '../src/platform/database/connect.ts';
import { startEmbeddedPostgres } from '../src/platform/database/embedded.ts';
import { migrate } from '../src/platform/database/migrate.ts';

/**
 * Runs jest on a real PostgreSQL: that of DATABASE_URL, or an embedded one for this run alone. A migrated template is made once; each test file
 * works in a clone of it. Arguments go to jest.
 */
/** Declared by the service description, though no rule leads there: whoami needs no scope. May only shrink. */
const NEVER_ANSWERED = new Set(['getAgentIdentity 403']);

/** In memory where that is possible: each test file copies a database of some 800 files. */
const memory = await access('/dev/shm', constants.W_OK).then(
  () => '/dev/shm',
  () => tmpdir(),
);
const folder = await mkdtemp(join(memory, 'lms-test-'));
const server = process.env.DATABASE_URL ? null : await startEmbeddedPostgres({ directory: folder, disposable: true });
const serverUrl = process.env.DATABASE_URL ?? server?.url ?? '';
const template = `lms_template_${process.pid}`;
let status = 1;
try {
  await onServer((query) => query(`create database ${template}`));
  const { db } = connectDatabase({ url: databaseUrl(template), poolSize: 1, onIdleError: () => {} });
  await migrate(db);
  await runMigrations({ connectionString: databaseUrl(template) });
  await db.destroy();
  status = await jest();
  if (status === 0 && process.argv.length === 2) status = await reportUnseen(join(folder, 'seen-statuses'));
} finally {
  if (!server) await onServer((query) => query(`drop database if exists ${template} with (force)`));
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit(status);

function jest(): Promise<number> {
  const child = spawn(
    process.execPath,
    ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js', ...process.argv.slice(2)],
    { stdio: 'inherit', env: { ...process.env, TEST_SERVER_URL: serverUrl, TEST_TEMPLATE: template, TEST_FOLDER: folder } },
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

/** After a whole run: every declared (operation, status) pair that no test has seen is a promise that nobody checked. */
async function reportUnseen(file: string): Promise<number> {
  const seen = new Set((await readFile(file, 'utf8')).split('\n'));
  const declared = (Object.keys(operationTable) as OperationId[]).flatMap((id) => operationTable[id].statuses.map((code) => `${id} ${code}`));
  const unseen = declared.filter((pair) => !seen.has(pair) && !NEVER_ANSWERED.has(pair));
  console.log(
    `${declared.length - unseen.length} of ${declared.length} declared (operation, status) pairs seen${unseen.length ? `; not seen: ${unseen.join(', ')}` : ''}`,
  );
  return unseen.length ? 1 : 0;
}

function databaseUrl(name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(work: (query: (text: string) => Promise<unknown>) => Promise<unknown>): Promise<void> {
  const { pool, db } = connectDatabase({ url: serverUrl, poolSize: 1, onIdleError: () => {} });
  await work((text) => pool.query(text)).finally(() => db.destroy());
}
