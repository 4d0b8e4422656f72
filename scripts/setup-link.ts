import { ConfigError, readConfig } from '../src/config.ts';
import { makeSetupLink } from '../src/domain/identity/accounts/first-setup.ts';
import { connectDatabase } from '../src/platform/database/connect.ts';

/** Prints a link to create the first organisation in the database of DATABASE_URL, for those whose first link has expired or scrolled away. */
async function main(): Promise<void> {
  const { databaseUrl, databasePooled, publicUrl, port } = readConfig(process.env);
  const base = publicUrl ?? `http://localhost:${port}`;
  if (databaseUrl === null) throw new ConfigError(`set DATABASE_URL; on the embedded PostgreSQL, open ${base}/setup on this machine, or start again`);
  const { db } = connectDatabase({ url: databaseUrl, poolSize: 1, pooled: databasePooled, onIdleError: () => {} });
  const link = await makeSetupLink({ db, base }).finally(() => db.destroy());
  if (link === null) throw new ConfigError(`the service has an organisation; sign in, and open ${base}/setup to set up another`);
  console.log(link);
}

await main().catch((error: Error) => {
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
});
