import { type Kysely, sql } from 'kysely';

/**
 * What organisations buy of the service: its plan and more storage. The gateway renews a purchase by itself, into the account of the service. An
 * organisation has at most one of each kind that is live. A change of the price is stored before the gateway is asked for it (`change_id`), so that it
 * can be completed after an interruption. The books of the service are its own: they stay when an organisation is deleted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table platform_purchases (
      organisation_id uuid not null references organisations on delete cascade,
      id uuid not null,
      kind text not null check (kind in ('plan', 'storage')),
      item_id text not null,
      interval text not null check (interval in ('month', 'year')),
      amount bigint not null check (amount > 0),
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      status text not null default 'pending' check (status in ('pending', 'active', 'past_due', 'unpaid', 'ended', 'expired')),
      flag text check (flag in ('price_mismatch')),
      gateway text not null check (gateway in ('stripe', 'sandbox')),
      livemode boolean not null,
      page_id text,
      subscription_id text,
      period_start timestamptz(3),
      period_end timestamptz(3) check (period_end > period_start),
      cancels boolean not null default false,
      next_item_id text,
      next_amount bigint check (next_amount > 0),
      change_id uuid,
      change_item_id text,
      change_interval text check (change_interval in ('month', 'year')),
      change_amount bigint check (change_amount > 0),
      change_now boolean,
      grace_until timestamptz(3),
      requested_by uuid references users on delete set null,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null check (expires_at > created_at),
      checked_at timestamptz(3) not null,
      ended_at timestamptz(3),
      primary key (organisation_id, id),
      check ((status in ('pending', 'expired')) or (subscription_id is not null and period_start is not null and period_end is not null)),
      check ((status = 'past_due') = (grace_until is not null)),
      check ((status in ('unpaid', 'ended', 'expired')) = (ended_at is not null)),
      check ((next_item_id is null) = (next_amount is null)),
      check (num_nulls(change_id, change_item_id, change_interval, change_amount, change_now) in (0, 5))
    );
    create unique index platform_purchases_live on platform_purchases (organisation_id, kind) where status in ('pending', 'active', 'past_due');
    create unique index platform_purchases_page on platform_purchases (gateway, page_id);
    create unique index platform_purchases_subscription on platform_purchases (gateway, subscription_id);
    create index platform_purchases_latest on platform_purchases (organisation_id, kind, id);
    create index platform_purchases_unsettled on platform_purchases (checked_at) where status in ('pending', 'active', 'past_due');
    create index platform_purchases_requested on platform_purchases (requested_by, organisation_id, id) where requested_by is not null;

    create table platform_payments (
      organisation_id uuid not null,
      id uuid not null,
      purchase_id uuid not null,
      invoice_id text not null check (length(invoice_id) between 1 and 255),
      payment_id text,
      reason text not null check (reason in ('period', 'change')),
      item_id text not null,
      amount bigint not null check (amount > 0),
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      period_start timestamptz(3) not null,
      period_end timestamptz(3) not null,
      paid_at timestamptz(3) not null,
      primary key (organisation_id, id),
      unique (organisation_id, purchase_id, invoice_id),
      foreign key (organisation_id, purchase_id) references platform_purchases on delete cascade
    );

    create table platform_transactions (
      id uuid primary key,
      payer_id uuid not null,
      payment_id uuid not null,
      fact text not null check (fact in ('paid')),
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      livemode boolean not null,
      occurred_at timestamptz(3) not null,
      unique (payment_id, fact)
    );
    create index platform_transactions_time on platform_transactions (occurred_at, id);

    create table platform_entries (
      transaction_id uuid not null references platform_transactions,
      account text not null check (account in ('gateway_clearing', 'plan_sales', 'storage_sales')),
      amount bigint not null check (amount <> 0),
      primary key (transaction_id, account)
    );

    create function platform_books_balance() returns trigger language plpgsql as $$
    begin
      if (select coalesce(sum(amount), 1) from platform_entries where transaction_id = (to_jsonb(new) ->> tg_argv[0])::uuid) <> 0 then
        raise exception 'a transaction of the ledger does not balance' using errcode = 'check_violation', constraint = 'platform_books_balance';
      end if;
      return null;
    end $$;
    create constraint trigger platform_books_balance after insert on platform_transactions deferrable initially deferred
      for each row execute function platform_books_balance('id');
    create constraint trigger platform_books_balance after insert on platform_entries deferrable initially deferred
      for each row execute function platform_books_balance('transaction_id');
    create trigger platform_books_stay before update or delete on platform_transactions for each row execute function ledger_stays();
    create trigger platform_books_stay before update or delete on platform_entries for each row execute function ledger_stays();
  `.execute(db);
}
