import { type Kysely, sql } from 'kysely';

/**
 * Time zones were stored under names that only Intl knows, such as PST. They get the name that the IANA time zone database has for the same zone, or UTC if the
 * database does not know that either.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['users', 'organisations', 'courses']) {
    const { rows } = await sql<{ timezone: string }>`select distinct timezone from ${sql.id(table)}
      where lower(timezone) not in (select lower(name) from pg_timezone_names)`.execute(db);
    for (const { timezone } of rows) {
      const { rows: found } = await sql`select from pg_timezone_names where name = ${ianaName(timezone)}`.execute(db);
      await sql`update ${sql.id(table)} set timezone = ${found.length > 0 ? ianaName(timezone) : 'UTC'} where timezone = ${timezone}`.execute(db);
    }
  }
}

function ianaName(timezone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}
