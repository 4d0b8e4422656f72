import { type Kysely, sql } from 'kysely';

/** What completes the lessons of a course. The default is what completed them before there was a choice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table courses add column completion_rules jsonb not null
      default '{"text_min_seconds": 0, "video_percent": 90, "quiz": "passed"}'`.execute(db);
}
