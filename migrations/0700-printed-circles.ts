import { type Kysely, sql } from 'kysely';

/** Sheets of older prints show every circle of their layout, others only those of their own rows and choices. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table answer_sheet_prints add column shows_all boolean not null default true`.execute(db);
}
