import { type Kysely, sql } from 'kysely';

/**
 * What the plans of the service cost, and the sizes in which it sells storage. A plan without a price is free, or given by the operator, who can change
 * the rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table plan_prices (
      plan_id text not null references plans on delete cascade,
      interval text not null check (interval in ('month', 'year')),
      amount bigint not null check (amount > 0),
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      primary key (plan_id, interval)
    );
    insert into plan_prices (plan_id, interval, amount, currency) values
      ('starter', 'month', 2900, 'USD'), ('starter', 'year', 29000, 'USD'),
      ('pro', 'month', 9900, 'USD'), ('pro', 'year', 99000, 'USD'),
      ('enterprise', 'month', 49900, 'USD'), ('enterprise', 'year', 499000, 'USD');

    create table storage_offers (
      id text primary key check (length(id) between 1 and 32),
      size_bytes bigint not null unique check (size_bytes > 0)
    );
    insert into storage_offers (id, size_bytes) values ('storage_100', 100000000000), ('storage_500', 500000000000), ('storage_2000', 2000000000000);

    create table storage_offer_prices (
      offer_id text not null references storage_offers on delete cascade,
      interval text not null check (interval in ('month', 'year')),
      amount bigint not null check (amount > 0),
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      primary key (offer_id, interval)
    );
    insert into storage_offer_prices (offer_id, interval, amount, currency) values
      ('storage_100', 'month', 1000, 'USD'), ('storage_100', 'year', 10000, 'USD'),
      ('storage_500', 'month', 4000, 'USD'), ('storage_500', 'year', 40000, 'USD'),
      ('storage_2000', 'month', 12000, 'USD'), ('storage_2000', 'year', 120000, 'USD');
  `.execute(db);
}
