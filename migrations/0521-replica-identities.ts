import { type Kysely, sql } from 'kysely';

/** Logical replication, with which a server moves to a newer PostgreSQL without a pause, can follow tables without a primary key, too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table analytics_money_days replica identity full;
    alter table gradebook_changes replica identity full;
    alter table progress_changes replica identity full;
  `.execute(db);
}
