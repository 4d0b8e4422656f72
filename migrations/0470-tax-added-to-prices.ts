import { type Kysely, sql } from 'kysely';

/** Prices of a seller may lack the tax, which is then added to them: frozen when an order or a subscription begins. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table seller_details add column prices_include_tax boolean not null default true;
    alter table catalogue_subscriptions add column prices_include_tax boolean not null default true;
    alter table orders
      add column prices_include_tax boolean not null default true,
      drop constraint orders_total,
      add constraint orders_total check (total = subtotal - discount + case when prices_include_tax then 0 else tax end and total >= 0);
  `.execute(db);
}
