import { readdir } from 'node:fs/promises';
import { runMigrations } from 'graphile-worker';
import { type Kysely, sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import { connectDatabase, type Database, MIGRATION_LIMITS } from './connect.ts';

const FOLDER = new URL('../../../migrations/', import.meta.url);

const SUFFIX = '.ts';

async function knownNames(): Promise<string[]> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith(SUFFIX)).sort();
  return files.map((file) => file.slice(0, -SUFFIX.length));
}

const load = async (name: string) => (await import(new URL(`${name}${SUFFIX}`, FOLDER).href)) as Migration;

const provider: MigrationProvider = {
  async getMigrations() {
    const names = await knownNames();
    return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await load(name)] as const)));
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
    if (migrated.unknown.length === 0) {
      await runMigrations({ pgPool: pool });
      await indexJobs(db);
    }
    return migrated;
  } finally {
    await db.destroy();
  }
}

/**
 * Creates an index by which pages find the waiting jobs of a course (`domain/kernel/jobs.ts`); graphile-worker has no index on the kind of a job. This is not
 * a migration, because the table is created after all of our migrations have run.
 */
async function indexJobs(db: Database): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('graphile_worker.jobs_of_kind') is not null as exists`.execute(db);
  if (rows[0]?.exists) return;
  await db.transaction().execute(async (trx) => {
    // Without the lock, two processes that look for the index at once would both create it, and one of them would fail.
    await sql`lock table graphile_worker._private_jobs in share row exclusive mode`.execute(trx);
    await sql`create index if not exists jobs_of_kind on graphile_worker._private_jobs (task_id, (payload ->> 'course_id'))`.execute(trx);
  });
}

/**
 * Like `migrate`, but without the schema of graphile-worker. If nothing is to be applied, no migration is loaded, which would take longer than the rest
 * of a start. Kysely's Migrator refuses a database with migrations that it does not know.
 */
export async function migrateSchema(db: Database): Promise<Migrated> {
  const [known, already] = await Promise.all([knownNames(), appliedNames(db)]);
  const unknown = [...already].filter((name) => !known.includes(name));
  if (unknown.length || known.every((name) => already.has(name))) return { applied: [], unknown };
  const { error, results = [] } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) {
    const failed = results.find((result) => result.status === 'Error');
    throw new Error(`migration ${failed?.migrationName ?? ''} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  return { applied: results.map((result) => result.migrationName), unknown };
}

async function appliedNames(db: Database): Promise<Set<string>> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('kysely_migration') is not null as exists`.execute(db);
  if (!rows[0]?.exists) return new Set();
  const applied = await (db as unknown as Kysely<{ kysely_migration: { name: string } }>).selectFrom('kysely_migration').select('name').execute();
  return new Set(applied.map(({ name }) => name));
}
