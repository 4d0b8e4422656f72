import { type Kysely, sql } from 'kysely';

/**
 * The affiliate program of an organisation: its settings, its rules for single courses, the invites with which people join it, the affiliates and
 * their links. A rate is kept as the contract shows it. A program without a row has the default settings.
 *
 * The way from a click to a commission. `affiliate_touches` are the clicks that are bound to a user, `affiliate_referrals` freezes at the checkout who
 * earns and how much, and `affiliate_commissions` has one row for each order, and one for each change after it was settled. `base` and `amount` of the
 * rows of an order that are not void add up to what was paid, without tax, and to the commission on it. The totals are kept by triggers, so that they
 * agree with the rows in every transaction.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table affiliate_programs (
      organisation_id uuid primary key references organisations on delete cascade,
      settings jsonb not null,
      terms_version integer not null default 0 check (terms_version >= 0),
      updated_at timestamptz(3) not null default now()
    );

    create table affiliate_course_rules (
      organisation_id uuid not null,
      course_id uuid not null,
      is_excluded boolean not null,
      rate jsonb,
      updated_at timestamptz(3) not null default now(),
      primary key (organisation_id, course_id),
      foreign key (organisation_id, course_id) references courses on delete cascade,
      constraint affiliate_course_rules_rate check (is_excluded = (rate is null))
    );

    create table affiliate_invites (
      organisation_id uuid not null references organisations on delete cascade,
      id uuid not null,
      code text not null check (length(code) between 3 and 40),
      label text not null,
      rate jsonb,
      max_uses integer check (max_uses > 0),
      uses integer not null default 0 check (uses >= 0),
      expires_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      deactivated_at timestamptz(3),
      primary key (organisation_id, id),
      constraint affiliate_invites_code unique (organisation_id, code),
      constraint affiliate_invites_uses check (uses <= max_uses)
    );

    create table affiliates (
      organisation_id uuid not null,
      id uuid not null,
      user_id uuid references users on delete set null,
      status text not null check (status in ('pending', 'approved', 'declined', 'suspended')),
      rate jsonb,
      joined_via uuid not null,
      terms_version integer,
      reason text,
      created_at timestamptz(3) not null default now(),
      decided_at timestamptz(3),
      primary key (organisation_id, id),
      foreign key (organisation_id, joined_via) references affiliate_invites on delete cascade
    );
    create unique index affiliates_user on affiliates (organisation_id, user_id) where user_id is not null;
    create index affiliates_of_user on affiliates (user_id, organisation_id) where user_id is not null;
    create index affiliates_of_invite on affiliates (organisation_id, joined_via);

    create function affiliates_move() returns trigger language plpgsql as $$
    begin
      if (old.status, new.status) not in (
        ('pending', 'approved'), ('pending', 'declined'), ('declined', 'approved'), ('approved', 'suspended'), ('suspended', 'approved')
      ) then
        raise exception 'an affiliate cannot move from % to %', old.status, new.status using errcode = 'check_violation', constraint = 'affiliates_move';
      end if;
      return new;
    end $$;
    create trigger affiliates_move before update of status on affiliates for each row when (old.status <> new.status) execute function affiliates_move();

    create table affiliate_links (
      organisation_id uuid not null,
      id uuid not null,
      affiliate_id uuid not null,
      code text not null check (code ~ '^[a-z0-9-]{3,40}$'),
      course_id uuid,
      label text not null,
      created_at timestamptz(3) not null default now(),
      primary key (organisation_id, id),
      foreign key (organisation_id, affiliate_id) references affiliates on delete cascade,
      foreign key (organisation_id, course_id) references courses on delete set null (course_id)
    );
    -- A link is followed by its code alone.
    create unique index affiliate_links_code on affiliate_links (code);
    create index affiliate_links_of_affiliate on affiliate_links (organisation_id, affiliate_id, id);
    create index affiliate_links_of_course on affiliate_links (organisation_id, course_id);
  `.execute(db);
  await sql`
    create table affiliate_clicks (
      organisation_id uuid not null,
      id uuid not null,
      link_id uuid not null,
      affiliate_id uuid not null,
      course_id uuid,
      sub_id text check (length(sub_id) <= 64),
      clicked_at timestamptz(3) not null,
      primary key (organisation_id, id),
      foreign key (organisation_id, link_id) references affiliate_links on delete cascade
    );
    create index affiliate_clicks_of_link on affiliate_clicks (organisation_id, link_id);

    create table affiliate_touches (
      organisation_id uuid not null,
      user_id uuid not null references users on delete cascade,
      link_id uuid not null,
      clicked_at timestamptz(3) not null,
      sub_id text check (length(sub_id) <= 64),
      primary key (organisation_id, user_id, link_id, clicked_at),
      foreign key (organisation_id, link_id) references affiliate_links on delete cascade
    );
    create index affiliate_touches_of_user on affiliate_touches (user_id);
    create index affiliate_touches_of_link on affiliate_touches (organisation_id, link_id);

    create table affiliate_referrals (
      organisation_id uuid not null,
      order_id uuid not null,
      buyer_id uuid references users on delete set null,
      affiliate_id uuid not null,
      link_id uuid not null,
      sub_id text,
      course_id uuid not null,
      course_title text not null,
      clicked_at timestamptz(3) not null,
      rate jsonb not null,
      rule text not null check (rule in ('affiliate', 'invite', 'course', 'program')),
      hold_days integer not null check (hold_days >= 0),
      created_at timestamptz(3) not null,
      primary key (organisation_id, order_id),
      foreign key (organisation_id, affiliate_id) references affiliates on delete cascade,
      foreign key (organisation_id, link_id) references affiliate_links on delete cascade
    );
    create index affiliate_referrals_of_buyer on affiliate_referrals (buyer_id, organisation_id) where buyer_id is not null;
    create index affiliate_referrals_of_affiliate on affiliate_referrals (organisation_id, affiliate_id);
    create index affiliate_referrals_of_link on affiliate_referrals (organisation_id, link_id);

    create table affiliate_commissions (
      organisation_id uuid not null,
      id uuid not null,
      order_id uuid not null,
      sequence integer not null check (sequence >= 0),
      affiliate_id uuid not null,
      course_id uuid not null,
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      livemode boolean not null,
      base bigint not null,
      amount bigint not null,
      status text not null check (status in ('pending', 'payable', 'void')),
      payable_at timestamptz(3) not null,
      is_settled boolean not null default false,
      settled_at timestamptz(3),
      was_settled boolean not null default false,
      earned_at timestamptz(3) not null,
      primary key (organisation_id, id),
      unique (organisation_id, order_id, sequence),
      foreign key (organisation_id, order_id) references affiliate_referrals on delete cascade,
      foreign key (organisation_id, affiliate_id) references affiliates on delete cascade,
      constraint affiliate_commissions_first check (sequence > 0 or amount > 0),
      constraint affiliate_commissions_settled check (is_settled = (settled_at is not null) and (was_settled or not is_settled)),
      constraint affiliate_commissions_void check (status <> 'void' or not was_settled)
    );
    create index affiliate_commissions_of_affiliate on affiliate_commissions (organisation_id, affiliate_id, id);
    create index affiliate_commissions_of_course on affiliate_commissions (organisation_id, course_id, id);
    create index affiliate_commissions_held on affiliate_commissions (payable_at) where status = 'pending';

    create table affiliate_click_totals (
      organisation_id uuid not null,
      link_id uuid not null,
      affiliate_id uuid not null,
      course_id uuid,
      clicks bigint not null,
      primary key (organisation_id, link_id),
      foreign key (organisation_id, link_id) references affiliate_links on delete cascade
    );
    create index affiliate_click_totals_affiliate on affiliate_click_totals (organisation_id, affiliate_id);
    create index affiliate_click_totals_course on affiliate_click_totals (organisation_id, course_id);

    create table affiliate_money_totals (
      organisation_id uuid not null,
      affiliate_id uuid not null,
      course_id uuid not null,
      currency text not null,
      livemode boolean not null,
      orders bigint not null,
      revenue bigint not null,
      pending bigint not null,
      payable bigint not null,
      settled bigint not null,
      primary key (organisation_id, affiliate_id, course_id, currency, livemode),
      foreign key (organisation_id, affiliate_id) references affiliates on delete cascade
    );
    create index affiliate_money_totals_course on affiliate_money_totals (organisation_id, course_id);

    create function affiliate_clicks_count() returns trigger language plpgsql as $$
    begin
      insert into affiliate_click_totals (organisation_id, link_id, affiliate_id, course_id, clicks)
      values (new.organisation_id, new.link_id, new.affiliate_id, new.course_id, 1)
      on conflict (organisation_id, link_id) do update set clicks = affiliate_click_totals.clicks + 1;
      return null;
    end $$;
    create trigger affiliate_clicks_count after insert on affiliate_clicks for each row execute function affiliate_clicks_count();

    create function affiliate_commissions_add(entry affiliate_commissions, sign integer) returns void language sql as $$
      insert into affiliate_money_totals (organisation_id, affiliate_id, course_id, currency, livemode, orders, revenue, pending, payable, settled)
      select entry.organisation_id, entry.affiliate_id, entry.course_id, entry.currency, entry.livemode, sign * (entry.sequence = 0)::int, sign * entry.base,
        case when entry.status = 'pending' and not entry.is_settled then sign * entry.amount else 0 end,
        case when entry.status = 'payable' and not entry.is_settled then sign * entry.amount else 0 end,
        case when entry.is_settled then sign * entry.amount else 0 end
      where entry.status <> 'void'
      on conflict (organisation_id, affiliate_id, course_id, currency, livemode) do update set
        orders = affiliate_money_totals.orders + excluded.orders, revenue = affiliate_money_totals.revenue + excluded.revenue,
        pending = affiliate_money_totals.pending + excluded.pending, payable = affiliate_money_totals.payable + excluded.payable,
        settled = affiliate_money_totals.settled + excluded.settled
    $$;
    create function affiliate_commissions_count() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then perform affiliate_commissions_add(old, -1); end if;
      perform affiliate_commissions_add(new, 1);
      return null;
    end $$;
    create trigger affiliate_commissions_count after insert or update on affiliate_commissions for each row execute function affiliate_commissions_count();
  `.execute(db);
}
