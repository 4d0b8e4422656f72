import { type Kysely, sql } from 'kysely';

/** An order of several places, or of a gift, gives access codes instead of access. They belong to the order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders
      add column quantity integer not null default 1 check (quantity between 1 and 500),
      add column is_gift boolean not null default false;
    alter table access_codes
      add column order_id uuid,
      add constraint access_codes_order_id_fkey foreign key (organisation_id, order_id) references orders on delete cascade;
    create index access_codes_of_order on access_codes (organisation_id, order_id, id) where order_id is not null;
  `.execute(db);
}
