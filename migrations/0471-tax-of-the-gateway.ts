import { type Kysely, sql } from 'kysely';

/** The payment gateway may compute the tax of orders. What it has computed is entered when the payment is made; until then, an order has no tax. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table seller_details add column gateway_tax boolean not null default false;
    alter table orders
      add column gateway_tax boolean not null default false,
      add constraint orders_gateway_tax check (not gateway_tax or (not reverse_charge and subscription_id is null));
  `.execute(db);
}
