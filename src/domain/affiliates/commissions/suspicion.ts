import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NEARBY } from '../referrals/sightings.ts';

export type Flag = Shape<'CommissionFlag'>;

interface Suspect {
  organisationId: string;
  orderId: string;
  /** The ID of what was stored at the checkout: the order, or the subscription that it pays for. */
  checkoutId: string;
  affiliateId: string;
}

/** Returns why staff must check the commission on an order that is paid now, apart from what was known when the order began. */
export async function suspicionOf(trx: Executor, suspect: Suspect): Promise<Flag | null> {
  if (await isInBurst(trx, suspect)) return 'order_burst';
  return (await isOftenRefunded(trx, suspect)) ? 'refund_share' : null;
}

/** Number of buyers from one network, within a day before or after the order, that is suspicious. */
const BURST_BUYERS = 5;

/** Whether the order is one of many that different buyers have begun from one network. */
async function isInBurst(trx: Executor, { organisationId, checkoutId }: Suspect): Promise<boolean> {
  const { rows } = await sql<{ is_burst: boolean }>`
    select count(distinct coalesce(f.buyer_id, f.order_id)) >= ${BURST_BUYERS} as is_burst
    from affiliate_order_networks own
    join affiliate_order_networks near on near.organisation_id = own.organisation_id and near.affiliate_id = own.affiliate_id
      and near.network_hash = own.network_hash and near.seen_at between own.seen_at - ${NEARBY} and own.seen_at + ${NEARBY}
    join affiliate_referrals f on f.organisation_id = near.organisation_id and f.order_id = near.order_id
    where own.organisation_id = ${organisationId} and own.order_id = ${checkoutId}`.execute(trx);
  return rows[0]?.is_burst ?? false;
}

const RECENT_ORDERS = 100;
/** Number of orders below which a share says nothing. */
const FEWEST_ORDERS = 10;
const HIGHEST_PERCENT_REFUNDED = 30;

/** Whether many of the last orders of an affiliate were refunded. */
async function isOftenRefunded(trx: Executor, { organisationId, affiliateId }: Suspect): Promise<boolean> {
  const { rows } = await sql<{ is_often: boolean }>`
    select count(*) >= ${FEWEST_ORDERS} and 100 * count(*) filter (where is_refunded) > ${HIGHEST_PERCENT_REFUNDED} * count(*) as is_often
    from (
      select status = 'void' and not is_cancelled or exists (select from affiliate_commissions later
        where later.organisation_id = c.organisation_id and later.order_id = c.order_id and later.sequence > 0) as is_refunded
      from affiliate_commissions c where organisation_id = ${organisationId} and affiliate_id = ${affiliateId} and sequence = 0
      order by created_at desc, id desc limit ${RECENT_ORDERS}
    ) recent`.execute(trx);
  return rows[0]?.is_often ?? false;
}
