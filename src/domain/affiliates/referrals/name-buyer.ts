import type { Executor } from '../../../platform/database/connect.ts';
import { countSignUpOfBuyer } from '../funnel/count-sign-ups.ts';

interface NamedBuyer {
  organisationId: string;
  orderId: string;
  buyerId: string;
}

/** Stores the buyer of an order that a guest has begun, for the rules about first orders. Everything that was frozen at the checkout stays. */
export async function nameBuyer(trx: Executor, { organisationId, orderId, buyerId }: NamedBuyer): Promise<void> {
  await trx
    .updateTable('affiliate_referrals')
    .set({ buyer_id: buyerId })
    .where('organisation_id', '=', organisationId)
    .where('order_id', '=', orderId)
    .execute();
  await countSignUpOfBuyer(trx, buyerId, { organisationId, orderId });
}
