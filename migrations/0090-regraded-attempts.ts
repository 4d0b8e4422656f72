import { type Kysely, sql } from 'kysely';

/** The regrade that changed the score of an attempt last, so that the changes of a regrade can be announced. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table quiz_attempts add column regrade_id uuid;
    create index quiz_attempts_regrade on quiz_attempts (organisation_id, regrade_id) where regrade_id is not null;
  `.execute(db);
}
