import { type Kysely, sql } from 'kysely';

/** Why the payment for a plan or storage failed that is overdue. It counts only while one is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table platform_purchases add column payment_error text check (payment_error in ('declined', 'authentication_required'))`.execute(db);
}
