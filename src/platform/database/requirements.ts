import type { Pool } from 'pg';

/** What the service needs to know about a database before it uses it. */
export interface DatabaseFacts {
  /** `server_version_num`: 150004 is 15.4. */
  version: number;
  encoding: string;
  role: string;
  /** Whether the database has been migrated before, or the role may create the schema and the tables that migrations need. */
  may_migrate: boolean;
}

const OLDEST = 15;

const FACTS = `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding, current_user as role,
    to_regclass('kysely_migration') is not null
      or (has_database_privilege(current_database(), 'create') and coalesce(has_schema_privilege(current_schema(), 'create'), false)) as may_migrate`;

/** Returns why the service cannot use such a database, or null. */
export function refusalOf({ version, encoding, role, may_migrate }: DatabaseFacts): string | null {
  const major = Math.floor(version / 10_000);
  if (major < OLDEST) return `it is PostgreSQL ${major}, and the service needs version ${OLDEST} or newer`;
  if (encoding !== 'UTF8')
    return `its encoding is ${encoding}, and the service needs UTF8; create it with: create database ... encoding 'UTF8' template template0`;
  if (!may_migrate) return `the role ${role} may not create schemas and tables in it; make the role its owner`;
  return null;
}

/** @throws Error if the database cannot be reached, or the service cannot use it */
export async function requireUsable(pool: Pool): Promise<void> {
  const { rows } = await pool.query<DatabaseFacts>(FACTS);
  const refusal = refusalOf(rows[0] as DatabaseFacts);
  if (refusal) throw new Error(refusal);
}
