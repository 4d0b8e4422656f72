import { type Kysely, sql } from 'kysely';

/**
 * `paid_at` is the gateway's time of the payment; `access_from` is when the buyer got what was paid for, which may be later. Null for orders from before this,
 * and while access waits for the account of a guest. `more_flags` is what staff have to look at besides `flag`, which processes of the previous release read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders
      add column access_from timestamptz(3),
      add column more_flags text[] not null default '{}',
      add constraint orders_more_flags check (more_flags <@ array['amount_mismatch', 'already_owned', 'buyer_gone', 'course_gone', 'course_closed',
        'learner_limit', 'coupon_over_limit'])
  `.execute(db);
}
