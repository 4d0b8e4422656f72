import { type Kysely, sql } from 'kysely';

/** What users are told about the security of their accounts by mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table security_notices (
      id uuid primary key,
      user_id uuid not null references users,
      kind text not null check (length(kind) between 1 and 50),
      -- The address at that time, to which the mail goes also if the account has another one by then.
      address text not null,
      details jsonb not null default '{}',
      ip inet,
      browser text check (length(browser) <= 100),
      created_at timestamptz(3) not null default now()
    );
    create index security_notices_user on security_notices (user_id, kind, created_at);
    create index security_notices_created on security_notices (created_at);
    create unique index security_notices_new_browser on security_notices (user_id, ((created_at at time zone 'UTC')::date)) where kind = 'new_browser';
  `.execute(db);
}
