import { type Kysely, sql } from 'kysely';

/**
 * What has gone back, or is held back, of what organisations have paid the service: refunds that the operator makes at the gateway, and disputes. The gateway is
 * asked again about a payment as long as something of it is open (`reversals_asked_at`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table platform_payments add column reversals_asked_at timestamptz(3);
    create index platform_payments_reversing on platform_payments (reversals_asked_at) where reversals_asked_at is not null;
    create index platform_payments_payment on platform_payments (payment_id) where payment_id is not null;

    create table platform_reversals (
      organisation_id uuid not null,
      id uuid not null,
      payment_id uuid not null,
      kind text not null check (kind in ('refund', 'dispute')),
      gateway_id text not null check (length(gateway_id) between 1 and 255),
      amount bigint not null check (amount > 0),
      state text not null,
      created_at timestamptz(3) not null,
      changed_at timestamptz(3) not null,
      primary key (organisation_id, id),
      unique (organisation_id, payment_id, gateway_id),
      foreign key (organisation_id, payment_id) references platform_payments on delete cascade,
      constraint platform_reversals_state check (
        case kind when 'refund' then state in ('pending', 'requires_action', 'succeeded', 'failed') else state in ('open', 'won', 'lost') end)
    );

    alter table platform_transactions
      add column source_id uuid,
      drop constraint platform_transactions_fact_check,
      drop constraint platform_transactions_payment_id_fact_key,
      add constraint platform_transactions_fact_check
        check (fact in ('paid', 'refunded', 'refund_failed', 'dispute_opened', 'dispute_won', 'dispute_lost') and (fact = 'paid') = (source_id is null)),
      add constraint platform_transactions_once unique nulls not distinct (payment_id, fact, source_id);
    alter table platform_entries
      drop constraint platform_entries_account_check,
      add constraint platform_entries_account_check
        check (account in ('gateway_clearing', 'plan_sales', 'storage_sales', 'tax_owed', 'refunds', 'disputes_held', 'disputes'));
  `.execute(db);
}
