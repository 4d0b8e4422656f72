import { type Kysely, sql } from 'kysely';

/** The lessons that nobody has changed for longest are found without reading the others of the organisation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index lessons_updated on lessons (organisation_id, updated_at, id)`.execute(db);
}
