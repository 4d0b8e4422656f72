import { type Kysely, sql } from 'kysely';

/**
 * Why a subscription has ended (`end_reason`). Until then, the row keeps who has cancelled it (`cancellation`), and why its money is gone for good
 * (`lost_by`). It is not known of subscriptions that ended before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table catalogue_subscriptions
      add column cancellation text check (cancellation in ('requested', 'organisation_closed')),
      add column lost_by text check (lost_by in ('refunded', 'disputed')),
      add column end_reason text
        check (end_reason in ('requested', 'organisation_closed', 'account_deleted', 'payment_failed', 'refunded', 'disputed', 'ended_by_seller')),
      add constraint catalogue_subscriptions_end_reason check (end_reason is null or state = 'cancelled');
  `.execute(db);
}
