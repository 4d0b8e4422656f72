import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded.ts';
import { BackupError } from './manifest.ts';

const run = promisify(execFile);

export interface State {
  /** Major version of the server. */
  postgres: number;
  migrations: string[];
  isEmpty: boolean;
}

export async function readState(url: string): Promise<State> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ version: number; tables: number; is_migrated: boolean }>(
      `select current_setting('server_version_num')::int as version, to_regclass('public.kysely_migration') is not null as is_migrated,
         (select count(*)::int from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_toast') as tables`,
    );
    const { version = 0, tables = 0, is_migrated = false } = rows[0] ?? {};
    const applied = is_migrated ? (await client.query<{ name: string }>('select name from kysely_migration order by name')).rows : [];
    return { postgres: Math.floor(version / 10_000), migrations: applied.map(({ name }) => name), isEmpty: tables === 0 };
  } finally {
    await client.end();
  }
}

/** Starts the embedded PostgreSQL briefly, and leaves a cluster that was shut down properly. Fails while a service runs on it. */
export async function readEmbedded(directory: string): Promise<State> {
  const embedded = await startEmbeddedPostgres({ directory });
  try {
    return await readState(embedded.url);
  } finally {
    await embedded.stop();
  }
}

/** Returns the migrations of the backup that this release does not have. */
export async function unknownMigrations(migrations: readonly string[]): Promise<string[]> {
  const known = new Set((await readdir(new URL('../../migrations/', import.meta.url))).map((file) => file.replace(/\.ts$/, '')));
  return migrations.filter((name) => !known.has(name));
}

/**
 * Runs a client program of PostgreSQL. The password is passed in the environment, because every user of the machine sees the arguments.
 * @throws BackupError
 */
export async function runClient(program: 'pg_dump' | 'pg_restore', url: string, args: string[]): Promise<void> {
  await run(program, args, { env: { ...process.env, ...connectionOf(url) }, maxBuffer: 16 * 1024 * 1024 }).catch(
    (error: Error & { code?: unknown; stderr?: string }) => {
      if (error.code === 'ENOENT')
        throw new BackupError(`${program} is not on the PATH: install the client programs of PostgreSQL, of the version of the server or newer`);
      throw new BackupError(`${program} failed: ${error.stderr?.trim() || error.message}`);
    },
  );
}

/** Equivalents of SSL modes that the client library of PostgreSQL does not support. */
const SSL_MODES: Readonly<Record<string, string>> = { 'no-verify': 'require' };

function connectionOf(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const mode = searchParams.get('sslmode');
  const root = searchParams.get('sslrootcert');
  return {
    PGHOST: hostname.replace(/^\[(.*)\]$/, '$1'),
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...(mode === null ? {} : { PGSSLMODE: SSL_MODES[mode] ?? mode }),
    ...(root === null ? {} : { PGSSLROOTCERT: root }),
  };
}
