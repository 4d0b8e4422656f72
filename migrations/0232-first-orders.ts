import { type Kysely, sql } from 'kysely';

/**
 * A referral says of which orders its order must be the first that is paid to earn: of all orders of the buyer (`customer`), of those since the click
 * (`click`), or of those that the affiliate has earned on (`affiliate`). Null means that every order earns.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table affiliate_referrals add column first_of text check (first_of in ('customer', 'click', 'affiliate'))`.execute(db);
}
