import { type Kysely, sql } from 'kysely';

/**
 * A subscription freezes what a coupon takes off each payment (`coupon_discount`), and knows of how many payments it still will: null means of all. What it
 * has taken off the current period (`coupon_taken`) decides what of the period is credited when the plan changes. Its use of the coupon is in
 * `coupon_redemptions` under the subscription's ID, from the start of the checkout, and is given back if nobody subscribes.
 *
 * A coupon can leave nothing to pay for a period. The order about it has a gateway nevertheless, whose invoice it names.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table catalogue_subscriptions
      add column coupon_id uuid,
      add column coupon_code text,
      add column coupon_discount bigint not null default 0 check (coupon_discount >= 0),
      add column coupon_left integer check (coupon_left >= 0),
      add column coupon_taken bigint not null default 0 check (coupon_taken >= 0),
      add constraint catalogue_subscriptions_coupon check ((coupon_id is null) = (coupon_code is null) and (coupon_id is null) = (coupon_discount = 0)),
      add constraint catalogue_subscriptions_coupon_id_fkey foreign key (organisation_id, coupon_id) references coupons;
    create index catalogue_subscriptions_coupon_id on catalogue_subscriptions (organisation_id, coupon_id) where coupon_id is not null;

    alter table orders
      drop constraint orders_gateway,
      add constraint orders_gateway
        check ((gateway is null) = (account_id is null) and (gateway is not null) = (total > 0 or subscription_id is not null));

    update sandbox_objects set body = body || '{"discount": null, "reduced": 0}' where id like 'sub\\_%';
    update sandbox_objects set body = body || '{"discount": 0}' where id like 'in\\_%';
    update sandbox_objects set body = body || '{"discount": null}' where id like 'cs\\_%' and body ? 'trialDays';
  `.execute(db);
}
