import { type Kysely, sql } from 'kysely';

/**
 * Staff invite pupils without a mailbox to claim their accounts: whoever accepts gets the account, with the address of the invitation. There is one such
 * invitation for an account, as long as the pupil is a member.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table member_invites
      add column claims_user_id uuid,
      add constraint member_invites_claims foreign key (organisation_id, claims_user_id) references memberships on delete cascade;
    create unique index member_invites_claim on member_invites (organisation_id, claims_user_id);
  `.execute(db);
}
