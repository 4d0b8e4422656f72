import { type Kysely, sql } from 'kysely';

/**
 * An order freezes the coupon that reduces it, and for whom the coupon counts its use. An order that a coupon makes free involves no gateway. A use is
 * given back if the payment that took it does not arrive.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders add column coupon_id uuid, add column coupon_code text, add column coupon_person text;
    alter table orders alter column gateway drop not null, alter column account_id drop not null;
    alter table orders drop constraint orders_check1, drop constraint orders_flag_check;
    alter table orders
      add constraint orders_total check (total = subtotal - discount and total >= 0),
      add constraint orders_gateway check ((total > 0) = (gateway is not null and account_id is not null)),
      add constraint orders_coupon check ((coupon_id is null) = (coupon_code is null) and (coupon_id is not null or discount = 0)),
      add constraint orders_flag check (flag in ('amount_mismatch', 'already_owned', 'buyer_gone', 'course_gone', 'course_closed', 'learner_limit', 'coupon_over_limit')),
      add constraint orders_coupon_id_fkey foreign key (organisation_id, coupon_id) references coupons;
    create index orders_coupon_id on orders (organisation_id, coupon_id) where coupon_id is not null;

    alter table coupon_people drop constraint coupon_people_uses_check;
    alter table coupon_people add constraint coupon_people_uses check (uses >= 0);
  `.execute(db);
}
