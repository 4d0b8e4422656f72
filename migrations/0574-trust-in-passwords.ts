import { type Kysely, sql } from 'kysely';

/**
 * The network in which an account was made, for an hour, and until when a password needs no code there. A password that may be a stranger's goes where the person has
 * another way in that they have set since; where it needed no code in a network, it now needs one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      add column signed_up_from text check (length(signed_up_from) <= 100),
      add column code_unless_until timestamptz(3);
    create index users_signed_up_from on users (created_at) where signed_up_from is not null;
    update users set password_hash = null, code_unless_from = null where code_unless_from is not null
      and (phone is not null or exists (select from user_identities where user_id = users.id));
    update users set code_unless_from = '' where code_unless_from <> '';
  `.execute(db);
}
