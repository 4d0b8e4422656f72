import { type Kysely, sql } from 'kysely';

/**
 * Which organisation made an account, and since when it is its person's own all the same. The accounts that there are were made by their persons, unless the
 * audit log shows that somebody else made the account a member in the transaction that created it, as only rosters do, and nobody could ever sign in: an account
 * with a password may have got it by mail, which left no trace.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      add column made_by_organisation_id uuid references organisations on delete set null,
      add column personal_since timestamptz(3);
    create index users_made_by on users (made_by_organisation_id) where made_by_organisation_id is not null;

    update users u set made_by_organisation_id = m.organisation_id
    from memberships m
    where m.user_id = u.id and m.role = 'learner' and m.created_at = u.created_at
      and u.password_hash is null and u.email_verified_at is null and u.phone is null and u.erased_at is null
      and not exists (select from user_identities i where i.user_id = u.id)
      and not exists (select from memberships elsewhere where elsewhere.user_id = u.id and elsewhere.organisation_id <> m.organisation_id)
      and exists (select from audit_log a where a.organisation_id = m.organisation_id and a.object_id = u.id and a.action = 'member.joined'
        and a.actor_id is distinct from u.id);
  `.execute(db);
}
