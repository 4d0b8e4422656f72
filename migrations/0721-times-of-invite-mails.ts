import { type Kysely, sql } from 'kysely';

/** The hourly deletion finds the addresses whose hour is over without reading all others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index invite_mails_last on invite_mails ((sent_at[cardinality(sent_at)]))`.execute(db);
}
