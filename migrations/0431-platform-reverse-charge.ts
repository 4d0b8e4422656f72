import { type Kysely, sql } from 'kysely';

/** Whether an organisation owes the tax on what it buys of the service, so that it pays prices without it: frozen when a purchase begins, and kept with each payment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table platform_purchases add column reverse_charge boolean not null default false;
    alter table platform_payments
      add column reverse_charge boolean not null default false,
      add constraint platform_payments_reverse_charge check (not reverse_charge or tax = 0);
  `.execute(db);
}
