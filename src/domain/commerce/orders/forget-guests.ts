import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { inRecordedBatches } from '../../kernel/retention/batches.ts';
import type { Tools } from '../../kernel/tools.ts';
import { SHOWN_DAYS } from './guest-order.ts';

/** Number of days for which a guest's payment can be claimed. */
const CLAIMABLE_DAYS = 730;

/**
 * Erases guests, the businesses for which they bought and their means of payment: a while after an order ended without a payment, which may still arrive late,
 * two years after a payment that nobody has claimed, and when a claimed order is no longer shown to the guest's browser. Data that the books need stay, and so
 * do the buyers on real invoices, but not those on sandbox invoices, which no law requires.
 */
export async function forgetGuests({ db, clock }: Pick<Tools<Database>, 'db' | 'clock'>): Promise<void> {
  const ago = (days: number) => new Date(clock.now() - days * 24 * 3600_000).toISOString();
  await inRecordedBatches(db, 'guest_orders', async (trx, limit) => {
    const { rows } = await sql<{ organisation_id: string }>`
      with old as (
        select g.organisation_id, g.order_id, g.claimed_at is null as is_unclaimed
        from guest_orders g join orders o on o.organisation_id = g.organisation_id and o.id = g.order_id
        where g.created_at <= ${ago(SHOWN_DAYS)} and case
          when g.claimed_at is not null then not g.is_access_owed or g.claimed_at <= ${ago(CLAIMABLE_DAYS)}
          when o.state = 'paid' then o.paid_at <= ${ago(CLAIMABLE_DAYS)}
          else o.state in ('failed', 'expired') and o.checked_at <= ${ago(SHOWN_DAYS)} end
        limit ${limit}
      ), gone as (
        delete from guest_orders g using old where g.organisation_id = old.organisation_id and g.order_id = old.order_id
        returning g.organisation_id, g.order_id, old.is_unclaimed
      ), paid_with as (
        update orders o set instrument_hash = null, business = null from gone
        where gone.is_unclaimed and o.organisation_id = gone.organisation_id and o.id = gone.order_id and num_nonnulls(o.instrument_hash, o.business) > 0
      ), unnamed as (
        update invoices i set buyer = null from gone
        where gone.is_unclaimed and i.organisation_id = gone.organisation_id and i.order_id = gone.order_id and not i.livemode and i.buyer is not null
      )
      select organisation_id from gone`.execute(trx);
    return rows;
  });
}
