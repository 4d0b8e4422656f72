import { type Kysely, sql } from 'kysely';

/** Processes that run jobs report that they are alive, so that the jobs of a process that was killed are released. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table job_workers (
      id text primary key,
      seen_at timestamptz(3) not null default now()
    );
  `.execute(db);
}
