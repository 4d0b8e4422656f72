import { type Kysely, sql } from 'kysely';

/**
 * What an organisation says of itself as a seller, the tax that orders contain, and the invoices and credit notes about them.
 *
 * An order keeps its tax from the start of the checkout. Invoices are numbered without gaps: the number is taken in the transaction of the payment, and
 * other payments to the organisation wait until it ends. A document never changes; only its buyer is forgotten when nobody has to keep it any more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table seller_details (
      organisation_id uuid primary key references organisations on delete cascade,
      legal_name text check (length(legal_name) between 1 and 200),
      address text check (length(address) between 1 and 500),
      country text check (country ~ '^[A-Z]{2}$'),
      vat_id text check (length(vat_id) between 1 and 50),
      tax_label text check (length(tax_label) between 1 and 50),
      tax_rate integer check (tax_rate between 1 and 10000),
      updated_at timestamptz(3) not null default now(),
      constraint seller_details_tax check ((tax_label is null) = (tax_rate is null))
    );

    alter table orders
      add column tax bigint not null default 0,
      add column tax_lines jsonb not null default '[]',
      add constraint orders_tax check (tax between 0 and total);

    create table invoice_numbers (
      organisation_id uuid not null references organisations on delete cascade,
      livemode boolean not null,
      kind text not null check (kind in ('invoice', 'credit_note')),
      year integer not null,
      last_number integer not null check (last_number > 0),
      primary key (organisation_id, livemode, kind, year)
    );

    create table invoices (
      organisation_id uuid not null,
      id uuid not null,
      order_id uuid not null,
      source_id uuid,
      kind text not null check (kind in ('invoice', 'credit_note')),
      livemode boolean not null,
      year integer not null,
      number integer not null check (number > 0),
      amount bigint not null check (amount > 0),
      tax bigint not null check (tax between 0 and amount),
      contents jsonb not null,
      buyer jsonb,
      issued_at timestamptz(3) not null,
      primary key (organisation_id, id),
      constraint invoices_number unique (organisation_id, livemode, kind, year, number),
      constraint invoices_once unique nulls not distinct (organisation_id, order_id, source_id, kind),
      foreign key (organisation_id, order_id) references orders on delete cascade
    );
    create index invoices_kept on invoices (issued_at) where buyer is not null;

    create function invoices_stay() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and pg_trigger_depth() > 1 then return old; end if;
      if tg_op = 'UPDATE' and new.buyer is null and to_jsonb(new) - 'buyer' = to_jsonb(old) - 'buyer' then return new; end if;
      raise exception 'invoices stay as they are' using errcode = 'check_violation', constraint = 'invoices_stay';
    end $$;
    create trigger invoices_stay before update or delete on invoices for each row execute function invoices_stay();

    alter table ledger_entries
      drop constraint ledger_entries_account_check,
      add constraint ledger_entries_account_check
        check (account in ('gateway_clearing', 'sales', 'discounts', 'tax_owed', 'refunds', 'disputes_held', 'disputes'));
  `.execute(db);
}
