import { type Kysely, sql } from 'kysely';

/** Lists the members of an organisation in the order in which they joined. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index memberships_joined on memberships (organisation_id, created_at, user_id)`.execute(db);
}
