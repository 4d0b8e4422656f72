import { readdir } from 'node:fs/promises';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import type { Database } from './connect.ts';

const FOLDER = new URL('../../../migrations/', import.meta.url);

const provider: MigrationProvider = {
  async getMigrations() {
    const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.ts')).sort();
    return Object.fromEntries(
      await Promise.all(files.map(async (file) => [file.slice(0, -3), (await import(new URL(file, FOLDER).href)) as Migration] as const)),
    );
  },
};

/** Migrates the database to the newest version and returns the names of the migrations it ran. Several processes may do this at the same time. */
export async function migrate(db: Database): Promise<string[]> {
  const { error, results = [] } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) {
    const failed = results.find((result) => result.status === 'Error');
    throw new Error(`migration ${failed?.migrationName ?? ''} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  return results.map((result) => result.migrationName);
}
