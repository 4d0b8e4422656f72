import { type Kysely, sql } from 'kysely';

/**
 * Why the payment failed that is overdue for a subscription. Processes of the previous release neither set nor clear it, so it counts only while the state is
 * `past_due` or `unpaid`. Of what is overdue already, the next look at the gateway tells the true reason.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table catalogue_subscriptions add column payment_error text check (payment_error in ('declined', 'authentication_required'));
    update catalogue_subscriptions set payment_error = 'declined' where state in ('past_due', 'unpaid');
  `.execute(db);
}
