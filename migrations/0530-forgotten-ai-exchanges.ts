import { type Kysely, sql } from 'kysely';

/** The texts of what was sent to a language model and answered can be forgotten. Its tokens are not, because the costs of jobs are added up from them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table ai_grading_exchanges
      alter column instructions drop not null,
      alter column input drop not null,
      alter column answer drop not null,
      -- Rows from before have all of them.
      add constraint ai_grading_exchanges_texts check (num_nulls(instructions, input, answer) in (0, 3)) not valid;
    create index ai_grading_exchanges_kept on ai_grading_exchanges (created_at) where instructions is not null;
  `.execute(db);
}
