import { type Kysely, sql } from 'kysely';

/**
 * The business for which somebody subscribes can change. The next period has what is in `next_*`: until then, what was agreed stays, because it is paid.
 * `business_change_id` is a change of which the gateway is still to be told.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table catalogue_subscriptions
      add column next_business jsonb check (next_business is null or jsonb_typeof(next_business) = 'object'),
      add column next_reverse_charge boolean,
      add column next_coupon_discount bigint check (next_coupon_discount >= 0),
      add column business_change_id uuid,
      add constraint catalogue_subscriptions_next_business check (
        (next_reverse_charge is null) = (next_coupon_discount is null)
        and (next_reverse_charge is not null or num_nonnulls(next_business, business_change_id) = 0));

    drop index catalogue_subscriptions_unsure;
    create index catalogue_subscriptions_unsure on catalogue_subscriptions (checked_at)
      where state in ('incomplete', 'past_due', 'unpaid') or change_id is not null or business_change_id is not null
        or (state = 'active' and paid_until < period_end);
  `.execute(db);
}
