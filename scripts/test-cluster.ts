import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/platform/database/embedded.ts';
import { closure } from './imports.ts';

const run = promisify(execFile);

/** Name of the migrated database that test files clone. */
export const TEMPLATE = 'lms_template';

const CACHE = '.data/test-cache';
/** Number of templates that are kept, for those who switch between branches. */
const MOST_KEPT = 4;
const PARTS = ['data', 'password'];

/**
 * Starts a PostgreSQL for one run, with a migrated template. It is copied from one that an earlier run has kept, unless something that its contents depend on
 * has changed: setting it up and migrating it takes longer than most test files.
 * @param folder of the run
 */
export async function startCluster(folder: string): Promise<EmbeddedPostgres> {
  const kept = join(CACHE, await fingerprint());
  const started = existsSync(kept) && (await startCopy(kept, folder));
  if (started) return started;
  await make(folder);
  await keep(folder, kept);
  return start(folder);
}

const start = (folder: string): Promise<EmbeddedPostgres> => startEmbeddedPostgres({ directory: folder, disposable: true });

/** Starts a copy. Returns null without `cp`, or if the copy does not start; everything is then created anew. */
async function startCopy(kept: string, folder: string): Promise<EmbeddedPostgres | null> {
  try {
    await copy(kept, folder);
    // PostgreSQL runs as a user of its own, who must be able to enter the folder.
    await chmod(folder, 0o755);
    await utimes(kept, new Date(), new Date());
    return await start(folder);
  } catch {
    for (const path of [...PARTS.map((part) => join(folder, part)), kept]) await rm(path, { recursive: true, force: true });
    return null;
  }
}

/** Returns a hash of what the contents depend on. Migrations partition some tables by the day, and the lock file says which PostgreSQL is installed. */
async function fingerprint(): Promise<string> {
  const made = [...globSync('migrations/*.ts'), 'src/platform/database/embedded.ts', 'src/platform/database/migrate.ts', 'scripts/test-cluster.ts'];
  const files = new Set<string>(['package-lock.json']);
  for (const file of made) closure(file, () => true, files);
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${new Date().toISOString().slice(0, 10)}`);
  for (const file of [...files].sort()) hash.update(file).update(await readFile(file).catch(() => ''));
  return hash.digest('hex').slice(0, 20);
}

/** Creates the cluster, and stops its server, so that what is kept is complete. */
async function make(folder: string): Promise<void> {
  const server = await startEmbeddedPostgres({ directory: folder });
  await makeTemplate(server.url, TEMPLATE).finally(() => server.stop());
}

export async function makeTemplate(serverUrl: string, name: string): Promise<void> {
  // Imported on demand, because it takes longer than a small test file.
  const { migrate } = await import('../src/platform/database/migrate.ts');
  await send(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await migrate(url.href);
}

export const dropTemplate = (serverUrl: string, name: string): Promise<void> => send(serverUrl, `drop database if exists ${name} with (force)`);

async function send(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Copies like `cp -a`, which keeps the owner: PostgreSQL does not run as root. */
const copy = (from: string, to: string): Promise<unknown> => run('cp', ['-a', ...PARTS.map((part) => join(from, part)), to]);

async function keep(folder: string, kept: string): Promise<void> {
  const draft = `${kept}.${process.pid}`;
  try {
    await mkdir(draft, { recursive: true });
    await copy(folder, draft);
    await rename(draft, kept);
    await removeOldest();
  } catch {
    // Another run has kept the same cluster, or the folder cannot be written: the next run creates its own.
    await rm(draft, { recursive: true, force: true });
  }
}

async function removeOldest(): Promise<void> {
  const all = await Promise.all((await readdir(CACHE)).map(async (name) => ({ path: join(CACHE, name), at: (await stat(join(CACHE, name))).mtimeMs })));
  for (const { path } of all.sort((one, other) => other.at - one.at).slice(MOST_KEPT)) await rm(path, { recursive: true, force: true });
}
