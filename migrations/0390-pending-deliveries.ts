import { type Kysely, sql } from 'kysely';

/** The metrics count what is pending in all organisations, which is little beside what was delivered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index webhook_deliveries_pending on webhook_deliveries (organisation_id, created_at) where status = 'pending'`.execute(db);
}
