import { type Kysely, sql } from 'kysely';

/** Rows without a question in which something is marked: a learner has perhaps slipped a row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table answer_sheet_scans add column stray_rows smallint[] not null default '{}'`.execute(db);
}
