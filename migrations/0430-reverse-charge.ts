import { type Kysely, sql } from 'kysely';

/**
 * The business for which somebody buys or subscribes: its name, address, country and VAT ID. With reverse charge, the business owes the tax itself, so that
 * what it pays contains none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders
      add column business jsonb check (business is null or jsonb_typeof(business) = 'object'),
      add column reverse_charge boolean not null default false,
      add constraint orders_reverse_charge check (not reverse_charge or tax = 0);

    alter table catalogue_subscriptions
      add column business jsonb check (business is null or jsonb_typeof(business) = 'object'),
      add column reverse_charge boolean not null default false;
  `.execute(db);
}
