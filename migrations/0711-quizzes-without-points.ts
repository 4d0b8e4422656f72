import { type Kysely, sql } from 'kysely';

/** A quiz in which nothing can be earned has no score. It said 100 % before, also of wrong answers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update quiz_attempts set score_percent = null where max_points = 0 and score_percent is not null`.execute(db);
}
