import { type Kysely, sql } from 'kysely';

/**
 * Orders of people who have no account, or are not signed in. The row keeps the address that they gave until an account proves it and becomes the buyer, or
 * until nobody needs it any more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table guest_orders (
      organisation_id uuid not null,
      order_id uuid not null,
      visitor_id uuid not null,
      email text,
      email_key text,
      claimed_at timestamptz(3),
      is_access_owed boolean not null default false,
      created_at timestamptz(3) not null,
      primary key (organisation_id, order_id),
      foreign key (organisation_id, order_id) references orders on delete cascade,
      check ((email is null) = (email_key is null)),
      check ((email is null) = (claimed_at is not null)),
      check (claimed_at is not null or not is_access_owed)
    );
    create index guest_orders_waiting on guest_orders (email_key) where email_key is not null;
    create index guest_orders_visitor on guest_orders (organisation_id, visitor_id);
    create index guest_orders_created on guest_orders (created_at);
  `.execute(db);
}
