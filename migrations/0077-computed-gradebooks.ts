import { type Kysely, sql } from 'kysely';

/** The rules by which all grades of a course were computed last, so that reading the gradebook need not count its learners. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table gradebook_courses add column computed_revision bigint not null default 0`.execute(db);
}
