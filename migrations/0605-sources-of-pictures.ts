import { type Kysely, sql } from 'kysely';

/** Posts know from where the pictures were copied that they show, so that a text that is sent again needs no second copies. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table discussion_files add column source text`.execute(db);
}
