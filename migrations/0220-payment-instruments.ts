import { type Kysely, sql } from 'kysely';

/** By which card or bank account an order was paid, as a keyed hash that is the same for all orders at one account of the gateway. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders add column instrument_hash bytea check (length(instrument_hash) = 32);
    create index orders_of_instrument on orders (organisation_id, instrument_hash) where instrument_hash is not null;
  `.execute(db);
}
