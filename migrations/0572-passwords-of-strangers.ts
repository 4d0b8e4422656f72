import { type Kysely, sql } from 'kysely';

/**
 * An address can be verified by somebody who has its mail and shows nothing of the account. Whoever set the password may be somebody else, so it takes a code by
 * mail until it was used together with one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Null if the password needs no code. Otherwise the network from which it needs none, or nothing if it needs one everywhere.
    alter table users add column code_unless_from text check (length(code_unless_from) <= 100);
  `.execute(db);
}
