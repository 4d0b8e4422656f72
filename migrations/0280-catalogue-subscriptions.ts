import { type Kysely, sql } from 'kysely';

/**
 * Subscriptions to plans. The gateway renews them; a row says what was last read there, and what follows from it. `revision` counts the changes of a row, so
 * that what was read at the gateway before another change is thrown away. `asked` counts the times when the gateway was asked, and `applied` is the last of
 * them whose answer is in the row. `change_*` is a change of the plan that the gateway is still to be told, and `refused_change_id` the last that it refused.
 *
 * What is paid for a subscription is an order of its own, once for each invoice of the gateway. A subscription that nobody can see any more, because its
 * subscriber or its organisation was deleted, leaves a row in `subscription_endings` until it has ended at the gateway, too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table catalogue_subscriptions (
      organisation_id uuid not null references organisations on delete cascade,
      id uuid not null,
      user_id uuid references users on delete set null,
      plan_id uuid not null,
      plan_version integer not null,
      next_plan_id uuid,
      next_plan_version integer,
      change_id uuid,
      change_plan_id uuid,
      change_plan_version integer,
      change_is_now boolean,
      state text not null default 'incomplete'
        check (state in ('incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'cancelled', 'completed', 'expired')),
      gateway text not null check (gateway in ('stripe', 'sandbox')),
      livemode boolean not null,
      account_id text not null,
      page_id text,
      gateway_id text,
      platform_fee_share integer not null check (platform_fee_share between 0 and 10000),
      taxes jsonb not null,
      terms_version integer,
      trial_days integer not null check (trial_days between 0 and 90),
      trial_ends_at timestamptz(3),
      period_start timestamptz(3),
      period_end timestamptz(3),
      cancels_at_period_end boolean not null default false,
      paid_periods integer not null default 0 check (paid_periods >= 0),
      paid_until timestamptz(3),
      past_due_at timestamptz(3),
      started_at timestamptz(3),
      ended_at timestamptz(3),
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null check (expires_at > created_at),
      checked_at timestamptz(3) not null,
      revision integer not null default 0,
      asked integer not null default 0,
      applied integer not null default 0,
      refused_change_id uuid,
      primary key (organisation_id, id),
      foreign key (organisation_id, plan_id, plan_version) references catalogue_plan_versions,
      foreign key (organisation_id, next_plan_id, next_plan_version) references catalogue_plan_versions,
      foreign key (organisation_id, change_plan_id, change_plan_version) references catalogue_plan_versions,
      foreign key (organisation_id, terms_version) references sale_terms,
      constraint catalogue_subscriptions_change check (num_nulls(change_id, change_plan_id, change_plan_version, change_is_now) in (0, 4)),
      constraint catalogue_subscriptions_started check (state in ('incomplete', 'expired') or (gateway_id is not null and started_at is not null)),
      constraint catalogue_subscriptions_ended check ((state in ('cancelled', 'completed', 'expired')) = (ended_at is not null)),
      constraint catalogue_subscriptions_past_due check ((state in ('past_due', 'unpaid')) = (past_due_at is not null))
    );
    create unique index catalogue_subscriptions_live on catalogue_subscriptions (organisation_id, user_id)
      where state in ('incomplete', 'trialing', 'active', 'past_due', 'unpaid');
    create unique index catalogue_subscriptions_trial on catalogue_subscriptions (organisation_id, user_id) where trial_ends_at is not null;
    create unique index catalogue_subscriptions_page on catalogue_subscriptions (gateway, page_id);
    create unique index catalogue_subscriptions_gateway on catalogue_subscriptions (gateway, gateway_id);
    create index catalogue_subscriptions_of_user on catalogue_subscriptions (user_id, organisation_id, id) where user_id is not null;
    create index catalogue_subscriptions_plan on catalogue_subscriptions (organisation_id, plan_id, id);
    create index catalogue_subscriptions_next_plan on catalogue_subscriptions (organisation_id, next_plan_id) where next_plan_id is not null;
    create index catalogue_subscriptions_change_plan on catalogue_subscriptions (organisation_id, change_plan_id) where change_plan_id is not null;
    create index catalogue_subscriptions_terms on catalogue_subscriptions (organisation_id, terms_version) where terms_version is not null;
    create index catalogue_subscriptions_due on catalogue_subscriptions (coalesce(period_end, expires_at))
      where state in ('incomplete', 'trialing', 'active', 'past_due', 'unpaid');

    create index catalogue_subscriptions_unsure on catalogue_subscriptions (checked_at)
      where state in ('incomplete', 'past_due', 'unpaid') or change_id is not null or (state = 'active' and paid_until < period_end);

    create function catalogue_subscriptions_move() returns trigger language plpgsql as $$
    begin
      if (old.state, new.state) not in (
        ('incomplete', 'trialing'), ('incomplete', 'active'), ('incomplete', 'past_due'), ('incomplete', 'completed'), ('incomplete', 'cancelled'),
        ('incomplete', 'expired'),
        ('trialing', 'active'), ('trialing', 'past_due'), ('trialing', 'cancelled'), ('trialing', 'completed'),
        ('active', 'past_due'), ('active', 'cancelled'), ('active', 'completed'),
        ('past_due', 'active'), ('past_due', 'unpaid'), ('past_due', 'cancelled'), ('past_due', 'completed'),
        ('unpaid', 'active'), ('unpaid', 'cancelled'), ('unpaid', 'completed')
      ) then
        raise exception 'a subscription cannot move from % to %', old.state, new.state
          using errcode = 'check_violation', constraint = 'catalogue_subscriptions_move';
      end if;
      return new;
    end $$;
    create trigger catalogue_subscriptions_move before update of state on catalogue_subscriptions
      for each row when (old.state <> new.state) execute function catalogue_subscriptions_move();

    create table subscription_endings (
      gateway text not null check (gateway in ('stripe', 'sandbox')),
      livemode boolean not null,
      account_id text,
      id uuid primary key,
      page_id text,
      gateway_id text,
      begun_at timestamptz(3) not null
    );
    create function catalogue_subscriptions_gone() returns trigger language plpgsql as $$
    begin
      insert into subscription_endings (gateway, livemode, account_id, id, page_id, gateway_id, begun_at)
        values (old.gateway, old.livemode, old.account_id, old.id, old.page_id, old.gateway_id, old.created_at) on conflict do nothing;
      return null;
    end $$;
    create trigger catalogue_subscriptions_deleted after delete on catalogue_subscriptions
      for each row when (old.state in ('incomplete', 'trialing', 'active', 'past_due', 'unpaid')) execute function catalogue_subscriptions_gone();
    create trigger catalogue_subscriptions_left after update of user_id on catalogue_subscriptions
      for each row when (old.user_id is not null and new.user_id is null and old.state in ('incomplete', 'trialing', 'active', 'past_due', 'unpaid'))
      execute function catalogue_subscriptions_gone();

    alter table orders
      add column subscription_id uuid,
      add column gateway_invoice_id text,
      add constraint orders_subscription_id_fkey foreign key (organisation_id, subscription_id) references catalogue_subscriptions,
      add constraint orders_subscription check ((subscription_id is null) = (gateway_invoice_id is null));
    create unique index orders_gateway_invoice on orders (gateway, gateway_invoice_id);
    create index orders_of_subscription on orders (organisation_id, subscription_id, id) where subscription_id is not null;
  `.execute(db);
}
