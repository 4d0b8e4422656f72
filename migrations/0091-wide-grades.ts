import { type Kysely, sql } from 'kysely';

/** A weight may be 1000 %, and scores far above few points give percentages of many digits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Compatible: only the precision grows.
    alter table gradebook_categories alter column weight_percent type numeric(6, 2);
    -- Compatible: only the precision grows.
    alter table gradebook_results alter column current_percent type numeric(20, 2), alter column final_percent type numeric(20, 2);
  `.execute(db);
}
