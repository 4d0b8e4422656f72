import { type Kysely, sql } from 'kysely';

/** When a subscriber is to be reminded of what the end of the period costs. Null if the period has no reminder, or it was sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table catalogue_subscriptions add column remind_at timestamptz(3);
    update catalogue_subscriptions s set remind_at = case when s.state = 'trialing' then s.period_end - interval '72 hours' else s.period_end - interval '336 hours' end
      from catalogue_plan_versions v
      where v.organisation_id = s.organisation_id and v.plan_id = s.plan_id and v.version = s.plan_version
        and (s.state = 'trialing' or (s.state in ('active', 'past_due', 'unpaid') and v.interval = 'year'));
    create index catalogue_subscriptions_reminded on catalogue_subscriptions (remind_at)
      where remind_at is not null and state in ('trialing', 'active') and not cancels_at_period_end;
  `.execute(db);
}
