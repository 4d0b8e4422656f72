import { type Kysely, sql } from 'kysely';

/** A code by email or text message can also prove who uses a session. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table user_codes
      drop constraint user_codes_purpose_check,
      add constraint user_codes_purpose_check check (purpose in ('sign_in', 'reauthenticate'));
  `.execute(db);
}
