import { type Kysely, sql } from 'kysely';

/** The answer of a model has 64 KiB at most. What is longer was none: its beginning stays. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update ai_grading_exchanges set answer = left(answer, 16384) where octet_length(answer) > 65536;
    alter table ai_grading_exchanges add constraint ai_grading_exchanges_answer check (octet_length(answer) <= 65536);
  `.execute(db);
}
