import { type Kysely, sql } from 'kysely';

/** The erasure and the export of a person look for the invitations to claim their account in all organisations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index member_invites_claims_user on member_invites (claims_user_id) where claims_user_id is not null`.execute(db);
}
