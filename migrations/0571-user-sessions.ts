import { type Kysely, sql } from 'kysely';

/**
 * The sessions of each user, as the user sees them. A session in the store is valid only while it stands here, whether PostgreSQL or Redis stores it.
 * Sessions from before are entered when they are next used.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table user_sessions (
      id uuid primary key,
      user_id uuid not null references users,
      epoch integer not null,
      browser text check (length(browser) <= 100),
      ip inet,
      started_at timestamptz(3) not null,
      seen_at timestamptz(3) not null
    );
    create index user_sessions_user on user_sessions (user_id, seen_at desc, id);
    create index user_sessions_seen on user_sessions (seen_at);
    create index user_sessions_started on user_sessions (started_at);
    -- Null if the account was not signed in to since this is recorded.
    alter table users add column first_signed_in_at timestamptz(3);
  `.execute(db);
}
