import { type Kysely, sql } from 'kysely';

/** A commission becomes void when nothing is left of what it was for. It then says so, instead of what was left before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table affiliate_commissions
      drop constraint affiliate_commissions_first,
      add constraint affiliate_commissions_first check (sequence > 0 or amount > 0 or (status = 'void' and amount = 0))
  `.execute(db);
}
