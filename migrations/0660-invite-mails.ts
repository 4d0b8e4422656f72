import { type Kysely, sql } from 'kysely';

/** When invitations were mailed to an address within the last hour, by all organisations together, in order. Rows whose hour is over are deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table invite_mails (
    email_key text primary key,
    sent_at timestamptz(3)[] not null check (cardinality(sent_at) between 1 and 5)
  )`.execute(db);
}
