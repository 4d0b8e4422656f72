import { type Kysely, sql } from 'kysely';

/** The texts of an attempt go with its learner. Its score stays, so that it is never computed again from what is left. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table quiz_attempts add column answers_erased_at timestamptz(3)`.execute(db);
}
