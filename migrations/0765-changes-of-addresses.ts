import { type Kysely, sql } from 'kysely';

/** The new address that somebody wants for their account, until they have proved it, and the tokens that prove it or bring the old one back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table email_changes (
      user_id uuid primary key references users on delete cascade,
      email text not null check (length(email) <= 254),
      -- That of the user. Whatever ends all sessions also ends the change.
      session_epoch integer not null,
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz(3) not null
    );
    create index email_changes_expires on email_changes (expires_at);
    alter table user_tokens
      drop constraint user_tokens_purpose_check,
      add constraint user_tokens_purpose_check check (purpose in ('verify_email', 'reset_password', 'change_email', 'restore_email'));
  `.execute(db);
}
