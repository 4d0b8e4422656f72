import { type Kysely, sql } from 'kysely';

/** Staff can open all published lessons of a course to one learner. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table enrollments add column opens_everything boolean not null default false`.execute(db);
}
