import { type Kysely, sql } from 'kysely';

/**
 * What the payment gateway has entered in the accounts of sellers, as far as it is about their orders, and what a daily comparison with the books has
 * found. The fee of an entry is a fact of the books of its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table gateway_entries (
      organisation_id uuid not null references organisations on delete cascade,
      id uuid not null,
      gateway text not null check (gateway in ('stripe', 'sandbox')),
      account_id text not null,
      gateway_entry_id text not null check (length(gateway_entry_id) between 1 and 255),
      order_id uuid not null,
      object_id text not null check (length(object_id) between 1 and 255),
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      amount bigint not null,
      fee_currency text not null check (fee_currency ~ '^[A-Z]{3}$'),
      fee bigint not null,
      entered_at timestamptz(3) not null,
      primary key (organisation_id, id),
      unique (organisation_id, gateway, account_id, gateway_entry_id),
      foreign key (organisation_id, order_id) references orders on delete cascade
    );
    create index gateway_entries_order on gateway_entries (organisation_id, order_id);
    create index gateway_entries_time on gateway_entries (organisation_id, gateway, account_id, entered_at);

    create table reconciliations (
      organisation_id uuid not null references organisations on delete cascade,
      id uuid not null,
      gateway text not null check (gateway in ('stripe', 'sandbox')),
      livemode boolean not null,
      account_id text not null,
      day date not null,
      compared_at timestamptz(3) not null,
      entry_count integer not null,
      other_count integer not null,
      difference_count integer not null,
      primary key (organisation_id, id),
      unique (organisation_id, gateway, livemode, account_id, day)
    );
    create index reconciliations_day on reconciliations (organisation_id, day, id);

    create table reconciliation_differences (
      organisation_id uuid not null,
      reconciliation_id uuid not null,
      object_id text not null,
      order_id uuid not null,
      kind text not null check (kind in ('missing_here', 'missing_there', 'amount')),
      currency text not null,
      booked bigint not null,
      entered_currency text not null,
      entered bigint not null,
      primary key (organisation_id, reconciliation_id, object_id),
      foreign key (organisation_id, reconciliation_id) references reconciliations on delete cascade,
      foreign key (organisation_id, order_id) references orders on delete cascade
    );
    create index reconciliation_differences_order on reconciliation_differences (organisation_id, order_id);

    alter table ledger_transactions
      drop constraint ledger_transactions_fact_check,
      add constraint ledger_transactions_fact_check
        check (fact in ('paid', 'refunded', 'refund_failed', 'dispute_opened', 'dispute_won', 'dispute_lost', 'fee_charged'));
  `.execute(db);
}
