import type { Executor } from '../../../platform/database/connect.ts';
import { endGrant, restoreGrants } from '../../learning/grants/end.ts';
import { setSoldCodes } from '../codes/sold-codes.ts';
import type { OrderKey } from '../orders/columns.ts';
import type { DisputeRow, RefundRow } from './columns.ts';

interface Reversals {
  total: number;
  refunds: readonly Pick<RefundRow, 'state' | 'amount' | 'ends_access'>[];
  disputes: readonly Pick<DisputeRow, 'state'>[];
}

/** Whether the buyer still has what the order gave. Staff decide it with a refund; otherwise access ends when nothing is left of the payment. */
export function keepsAccess({ total, refunds, disputes }: Reversals): boolean {
  if (disputes.some(({ state }) => state !== 'won')) return false;
  const made = refunds.filter(({ state }) => state === 'succeeded');
  if (made.some(({ ends_access }) => ends_access)) return false;
  return refundedOf(made) < total || made.some(({ ends_access }) => ends_access === false);
}

export const refundedOf = (refunds: readonly Pick<RefundRow, 'state' | 'amount'>[]): number =>
  refunds.reduce((sum, { state, amount }) => (state === 'succeeded' ? sum + amount : sum), 0);

/** Ends what the order gave, access or codes and the places that they gave, or brings it back. Progress stays, and so does access for other reasons. */
export async function setOrderAccess(trx: Executor, { organisationId, orderId }: OrderKey, isKept: boolean, now: string): Promise<void> {
  await (isKept ? restoreGrants(trx, organisationId, [orderId]) : endGrant(trx, organisationId, orderId, now));
  await setSoldCodes(trx, organisationId, orderId, isKept, now);
}
