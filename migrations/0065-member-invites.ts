import { type Kysely, sql } from 'kysely';

/** Invitations to become a member, one for each address. An accepted one is kept until it expires, so that accepting it again changes nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table member_invites (
      organisation_id uuid not null references organisations on delete cascade,
      id uuid not null,
      email text not null check (length(email) between 3 and 254),
      email_key text not null,
      role text not null check (role in ('owner', 'creator', 'learner')),
      invited_by uuid not null references users on delete cascade,
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz(3) not null,
      accepted_by uuid references users on delete cascade,
      primary key (organisation_id, id),
      unique (organisation_id, email_key)
    );
    create index member_invites_expires on member_invites (expires_at);
    create index member_invites_address on member_invites (email_key);
    create index member_invites_inviter on member_invites (invited_by);
    create index member_invites_accepter on member_invites (accepted_by);
  `.execute(db);
}
