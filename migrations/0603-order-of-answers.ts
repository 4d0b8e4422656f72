import { type Kysely, sql } from 'kysely';

/** How often the gateway was asked about what is bought from the platform, and to which question the answer was that was applied last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table platform_purchases add column asked integer not null default 0, add column applied integer not null default 0`.execute(db);
}
