import { type Kysely, sql } from 'kysely';

const TOTALS = 'organisation_id, affiliate_id, course_id, currency, livemode';

/** Adds rows of commissions to the totals, in the order of their keys, so that concurrent statements lock them in the same order. */
const add = (rows: string) => `
  insert into affiliate_money_totals (${TOTALS}, orders, revenue, pending, payable, settled)
  select ${TOTALS}, sum(sign * (sequence = 0)::int), sum(sign * base),
    coalesce(sum(sign * amount) filter (where status = 'pending' and not is_settled), 0),
    coalesce(sum(sign * amount) filter (where status = 'payable' and not is_settled), 0),
    coalesce(sum(sign * amount) filter (where is_settled), 0)
  from (${rows}) entry
  where status <> 'void'
  group by ${TOTALS} order by ${TOTALS}
  on conflict (${TOTALS}) do update set
    orders = affiliate_money_totals.orders + excluded.orders, revenue = affiliate_money_totals.revenue + excluded.revenue,
    pending = affiliate_money_totals.pending + excluded.pending, payable = affiliate_money_totals.payable + excluded.payable,
    settled = affiliate_money_totals.settled + excluded.settled;
  return null;`;

/**
 * The affiliate program of an organisation: its settings, its rules for single courses, the invites with which people join it, the affiliates and
 * their links. A rate is kept as the contract shows it. A program without a row has the default settings.
 *
 * Clicks are counted in totals by link, and so are visitors, once for each link and day. A visitor is a hash of the address and the browser, whose key
 * exists only on that day (UTC): neither what was hashed nor the same visitor on another day can be recognized.
 *
 * The way from a click to a commission. `affiliate_touches` are the clicks that are bound to a user, `affiliate_referrals` freezes at the checkout who
 * earns and how much, and `affiliate_commissions` has one row for each order, and one for each change after it was settled. `base` and `amount` of the
 * rows of an order that are not void add up to what was paid, without tax, and to the commission on it. Commissions
 * wait for staff if they have a flag, and for the bank while the payment is disputed; those that staff have cancelled stay void. The totals are kept by
 * triggers, once for each statement, so that they agree with the rows in every transaction.
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
      payout_contact bytea,
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
    create table affiliate_click_keys (
      day date primary key,
      key bytea not null
    );

    create table affiliate_visitors (
      organisation_id uuid not null,
      link_id uuid not null,
      day date not null,
      visitor_hash bytea not null check (length(visitor_hash) = 32),
      primary key (organisation_id, link_id, day, visitor_hash),
      foreign key (organisation_id, link_id) references affiliate_links on delete cascade
    );
    create index affiliate_visitors_day on affiliate_visitors (day);

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
      link_id uuid,
      sub_id text,
      course_id uuid not null,
      course_title text not null,
      clicked_at timestamptz(3),
      rate jsonb not null,
      rule text not null check (rule in ('coupon', 'affiliate', 'invite', 'course', 'program')),
      flag text check (flag in ('coupon_without_click')),
      hold_days integer not null check (hold_days >= 0),
      created_at timestamptz(3) not null,
      primary key (organisation_id, order_id),
      foreign key (organisation_id, affiliate_id) references affiliates on delete cascade,
      foreign key (organisation_id, link_id) references affiliate_links on delete cascade,
      constraint affiliate_referrals_click check ((link_id is null) = (clicked_at is null))
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
      settlement_reference text,
      flag text check (flag in ('coupon_without_click', 'refund_share')),
      is_disputed boolean not null default false,
      is_cancelled boolean not null default false,
      earned_at timestamptz(3) not null,
      primary key (organisation_id, id),
      unique (organisation_id, order_id, sequence),
      foreign key (organisation_id, order_id) references affiliate_referrals on delete cascade,
      foreign key (organisation_id, affiliate_id) references affiliates on delete cascade,
      constraint affiliate_commissions_first check (sequence > 0 or amount > 0),
      constraint affiliate_commissions_settled check (is_settled = (settled_at is not null) and (was_settled or not is_settled)),
      constraint affiliate_commissions_cancelled check (status = 'void' or not is_cancelled),
      constraint affiliate_commissions_disputed check (status <> 'payable' or is_settled or amount <= 0 or not is_disputed),
      constraint affiliate_commissions_void check (status <> 'void' or not was_settled)
    );
    create index affiliate_commissions_of_affiliate on affiliate_commissions (organisation_id, affiliate_id, id);
    create index affiliate_commissions_of_course on affiliate_commissions (organisation_id, course_id, id);
    create index affiliate_commissions_held on affiliate_commissions (payable_at) where status = 'pending' and flag is null and not is_disputed;
    create index affiliate_commissions_owed on affiliate_commissions (organisation_id, earned_at) where status = 'payable' and not is_settled;

    create table affiliate_click_totals (
      organisation_id uuid not null,
      link_id uuid not null,
      affiliate_id uuid not null,
      course_id uuid,
      clicks bigint not null,
      visitors bigint not null,
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

    create function affiliate_commissions_made() returns trigger language plpgsql as $$ begin ${sql.raw(add('select made.*, 1 as sign from made'))} end $$;
    create function affiliate_commissions_changed() returns trigger language plpgsql as $$
      begin ${sql.raw(add('select made.*, 1 as sign from made union all select ended.*, -1 from ended'))} end $$;
    create trigger affiliate_commissions_made after insert on affiliate_commissions referencing new table as made
      for each statement execute function affiliate_commissions_made();
    create trigger affiliate_commissions_changed after update on affiliate_commissions referencing old table as ended new table as made
      for each statement execute function affiliate_commissions_changed();

    alter table coupons add column affiliate_id uuid, add column affiliate_rate jsonb,
      add constraint coupons_affiliate foreign key (organisation_id, affiliate_id) references affiliates on delete set null (affiliate_id);
    create index coupons_of_affiliate on coupons (organisation_id, affiliate_id) where affiliate_id is not null;
  `.execute(db);
}
