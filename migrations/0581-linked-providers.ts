import { type Kysely, sql } from 'kysely';

/** Linked identities have IDs, by which their users unlink them: the subject at a provider stands in no URL. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table user_identities add column id uuid not null default gen_random_uuid() constraint user_identities_id unique`.execute(db);
}
