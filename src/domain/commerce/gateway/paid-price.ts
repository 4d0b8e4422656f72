import type { SubscriptionPayment } from '../../../platform/payments/subscriptions.ts';

interface Prices {
  /** What each period costs as it was agreed. */
  agreed: number;
  /** What the next period costs after a change. */
  changed: number;
  /** Whether they contain the tax that the gateway computes. */
  includeTax?: boolean;
}

/**
 * Whether a payment shows that its period began with a changed price. If the answer to the change was lost, only this says whether the gateway knew of it in
 * time.
 */
export function paysChanged({ reason, total, discount, credit, tax }: SubscriptionPayment, { agreed, changed, includeTax = true }: Prices): boolean {
  const price = total.amount + discount + credit - (includeTax ? 0 : (tax ?? 0));
  return reason === 'period' && changed !== agreed && price === changed;
}
