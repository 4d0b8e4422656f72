import { type Kysely, sql } from 'kysely';

/**
 * An order or a subscription that can still be paid holds its use of a coupon, until `held_until`. Of a coupon with a limit, a person holds one use at a time,
 * and, if it has a limit for all, one address holds three: `place` numbers them, and `address_hash` is a keyed hash of the address. A use that is not held any
 * more has none of these: it counts for good.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table coupon_redemptions
      add column held_until timestamptz(3),
      add column address_hash bytea,
      add column place smallint check (place between 1 and 3),
      add constraint coupon_redemptions_held check (num_nonnulls(address_hash, place) in (0, 2) and (held_until is not null or place is null));
    create index coupon_redemptions_held on coupon_redemptions (organisation_id, coupon_id, held_until) where held_until is not null;
    create unique index coupon_redemptions_held_by_person on coupon_redemptions (organisation_id, coupon_id, person) where held_until is not null;
    create unique index coupon_redemptions_held_at_address on coupon_redemptions (organisation_id, coupon_id, address_hash, place) where place is not null;
  `.execute(db);
}
