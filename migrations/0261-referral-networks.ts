import { type Kysely, sql } from 'kysely';

/**
 * From where affiliates and the buyers whom they bring call, for a few days: suspicious orders are found by it. Networks and browsers are stored as keyed
 * hashes only. An affiliate is recognized by both together in every organisation, and orders that come from one network by the network alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table affiliate_sightings (
      user_id uuid not null references users on delete cascade,
      client_hash bytea not null check (length(client_hash) = 32),
      seen_at timestamptz(3) not null,
      primary key (user_id, client_hash)
    );
    create index affiliate_sightings_seen on affiliate_sightings (seen_at);

    create table affiliate_order_networks (
      organisation_id uuid not null,
      order_id uuid not null,
      affiliate_id uuid not null,
      network_hash bytea not null check (length(network_hash) = 32),
      seen_at timestamptz(3) not null,
      primary key (organisation_id, order_id),
      foreign key (organisation_id, order_id) references affiliate_referrals on delete cascade
    );
    create index affiliate_order_networks_network on affiliate_order_networks (organisation_id, affiliate_id, network_hash);
    create index affiliate_order_networks_seen on affiliate_order_networks (seen_at);

    alter table affiliate_referrals drop constraint affiliate_referrals_flag_check,
      add constraint affiliate_referrals_flag_check check (flag in ('coupon_without_click', 'same_network'));
    alter table affiliate_commissions drop constraint affiliate_commissions_flag_check,
      add constraint affiliate_commissions_flag_check check (flag in ('coupon_without_click', 'refund_share', 'same_network', 'order_burst'));
  `.execute(db);
}
