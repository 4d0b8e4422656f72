import { type Kysely, sql } from 'kysely';

/** The lessons in which the work of a learner that counts is late, so that finding late work does not read all grades of everybody. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table gradebook_results add column late_lessons jsonb
    generated always as (jsonb_path_query_array(cells, '$[*] ? (@.is_late == true).lesson_id')) stored`.execute(db);
}
