import { type Kysely, sql } from 'kysely';

const TOTALS = 'organisation_id, affiliate_id, course_id, plan_id, currency, livemode';
const KEY = 'organisation_id, affiliate_id, sold_id, currency, livemode';

/** As in 0199, with the plan. A row is recognized by what was sold, which is never null. */
const add = (rows: string) => `
  insert into affiliate_money_totals (${TOTALS}, orders, revenue, pending, payable, settled)
  select ${TOTALS}, sum(sign * (sequence = 0)::int), sum(sign * base),
    coalesce(sum(sign * amount) filter (where status = 'pending' and not is_settled), 0),
    coalesce(sum(sign * amount) filter (where status = 'payable' and not is_settled), 0),
    coalesce(sum(sign * amount) filter (where is_settled), 0)
  from (${rows}) entry
  where status <> 'void'
  group by ${TOTALS} order by organisation_id, affiliate_id, coalesce(course_id, plan_id), currency, livemode
  on conflict (${KEY}) do update set
    orders = affiliate_money_totals.orders + excluded.orders, revenue = affiliate_money_totals.revenue + excluded.revenue,
    pending = affiliate_money_totals.pending + excluded.pending, payable = affiliate_money_totals.payable + excluded.payable,
    settled = affiliate_money_totals.settled + excluded.settled;
  return null;`;

/**
 * Affiliates earn on subscriptions, too: on a plan instead of a course.
 *
 * What is frozen at the checkout of a subscription is stored under the ID of the subscription, as that of an order is under the ID of the order, and is
 * copied for each payment, which is an order of its own. `subscription_part` says what a payment is for, and is null in what was frozen. `renewal_limit` is
 * how many renewals earn, or null for all of them, and `counts_anew` whether the renewals of other subscriptions of the same buyer do not count for it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table affiliate_referrals
      alter column course_id drop not null,
      add column plan_id uuid,
      add column subscription_id uuid,
      add column subscription_part text check (subscription_part in ('first', 'renewal', 'change')),
      add column renewal_limit integer check (renewal_limit >= 0),
      add column counts_anew boolean,
      add constraint affiliate_referrals_sold check (num_nonnulls(course_id, plan_id) = 1) not valid,
      add constraint affiliate_referrals_subscription check (num_nulls(plan_id, subscription_id, counts_anew) in (0, 3)) not valid,
      add constraint affiliate_referrals_part check (subscription_id is not null or num_nonnulls(subscription_part, renewal_limit) = 0) not valid,
      add constraint affiliate_referrals_frozen check ((order_id = subscription_id) = (subscription_part is null)) not valid;
    create index affiliate_referrals_of_subscription on affiliate_referrals (organisation_id, subscription_id) where subscription_id is not null;

    alter table affiliate_commissions
      alter column course_id drop not null,
      add column plan_id uuid,
      add constraint affiliate_commissions_sold check (num_nonnulls(course_id, plan_id) = 1) not valid;
    create index affiliate_commissions_of_plan on affiliate_commissions (organisation_id, plan_id, id) where plan_id is not null;

    alter table affiliate_money_totals
      drop constraint affiliate_money_totals_pkey,
      alter column course_id drop not null,
      add column plan_id uuid,
      add column sold_id uuid not null generated always as (coalesce(course_id, plan_id)) stored,
      add constraint affiliate_money_totals_sold check (num_nonnulls(course_id, plan_id) = 1),
      add primary key (${sql.raw(KEY)});

    create or replace function affiliate_commissions_made() returns trigger language plpgsql as $$
      begin ${sql.raw(add('select made.*, 1 as sign from made'))} end $$;
    create or replace function affiliate_commissions_changed() returns trigger language plpgsql as $$
      begin ${sql.raw(add('select made.*, 1 as sign from made union all select ended.*, -1 from ended'))} end $$;
  `.execute(db);
}
