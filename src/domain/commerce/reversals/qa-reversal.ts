import type { Database } from '../../../platform/database/connect.ts';
import type { SandboxDesk } from '../../../platform/payments/sandbox-desk.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { askGateway } from '../gateway/ask-gateway.ts';
import { readOrder } from '../orders/columns.ts';
import { settleReversals } from './settle-reversals.ts';

/**
 * Simulates what happens to the payment of a sandbox order at a gateway itself: the seller refunds it there, the buyer disputes it, or the bank decides.
 * @throws NotFoundError
 * @throws DomainError order_not_paid, already_refunded, order_disputed, payments_not_configured, payments_unavailable
 */
export async function reverseAtSandbox(
  tools: Pick<Tools<Database>, 'db' | 'clock' | 'payments'>,
  caller: Caller,
  orderId: string,
  { event, amount }: Shape<'QaReversal'>,
): Promise<void> {
  requireIds(orderId);
  const key = { organisationId: caller.organisationId, orderId };
  const order = await readOrder(tools.db, key).executeTakeFirstOrThrow(() => new NotFoundError());
  const desk = tools.payments?.sandbox;
  if (!desk || order.gateway !== 'sandbox') throw new DomainError('payments_not_configured', 'The sandbox is not configured.');
  if (order.payment_id === null) throw new DomainError('order_not_paid', 'Nothing was paid for the order.');
  await act(desk, order.payment_id, event, amount);
  await recordChange(tools.db, caller, {
    action: 'order.reversed_at_sandbox',
    objectId: orderId,
    before: null,
    after: { event, ...(amount ? { amount } : {}) },
  });
  await askGateway(tools.payments, (gateway) => settleReversals(tools, gateway, key));
}

/** @throws NotFoundError
 * @throws DomainError already_refunded, order_disputed */
async function act(desk: SandboxDesk, payment: string, event: Shape<'QaReversal'>['event'], amount?: number): Promise<void> {
  if (event === 'refund') {
    if (!(await desk.refundPayment(payment, amount)))
      throw new DomainError('already_refunded', 'The amount exceeds the part of the payment that has not been refunded.');
  } else if (event === 'dispute') {
    if (!(await desk.disputePayment(payment, 'open'))) throw new DomainError('order_disputed', 'The payment has already been disputed or refunded in full.');
  } else if (!(await desk.disputePayment(payment, event === 'win_dispute' ? 'won' : 'lost'))) throw new NotFoundError();
}
