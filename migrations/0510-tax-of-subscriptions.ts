import { type Kysely, sql } from 'kysely';

/** The payment gateway may compute the tax of subscriptions, too: frozen when a subscription begins, and by each of its orders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table catalogue_subscriptions add column gateway_tax boolean not null default false;
    alter table orders
      drop constraint orders_gateway_tax,
      add constraint orders_gateway_tax check (not gateway_tax or not reverse_charge);
  `.execute(db);
}
