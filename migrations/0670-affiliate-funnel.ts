import { type Kysely, sql } from 'kysely';

/**
 * The steps from a click to a sale, counted by link, sub-id and day of the organisation, so that a report reads days and not what has happened on them. A day
 * stays where it was counted if the organisation moves to another time zone.
 *
 * Anybody can put any sub-id into the address of a link. `affiliate_sub_ids` has those by which clicks are told apart, so many new ones of a link in a month;
 * the clicks with all others are counted together, as `*`. Clicks without one have the empty sub-id. Sign-ups and sales are few enough to keep theirs.
 *
 * Sales begin with what is in the books. Clicks and sign-ups of before are not known by day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table affiliate_sub_ids (
      organisation_id uuid not null,
      link_id uuid not null,
      sub_id text not null check (length(sub_id) between 1 and 64),
      month date not null,
      primary key (organisation_id, link_id, sub_id),
      foreign key (organisation_id, link_id) references affiliate_links on delete cascade
    );
    create index affiliate_sub_ids_month on affiliate_sub_ids (organisation_id, link_id, month);

    create table affiliate_sign_ups (
      organisation_id uuid not null,
      user_id uuid not null references users on delete cascade,
      link_id uuid not null,
      sub_id text check (length(sub_id) <= 64),
      clicked_at timestamptz(3) not null,
      primary key (organisation_id, user_id),
      foreign key (organisation_id, link_id) references affiliate_links on delete cascade
    );
    create index affiliate_sign_ups_of_user on affiliate_sign_ups (user_id);
    create index affiliate_sign_ups_of_link on affiliate_sign_ups (organisation_id, link_id);

    create table affiliate_funnel_days (
      organisation_id uuid not null,
      day date not null,
      affiliate_id uuid not null,
      link_id uuid not null,
      sub_id text not null,
      clicks bigint not null,
      visitors bigint not null,
      sign_ups bigint not null,
      primary key (organisation_id, day, link_id, sub_id),
      foreign key (organisation_id, link_id) references affiliate_links on delete cascade
    );
    create index affiliate_funnel_days_of_affiliate on affiliate_funnel_days (organisation_id, affiliate_id, day);
    create index affiliate_funnel_days_of_link on affiliate_funnel_days (organisation_id, link_id);

    -- What was bought with a coupon and without a click has no link.
    create table affiliate_funnel_money (
      organisation_id uuid not null,
      day date not null,
      affiliate_id uuid not null,
      link_id uuid,
      source_id uuid not null generated always as (coalesce(link_id, affiliate_id)) stored,
      sub_id text not null,
      currency text not null,
      livemode boolean not null,
      orders bigint not null,
      revenue bigint not null,
      refunds bigint not null,
      refunded bigint not null,
      primary key (organisation_id, day, source_id, sub_id, currency, livemode),
      foreign key (organisation_id, affiliate_id) references affiliates on delete cascade,
      foreign key (organisation_id, link_id) references affiliate_links on delete cascade
    );
    create index affiliate_funnel_money_of_affiliate on affiliate_funnel_money (organisation_id, affiliate_id, day);
    create index affiliate_funnel_money_of_link on affiliate_funnel_money (organisation_id, link_id);
  `.execute(db);
  await sql`
    insert into affiliate_funnel_money (organisation_id, day, affiliate_id, link_id, sub_id, currency, livemode, orders, revenue, refunds, refunded)
    select r.organisation_id, (t.occurred_at at time zone o.timezone)::date, r.affiliate_id, r.link_id, coalesce(r.sub_id, ''), t.currency, t.livemode,
      count(*) filter (where t.fact = 'paid'), coalesce(sum(t.kept) filter (where t.fact = 'paid'), 0),
      coalesce(sum(-sign(t.kept)) filter (where t.fact <> 'paid'), 0), coalesce(sum(-t.kept) filter (where t.fact <> 'paid'), 0)
    from affiliate_commissions c
    join affiliate_referrals r on r.organisation_id = c.organisation_id and r.order_id = c.order_id
    join organisations o on o.id = c.organisation_id
    join (
      select l.organisation_id, l.order_id, l.fact, l.currency, l.livemode, l.occurred_at,
        -coalesce(sum(e.amount) filter (where e.account in ('sales', 'discounts', 'refunds', 'disputes')), 0) as kept
      from ledger_transactions l join ledger_entries e on e.organisation_id = l.organisation_id and e.transaction_id = l.id
      group by l.organisation_id, l.id) t on t.organisation_id = c.organisation_id and t.order_id = c.order_id
    where c.sequence = 0 and t.kept <> 0
    group by 1, 2, 3, 4, 5, 6, 7`.execute(db);
}
