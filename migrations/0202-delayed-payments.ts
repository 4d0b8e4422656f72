import { type Kysely, sql } from 'kysely';

/** Organisations decide whether they take payments that arrive days later. An order keeps the decision from the start of its checkout. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table seller_details add column takes_delayed_payments boolean not null default true;
    alter table orders add column takes_delayed_payments boolean not null default true;
  `.execute(db);
}
