import type { SubscriptionPayment } from '../../../platform/payments/subscriptions.ts';

interface Prices {
  /** What each period costs as it was agreed. */
  agreed: number;
  /** What the next period costs after a change. */
  changed: number;
}

/**
 * Whether a payment shows that its period began with a changed price. If the answer to the change was lost, only this says whether the gateway knew of it in
 * time.
 */
export const paysChanged = ({ reason, total, discount, credit }: SubscriptionPayment, { agreed, changed }: Prices): boolean =>
  reason === 'period' && changed !== agreed && total.amount + discount + credit === changed;
