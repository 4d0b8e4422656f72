import { type Kysely, sql } from 'kysely';

/** Imports make topics of discussions. Those that were read before make none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update course_imports set plan = plan || '{"topic_count": 0}' where plan is not null`.execute(db);
}
