import type { Executor } from '../../../platform/database/connect.ts';
import type { SubscriptionPayment } from '../../../platform/payments/subscriptions.ts';
import { newId } from '../../kernel/ids.ts';
import type { PurchaseKey, PurchaseRow } from './columns.ts';

const SALES = { plan: 'plan_sales', storage: 'storage_sales' } as const;

/**
 * Enters what was paid for a purchase in the books of the service, each payment once. Returns the IDs of the payments that were not known.
 */
export async function enterPayments(
  trx: Executor,
  { organisationId, purchaseId }: PurchaseKey,
  { kind, item_id, livemode }: Pick<PurchaseRow, 'kind' | 'item_id' | 'livemode'>,
  payments: readonly SubscriptionPayment[],
): Promise<string[]> {
  // What a credit has paid moves no money.
  const moved = payments.filter(({ total }) => total.amount > 0);
  if (moved.length === 0) return [];
  const entered = await trx
    .insertInto('platform_payments')
    .values(
      moved.map(({ id, paymentId, reason, total, periodStart, periodEnd, paidAt }) => ({
        ...{ organisation_id: organisationId, id: newId(), purchase_id: purchaseId, invoice_id: id, payment_id: paymentId, reason, item_id },
        ...{ amount: total.amount, currency: total.currency, period_start: periodStart, period_end: periodEnd, paid_at: paidAt },
      })),
    )
    .onConflict((conflict) => conflict.columns(['organisation_id', 'purchase_id', 'invoice_id']).doNothing())
    .returning(['id', 'amount', 'currency', 'paid_at'])
    .execute();
  if (entered.length === 0) return [];
  const facts = entered.map((payment) => ({ ...payment, transactionId: newId() }));
  await trx
    .insertInto('platform_transactions')
    .values(
      facts.map(({ id, currency, paid_at, transactionId }) => ({
        ...{ id: transactionId, payer_id: organisationId, payment_id: id, fact: 'paid', currency, livemode, occurred_at: paid_at },
      })),
    )
    .execute();
  await trx
    .insertInto('platform_entries')
    .values(
      facts.flatMap(({ amount, transactionId }) => [
        { transaction_id: transactionId, account: 'gateway_clearing', amount },
        { transaction_id: transactionId, account: SALES[kind], amount: -amount },
      ]),
    )
    .execute();
  return entered.map(({ id }) => id);
}
