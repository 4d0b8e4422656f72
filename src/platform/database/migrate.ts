import { readdir } from 'node:fs/promises';
import { runMigrations } from 'graphile-worker';
import type { Kysely } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import { connectDatabase, type Database, MIGRATION_LIMITS } from './connect.ts';

const FOLDER = new URL('../../../migrations/', import.meta.url);

const provider: MigrationProvider = {
  async getMigrations() {
    const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.ts')).sort();
    return Object.fromEntries(
      await Promise.all(files.map(async (file) => [file.slice(0, -3), (await import(new URL(file, FOLDER).href)) as Migration] as const)),
    );
  },
};

export interface Migrated {
  /** Names of the migrations that were applied now. */
  applied: string[];
  /** Names of migrations that a newer release applied, and that this one does not know. */
  unknown: string[];
}

/**
 * Migrates the database at `url`, including the schema of graphile-worker, to the newest version. Several processes may do this at the same time. A
 * database that a newer release migrated is left as it is, because releases are compatible with the schema of the next one.
 */
export async function migrate(url: string): Promise<Migrated> {
  const { db, pool } = connectDatabase({ url, poolSize: 2, limits: MIGRATION_LIMITS, onIdleError: () => {} });
  try {
    const migrated = await migrateSchema(db);
    if (migrated.unknown.length === 0) await runMigrations({ pgPool: pool });
    return migrated;
  } finally {
    await db.destroy();
  }
}

/** Like `migrate`, but without the schema of graphile-worker. */
export async function migrateSchema(db: Database): Promise<Migrated> {
  const unknown = await unknownMigrations(db);
  if (unknown.length) return { applied: [], unknown };
  const { error, results = [] } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) {
    const failed = results.find((result) => result.status === 'Error');
    throw new Error(`migration ${failed?.migrationName ?? ''} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  return { applied: results.map((result) => result.migrationName), unknown };
}

/** Kysely's Migrator refuses a database with migrations that it does not know. */
async function unknownMigrations(db: Database): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const known = await provider.getMigrations();
  const applied = await (db as unknown as Kysely<{ kysely_migration: { name: string } }>).selectFrom('kysely_migration').select('name').execute();
  return applied.map(({ name }) => name).filter((name) => !Object.hasOwn(known, name));
}
