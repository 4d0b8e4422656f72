import { type Kysely, sql } from 'kysely';

/** A credit at the gateway can pay a part of a period of a subscription, or all of it. It counts as a discount without a coupon. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders
      drop constraint orders_coupon,
      add constraint orders_coupon
        check ((coupon_id is null) = (coupon_code is null) and (coupon_id is not null or subscription_id is not null or discount = 0));
  `.execute(db);
}
