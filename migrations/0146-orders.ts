import { type Kysely, sql } from 'kysely';

/**
 * Orders, the books, and the notifications of the payment gateway.
 *
 * An order freezes what is bought at its checkout. It only ever moves from one state to another as `orders_move` allows: a payment that was made is never
 * undone. The books are double entry: every transaction balances in its currency, happens once for each fact of an order, and is never changed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table orders (
      organisation_id uuid not null references organisations on delete cascade,
      id uuid not null,
      course_id uuid,
      course_title text not null,
      buyer_id uuid references users on delete set null,
      state text not null default 'pending' check (state in ('pending', 'processing', 'paid', 'failed', 'expired')),
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      subtotal bigint not null check (subtotal > 0),
      discount bigint not null default 0 check (discount between 0 and subtotal),
      total bigint not null check (total = subtotal - discount and total > 0),
      gateway text not null check (gateway in ('stripe', 'sandbox')),
      livemode boolean not null,
      account_id text not null,
      session_id text,
      flag text check (flag in ('amount_mismatch', 'already_owned', 'buyer_gone', 'course_gone', 'learner_limit')),
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null check (expires_at > created_at),
      checked_at timestamptz(3) not null,
      paid_at timestamptz(3),
      primary key (organisation_id, id),
      foreign key (organisation_id, course_id) references courses on delete set null (course_id),
      check ((state = 'paid') = (paid_at is not null))
    );
    create unique index orders_open on orders (organisation_id, course_id, buyer_id) where state in ('pending', 'processing');
    create unique index orders_session on orders (gateway, session_id);
    create index orders_of_buyer on orders (buyer_id, organisation_id, id) where buyer_id is not null;
    create index orders_course on orders (organisation_id, course_id);
    create index orders_unsettled on orders (checked_at) where state in ('pending', 'processing');

    create function orders_move() returns trigger language plpgsql as $$
    begin
      if (old.state, new.state) not in (
        ('pending', 'processing'), ('pending', 'paid'), ('pending', 'failed'), ('pending', 'expired'),
        ('processing', 'paid'), ('processing', 'failed'), ('processing', 'expired'),
        ('failed', 'paid'), ('expired', 'paid')
      ) then
        raise exception 'an order cannot move from % to %', old.state, new.state using errcode = 'check_violation', constraint = 'orders_move';
      end if;
      return new;
    end $$;
    create trigger orders_move before update of state on orders for each row when (old.state <> new.state) execute function orders_move();

    create table ledger_transactions (
      organisation_id uuid not null,
      id uuid not null,
      order_id uuid not null,
      fact text not null check (fact in ('paid')),
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      livemode boolean not null,
      occurred_at timestamptz(3) not null,
      primary key (organisation_id, id),
      unique (organisation_id, order_id, fact),
      foreign key (organisation_id, order_id) references orders on delete cascade
    );

    create table ledger_entries (
      organisation_id uuid not null,
      transaction_id uuid not null,
      account text not null check (account in ('gateway_clearing', 'sales', 'discounts')),
      amount bigint not null check (amount <> 0),
      primary key (organisation_id, transaction_id, account),
      foreign key (organisation_id, transaction_id) references ledger_transactions on delete cascade
    );

    create function ledger_balances() returns trigger language plpgsql as $$
    begin
      if (select coalesce(sum(amount), 1) from ledger_entries where organisation_id = new.organisation_id
          and transaction_id = (to_jsonb(new) ->> tg_argv[0])::uuid) <> 0 then
        raise exception 'a transaction of the ledger does not balance' using errcode = 'check_violation', constraint = 'ledger_balances';
      end if;
      return null;
    end $$;
    create constraint trigger ledger_balances after insert on ledger_transactions deferrable initially deferred
      for each row execute function ledger_balances('id');
    create constraint trigger ledger_balances after insert on ledger_entries deferrable initially deferred
      for each row execute function ledger_balances('transaction_id');

    -- The books of an organisation disappear only with the organisation, by its foreign keys.
    create function ledger_stays() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and pg_trigger_depth() > 1 then return old; end if;
      raise exception 'the ledger is append-only' using errcode = 'check_violation', constraint = 'ledger_stays';
    end $$;
    create trigger ledger_stays before update or delete on ledger_transactions for each row execute function ledger_stays();
    create trigger ledger_stays before update or delete on ledger_entries for each row execute function ledger_stays();

    create table gateway_notifications (
      gateway text not null check (gateway in ('stripe', 'sandbox')),
      id text not null check (length(id) between 1 and 255),
      type text not null,
      account_id text,
      object_id text,
      livemode boolean not null,
      received_at timestamptz(3) not null,
      outcome text check (outcome in ('handled', 'ignored', 'unmatched')),
      primary key (gateway, id)
    );
    create index gateway_notifications_object on gateway_notifications (gateway, object_id) where outcome = 'unmatched';
    create index gateway_notifications_received on gateway_notifications (received_at);
  `.execute(db);
}
