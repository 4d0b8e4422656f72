import { type Kysely, sql } from 'kysely';

/** Until when jobs that recur have seen what happened, so that the next run begins there, also after hours in which none could run. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table job_moments (name text primary key, seen_until timestamptz(3) not null)`.execute(db);
}
