import type { Executor } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import type { SubscriptionPayment } from '../../../platform/payments/subscriptions.ts';
import { newId } from '../../kernel/ids.ts';
import { taxLinesOf, taxOf } from '../invoices/tax.ts';
import type { PurchaseKey, PurchaseRow } from './columns.ts';
import { readPlatformTax } from './platform-seller.ts';

const SALES = { plan: 'plan_sales', storage: 'storage_sales' } as const;

/** Enters the payments for a purchase in the books of the service, each of them once. Returns those that were not known. */
export async function enterPayments(
  trx: Executor,
  { organisationId, purchaseId }: PurchaseKey,
  { kind, livemode }: Pick<PurchaseRow, 'kind' | 'livemode'>,
  payments: readonly (SubscriptionPayment & Pick<PurchaseRow, 'item_id' | 'reverse_charge'>)[],
): Promise<{ id: string; amount: number; tax: number }[]> {
  // A payment that is covered by a credit moves no money.
  const moved = payments.filter(({ total }) => total.amount > 0);
  if (moved.length === 0) return [];
  const rate = await readPlatformTax(trx);
  const entered = await trx
    .insertInto('platform_payments')
    .values(
      moved.map(({ id, paymentId, reason, total, periodStart, periodEnd, paidAt, item_id, reverse_charge }) => {
        const tax_lines = taxLinesOf(total.amount, reverse_charge ? null : rate);
        return {
          ...{ organisation_id: organisationId, id: newId(), purchase_id: purchaseId, invoice_id: id, payment_id: paymentId, reason, item_id },
          ...{ amount: total.amount, currency: total.currency, period_start: periodStart, period_end: periodEnd, paid_at: paidAt },
          ...{ tax: taxOf(tax_lines), tax_lines: json(tax_lines), reverse_charge },
        };
      }),
    )
    .onConflict((conflict) => conflict.columns(['organisation_id', 'purchase_id', 'invoice_id']).doNothing())
    .returning(['id', 'amount', 'tax', 'currency', 'paid_at'])
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
      facts.flatMap(({ amount, tax, transactionId }) => [
        { transaction_id: transactionId, account: 'gateway_clearing' as const, amount },
        { transaction_id: transactionId, account: SALES[kind], amount: tax - amount },
        ...(tax > 0 ? [{ transaction_id: transactionId, account: 'tax_owed' as const, amount: -tax }] : []),
      ]),
    )
    .execute();
  return entered;
}
