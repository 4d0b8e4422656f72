import { type Kysely, sql } from 'kysely';

/**
 * Whom a row of a roster is about, as soon as that is known: also where it is left out, waits, or has an error. `user_id` says whom its commit has enrolled. Rows
 * from before have none, and are deleted 30 days after they were uploaded.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table roster_import_rows add column person_id uuid;
    create index roster_import_rows_person on roster_import_rows (person_id) where person_id is not null;
  `.execute(db);
}
