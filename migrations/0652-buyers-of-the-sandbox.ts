import { type Kysely, sql } from 'kysely';

/** Invoices of the sandbox kept the buyers of orders whose guests were forgotten. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update invoices i set buyer = null from orders o
    where o.organisation_id = i.organisation_id and o.id = i.order_id and not i.livemode and i.buyer is not null and o.buyer_id is null
      and not exists (select from guest_orders g where g.organisation_id = o.organisation_id and g.order_id = o.id)`.execute(db);
}
