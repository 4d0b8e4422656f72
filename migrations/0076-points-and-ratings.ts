import { type Kysely, sql } from 'kysely';

/** Points that a person gives for a question may be above those of the question, and work can be rated by the rubric of its lesson. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table quiz_attempts drop constraint quiz_attempts_score;
    alter table quiz_attempts add constraint quiz_attempts_score check (score_percent between -100 and 100);
    alter table gradebook_grades add column ratings jsonb not null default '[]';
  `.execute(db);
}
