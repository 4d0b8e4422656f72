import { type Kysely, sql } from 'kysely';

/** Invitations whose sender may not invite any more no longer counted, but did again when the sender got the right back. They end for good. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from member_invites i where accepted_by is null and not exists (select from memberships m
    where m.organisation_id = i.organisation_id and m.user_id = i.invited_by and (m.role = 'owner' or (m.role = 'creator' and i.role = 'learner')))`.execute(
    db,
  );
}
