import { ConfigError, readConfig } from '../src/config.ts';
import { migrate } from '../src/platform/database/migrate.ts';

/** Migrates the database of DATABASE_URL without starting the service, for those who migrate before they start the processes of a new release. */
async function main(): Promise<void> {
  const { databaseUrl, databaseDirectUrl } = readConfig(process.env);
  if (databaseUrl === null) throw new ConfigError('set DATABASE_URL; the embedded PostgreSQL is migrated when the service starts');
  const { applied, unknown } = await migrate(databaseDirectUrl ?? databaseUrl);
  if (unknown.length) console.log(`a newer release has migrated the database: ${unknown.join(', ')}`);
  else console.log(applied.length ? `applied ${applied.join(', ')}` : 'nothing to apply');
}

await main().catch((error: Error) => {
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
});
