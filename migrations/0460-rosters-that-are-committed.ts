import { type Kysely, sql } from 'kysely';

/** The job that looks for commits that nobody works on finds them without the imports of all organisations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index roster_imports_committing on roster_imports (id) where status = 'committing'`.execute(db);
}
