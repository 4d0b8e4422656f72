import { type Kysely, sql } from 'kysely';

/**
 * Money that goes back to buyers: refunds, and disputes that buyers open at their bank.
 *
 * A refund is stored before the gateway is asked, so that it is asked again, and made once, whatever happens in between. An order keeps the refund policy
 * that its course had at the start of the checkout. `refunded`, `refund_state` and `dispute_state` of an order follow from its refunds and disputes, and
 * are changed together with them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders
      add column payment_id text check (length(payment_id) between 1 and 255),
      add column refund_policy jsonb,
      add column refunded bigint not null default 0 constraint orders_refunded check (refunded between 0 and total),
      add column refund_state text check (refund_state in ('pending', 'requires_action', 'succeeded', 'failed')),
      add column dispute_state text check (dispute_state in ('open', 'won', 'lost')),
      add constraint orders_reversals check (state = 'paid' or (refund_state is null and dispute_state is null));
    create unique index orders_payment on orders (gateway, payment_id);
    create index orders_reversing on orders (checked_at) where refund_state in ('pending', 'requires_action') or dispute_state = 'open';
    create index orders_flagged on orders (organisation_id, id) where flag is not null or refund_state = 'failed' or dispute_state = 'open';

    create function orders_keep_policy() returns trigger language plpgsql as $$
    begin
      new.refund_policy := (select policy from refund_policies where organisation_id = new.organisation_id and course_id = new.course_id);
      return new;
    end $$;
    create trigger orders_keep_policy before insert on orders for each row when (new.refund_policy is null) execute function orders_keep_policy();

    create table refunds (
      organisation_id uuid not null,
      id uuid not null,
      order_id uuid not null,
      origin text not null check (origin in ('buyer', 'staff', 'duplicate', 'gateway')),
      amount bigint not null check (amount > 0),
      state text not null default 'pending' check (state in ('pending', 'requires_action', 'succeeded', 'failed')),
      reason text check (length(reason) between 1 and 500),
      ends_access boolean,
      attempt integer not null default 1 check (attempt > 0),
      gateway_refund_id text check (length(gateway_refund_id) between 1 and 255),
      requested_by uuid references users on delete set null,
      created_at timestamptz(3) not null,
      changed_at timestamptz(3) not null,
      primary key (organisation_id, id),
      foreign key (organisation_id, order_id) references orders on delete cascade
    );
    create unique index refunds_running on refunds (organisation_id, order_id) where state in ('pending', 'requires_action') and origin <> 'gateway';
    create unique index refunds_gateway on refunds (organisation_id, order_id, gateway_refund_id);
    create index refunds_order on refunds (organisation_id, order_id, id);
    create index refunds_requested_by on refunds (requested_by) where requested_by is not null;

    create function refunds_move() returns trigger language plpgsql as $$
    begin
      if old.state = 'failed' and old.gateway_refund_id is not null or old.state = 'succeeded' and new.state <> 'failed' then
        raise exception 'a refund cannot move from % to %', old.state, new.state using errcode = 'check_violation', constraint = 'refunds_move';
      end if;
      return new;
    end $$;
    create trigger refunds_move before update of state on refunds for each row when (old.state <> new.state) execute function refunds_move();

    create table disputes (
      organisation_id uuid not null,
      id uuid not null,
      order_id uuid not null,
      gateway_dispute_id text not null check (length(gateway_dispute_id) between 1 and 255),
      amount bigint not null check (amount > 0),
      state text not null check (state in ('open', 'won', 'lost')),
      created_at timestamptz(3) not null,
      changed_at timestamptz(3) not null,
      primary key (organisation_id, id),
      unique (organisation_id, order_id, gateway_dispute_id),
      foreign key (organisation_id, order_id) references orders on delete cascade
    );

    create index sandbox_objects_members on sandbox_objects using gin (body jsonb_path_ops);

    alter table ledger_transactions
      add column source_id uuid,
      drop constraint ledger_transactions_fact_check,
      add constraint ledger_transactions_fact_check
        check (fact in ('paid', 'refunded', 'refund_failed', 'dispute_opened', 'dispute_won', 'dispute_lost')),
      drop constraint ledger_transactions_organisation_id_order_id_fact_key,
      add constraint ledger_transactions_once unique nulls not distinct (organisation_id, order_id, fact, source_id);
    alter table ledger_entries
      drop constraint ledger_entries_account_check,
      add constraint ledger_entries_account_check check (account in ('gateway_clearing', 'sales', 'discounts', 'refunds', 'disputes_held', 'disputes'));
  `.execute(db);
}
