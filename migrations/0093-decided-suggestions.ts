import { type Kysely, sql } from 'kysely';

/** Suggestions can be refused. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table ai_grading_items drop constraint ai_grading_items_decision_check, add constraint ai_grading_items_decision_check
      check (decision in ('accepted', 'changed', 'refused'));
  `.execute(db);
}
