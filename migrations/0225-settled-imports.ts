import { type Kysely, sql } from 'kysely';

/** What an import made is told from what somebody changed by a digest of its rows. Unused since 0225: `course_imports.settled_at`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table course_imports add column settled_mark text`.execute(db);
}
