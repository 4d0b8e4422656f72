import { type Kysely, sql } from 'kysely';

/** Linked identities have IDs, by which their users unlink them: the subject at a provider stands in no URL. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Not "id": processes of the release before join users, whose ID they do not qualify.
  await sql`alter table user_identities add column link_id uuid not null default gen_random_uuid() constraint user_identities_link unique`.execute(db);
}
