import { type Kysely, sql } from 'kysely';

/** The accounts that an organisation made for people without a mailbox are found by their names as these are compared. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index users_pupils on users (made_by_organisation_id, btrim(folded(name))) where not has_mailbox`.execute(db);
}
