import { type Kysely, sql } from 'kysely';

/** Who runs the service makes its first organisation, once: the only row of one table says that they have, and the other has the links that lead there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table first_setup (
      is_done boolean primary key default true check (is_done),
      completed_at timestamptz(3) not null default now()
    );
    create table setup_tokens (
      secret_hash bytea primary key,
      expires_at timestamptz(3) not null
    );
  `.execute(db);
}
