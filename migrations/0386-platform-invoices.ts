import { type Kysely, sql } from 'kysely';

/**
 * Invoices of the service about what organisations pay it, and what the service says of itself as the seller, which the operator can change. A payment keeps
 * the tax that it contains. Numbers have no gaps: they are taken in the transaction of the payment. Like the books of the service, documents stay when an
 * organisation is deleted, and never change.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table platform_seller (
      is_only boolean primary key default true check (is_only),
      name text not null check (length(name) between 1 and 200),
      address text check (length(address) between 1 and 500),
      country text check (country ~ '^[A-Z]{2}$'),
      vat_id text check (length(vat_id) between 1 and 50),
      timezone text not null default 'UTC',
      tax_label text check (length(tax_label) between 1 and 50),
      tax_rate integer check (tax_rate between 1 and 10000),
      constraint platform_seller_tax check ((tax_label is null) = (tax_rate is null))
    );
    insert into platform_seller (name) values ('Learning Management Service');

    alter table platform_payments
      add column tax bigint not null default 0,
      add column tax_lines jsonb not null default '[]',
      add constraint platform_payments_tax check (tax between 0 and amount);
    alter table platform_entries
      drop constraint platform_entries_account_check,
      add constraint platform_entries_account_check check (account in ('gateway_clearing', 'plan_sales', 'storage_sales', 'tax_owed'));

    create table platform_invoice_numbers (
      livemode boolean not null,
      kind text not null check (kind in ('invoice', 'credit_note')),
      year integer not null,
      last_number integer not null check (last_number > 0),
      primary key (livemode, kind, year)
    );

    create table platform_invoices (
      id uuid primary key,
      payer_id uuid not null,
      payment_id uuid not null,
      source_id uuid,
      kind text not null check (kind in ('invoice', 'credit_note')),
      livemode boolean not null,
      year integer not null,
      number integer not null check (number > 0),
      amount bigint not null check (amount > 0),
      tax bigint not null check (tax between 0 and amount),
      contents jsonb not null,
      issued_at timestamptz(3) not null,
      constraint platform_invoices_number unique (livemode, kind, year, number),
      constraint platform_invoices_once unique nulls not distinct (payment_id, source_id, kind)
    );
    create index platform_invoices_of_payer on platform_invoices (payer_id, id);
    create trigger platform_books_stay before update or delete on platform_invoices for each row execute function ledger_stays();
  `.execute(db);
}
