import { type Kysely, sql } from 'kysely';

/**
 * What an order of a subscription pays: the first period, a later one (`renewal`), or the difference after a change of the plan. `covers_until` is when the
 * period that it pays ends; null if what it pays has no end, as with instalments.
 *
 * `withdrawals` counts the orders of a subscription whose money went back, or is disputed, so that the subscription gives no access until it is 0 again.
 * Processes of the previous release send none of these.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders
      add column subscription_part text check (subscription_part in ('first', 'renewal', 'change')),
      add column covers_until timestamptz(3),
      add constraint orders_subscription_part check (subscription_id is not null or num_nonnulls(subscription_part, covers_until) = 0);
    update orders set subscription_part = case when exists (select from orders earlier where earlier.organisation_id = orders.organisation_id
        and earlier.subscription_id = orders.subscription_id and (earlier.paid_at, earlier.id) < (orders.paid_at, orders.id)) then 'renewal' else 'first' end
      where subscription_id is not null;
    update orders set covers_until = orders.paid_at + case v.interval when 'year' then interval '1 year' else interval '1 month' end
      from catalogue_subscriptions s
      join catalogue_plan_versions v on v.organisation_id = s.organisation_id and v.plan_id = s.plan_id and v.version = s.plan_version
      where s.organisation_id = orders.organisation_id and s.id = orders.subscription_id and v.cycles is null;

    alter table catalogue_subscriptions add column withdrawals integer not null default 0 check (withdrawals >= 0);
  `.execute(db);
}
